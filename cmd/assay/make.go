package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/suite/duality"
)

func newMake(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "make SUITE --seed S [-n N] [--out DIR]",
		Short: "generate instances or fixtures, reproducibly",
		RunE:  needs("suite", "duality"),
	}
	c.AddCommand(newMakeDuality(a))
	return c
}

func newMakeDuality(a *app) *cobra.Command {
	var (
		seed uint64
		n    int
		out  string
	)
	c := &cobra.Command{
		Use:   "duality",
		Short: "generate the damaged dual pairs of the repair benchmark",
		Long: `duality draws the fixtures of a seed: it dualizes the catalogue's theories, damages the duals
in one place, and keeps those that the verifier refuses, while the undamaged pair is certified.
It writes into DIR:

  manifest.jsonl         a line a fixture: how it was made, what was damaged, which checks fail,
                         SHA-256 of its theories and of the verifier's configuration
  attrition.jsonl        what was drawn and not kept, with the reason
  theories/ID.A.json, ID.B.json    the pair as an agent is shown it
  truth/ID.json          theory B before it was damaged

The same seed gives the same bytes. The fixtures of seed 1 ship with the program.`,
		Example: `  assay make duality --seed 1 --out fixtures
  assay make duality --seed 7 -n 20 --out some`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if n < 0 {
				return usage("-n must not be negative, not %d", n)
			}
			start := time.Now()
			b, err := duality.Generate(cmd.Context(), seed, duality.NewExact())
			if err != nil {
				return err
			}
			b.Keep(n)
			if err := writeBenchmark(out, b); err != nil {
				return err
			}
			return a.printMade(out, b, time.Since(start))
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.Uint64Var(&seed, "seed", duality.BuiltinSeed, "draws which damages are kept")
	f.IntVarP(&n, "number", "n", 0, "the first N fixtures only (0: all)")
	f.StringVar(&out, "out", "fixtures", "folder to write into")
	return c
}

// made is what `assay make duality --json` prints.
type made struct {
	Seed      uint64                   `json:"seed"`
	Dir       string                   `json:"dir"`
	Fixtures  int                      `json:"fixtures"`
	Classes   [2]map[duality.Class]int `json:"classes_by_depth"`
	Published map[duality.Class]int    `json:"published_depth1"`
	Discarded int                      `json:"discarded"`
	Manifest  string                   `json:"manifest_sha256"`
	Seconds   float64                  `json:"seconds"`
}

func (a *app) printMade(dir string, b *duality.Benchmark, took time.Duration) error {
	digest, err := b.ManifestDigest()
	if err != nil {
		return err
	}
	m := made{Seed: b.Seed, Dir: dir, Fixtures: len(b.Fixtures), Classes: [2]map[duality.Class]int{b.Count(1), b.Count(2)},
		Published: duality.PublishedCounts(), Discarded: len(b.Attrition), Manifest: digest, Seconds: took.Seconds()}
	if a.json {
		return a.printJSON(m)
	}
	fmt.Fprintf(a.stdout, "%d fixtures of seed %d in %s (%.1f s)\n", m.Fixtures, m.Seed, m.Dir, m.Seconds)
	fmt.Fprintf(a.stdout, "  %-18s %8s %8s %10s\n", "", "depth 1", "depth 2", "published")
	for _, c := range duality.Classes() {
		fmt.Fprintf(a.stdout, "  %-18s %8d %8d %10d\n", c, m.Classes[0][c], m.Classes[1][c], m.Published[c])
	}
	fmt.Fprintf(a.stdout, "  %d drawn and not kept: attrition.jsonl\n  manifest SHA-256 %s\n", m.Discarded, m.Manifest)
	return nil
}

func writeBenchmark(dir string, b *duality.Benchmark) error {
	for _, sub := range []string{"theories", "truth"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	if err := writeWith(filepath.Join(dir, "manifest.jsonl"), b.WriteManifest); err != nil {
		return err
	}
	if err := writeWith(filepath.Join(dir, "attrition.jsonl"), b.WriteAttrition); err != nil {
		return err
	}
	for _, f := range b.Fixtures {
		for name, theory := range map[string]json.Marshaler{
			filepath.Join("theories", f.ID+".A.json"): f.A, filepath.Join("theories", f.ID+".B.json"): f.B,
			filepath.Join("truth", f.ID+".json"): f.Dual,
		} {
			raw, err := json.MarshalIndent(theory, "", " ")
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), append(raw, '\n'), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeWith(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return write(f)
}
