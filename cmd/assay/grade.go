package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/math/equal"
	reply "github.com/assay-physics/assay/verify/answer"
)

// graded is one verdict as `assay grade --json` prints it, one a line.
type graded struct {
	ID json.RawMessage `json:"id,omitempty"`
	equal.Result
	// Answer is what was extracted where the candidate was a whole reply.
	Answer string `json:"answer,omitempty"`
	// Line of the input, for a line that is no pair.
	Line int `json:"line,omitempty"`
}

// gradeOptions are the flags of grade.
type gradeOptions struct {
	reference, context, syntax, lines string
	assume                            string
	workers                           int
}

func newGrade(a *app) *cobra.Command {
	var o gradeOptions
	c := &cobra.Command{
		Use:   "grade --ref REFERENCE CANDIDATE",
		Short: "whether two expressions are the same, and how that is known",
		Long: `grade compares a candidate answer with a reference: LaTeX as models write it, SymPy text, or
plain text. The verdict is equivalent (with a certificate), different (with a witness),
form-violation (which rule), undecided (why) or malformed (where). A candidate that is a
whole reply is reduced to its boxed answer first.

The context says what the problem states: symbols and their signs, relations, constraints,
functions, the form that was asked for; see docs/equality.md. Undeclared symbols are real, of
either sign, in the natural domain of the reference.

--jsonl reads {"id":…,"reference":…,"candidate":…,"syntax":…,"context":{…}} a line (other keys
are ignored) and answers with one line of JSON each, in order. The exit code of a single pair is 0
equivalent, 1 different or form-violation, 2 malformed, 3 undecided; of a file
it is 0 whatever the verdicts.`,
		Example: `  assay grade --ref '\frac{1}{1+i}' '\frac{1-i}{2}'
  assay grade --ref '\sqrt{a^2}' 'a' --context '{"symbols":{"a":"positive"}}'
  assay grade --jsonl pairs.jsonl > verdicts.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts, err := o.options()
			if err != nil {
				return err
			}
			if o.lines != "" {
				if len(args) > 0 || o.reference != "" {
					return usage("--jsonl takes the pairs from its file: no candidate and no --ref")
				}
				return a.gradeLines(cmd.Context(), o, opts)
			}
			if len(args) != 1 || !cmd.Flags().Changed("ref") {
				return usage("%s needs --ref and one candidate, or --jsonl\nrun '%s --help'", cmd.CommandPath(), cmd.CommandPath())
			}
			return a.gradeOne(cmd.Context(), o, opts, args[0])
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.reference, "ref", "", "the reference")
	f.StringVar(&o.context, "context", "", "the context: JSON, or a file that holds it")
	f.StringVar(&o.syntax, "syntax", "latex", "of both sides: latex, sympy or text")
	f.StringVar(&o.assume, "assume", "", "positive: symbols of undeclared sign are positive")
	f.StringVar(&o.lines, "jsonl", "", "a file of pairs, one a line; - for standard input")
	f.IntVar(&o.workers, "workers", 0, "pairs at a time (0: one a CPU)")
	return c
}

func (o gradeOptions) options() (equal.Options, error) {
	switch o.assume {
	case "", "positive":
	default:
		return equal.Options{}, usage("--assume %s: only positive is known", o.assume)
	}
	return equal.Options{AssumePositive: o.assume == "positive"}, nil
}

// readContext reads --context: JSON, or the name of a file.
func (o gradeOptions) readContext() (*equal.Context, error) {
	raw := []byte(o.context)
	if o.context == "" {
		return nil, nil
	}
	if !strings.HasPrefix(strings.TrimSpace(o.context), "{") {
		var err error
		if raw, err = os.ReadFile(o.context); err != nil {
			return nil, err
		}
	}
	return equal.ReadContext(raw)
}

func (a *app) gradeOne(ctx context.Context, o gradeOptions, opts equal.Options, candidate string) error {
	c, err := o.readContext()
	if err != nil {
		return &exit{exitUsage, err}
	}
	g := grade(ctx, equal.Pair{Reference: o.reference, Candidate: candidate, Syntax: o.syntax, Context: c}, opts)
	if a.json {
		err = a.printJSON(g)
	} else {
		_, err = fmt.Fprint(a.stdout, g.text())
	}
	if err != nil {
		return err
	}
	switch g.Verdict {
	case equal.Equivalent:
		return nil
	case equal.Malformed:
		return &exit{code: exitUsage}
	case equal.Undecided:
		return &exit{code: 3}
	default:
		return &exit{code: exitError}
	}
}

// grade extracts the answer of a reply and compares it.
func grade(ctx context.Context, p equal.Pair, opts equal.Options) (g graded) {
	defer func() {
		// The last line of defence of a stream: a fault of the engine costs one verdict.
		if fault := recover(); fault != nil {
			g.Result = equal.Result{Verdict: equal.Undecided, Method: "none", Message: fmt.Sprintf("internal error: %v", fault)}
		}
	}()
	e := reply.Extract(p.Candidate)
	if v := e.Violation(); v != "" {
		g.Result = equal.Result{
			Verdict: equal.FormViolation, Method: "form", Evidence: equal.Evidence{Rule: "answer"}, Message: violations[v],
		}
		return g
	}
	if why, doubtful := doubts[e.Doubt()]; doubtful {
		g.Result = equal.Result{Verdict: equal.Undecided, Method: "form", Evidence: equal.Evidence{Rule: "answer"}, Message: why}
		g.Answer = e.Text
		return g
	}
	if e.Source != reply.Whole {
		p.Candidate = e.Text
		g.Answer = e.Text
	}
	g.Result = equal.Compare(ctx, p, opts)
	if len(e.Definitions) > 0 && g.Verdict != equal.Equivalent && p.Syntax != "sympy" {
		p.Candidate += `,\text{ where }` + strings.Join(e.Definitions, ",")
		r := equal.Compare(ctx, p, opts)
		if r.Verdict == equal.Equivalent || r.Verdict == equal.Undecided && g.Verdict == equal.Different {
			g.Result, g.Answer = r, p.Candidate
		}
	}
	return g
}

// violations says in words why a reply holds no answer.
var violations = map[reply.Problem]string{
	reply.Empty:        "the answer is empty",
	reply.Truncated:    "the last box is cut off",
	reply.NotBoxed:     "the reply names its answer without a box",
	reply.OnlyThinking: "the reply ends in its reasoning section",
}

// doubts says in words why it is open what the answer is.
var doubts = map[reply.Problem]string{
	reply.Inside: "the box is a part of a larger formula: its content may be the answer, or the whole formula",
	reply.Denied: "the words around the box deny or question what is in it",
}

// text is the verdict for a terminal.
func (g graded) text() string {
	var w strings.Builder
	fmt.Fprintf(&w, "%s", g.Verdict)
	if g.Method != "" && g.Method != "none" {
		fmt.Fprintf(&w, " (%s)", g.Method)
	}
	w.WriteString("\n")
	line := func(name, s string) {
		if s != "" {
			fmt.Fprintf(&w, "  %-10s %s\n", name, printable(s))
		}
	}
	line("", g.Message)
	line("answer", g.Answer)
	line("condition", g.Evidence.Condition)
	line("looks like", g.Evidence.Hint)
	for _, r := range g.Evidence.Readings {
		line("reading", r)
	}
	for _, s := range g.Evidence.Steps {
		line("used", s)
	}
	return w.String()
}

// gradeLines answers a file of pairs line by line: several at a time, in the order of the
// input.
func (a *app) gradeLines(ctx context.Context, o gradeOptions, opts equal.Options) error {
	in := a.stdin
	if o.lines != "-" {
		f, err := os.Open(o.lines)
		if err != nil {
			return &exit{exitUsage, err}
		}
		defer f.Close()
		in = f
	}
	shared, err := o.readContext()
	if err != nil {
		return &exit{exitUsage, err}
	}
	workers := o.workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	defer collectSeldom()()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// Each batch of lines has a channel for its answers; the channel of channels keeps the order
	// and bounds how far reading runs ahead. A worker writes its answers as JSON, too: nothing
	// but the output itself waits for its turn. A batch ends where the input makes one wait.
	pending := make(chan chan []gradedLine, 16*workers)
	jobs := make(chan func(*lineGrader), 2*workers)
	for range workers {
		go func() {
			w := newLineGrader(o, shared, opts)
			for job := range jobs {
				job(w)
			}
		}()
	}
	var readErr error
	go func() {
		defer close(jobs)
		defer close(pending)
		var batch []inputLine
		readErr = o.eachLine(ctx, in, func(l inputLine, waits bool) {
			batch = append(batch, l)
			if len(batch) < maxBatch && !waits {
				return
			}
			lines, done := batch, make(chan []gradedLine, 1)
			batch = nil
			select {
			case pending <- done:
				jobs <- func(w *lineGrader) { done <- w.answers(ctx, lines) }
			case <-ctx.Done():
			}
		})
	}()
	counts := map[equal.Verdict]int{}
	out := bufio.NewWriter(a.stdout)
	for done := range pending {
		for _, line := range <-done {
			counts[line.verdict]++
			err = line.err
			if err == nil {
				_, err = out.Write(line.text)
			}
			if err != nil {
				break
			}
		}
		if err == nil && len(pending) == 0 {
			err = out.Flush()
		}
		if err != nil {
			cancel()
			for range pending { // the reader must not be left waiting
			}
			return err
		}
	}
	if err := errors.Join(ctx.Err(), readErr, out.Flush()); err != nil {
		return err
	}
	fmt.Fprintln(a.stderr, summary(counts))
	return nil
}

// A stream of pairs makes much garbage and keeps next to nothing: the heap may grow to
// streamGrowth per cent of what is alive before it is collected, and is kept below
// streamMemory bytes where that can be.
const (
	streamGrowth = 800
	streamMemory = 192 << 20
)

// collectSeldom sets the garbage collector for a stream, unless the environment says how it is
// to be set, and returns the way back.
func collectSeldom() (restore func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	growth, limit := debug.SetGCPercent(streamGrowth), debug.SetMemoryLimit(streamMemory)
	return func() {
		debug.SetGCPercent(growth)
		debug.SetMemoryLimit(limit)
	}
}

// maxBatch bounds the lines that a worker takes at a time: few, so that a short file keeps all busy.
const maxBatch = 4

// inputLine is a line of a stream and its number.
type inputLine struct {
	number int
	text   []byte
}

// eachLine reads every line, blank ones too: each is answered. It says whether the next line
// may have to be waited for; after the last one it is so.
func (o gradeOptions) eachLine(ctx context.Context, in io.Reader, f func(l inputLine, waits bool)) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	for n := 1; ctx.Err() == nil; n++ {
		raw, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		ahead, _ := lines.Peek(lines.Buffered())
		f(inputLine{n, raw}, bytes.IndexByte(ahead, '\n') < 0)
	}
	return nil
}

// gradedLine is what is printed for a line.
type gradedLine struct {
	verdict equal.Verdict
	text    []byte
	err     error
}

// lineGrader answers lines, one at a time.
type lineGrader struct {
	o      gradeOptions
	shared *equal.Context
	opts   equal.Options
	// contexts by their JSON: many candidates for one problem come with the same. Nothing
	// changes a context that has been read.
	contexts map[string]*equal.Context
	buf      bytes.Buffer
	enc      *json.Encoder
}

func newLineGrader(o gradeOptions, shared *equal.Context, opts equal.Options) *lineGrader {
	w := &lineGrader{o: o, shared: shared, opts: opts, contexts: map[string]*equal.Context{}}
	w.enc = json.NewEncoder(&w.buf)
	w.enc.SetEscapeHTML(false)
	return w
}

// maxContexts and maxContextSize bound what a lineGrader remembers.
const (
	maxContexts    = 256
	maxContextSize = 4096
)

// context reads the context of a line.
func (w *lineGrader) context(raw []byte) (*equal.Context, error) {
	if c, ok := w.contexts[string(raw)]; ok {
		return c, nil
	}
	c, err := equal.ReadContext(raw)
	if err != nil {
		return nil, err
	}
	if len(raw) <= maxContextSize {
		if len(w.contexts) >= maxContexts {
			clear(w.contexts)
		}
		w.contexts[string(raw)] = c
	}
	return c, nil
}

func (w *lineGrader) answers(ctx context.Context, lines []inputLine) []gradedLine {
	out := make([]gradedLine, len(lines))
	for i, l := range lines {
		out[i] = w.answer(ctx, l.number, l.text)
	}
	return out
}

func (w *lineGrader) answer(ctx context.Context, n int, raw []byte) gradedLine {
	g := w.grade(ctx, n, raw)
	w.buf.Reset()
	err := w.enc.Encode(g)
	return gradedLine{g.Verdict, bytes.Clone(w.buf.Bytes()), err}
}

// grade compares the pair of one line.
func (w *lineGrader) grade(ctx context.Context, n int, raw []byte) graded {
	var line struct {
		ID        json.RawMessage `json:"id"`
		Reference *string         `json:"reference"`
		Candidate *string         `json:"candidate"`
		Syntax    string          `json:"syntax"`
		Context   json.RawMessage `json:"context"`
	}
	bad := func(err error) graded {
		return graded{ID: line.ID, Line: n, Result: equal.Result{Verdict: equal.Malformed, Method: "reading", Message: err.Error()}}
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return bad(fmt.Errorf("line %d is blank", n))
	}
	if err := json.Unmarshal(raw, &line); err != nil {
		return bad(fmt.Errorf("line %d: %w", n, err))
	}
	if line.Reference == nil || line.Candidate == nil {
		return bad(fmt.Errorf("line %d: want the keys reference and candidate", n))
	}
	p := equal.Pair{Reference: *line.Reference, Candidate: *line.Candidate, Syntax: line.Syntax, Context: w.shared}
	if p.Syntax == "" {
		p.Syntax = w.o.syntax
	}
	if len(line.Context) > 0 && !bytes.Equal(line.Context, []byte("null")) {
		c, err := w.context(line.Context)
		if err != nil {
			return bad(fmt.Errorf("line %d: %w", n, err))
		}
		p.Context = c
	}
	g := grade(ctx, p, w.opts)
	g.ID = line.ID
	return g
}

func summary(counts map[equal.Verdict]int) string {
	var parts []string
	total := 0
	for v, n := range counts {
		parts = append(parts, fmt.Sprintf("%d %s", n, v))
		total += n
	}
	sort.Strings(parts)
	return fmt.Sprintf("%d pairs: %s", total, strings.Join(parts, ", "))
}

// dashed moves a candidate or reference that starts with a minus sign, as formulas do,
// behind flags, where it cannot be taken for one.
func dashed(args []string) []string {
	if len(args) == 0 || args[0] != "grade" {
		return args
	}
	flags, formulas := []string{args[0]}, []string{}
	for i := 1; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			formulas = append(formulas, args[i+1:]...)
			i = len(args)
		case strings.HasPrefix(arg, "--") && !strings.Contains(arg, "=") && !slices.Contains(gradeSwitches, arg) && i+1 < len(args):
			flags = append(flags, arg+"="+args[i+1])
			i++
		case strings.HasPrefix(arg, "--") || arg == "-h":
			flags = append(flags, arg)
		default:
			formulas = append(formulas, arg)
		}
	}
	if len(formulas) == 0 {
		return flags
	}
	return append(append(flags, "--"), formulas...)
}

// gradeSwitches are the flags that take no value.
var gradeSwitches = []string{"--json", "--fresh", "--unsafe", "--help"}
