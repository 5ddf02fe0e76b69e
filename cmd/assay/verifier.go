package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/assay-physics/assay/sandbox"
	"github.com/assay-physics/assay/verify/mapping"
)

// interpreter finds the Python that runs foreign code, and sets up a private one on
// first use.
func (a *app) interpreter(ctx context.Context) (sandbox.Interpreter, error) {
	if a.python != "" {
		if err := os.Setenv("ASSAY_PYTHON", a.python); err != nil {
			return sandbox.Interpreter{}, err
		}
	}
	found, err := sandbox.FindPython(ctx, a.logger())
	if err == nil || a.python != "" {
		return found, err
	}
	fmt.Fprintln(a.stderr, "assay: no Python with numpy, scipy and sympy was found; setting up a private one (once)")
	made, setupErr := sandbox.SetUpPython(ctx, a.stderr)
	if setupErr != nil {
		return sandbox.Interpreter{}, fmt.Errorf("%w\n`assay doctor --fix` as root installs the system's packages", setupErr)
	}
	return made, nil
}

func (a *app) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// verifier opens the sandbox and a verifier of mapping claims over it.
func (a *app) verifier(ctx context.Context) (*mapping.Verifier, func() error, error) {
	py, err := a.interpreter(ctx)
	if err != nil {
		return nil, nil, err
	}
	cache, err := a.cache()
	if err != nil {
		return nil, nil, err
	}
	env, err := environment(py)
	if err != nil {
		return nil, nil, err
	}
	pool, err := sandbox.Open(ctx, sandbox.Options{Python: py.Path, Unsafe: a.unsafe, Logger: a.logger()})
	if err != nil {
		return nil, nil, err
	}
	v := mapping.NewVerifier(pool, cache, env)
	v.Warn = func(err error) { fmt.Fprintln(a.stderr, "assay: going on without the cache:", err) }
	return v, pool.Close, nil
}

// cache is where audits are kept between runs.
func (a *app) cache() (mapping.Cache, error) {
	if a.fresh {
		return &mapping.MemoryCache{}, nil
	}
	if a.audits != "" {
		return mapping.DirCache{Dir: a.audits}, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return &mapping.MemoryCache{}, nil //nolint:nilerr // no home, no cache: audits are made anew
	}
	return mapping.DirCache{Dir: filepath.Join(dir, "assay", "audits")}, nil
}

// environment names everything outside of a program that can change what an audit
// finds: the interpreter, its packages, and this binary.
func environment(py sandbox.Interpreter) (string, error) {
	var parts []string
	for name, v := range py.Packages {
		parts = append(parts, name+" "+v)
	}
	slices.Sort(parts)
	build := version
	if version == "dev" { // an unreleased build is known by its bytes
		sum, err := executableDigest()
		if err != nil {
			return "", err
		}
		build += " " + sum
	}
	return fmt.Sprintf("assay %s; python %s; %s; %s/%s", build, py.Version, strings.Join(parts, ", "), runtime.GOOS, runtime.GOARCH), nil
}

func executableDigest() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
