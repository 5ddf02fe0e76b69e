package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/report"
	"github.com/assay-physics/assay/run/stats"
	"github.com/assay-physics/assay/run/store"
	"github.com/assay-physics/assay/suite/statmech"
)

// A run lives in a folder: its records (run.db, unless a store was named), a small
// file run.json that says where they are, and its report.
const (
	runsDir    = "runs"
	pointer    = "run.json"
	recordFile = "run.db"
)

// runFolder is what run.json holds.
type runFolder struct {
	Run   string `json:"run"`
	Suite string `json:"suite"`
	// Store is the URL of the records; empty: run.db in the folder.
	Store string `json:"store,omitempty"`
	dir   string
}

// storeURL is where the records are.
func (f runFolder) storeURL() string {
	if f.Store != "" {
		return f.Store
	}
	return filepath.Join(f.dir, recordFile)
}

func (f runFolder) save() error {
	raw, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	tmp := filepath.Join(f.dir, "."+pointer)
	if err := os.WriteFile(tmp, append(raw, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(f.dir, pointer))
}

// openFolder finds a run by its folder, or by its id under runs/.
func openFolder(arg string) (runFolder, error) {
	for _, dir := range []string{arg, filepath.Join(runsDir, arg)} {
		raw, err := os.ReadFile(filepath.Join(dir, pointer))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return runFolder{}, err
		}
		var f runFolder
		if err := json.Unmarshal(raw, &f); err != nil {
			return runFolder{}, fmt.Errorf("%s: %w", filepath.Join(dir, pointer), err)
		}
		f.dir = dir
		return f, nil
	}
	return runFolder{}, usage("no run in %q: neither it nor %s holds a %s", arg, filepath.Join(runsDir, arg), pointer)
}

// session is an open run with the means to work on it.
type session struct {
	*app
	store    store.Store
	campaign *campaign.Campaign
	display  *display
	closers  []func() error
}

func (s *session) close() error {
	var errs []error
	for i := len(s.closers) - 1; i >= 0; i-- {
		errs = append(errs, s.closers[i]())
	}
	return errors.Join(errs...)
}

// connection flags are those of everything that calls models.
type connection struct {
	prices     string
	record     string
	display    string
	maxRetries int
	rpm, tpm   int
	maxConn    int
	adaptive   bool
}

func (c *connection) flags(fs *pflag.FlagSet) {
	fs.IntVar(&c.maxConn, "max-connections", 10, "calls in flight of each model")
	fs.BoolVar(&c.adaptive, "adaptive-connections", false, "start low and grow while nothing complains")
	fs.IntVar(&c.rpm, "max-requests-per-minute", 0, "bound on requests of each endpoint (0: none)")
	fs.IntVar(&c.tpm, "max-tokens-per-minute", 0, "bound on tokens of each endpoint (0: none)")
	fs.IntVar(&c.maxRetries, "max-retries", -1, "retries of a provider fault (-1: eight)")
	fs.StringVar(&c.prices, "prices", "", "price file that overrides the built-in list (USD per million tokens)")
	fs.StringVar(&c.record, "record", "", "append every exchange to FILE, which -m replay/FILE reads")
	fs.StringVar(&c.display, "display", "auto", "progress: auto, full, plain, none")
}

// loadPrices reads the price list that the flag or ASSAY_PRICES names, or the built-in
// one.
func (c *connection) loadPrices() (*model.Prices, error) {
	path := c.prices
	if path == "" {
		lookup, err := model.Environment(".env")
		if err != nil {
			return nil, err
		}
		path, _ = lookup("ASSAY_PRICES")
	}
	return model.LoadPrices(path)
}

// priced refuses a cost limit for models whose cost nobody would know.
func (c *connection) priced(models []string) error {
	prices, err := c.loadPrices()
	if err != nil {
		return err
	}
	for _, m := range models {
		free := strings.HasPrefix(m, "builtin/") || strings.HasPrefix(m, "replay/")
		if _, ok := prices.Find(m); !ok && !free {
			return usage("no price is known for %s, so that --cost-limit could not hold: name it in a file for --prices, or use --token-limit", m)
		}
	}
	return nil
}

// openSession opens store, verifier and models.
func (a *app) openSession(ctx context.Context, url, suite string, c connection, needsModels bool) (_ *session, err error) {
	s := &session{app: a}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	s.display, err = newDisplay(a.stderr, c.display)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, s.display.close)
	named, err := suiteNamed(suite)
	if err != nil {
		return nil, err
	}
	if s.store, err = store.Open(ctx, url); err != nil {
		return nil, err
	}
	s.closers = append(s.closers, s.store.Close)
	if info, err := os.Stat(url); err == nil && info.Mode().IsRegular() {
		// The records hold reference values.
		if err := os.Chmod(url, 0o600); err != nil {
			return nil, err
		}
	}
	var v statmech.Verifier
	if named.sandboxed {
		programs, closePool, err := a.verifier(ctx)
		if err != nil {
			return nil, err
		}
		v = programs
		s.closers = append(s.closers, closePool)
	}

	prices, err := c.loadPrices()
	if err != nil {
		return nil, err
	}
	pool := model.NewPool(model.Limits{MaxConnections: c.maxConn, Adaptive: c.adaptive, RequestsPerMinute: c.rpm, TokensPerMinute: c.tpm})
	s.closers = append(s.closers, func() error { pool.Close(); return nil })
	var recorder *model.Recorder
	if c.record != "" {
		if recorder, err = model.CreateRecorder(c.record); err != nil {
			return nil, err
		}
		s.closers = append(s.closers, recorder.Close)
	}
	s.campaign = &campaign.Campaign{
		Store: s.store, Version: version, Watcher: s.display, Prices: prices,
		Suite: func(name string) (campaign.Suite, error) {
			info, err := suiteNamed(name)
			if err != nil {
				return nil, err
			}
			return info.open(v), nil
		},
		Model: func(ctx context.Context, name string) (model.Model, error) {
			if !needsModels {
				return nil, fmt.Errorf("model %q is not opened here", name)
			}
			o := model.Options{Pool: pool, Prices: prices, Watcher: campaign.Waits(s.display)}
			if c.maxRetries >= 0 {
				o.Retry.MaxRetries = c.maxRetries
				if c.maxRetries == 0 {
					o.Retry.MaxRetries = -1 // there, 0 is the default and a negative number is none
				}
			}
			m, err := model.Open(ctx, providers(), name, o)
			var fault *model.Fault
			if errors.As(err, &fault) && fault.Kind == model.NotFound {
				return nil, usage("%w", err)
			}
			if err != nil || recorder == nil {
				return m, err
			}
			return recorder.Record(m), nil
		},
	}
	return s, nil
}

// results reads a run's trials in plan order.
func (s *session) results(ctx context.Context, id string) (store.Run, []store.Trial, error) {
	return readRun(ctx, s.store, id)
}

func readRun(ctx context.Context, st store.Store, id string) (store.Run, []store.Trial, error) {
	run, err := st.Run(ctx, id)
	if err != nil {
		return store.Run{}, nil, err
	}
	var trials []store.Trial
	for t, err := range st.Trials(ctx, id) {
		if err != nil {
			return store.Run{}, nil, err
		}
		trials = append(trials, t)
	}
	return run, trials, nil
}

// writeReport writes the report of a run into its folder.
func (a *app) writeReport(ctx context.Context, f runFolder, run store.Run, trials []store.Trial) ([]string, stats.Summary, error) {
	in, err := reportInput(run, trials)
	if err != nil {
		return nil, stats.Summary{}, err
	}
	paths, err := report.Write(ctx, f.dir, in)
	summary := stats.Summarize(trials, in.Spec)
	summary.Run, summary.Suite = run.ID, run.Suite
	return paths, summary, err
}

func reportInput(run store.Run, trials []store.Trial) (report.Input, error) {
	info, err := suiteNamed(run.Suite)
	if err == nil {
		info, err = info.complete()
	}
	if err != nil {
		return report.Input{}, err
	}
	in := report.Input{Run: run, Trials: trials, Metrics: info.Metrics, Spec: info.spec(), Kind: info.kind()}
	for _, t := range info.Tasks {
		in.Tasks = append(in.Tasks, report.Task{ID: t.ID, Title: t.Title})
	}
	return in, nil
}

// stamp names a run's folder before the run has an id.
func stamp(suite string, now time.Time) string {
	return suite + "-" + now.UTC().Format("20060102-150405")
}
