package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/store"
)

func newExport(a *app) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "export RUN --format jsonl|csv",
		Short: "write the trials of a run for other tools",
		Long: `export writes to stdout: jsonl is every trial with every round, one a line, private truth
removed; csv is one row a round with its measures.`,
		Args: exactArgs(1, "a run: its folder, or its id under runs/"),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, _, trials, err := loadRun(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			switch format {
			case "jsonl":
				return store.WriteJSONL(a.stdout, func(yield func(store.Trial, error) bool) {
					for _, t := range trials {
						if !yield(publicTrial(t), nil) {
							return
						}
					}
				})
			case "csv":
				return writeCSV(a.stdout, trials)
			}
			return usage("--format takes jsonl or csv, not %q", format)
		},
	}
	c.Flags().StringVar(&format, "format", "jsonl", "jsonl or csv")
	return c
}

// publicTrial removes private truth from every certificate of a trial.
func publicTrial(t store.Trial) store.Trial {
	t.Rounds = slices.Clone(t.Rounds)
	for i := range t.Rounds {
		t.Rounds[i].Certificate = t.Rounds[i].Certificate.Public()
	}
	if t.Final != nil {
		final := t.Final.Public()
		t.Final = &final
	}
	return t
}

func writeCSV(w io.Writer, trials []store.Trial) error {
	measures, labels := map[string]bool{}, map[string]bool{}
	for _, t := range trials {
		for _, r := range t.Rounds {
			for k := range r.Measures {
				measures[k] = true
			}
			for k := range r.Labels {
				labels[k] = true
			}
		}
	}
	ms, ls := slices.Sorted(maps.Keys(measures)), slices.Sorted(maps.Keys(labels))
	out := csv.NewWriter(w)
	head := slices.Concat([]string{"run", "trial", "model", "policy", "task", "variant", "epoch", "terminal", "accepted", "round", "sample", "verdict"},
		ms, ls, []string{"input_tokens", "output_tokens", "cost_usd", "call_s"})
	if err := out.Write(head); err != nil {
		return err
	}
	for _, t := range trials {
		for _, r := range t.Rounds {
			row := []string{t.Run, t.Key, t.Model, t.Policy, t.Task, t.Variant, strconv.Itoa(t.Epoch), string(t.Terminal),
				strconv.Itoa(t.Accepted), strconv.Itoa(r.Index), strconv.Itoa(r.Sample), verdict(r.Certificate)}
			for _, m := range ms {
				row = append(row, number(r.Measures, m))
			}
			for _, l := range ls {
				row = append(row, cell(r.Labels[l]))
			}
			cost := ""
			if r.CostUSD != nil {
				cost = strconv.FormatFloat(*r.CostUSD, 'g', -1, 64)
			}
			row = append(row, fmt.Sprint(r.Usage.InputTokens), fmt.Sprint(r.Usage.OutputTokens), cost, strconv.FormatFloat(r.Seconds, 'f', 3, 64))
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// cell keeps a spreadsheet from running a model's text as a formula.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

func verdict(c claim.Certificate) string { return string(c.Verdict) }

// number is empty for a measure without a value.
func number(m map[string]float64, name string) string {
	v, ok := m[name]
	if !ok {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
