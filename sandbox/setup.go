package sandbox

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

//go:embed requirements.txt
var requirements []byte

// privateEnvironments are the folders where the private environment that belongs to the embedded requirements may be: in the
// user's cache. For root that is /var/cache first: root's own is closed to everyone else, and where
// there are no user namespaces (a container) the jail's user has to read it with no more than its own rights.
func privateEnvironments() ([]string, error) {
	var caches []string
	if os.Geteuid() == 0 && os.Getenv("XDG_CACHE_HOME") == "" {
		caches = append(caches, "/var/cache")
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		caches = append(caches, cache)
	}
	if len(caches) == 0 {
		return nil, fmt.Errorf("sandbox: private environment: %w", err)
	}
	sum := sha256.Sum256(requirements)
	for i, c := range caches {
		caches[i] = filepath.Join(c, "assay", "python-"+hex.EncodeToString(sum[:6]))
	}
	return caches, nil
}

// SetUpPython makes the private virtual environment with the pinned and hashed versions of numpy, scipy, sympy
// and mpmath, and returns its interpreter. Nothing is installed anywhere else. Progress goes to w. The folder
// appears under its name only when it is complete and has been tried; concurrent set-ups wait
// for each other, and the later ones find the work done.
func SetUpPython(ctx context.Context, w io.Writer) (_ Interpreter, err error) {
	dirs, err := privateEnvironments()
	if err != nil {
		return Interpreter{}, err
	}
	dir, failures := "", []error(nil)
	for _, d := range dirs {
		if err := os.MkdirAll(filepath.Dir(d), 0o755); err != nil {
			failures = append(failures, err)
			continue
		}
		dir = d
		break
	}
	if dir == "" {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", errors.Join(failures...))
	}
	unlock, err := lockFile(ctx, dir+".lock")
	if err != nil {
		return Interpreter{}, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if ip, err := examinePrivate(ctx, dir); err == nil {
		return ip, nil
	}
	base, err := basePython(ctx)
	if err != nil {
		return Interpreter{}, err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "making-")
	if err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	env := filepath.Join(temp, "env")
	list := filepath.Join(temp, "requirements.txt")
	if err := os.WriteFile(list, requirements, 0o644); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	fmt.Fprintf(w, "making a private Python environment in %s with %s (Python %s)\n", dir, base.Path, base.Version)
	if err := fillEnvironment(ctx, w, base, env, list); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	if err := compileLibraries(ctx, w, filepath.Join(env, "bin", "python3"), filepath.Join(env, "lib")); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	if err := run(ctx, w, filepath.Join(env, "bin", "python3"), "-I", "-c", "import numpy, scipy.linalg, sympy"); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: trying it: %w", err)
	}
	if err := makeReadable(env); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	if err := os.RemoveAll(dir); err != nil { // a broken one
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	if err := os.Rename(env, dir); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: private environment: %w", err)
	}
	return examinePrivate(ctx, dir)
}

// basePython picks the interpreter to make the environment from: one whose version the requirements have wheels
// for, those of the system first, as others come and go and may be out of other users' reach.
func basePython(ctx context.Context) (Interpreter, error) {
	var candidates []Interpreter
	for ip := range systemPythons(ctx, slog.New(slog.DiscardHandler)) {
		if v, err := parseVersion(ip.Version); err != nil || v[1] < 10 || v[1] > 13 {
			continue
		}
		if filepath.Dir(ip.Executable) == "/usr/bin" {
			return ip, nil
		}
		candidates = append(candidates, ip)
	}
	if err := ctx.Err(); err != nil {
		return Interpreter{}, fmt.Errorf("sandbox: looking for Python: %w", err)
	}
	if len(candidates) == 0 {
		return Interpreter{}, errors.New("sandbox: private environment: no CPython 3.10 to 3.13 on this machine to make it from")
	}
	return candidates[0], nil
}

// fillEnvironment makes a virtual environment in env and installs the list into it, with uv where there is one
// and with pip otherwise: the environment's own, or (Debian's python3 comes without) any other.
func fillEnvironment(ctx context.Context, w io.Writer, base Interpreter, env, list string) error {
	python := filepath.Join(env, "bin", "python3")
	var failures []error
	try := func(what string, steps ...[]string) bool {
		if err := os.RemoveAll(env); err != nil {
			failures = append(failures, err)
			return false
		}
		for _, s := range steps {
			if err := run(ctx, w, s[0], s[1:]...); err != nil {
				failures = append(failures, fmt.Errorf("with %s: %w", what, err))
				return false
			}
		}
		return true
	}
	install := []string{"install", "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", list}
	noCompile := append(slices.Clone(install), "--no-compile") // uv's default; see compileLibraries
	quiet := []string{"--disable-pip-version-check", "--no-input", "-q"}
	if uv, err := exec.LookPath("uv"); err == nil {
		if try("uv", []string{uv, "venv", "--python", base.Executable, env},
			append([]string{uv, "pip"}, append(install, "--python", python)...)) {
			return nil
		}
	}
	if try("venv", []string{base.Executable, "-I", "-m", "venv", env},
		append(append([]string{python, "-I", "-m", "pip"}, quiet...), noCompile...)) {
		return nil
	}
	for _, name := range []string{"pip3", "pip"} {
		pip, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if try(name, []string{base.Executable, "-I", "-m", "venv", "--without-pip", env},
			append(append([]string{pip, "--python", python}, quiet...), noCompile...)) {
			return nil
		}
	}
	return errors.Join(failures...)
}

// compileLibraries compiles the modules under lib to bytecode, on all processors: in the jail, whose folders are
// read-only, an import without it would compile anew each time. It leaves out the libraries' own tests, a
// third of them, which nothing imports.
func compileLibraries(ctx context.Context, w io.Writer, python, lib string) error {
	return run(ctx, w, python, "-I", "-m", "compileall", "-q", "-j", "0", "-x", "/site-packages/.*/tests/", lib)
}

// secretNames are the parts of a variable's name that say that its value is nobody else's business.
var secretNames = []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"}

// withoutSecrets is an environment less the variables that look like secrets, for programs that have no use for them.
func withoutSecrets(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		name = strings.ToUpper(name)
		return slices.ContainsFunc(secretNames, func(part string) bool { return strings.Contains(name, part) })
	})
}

// run runs one step of a set-up, without the secrets of our environment, and puts the end of what it said into the error.
func run(ctx context.Context, w io.Writer, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	var said tailBuffer
	cmd.Stdout = io.MultiWriter(w, &said)
	cmd.Stderr = cmd.Stdout
	cmd.Env = append(withoutSecrets(os.Environ()), "PYTHONNOUSERSITE=1", "PIP_USER=0")
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return fmt.Errorf("%s: %w: %s", filepath.Base(name), err, tail(said.String(), 600))
	}
	return nil
}

// tailBuffer keeps the last few KiB of what is written to it.
type tailBuffer struct{ b []byte }

func (t *tailBuffer) Write(p []byte) (int, error) {
	const keep = 8 << 10
	t.b = append(t.b, p...)
	if len(t.b) > 2*keep {
		t.b = append(t.b[:0], t.b[len(t.b)-keep:]...)
	}
	return len(p), nil
}

func (t *tailBuffer) String() string { return string(t.b) }

// makeReadable lets everyone read the environment, whatever the umask was: the jail's user is not its owner.
func makeReadable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		mode := fi.Mode().Perm() | 0o444
		if mode&0o100 != 0 {
			mode |= 0o111
		}
		if mode == fi.Mode().Perm() {
			return nil
		}
		return os.Chmod(path, mode)
	})
}

// lockFile takes an exclusive lock on a file, waiting for it as long as the context allows.
func lockFile(ctx context.Context, path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("sandbox: lock: %w", err)
	}
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return f.Close, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return nil, errors.Join(fmt.Errorf("sandbox: locking %s: %w", path, err), f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("sandbox: waiting for the lock %s: %w", path, ctx.Err()), f.Close())
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// InstallSystemPackages installs Debian's python3-numpy, python3-scipy and python3-sympy. It needs root and
// apt-get, and is for a person who asked for it in so many words (assay doctor --fix).
func InstallSystemPackages(ctx context.Context, w io.Writer) error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("sandbox: installing packages needs root; %s", byHand)
	}
	apt, err := exec.LookPath("apt-get")
	if err != nil {
		return fmt.Errorf("sandbox: no apt-get on this machine; %s", byHand)
	}
	install := []string{"install", "-y", "--no-install-recommends", "python3", "python3-numpy", "python3-scipy", "python3-sympy"}
	if err := runApt(ctx, w, apt, install...); err == nil {
		return nil
	}
	if err := runApt(ctx, w, apt, "update"); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	if err := runApt(ctx, w, apt, install...); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	return nil
}

func runApt(ctx context.Context, w io.Writer, apt string, args ...string) error {
	return run(ctx, w, "env", append([]string{"DEBIAN_FRONTEND=noninteractive", apt, "-q"}, args...)...)
}
