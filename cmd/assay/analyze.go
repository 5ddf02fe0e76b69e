package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/physics/engine"
)

func newAnalyze(a *app) *cobra.Command {
	var (
		o       engine.Options
		explain bool
	)
	c := &cobra.Command{
		Use:   "analyze FILE",
		Short: "why a partition function is tractable, with witnesses",
		Long: `analyze reads a model and says what it finds: planarity, balanced signs, symmetry, treewidth,
recognised lattices. Every finding carries a witness that was checked by code of its own
(all of them with --json). It lists the evaluators that apply with their predicted costs,
and why the others do not. --explain prints the mapping to the cheapest one step by step;
each step is data that can be replayed.`,
		Example: `  assay analyze model.json
  assay analyze model.json --explain
  assay analyze model.json --json | jq .structure.kuratowski`,
		Args: exactArgs(1, "a model file, or - for standard input"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.readSystem(args[0])
			if err != nil {
				return &exit{exitUsage, err}
			}
			ctx := cmd.Context()
			found, err := interruptible(ctx, func() (engine.Analysis, error) { return engine.Analyze(ctx, s, o) })
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(found)
			}
			return a.printAnalysis(found, explain)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&explain, "explain", false, "print the mapping to the cheapest evaluator step by step")
	f.Float64Var(&o.MaxLog2Cost, "max-cost", engine.DefaultMaxLog2Cost, "largest number of steps that counts as tractable, as a power of two")
	return c
}

func (a *app) printAnalysis(x engine.Analysis, explain bool) error {
	var w strings.Builder
	fmt.Fprintf(&w, "model       %s, %d sites\n", x.Kind, x.Sites)
	for i, f := range x.Facts {
		head := "facts"
		if i > 0 {
			head = ""
		}
		fmt.Fprintf(&w, "%-11s %s\n", head, f)
	}
	fmt.Fprintf(&w, "class       %s, %s\n", x.Class, x.Complexity)
	for i, p := range x.Plans {
		head := "evaluators"
		if i > 0 {
			head = ""
		}
		fmt.Fprintf(&w, "%-11s 2^%-4.0f %s: %s\n", head, p.Log2Cost, p.Name, p.Reason)
	}
	for i, r := range x.Refused {
		head := "not"
		if i > 0 {
			head = ""
		}
		fmt.Fprintf(&w, "%-11s %s: %s\n", head, r.Method, r.Why)
	}
	if explain {
		fmt.Fprintf(&w, "\nmapping\n")
		for i, line := range x.Argument {
			fmt.Fprintf(&w, "%3d  %s\n", i+1, line)
		}
		if len(x.Mapping) > 0 {
			fmt.Fprintf(&w, "\nsteps (ln Z before = ln Z after + scale)\n")
			for i, s := range x.Mapping {
				b := s.After[0]
				fmt.Fprintf(&w, "%3d  %-20s %.8s → %.8s  scale %.15g ± %.1g\n", i+1, s.Kind, s.Before, b.After, b.Log, b.Bound)
			}
		}
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}
