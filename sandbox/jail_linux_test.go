package sandbox

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestProbe: what a machine offers is what a pool then has.
func TestProbe(t *testing.T) {
	probed := Probe(context.Background())
	active := func(list []Protection) (names []string) {
		for _, p := range list {
			if p.Detail == "" {
				t.Errorf("%s has no detail", p.Name)
			}
			if p.Active {
				names = append(names, p.Name)
			}
		}
		return names
	}
	pool := openPool(t, Options{})
	if diff := cmp.Diff(active(pool.Protections()), active(probed)); diff != "" {
		t.Errorf("pool and probe differ:\n%s", diff)
	}
}

// TestFallback: a rung that cannot be built gives way to the next, and Protections says so.
func TestFallback(t *testing.T) {
	ctx := context.Background()
	o := Options{Python: publicPython(t)}
	ladder := ladder(false)
	if len(ladder) < 2 || !ladder[0].namespaces || ladder[len(ladder)-1].namespaces {
		t.Fatalf("ladder %v", ladder)
	}
	p, err := open(ctx, o, ladder[len(ladder)-1:])
	if err != nil {
		t.Fatal(err)
	}
	honest(t, p)
	for _, pr := range p.Protections() {
		if want := pr.Name != "namespaces"; pr.Active != want && pr.Name != "cgroup" {
			t.Errorf("%+v", pr)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if p, err := open(ctx, o, nil); err == nil || !strings.Contains(err.Error(), "unsafe") {
		t.Errorf("an empty ladder opened %v, %v", p, err)
	}
}

// TestLadder: no rung that anyone falls to unasked lacks seccomp, or both Landlock and namespaces.
func TestLadder(t *testing.T) {
	for _, r := range ladder(false) {
		if !r.seccomp || !r.landlock && !r.namespaces {
			t.Errorf("a safe ladder has the rung %v", r)
		}
	}
	if got := (rung{}).String(); got != "resource limits alone" {
		t.Errorf("the ground is called %q", got)
	}
}

// TestEveryRung runs honest code on each, those that only the unsafe mode would take included.
func TestEveryRung(t *testing.T) {
	python := publicPython(t)
	for _, r := range []rung{
		{namespaces: true, jobUserns: true, landlock: true, seccomp: true},
		{namespaces: true, landlock: true, seccomp: true},
		{namespaces: true, jobUserns: true, seccomp: true},
		{landlock: true, seccomp: true},
		{landlock: true}, {seccomp: true}, {},
	} {
		t.Run(r.String(), func(t *testing.T) {
			p, err := open(context.Background(), Options{Python: python}, []rung{r})
			if err != nil {
				t.Fatal(err)
			}
			honest(t, p)
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestOpenFails in ways that a user can act on, and leaves nothing running.
func TestOpenFails(t *testing.T) {
	ctx := context.Background()
	before := children(t)
	if _, err := Open(ctx, Options{Python: "/nonexistent/python3"}); err == nil || !strings.Contains(err.Error(), "/nonexistent/python3") {
		t.Errorf("no interpreter: %v", err)
	}
	if _, err := Open(ctx, Options{Python: python(t).Path, Preload: []string{"no_such_module"}}); err == nil || !strings.Contains(err.Error(), "no_such_module") {
		t.Errorf("no module: %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Open(canceled, Options{Python: python(t).Path}); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("canceled: %v", err)
	}
	eventually(t, "processes", before, func() int { return children(t) })
}

// TestOpenNeedsStage2: a binary that cannot become the jail is told so.
func TestOpenNeedsStage2(t *testing.T) {
	stage2Called.Store(false)
	defer stage2Called.Store(true)
	if _, err := Open(context.Background(), Options{}); err == nil || !strings.Contains(err.Error(), "MaybeStage2") {
		t.Errorf("%v", err)
	}
}

// TestPreload: modules asked for are there, and no others are.
func TestPreload(t *testing.T) {
	p := openPool(t, Options{Preload: []string{"math"}})
	out, err := p.Run(context.Background(), Job{Source: "import sys\ndef f(): return int('numpy' in sys.modules)", Entry: "f"})
	if err != nil || out.Value != (Number{"int", "0"}) {
		t.Errorf("%+v, %v", out, err)
	}
	out, err = p.Run(context.Background(), Job{Source: "import numpy\ndef f(): return float(numpy.ones(3).sum())", Entry: "f"})
	if err != nil || out.Value.Text != "0x1.8000000000000p+1" {
		t.Errorf("%+v %v, %v", out, out.Exception, err)
	}
}

func TestMapCovers(t *testing.T) {
	for text, want := range map[string]bool{
		"         0          0 4294967295\n": true,
		"0 1000 1\n":                         false,
		"0 1000 1\n1 100000 65536\n":         true,
		"0 1000 1\n1 100000 65533\n":         false,
		"65534 65534 1\n":                    true,
		"":                                   false,
		"garbage\n":                          false,
		"         0       1000          1\n 1 2 3": false,
	} {
		if mapCovers(text, 65534) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestCgroupHomes(t *testing.T) {
	const v1 = "12:pids:/user\n4:cpu,cpuacct:/\n1:name=systemd:/\n0::/user/session\n"
	const mounts = `30 25 0:26 / /sys/fs/cgroup/pids rw,nosuid shared:9 - cgroup cgroup rw,pids
31 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct
32 25 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
33 25 0:29 / /tmp rw - tmpfs tmpfs rw
`
	want := map[string]string{"pids": "/sys/fs/cgroup/pids/user", "cpu": "/sys/fs/cgroup/cpu", "cpuacct": "/sys/fs/cgroup/cpu", "": "/sys/fs/cgroup/unified/user/session"}
	if diff := cmp.Diff(want, cgroupHomes(v1, mounts)); diff != "" {
		t.Error(diff)
	}
	// In a container that sees a part of the hierarchy mounted as the whole.
	part := cgroupHomes("0::/docker/abc/inner\n", "9 8 0:2 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup rw\n")
	if diff := cmp.Diff(map[string]string{"": "/sys/fs/cgroup/inner"}, part); diff != "" {
		t.Error(diff)
	}
	if outside := cgroupHomes("0::/other\n", "9 8 0:2 /docker/abc /sys/fs/cgroup rw - cgroup2 cgroup rw\n"); len(outside) != 0 {
		t.Errorf("%v", outside)
	}
}

// TestCgroup makes one, where that is allowed, and removes it.
func TestCgroup(t *testing.T) {
	g, err := newCgroup(2)
	if err != nil {
		t.Logf("no cgroup can be made here: %v", err)
		if g != nil {
			t.Error("an error and a group")
		}
		return
	}
	for _, folder := range g.folders {
		if _, err := os.Stat(filepath.Join(folder, "cgroup.procs")); err != nil {
			t.Error(err)
		}
	}
	if err := g.remove(); err != nil {
		t.Error(err)
	}
	for _, folder := range g.folders {
		if _, err := os.Stat(folder); !os.IsNotExist(err) {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

// TestJailBinds: of a prefix only its libraries, links kept as links, nothing twice.
func TestJailBinds(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"p/lib/python3.11/site-packages", "p/bin", "p/secret", "other/site-packages"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "p/bin/python3.11"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("lib", filepath.Join(dir, "p/lib64")); err != nil {
		t.Fatal(err)
	}
	binds := jailBinds(Interpreter{
		Executable: filepath.Join(dir, "p/bin/python3.11"),
		Prefixes:   []string{filepath.Join(dir, "p/lib"), filepath.Join(dir, "p/lib64"), filepath.Join(dir, "p/lib/python3.11/site-packages"), filepath.Join(dir, "other/site-packages"), filepath.Join(dir, "missing")},
	})
	var ours []bind
	for _, b := range binds {
		if strings.HasPrefix(b.Path, dir) {
			ours = append(ours, b)
		}
	}
	want := []bind{
		{Path: filepath.Join(dir, "p/lib")},
		{Path: filepath.Join(dir, "p/lib64"), Link: "lib"},
		{Path: filepath.Join(dir, "other/site-packages")},
		{Path: filepath.Join(dir, "p/bin/python3.11"), File: true},
	}
	if diff := cmp.Diff(want, ours); diff != "" {
		t.Error(diff)
	}
	if !slices.ContainsFunc(binds, func(b bind) bool { return b.Path == "/usr/lib" }) {
		t.Errorf("no system libraries in %v", binds)
	}
}
