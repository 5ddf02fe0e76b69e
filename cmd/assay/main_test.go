package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model/modeltest"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
	"github.com/assay-physics/assay/sandbox"
	"github.com/assay-physics/assay/suite/statmech"
)

func TestMain(m *testing.M) {
	sandbox.MaybeStage2()
	dir, err := os.MkdirTemp("", "assay-audits")
	if err != nil {
		panic(err)
	}
	audits = dir
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// audits is shared by the tests and gone after them.
var audits string

// result is what a call of the binary came to.
type result struct {
	code           int
	stdout, stderr string
}

// assay calls the binary's main in this process, in a folder of its own.
func assay(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, errs bytes.Buffer
	root := newRoot(&app{audits: audits, stdin: strings.NewReader(stdin), stdout: &out, stderr: &errs})
	root.SetArgs(dashed(args))
	err := root.ExecuteContext(t.Context())
	return result{exitCodeOf(err, &errs), out.String(), errs.String()}
}

// needsPython skips a test on a machine where foreign code cannot be run.
func needsPython(t *testing.T) {
	t.Helper()
	if _, err := sandbox.FindPython(context.Background(), nil); err != nil {
		t.Skipf("no Python with numpy, scipy and sympy: %v", err)
	}
}

func inTempDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	return dir
}

type runDocument struct {
	Run          string           `json:"run"`
	Suite        string           `json:"suite"`
	Rows         []map[string]any `json:"rows"`
	Denominators map[string]any   `json:"denominators"`
}

func runJSON(t *testing.T, args ...string) runDocument {
	t.Helper()
	r := assay(t, "", append([]string{"run", "statmech", "--json"}, args...)...)
	if r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.stderr)
	}
	var d runDocument
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatalf("%v\n%s", err, r.stdout)
	}
	return d
}

// The main job: the files that a run writes, the document that it prints, and that a
// finished run resumes to itself.
func TestRunReportResumeExport(t *testing.T) {
	needsPython(t)
	inTempDir(t)
	d := runJSON(t, "-m", "builtin/reference,builtin/stumble", "--task", "P01,P02", "--variant", "canonical", "--out", "r")
	if d.Suite != "statmech" || d.Run == "" || len(d.Rows) != 2 {
		t.Fatalf("%+v", d)
	}
	for i, want := range []map[string]any{
		{"model": "builtin/reference", "policy": "mag", "variant": "canonical", "trials": 2.0, "passed": 2.0, "certified": 2.0, "tc0_strict": 1.0, "tc0_witnessed": 1.0, "nm0": 1.0, "honesty": 1.0, "kstar": 0.0},
		{"model": "builtin/stumble", "policy": "mag", "variant": "canonical", "trials": 2.0, "passed": 2.0, "certified": 2.0, "nm0": 0.0, "kstar": 1.0},
	} {
		for k, v := range want {
			if d.Rows[i][k] != v {
				t.Errorf("row %d: %s = %v, want %v", i, k, d.Rows[i][k], v)
			}
		}
		for _, k := range []string{"input_tokens", "output_tokens", "cost_usd", "wall_s"} {
			if _, ok := d.Rows[i][k]; !ok {
				t.Errorf("row %d has no %s", i, k)
			}
		}
	}
	for _, f := range []string{"run.json", "run.db", "report.html", "report.md", "tables.tex", "results.jsonl"} {
		if info, err := os.Stat(filepath.Join("r", f)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, ext := range []string{"svg", "png"} {
		if m, _ := filepath.Glob("r/figures/*." + ext); len(m) == 0 {
			t.Errorf("no figure as %s", ext)
		}
	}
	if r := assay(t, "", "resume", "r"); r.code != 0 || !strings.Contains(r.stdout, "builtin/stumble") {
		t.Errorf("resume: exit %d\n%s", r.code, r.stderr)
	}
	if r := assay(t, "", "score", "r"); r.code != 0 {
		t.Errorf("score: exit %d\n%s", r.code, r.stderr)
	}
	if r := assay(t, "", "report", "r", "--json"); r.code != 0 || !strings.Contains(r.stdout, d.Run) {
		t.Errorf("report: exit %d\n%s", r.code, r.stderr)
	}
	if r := assay(t, "", "export", "r", "--format", "csv"); r.code != 0 || strings.Count(r.stdout, "\n") != 1+2+4 {
		t.Errorf("export csv: exit %d\n%s", r.code, r.stdout)
	}
	if r := assay(t, "", "export", "r"); r.code != 0 || strings.Count(r.stdout, "\n") != 4 || strings.Contains(r.stdout, `"private"`) {
		t.Errorf("export jsonl: exit %d, private evidence: %v", r.code, strings.Contains(r.stdout, `"private"`))
	}
}

// A run over HTTP, with the real OpenAI client against a compatible server on this
// machine, gives the same records as the same replies replayed.
func TestServerAndReplayGiveTheSameRecords(t *testing.T) {
	needsPython(t)
	inTempDir(t)
	server := modeltest.OpenAI(func(c modeltest.Call) modeltest.Step {
		agent := "overclaim"
		if c.Number%2 == 0 {
			agent = "stumble"
		}
		task := "P01"
		if strings.Contains(c.Messages[1].Content, `params["h"]`) {
			task = "P02"
		}
		ask := statmech.Ask{Task: task, Variant: "canonical", Seed: 1}
		if len(c.Messages) > 2 {
			ask.Round = 1
		}
		text, err := statmech.Reply(agent, ask)
		if err != nil {
			t.Error(err)
		}
		return modeltest.Say(text)
	})
	defer server.Close()
	t.Setenv("LAB_BASE_URL", server.URL)
	t.Setenv("LAB_API_KEY", "key-of-the-test")
	flags := []string{"--task", "P01,P02", "--variant", "canonical", "--max-connections", "1"}
	live := runJSON(t, append(flags, "-m", "openai-api/lab/some-model", "--out", "live", "--record", "tape.jsonl")...)
	again := runJSON(t, append(flags, "-m", "replay/tape.jsonl", "--out", "again")...)

	a, b := trialsOf(t, live.Run, "live"), trialsOf(t, again.Run, "again")
	if len(a) != len(b) || len(a) != 2 {
		t.Fatalf("%d and %d trials", len(a), len(b))
	}
	for i := range a {
		x, y := sameEverywhere(t, a[i]), sameEverywhere(t, b[i])
		if x != y {
			t.Errorf("trial %d differs:\n%s\n%s", i, x, y)
		}
	}
	for _, f := range []string{"tape.jsonl", "live/report.html", "live/results.jsonl", "live/run.db"} {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(raw, []byte("key-of-the-test")) {
			t.Errorf("%s holds the key", f)
		}
	}
}

// Replies of a real small model (SmolLM2-135M through `make e2e-local-model`,
// shortened): prose, broken code, an invented error message, an object that never
// comes. They go through every stage, and each trial counts against the model.
func TestRealRepliesOfASmallModel(t *testing.T) {
	needsPython(t)
	tape, err := filepath.Abs("testdata/smollm2.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	inTempDir(t)
	d := runJSON(t, "-m", "replay/"+tape, "--task", "P01,P03,P04,P05", "--variant", "canonical", "--rounds", "2", "--out", "r")
	for _, tr := range trialsOf(t, d.Run, "r") {
		if tr.Terminal != claim.ModelInvalid || len(tr.Rounds) != 2 || tr.Rounds[0].Feedback == "" {
			t.Errorf("%s: %s after %d rounds, %s", tr.Task, tr.Terminal, len(tr.Rounds), tr.Error)
		}
		if m := tr.Rounds[0].Labels["mode"]; m != "format" {
			t.Errorf("%s: mode %q", tr.Task, m)
		}
	}
	if d.Rows[0]["nm0"] != 0.0 || d.Rows[0]["passed"] != 0.0 || d.Rows[0]["kstar"] != nil {
		t.Errorf("%v", d.Rows[0])
	}
}

func trialsOf(t *testing.T, id, dir string) []store.Trial {
	t.Helper()
	_, run, trials, err := loadRun(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if run.ID != id {
		t.Fatalf("the folder %s holds run %s, not %s", dir, run.ID, id)
	}
	return trials
}

// sameEverywhere is a trial without what may differ: names, times, and what each attempt
// measured.
func sameEverywhere(t *testing.T, tr store.Trial) string {
	t.Helper()
	var rounds []any
	for _, r := range tr.Rounds {
		rounds = append(rounds, map[string]any{
			"prompt": r.Prompt, "reply": r.Reply, "claim": r.Claim, "certificate": r.Certificate.Stable(), "view": r.View,
			"feedback": r.Feedback, "measures": r.Measures, "labels": r.Labels, "usage": r.Usage, "stop": r.StopReason,
		})
	}
	raw, err := json.Marshal(map[string]any{"task": tr.Task, "terminal": tr.Terminal, "accepted": tr.Accepted, "rounds": rounds, "final": tr.Final.Stable()})
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

const chain = `import math
def Z_efficient(params, n):
    K = params["beta"] * params["J"]
    return 2.0 * (2.0 * math.cosh(K)) ** (n - 1)
`

const enumeration = `import itertools, math
def Z_efficient(params, n):
    K = params["beta"] * params["J"]
    return sum(math.exp(K * sum(s[i] * s[i + 1] for i in range(n - 1))) for s in itertools.product((-1, 1), repeat=n))
`

// The exit codes of a check: certified, failed, malformed, undecided.
func TestCheckMapping(t *testing.T) {
	needsPython(t)
	inTempDir(t)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	claimFile := func(extra string) string {
		code, _ := json.Marshal(chain)
		return `{"task":"P01","tractable_class":"transfer_matrix","complexity_O":"O(n)","confidence":0.9,"justification":"-","code":` + string(code) + extra + `}`
	}
	write("good.json", claimFile(""))
	write("unknown.json", claimFile(`,"certified":true`))
	write("twice.json", claimFile(`,"task":"P02"`))
	write("good.py", chain)
	write("brute.py", enumeration)
	write("good.yaml", "task: P01\ntractable_class: transfer_matrix\ncomplexity_O: O(n)\nconfidence: 0.5\njustification: '-'\ncode: |\n  "+strings.ReplaceAll(chain, "\n", "\n  ")+"\n")
	reply, err := statmech.Reply("reference", statmech.Ask{Task: "P01", Variant: "canonical", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		stdin string
		args  []string
		code  int
		says  string
	}{
		{"json", "", []string{"good.json"}, 0, "CERTIFIED"},
		{"yaml", "", []string{"good.yaml"}, 0, "CERTIFIED"},
		{"program", "", []string{"good.py", "--task", "P01", "--class", "transfer_matrix", "--complexity", "O(n)"}, 0, "CERTIFIED"},
		{"reply", reply, []string{"-", "--task", "P01"}, 0, "CERTIFIED"},
		{"understated", "", []string{"brute.py", "--task", "P01", "--class", "transfer_matrix", "--complexity", "O(n)"}, 1, "complexity.growth"},
		{"wrong task", "", []string{"good.py", "--task", "P02", "--class", "transfer_matrix", "--complexity", "O(n)"}, 1, "numbers.probed"},
		{"unparsed complexity", "", []string{"good.py", "--task", "P01", "--class", "transfer_matrix", "--complexity", "fast enough"}, 3, "unparsed"},
		{"no claim in the reply", "I cannot help.", []string{"-", "--task", "P01"}, 2, "ERROR"},
		{"empty reply", "", []string{"-", "--task", "P01"}, 2, "empty"},
		{"unknown key", "", []string{"unknown.json"}, 2, "certified"},
		{"repeated key", "", []string{"twice.json"}, 2, "duplicate"},
		{"no such file", "", []string{"nowhere.json"}, 2, "nowhere.json"},
		{"no such task", "", []string{"good.py", "--task", "P99", "--class", "gauge", "--complexity", "O(n)"}, 2, "P99"},
		{"no such class", "", []string{"good.py", "--task", "P01", "--class", "magic", "--complexity", "O(n)"}, 2, "magic"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := assay(t, tt.stdin, append([]string{"check", "mapping"}, tt.args...)...)
			if r.code != tt.code || !strings.Contains(r.stdout+r.stderr, tt.says) {
				t.Errorf("exit %d, want %d with %q\n%s%s", r.code, tt.code, tt.says, r.stdout, r.stderr)
			}
		})
	}
}

// Every schema compiles, and what the binary prints is valid under it.
func TestSchemas(t *testing.T) {
	needsPython(t)
	inTempDir(t)
	compiled := map[string]*jsonschema.Schema{}
	for name := range schemas() {
		r := assay(t, "", "schema", name)
		if r.code != 0 {
			t.Fatalf("schema %s: exit %d\n%s", name, r.code, r.stderr)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(r.stdout))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(name+".json", doc); err != nil {
			t.Fatal(err)
		}
		if compiled[name], err = c.Compile(name + ".json"); err != nil {
			t.Fatalf("schema %s: %v", name, err)
		}
	}
	valid := func(name, text string) {
		t.Helper()
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if err := compiled[name].Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile("p.py", []byte(chain), 0o644); err != nil {
		t.Fatal(err)
	}
	valid("certificate", assay(t, "", "check", "mapping", "p.py", "--task", "P01", "--class", "transfer_matrix", "--complexity", "O(n)", "--json", "--private").stdout)
	valid("certificate", assay(t, "nothing", "check", "mapping", "-", "--task", "P01", "--json").stdout)
	valid("registry", assay(t, "", "check", "mapping", "--list", "--json").stdout)
	runJSON(t, "-m", "builtin/stumble", "--task", "P01", "--variant", "canonical", "--out", "r")
	for line := range strings.Lines(assay(t, "", "export", "r").stdout) {
		valid("trial", line)
	}
	bad := `{"task":"P01","tractable_class":"gauge","extra":1}`
	v, _ := jsonschema.UnmarshalJSON(strings.NewReader(bad))
	if compiled["mapping"].Validate(v) == nil {
		t.Error("a claim with missing and unknown keys is valid")
	}
}

// What a user mistypes is a usage error that says what to do.
func TestUsageErrors(t *testing.T) {
	inTempDir(t)
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"run"}, "assay suites"},
		{[]string{"run", "statmech"}, "builtin/reference"},
		{[]string{"run", "nosuch", "-m", "builtin/reference"}, "known: statmech"},
		{[]string{"run", "statmech", "-m", "builtin/reference", "--display", "loud"}, "--display"},
		{[]string{"run", "statmech", "-m", "builtin/reference", "--nosuch"}, "--help"},
		{[]string{"resume", "nowhere"}, "no run"},
		{[]string{"view"}, "no run"},
		{[]string{"schema", "nosuch"}, "known:"},
		{[]string{"check", "mapping"}, "needs one file"},
		{[]string{"check", "maping", "x.json"}, "known: mapping"},
		{[]string{"check"}, "needs a kind"},
		{[]string{"run", "statmech", "-m", "builtin/reference", "--rounds", "0"}, "--rounds"},
		{[]string{"run", "statmech", "-m", "openai-api/lab/unheard-of", "--cost-limit", "1"}, "no price"},
		{[]string{"run", "duality", "-m", "builtin/nosuch"}, "assay models"},
		{[]string{"run", "duality", "-m", "nosuch/model"}, "there are: openai"},
		{[]string{"run", "duality", "-m", "builtin/repair", "--policy", "nosuch"}, "known: ss"},
		{[]string{"run", "duality", "-m", "builtin/repair", "--task", "nosuch"}, "assay suites"},
		{[]string{"run", "duality", "-m", "builtin/repair", "--variant", "nosuch"}, "known: "},
		{[]string{"run", "statmech", "-m", "builtin/reference", "--task", "nosuch"}, "known: P01"},
		{[]string{"run", "statmech", "-m", "builtin/reference", "--variant", "nosuch"}, "known: "},
	} {
		r := assay(t, "", tt.args...)
		if r.code != exitUsage || !strings.Contains(r.stderr, tt.says) {
			t.Errorf("%v: exit %d, want %d with %q\n%s", tt.args, r.code, exitUsage, tt.says, r.stderr)
		}
	}
	if left, err := filepath.Glob(filepath.Join(runsDir, "*")); err != nil || len(left) > 0 {
		t.Errorf("runs that never began left %v behind (%v)", left, err)
	}
}

// Foreign text cannot move the cursor, and no spreadsheet runs it.
func TestForeignTextIsHarmless(t *testing.T) {
	if got := printable("a\x1b]0;pwned\x07b\u202ec\n"); strings.ContainsAny(got, "\x1b\x07\u202e") || !strings.HasSuffix(got, "c\n") {
		t.Errorf("%q", got)
	}
	for _, s := range []string{"=HYPERLINK(1)", "+1", "-1", "@x"} {
		if got := cell(s); got[0] != '\'' {
			t.Errorf("%q", got)
		}
	}
	if cell("O(n)") != "O(n)" {
		t.Error("plain text is changed")
	}
}

// Listings work without any Python.
func TestListings(t *testing.T) {
	for _, args := range [][]string{{"suites"}, {"models"}, {"policies"}, {"check", "mapping", "--list"}} {
		if r := assay(t, "", args...); r.code != 0 || len(r.stdout) < 100 {
			t.Errorf("%v: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		r := assay(t, "", append(args, "--json")...)
		if r.code != 0 || !json.Valid([]byte(r.stdout)) {
			t.Errorf("%v --json: exit %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
}

// The columns that a reader of `run --json` relies on exist in the suite's spec.
func TestMetricsCoverTheContract(t *testing.T) {
	s := stats.Summarize(nil, stats.Mapping(statmech.Metrics()))
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{"tc0_strict", "tc0_witnessed", "nm0", "honesty", "kstar"} {
		if !bytes.Contains(raw, []byte(`"`+c+`"`)) {
			t.Errorf("no column %s", c)
		}
	}
}
