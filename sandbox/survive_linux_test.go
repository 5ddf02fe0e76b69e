package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// spoil changes whatever a process can change and another process might inherit.
const spoil = `
import builtins, decimal, gc, json, locale, math, os, random, signal, sys, threading, warnings
import numpy
def f():
    numpy.linalg.det = None
    numpy.linalg.norm = lambda *a: 666.0
    numpy.EVIL = 1
    numpy.seterr(all="raise")
    numpy.random.seed(1)
    random.seed(1)
    json.dumps = json.loads = builtins.print = math.sqrt = lambda *a, **k: 666
    builtins.EVIL = 1
    decimal.getcontext().prec = 3
    sys.path.insert(0, "/tmp")
    sys.setrecursionlimit(77777)
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
    sys.modules["evil"] = sys
    os.environ["EVIL"] = "1"
    os.umask(0)
    os.mkdir("/tmp/evil") if os.path.isdir("/job") else None
    os.chdir("/usr/lib")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    gc.set_threshold(1)
    warnings.simplefilter("error")
    try:
        threading.Thread(target=lambda: threading.Event().wait(), daemon=True).start()
    except RuntimeError:
        pass  # no threads in this jail
    return 1.0
`

// fingerprint prints what spoil touches.
const fingerprint = `
import builtins, decimal, gc, json, math, os, random, signal, sys, threading, warnings
import numpy
def f():
    u = os.umask(0)
    print(sorted(m for m in sys.modules), hasattr(numpy, "EVIL"), numpy.linalg.norm([3.0, 4.0]), numpy.geterr(), numpy.random.rand(), random.random(),
          json.dumps([1, "a"]), math.sqrt(2), hasattr(builtins, "EVIL"), decimal.getcontext(), sys.path, sys.getrecursionlimit(), dict(os.environ),
          u, os.listdir("/tmp") if os.path.isdir("/job") else None, os.getcwd(), signal.getsignal(signal.SIGTERM), gc.get_threshold(), len(warnings.filters),
          threading.active_count(), os.getpid() if os.path.isdir("/job") else None, hash("a"), os.getuid(), list({"b", "c", "a"}))
    return 1.0
`

// TestNothingSurvives compares what a job sees before and after others have changed all they could, and between pools.
func TestNothingSurvives(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	see := func(p *Pool) string {
		out, err := p.Run(context.Background(), Job{Source: fingerprint, Entry: "f"})
		if err != nil || out.Status != StatusOK {
			t.Fatalf("%+v, %v", out, err)
		}
		return out.Stdout
	}
	before := see(p)
	for range 3 {
		out, err := p.Run(context.Background(), Job{Source: spoil, Entry: "f"})
		if err != nil || out.Status != StatusOK {
			t.Fatalf("%+v %v, %v", out, out.Exception, err)
		}
		if after := see(p); after != before {
			t.Errorf("a job left traces:\nbefore %s\nafter  %s", before, after)
		}
	}
	if other := see(openPool(t, Options{})); other != before {
		t.Errorf("another pool differs:\none     %s\nanother %s", before, other)
	}
}

// TestFilesDoNotOutliveTheirJob writes a file and looks for it from the next job.
func TestFilesDoNotOutliveTheirJob(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	source := `
import os
def f():
    found = [p for p in ("left.txt", "/tmp/left.txt", "/job/tmp/left.txt") if os.path.exists(p)]
    with open("/tmp/left.txt", "w") as file:
        file.write("x")
    assert os.path.exists("left.txt") and os.path.exists("/job/tmp/left.txt")
    return len(found)
`
	for range 3 {
		out, err := p.Run(context.Background(), Job{Source: source, Entry: "f"})
		if err != nil || out.Value != (Number{"int", "0"}) {
			t.Fatalf("%+v %v, %v", out, out.Exception, err)
		}
	}
}

// TestProcessLimitWithoutFilter takes the filter away, to see that the limit on processes holds by itself: for root,
// whom RLIMIT_NPROC does not bind, it needs the unprivileged user (or a pids cgroup).
func TestProcessLimitWithoutFilter(t *testing.T) {
	ctx, rungs := context.Background(), []rung{{namespaces: true, jobUserns: true, landlock: true}, {landlock: true}}
	threads, tries := 6, 120
	p, err := open(ctx, Options{Python: python(t).Path}, rungs)
	if errors.Is(err, errUnbounded) {
		// The real root where no other user can be mapped. Then the pool's cgroup has to hold.
		t.Logf("no unprivileged user here: %v", err)
		threads, tries = 64+256+1, 2000
		p, err = open(ctx, Options{Python: python(t).Path, Workers: 1, Unsafe: true}, rungs)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	source := `
import os, time
def f(n):
    made = 0
    for _ in range(n):
        try:
            pid = os.fork()
        except OSError as error:
            print(error)
            break
        if pid == 0:
            time.sleep(600)
            os._exit(0)
        made += 1
    return made
`
	out, err := p.Run(ctx, Job{Source: source, Entry: "f", Args: []json.RawMessage{json.RawMessage(fmt.Sprint(tries))}, Limits: Limits{Threads: threads}})
	if err != nil {
		t.Fatal(err)
	}
	made, err := strconv.Atoi(out.Value.Text)
	if out.Status != StatusOK || err != nil || made >= threads || made == 0 && p.rung.namespaces {
		t.Errorf("%s %v processes under a limit of %d: %s %v", out.Status, out.Value, threads, out.Stdout, out.Exception)
	}
	// And they died with their job: a second one gets as many.
	again, err := p.Run(ctx, Job{Source: source, Entry: "f", Args: []json.RawMessage{json.RawMessage(fmt.Sprint(tries))}, Limits: Limits{Threads: threads}})
	if err != nil || again.Value != out.Value {
		t.Errorf("a second job made %v processes, the first %v (%v)", again.Value, out.Value, err)
	}
}

// TestNoLeaks runs many jobs, honest and not, and counts what is left of them.
func TestNoLeaks(t *testing.T) {
	p := openPool(t, Options{Workers: 4})
	jobs := []Job{
		{Source: "def f(): return 1.5", Entry: "f"},
		{Source: "import os\ndef f(): os._exit(3)", Entry: "f"},
		{Source: "def f(): raise ValueError", Entry: "f"},
		{Source: "def f(:", Entry: "f"},
		{Source: "import os\nos.write(3, b'junk')\ndef f(): return 1.5", Entry: "f"},
		{Source: "import time\ndef f(): time.sleep(60)", Entry: "f", Limits: Limits{Wall: 20 * time.Millisecond}},
		{Source: "def f():\n  while True: pass", Entry: "f", Limits: Limits{CPU: 10 * time.Millisecond}},
		{Source: "def f(): print('x' * 100000); return 1", Entry: "f"},
		{Source: "import threading\ndef f():\n  threading.Thread(target=threading.Event().wait).start()\n  return 1", Entry: "f"},
		{Source: "import ctypes\ndef f(): ctypes.string_at(1)", Entry: "f"},
	}
	run := func(n int) {
		var js []Job
		for i := range n {
			js = append(js, jobs[i%len(jobs)])
		}
		if _, err := p.RunAll(context.Background(), js); err != nil {
			t.Fatal(err)
		}
	}
	run(40) // whatever grows once has grown
	fds, procs, goroutines := count(t, "/proc/self/fd"), children(t), runtime.NumGoroutine()
	run(500)
	eventually(t, "file descriptors", fds, func() int { return count(t, "/proc/self/fd") })
	eventually(t, "processes", procs, func() int { return children(t) })
	eventually(t, "goroutines", goroutines, runtime.NumGoroutine)
}

func count(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// children counts this process's descendants.
func children(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	parent := map[string]string{}
	for _, e := range entries {
		if text, err := os.ReadFile("/proc/" + e.Name() + "/stat"); err == nil {
			if _, rest, ok := strings.Cut(string(text), ") "); ok {
				parent[e.Name()] = strings.Fields(rest)[1]
			}
		}
	}
	n := 0
	for pid := range parent {
		for up := parent[pid]; up != "" && up != "0"; up = parent[up] {
			if up == fmt.Sprint(os.Getpid()) {
				n++
				break
			}
		}
	}
	return n
}

// eventually waits until the number is no more than it was.
func eventually(t *testing.T, what string, want int, now func() int) {
	t.Helper()
	got := now()
	for range 200 {
		if got <= want {
			return
		}
		time.Sleep(20 * time.Millisecond)
		got = now()
	}
	t.Errorf("%d %s, %d before", got, what, want)
}

// TestCancelKills cancels jobs under way, and one that waits for a worker.
func TestCancelKills(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	before := children(t)
	ctx, cancel := context.WithCancel(context.Background())
	errs := make(chan error, 3)
	for range 3 {
		go func() {
			_, err := p.Run(ctx, Job{Source: "import time\ndef f(): time.sleep(600)", Entry: "f", Limits: Limits{Wall: time.Hour}})
			errs <- err
		}()
	}
	for children(t) == before {
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	for range 3 {
		if err := <-errs; err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
			t.Errorf("a canceled job ended with %v", err)
		}
	}
	eventually(t, "processes", before, func() int { return children(t) })
	honest(t, p)
}

// TestZygoteDeath kills the warm interpreter under a job: the job runs again on a new one.
func TestZygoteDeath(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	first := p.plain.current
	type result struct {
		out Outcome
		err error
	}
	results := make(chan result, 2)
	before := children(t)
	for range 2 {
		go func() {
			out, err := p.Run(context.Background(), Job{Source: "import time\ndef f():\n  time.sleep(0.5)\n  return 2.0", Entry: "f"})
			results <- result{out, err}
		}()
	}
	for children(t) < before+2 {
		time.Sleep(time.Millisecond)
	}
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if r := <-results; r.err != nil || r.out.Value != (Number{"float", "0x1.0000000000000p+1"}) {
			t.Errorf("%+v, %v", r.out, r.err)
		}
	}
	if p.plain.current == first {
		t.Error("the dead interpreter is still in use")
	}
	honest(t, p)
}

// TestZygoteDiesTwice ends as infrastructure, not as the candidate's failure.
func TestZygoteDiesTwice(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	done := make(chan error, 1)
	before := children(t)
	go func() {
		_, err := p.Run(context.Background(), Job{Source: "import time\ndef f(): time.sleep(600)", Entry: "f", Limits: Limits{Wall: time.Hour}})
		done <- err
	}()
	killed := []*zygote{}
	for len(killed) < 2 {
		p.plain.mu.Lock()
		z := p.plain.current
		p.plain.mu.Unlock()
		if z != nil && !slices.Contains(killed, z) && children(t) > before {
			if err := z.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			<-z.done
			killed = append(killed, z)
		}
		time.Sleep(time.Millisecond)
	}
	if err := <-done; err == nil || !strings.Contains(err.Error(), errZygote.Error()) {
		t.Errorf("ended with %v, want %v", err, errZygote)
	}
	honest(t, p)
}

// TestClose closes a pool under its jobs.
func TestClose(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	before := children(t)
	done := make(chan error, 1)
	go func() {
		_, err := p.Run(context.Background(), Job{Source: "import time\ndef f(): time.sleep(600)", Entry: "f", Limits: Limits{Wall: time.Hour}})
		done <- err
	}()
	for children(t) == before {
		time.Sleep(time.Millisecond)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err == nil || !strings.Contains(err.Error(), errClosed.Error()) {
		t.Errorf("the job under way ended with %v", err)
	}
	if _, err := p.Run(context.Background(), Job{Source: "def f(): return 1", Entry: "f"}); err == nil {
		t.Error("a closed pool ran a job")
	}
}
