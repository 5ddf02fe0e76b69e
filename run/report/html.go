package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

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
		Style:  template.HTML("<style>" + css + "</style>"),      // not from input
		Script: template.HTML("<script>" + pageJS + "</script>"), // not from input
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
		pf := &pageFigure{ID: f.Name, Title: f.Title, Caption: f.Caption, SVG: template.HTML(svg)} // texts in it are escaped by the renderer
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
		p.Legend = append(p.Legend, legendWord{o, s.Spec.Words.Outcomes[o]})
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
					c.Entries = append(c.Entries, matrixEntry{e, fmt.Sprintf("%s, %s, %s: %s", names[i], oneLine(task), oneLine(v), entryWords(s.Spec, e))})
				}
				r.Cells = append(r.Cells, c)
			}
		}
		m.Rows = append(m.Rows, r)
	}
	return m
}

// entryWords says a trial's outcome in one line.
func entryWords(spec stats.Spec, e stats.Entry) string {
	out := spec.Words.Outcomes[e.Outcome]
	if e.FirstPass >= 0 {
		out += fmt.Sprintf("; %s in round %d", spec.Words.First, e.FirstPass)
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
			Outcome: e.Outcome, OutcomeWords: s.Spec.Words.Outcomes[e.Outcome]}
		line := entryWords(s.Spec, e)
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
