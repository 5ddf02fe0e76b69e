package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sys/unix"
)

// Pool runs jobs in jailed processes forked from one warm interpreter. Its methods may be called from many
// goroutines at once.
type Pool struct {
	log        *slog.Logger
	workers    int
	python     Interpreter
	spec       stage2Spec
	rung       rung
	group      *cgroup
	slots      *semaphore.Weighted
	packets    sync.Pool // *[]byte of maxPacket
	protection []Protection

	// Two warm interpreters, as a fork costs what the imports have allocated (NumPy alone 1 ms, with SciPy
	// 4 ms and more): plain for most jobs, full, started when first needed, for sources that speak of SciPy.
	plain, full *warmth
}

// A warmth is one warm interpreter, started again when it dies.
type warmth struct {
	preload  []string
	required bool // fail if a module cannot be imported

	mu      sync.Mutex // held while starting
	current *zygote
	closed  bool

	baseCPU time.Duration // of an empty job; set by the first start
	baseRSS int64
}

// errClosed is what the methods of a closed pool return.
var errClosed = errors.New("sandbox: the pool is closed")

// tmpBytes bounds a job's private /tmp, whose pages are memory outside of its address space.
const tmpBytes = 16 << 20

// Open finds an interpreter (or takes the one named), warms it up inside a jail and measures what an empty
// job costs. The jail is the best that the machine allows; where it allows neither Landlock nor mount
// namespaces, or no seccomp, or nothing that bounds a job's processes, Open fails unless o.Unsafe is set.
// The binary that calls Open must call [MaybeStage2] first thing in main.
func Open(ctx context.Context, o Options) (_ *Pool, err error) {
	return open(ctx, o, ladder(o.Unsafe))
}

// ladder lists the ways to build the jail, best first.
func ladder(unsafe bool) []rung {
	kernel := inspectKernel()
	l, s := kernel.landlock > 0, kernel.seccomp
	var rungs []rung
	add := func(r rung) {
		if !slices.Contains(rungs, r) {
			rungs = append(rungs, r)
		}
	}
	if s || unsafe {
		add(rung{namespaces: true, jobUserns: true, landlock: l, seccomp: s})
		add(rung{namespaces: true, landlock: l, seccomp: s})
		if l || unsafe {
			add(rung{landlock: l, seccomp: s})
		}
	}
	return rungs
}

// open is Open with the ladder given.
func open(ctx context.Context, o Options, rungs []rung) (_ *Pool, err error) {
	if !stage2Called.Load() {
		return nil, errors.New("sandbox: this program must call sandbox.MaybeStage2 first thing in main (a test binary in TestMain) before it opens a pool")
	}
	p := &Pool{log: o.Logger, workers: o.Workers}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if p.workers <= 0 {
		p.workers = runtime.GOMAXPROCS(0)
	}
	p.slots = semaphore.NewWeighted(int64(p.workers))
	p.packets.New = func() any { b := make([]byte, maxPacket); return &b }
	if o.Python != "" {
		p.python, err = examinePython(ctx, o.Python)
	} else {
		p.python, err = FindPython(ctx, p.log)
	}
	if err != nil {
		return nil, err
	}
	if o.Preload != nil {
		p.plain = &warmth{preload: o.Preload, required: true}
		p.full = p.plain
	} else {
		p.plain = &warmth{preload: plainPreload}
		p.full = &warmth{preload: slices.Concat(plainPreload, fullPreload)}
	}
	p.spec = stage2Spec{
		Binds: jailBinds(p.python), Python: p.python.Executable, Env: interpreterEnvironment(),
		Config: zygoteConfig{
			SysCapset: unix.SYS_CAPSET, SysLandlock: unix.SYS_LANDLOCK_RESTRICT_SELF, SysSeccomp: unix.SYS_SECCOMP,
			SysCloseRange: unix.SYS_CLOSE_RANGE, FDControl: zygoteControlFD, FDRules: zygoteRulesFD, FDFilter: zygoteFilterFD, FDPidns: zygotePIDNamespaceFD, TmpBytes: tmpBytes, SysPath: p.python.SysPath,
			Prefixes: append(slices.Clone(p.python.Prefixes), systemLibraries...), Runner: runnerSource,
		},
	}
	group, groupErr := newCgroup(p.workers)
	p.group = group
	defer func() {
		if err != nil {
			err = errors.Join(err, p.Close())
		}
	}()
	if len(rungs) == 0 {
		return nil, errors.New("sandbox: this kernel has no seccomp filters, and foreign code does not run without them (unless you choose the unsafe mode)")
	}
	var failures []error
	for _, r := range rungs {
		p.rung = r
		bounded, err := p.try(ctx, o.Unsafe)
		if err == nil {
			p.protection = describe(r, p.group, groupErr, bounded)
			return p, nil
		}
		failures = append(failures, fmt.Errorf("with %s: %w", r, err))
		if !errors.Is(err, errStage2) && !errors.Is(err, errUnbounded) {
			break // the interpreter itself fails, or we are told to stop: no other jail helps
		}
		p.log.Warn("sandbox: falling back to a weaker jail", "failed", r.String(), "error", err)
	}
	return nil, errors.Join(failures...)
}

// errUnbounded marks a jail in which a job may start processes or threads without end.
var errUnbounded = errors.New("sandbox: nothing bounds the processes of a job, and foreign code does not run without that (unless you choose the unsafe mode)")

// try starts the warm interpreter on the present rung and checks that it bounds what a job starts.
func (p *Pool) try(ctx context.Context, unsafe bool) (bound, error) {
	z, err := p.warm(ctx, p.plain)
	if err != nil {
		return bound{}, err
	}
	bounded, err := p.probeThreads(ctx)
	if err == nil && !bounded.holds && !unsafe {
		err = fmt.Errorf("%w: %s", errUnbounded, bounded.detail)
	}
	if err != nil {
		p.plain.mu.Lock()
		p.plain.current, p.plain.baseCPU = nil, 0
		p.plain.mu.Unlock()
		return bound{}, errors.Join(err, z.end(errClosed))
	}
	return bounded, nil
}

// What candidates may be expected to import. Each module costs memory and, for its page tables, a little time at
// every fork; it saves a job that uses it up to tens of milliseconds.
var (
	plainPreload = []string{
		"bisect", "cmath", "collections", "copy", "dataclasses", "decimal", "enum", "fractions", "functools", "heapq", "itertools",
		"json", "math", "numbers", "operator", "random", "re", "statistics", "string", "threading", "time", "typing",
		"numpy", "numpy.fft", "numpy.linalg", "numpy.random",
	}
	fullPreload = []string{
		"scipy", "scipy.fft", "scipy.integrate", "scipy.linalg", "scipy.optimize", "scipy.sparse", "scipy.sparse.linalg",
		"scipy.special", "numpy.polynomial",
	}
)

// interpreterEnvironment is all the environment that the warm interpreter and its jobs have. Nothing of the parent's
// passes but the variables with which people work round faults of numerical libraries
// on their processors.
func interpreterEnvironment() []string {
	env := []string{"PATH=/usr/bin:/bin", "HOME=/job/tmp", "TMPDIR=/job/tmp", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "PYTHONHASHSEED=0",
		"PYTHONDONTWRITEBYTECODE=1", "PYTHONUTF8=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "MKL_NUM_THREADS=1"}
	for _, name := range []string{"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "NPY_DISABLE_CPU_FEATURES"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// Python returns the interpreter that the pool runs.
func (p *Pool) Python() Interpreter { return p.python }

// Protections says which layers of the jail are active on this pool.
func (p *Pool) Protections() []Protection { return slices.Clone(p.protection) }

// Close ends the warm interpreters and every job under way, which then fail with an error.
func (p *Pool) Close() error {
	var errs []error
	for _, w := range []*warmth{p.plain, p.full} {
		w.mu.Lock()
		z := w.current
		w.current, w.closed = nil, true
		w.mu.Unlock()
		if z != nil {
			errs = append(errs, z.end(errClosed))
		}
	}
	if p.group != nil {
		errs = append(errs, p.group.remove())
		p.group = nil
	}
	return errors.Join(errs...)
}

// warm returns the running interpreter, starting it where it has not been needed yet or has died.
func (p *Pool) warm(ctx context.Context, w *warmth) (*zygote, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	if w.current != nil {
		select {
		case <-w.current.done:
			p.log.Warn("sandbox: starting the warm interpreter again", "error", w.current.err)
			if err := w.current.end(nil); err != nil {
				return nil, err
			}
			w.current = nil
		default:
			return w.current, nil
		}
	}
	spec := p.spec
	spec.Config.Preload = w.preload
	z, err := startZygote(ctx, p.rung, spec, p.group)
	if err != nil {
		return nil, err
	}
	if len(z.ready.Missing) > 0 {
		for name, reason := range z.ready.Missing {
			root, _, _ := strings.Cut(name, ".")
			if w.required || p.python.Packages[root] != "" { // asked for, or installed and yet not to be had
				return nil, errors.Join(fmt.Errorf("sandbox: %s cannot import %s: %s", p.python.Path, name, reason), z.end(errClosed))
			}
		}
		p.log.Warn("sandbox: some modules could not be preloaded", "missing", z.ready.Missing)
	}
	if w.baseCPU == 0 {
		if err := p.measure(ctx, w, z); err != nil {
			return nil, errors.Join(err, z.end(errClosed))
		}
	}
	w.current = z
	return z, nil
}

// Run runs one job. The error is for what is not the candidate's doing: a pool that is closed, a warm interpreter that
// cannot be started again, a canceled context, a Job that is none. A job whose warm interpreter
// dies under it is run once more.
func (p *Pool) Run(ctx context.Context, j Job) (Outcome, error) {
	if !identifier(j.Entry) {
		return Outcome{}, fmt.Errorf("sandbox: entry %q is not a Python identifier", j.Entry)
	}
	args := []byte{'['}
	for i, a := range j.Args {
		if !json.Valid(a) {
			return Outcome{}, fmt.Errorf("sandbox: argument %d is not JSON", i)
		}
		if i > 0 {
			args = append(args, ',')
		}
		args = append(args, a...)
	}
	out, _, err := p.run(ctx, call{source: j.Source, entry: j.Entry, args: append(args, ']'), limits: j.Limits, trace: j.Trace})
	return out, err
}

// RunAll runs jobs, as many at a time as the pool has workers, and returns their outcomes in the order of the
// jobs. The first error cancels the rest.
func (p *Pool) RunAll(ctx context.Context, js []Job) ([]Outcome, error) {
	outs := make([]Outcome, len(js))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(p.workers)
	for i, j := range js {
		g.Go(func() (err error) {
			outs[i], err = p.Run(ctx, j)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return outs, nil
}

// Tool runs a Python program of ours in the same jail, for what is best done by Python itself: the source defines
// main(data: bytes) -> bytes. The answer is nil unless the outcome's status is ok; an answer that
// is not bytes is [StatusNotANumber].
func (p *Pool) Tool(ctx context.Context, source string, input []byte, l Limits) ([]byte, Outcome, error) {
	out, answer, err := p.run(ctx, call{source: source, entry: "main", args: input, limits: l, tool: true})
	if err != nil || out.Status != StatusOK {
		answer = nil
	}
	return answer, out, err
}

// maxAnswer bounds what a tool may return, in bytes.
const maxAnswer = 64 << 20

// A call is a job or a tool, ready to be sent.
type call struct {
	source, entry string
	args          []byte
	limits        Limits
	trace, tool   bool
}

func (p *Pool) run(ctx context.Context, c call) (out Outcome, answer []byte, err error) {
	if c.limits, err = c.limits.fill(); err != nil {
		return out, nil, err
	}
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return out, nil, fmt.Errorf("sandbox: waiting for a worker: %w", err)
	}
	defer p.slots.Release(1)
	w := p.plain
	if strings.Contains(c.source, "scipy") {
		w = p.full
	}
	for attempt := 0; ; attempt++ {
		z, err := p.warm(ctx, w)
		if err != nil {
			return out, nil, err
		}
		out, answer, err = p.attempt(ctx, z, c)
		if err == nil {
			out.BaseCPU, out.BaseRSS = w.baseCPU, w.baseRSS
			return out, answer, nil
		}
		if attempt > 0 || ctx.Err() != nil || errors.Is(err, errClosed) {
			return Outcome{}, nil, err
		}
		p.log.Warn("sandbox: running a job once more", "error", err)
	}
}

// A bound is what was found about the limit on processes and threads.
type bound struct {
	holds  bool
	detail string
}

// measure runs empty jobs to learn what one costs on this interpreter.
func (p *Pool) measure(ctx context.Context, w *warmth, z *zygote) error {
	limits, err := Limits{}.fill()
	if err != nil {
		return err
	}
	var cpu []time.Duration
	for range 5 {
		out, _, err := p.attempt(ctx, z, call{source: "def f():\n    return 0.0\n", entry: "f", args: []byte("[]"), limits: limits})
		if err != nil {
			return err
		}
		if out.Status != StatusOK {
			return fmt.Errorf("sandbox: an empty job ended with %s: %s %v", out.Status, out.Message, out.Exception)
		}
		cpu = append(cpu, out.CPU)
		w.baseRSS = max(w.baseRSS, out.PeakRSS)
	}
	slices.Sort(cpu)
	w.baseCPU = cpu[len(cpu)/2]
	return nil
}

// probeThreads runs a job that starts threads, to see whether anything stops it.
func (p *Pool) probeThreads(ctx context.Context) (bound, error) {
	const threads, tries = 4, 24
	out, err := p.Run(ctx, Job{Source: threadProbe, Entry: "f", Args: []json.RawMessage{json.RawMessage(strconv.Itoa(tries))}, Limits: Limits{Threads: threads}})
	if err != nil {
		return bound{}, err
	}
	n, err := strconv.Atoi(out.Value.Text)
	if out.Status != StatusOK || err != nil {
		return bound{}, fmt.Errorf("sandbox: the probe of the thread limit ended with %s: %s %v", out.Status, out.Message, out.Exception)
	}
	return bound{holds: n < threads, detail: fmt.Sprintf("%d of %d threads started under a limit of %d", n, tries, threads-1)}, nil
}

// threadProbe counts how many threads a job gets.
const threadProbe = `
import _thread
def f(n):
    lock = _thread.allocate_lock()
    lock.acquire()
    started = 0
    for _ in range(n):
        try:
            _thread.start_new_thread(lock.acquire, ())
            started += 1
        except RuntimeError:
            break
    return started
`
