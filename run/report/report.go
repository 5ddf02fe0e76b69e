package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

// Input is what a report is made of.
type Input struct {
	Run    store.Run
	Trials []store.Trial
	// Metrics are the suite's columns; nil means those of [stats.Mapping] alone.
	Metrics []claim.Metric
	// Spec says which measures play which part; its zero value means that of
	// [stats.Mapping] with Metrics.
	Spec stats.Spec
	// Kind gives the obligations their meanings and order; it may be empty.
	Kind claim.Kind
	// Tasks gives the tasks their titles; it may be empty.
	Tasks []Task
	// Private keeps the private evidence of findings (reference values, probe
	// parameters, gold labels) in what is written. Leave it off for anything that
	// leaves the machine: with it, the benchmark is given away.
	Private bool
}

// Task names a task in the report.
type Task struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Gold is the expected answer in words, as far as the suite publishes it.
	Gold string `json:"gold,omitempty"`
}

// Write makes the report in directory dir, which it creates: report.html,
// report.md, tables.tex, results.jsonl, and each figure as SVG and PNG under
// figures/. A file is replaced only when its successor is complete. It returns the
// paths written, report.html first.
func Write(ctx context.Context, dir string, in Input) ([]string, error) {
	in = in.public()
	s := in.summary()
	figures := Figures(s)
	if err := os.MkdirAll(filepath.Join(dir, "figures"), 0o755); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	type file struct {
		name  string
		write func(io.Writer) error
	}
	files := []file{
		{"report.html", func(w io.Writer) error { return writeHTML(w, in, s, figures) }},
		{"report.md", func(w io.Writer) error { return writeMarkdown(w, in, s, figures) }},
		{"tables.tex", func(w io.Writer) error { return writeLaTeX(w, in, s) }},
		{"results.jsonl", func(w io.Writer) error { return writeResults(w, in.Trials) }},
	}
	for _, f := range figures {
		files = append(files,
			file{filepath.Join("figures", f.Name+".svg"), func(w io.Writer) error { return writeBytes(w, f.SVG) }},
			file{filepath.Join("figures", f.Name+".png"), func(w io.Writer) error { return writeBytes(w, f.PNG) }})
	}
	var paths []string
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return paths, fmt.Errorf("report: %w", err)
		}
		path := filepath.Join(dir, f.name)
		if err := replaceFile(path, f.write); err != nil {
			return paths, fmt.Errorf("report: %s: %w", f.name, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// spec is that of the input, or that of mapping claims.
func (in Input) spec() stats.Spec {
	if in.Spec.Pass == "" {
		return stats.Mapping(in.Metrics)
	}
	return in.Spec
}

func (in Input) summary() stats.Summary {
	s := stats.Summarize(in.Trials, in.spec())
	s.Run, s.Suite = in.Run.ID, in.Run.Suite
	return s
}

// public removes private evidence from every certificate, unless it was asked for.
func (in Input) public() Input {
	if in.Private {
		return in
	}
	trials := make([]store.Trial, len(in.Trials))
	for i, t := range in.Trials {
		rounds := make([]store.Round, len(t.Rounds))
		for j, r := range t.Rounds {
			r.Certificate = r.Certificate.Public()
			rounds[j] = r
		}
		if t.Rounds != nil {
			t.Rounds = rounds
		}
		if t.Final != nil {
			c := t.Final.Public()
			t.Final = &c
		}
		trials[i] = t
	}
	in.Trials = trials
	return in
}

// writeResults writes the records themselves, in the store's exchange format.
func writeResults(w io.Writer, trials []store.Trial) error {
	return store.WriteJSONL(w, func(yield func(store.Trial, error) bool) {
		for _, t := range trials {
			if !yield(t, nil) {
				return
			}
		}
	})
}

func writeBytes(w io.Writer, render func() ([]byte, error)) error {
	b, err := render()
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return err
}

// replaceFile writes beside the file and renames, so that a reader never sees half
// of it.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignoreMissing(os.Remove(f.Name())))
		}
	}()
	if err := write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
