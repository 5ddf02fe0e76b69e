package sandbox

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// TestRequirementsArePinnedAndHashed reads the embedded list as strictly as pip does with --require-hashes.
func TestRequirementsArePinnedAndHashed(t *testing.T) {
	var text string
	for line := range strings.Lines(string(requirements)) {
		if !strings.HasPrefix(line, "#") {
			text += line
		}
	}
	entry := regexp.MustCompile(`^([a-z]+)==([0-9.]+)((?: --hash=sha256:[0-9a-f]{64})+)$`)
	hashes := map[string]int{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n    ", "")) {
		m := entry.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			t.Errorf("not pinned and hashed: %.80q", line)
			continue
		}
		hashes[m[1]] = strings.Count(m[3], "--hash")
	}
	// numpy and scipy: CPython 3.10 to 3.13, two processors, glibc and musl; the others are pure Python.
	for name, n := range map[string]int{"numpy": 16, "scipy": 16, "sympy": 1, "mpmath": 1} {
		if hashes[name] != n {
			t.Errorf("%s has %d hashes, want %d", name, hashes[name], n)
		}
	}
}

func TestPrivateEnvironmentFollowsTheRequirements(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/some/cache")
	dir := private(t)
	if ok, err := filepath.Match("/some/cache/assay/python-????????????", dir); err != nil || !ok {
		t.Errorf("%s, %v", dir, err)
	}
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "/home/me")
	dirs, err := privateEnvironments()
	want := []string{filepath.Join("/home/me/.cache/assay", filepath.Base(dir))}
	if os.Geteuid() == 0 {
		want = append([]string{filepath.Join("/var/cache/assay", filepath.Base(dir))}, want...)
	}
	if err != nil || !slices.Equal(dirs, want) {
		t.Errorf("%v, %v; want %v", dirs, err, want)
	}
	t.Setenv("HOME", "")
	if dirs, err := privateEnvironments(); err == nil && os.Geteuid() != 0 {
		t.Errorf("without a home: %v", dirs)
	}
}

// private is the only place of the private environment when XDG_CACHE_HOME is set.
func private(t *testing.T) string {
	t.Helper()
	dirs, err := privateEnvironments()
	if err != nil || len(dirs) != 1 {
		t.Fatalf("%v, %v", dirs, err)
	}
	return dirs[0]
}

// fakePython writes a program that answers like an interpreter.
func fakePython(t *testing.T, path, answer string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\ncat <<'END'\n"+answer+"\nEND\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

const fakeAnswer = `{"executable": "/opt/p/bin/python3", "version": "3.11.4", "implementation": "cpython", "packages": {"numpy": "1.26", "scipy": "1.11", "sympy": "1.12"},
 "prefixes": ["/opt/p", "/opt/p"], "sys_path": ["/opt/p/lib/python3.11", "/home/me/venv/lib/python3.11/site-packages", "/home/me/project"]}`

func TestExaminePython(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "python3")
	for answer, want := range map[string]string{
		fakeAnswer: "",
		strings.Replace(fakeAnswer, "3.11.4", "3.8.10", 1): "3.9 or later",
		strings.Replace(fakeAnswer, "cpython", "pypy", 1):  "not CPython",
		strings.Replace(fakeAnswer, "3.11.4", "three", 1):  `version "three"`,
		"Segmentation fault":                               "examining",
	} {
		fakePython(t, path, answer)
		ip, err := examinePython(context.Background(), path)
		if want == "" {
			if err != nil {
				t.Fatal(err)
			}
			// A project's folder, put on the path by a .pth file, is neither shown nor imported from; nor is a whole prefix.
			if got := strings.Join(ip.SysPath, " "); got != "/opt/p/lib/python3.11 /home/me/venv/lib/python3.11/site-packages" {
				t.Errorf("path %s", got)
			}
			if got := strings.Join(ip.Prefixes, " "); got != "/home/me/venv/lib/python3.11/site-packages /opt/p/lib /opt/p/lib64" {
				t.Errorf("prefixes %s", got)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %q", answer, err, want)
		}
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\necho broken >&2\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := examinePython(context.Background(), path); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("a failing interpreter: %v", err)
	}
}

// TestChildrenGetNoSecrets: neither an interpreter under examination nor a step of a set-up sees a secret of ours.
func TestChildrenGetNoSecrets(t *testing.T) {
	const value = "s3cr3t-value"
	for _, name := range []string{"ASSAY_TEST_API_KEY", "ASSAY_TEST_TOKEN", "assay_test_secret_x", "ASSAY_TEST_PASSWORD", "ASSAY_TEST_CREDENTIALS"} {
		t.Setenv(name, value)
	}
	t.Setenv("ASSAY_TEST_PLAIN", "kept KEY=TOKEN")
	dir := t.TempDir()
	path, saw := filepath.Join(dir, "python3"), filepath.Join(dir, "saw")
	script := "#!/bin/sh\nenv >'" + saw + "'\ncat <<'END'\n" + fakeAnswer + "\nEND\n"
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]func() error{
		"examination": func() error { _, err := examinePython(context.Background(), path); return err },
		"set-up":      func() error { return run(context.Background(), io.Discard, path) },
	} {
		if err := start(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(saw)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), value) || !strings.Contains(string(text), "ASSAY_TEST_PLAIN=kept KEY=TOKEN\n") {
			t.Errorf("%s: the child's environment is\n%s", name, text)
		}
		if err := os.Remove(saw); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCompileLibraries: every module has its bytecode, the tests of libraries have none, and what cannot be compiled is said.
func TestCompileLibraries(t *testing.T) {
	ip, lib := python(t), filepath.Join(t.TempDir(), "tests", "lib") // a folder of that name above does not count
	packages := filepath.Join(lib, "python3", "site-packages", "p")
	for _, file := range []string{"m.py", "sub/n.py", "sub/tests/t.py"} {
		path := filepath.Join(packages, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x = 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := compileLibraries(context.Background(), io.Discard, ip.Path, lib); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]int{".": 1, "sub": 1, "sub/tests": 0} {
		found, err := filepath.Glob(filepath.Join(packages, folder, "__pycache__", "*.pyc"))
		if err != nil || len(found) != want {
			t.Errorf("%s: %v, %v; want %d", folder, found, err, want)
		}
	}
	// A file of its own: one that was compiled in this very second counts as up to date.
	if err := os.WriteFile(filepath.Join(packages, "bad.py"), []byte("x = = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := compileLibraries(context.Background(), io.Discard, ip.Path, lib); err == nil || !strings.Contains(err.Error(), "SyntaxError") {
		t.Errorf("a module that does not compile: %v", err)
	}
}

// TestFindPythonOrder: the variable, then the private environment, then the system's.
func TestFindPythonOrder(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("ASSAY_PYTHON", "")
	t.Setenv("PATH", filepath.Join(dir, "bin")+":/usr/bin:/bin")
	ctx := context.Background()
	logger := discard()

	system := filepath.Join(dir, "bin", "python3")
	fakePython(t, system, fakeAnswer)
	if ip, err := lookPython(ctx, logger); err != nil || ip.Path != system || ip.Source != "system" {
		t.Errorf("system: %+v, %v", ip, err)
	}
	private := private(t)
	fakePython(t, filepath.Join(private, "bin", "python3"), strings.Replace(fakeAnswer, `"numpy": "1.26", `, "", 1))
	if ip, err := lookPython(ctx, logger); err != nil || ip.Path != system {
		t.Errorf("a private environment without numpy: %+v, %v", ip, err)
	}
	fakePython(t, filepath.Join(private, "bin", "python3"), fakeAnswer)
	if ip, err := lookPython(ctx, logger); err != nil || ip.Source != "private environment" {
		t.Errorf("private: %+v, %v", ip, err)
	}
	named := filepath.Join(dir, "named")
	t.Setenv("ASSAY_PYTHON", named)
	if _, err := lookPython(ctx, logger); err == nil || !strings.Contains(err.Error(), "ASSAY_PYTHON") || errors.Is(err, errNoPython) {
		t.Errorf("a named interpreter that does not exist must not be passed over: %v", err)
	}
	fakePython(t, named, strings.Replace(fakeAnswer, `, "sympy": "1.12"`, "", 1))
	if _, err := lookPython(ctx, logger); err == nil || !strings.Contains(err.Error(), "has no sympy") {
		t.Errorf("a named interpreter without sympy: %v", err)
	}
	fakePython(t, named, fakeAnswer)
	if ip, err := lookPython(ctx, logger); err != nil || ip.Source != "ASSAY_PYTHON" {
		t.Errorf("named: %+v, %v", ip, err)
	}
}

// TestSetUpPythonTakesWhatIsThere: several at once, on an environment that is complete, all get it and change nothing.
func TestSetUpPythonTakesWhatIsThere(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	private := private(t)
	fakePython(t, filepath.Join(private, "bin", "python3"), fakeAnswer)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if ip, err := SetUpPython(context.Background(), io.Discard); err != nil || ip.Version != "3.11.4" {
				t.Errorf("%+v, %v", ip, err)
			}
		})
	}
	wg.Wait()
	if entries, err := os.ReadDir(filepath.Dir(private)); err != nil || len(entries) != 2 { // the environment and the lock
		t.Errorf("%v, %v", entries, err)
	}
}

// TestSetUpPythonThatFails leaves nothing behind, and FindPython then says what to install.
func TestSetUpPythonThatFails(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("ASSAY_PYTHON", "")
	t.Setenv("PATH", filepath.Join(dir, "bin")+":/bin")
	// An interpreter whose venv module, and whose everything, only prints.
	list := filepath.Join(dir, "list.txt")
	var said bytes.Buffer
	base := Interpreter{Path: "/bin/false", Executable: "/bin/false", Version: "3.11.0"}
	env := filepath.Join(dir, "env")
	if err := fillEnvironment(context.Background(), &said, base, env, list); err == nil || !strings.Contains(err.Error(), "with venv") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(env); !os.IsNotExist(err) {
		t.Errorf("something was left: %v", err)
	}
	for _, manager := range []string{"apt-get install python3-numpy python3-scipy python3-sympy", "dnf", "pacman", "apk", "ASSAY_PYTHON"} {
		if !strings.Contains(byHand, manager) {
			t.Errorf("the advice does not speak of %s", manager)
		}
	}
}

func TestLockFileWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	unlock, err := lockFile(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	waiting := make(chan error, 1)
	go func() {
		_, err := lockFile(ctx, path)
		waiting <- err
	}()
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("waiting for the lock ended with %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := lockFile(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again(); err != nil {
		t.Fatal(err)
	}
}

func TestMakeReadable(t *testing.T) {
	dir := t.TempDir()
	program, data := filepath.Join(dir, "sub", "program"), filepath.Join(dir, "sub", "data")
	if err := os.Mkdir(filepath.Dir(program), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{program: 0o700, data: 0o600} {
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := makeReadable(dir); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{filepath.Dir(program): 0o755, program: 0o755, data: 0o644} {
		if fi, err := os.Stat(path); err != nil || fi.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, fi.Mode().Perm(), err, want)
		}
	}
}

func TestInstallSystemPackagesNeedsApt(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := InstallSystemPackages(context.Background(), io.Discard); err == nil || !strings.Contains(err.Error(), "python3-scipy") {
		t.Errorf("%v", err)
	}
}

func TestTailBuffer(t *testing.T) {
	var b tailBuffer
	for range 1000 {
		if _, err := b.Write([]byte("0123456789abcdef0123456789abcdef\n")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Write([]byte("the end\n")); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); len(s) > 17<<10 || tail(s, 10) != "…ef\nthe end" {
		t.Errorf("%d bytes, %q", len(s), tail(s, 10))
	}
}
