package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/physics/engine"
	"github.com/assay-physics/assay/physics/partition"
)

// maxModel bounds what is read as one model file, or as one line of a file of models.
const maxModel = 512 << 20

// value is what `assay logz --json` prints, one a model.
type value struct {
	ID json.RawMessage `json:"id,omitempty"` // as it was written
	partition.Report
	// Name says the method in words; Reason which structure permits it.
	Name    string  `json:"evaluator"`
	Reason  string  `json:"reason"`
	Seconds float64 `json:"seconds"`
	// Check is the value of a second method.
	Check *check `json:"cross_check,omitempty"`
	// Tried lists what was tried before, or why no exact method applied.
	Tried []engine.Refusal `json:"tried,omitempty"`
	// Means are there with --means, Samples with --samples.
	Means   *engine.Observables `json:"means,omitempty"`
	Samples [][]int8            `json:"samples,omitempty"`
}

// extras are what is asked for beside ln Z.
type extras struct {
	means   bool
	samples int
}

type check struct {
	Method     string           `json:"method,omitempty"`
	LogZ       string           `json:"log_z,omitempty"`
	ErrorBound *partition.Bound `json:"error_bound,omitempty"`
	// None says why no second method ran although one was asked for.
	None string `json:"none,omitempty"`
}

// trouble is a line that could not be answered.
type trouble struct {
	ID    json.RawMessage `json:"id,omitempty"`
	Line  int             `json:"line,omitempty"`
	Error string          `json:"error"`
}

func newLogZ(a *app) *cobra.Command {
	var (
		o engine.Options
		x extras
	)
	c := &cobra.Command{
		Use:   "logz FILE",
		Short: "the logarithm of a partition function, with a certified error",
		Long: `logz reads a model, finds out why its partition function is tractable, chooses an evaluator
and prints ln Z with a bound on its error. The default tolerance is 1e-10 relative: where an
arithmetic cannot certify it the next one is tried, and the output says so. What nothing
exact reaches is estimated by sampling and marked "exact":false.

FILE is a JSON model, a factor graph in the UAI format, a .jsonl file with
{"id":…,"model":{…}} a line (answered a line each, in order; other keys are ignored), or -
for a JSON model on standard input.`,
		Example: `  echo '{"model":"ising","lattice":"square","size":[64,64],"couplings":{"pm1":7},"beta":1}' | assay logz -
  assay logz model.json --method pfaffian --cross-check
  assay logz models.jsonl --json > values.jsonl`,
		Args: exactArgs(1, "a model file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if filepath.Ext(args[0]) == ".jsonl" {
				return a.logzLines(cmd.Context(), args[0], o, x)
			}
			s, err := a.readSystem(args[0])
			if err != nil {
				return &exit{exitUsage, err}
			}
			v, r, err := evaluate(cmd.Context(), nil, s, o, x)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(v)
			}
			return a.printValue(v, r)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.Method, "method", "auto", "auto, "+strings.Join(engine.Methods(), ", "))
	f.Float64Var(&o.Tolerance, "tolerance", engine.DefaultTolerance, "relative error that is good enough")
	f.UintVar(&o.Precision, "precision", 0, "ask for so many bits instead")
	f.BoolVar(&o.CrossCheck, "cross-check", false, "run a second method and compare")
	f.Float64Var(&o.MaxLog2Cost, "max-cost", engine.DefaultMaxLog2Cost, "largest number of steps to spend, as a power of two")
	f.IntVar(&o.Workers, "workers", 0, "goroutines of one evaluation (0: one a CPU)")
	f.BoolVar(&x.means, "means", false, "also energy, heat capacity, magnetizations and bond correlations")
	f.IntVar(&x.samples, "samples", 0, "also so many exact samples of the spins")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of estimates and samples")
	return c
}

// evaluate runs the engine on one model.
func evaluate(ctx context.Context, id json.RawMessage, s *engine.System, o engine.Options, x extras) (value, engine.Result, error) {
	begun := time.Now()
	r, err := interruptible(ctx, func() (engine.Result, error) { return engine.LogZ(ctx, s, o) })
	if err != nil {
		return value{}, r, err
	}
	v := value{
		ID: id, Report: r.Report(), Name: r.Plan.Name, Reason: r.Plan.Reason,
		Seconds: time.Since(begun).Seconds(), Tried: r.Failed,
	}
	v.Method = r.Plan.Method
	if s.Closed != nil && r.LogZ.Method != "" {
		v.Name = r.LogZ.Method // such a model has more than one way, and says which it took
	}
	if x.means {
		means, err := engine.Observe(ctx, s, o)
		if err != nil {
			return value{}, r, err
		}
		v.Means = &means
	}
	if x.samples > 0 {
		if v.Samples, err = engine.Sample(ctx, s, x.samples, o); err != nil {
			return value{}, r, err
		}
	}
	if r.Check != nil {
		c := r.Check.Report()
		v.Check = &check{Method: r.CheckMethod, LogZ: c.LogZ, ErrorBound: &c.ErrorBound}
	} else if r.Unchecked != "" {
		v.Check = &check{None: r.Unchecked}
	}
	return v, r, nil
}

func (a *app) readSystem(path string) (*engine.System, error) {
	r := a.stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxModel+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxModel {
		return nil, fmt.Errorf("%s is larger than %d MiB", path, maxModel>>20)
	}
	s, err := engine.Read(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// logzLines answers a file of models line by line.
func (a *app) logzLines(ctx context.Context, path string, o engine.Options, x extras) error {
	f, err := os.Open(path)
	if err != nil {
		return &exit{exitUsage, err}
	}
	defer f.Close()
	out := bufio.NewWriter(a.stdout)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	lines := bufio.NewReaderSize(f, 1<<20)
	for n := 1; ; n++ {
		raw, err := readLine(lines)
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return fmt.Errorf("%s: line %d: %w", path, n, err)
		}
		if len(bytes.TrimSpace(raw)) == 0 {
			continue
		}
		v, err := a.logzLine(ctx, raw, o, x)
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), out.Flush())
		}
		var answer any = v
		if err != nil {
			answer = trouble{ID: v.ID, Line: n, Error: err.Error()}
		}
		switch {
		case a.json:
			err = enc.Encode(answer)
		case err != nil:
			_, err = fmt.Fprintf(out, "%s\terror: %s\n", v.label(), printable(err.Error()))
		default:
			_, err = fmt.Fprintf(out, "%s\t%s ± %.2g\t%s%s\n", v.label(), v.LogZ, v.ErrorBound, v.Name, v.unchecked())
		}
		if err != nil {
			return err
		}
		if err := out.Flush(); err != nil { // an answer is shown when it is there
			return err
		}
	}
}

func (a *app) logzLine(ctx context.Context, raw []byte, o engine.Options, x extras) (value, error) {
	if !json.Valid(raw) || bytes.TrimSpace(raw)[0] != '{' {
		return value{}, errors.New("want a JSON object with the keys id and model")
	}
	var line struct {
		ID    json.RawMessage `json:"id"`
		Model json.RawMessage `json:"model"`
	}
	if err := json.Unmarshal(raw, &line); err != nil {
		return value{}, fmt.Errorf("malformed JSON: %w", err)
	}
	id := line.ID
	if len(line.Model) == 0 {
		return value{ID: id}, errors.New("key \"model\" is missing")
	}
	s, err := engine.Read(line.Model)
	if err != nil {
		return value{ID: id}, err
	}
	v, _, err := evaluate(ctx, id, s, o, x)
	v.ID = id
	return v, err
}

// label is the id for a reader.
func (v value) label() string {
	var text string
	if json.Unmarshal(v.ID, &text) == nil {
		return printable(text)
	}
	return printable(string(v.ID))
}

// unchecked is a column that says why no second method ran although one was asked for.
func (v value) unchecked() string {
	if v.Check == nil || v.Check.None == "" {
		return ""
	}
	return "\tnot checked: " + printable(v.Check.None)
}

// interruptible returns when f does or when the context ends, whichever is first: some
// evaluators cannot be stopped in the middle, and a user who interrupts leaves.
func interruptible[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type outcome struct {
		v   T
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		v, err := f()
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.v, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// readLine returns a line of at most maxModel bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxModel:
			return nil, fmt.Errorf("longer than %d MiB", maxModel>>20)
		case err == nil:
			return line, nil
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

func (a *app) printValue(v value, r engine.Result) error {
	var w strings.Builder
	name := "ln Z"
	if v.Phase != "" {
		name = "ln |Z|"
	}
	fmt.Fprintf(&w, "%s = %s ± %.2g\n", name, v.LogZ, v.ErrorBound)
	if v.Sign != nil {
		fmt.Fprintf(&w, "sign      %+d\n", *v.Sign)
	}
	if v.Phase != "" {
		fmt.Fprintf(&w, "phase     %s ± %.2g\n", v.Phase, v.PhaseBound)
	}
	kind := "exact"
	switch {
	case v.Method == engine.Estimate:
		kind = "an estimate, not exact; the error is statistical"
	case !v.Exact:
		kind = "exact method, but the error bound misses the tolerance"
	}
	fmt.Fprintf(&w, "method    %s (%s)\n", v.Name, kind)
	fmt.Fprintf(&w, "because   %s\n", v.Reason)
	if v.Precision != "" {
		fmt.Fprintf(&w, "numbers   %s\n", v.Precision)
	}
	for _, e := range v.Escalated {
		fmt.Fprintf(&w, "escalated %s\n", e)
	}
	if b := v.Bracket; b != nil {
		d := max(2-int(math.Floor(math.Log10(max(b.Upper-b.Lower, 1e-12)))), 0)
		fmt.Fprintf(&w, "between   %.*f and %.*f with a confidence of %g (annealed importance sampling both ways; the upper bound if tempering reached equilibrium)\n", d, b.Lower, d, b.Upper, b.Confidence)
	}
	switch {
	case v.Check == nil:
	case v.Check.None != "":
		fmt.Fprintf(&w, "checked   not: %s\n", v.Check.None)
	default:
		fmt.Fprintf(&w, "checked   %s ± %.2g by %s\n", v.Check.LogZ, float64(*v.Check.ErrorBound), v.Check.Method)
	}
	for _, t := range v.Tried {
		fmt.Fprintf(&w, "tried     %s: %s\n", t.Method, t.Why)
	}
	fmt.Fprintf(&w, "cost      about 2^%.0f steps predicted, %.3g s taken\n", r.Plan.Log2Cost, v.Seconds)
	printMeans(&w, v.Means)
	for _, x := range v.Samples {
		for _, s := range x {
			if s > 0 {
				w.WriteByte('+')
			} else {
				w.WriteByte('-')
			}
		}
		w.WriteByte('\n')
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func printMeans(w *strings.Builder, m *engine.Observables) {
	if m == nil {
		return
	}
	if m.Energy != nil {
		fmt.Fprintf(w, "energy    %v ± %.2g\n", m.Energy.Value, m.Energy.Error)
	}
	if m.HeatCapacity != nil {
		fmt.Fprintf(w, "heat cap. %v ± %.2g\n", m.HeatCapacity.Value, m.HeatCapacity.Error)
	}
	for v, s := range m.Magnetization {
		fmt.Fprintf(w, "⟨s_%d⟩     %v\n", v, s)
	}
	for _, b := range m.Bonds {
		fmt.Fprintf(w, "⟨s_%d s_%d⟩ %v\n", b.Sites[0], b.Sites[1], b.Mean)
	}
	fmt.Fprintf(w, "means     by %s, each to %.2g\n", m.Method, m.Error)
}
