package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/store"
)

func newReport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "report RUN",
		Short: "print the table of a run and write its report again",
		Args:  exactArgs(1, "a run: its folder, or its id under runs/"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ctx := cmd.Context()
			f, run, trials, err := loadRun(ctx, args[0])
			if err != nil {
				return err
			}
			paths, summary, err := a.writeReport(ctx, f, run, trials)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(summary)
			}
			return (&session{app: a}).printTable(run, summary, paths, campaign.Result{})
		},
	}
}

// loadRun reads a run with its trials.
func loadRun(ctx context.Context, arg string) (_ runFolder, _ store.Run, _ []store.Trial, err error) {
	f, err := openFolder(arg)
	if err != nil {
		return f, store.Run{}, nil, err
	}
	st, err := store.Open(ctx, f.storeURL())
	if err != nil {
		return f, store.Run{}, nil, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	run, trials, err := readRun(ctx, st, f.Run)
	return f, run, trials, err
}

func newView(a *app) *cobra.Command {
	var address string
	c := &cobra.Command{
		Use:   "view [RUN]",
		Short: "serve the report of a run to a browser on this machine",
		Long: `view writes the report of a run (the newest under runs/ if none is named) and serves it
until Ctrl-C. report.html is one file that opens without a server too.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			arg, err := newestRun()
			if len(args) == 1 {
				arg, err = args[0], nil
			}
			if err != nil {
				return err
			}
			f, run, trials, err := loadRun(ctx, arg)
			if err != nil {
				return err
			}
			if _, _, err := a.writeReport(ctx, f, run, trials); err != nil {
				return err
			}
			return a.serve(ctx, f.dir, address)
		},
	}
	c.Flags().StringVar(&address, "listen", "127.0.0.1:7575", "address to listen on")
	return c
}

// newestRun is the folder under runs/ that was changed last.
func newestRun() (string, error) {
	matches, err := filepath.Glob(filepath.Join(runsDir, "*", pointer))
	if err != nil {
		return "", err
	}
	newest, when := "", time.Time{}
	for _, m := range matches {
		info, err := os.Stat(m)
		if err != nil {
			return "", err
		}
		if info.ModTime().After(when) {
			newest, when = filepath.Dir(m), info.ModTime()
		}
	}
	if newest == "" {
		return "", usage("no run under %s: name one, or start one with `assay run`", runsDir)
	}
	return newest, nil
}

// localOnly refuses requests under a foreign host name: a page elsewhere that rebinds
// its name to this machine must not read the report.
func localOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); ip == nil && host != "localhost" {
			http.Error(w, "this server answers to its address only", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// serve serves report and figures, and nothing else of the folder: the records hold
// private truth.
func (a *app) serve(ctx context.Context, dir, address string) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(dir, "report.html"))
	})
	mux.Handle("GET /figures/", http.StripPrefix("/figures/", http.FileServer(http.Dir(filepath.Join(dir, "figures")))))
	server := &http.Server{Handler: localOnly(mux), ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(a.stdout, "http://%s/   (Ctrl-C ends)\n", l.Addr())
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		return server.Shutdown(end)
	}
}
