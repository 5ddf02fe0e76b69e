package mapping

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/assay-physics/assay/sandbox"
)

// Runner runs hostile Python; *sandbox.Pool is one.
type Runner interface {
	Run(ctx context.Context, j sandbox.Job) (sandbox.Outcome, error)
	RunAll(ctx context.Context, js []sandbox.Job) ([]sandbox.Outcome, error)
	Tool(ctx context.Context, source string, input []byte, l sandbox.Limits) ([]byte, sandbox.Outcome, error)
}

// Tolerance is the published rule: a value agrees when its relative error is below it.
const Tolerance = 1e-6

// grossError separates a wrong method from a loss of digits. Outside of the
// announced range an error between Tolerance and grossError is reported as a loss of
// precision and left open: quadratures and cancelling sums are honest, and a table
// or a wrong formula misses by far more.
const grossError = 1e-3

const (
	entryPoint = "Z_efficient"
	// candidateCPU is the published limit for a candidate at the announced sizes.
	candidateCPU = 30 * time.Second
	// auditCPU is the limit of a call anywhere else.
	auditCPU  = 10 * time.Second
	maxDetail = 200
)

// Probe is what one call showed. It holds private truth (the reference, the value).
type Probe struct {
	N      int            `json:"n"`
	Sample int            `json:"sample"`
	Status sandbox.Status `json:"status"`
	// Detail says what went wrong in the program's own words, bounded.
	Detail string `json:"detail,omitempty"`
	// Exception is the Python type of what the call raised.
	Exception string `json:"exception,omitempty"`
	Line      int    `json:"line,omitempty"`
	// Value is the returned number to 17 digits; LogZ the logarithm of the reference's
	// size, Negative its sign.
	Value    string  `json:"value,omitempty"`
	LogZ     float64 `json:"log_z"`
	Negative bool    `json:"negative,omitempty"`
	// Error is |Z/Z_ref − 1|, −1 when there is no value.
	Error   float64         `json:"error"`
	Touched []sandbox.Touch `json:"touched,omitempty"`
	Threads bool            `json:"threads,omitempty"`
	// Wrong names a nearby wrong model ("sign", "boundary") whose exact value the
	// call returned instead.
	Wrong string `json:"wrong,omitempty"`
	// Far: the value is near the end of the range of a float, where intermediate results
	// leave it first.
	Far bool `json:"far,omitempty"`
	// Stalled: out of wall time twice without using the CPU time.
	Stalled bool `json:"stalled,omitempty"`
}

// Agrees reports whether the value is within the tolerance.
func (p Probe) Agrees() bool { return p.Error >= 0 && p.Error < Tolerance }

// overflowed reports whether the call left the range of a float: far out also where
// infinities met, or products vanished.
func (p Probe) overflowed() bool {
	return p.Exception == "OverflowError" || p.Detail == "inf" || p.Far && (p.Detail == "nan" || p.Value == "0")
}

// strained reports whether the call failed for a reason that honest programs share
// at sizes that nobody announced: time, memory, recursion depth, range.
func (p Probe) strained() bool {
	switch p.Status {
	case sandbox.StatusWallLimit, sandbox.StatusCPULimit, sandbox.StatusMemoryLimit:
		return true
	default:
	}
	return p.Exception == "RecursionError" || p.overflowed()
}

// Probes is what the calls of one regime showed.
type Probes struct {
	Regime Regime  `json:"regime"`
	Probes []Probe `json:"probes"`
	// Planned counts the calls that the regime asks for; fewer were made when Stopped
	// says why.
	Planned int    `json:"planned"`
	Stopped string `json:"stopped,omitempty"`
}

// undisturbed: no call was stopped by a stall, which another moment may not repeat.
func (ps Probes) undisturbed() bool {
	for _, p := range ps.Probes {
		if p.Stalled {
			return false
		}
	}
	return true
}

// undisturbed: the ladder did not end at the wall clock.
func (g Growth) undisturbed() bool {
	return len(g.Sizes) == 0 || g.Sizes[len(g.Sizes)-1].Status != sandbox.StatusWallLimit
}

// runProbes calls the program on every instance of a regime up to size maxN, size by
// size, and stops when its time is used up.
func runProbes(ctx context.Context, r Runner, p Problem, code string, regime Regime, maxN int) (Probes, error) {
	out := Probes{Regime: regime}
	var cpu time.Duration
	limits := 0
	limit := auditCPU
	if regime == Probed {
		limit = candidateCPU
	}
	sizes := p.Sizes(regime)
	for i, n := range sizes {
		samples := p.Samples(regime)
		if n > maxN && i > 0 {
			out.Planned += samples
			continue
		}
		out.Planned += samples
		if out.Stopped != "" {
			continue
		}
		jobs := make([]sandbox.Job, samples)
		insts := make([]Instance, samples)
		for k := range jobs {
			inst, err := p.Instance(regime, n, k)
			if err != nil {
				return out, fmt.Errorf("mapping: task %s: instance %d of size %d (%s): %w", p.ID(), k, n, regime, err)
			}
			if inst.LogZ == nil {
				return out, fmt.Errorf("mapping: task %s: instance %d of size %d (%s) has no reference value", p.ID(), k, n, regime)
			}
			insts[k] = inst
			jobs[k] = newJob(code, inst, limit)
		}
		outcomes, err := runSize(ctx, r, jobs)
		if err != nil {
			return out, fmt.Errorf("mapping: running the candidate: %w", err)
		}
		for k, o := range outcomes {
			cpu += o.CPU
			pr := judgeCall(insts[k], k, o)
			pr.Stalled = stalled(o, jobs[k])
			pr.Far = regime == Far
			if pr.Status == sandbox.StatusWallLimit || pr.Status == sandbox.StatusCPULimit {
				limits++
			}
			out.Probes = append(out.Probes, pr)
		}
		switch {
		case limits > 0:
			out.Stopped = fmt.Sprintf("a call at n = %d ran into the limit of %.0f s", n, limit.Seconds())
		case cpu > 2*limit:
			out.Stopped = fmt.Sprintf("the calls up to n = %d used %.0f s of CPU together", n, cpu.Seconds())
		}
	}
	return out, nil
}

// runSize runs the calls of one size: the first alone, so that a program that runs into
// its limit does so once, then the rest together. A call that ran out of wall time
// without using its CPU time met a stalled machine, or slept: it is made once more.
func runSize(ctx context.Context, r Runner, jobs []sandbox.Job) ([]sandbox.Outcome, error) {
	first, err := r.Run(ctx, jobs[0])
	if err == nil && stalled(first, jobs[0]) {
		first, err = r.Run(ctx, jobs[0])
	}
	if err != nil {
		return nil, err
	}
	out := []sandbox.Outcome{first}
	if first.Status == sandbox.StatusWallLimit || first.Status == sandbox.StatusCPULimit {
		return out, nil
	}
	rest, err := r.RunAll(ctx, jobs[1:])
	if err != nil {
		return nil, err
	}
	for i, o := range rest {
		if stalled(o, jobs[i+1]) {
			if rest[i], err = r.Run(ctx, jobs[i+1]); err != nil {
				return nil, err
			}
		}
	}
	return append(out, rest...), nil
}

func stalled(o sandbox.Outcome, j sandbox.Job) bool {
	return o.Status == sandbox.StatusWallLimit && o.CPU < j.Limits.CPU/2
}

func newJob(code string, inst Instance, cpu time.Duration) sandbox.Job {
	l := sandbox.DefaultLimits()
	l.CPU, l.Wall = cpu, cpu+2*time.Second
	return sandbox.Job{Source: code, Entry: entryPoint, Limits: l,
		Args: []json.RawMessage{inst.Params, json.RawMessage(fmt.Sprint(inst.N))}}
}

func judgeCall(inst Instance, k int, o sandbox.Outcome) Probe {
	p := Probe{N: inst.N, Sample: k, Status: o.Status, LogZ: inst.LogZ.LogZ, Negative: inst.LogZ.Negative, Error: -1, Touched: o.Touched}
	if o.Exception != nil {
		p.Exception, p.Line = o.Exception.Type, o.Exception.Line
		p.Detail = clip(o.Exception.Message, maxDetail)
	}
	if o.NotNumber != "" {
		p.Detail = clip(o.NotNumber, maxDetail)
	}
	if o.Status != sandbox.StatusOK {
		return p
	}
	v, err := o.Value.Big(256)
	if err != nil {
		p.Status, p.Detail = sandbox.StatusNotANumber, err.Error()
		return p
	}
	p.Value = v.Text('g', 17)
	p.Error = relativeError(v, *inst.LogZ)
	if !p.Agrees() {
		for name, mistake := range inst.Wrong {
			if relativeError(v, mistake) < Tolerance && (p.Wrong == "" || name < p.Wrong) {
				p.Wrong = name
			}
		}
	}
	return p
}

// relativeError is |v/Z − 1| for the reference Z, computed in logarithms, where
// neither can overflow.
func relativeError(v *big.Float, ref Reference) float64 {
	if v.Sign() == 0 {
		return 1
	}
	ratio := min(logBig(new(big.Float).Abs(v))-ref.LogZ, 700)
	if v.Signbit() != ref.Negative {
		return 1 + math.Exp(ratio)
	}
	return math.Abs(math.Expm1(ratio))
}

// logBig is ln v for v > 0, to about 1e-15·|ln v|.
func logBig(v *big.Float) float64 {
	m := new(big.Float)
	e := v.MantExp(m)
	f, _ := m.Float64()
	return math.Log(f) + float64(e)*math.Ln2
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n]) + "…"
}

// Growth is the measured cost of a program over increasing n.
type Growth struct {
	Sizes []GrowthPoint `json:"sizes"`
	// CPU is user and system time of the whole process, which the program cannot
	// switch off; Lines and Alloc are counted inside of it and are advisory.
	CPU, Lines, Alloc Fit
	// Reach is the largest size that returned a value; Stopped says why the ladder
	// ended there.
	Reach   int    `json:"reach"`
	Stopped string `json:"stopped"`
	// Broken: a size inside the task's domain raised an exception of another kind than
	// depth or range.
	Broken bool `json:"broken,omitempty"`
	// TraceLost: the counting was switched off from inside.
	TraceLost bool            `json:"trace_lost"`
	Touched   []sandbox.Touch `json:"touched,omitempty"`
}

// GrowthPoint is the cost at one size.
type GrowthPoint struct {
	N      int            `json:"n"`
	Status sandbox.Status `json:"status"`
	Detail string         `json:"detail,omitempty"`
	CPU    float64        `json:"cpu_s"` // above an empty job
	RSS    int64          `json:"peak_rss"`
	Lines  int64          `json:"lines,omitempty"`
	Alloc  int64          `json:"peak_alloc,omitempty"`
	Traced bool           `json:"traced"`

	strained bool // the exception is one of depth or range, which honest programs share
}

// The ladder climbs in two stages: a short one that settles most programs, and a long
// one for what is still undecided. Both are CPU seconds of the candidate.
const (
	shortCall, shortTotal = 0.25, 1.2
	longCall, longTotal   = 2.0, 8.0
	callLimit             = 5 * time.Second
	traceBelow            = 0.02 // trace while an untraced call costs less: tracing slows 20-fold
)

// Floors below which a counter is noise, and its absolute uncertainty.
const (
	cpuFloor, cpuNoise     = 0.010, 0.002
	lineFloor, lineNoise   = 200, 2
	allocFloor, allocNoise = 64 << 10, 4 << 10
)

func measureGrowth(ctx context.Context, r Runner, p Problem, code string) (Growth, error) {
	var g Growth
	var total float64
	callBound, totalBound := shortCall, shortTotal
	ladder := p.Sizes(AtGrowth)
	tracing := true
	for _, n := range ladder {
		if next := g.predict(n); next > callLimit.Seconds() {
			g.Stopped = fmt.Sprintf("n = %d would use about %.0f s", n, next)
			break
		}
		inst, err := p.Instance(AtGrowth, n, 0)
		if err != nil {
			return g, fmt.Errorf("mapping: task %s: growth instance of size %d: %w", p.ID(), n, err)
		}
		o, err := r.Run(ctx, newJob(code, inst, callLimit))
		if err != nil {
			return g, fmt.Errorf("mapping: measuring growth: %w", err)
		}
		if cpu := (o.CPU - o.BaseCPU).Seconds(); o.Status == sandbox.StatusOK && cpu > cpuFloor/2 && cpu < 10*cpuFloor {
			// Near the noise the smaller of two measurements counts.
			again, err := r.Run(ctx, newJob(code, inst, callLimit))
			if err != nil {
				return g, fmt.Errorf("mapping: measuring growth: %w", err)
			}
			if again.Status == sandbox.StatusOK && again.CPU < o.CPU {
				o.CPU = again.CPU
			}
		}
		pt := GrowthPoint{N: n, Status: o.Status, CPU: (o.CPU - o.BaseCPU).Seconds(), RSS: o.PeakRSS}
		if o.Exception != nil {
			pt.Detail = mask(clip(o.Exception.Type, 40))
			pt.strained = o.Exception.Type == "RecursionError" || o.Exception.Type == "OverflowError"
		}
		g.Touched = mergeTouches(g.Touched, o.Touched)
		if o.Status == sandbox.StatusOK && tracing {
			job := newJob(code, inst, callLimit)
			job.Trace = true
			to, err := r.Run(ctx, job)
			if err != nil {
				return g, fmt.Errorf("mapping: measuring growth: %w", err)
			}
			if to.Status == sandbox.StatusOK {
				pt.Lines, pt.Alloc, pt.Traced = to.Lines+to.LoadLines, to.PeakAlloc, true
				g.TraceLost = g.TraceLost || to.TraceLost
			} else {
				tracing = false
			}
		}
		g.Sizes = append(g.Sizes, pt)
		if pt.Status == sandbox.StatusException && !pt.strained && !g.Broken {
			g.Broken = true // one size that raises may be a gap; the next one says more
			continue
		}
		if pt.Status != sandbox.StatusOK {
			g.Stopped = fmt.Sprintf("n = %d: %s", n, pt.Status)
			if pt.Detail != "" {
				g.Stopped += " (" + pt.Detail + ")"
			}
			break
		}
		g.Reach = n
		total += pt.CPU
		if pt.CPU > traceBelow {
			tracing = false
		}
		if pt.CPU <= callBound && total <= totalBound {
			continue
		}
		g.fit(p)
		if callBound == longCall || g.settled() {
			g.Stopped = fmt.Sprintf("n = %d used %.2f s", n, pt.CPU)
			break
		}
		callBound, totalBound = longCall, longTotal
		if pt.CPU > callBound || total > totalBound {
			g.Stopped = fmt.Sprintf("n = %d used %.2f s", n, pt.CPU)
			break
		}
	}
	if g.Stopped == "" {
		g.Stopped = ladderEnded
	}
	g.fit(p)
	if g.CPU.Family == FamilyUnknown && total <= longTotal {
		return g, g.again(ctx, r, p, code)
	}
	return g, nil
}

// again measures a ladder that shows no law a second time and fits the smaller of the two
// costs of each size: what else the machine does adds to a cost and takes nothing away.
func (g *Growth) again(ctx context.Context, r Runner, p Problem, code string) error {
	for i, s := range g.Sizes {
		if s.Status != sandbox.StatusOK || s.CPU < cpuFloor/2 {
			continue
		}
		inst, err := p.Instance(AtGrowth, s.N, 0)
		if err != nil {
			return fmt.Errorf("mapping: task %s: growth instance of size %d: %w", p.ID(), s.N, err)
		}
		o, err := r.Run(ctx, newJob(code, inst, callLimit))
		if err != nil {
			return fmt.Errorf("mapping: measuring growth: %w", err)
		}
		if o.Status == sandbox.StatusOK {
			g.Sizes[i].CPU = min(s.CPU, (o.CPU - o.BaseCPU).Seconds())
		}
	}
	g.fit(p)
	return nil
}

// comfortable is the largest size whose call took little time, so that many calls may
// be made there.
func (g Growth) comfortable() int {
	n := 0
	for _, s := range g.Sizes {
		if s.Status == sandbox.StatusOK && s.CPU <= 2*shortCall {
			n = s.N
		}
	}
	return n
}

// ladderEnded is why a measurement stopped that nothing stood in the way of.
const ladderEnded = "the ladder ended"

// affords reports whether one call at size n is a matter of seconds: a size that returned
// is as large, or the cost on the whole ladder extrapolates so.
func (g Growth) affords(n int) bool {
	return n <= g.Reach || g.Stopped == ladderEnded && g.predict(n) <= longCall
}

// predict extrapolates the CPU seconds at the next size from the last two, when
// enough sizes stand above the noise that a run into the limit would teach nothing.
func (g Growth) predict(n int) float64 {
	var ps []GrowthPoint
	for _, s := range g.Sizes {
		if s.Status == sandbox.StatusOK && s.CPU >= cpuFloor {
			ps = append(ps, s)
		}
	}
	if len(ps) < 3 {
		return 0
	}
	a, b := ps[len(ps)-2], ps[len(ps)-1]
	degree := math.Log(b.CPU/a.CPU) / math.Log(float64(b.N)/float64(a.N))
	return b.CPU * math.Pow(float64(n)/float64(b.N), math.Max(degree, 0))
}

// settled reports whether the CPU clock and one count agree on a family.
func (g Growth) settled() bool {
	steep := g.CPU.Family == FamilyPolynomial && (g.CPU.Degree > 3.5 || g.CPU.TopDegree > 3.5)
	return g.CPU.Family != FamilyUnknown && !steep && (g.CPU.Family == g.Lines.Family || g.CPU.Family == g.Alloc.Family)
}

// fit classifies the three counters. A size that ran into a limit is a lower bound on
// its cost. It is left out first, for it bends the law that the other sizes follow; it
// is used where they do not decide, and where it shows more than they do.
func (g *Growth) fit(p Problem) {
	var cpu, lines, alloc []Point
	var cpuBound, allocBound []Point
	for _, s := range g.Sizes {
		switch s.Status {
		case sandbox.StatusOK:
			cpu = append(cpu, Point{s.N, math.Max(s.CPU, 0)})
			if s.Traced {
				lines = append(lines, Point{s.N, float64(s.Lines)})
				alloc = append(alloc, Point{s.N, float64(s.Alloc)})
			}
		case sandbox.StatusCPULimit:
			cpuBound = append(cpuBound, Point{s.N, callLimit.Seconds()})
		case sandbox.StatusMemoryLimit:
			allocBound = append(allocBound, Point{s.N, float64(sandbox.DefaultLimits().Memory)})
		default: // an exception or a clock of the wall says nothing about cost
		}
	}
	_, square := p.Side(4)
	g.CPU = fitBounded(cpu, cpuBound, square, cpuFloor, cpuNoise)
	g.Lines = FitGrowth(lines, square, lineFloor, lineNoise)
	g.Alloc = fitBounded(alloc, allocBound, square, allocFloor, allocNoise)
}

func fitBounded(points, bound []Point, square bool, floor, resolution float64) Fit {
	f := FitGrowth(points, square, floor, resolution)
	if len(bound) == 0 {
		return f
	}
	if with := FitGrowth(append(points, bound...), square, floor, resolution); with.Family > f.Family {
		with.Why += " (the last size ran into its limit: a lower bound)"
		return with
	}
	return f
}

// mergeTouches adds what is new of b to a, with long numbers masked.
func mergeTouches(a, b []sandbox.Touch) []sandbox.Touch {
	for _, t := range b {
		t.Detail = mask(t.Detail)
		seen := false
		for _, s := range a {
			seen = seen || s == t
		}
		if !seen && len(a) < 32 {
			a = append(a, t)
		}
	}
	return a
}
