package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/run/campaign"
)

func newResume(a *app) *cobra.Command {
	var (
		conn   connection
		limits campaign.Limits
	)
	c := &cobra.Command{
		Use:   "resume RUN",
		Short: "go on with a run that was stopped, or whose provider failed",
		Long: `resume takes a run's folder or id and goes on where it stopped. No recorded call is made
again. Trials that ended by a fault of a provider or of the setup are tried again; with a
new limit, those that the old limit ended go on as well.`,
		Args: exactArgs(1, "a run: its folder, or its id under runs/"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ctx := cmd.Context()
			f, err := openFolder(args[0])
			if err != nil {
				return err
			}
			s, err := a.openSession(ctx, f.storeURL(), f.Suite, conn, true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.close()) }()
			var changed *campaign.Limits
			if cmd.Flags().Changed("cost-limit") || cmd.Flags().Changed("token-limit") || cmd.Flags().Changed("max-connections") {
				limits.MaxConnections = conn.maxConn
				changed = &limits
			}
			result, runErr := s.campaign.Resume(ctx, f.Run, changed)
			return s.finish(ctx, f, result, runErr)
		},
	}
	fl := c.Flags()
	fl.SortFlags = false
	fl.Float64Var(&limits.CostLimitUSD, "cost-limit", 0, "a new limit in USD")
	fl.Int64Var(&limits.TokenLimit, "token-limit", 0, "a new limit in tokens")
	conn.flags(fl)
	return c
}

func newScore(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "score RUN",
		Short: "check the recorded replies of a run again with the present verifier",
		Long: `score makes no model call: it checks every recorded reply anew, records the new findings
beside the old, and writes the report again.`,
		Args: exactArgs(1, "a run: its folder, or its id under runs/"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ctx := cmd.Context()
			f, err := openFolder(args[0])
			if err != nil {
				return err
			}
			s, err := a.openSession(ctx, f.storeURL(), f.Suite, connection{display: "auto", maxRetries: -1}, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.close()) }()
			result, runErr := s.campaign.Rescore(ctx, f.Run)
			return s.finish(ctx, f, result, runErr)
		},
	}
	return c
}
