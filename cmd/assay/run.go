package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/report"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
)

func newRun(a *app) *cobra.Command {
	var (
		plan        campaign.Plan
		conn        connection
		out, url    string
		hint        bool
		options     []string
		temperature float64
		topP        float64
		modelSeed   int64
	)
	c := &cobra.Command{
		Use:   "run SUITE -m MODEL[,MODEL…]",
		Short: "run a suite of tasks against models and report",
		Long: `run asks each model every task of the suite, checks each reply, feeds the findings back as
the policy says, lets the judge decide, and reports. Everything is recorded as it happens:
after Ctrl-C or a crash, ` + "`assay resume`" + ` goes on without asking anything twice.

The report is written into the run's folder: report.html (one file, opens offline),
report.md, tables.tex, results.jsonl, and figures/ as SVG and PNG.`,
		Example: `  assay run statmech -m builtin/reference
  assay run statmech -m openai/gpt-5,anthropic/claude-sonnet-4-5 --epochs 3 --cost-limit 20
  assay run statmech -m ollama/qwen3 --task P03,P04 --policy mag,vf --rounds 5
  assay run duality -m builtin/repair,builtin/random-edit --policy ss,gr,vf,vf_masked,best_of_n,portfolio
  MYLAB_BASE_URL=http://localhost:8000/v1 assay run statmech -m openai-api/mylab/our-model`,
		Args: exactArgs(1, "a suite; `assay suites` lists them"),
		RunE: func(cmd *cobra.Command, args []string) error {
			plan.Suite = args[0]
			info, err := suiteNamed(plan.Suite)
			if err != nil {
				return err
			}
			if len(plan.Models) == 0 {
				return usage("no model: give one with -m; without any key -m builtin/%s works", info.Agents[0].Name)
			}
			if cmd.Flags().Changed("temperature") {
				plan.Config.Temperature = &temperature
			}
			if cmd.Flags().Changed("top-p") {
				plan.Config.TopP = &topP
			}
			if cmd.Flags().Changed("model-seed") {
				plan.Config.Seed = &modelSeed
			}
			plan.Options = map[string]string{}
			for _, o := range options {
				k, v, ok := strings.Cut(o, "=")
				if !ok {
					return usage("-T takes NAME=VALUE, not %q", o)
				}
				plan.Options[k] = v
			}
			if hint {
				plan.Options["hint"] = "true"
			}
			if !cmd.Flags().Changed("policy") {
				plan.Policies = []string{info.policy}
			}
			for _, name := range plan.Policies {
				if _, err := agent.PolicyNamed(name); err != nil {
					return usage("%w", err)
				}
			}
			plan.MaxConnections = conn.maxConn
			for _, n := range []struct {
				flag  string
				value int
			}{{"rounds", plan.Rounds}, {"epochs", plan.Epochs}, {"max-connections", plan.MaxConnections}} {
				if n.value < 1 {
					return usage("--%s must be at least 1, not %d", n.flag, n.value)
				}
			}
			return a.runPlan(cmd.Context(), plan, conn, out, url)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringSliceVarP(&plan.Models, "model", "m", nil, "models, provider/name, comma-separated")
	f.StringSliceVar(&plan.Policies, "policy", nil, "policies, comma-separated; assay policies lists them (default: mag for statmech, vf for duality)")
	f.IntVar(&plan.Rounds, "rounds", 5, "at most K replies, rounds 0 … K−1")
	f.IntVar(&plan.Epochs, "epochs", 1, "repetitions of each trial")
	f.Uint64Var(&plan.Seed, "seed", 1, "draws parameters and templated descriptions; in duality, the fixtures")
	f.IntVar(&plan.Limit, "limit", 0, "the first N tasks only")
	f.StringSliceVar(&plan.Tasks, "task", nil, "tasks, comma-separated (default: all)")
	f.StringSliceVar(&plan.Variants, "variant", nil, "descriptions, comma-separated; assay suites lists them (default: all; in duality, depth1 and depth2)")
	f.BoolVar(&hint, "hint", false, "each task's hint stands in its prompt")
	f.StringSliceVarP(&options, "option", "T", nil, "suite options, NAME=VALUE")
	f.IntVar(&plan.Samples, "samples", 0, "independent samples of best_of_n (default 2K+1)")
	f.BoolVar(&plan.KeepHistory, "keep-history", false, "send the whole conversation, not only the previous reply")
	f.StringVar(&out, "out", "", "folder of the run (default runs/SUITE-TIME)")
	f.StringVar(&url, "store", "", "where records go (default run.db in the folder)")
	f.Float64Var(&plan.CostLimitUSD, "cost-limit", 0, "stop before spending more than USD (0: no limit)")
	f.Int64Var(&plan.TokenLimit, "token-limit", 0, "stop before using more tokens (0: no limit)")
	f.IntVar(&plan.Config.MaxTokens, "max-tokens", 0, "tokens of a reply (default: the vendor's)")
	f.Float64Var(&temperature, "temperature", 0, "sampling temperature (default: the vendor's)")
	f.Float64Var(&topP, "top-p", 0, "nucleus sampling (default: the vendor's)")
	f.Int64Var(&modelSeed, "model-seed", 0, "sampling seed, where a vendor takes one")
	f.StringVar(&plan.Config.ReasoningEffort, "reasoning-effort", "", "none, minimal, low, medium, high, xhigh, max")
	f.IntVar(&plan.Config.ReasoningTokens, "reasoning-tokens", 0, "budget of thinking tokens")
	f.BoolVar(&plan.Config.Stream, "stream", false, "stream replies")
	f.DurationVar(&plan.Config.Timeout, "timeout", 0, "limit of one attempt (default 20m)")
	conn.flags(f)
	return c
}

func (a *app) runPlan(ctx context.Context, plan campaign.Plan, conn connection, out, url string) (err error) {
	folder := runFolder{Suite: plan.Suite, Store: url, dir: out}
	if _, err := suiteNamed(plan.Suite); err != nil {
		return err
	}
	if out == "" {
		folder.dir = filepath.Join(runsDir, stamp(plan.Suite, time.Now()))
	} else if _, err := os.Stat(filepath.Join(out, pointer)); err == nil {
		return usage("%s holds a run already: go on with it by `assay resume %s`, or name another folder", out, out)
	}
	if plan.CostLimitUSD > 0 {
		if err := conn.priced(plan.Models); err != nil {
			return err
		}
	}
	var result campaign.Result
	_, missing := os.Stat(folder.dir)
	if err := os.MkdirAll(folder.dir, 0o755); err != nil {
		return err
	}
	defer func() {
		// A run that never began, because its plan names what there is not, leaves nothing behind.
		if folder.Run == "" && result.Run.ID == "" && errors.Is(missing, fs.ErrNotExist) {
			err = errors.Join(err, os.RemoveAll(folder.dir))
		}
	}()
	s, err := a.openSession(ctx, folder.storeURL(), plan.Suite, conn, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	s.display.started = func(id string) error { folder.Run = id; return folder.save() }
	var runErr error
	result, runErr = s.campaign.Start(ctx, plan)
	return s.finish(ctx, folder, result, runErr)
}

// finish reports a run that has come to its end or was interrupted.
func (s *session) finish(ctx context.Context, f runFolder, result campaign.Result, runErr error) error {
	if err := s.display.done(); err != nil {
		return err
	}
	if result.Run.ID == "" {
		return runErr
	}
	f.Run = result.Run.ID
	durable := context.WithoutCancel(ctx)
	if err := f.save(); err != nil {
		return errors.Join(runErr, err)
	}
	run, trials, err := s.results(durable, f.Run)
	if err != nil {
		return errors.Join(runErr, err)
	}
	paths, summary, err := s.writeReport(durable, f, run, trials)
	if err != nil {
		return errors.Join(runErr, err)
	}
	if s.json {
		if err := s.printJSON(summary); err != nil {
			return errors.Join(runErr, err)
		}
	} else if err := s.printTable(run, summary, paths, result); err != nil {
		return errors.Join(runErr, err)
	}
	switch {
	case errors.Is(runErr, campaign.ErrInterrupted) || ctx.Err() != nil:
		fmt.Fprintf(s.stderr, "assay: stopped with %d of %d trials finished; go on with\n    assay resume %s\n", result.Finished, result.Trials, f.dir)
		return &exit{code: exitInterrupted}
	case runErr != nil:
		return runErr
	case result.Open > 0:
		fmt.Fprintf(s.stderr, "assay: %d trials ended by a fault of a provider or by the setup; run them again with\n    assay resume %s\n", result.Open, f.dir)
	}
	return nil
}

// printTable prints the summary as people read it.
func (s *session) printTable(run store.Run, summary stats.Summary, paths []string, result campaign.Result) error {
	if err := report.Table(s.stdout, summary, report.OptionsFor(s.stdout)); err != nil {
		return err
	}
	if result.Unanswered > 0 {
		fmt.Fprintf(s.stdout, "possibly billed twice: %d calls were under way when a process died\n", result.Unanswered)
	}
	if len(paths) > 0 {
		fmt.Fprintf(s.stdout, "\nrun %s\nreport %s\n", run.ID, paths[0])
	}
	return nil
}

func newPolicies(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "policies", Short: "list the ways in which a trial can be conducted", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return a.printJSON(agent.Policies())
			}
			for _, p := range agent.Policies() {
				fmt.Fprintf(a.stdout, "  %-12s %s\n", p.Name, p.Meaning)
			}
			return nil
		},
	}
}

func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usage("%s needs %s\nrun '%s --help'", cmd.CommandPath(), what, cmd.CommandPath())
		}
		return nil
	}
}
