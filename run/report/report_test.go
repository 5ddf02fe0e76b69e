package report_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/report"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func write(t testing.TB, in report.Input) string {
	t.Helper()
	dir := t.TempDir()
	paths, err := report.Write(context.Background(), dir, in)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(paths[0]) != "report.html" {
		t.Errorf("first path %s, want report.html", paths[0])
	}
	for _, p := range paths {
		if info, err := os.Stat(p); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v, empty or missing", p, err)
		}
	}
	return dir
}

func read(t testing.TB, path ...string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestGolden(t *testing.T) {
	dir := write(t, syntheticInput(t))
	for _, name := range []string{"report.md", "tables.tex", "figures/pass-by-round.svg", "figures/task-matrix.svg", "figures/reliability.svg", "figures/obligations.svg"} {
		golden(t, filepath.Base(name), read(t, dir, name))
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want := read(t, path)
	if got == want {
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Errorf("%s, line %d:\n got %s\nwant %s", name, i+1, g[i], w[i])
			return
		}
	}
	t.Errorf("%s has %d lines, want %d", name, len(g), len(w))
}

func TestTableGolden(t *testing.T) {
	in := syntheticInput(t)
	s := stats.Summarize(in.Trials, stats.Mapping(nil))
	var b bytes.Buffer
	for _, width := range []int{0, 140, 100, 80, 50} {
		fmt.Fprintf(&b, "== width %d\n", width)
		var out bytes.Buffer
		if err := report.Table(&out, s, report.TableOptions{Width: width}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); width >= 60 && n > width {
				t.Errorf("width %d: a line of %d: %q", width, n, line)
			}
			if line != strings.TrimRight(line, " \n")+"\n" {
				t.Errorf("trailing space: %q", line)
			}
		}
		b.Write(out.Bytes())
	}
	golden(t, "table.txt", b.String())
}

func TestTableColor(t *testing.T) {
	in := syntheticInput(t)
	s := stats.Summarize(in.Trials, stats.Mapping(nil))
	var plain, colored bytes.Buffer
	for w, o := range map[*bytes.Buffer]report.TableOptions{&plain: report.OptionsFor(&plain), &colored: {Color: true}} {
		if err := report.Table(w, s, o); err != nil {
			t.Fatal(err)
		}
	}
	if strings.Contains(plain.String(), "\x1b") {
		t.Error("escape sequences where there is no terminal")
	}
	stripped := strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[0m", "").Replace(colored.String())
	if !strings.Contains(colored.String(), "\x1b[1m") || stripped != plain.String() {
		t.Error("the coloured table differs from the plain one in more than attributes")
	}
}

func TestEmptyRun(t *testing.T) {
	in := report.Input{Run: store.Run{ID: "r0", Suite: "statmech", State: store.Interrupted}}
	dir := t.TempDir()
	if _, err := report.Write(t.Context(), dir, in); err != nil {
		t.Fatal(err)
	}
	page := read(t, dir, "report.html")
	if !strings.Contains(page, "This run is interrupted") || strings.Contains(page, "NaN") {
		t.Error("the page of an empty run does not say that it is interrupted, or holds NaN")
	}
	var b bytes.Buffer
	if err := report.Table(&b, stats.Summarize(nil, stats.Mapping(nil)), report.TableOptions{Width: 80}); err != nil || b.String() != "No trials yet.\n" {
		t.Errorf("table %q, %v", b.String(), err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := report.Write(ctx, dir, syntheticInput(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if _, err := os.Stat(filepath.Join(dir, "report.html")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a cancelled report left a page: %v", err)
	}
}

// The records survive the way through results.jsonl.
func TestResultsReadBack(t *testing.T) {
	in := syntheticInput(t)
	dir := write(t, in)
	n := 0
	for tr, err := range store.ReadJSONL(strings.NewReader(read(t, dir, "results.jsonl"))) {
		if err != nil {
			t.Fatal(err)
		}
		if want := in.Trials[n]; tr.Key != want.Key || len(tr.Rounds) != len(want.Rounds) || tr.Terminal != want.Terminal {
			t.Errorf("trial %d: %s, want %s", n, tr.Key, want.Key)
		}
		n++
	}
	if n != len(in.Trials) {
		t.Errorf("%d trials, want %d", n, len(in.Trials))
	}
}

// document is a parsed page.
type document struct {
	elements map[string]int
	ids      map[string]bool
	blocks   map[string]string // data blocks by id
	script   string
	style    string
	csp      string
	text     strings.Builder
	hrefs    []string
}

func parse(t testing.TB, page string) *document {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	d := &document{elements: map[string]int{}, ids: map[string]bool{}, blocks: map[string]string{}}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			d.text.WriteString(n.Data)
		}
		if n.Type == html.ElementNode {
			d.elements[n.Data]++
			attr := map[string]string{}
			for _, a := range n.Attr {
				attr[a.Key] = a.Val
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" {
					t.Errorf("<%s> has the attribute %s", n.Data, a.Key)
				}
				if a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
					t.Errorf("<%s> refers to %q", n.Data, a.Val)
				}
			}
			if id := attr["id"]; id != "" {
				if d.ids[id] {
					t.Errorf("id %q twice", id)
				}
				d.ids[id] = true
			}
			if n.Data == "a" {
				d.hrefs = append(d.hrefs, attr["href"])
			}
			if attr["http-equiv"] == "Content-Security-Policy" {
				d.csp = attr["content"]
			}
			switch {
			case n.Data == "script" && attr["type"] == "application/json":
				d.blocks[attr["id"]] = n.FirstChild.Data
			case n.Data == "script":
				if d.script != "" {
					t.Error("more than one script")
				}
				d.script = n.FirstChild.Data
			case n.Data == "style":
				d.style = n.FirstChild.Data
			}
		}
		if n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style") {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return d
}

func TestPage(t *testing.T) {
	in := syntheticInput(t)
	d := parse(t, read(t, write(t, in), "report.html"))
	for _, part := range []string{d.script, d.style} {
		sum := sha256.Sum256([]byte(part))
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(d.csp, want) {
			t.Errorf("the policy %q does not allow the page's own part %s", d.csp, want)
		}
	}
	if !strings.HasPrefix(d.csp, "default-src 'none';") || strings.Contains(d.csp, "unsafe") {
		t.Errorf("policy %q", d.csp)
	}
	for _, h := range d.hrefs {
		if id := strings.TrimPrefix(h, "#"); !d.ids[id] {
			t.Errorf("link to %q leads nowhere", h)
		}
	}
	for id, raw := range d.blocks {
		if !json.Valid([]byte(raw)) {
			t.Errorf("block %s is not JSON", id)
		}
	}
	for _, tr := range in.Trials {
		if _, ok := d.blocks["t-"+tr.Key]; !ok || !d.ids["trial-"+tr.Key] {
			t.Errorf("trial %s is not in the page", tr.Key)
		}
	}
	text := d.text.String()
	for _, want := range []string{"r-synthetic", "18446744073709551557", "50", "infrastructure", "How to read this", "5/6", "complexity.program", "3 November 2026"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	if n := d.elements["svg"]; n < 4 {
		t.Errorf("%d figures and glyphs", n)
	}
	// A prompt that every trial shares is stored once.
	shared := 0
	for _, raw := range d.blocks {
		if raw == `"You are given a partition function."` {
			shared++
		}
	}
	if shared != 1 {
		t.Errorf("the system prompt is stored %d times", shared)
	}
}

const (
	markup  = `</script><script>alert(1)</script><img src=x onerror=alert(2)><!--<script>`
	control = "\x00\x1b[31mred\x1b]0;title\x07\r\u202eevil\u2066\u200b"
)

// hostileInput puts hostile text wherever text can come from outside.
func hostileInput(t testing.TB) report.Input {
	in := syntheticInput(t)
	bad := markup + control + "|$\\%&_{}#~^*`[x](javascript:alert(3))"
	in.Run.ID += bad
	in.Run.Suite += bad
	in.Tasks = append(in.Tasks, report.Task{ID: "P01" + bad, Title: bad})
	huge := strings.Repeat("é</script>", 200_000)
	evidence, err := claim.NewEvidence(markup, map[string]string{markup: markup + "\u202e"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Trials {
		tr := &in.Trials[i]
		tr.Model += bad
		tr.Policy += bad
		tr.Task += bad
		tr.Variant += bad
		tr.Error += bad
		tr.Key += `"><img src=x onerror=alert(4)>`
		for j := range tr.Rounds {
			r := &tr.Rounds[j]
			r.Reply = bad + "\xff\xfe" + r.Reply
			r.Feedback += bad
			r.Reasoning = bad
			r.StopReason = bad
			if json.Unmarshal(r.Claim, &map[string]any{}) == nil && string(r.Claim) != "null" {
				r.Claim, err = claim.Canonical(map[string]any{"code": bad, "tractable_class": bad, bad: bad})
				if err != nil {
					t.Fatal(err)
				}
			}
			r.Labels = map[string]string{"class": bad, "mode": bad}
			r.Attempts = []model.Attempt{{Number: 1, Fault: &model.Fault{Kind: model.RateLimit, Message: bad}}, {Number: 2}}
			r.Certificate.Reason += bad
			for k := range r.Certificate.Findings {
				r.Certificate.Findings[k].Message += bad
				r.Certificate.Findings[k].Evidence = []claim.Evidence{evidence}
			}
		}
		if tr.FinalLabels != nil {
			tr.FinalLabels = map[string]string{"class": bad, "mode": bad}
		}
	}
	in.Trials[0].Rounds[0].Reply = huge
	return in
}

func TestHostileContent(t *testing.T) {
	in := hostileInput(t)
	dir := write(t, in)
	page := read(t, dir, "report.html")
	d := parse(t, page)
	for _, e := range []string{"img", "iframe", "object", "embed", "base", "link"} {
		if d.elements[e] > 0 {
			t.Errorf("the page has %d <%s>", d.elements[e], e)
		}
	}
	for id, raw := range d.blocks {
		if !json.Valid([]byte(raw)) {
			t.Errorf("block %s is not JSON: %.80s", id, raw)
		}
	}
	if want := len(in.Trials); d.elements["details"] < want {
		t.Errorf("%d trials in the page, want %d: hostile text broke it", d.elements["details"], want)
	}
	if len(page) > 6<<20 {
		t.Errorf("the page has %d bytes: the huge reply is not cut", len(page))
	}
	if !strings.Contains(page, "bytes are left out here") {
		t.Error("the page does not say that a text was cut")
	}
	if !strings.Contains(read(t, dir, "results.jsonl"), strings.Repeat("é</script>", 1000)) {
		t.Error("results.jsonl does not have the whole reply")
	}

	var table bytes.Buffer
	if err := report.Table(&table, stats.Summarize(in.Trials, stats.Mapping(nil)), report.TableOptions{}); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{"page": page, "report.md": read(t, dir, "report.md"), "tables.tex": read(t, dir, "tables.tex"), "terminal": table.String()}
	for name, s := range texts {
		if i := strings.IndexAny(s, "\x00\x1b\x07\r"); i >= 0 {
			t.Errorf("%s holds the control character %q in %q", name, s[i], s[max(0, i-80):i])
		}
	}
	// In the data blocks of the page, marks that reorder text stay as they are, for
	// the script to show; nowhere else.
	for _, name := range []string{"report.md", "tables.tex", "terminal"} {
		if strings.Contains(texts[name], "\u202e") {
			t.Errorf("%s holds a mark that reorders text", name)
		}
	}
	if live := regexp.MustCompile(`<\w|<!|<[/]|(^|[^\\])\]\(javascript|[^\\]!\[x`).FindString(texts["report.md"]); live != "" {
		t.Errorf("report.md holds live markup: %q", live)
	}
	for line := range strings.Lines(texts["tables.tex"]) {
		if body, comment, _ := strings.Cut(line, "% "); comment == "" && strings.Contains(body, "</script>") {
			t.Errorf("unescaped text in tables.tex: %s", body)
		}
	}
	figures, err := filepath.Glob(filepath.Join(dir, "figures", "*.svg"))
	if err != nil || len(figures) != 4 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for _, f := range figures {
		x := xml.NewDecoder(strings.NewReader(read(t, f)))
		for {
			tok, err := x.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", filepath.Base(f), err)
			}
			if e, ok := tok.(xml.StartElement); ok && slices.Contains([]string{"script", "image", "img", "foreignObject"}, e.Name.Local) {
				t.Errorf("%s has <%s>", filepath.Base(f), e.Name.Local)
			}
		}
	}
}

func TestPrivateEvidenceStaysHome(t *testing.T) {
	in := syntheticInput(t)
	dir := write(t, in)
	files := 0
	if err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		raw := read(t, path)
		if strings.Contains(raw, secret) || strings.Contains(raw, `"private"`) {
			t.Errorf("%s holds private evidence", path)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if files != 12 {
		t.Errorf("%d files, want 12", files)
	}
	// The caller's records are untouched, and with Private they come through.
	if f, _ := in.Trials[0].Final.Finding("numbers.probe"); len(f.Private) == 0 {
		t.Error("writing the report changed the records it was given")
	}
	in.Private = true
	dir = write(t, in)
	for _, name := range []string{"report.html", "results.jsonl"} {
		if !strings.Contains(read(t, dir, name), secret) {
			t.Errorf("%s lacks the private evidence that was asked for", name)
		}
	}
	if !strings.Contains(read(t, dir, "report.html"), "do not publish it") {
		t.Error("a private report does not say so")
	}
}

// many repeats the synthetic trials as further epochs with replies of their own.
func many(t testing.TB, n int) report.Input {
	in := syntheticInput(t)
	base := in.Trials
	in.Trials = nil
	for i := range n {
		tr := base[i%len(base)]
		tr.Epoch = i / len(base)
		tr.Key = fmt.Sprintf("%064x", i)
		tr.Rounds = slices.Clone(tr.Rounds)
		for j := range tr.Rounds {
			tr.Rounds[j].Reply += fmt.Sprintf("\n(epoch %d)", tr.Epoch)
		}
		in.Trials = append(in.Trials, tr)
	}
	return in
}

func TestSizeGrowsLinearly(t *testing.T) {
	size := map[int]int64{}
	for _, n := range []int{54 * 4, 54 * 8, 54 * 12} {
		info, err := os.Stat(filepath.Join(write(t, many(t, n)), "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		size[n] = info.Size()
	}
	first, second := size[54*8]-size[54*4], size[54*12]-size[54*8]
	if float64(second) > 1.1*float64(first) {
		t.Errorf("216 more trials cost %d bytes at first and %d later", first, second)
	}
	if per := second / 216; per > 8<<10 {
		t.Errorf("%d bytes a trial whose prompts, code and certificates are on the page already", per)
	}
}

// In a real browser the script must unfold a hostile trial without running any of it.
// Set ASSAY_BROWSER to a Chromium to run it.
func TestInBrowser(t *testing.T) {
	browser := os.Getenv("ASSAY_BROWSER")
	if browser == "" {
		t.Skip("ASSAY_BROWSER does not name a Chromium")
	}
	in := hostileInput(t)
	in.Trials[1].Key = strings.Repeat("7", 64)
	dir := write(t, in)
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--user-data-dir="+t.TempDir(), "--enable-logging=stderr", "--dump-dom",
		"file://"+filepath.Join(dir, "report.html")+"#trial-7777")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	dom, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	for line := range strings.Lines(stderr.String()) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("the browser says: %s", line)
		}
	}
	d := parse(t, string(dom))
	if d.elements["img"] > 0 {
		t.Error("hostile text became an element")
	}
	for _, want := range []string{"claim, as read", "Final judge", "⟨U+202E⟩", "⟨U+001B⟩", "<img src=x onerror=alert(2)>"} {
		if !strings.Contains(d.text.String(), want) {
			t.Errorf("the unfolded trial does not show %q", want)
		}
	}
}

func BenchmarkWrite5000(b *testing.B) {
	in := many(b, 5000)
	for b.Loop() {
		dir := b.TempDir()
		if _, err := report.Write(b.Context(), dir, in); err != nil {
			b.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, "report.html"))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/1e6, "MB")
	}
}

func BenchmarkSummarize5000(b *testing.B) {
	trials := many(b, 5000).Trials
	for b.Loop() {
		stats.Summarize(trials, stats.Mapping(nil))
	}
}
