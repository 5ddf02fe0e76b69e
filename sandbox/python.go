package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Interpreter is a Python that can run candidates.
type Interpreter struct {
	Path       string            `json:"path"`       // how it was found
	Executable string            `json:"executable"` // the binary itself, every link resolved
	Version    string            `json:"version"`    // "3.11.7"
	Prefixes   []string          `json:"prefixes"`   // its library folders: what the jail has to show
	SysPath    []string          `json:"sys_path"`   // where it imports from
	Packages   map[string]string `json:"packages"`   // the version of each of numpy, scipy, sympy, mpmath that it has
	Source     string            `json:"source"`     // "ASSAY_PYTHON", "private environment" or "system"
}

// required are the packages that an interpreter must have to be used.
var required = []string{"numpy", "scipy", "sympy"}

// missing lists the required packages that the interpreter does not have.
func (ip Interpreter) missing() []string {
	var out []string
	for _, p := range required {
		if ip.Packages[p] == "" {
			out = append(out, p)
		}
	}
	return out
}

// FindPython returns the interpreter to use: the one that $ASSAY_PYTHON names; else the private environment
// of an earlier set-up; else any python3 of the system that has numpy, scipy and sympy; else it sets
// the private environment up ([SetUpPython]), which takes a while once. The error says
// what to install by hand when none of these can be had. logger may be nil.
func FindPython(ctx context.Context, logger *slog.Logger) (Interpreter, error) {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	ip, err := lookPython(ctx, logger)
	if err == nil || !errors.Is(err, errNoPython) {
		return ip, err
	}
	logger.Info("no Python with numpy, scipy and sympy found: making a private environment, once")
	ip, err = SetUpPython(ctx, lineLogger{logger})
	if err != nil {
		return Interpreter{}, fmt.Errorf("%w\n%s", err, byHand)
	}
	return ip, nil
}

// errNoPython says that no interpreter of this machine is ready for use.
var errNoPython = errors.New("sandbox: no Python with numpy, scipy and sympy")

// byHand is the advice for a machine on which no environment can be made.
const byHand = `install them with the system's package manager and try again:
  Debian, Ubuntu:  apt-get install python3-numpy python3-scipy python3-sympy   (or, as root: assay doctor --fix)
  Fedora:          dnf install python3-numpy python3-scipy python3-sympy
  Arch:            pacman -S python-numpy python-scipy python-sympy
  Alpine:          apk add py3-numpy py3-scipy py3-sympy
or name an interpreter that has them in the environment variable ASSAY_PYTHON`

// lookPython is FindPython without the set-up.
func lookPython(ctx context.Context, logger *slog.Logger) (Interpreter, error) {
	if path := os.Getenv("ASSAY_PYTHON"); path != "" {
		full, err := exec.LookPath(path)
		if err != nil {
			return Interpreter{}, fmt.Errorf("sandbox: ASSAY_PYTHON: %w", err)
		}
		ip, err := examinePython(ctx, full)
		if err != nil {
			return Interpreter{}, fmt.Errorf("sandbox: ASSAY_PYTHON: %w", err)
		}
		if m := ip.missing(); len(m) > 0 {
			return Interpreter{}, fmt.Errorf("sandbox: ASSAY_PYTHON: %s has no %s", full, strings.Join(m, ", "))
		}
		ip.Source = "ASSAY_PYTHON"
		return ip, nil
	}
	dirs, err := privateEnvironments()
	if err != nil {
		logger.Debug("no private environment", "error", err)
	}
	for _, dir := range dirs {
		ip, err := examinePrivate(ctx, dir)
		if err == nil {
			return ip, nil
		}
		if !errors.Is(err, os.ErrNotExist) {
			logger.Warn("the private environment does not work", "folder", dir, "error", err)
		}
	}
	for ip := range systemPythons(ctx, logger) {
		if len(ip.missing()) == 0 {
			return ip, nil
		}
		logger.Debug("interpreter lacks packages", "path", ip.Path, "missing", ip.missing())
	}
	if err := ctx.Err(); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: looking for Python: %w", err)
	}
	return Interpreter{}, errNoPython
}

// examinePrivate looks at the private environment in dir.
func examinePrivate(ctx context.Context, dir string) (Interpreter, error) {
	path := filepath.Join(dir, "bin", "python3")
	if _, err := os.Stat(path); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	ip, err := examinePython(ctx, path)
	if err != nil {
		return Interpreter{}, err
	}
	if m := ip.missing(); len(m) > 0 {
		return Interpreter{}, fmt.Errorf("sandbox: private environment %s has no %s", dir, strings.Join(m, ", "))
	}
	ip.Source = "private environment"
	return ip, nil
}

// systemPythons yields each distinct interpreter on PATH and in the usual places, the plain python3 first.
func systemPythons(ctx context.Context, logger *slog.Logger) func(yield func(Interpreter) bool) {
	return func(yield func(Interpreter) bool) {
		names := []string{"python3"}
		for minor := 14; minor >= minPython[1]; minor-- {
			names = append(names, fmt.Sprintf("python3.%d", minor))
		}
		folders := append(filepath.SplitList(os.Getenv("PATH")), "/usr/bin", "/usr/local/bin")
		seen := map[string]bool{}
		for _, name := range names {
			for _, folder := range folders {
				path := filepath.Join(folder, name)
				if !filepath.IsAbs(path) || seen[path] {
					continue
				}
				seen[path] = true
				if fi, err := os.Stat(path); err != nil || fi.IsDir() || fi.Mode()&0o111 == 0 {
					continue
				}
				ip, err := examinePython(ctx, path)
				if err != nil {
					logger.Debug("interpreter passed over", "path", path, "error", err)
					continue
				}
				if seen[ip.Executable] {
					continue
				}
				seen[ip.Executable] = true
				ip.Source = "system"
				if !yield(ip) || ctx.Err() != nil {
					return
				}
			}
		}
	}
}

// minPython is the oldest version that the warm pool runs on: os.pidfd_open came with 3.9.
var minPython = [2]int{3, 9}

// examineSource prints what examinePython wants to know. It looks packages up without importing them.
const examineSource = `
import sys, os, json
from importlib import metadata, util
packages = {}
for name in ("numpy", "scipy", "sympy", "mpmath"):
    try:
        if util.find_spec(name) is not None:
            packages[name] = metadata.version(name)
    except Exception:
        pass
real = os.path.realpath
print(json.dumps({
    "executable": real(sys.executable), "version": ".".join(map(str, sys.version_info[:3])),
    "implementation": sys.implementation.name, "packages": packages,
    "prefixes": [real(p) for p in (sys.base_prefix, sys.base_exec_prefix)],
    "sys_path": [real(p) for p in sys.path if p and os.path.isdir(p)]}))
`

// examinePython asks an interpreter what it is and has. It runs in isolated mode, outside of any jail: an
// interpreter is trusted, what it will run is not.
func examinePython(ctx context.Context, path string) (Interpreter, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-I", "-c", examineSource)
	cmd.WaitDelay = time.Second
	cmd.Env = withoutSecrets(os.Environ())
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: examining %s: %w: %s", path, err, tail(stderr.String(), 300))
	}
	var found struct {
		Interpreter
		Implementation string `json:"implementation"`
	}
	if err := json.Unmarshal(stdout.Bytes(), &found); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: examining %s: %w", path, err)
	}
	ip := found.Interpreter
	if found.Implementation != "cpython" {
		return Interpreter{}, fmt.Errorf("sandbox: %s is %s, not CPython", path, found.Implementation)
	}
	if v, err := parseVersion(ip.Version); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: examining %s: %w", path, err)
	} else if v[0] != minPython[0] || v[1] < minPython[1] {
		return Interpreter{}, fmt.Errorf("sandbox: %s is Python %s; %d.%d or later is needed", path, ip.Version, minPython[0], minPython[1])
	}
	ip.Path = path
	// Of a prefix only its libraries: the prefix itself may be someone's home.
	var shown []string
	for _, p := range ip.Prefixes {
		shown = append(shown, filepath.Join(p, "lib"), filepath.Join(p, "lib64"))
	}
	within := func(dir string) bool {
		return slices.ContainsFunc(shown, func(p string) bool { return dir == p || strings.HasPrefix(dir, p+"/") })
	}
	var importable []string
	for _, dir := range ip.SysPath {
		switch base := filepath.Base(dir); {
		case within(dir):
		case base == "site-packages" || base == "dist-packages":
			shown = append(shown, dir)
		default:
			continue // a folder that a .pth file added: somebody's work, none of a candidate's business
		}
		importable = append(importable, dir)
	}
	ip.SysPath = importable
	slices.Sort(shown)
	ip.Prefixes = slices.Compact(shown)
	return ip, nil
}

func parseVersion(s string) (v [2]int, err error) {
	parts := strings.SplitN(s, ".", 3)
	if len(parts) < 2 {
		return v, fmt.Errorf("version %q", s)
	}
	for i := range v {
		if v[i], err = strconv.Atoi(parts[i]); err != nil {
			return v, fmt.Errorf("version %q: %w", s, err)
		}
	}
	return v, nil
}

// tail returns the last n bytes of s, for error messages.
func tail(s string, n int) string {
	s = strings.TrimSpace(s)
	if len(s) > n {
		return "…" + s[len(s)-n:]
	}
	return s
}

// lineLogger turns what a set-up prints into log lines.
type lineLogger struct{ logger *slog.Logger }

func (l lineLogger) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		if line = strings.TrimSpace(line); line != "" {
			l.logger.Info(line)
		}
	}
	return len(p), nil
}
