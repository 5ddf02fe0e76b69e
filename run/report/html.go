package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

//go:embed assets/page.html.tmpl
var pageTemplate string

//go:embed assets/page.css
var pageCSS string

//go:embed assets/dark.css
var darkVariables string

//go:embed assets/page.js
var pageJS string

// The page is one file in three parts: what is read first, rendered here; the
// records of the trials as JSON, each text once; and a script that unfolds a trial
// from them. Model output is hostile: it reaches the document only through
// html/template or inside JSON whose <, > and & are escaped, and the script makes
// text nodes of it. The content policy allows exactly the style and the script
// below, by their digests, and no request at all.

type named struct{ Name, Value string }

type page struct {
	CSP           string
	Style, Script template.HTML
	Suite, RunID  string
	Version       string
	Facts         []named
	Terminals     []terminalCount
	Warnings      []string
	Glossary      []named
	Main          table
	Tables        []table
	Pass          *pageFigure
	Reliability   *pageFigure
	Heat          *pageFigure
	Legend        []legendWord
	Matrix        pageMatrix
	Obligations   pageObligations
	Filters       []pageFilter
	Trials        []pageTrial
}

type terminalCount struct {
	Name, Meaning string
	Count         int
}

type pageFigure struct {
	ID, Title, Caption string
	SVG                template.HTML
	Table              table
}

type legendWord struct {
	ID    stats.Outcome
	Words string
}

type pageMatrix struct {
	Variants []string
	Tasks    []Task
	Rows     []matrixRow
}

type matrixRow struct {
	Agent string
	Cells []matrixCell
}

type matrixCell struct {
	First   bool
	Entries []matrixEntry
}

type matrixEntry struct {
	stats.Entry
	Words string
}

type pageObligations struct {
	Agents []string
	Rows   []obligationRow
}

type obligationRow struct {
	Name, Meaning string
	Cells         []obligationCell
}

type obligationCell struct {
	Failed     bool
	Main, Rest string
}

type pageFilter struct {
	ID, Name string
	Options  []string
}

type pageTrial struct {
	Key, Model, Policy, Task, Variant, Agent string
	Terminal                                 string
	Outcome                                  stats.Outcome
	OutcomeWords, Line                       string
}

// writeHTML writes report.html. The input must be public already.
func writeHTML(w io.Writer, in Input, s stats.Summary, figures []Figure) error {
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	p, err := newPage(in, s, figures)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	if err := t.ExecuteTemplate(b, "head", p); err != nil {
		return err
	}
	if err := writeRecords(b, in); err != nil {
		return err
	}
	if err := t.ExecuteTemplate(b, "tail", p); err != nil {
		return err
	}
	return b.Flush()
}

// style is the page's style sheet: light by default, dark by the reader's system or
// choice, light again on paper.
func style() string {
	dark := strings.TrimSpace(darkVariables)
	var figures strings.Builder
	for rule := range strings.Lines(figureCSS()) {
		figures.WriteString(rule)
	}
	nest := func(selector string) string {
		return selector + "{" + dark + ";color-scheme:dark}\n" + prefix(figures.String(), selector)
	}
	return pageCSS + ":root[data-theme=light]{color-scheme:light}\n" +
		"@media screen and (prefers-color-scheme:dark){" + nest(":root:not([data-theme=light])") + "}\n" +
		"@media screen{" + nest(":root[data-theme=dark]") + "}\n"
}

// prefix puts a selector in front of every rule for figures.
func prefix(rules, selector string) string {
	return strings.ReplaceAll(rules, "svg.figure", selector+" svg.figure")
}

func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func newPage(in Input, s stats.Summary, figures []Figure) (page, error) {
	css := style()
	p := page{
		CSP: fmt.Sprintf("default-src 'none'; style-src %s; script-src %s; img-src data:; base-uri 'none'; form-action 'none'", digest(css), digest(pageJS)),
		// Both are ours, from the embedded files.
		Style:  template.HTML("<style>" + css + "</style>"),      //nolint:gosec // not from input
		Script: template.HTML("<script>" + pageJS + "</script>"), //nolint:gosec // not from input
		Suite:  visible(in.Run.Suite), RunID: visible(in.Run.ID), Version: visible(in.Run.Version),
		Facts:     facts(in, s),
		Terminals: terminalCounts(s),
		Warnings:  warnings(in),
	}
	tables := summaryTables(s)
	p.Main, p.Tables = tables[0], tables[1:]
	for _, c := range s.Columns {
		p.Glossary = append(p.Glossary, named{c.Title, c.Meaning})
	}
	for _, f := range figures {
		svg, err := f.vector()
		if err != nil {
			return page{}, err
		}
		pf := &pageFigure{ID: f.Name, Title: f.Title, Caption: f.Caption, SVG: template.HTML(svg)} //nolint:gosec // texts in it are escaped by the renderer
		switch f.Name {                                                                            // the matrix stands in the page as a table of links
		case figurePass:
			p.Pass = pf
		case figureReliability:
			pf.Table = calibrationTable(s)
			p.Reliability = pf
		case figureObligations:
			p.Heat = pf
		}
	}
	for _, o := range stats.Outcomes() {
		p.Legend = append(p.Legend, legendWord{o, outcomeWords(o)})
	}
	names := fullAgentNames(s.Agents)
	p.Matrix = newMatrix(in, s, names)
	p.Obligations = newObligations(in, s, names)
	p.Filters, p.Trials = newTrials(in, s, names)
	return p, nil
}

// summaryTables are the tables of every format.
func summaryTables(s stats.Summary) []table {
	out := []table{mainTable(s)}
	for _, f := range []func(stats.Summary) (table, bool){detailTable, deltaTable, modeTable} {
		if t, ok := f(s); ok {
			out = append(out, t)
		}
	}
	return out
}

func facts(in Input, s stats.Summary) []named {
	var models []string
	for _, a := range modelsOf(s.Agents) {
		models = append(models, oneLine(a.Model))
	}
	var policies []string
	for _, a := range s.Agents {
		if p := oneLine(a.Policy); !slices.Contains(policies, p) {
			policies = append(policies, p)
		}
	}
	out := []named{{"suite", oneLine(in.Run.Suite)}, {"seed", strconv.FormatUint(in.Run.Seed, 10)}}
	if !in.Run.Created.IsZero() {
		out = append(out, named{"started", in.Run.Created.UTC().Format("2 January 2006, 15:04 UTC")})
	}
	out = append(out, named{"state", string(in.Run.State)},
		named{"trials", fmt.Sprintf("%d: %d tasks, %d descriptions", len(in.Trials), len(s.Tasks), len(s.Variants))},
		named{"policies", strings.Join(policies, ", ")}, named{"models", strings.Join(models, ", ")})
	return out
}

func terminalCounts(s stats.Summary) []terminalCount {
	meaning := map[claim.Terminal]string{
		claim.OK:             "judged",
		claim.ModelInvalid:   "no readable reply",
		claim.Limit:          "token, cost or time limit",
		claim.Infrastructure: "provider or machine fault",
		claim.Operator:       "misconfigured or stopped",
	}
	var out []terminalCount
	for _, t := range claim.Terminals() {
		out = append(out, terminalCount{string(t), meaning[t], s.Terminals[t]})
	}
	if n := s.Terminals[""]; n > 0 {
		out = append(out, terminalCount{"open", "not finished yet", n})
	}
	return out
}

// warnings says what a reader must know before believing a number.
func warnings(in Input) []string {
	var out []string
	if in.Run.State != store.Complete {
		out = append(out, fmt.Sprintf("This run is %s: the numbers are those of the trials so far.", in.Run.State))
	}
	unanswered := 0
	for _, t := range in.Trials {
		unanswered += t.Unanswered
	}
	if unanswered > 0 {
		out = append(out, fmt.Sprintf("Possibly billed twice: %d calls were started whose answers were never recorded, because the process died.", unanswered))
	}
	if in.Private {
		out = append(out, "This report holds private evidence (reference values, gold labels): do not publish it.")
	}
	return out
}

// fullAgentNames are complete names, with the policy where there are several.
func fullAgentNames(agents []stats.Agent) []string {
	several := slices.ContainsFunc(agents, func(a stats.Agent) bool { return a.Policy != agents[0].Policy })
	out := make([]string, len(agents))
	for i, a := range agents {
		out[i] = oneLine(a.Model)
		if several {
			out[i] += " · " + oneLine(a.Policy)
		}
	}
	return out
}

func newMatrix(in Input, s stats.Summary, names []string) pageMatrix {
	titles := map[string]string{}
	for _, t := range in.Tasks {
		titles[t.ID] = oneLine(t.Title)
		if t.Gold != "" {
			titles[t.ID] += " (" + oneLine(t.Gold) + ")"
		}
	}
	m := pageMatrix{}
	for _, v := range s.Variants {
		m.Variants = append(m.Variants, oneLine(v))
	}
	for _, t := range s.Tasks {
		m.Tasks = append(m.Tasks, Task{ID: oneLine(t), Title: titles[t]})
	}
	type place struct {
		stats.Agent
		variant, task string
	}
	at := map[place][]stats.Entry{}
	for _, c := range s.Cells {
		at[place{c.Agent, c.Variant, c.Task}] = c.Entries
	}
	for i, a := range s.Agents {
		r := matrixRow{Agent: names[i]}
		for _, v := range s.Variants {
			for ti, task := range s.Tasks {
				c := matrixCell{First: ti == 0}
				for _, e := range at[place{a, v, task}] {
					e.Key = anchor(e.Key)
					c.Entries = append(c.Entries, matrixEntry{e, fmt.Sprintf("%s, %s, %s: %s", names[i], oneLine(task), oneLine(v), entryWords(e))})
				}
				r.Cells = append(r.Cells, c)
			}
		}
		m.Rows = append(m.Rows, r)
	}
	return m
}

// entryWords says a trial's outcome in one line.
func entryWords(e stats.Entry) string {
	out := outcomeWords(e.Outcome)
	if e.FirstPass >= 0 {
		out += fmt.Sprintf("; numbers first right in round %d", e.FirstPass)
	}
	if e.Class != "" {
		out += "; class " + oneLine(e.Class)
	}
	if e.Mode != "" {
		out += "; mode " + oneLine(e.Mode)
	}
	return out
}

func newObligations(in Input, s stats.Summary, names []string) pageObligations {
	out := pageObligations{Agents: names}
	byName := map[string]map[stats.Agent]stats.Tally{}
	var order []string
	for _, t := range s.Obligations {
		if byName[t.Obligation] == nil {
			byName[t.Obligation] = map[stats.Agent]stats.Tally{}
			order = append(order, t.Obligation)
		}
		byName[t.Obligation][t.Agent] = t
	}
	for _, name := range order {
		r := obligationRow{Name: oneLine(name)}
		if o, _, ok := in.Kind.Obligation(name); ok {
			r.Meaning = o.Meaning
		}
		for _, a := range s.Agents {
			r.Cells = append(r.Cells, newObligationCell(byName[name][a]))
		}
		out.Rows = append(out.Rows, r)
	}
	return out
}

func newObligationCell(t stats.Tally) obligationCell {
	c := obligationCell{Main: none}
	if n := t.Judged(); n > 0 {
		failed := t.Counts[claim.Failed]
		c.Main, c.Failed = fmt.Sprintf("%d/%d", failed, n), failed > 0
	}
	var rest []string
	for _, st := range []claim.Status{claim.Unknown, claim.NotApplicable, claim.NotImplemented} {
		if n := t.Counts[st]; n > 0 {
			rest = append(rest, fmt.Sprintf("%d %s", n, strings.ReplaceAll(string(st), "_", " ")))
		}
	}
	c.Rest = strings.Join(rest, ", ")
	return c
}

func newTrials(in Input, s stats.Summary, names []string) ([]pageFilter, []pageTrial) {
	name := map[stats.Agent]string{}
	for i, a := range s.Agents {
		name[a] = names[i]
	}
	out := make([]pageTrial, 0, len(in.Trials))
	options := map[string]map[string]bool{}
	note := func(filter, v string) {
		if options[filter] == nil {
			options[filter] = map[string]bool{}
		}
		options[filter][v] = true
	}
	for _, t := range in.Trials {
		e := s.Spec.Entry(t)
		pt := pageTrial{Key: anchor(t.Key), Model: oneLine(t.Model), Policy: oneLine(t.Policy), Task: oneLine(t.Task), Variant: oneLine(t.Variant),
			Agent: name[stats.Agent{Model: t.Model, Policy: t.Policy}], Terminal: cmp.Or(string(t.Terminal), "open"),
			Outcome: e.Outcome, OutcomeWords: outcomeWords(e.Outcome)}
		line := entryWords(e)
		if t.Epoch > 0 {
			line = fmt.Sprintf("epoch %d · ", t.Epoch) + line
		}
		if e.Outcome == stats.OutcomeExcluded {
			line = pt.Terminal
		}
		pt.Line = fmt.Sprintf("%s · %s", line, plural(len(t.Rounds), "reply", "replies"))
		out = append(out, pt)
		note("model", pt.Model)
		note("policy", pt.Policy)
		note("task", pt.Task)
		note("variant", pt.Variant)
		note("outcome", pt.OutcomeWords)
		note("terminal", pt.Terminal)
	}
	var filters []pageFilter
	for _, f := range []named{{"model", "model"}, {"policy", "policy"}, {"task", "task"}, {"variant", "description"}, {"outcome", "outcome"}, {"terminal", "state"}} {
		if len(options[f.Name]) > 1 {
			filters = append(filters, pageFilter{ID: f.Name, Name: f.Value, Options: slices.Sorted(maps.Keys(options[f.Name]))})
		}
	}
	return filters, out
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// anchor is a trial's key as part of an element's id: a key is a hex digest, and
// anything else in it is replaced.
func anchor(key string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, key)
}

// writeRecords writes the JSON from which the script unfolds trials: the kind's
// obligations, then trial by trial the texts that are new with it and its record.
func writeRecords(w io.Writer, in Input) error {
	type meaning struct {
		Meaning string `json:"meaning"`
		Source  string `json:"source"`
	}
	kind := map[string]meaning{}
	for _, o := range in.Kind.Obligations {
		kind[o.Name] = meaning{o.Meaning, o.Source}
	}
	if err := writeJSON(w, "kind", kind); err != nil {
		return err
	}
	b := blobs{w: w, ids: map[[sha256.Size]byte]int{}}
	for _, t := range in.Trials {
		rec, err := newRecord(&b, t)
		if err != nil {
			return fmt.Errorf("trial %s: %w", t.Key, err)
		}
		if err := writeJSON(w, "t-"+anchor(t.Key), rec); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes a data block. encoding/json escapes <, > and &, so that no text
// inside can end the element.
func writeJSON(w io.Writer, id string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeBlock(w, id, raw)
}

func writeBlock(w io.Writer, id string, raw []byte) error {
	_, err := fmt.Fprintf(w, "<script type=\"application/json\" id=%q>%s</script>\n", id, raw)
	return err
}

// blobs writes each distinct value once and gives it a number.
type blobs struct {
	w   io.Writer
	ids map[[sha256.Size]byte]int
}

func (b *blobs) put(v any) (int, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return 0, err
	}
	key := sha256.Sum256(raw)
	if id, ok := b.ids[key]; ok {
		return id, nil
	}
	id := len(b.ids)
	b.ids[key] = id
	return id, writeBlock(b.w, "b"+strconv.Itoa(id), raw)
}

// optional is −1 for an empty text.
func (b *blobs) optional(s string) (int, error) {
	if s == "" {
		return -1, nil
	}
	return b.put(clip(s))
}

// Texts in the page are cut in the middle when they are longer than clipHead +
// clipTail bytes; results.jsonl has them whole.
const (
	clipHead     = 64 << 10
	clipTail     = 16 << 10
	clipEvidence = 32 << 10
)

func clip(s string) string {
	if len(s) <= clipHead+clipTail {
		return s
	}
	head, tail := strings.ToValidUTF8(s[:clipHead], ""), strings.ToValidUTF8(s[len(s)-clipTail:], "")
	return fmt.Sprintf("%s\n\n[… %d bytes are left out here; results.jsonl has the whole text …]\n\n%s", head, len(s)-len(head)-len(tail), tail)
}

type record struct {
	Facts    [][2]string   `json:"facts"`
	Rounds   []recordRound `json:"rounds"`
	Final    int           `json:"final"`
	Measures [][2]string   `json:"measures,omitempty"`
}

type recordRound struct {
	Title       string      `json:"title"`
	Verdict     string      `json:"verdict"`
	Prompt      [][2]any    `json:"prompt"`
	Reply       int         `json:"reply"`
	Reasoning   int         `json:"reasoning"`
	Claim       [][2]string `json:"claim,omitempty"`
	Code        int         `json:"code"`
	Certificate int         `json:"certificate"`
	Level       string      `json:"level"`
	Feedback    int         `json:"feedback"`
	Facts       [][2]string `json:"facts"`
}

func newRecord(b *blobs, t store.Trial) (record, error) {
	rec := record{Facts: trialFacts(t), Final: -1, Rounds: []recordRound{}}
	for i, r := range t.Rounds {
		rr, err := newRound(b, i, r, i == t.Accepted)
		if err != nil {
			return record{}, err
		}
		rec.Rounds = append(rec.Rounds, rr)
	}
	if t.Final != nil {
		id, err := b.put(bounded(*t.Final))
		if err != nil {
			return record{}, err
		}
		rec.Final = id
		rec.Measures = measureFacts(t.FinalMeasures, t.FinalLabels)
	}
	return rec, nil
}

func trialFacts(t store.Trial) [][2]string {
	out := [][2]string{{"state", cmp.Or(string(t.Terminal), "open")}}
	add := func(k, v string) {
		if v != "" {
			out = append(out, [2]string{k, v})
		}
	}
	add("cause", t.Cause)
	add("error", t.Error)
	add("model, policy", t.Model+", "+t.Policy)
	if !t.Started.IsZero() {
		add("started", t.Started.UTC().Format(time.RFC3339))
	}
	u := t.Usage
	add("tokens", fmt.Sprintf("%d in, %d cached, %d out (%d reasoning)", u.InputTokens, u.CachedTokens, u.OutputTokens, u.ReasoningTokens))
	if t.CostUSD != nil {
		add("cost", dollars(*t.CostUSD))
	} else {
		add("cost", "not known")
	}
	add("time", duration(t.WallSeconds))
	for _, c := range t.Broken {
		what := "never came back: possibly billed"
		if c.Fault != nil {
			what = strings.TrimSpace(string(c.Fault.Kind) + " " + c.Fault.Message)
		}
		add(fmt.Sprintf("call %d, no reply", c.Number), what)
	}
	for _, o := range t.Earlier {
		add("earlier outcome", strings.TrimSpace(string(o.Terminal)+" "+o.Error))
	}
	add("key", t.Key)
	return out
}

func newRound(b *blobs, i int, r store.Round, accepted bool) (recordRound, error) {
	out := recordRound{Title: fmt.Sprintf("Round %d", i), Verdict: string(r.Certificate.Verdict), Level: string(r.View.Level), Certificate: -1, Code: -1}
	if r.Sample > 0 {
		out.Title = fmt.Sprintf("Round %d, sample %d", i, r.Sample)
	}
	if accepted {
		out.Title += ", accepted"
	}
	for _, m := range r.Prompt {
		id, err := b.put(clip(m.Content))
		if err != nil {
			return out, err
		}
		out.Prompt = append(out.Prompt, [2]any{string(m.Role), id})
	}
	var err error
	if out.Reply, err = b.put(clip(r.Reply)); err != nil {
		return out, err
	}
	if out.Reasoning, err = b.optional(r.Reasoning); err != nil {
		return out, err
	}
	if out.Feedback, err = b.optional(r.Feedback); err != nil {
		return out, err
	}
	code := ""
	out.Claim, code = claimFacts(r.Claim)
	if out.Code, err = b.optional(code); err != nil {
		return out, err
	}
	if r.Checked() {
		if out.Certificate, err = b.put(bounded(r.Certificate)); err != nil {
			return out, err
		}
	}
	out.Facts = roundFacts(r)
	return out, nil
}

// claimFacts lists the fields of a claim and takes its program out.
func claimFacts(raw json.RawMessage) (fields [][2]string, code string) {
	var claimed map[string]json.RawMessage
	if json.Unmarshal(raw, &claimed) != nil {
		return nil, "" // null or no object: the findings say what was wrong with it
	}
	for _, k := range slices.Sorted(maps.Keys(claimed)) {
		var s string
		if json.Unmarshal(claimed[k], &s) != nil {
			s = string(claimed[k])
		}
		if k == "code" {
			code = s
			continue
		}
		fields = append(fields, [2]string{k, clip(s)})
	}
	return fields, code
}

func roundFacts(r store.Round) [][2]string {
	u := r.Usage
	out := [][2]string{{"tokens", fmt.Sprintf("%d in, %d cached, %d out (%d reasoning)", u.InputTokens, u.CachedTokens, u.OutputTokens, u.ReasoningTokens)}}
	add := func(k, v string) {
		if v != "" {
			out = append(out, [2]string{k, v})
		}
	}
	if r.CostUSD != nil {
		add("cost", dollars(*r.CostUSD))
	}
	add("time", fmt.Sprintf("%s in the call, %s in the check", duration(r.Seconds), duration(r.CheckSeconds)))
	add("stopped by", r.StopReason)
	add("refusal", r.Refusal)
	add("answered by", r.AnsweredBy)
	add("settings not sent", strings.Join(r.Ignored, ", "))
	for _, a := range r.Attempts {
		if a.Fault == nil && len(r.Attempts) == 1 {
			continue
		}
		what := "reply"
		if a.Fault != nil {
			what = strings.TrimSpace(string(a.Fault.Kind) + " " + a.Fault.Message)
		}
		if a.Wait > 0 {
			what += fmt.Sprintf(" (after %s: %s)", duration(a.Wait.Seconds()), a.WaitedFor)
		}
		add(fmt.Sprintf("attempt %d", a.Number), what)
	}
	return append(out, measureFacts(r.Measures, r.Labels)...)
}

func measureFacts(measures map[string]float64, labels map[string]string) [][2]string {
	var out [][2]string
	for _, k := range slices.Sorted(maps.Keys(measures)) {
		out = append(out, [2]string{k, strconv.FormatFloat(measures[k], 'g', -1, 64)})
	}
	for _, k := range slices.Sorted(maps.Keys(labels)) {
		out = append(out, [2]string{k, cmp.Or(labels[k], none)})
	}
	return out
}

// bounded replaces evidence that is too long for a page by a note.
func bounded(c claim.Certificate) claim.Certificate {
	short := func(es []claim.Evidence) []claim.Evidence {
		out := slices.Clone(es)
		for i, e := range out {
			if len(e.Data) > clipEvidence {
				note := fmt.Sprintf("%d bytes; results.jsonl has them", len(e.Data))
				out[i].Data = json.RawMessage(strconv.Quote(note))
			}
		}
		return out
	}
	c.Findings = slices.Clone(c.Findings)
	for i, f := range c.Findings {
		f.Evidence, f.Private = short(f.Evidence), short(f.Private)
		f.Message = clip(f.Message)
		c.Findings[i] = f
	}
	c.Measurements = slices.Clone(c.Measurements)
	for i, m := range c.Measurements {
		if len(m.Data) > clipEvidence {
			c.Measurements[i].Data = json.RawMessage(`"too long for this page"`)
		}
	}
	return c
}
