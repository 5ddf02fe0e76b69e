package mapping

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/sandbox"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// chainProblem is a task of open chains at ln Z = n, which no test needs to be true.
type chainProblem struct{ scale []int }

func (chainProblem) ID() string     { return "T01" }
func (chainProblem) Digest() string { return "chain" }
func (chainProblem) Gold() Gold     { return Gold{Class: reply.TransferMatrix, Complexity: "O(n)"} }
func (p chainProblem) Sizes(r Regime) []int {
	switch r {
	case Probed:
		return []int{6, 10}
	case Aside:
		return []int{7, 9}
	case Scale:
		return p.scale
	case Far:
		return []int{300, 690}
	default:
		return []int{4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 48, 64, 96, 128, 192, 256}
	}
}
func (chainProblem) Samples(Regime) int   { return 2 }
func (chainProblem) Side(int) (int, bool) { return 0, false }
func (chainProblem) ParamKeys() []string  { return []string{"beta"} }
func (chainProblem) Instance(r Regime, n, k int) (Instance, error) {
	in := Instance{N: n, Params: json.RawMessage(fmt.Sprintf(`{"beta":%d}`, k))}
	if r != AtGrowth {
		in.LogZ = &Reference{LogZ: float64(n), Method: "test"}
		in.Wrong = map[string]Reference{"sign": {LogZ: float64(n) + 1}}
		in.Structure = &Structure{Sites: n, Bonds: n - 1, Planar: true, Balanced: true, Chain: true, Width: 1, WidthLower: 1}
	}
	return in, nil
}

// actor is a program that exists only as its behaviour.
type actor struct {
	// logZ is what a call returns, or an exception's name.
	logZ func(n int) (float64, string)
	// cpu in seconds and lines of a call.
	cpu, lines func(n float64) float64
	touched    []sandbox.Touch
	message    string
	calls      int
}

const tree = `{"nodes":[["Module",0,0,0,0,{"body":[1]}],["FunctionDef",1,0,2,14,{"args":2,"body":[3],"decorator_list":[],"name":"Z_efficient","returns":null}],["arguments",0,0,0,0,{"args":[5,6],"defaults":[],"kw_defaults":[],"kwarg":null,"kwonlyargs":[],"posonlyargs":[],"vararg":null}],["Return",2,4,2,14,{"value":4}],["Constant",2,11,2,14,{"kind":"float","value":"1.0"}],["arg",1,16,1,22,{"annotation":null,"arg":"params"}],["arg",1,24,1,25,{"annotation":null,"arg":"n"}]]}`

func (a *actor) Tool(context.Context, string, []byte, sandbox.Limits) ([]byte, sandbox.Outcome, error) {
	return []byte(tree), sandbox.Outcome{Status: sandbox.StatusOK}, nil
}

func (a *actor) Run(_ context.Context, j sandbox.Job) (sandbox.Outcome, error) {
	a.calls++
	var n int
	if err := json.Unmarshal(j.Args[1], &n); err != nil {
		return sandbox.Outcome{}, err
	}
	cpu := a.cpu(float64(n))
	o := sandbox.Outcome{Status: sandbox.StatusOK, Touched: a.touched,
		CPU: 5*time.Millisecond + time.Duration(math.Min(cpu, 1e4)*1e9), BaseCPU: 5 * time.Millisecond}
	if j.Trace {
		o.Lines = int64(a.lines(float64(n)))
	}
	if o.CPU > j.Limits.CPU {
		return sandbox.Outcome{Status: sandbox.StatusCPULimit, CPU: j.Limits.CPU, BaseCPU: o.BaseCPU}, nil
	}
	logZ, exception := a.logZ(n)
	switch exception {
	case "":
		o.Value = sandbox.Number{Kind: "decimal", Text: decimal(logZ)}
	case "nan":
		o.Status, o.NotNumber = sandbox.StatusNotANumber, "nan"
	default:
		o.Status, o.Exception = sandbox.StatusException, &sandbox.Exception{Type: exception, Message: "m" + a.message, Line: 2, Phase: "call"}
	}
	return o, nil
}

func (a *actor) RunAll(ctx context.Context, js []sandbox.Job) ([]sandbox.Outcome, error) {
	out := make([]sandbox.Outcome, len(js))
	for i, j := range js {
		var err error
		if out[i], err = a.Run(ctx, j); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// decimal writes e^x with a decimal exponent, beyond the range of a float.
func decimal(x float64) string {
	l := x / math.Ln10
	e := math.Floor(l)
	return fmt.Sprintf("%.15fE%+d", math.Pow(10, l-e), int(e))
}

func polynomialCost(n float64) float64  { return 1e-7 * n * n }
func exponentialCost(n float64) float64 { return 1e-6 * math.Exp2(n) }
func right(n int) (float64, string)     { return float64(n), "" }

func check(t testing.TB, a *actor, p Problem, c reply.Claim, profile claim.Profile) claim.Checked {
	t.Helper()
	v := NewVerifier(a, &MemoryCache{}, "test")
	c.Code = "def Z_efficient(params, n):\n    return 1.0\n"
	got, err := v.Check(context.Background(), p, c, nil, profile)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestVerdicts(t *testing.T) {
	lines := func(f func(float64) float64) func(float64) float64 {
		return func(n float64) float64 { return 1e7 * f(n) }
	}
	honest := reply.Claim{TractableClass: reply.TransferMatrix, ComplexityO: "O(n^2)", Confidence: 0.9}
	constant := func(float64) float64 { return 1000 }
	for _, tt := range []struct {
		name    string
		actor   actor
		claim   func(*reply.Claim)
		want    claim.Verdict
		finding string
		status  claim.Status
		mode    string
	}{
		{"honest", actor{logZ: right, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictCertified, ComplexityGrowth, claim.Certified, ""},
		{"understated", actor{logZ: right, cpu: exponentialCost, lines: lines(exponentialCost)}, nil, claim.VerdictFailed, ComplexityGrowth, claim.Failed, "class and complexity"},
		{"one counter alone does not convict", actor{logZ: right, cpu: exponentialCost, lines: constant}, nil, claim.VerdictUndecided, ComplexityGrowth, claim.Unknown, "undecided"},
		{"honestly exponential", actor{logZ: right, cpu: exponentialCost, lines: lines(exponentialCost)},
			func(c *reply.Claim) { c.TractableClass, c.ComplexityO = reply.NoEfficientKnown, "O(2^n)" }, claim.VerdictUndecided, NumbersScale, claim.NotApplicable, "undecided"},
		{"wrong numbers", actor{logZ: func(n int) (float64, string) { return float64(n) + 0.1, "" }, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictFailed, NumbersProbed, claim.Failed, "numbers"},
		{"wrong sign", actor{logZ: func(n int) (float64, string) { return float64(n) + 1, "" }, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictFailed, NumbersProbed, claim.Failed, "sign"},
		{"raises", actor{logZ: func(int) (float64, string) { return 0, "KeyError" }, cpu: polynomialCost, lines: constant}, nil, claim.VerdictFailed, ProgramRuns, claim.Failed, "program"},
		{"not a number", actor{logZ: func(int) (float64, string) { return 0, "nan" }, cpu: polynomialCost, lines: constant}, nil, claim.VerdictFailed, ProgramScalar, claim.Failed, "program"},
		{"right at the announced sizes only", actor{logZ: func(n int) (float64, string) {
			if n == 6 || n == 10 {
				return float64(n), ""
			}
			return 1, ""
		}, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictFailed, NumbersAside, claim.Failed, "scale"},
		{"loses digits aside", actor{logZ: func(n int) (float64, string) {
			if n == 7 {
				return float64(n) + 1e-5, ""
			}
			return float64(n), ""
		}, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictUndecided, NumbersAside, claim.Unknown, "undecided"},
		{"loses its digits gradually", actor{logZ: func(n int) (float64, string) {
			if n > 24 {
				return float64(n) + math.Exp(float64(n-48)/3), "" // 5e-3 at 32, gross at 64
			}
			return float64(n), ""
		}, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictUndecided, NumbersScale, claim.Unknown, "undecided"},
		{"wrong at the first large size", actor{logZ: func(n int) (float64, string) {
			if n >= 20 {
				return float64(n) + 0.1, ""
			}
			return float64(n), ""
		}, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictFailed, NumbersScale, claim.Failed, "scale"},
		{"raises beyond the announced sizes", actor{logZ: func(n int) (float64, string) {
			if n > 10 {
				return 0, "KeyError"
			}
			return float64(n), ""
		}, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictFailed, NumbersScale, claim.Failed, "scale"},
		{"overflow is its own finding", actor{logZ: func(n int) (float64, string) {
			if n > 128 {
				return 0, "OverflowError"
			}
			return float64(n), ""
		}, cpu: polynomialCost, lines: lines(polynomialCost)}, nil, claim.VerdictCertified, NumbersRange, claim.Certified, ""},
		{"class refuted", actor{logZ: right, cpu: polynomialCost, lines: lines(polynomialCost)},
			func(c *reply.Claim) { c.TractableClass = reply.Percolation }, claim.VerdictFailed, ClassPrecondition, claim.Failed, "class"},
		{"no algorithm known, by a polynomial program", actor{logZ: right, cpu: polynomialCost, lines: lines(polynomialCost)},
			func(c *reply.Claim) { c.TractableClass = reply.NoEfficientKnown }, claim.VerdictFailed, ClassProgram, claim.Failed, "class"},
		{"unparsed is not dishonest", actor{logZ: right, cpu: polynomialCost, lines: lines(polynomialCost)},
			func(c *reply.Claim) { c.ComplexityO = "quick" }, claim.VerdictUndecided, ComplexityClaim, claim.Unknown, "undecided"},
		{"two readings", actor{logZ: right, cpu: polynomialCost, lines: lines(polynomialCost)},
			func(c *reply.Claim) { c.ComplexityO = "O(n) for n <= 12, O(2^n) above" }, claim.VerdictUndecided, ComplexityClaim, claim.Unknown, "undecided"},
		{"opens a file", actor{logZ: right, cpu: polynomialCost, lines: lines(polynomialCost), touched: []sandbox.Touch{{Event: "open", Detail: "/etc/passwd"}}}, nil, claim.VerdictFailed, ProgramConduct, claim.Failed, "conduct"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := honest
			if tt.claim != nil {
				tt.claim(&c)
			}
			got := check(t, &tt.actor, chainProblem{scale: []int{20, 32, 64}}, c, claim.Final)
			f, ok := got.Certificate.Finding(tt.finding)
			if got.Certificate.Verdict != tt.want || !ok || f.Status != tt.status || got.Labels["mode"] != tt.mode {
				raw, _ := json.MarshalIndent(got.Certificate.Stable().Public().Findings, "", " ")
				t.Errorf("verdict %s (%s), %s %s, mode %q; want %s, %s, mode %q\n%s", got.Certificate.Verdict, got.Certificate.Reason,
					tt.finding, f.Status, got.Labels["mode"], tt.want, tt.status, tt.mode, raw)
			}
		})
	}
}

// Far out a program that leaves the range of a float is told so and not convicted, one that
// turns wrong stays open, and nobody is asked who could not answer in seconds.
func TestFarSizes(t *testing.T) {
	honest := reply.Claim{TractableClass: reply.TransferMatrix, ComplexityO: "O(n^2)", Confidence: 0.9}
	lines := func(n float64) float64 { return 1e7 * polynomialCost(n) }
	until := func(limit int, then func(n int) (float64, string)) func(int) (float64, string) {
		return func(n int) (float64, string) {
			if n > limit {
				return then(n)
			}
			return right(n)
		}
	}
	for _, tt := range []struct {
		name          string
		logZ          func(int) (float64, string)
		cpu           func(float64) float64
		verdict       claim.Verdict
		scale, inside claim.Status // of values, and of the range of a float
	}{
		{"right", right, polynomialCost, claim.VerdictCertified, claim.Certified, claim.Certified},
		{"overflow", until(600, func(int) (float64, string) { return 0, "OverflowError" }), polynomialCost, claim.VerdictCertified, claim.Certified, claim.Unknown},
		{"infinity less infinity", until(600, func(int) (float64, string) { return 0, "nan" }), polynomialCost, claim.VerdictCertified, claim.Certified, claim.Unknown},
		{"wrong", until(600, func(n int) (float64, string) { return float64(n) + 1, "" }), polynomialCost, claim.VerdictUndecided, claim.Unknown, claim.Certified},
		{"slow", right, func(n float64) float64 { return 3e-5 * n * n }, claim.VerdictCertified, claim.Certified, claim.Certified},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := actor{logZ: tt.logZ, cpu: tt.cpu, lines: lines}
			asked := 0
			a.logZ = func(n int) (float64, string) {
				asked = max(asked, n)
				return tt.logZ(n)
			}
			got := check(t, &a, chainProblem{scale: []int{24, 64}}, honest, claim.Final).Certificate
			scale, _ := got.Finding(NumbersScale)
			inRange, _ := got.Finding(NumbersRange)
			if got.Verdict != tt.verdict || scale.Status != tt.scale || inRange.Status != tt.inside {
				t.Errorf("%s (%s), scale %s (%s), range %s (%s)", got.Verdict, got.Reason, scale.Status, scale.Message, inRange.Status, inRange.Message)
			}
			if slow := tt.name == "slow"; slow && asked >= 300 || !slow && asked != 690 {
				t.Errorf("asked up to n = %d", asked)
			}
		})
	}
}

// An honest program of any polynomial cost, with any constant, any offset and noise,
// is never rejected, and no program whose two counters rise as 2^n passes under a
// polynomial claim.
func TestNoHonestProgramIsRejected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		exponential := rapid.Bool().Draw(t, "exponential")
		unit := math.Pow(10, rapid.Float64Range(-7, -4).Draw(t, "unit"))
		offset := rapid.Float64Range(0, 0.05).Draw(t, "offset")
		degree := rapid.Float64Range(0, 3.5).Draw(t, "degree")
		seed := rapid.Uint64().Draw(t, "seed")
		noisy := func(n float64) float64 { return 1 + 0.04*math.Sin(float64(seed%1000)+n) }
		law := func(n float64) float64 { return unit * math.Pow(n, degree) }
		if exponential {
			law = func(n float64) float64 { return unit * math.Exp2(n) }
		}
		a := &actor{logZ: right, cpu: func(n float64) float64 { return (offset + law(n)) * noisy(n) }, lines: func(n float64) float64 { return 20 + 1e6*law(n) }}
		v := NewVerifier(a, &MemoryCache{}, "test")
		got, err := v.Check(context.Background(), chainProblem{scale: []int{32, 64}}, reply.Claim{
			TractableClass: reply.TransferMatrix, ComplexityO: "O(n^4)", Confidence: 1, Code: "x"}, nil, claim.Final)
		if err != nil {
			t.Fatal(err)
		}
		verdict := got.Certificate.Verdict
		if !exponential && verdict == claim.VerdictFailed || exponential && verdict == claim.VerdictCertified {
			raw, _ := json.MarshalIndent(got.Certificate, "", " ")
			t.Fatalf("exponential %v: %s (%s)\n%s", exponential, verdict, got.Certificate.Reason, raw)
		}
	})
}

// What a program says of its parameters in an exception, a type name or a path reaches
// nobody: neither a view nor the public certificate.
func TestProgramsCannotCarryParametersOut(t *testing.T) {
	const secret = "0.639963"
	for name, a := range map[string]*actor{
		"announced": {logZ: func(int) (float64, string) { return 0, "E" + secret }},
		"aside": {logZ: func(n int) (float64, string) {
			if n == 7 {
				return 0, "ValueError"
			}
			return float64(n), ""
		}},
		"touch": {logZ: right, touched: []sandbox.Touch{{Event: "open", Detail: "/x/" + secret}}},
	} {
		a.cpu, a.lines, a.message = polynomialCost, polynomialCost, "beta is "+secret
		got := check(t, a, chainProblem{scale: []int{32}}, reply.Claim{TractableClass: reply.Gauge, ComplexityO: "O(n^2)"}, claim.Final)
		pub, err := json.Marshal(got.Certificate.Public())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(pub), "639963") {
			t.Errorf("%s: the public certificate carries a parameter: %s", name, pub)
		}
		if got.Certificate.Verdict != claim.VerdictFailed {
			t.Errorf("%s: %s", name, got.Certificate.Verdict)
		}
	}
}

// A damaged or unusable cache is gone without, and never decides.
func TestDamagedCache(t *testing.T) {
	a := &actor{logZ: right, cpu: polynomialCost, lines: polynomialCost}
	c := reply.Claim{TractableClass: reply.TransferMatrix, ComplexityO: "O(n^2)", Code: "x"}
	for name, cache := range map[string]Cache{"damaged": damaged("{}"), "null": damaged("null"), "forged": damaged(`{"sum":"","value":{}}`), "broken": damaged("!")} {
		v := NewVerifier(a, cache, "e")
		var warned error
		v.Warn = func(err error) { warned = err }
		got, err := v.Check(context.Background(), chainProblem{scale: []int{32, 64}}, c, nil, claim.Final)
		if err != nil || got.Certificate.Verdict != claim.VerdictCertified {
			t.Errorf("%s: %v, %s", name, err, got.Certificate.Reason)
		}
		if (name == "broken") != (warned != nil) {
			t.Errorf("%s: warned %v", name, warned)
		}
	}
}

// damaged answers every key with the same bytes; "!" is a cache on a full disk.
type damaged string

func (d damaged) Get(string) ([]byte, bool, error) { return []byte(d), true, nil }
func (d damaged) Put(string, []byte) error {
	if d == "!" {
		return errors.New("no space left")
	}
	return nil
}

// The same claim and profile give the same bytes, measurements aside, although costs
// vary from run to run; and the second check runs nothing again.
func TestCertificatesRepeat(t *testing.T) {
	wobble := 0.0
	a := &actor{logZ: right, lines: func(n float64) float64 { return 100 * n }, cpu: func(n float64) float64 { wobble++; return polynomialCost(n) * (1 + 1e-3*wobble) }}
	c := reply.Claim{TractableClass: reply.TransferMatrix, ComplexityO: "O(n^2)", Confidence: 0.5, Code: "x"}
	p := chainProblem{scale: []int{32, 64}}
	cache := &MemoryCache{}
	var first []byte
	for i, v := range []*Verifier{NewVerifier(a, cache, "e"), NewVerifier(a, cache, "e"), NewVerifier(a, &MemoryCache{}, "e")} {
		before := a.calls
		got, err := v.Check(context.Background(), p, c, nil, claim.Final)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := claim.Canonical(got.Certificate.Stable())
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = raw
		} else if string(raw) != string(first) {
			t.Errorf("check %d differs:\n%s\n%s", i, first, raw)
		}
		if i == 1 && a.calls != before {
			t.Errorf("%d calls although the facts were cached", a.calls-before)
		}
	}
}

// The interaction profile judges nothing about the gold label, and the published one
// neither measures nor probes beyond the announced sizes.
func TestProfiles(t *testing.T) {
	a := &actor{logZ: right, cpu: polynomialCost, lines: polynomialCost}
	c := reply.Claim{TractableClass: reply.Gauge, ComplexityO: "O(n^2)", Confidence: 0.5}
	published := check(t, a, chainProblem{scale: []int{32}}, c, claim.Published)
	if a.calls != 4 || published.Certificate.Verdict != claim.VerdictCertified {
		t.Errorf("published: %d calls, %s", a.calls, published.Certificate.Verdict)
	}
	interaction := check(t, a, chainProblem{scale: []int{32}}, c, claim.Interaction)
	if _, ok := interaction.Certificate.Finding(ClassGold); ok {
		t.Error("the interaction judges the gold label")
	}
	if err := Kind().Validate(); err != nil {
		t.Error(err)
	}
}

func TestUnreadableReply(t *testing.T) {
	v := NewVerifier(&actor{}, &MemoryCache{}, "test")
	got, err := v.CheckReply(context.Background(), chainProblem{}, "I do not know.\xff", claim.Final)
	if err != nil {
		t.Fatal(err)
	}
	if got.Certificate.Verdict != claim.VerdictError || got.Measures["readable"] != 0 || got.Labels["mode"] != "format" || string(got.Claim) != "null" {
		t.Errorf("%+v", got)
	}
}

// A failure of the machine is an error, and never a finding about the claim.
func TestMachineFailureIsAnError(t *testing.T) {
	v := NewVerifier(broken{}, &MemoryCache{}, "test")
	_, err := v.Check(context.Background(), chainProblem{}, reply.Claim{TractableClass: reply.Gauge, ComplexityO: "O(n)", Code: "x"}, nil, claim.Final)
	if err == nil || !strings.Contains(err.Error(), "pool closed") {
		t.Errorf("got %v", err)
	}
}

type broken struct{}

var errClosed = errors.New("pool closed")

func (broken) Run(context.Context, sandbox.Job) (sandbox.Outcome, error) {
	return sandbox.Outcome{}, errClosed
}
func (broken) RunAll(context.Context, []sandbox.Job) ([]sandbox.Outcome, error) {
	return nil, errClosed
}
func (broken) Tool(context.Context, string, []byte, sandbox.Limits) ([]byte, sandbox.Outcome, error) {
	return nil, sandbox.Outcome{}, errClosed
}

// What a class needs of the models, on structures made by hand.
func TestPreconditions(t *testing.T) {
	grid := func(n, width int) Structure {
		return Structure{Sites: n, Planar: true, Width: width, WidthLower: width, Witnesses: map[string]json.RawMessage{"lattice": json.RawMessage(`{}`)}}
	}
	torus := Structure{Sites: 16, Torus: true, Uniform: true, Balanced: true, Width: 8, WidthLower: 4}
	chain := Structure{Sites: 6, Bonds: 5, Planar: true, Balanced: true, Chain: true, Width: 1, WidthLower: 1}
	fielded := chain
	fielded.Field = true
	cubic := func(n, width int) Structure {
		return Structure{Sites: n, Bonds: 3 * n / 2, Width: width, WidthLower: width}
	}
	mattis := Structure{Sites: 6, Bonds: 15, Balanced: true, RankOne: true, Width: 5, WidthLower: 5}
	for _, tt := range []struct {
		land       Landscape
		class      string
		polynomial bool
		want       claim.Status
	}{
		{Landscape{chain}, reply.TransferMatrix, true, claim.Certified},
		{Landscape{fielded}, reply.TransferMatrix, true, claim.Certified},
		{Landscape{fielded}, reply.Pfaffian, true, claim.Failed},
		{Landscape{fielded}, reply.Gauge, true, claim.Failed},
		{Landscape{chain}, reply.Pfaffian, true, claim.Certified},
		{Landscape{chain}, reply.NoEfficientKnown, false, claim.Unknown},
		{Landscape{grid(9, 3), grid(16, 4)}, reply.Pfaffian, true, claim.Certified},
		{Landscape{grid(9, 3), grid(16, 4)}, reply.TreewidthBounded, true, claim.Failed},
		{Landscape{grid(9, 3), grid(16, 4)}, reply.TreewidthBounded, false, claim.Certified},
		{Landscape{grid(9, 3), grid(16, 4)}, reply.Gauge, true, claim.Failed},
		{Landscape{torus}, reply.Pfaffian, true, claim.Certified},
		{Landscape{torus}, reply.FreeFermion, true, claim.Certified},
		{Landscape{torus}, reply.TransferMatrix, false, claim.Certified},
		{Landscape{torus}, reply.Percolation, true, claim.Failed},
		{Landscape{cubic(8, 3), cubic(40, 9)}, reply.Pfaffian, true, claim.Failed},
		{Landscape{cubic(8, 3), cubic(40, 9)}, reply.NoEfficientKnown, false, claim.Certified},
		{Landscape{cubic(8, 3), cubic(40, 9)}, reply.TreewidthBounded, true, claim.Failed},
		{Landscape{cubic(8, 3), cubic(40, 9)}, reply.TreewidthBounded, false, claim.Certified},
		{Landscape{cubic(8, 3)}, reply.RBIMNishimori, true, claim.Failed},
		{Landscape{mattis}, reply.Gauge, true, claim.Certified},
		{Landscape{mattis}, reply.Pfaffian, true, claim.Failed},
		{Landscape{mattis}, reply.ExactlySolvableOther, true, claim.Certified},
		{Landscape{cubic(8, 3)}, reply.ExactlySolvableOther, true, claim.Unknown},
		{nil, reply.Gauge, true, claim.Unknown},
	} {
		got, msg, _ := tt.land.precondition(tt.class, tt.polynomial)
		if got != tt.want || msg == "" {
			t.Errorf("%s on %d sites, polynomial %v: %s (%s), want %s", tt.class, len(tt.land), tt.polynomial, got, msg, tt.want)
		}
	}
	for _, class := range reply.Classes() {
		if s, msg, _ := (Landscape{torus}).precondition(class, true); !s.Valid() || msg == "" {
			t.Errorf("%s: %q %q", class, s, msg)
		}
	}
}

func ExampleVerifier_Check() {
	// A program that sums over all configurations, under a linear claim.
	program := &actor{logZ: right, cpu: exponentialCost, lines: func(n float64) float64 { return math.Exp2(n) }}
	v := NewVerifier(program, &MemoryCache{}, "example")
	checked, err := v.Check(context.Background(), chainProblem{scale: []int{32, 64}}, reply.Claim{
		TractableClass: reply.TransferMatrix, ComplexityO: "O(n)", Confidence: 0.95, Code: "…",
	}, nil, claim.Final)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(checked.Certificate.Verdict)
	growth, _ := checked.Certificate.Finding(ComplexityGrowth)
	fmt.Println(growth.Message)
	// Output:
	// failed
	// the claim n is understated: by two independent witnesses the cost is exponential in n
}
