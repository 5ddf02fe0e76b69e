package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// app is what all verbs share: where they print, and how.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	json           bool
	unsafe         bool
	python         string
	fresh          bool
	audits         string // where audits are kept; empty: the user's cache folder
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "checks what is claimed in theoretical physics, and measures those who claim it",
		Long: `assay turns the consistency checks that a field of physics already trusts into exact
verifiers, and runs the experiments that measure how well models do under them.

Start with
    assay run statmech -m builtin/reference     the main job, without any key
    assay analyze model.json --explain          why a partition function is tractable
    assay logz model.json                       its value, with a certified error
    assay doctor                                what this machine offers
    assay models                                how models are named, and which keys they need`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version,
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetIn(a.stdin)
	pf := root.PersistentFlags()
	pf.BoolVar(&a.json, "json", false, "print one JSON document (JSON lines for streams) on stdout")
	pf.BoolVar(&a.unsafe, "unsafe", false, "run foreign code even where protections are missing")
	pf.StringVar(&a.python, "python", "", "the Python interpreter with numpy, scipy and sympy (default: found or set up)")
	pf.BoolVar(&a.fresh, "fresh", false, "audit every program anew instead of using cached audits")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return &exit{exitUsage, fmt.Errorf("%w\nrun '%s --help' for what it takes", err, c.CommandPath())}
	})
	root.AddGroup(
		&cobra.Group{ID: "experiment", Title: "Experiments:"},
		&cobra.Group{ID: "check", Title: "Checks at the desk:"},
		&cobra.Group{ID: "about", Title: "About this installation:"},
	)
	for _, c := range []struct {
		group string
		cmd   *cobra.Command
	}{
		{"experiment", newRun(a)}, {"experiment", newResume(a)}, {"experiment", newScore(a)},
		{"experiment", newReport(a)}, {"experiment", newView(a)}, {"experiment", newExport(a)}, {"experiment", newMake(a)},
		{"check", newCheck(a)}, {"check", newGrade(a)}, {"check", newAnalyze(a)}, {"check", newLogZ(a)}, {"check", newDuality(a)},
		{"about", newSuites(a)}, {"about", newModels(a)}, {"about", newPolicies(a)}, {"about", newSchema(a)}, {"about", newDoctor(a)},
	} {
		c.cmd.GroupID = c.group
		root.AddCommand(c.cmd)
	}
	return root
}

// printJSON writes one document.
func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// usage is an error in what the user typed.
func usage(format string, args ...any) error {
	return &exit{exitUsage, fmt.Errorf(format, args...)}
}

// needs is what a command does that is called without one of its subcommands, or with one
// that there is not; what says what these are.
func needs(what string, known ...string) func(*cobra.Command, []string) error {
	list := strings.Join(known, ", ")
	return func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usage("%s knows no %s %q; known: %s", c.Name(), what, args[0], list)
		}
		return usage("%s needs a %s: %s\nrun '%s --help'", c.Name(), what, list, c.CommandPath())
	}
}

// printable makes foreign text safe for a terminal: control characters, and those that
// reverse the direction of text, become visible marks.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r >= 0x7f && r < 0xa0, r >= 0x200e && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return '\uFFFD'
		}
		return r
	}, s)
}

// isTerminal reports whether w is a terminal, and how wide it is.
func isTerminal(w io.Writer) (width int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width < 20 {
		return 80, true
	}
	return width, true
}
