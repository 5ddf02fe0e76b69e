package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/sandbox"
)

func newSuites(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "suites", Short: "list the suites, their tasks and metrics", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			list := suites()
			for i := range list {
				var err error
				if list[i], err = list[i].complete(); err != nil {
					return err
				}
			}
			if a.json {
				return a.printJSON(list)
			}
			for _, s := range list {
				fmt.Fprintf(a.stdout, "%s: %s\n", s.Name, s.Meaning)
				fmt.Fprintf(a.stdout, "  descriptions: %s\n", strings.Join(s.Variants, ", "))
				const most = 40
				for i, t := range s.Tasks {
					if i == most {
						fmt.Fprintf(a.stdout, "  … and %d more; --json lists them all\n", len(s.Tasks)-most)
						break
					}
					fmt.Fprintf(a.stdout, "  %-4s %s\n", t.ID, t.Title)
				}
				for _, o := range s.Options {
					fmt.Fprintf(a.stdout, "  -T %s: %s\n", o.Name, o.Meaning)
				}
			}
			return nil
		},
	}
}

// modelInfo is one provider as `assay models` shows it.
type modelInfo struct {
	Provider string                `json:"provider"`
	Meaning  string                `json:"meaning"`
	KeyEnv   []string              `json:"key_env,omitempty"`
	KeySet   *bool                 `json:"key_set,omitempty"` // null where no key is needed
	Agents   []suiteAgent          `json:"agents,omitempty"`
	Prices   map[string]modelPrice `json:"prices,omitempty"`
}

// suiteAgent is a built-in agent with the suite that it knows.
type suiteAgent struct {
	agentInfo
	Suite string `json:"suite"`
}

type modelPrice struct {
	Input  float64 `json:"input_usd_per_million"`
	Output float64 `json:"output_usd_per_million"`
}

func newModels(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "models", Short: "list where models come from, which keys they need, and the built-in agents", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			lookup, err := model.Environment(".env")
			if err != nil {
				return err
			}
			prices, err := model.LoadPrices("")
			if err != nil {
				return err
			}
			var infos []modelInfo
			for _, p := range providers() {
				i := modelInfo{Provider: p.Name, Meaning: p.Doc, KeyEnv: p.KeyEnv, Prices: map[string]modelPrice{}}
				if len(p.KeyEnv) > 0 {
					set := false
					for _, k := range p.KeyEnv {
						v, ok := lookup(k)
						set = set || ok && v != ""
					}
					i.KeySet = &set
				}
				if p.Name == "builtin" {
					for _, s := range suites() {
						for _, ag := range s.Agents {
							i.Agents = append(i.Agents, suiteAgent{ag, s.Name})
						}
					}
				}
				for name, price := range prices.Models {
					if strings.HasPrefix(name, p.Name+"/") {
						i.Prices[name] = modelPrice{price.Input, price.Output}
					}
				}
				infos = append(infos, i)
			}
			if a.json {
				return a.printJSON(infos)
			}
			for _, i := range infos {
				key := "no key needed"
				if i.KeySet != nil {
					key = strings.Join(i.KeyEnv, " or ") + " is not set"
					if *i.KeySet {
						key = strings.Join(i.KeyEnv, " or ") + " is set"
					}
				}
				fmt.Fprintf(a.stdout, "%-12s %s (%s)\n", i.Provider+"/…", i.Meaning, key)
				for _, ag := range i.Agents {
					fmt.Fprintf(a.stdout, "    builtin/%-12s %s (%s)\n", ag.Name, ag.Meaning, ag.Suite)
				}
			}
			fmt.Fprintf(a.stdout, "\nPrices are of %s; --prices FILE or ASSAY_PRICES overrides them.\n", prices.AsOf)
			return nil
		},
	}
}

// doctorReport is what `assay doctor` finds.
type doctorReport struct {
	Version     string               `json:"version"`
	Python      *sandbox.Interpreter `json:"python"`
	PythonError string               `json:"python_error,omitempty"`
	Protections []sandbox.Protection `json:"protections"`
	// Ready: foreign code can be run with every essential protection.
	Ready bool   `json:"ready"`
	Why   string `json:"why,omitempty"`
}

func newDoctor(a *app) *cobra.Command {
	var fix bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "say what this machine offers: Python, and the protections of the sandbox",
		Long: `doctor looks for a Python with numpy, scipy and sympy, opens the sandbox and says which
protections are active. With --fix it sets up what is missing: a private Python environment
(nothing is installed into your own), and where that cannot be made, as root on Debian, the
system's packages.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			r := doctorReport{Version: version}
			py, err := sandbox.FindPython(ctx, a.logger())
			if err != nil && fix {
				py, err = sandbox.SetUpPython(ctx, a.stderr)
				if err != nil {
					fmt.Fprintf(a.stderr, "assay: no private environment (%v); installing the system's packages\n", err)
					if err = sandbox.InstallSystemPackages(ctx, a.stderr); err == nil {
						py, err = sandbox.FindPython(ctx, a.logger())
					}
				}
			}
			if err != nil {
				r.PythonError = err.Error()
				r.Protections = sandbox.Probe(ctx)
				r.Why = "no Python: native parts work, foreign code does not run"
			} else {
				r.Python = &py
				pool, err := sandbox.Open(ctx, sandbox.Options{Python: py.Path, Workers: 1, Unsafe: a.unsafe, Logger: a.logger()})
				if err != nil {
					r.Why = err.Error()
					r.Protections = sandbox.Probe(ctx)
				} else {
					r.Ready = true
					r.Protections = pool.Protections()
					if err := pool.Close(); err != nil {
						return err
					}
				}
			}
			if err := a.printDoctor(r); err != nil {
				return err
			}
			if !r.Ready {
				return &exit{code: exitError}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&fix, "fix", false, "set up what is missing")
	return c
}

func (a *app) printDoctor(r doctorReport) error {
	if a.json {
		return a.printJSON(r)
	}
	fmt.Fprintf(a.stdout, "assay %s\n", r.Version)
	if r.Python != nil {
		fmt.Fprintf(a.stdout, "python %s at %s (%s)\n", r.Python.Version, r.Python.Path, r.Python.Source)
	} else {
		fmt.Fprintf(a.stdout, "python: %s\n", r.PythonError)
	}
	for _, p := range r.Protections {
		mark := "missing"
		if p.Active {
			mark = "active"
		}
		fmt.Fprintf(a.stdout, "  %-8s %-22s %s\n", mark, p.Name, p.Detail)
	}
	if r.Ready {
		fmt.Fprintln(a.stdout, "ready: foreign code runs in the sandbox")
	} else {
		fmt.Fprintf(a.stdout, "not ready: %s\n", r.Why)
	}
	return nil
}
