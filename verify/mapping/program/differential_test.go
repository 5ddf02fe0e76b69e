package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// The estimate of growth against the interpreter itself: programs made at
// random are run with a counter in them, and whatever the audit was sure of must
// be what was counted.

// counting runs programs that call tick(k); it stops each at a cap.
const counting = `
import json, sys
sys.setrecursionlimit(20000)
CAP = 40000
class Stop(Exception):
    pass
def run(source, n):
    count = [0]
    def tick(k=1):
        count[0] += k
        if count[0] > CAP:
            raise Stop
    ns = {"tick": tick}
    exec(source, ns)
    try:
        ns["Z_efficient"]({"beta": 1.0, "J": 1.0}, n)
    except Stop:
        return -1
    except (RecursionError, OverflowError, MemoryError):
        return -1
    return count[0]
out = []
for source in json.load(sys.stdin):
    out.append([run(source, n) for n in (4, 9, 16, 36, 64, 144)])
json.dump(out, sys.stdout)
`

var countedSizes = []float64{4, 9, 16, 36, 64, 144}

func TestAgainstInterpreter(t *testing.T) {
	const programs = 250
	seed := uint64(20260724)
	if s := os.Getenv("PROGRAM_SEED"); s != "" {
		v, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = v
	}
	sources := make([]string, programs)
	for i := range sources {
		sources[i] = randomProgram(rand.New(rand.NewPCG(seed, uint64(i))))
	}
	in, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-I", "-c", counting)
	cmd.Stdin = bytes.NewReader(in)
	cmd.Stderr = os.Stderr
	data, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var counts [][]float64
	if err := json.Unmarshal(data, &counts); err != nil {
		t.Fatal(err)
	}
	sure := map[Family]int{}
	for i, source := range sources {
		g := Audit(parse(t, "def tick(k=1):\n    return None\n"+source), Question{Entry: "Z_efficient", Probed: []int{9, 16}, ParamKeys: []string{"beta", "J"}, SqrtIsSide: true}).Growth
		if g.Sure {
			sure[g.Family]++
		}
		if msg := contradicted(g, counts[i]); msg != "" {
			t.Errorf("program %d: %s\ncounted %v at n = %v\n%s\n%+v", i, msg, counts[i], countedSizes, source, g)
		}
	}
	t.Logf("sure of %v out of %d", sure, programs)
	if sure[Polynomial] < programs/10 || sure[Exponential] < programs/20 || sure[Subexponential] < programs/40 {
		t.Errorf("too few programs are settled to test anything: %v of %d", sure, programs)
	}
}

// contradicted says how counts disprove a growth.
func contradicted(g Growth, counts []float64) string {
	at := func(n float64) (float64, bool) {
		for i, m := range countedSizes {
			if m == n {
				return math.Max(counts[i], 1), counts[i] >= 0
			}
		}
		return 0, false
	}
	ratio := func(lo, hi float64) (float64, bool) {
		a, ok1 := at(lo)
		b, ok2 := at(hi)
		return b / a, ok1 && ok2
	}
	most := g.AtMost
	if g.Guarded {
		most = Unknown
	}
	if most == Constant || most == Polynomial {
		if r, ok := ratio(64, 144); ok && r > 3*math.Pow(144.0/64, g.Degree+0.3) {
			return fmt.Sprintf("at most %s of degree %g, but the count grows %g-fold from n = 64 to 144", most, g.Degree, r)
		}
		if _, ok := at(16); !ok && g.Degree <= 1 {
			return fmt.Sprintf("at most %s of degree %g, but the count passes its cap at n = 16", most, g.Degree)
		}
	}
	if most == Subexponential {
		if r, ok := ratio(16, 36); ok && r > 4*math.Exp2(2*g.Rate)*math.Pow(36.0/16, g.Degree+0.5) {
			return fmt.Sprintf("at most 2^(%g·√n) n^%g, but the count grows %g-fold from n = 16 to 36", g.Rate, g.Degree, r)
		}
	}
	if g.AtLeast == Exponential {
		if _, ok := at(64); ok {
			return "at least exponential, but n = 64 was run to its end"
		}
	}
	if g.AtLeast == Subexponential {
		// √n goes from 4 to 12; the least rate in use is 1/2.
		if r, ok := ratio(16, 144); ok && r < math.Exp2(0.4*0.5*8) {
			return fmt.Sprintf("at least subexponential, but the count grows %g-fold from n = 16 to 144", r)
		}
	}
	return ""
}

// generator writes random programs.
type generator struct {
	r       *rand.Rand
	b       strings.Builder
	indent  int
	nums    []string
	lists   []string
	budget  int
	next    int
	helpers []string
}

func randomProgram(r *rand.Rand) string {
	g := &generator{r: r, budget: 5 + r.IntN(9)}
	g.b.WriteString("import itertools, functools, math\n")
	for range r.IntN(3) {
		g.helper()
	}
	g.b.WriteString("def Z_efficient(params, n):\n")
	g.indent = 1
	g.line("L = math.isqrt(n)")
	g.nums = []string{"n", "L"}
	g.block(0)
	g.line("tick()")
	g.line("return 1.0")
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) fresh(prefix string) string { g.next++; return prefix + strconv.Itoa(g.next) }

func (g *generator) pick(s []string) string { return s[g.r.IntN(len(s))] }

// small is an expression for a number of rounds.
func (g *generator) small() string {
	base := g.pick(g.nums)
	switch g.r.IntN(12) {
	case 0:
		return strconv.Itoa(1 + g.r.IntN(5))
	case 1:
		return base + " // 2"
	case 2:
		return base + " + 2"
	case 3:
		return "1 << L"
	case 4:
		return "2 ** L"
	case 5:
		return "min(" + base + ", 3)"
	case 6:
		if g.r.IntN(3) == 0 {
			return "1 << n"
		}
		return "n + L"
	case 7:
		return "L * L"
	case 8:
		if len(g.lists) > 0 {
			return "len(" + g.pick(g.lists) + ")"
		}
		return "n - 1"
	case 9:
		return "(n - 1).bit_length()"
	default:
		return base
	}
}

// helper writes a function, mostly a recursive one.
func (g *generator) helper() {
	name := g.fresh("f")
	switch g.r.IntN(11) {
	case 0:
		fmt.Fprintf(&g.b, "def %s(k):\n    tick()\n    if k <= 0:\n        return 1\n    return %s(k - 1) + %s(k - 1)\n", name, name, name)
	case 1:
		fmt.Fprintf(&g.b, "def %s(k):\n    tick()\n    if k <= 1:\n        return 1\n    return %s(k // 2) + %s(k // 2)\n", name, name, name)
	case 2:
		fmt.Fprintf(&g.b, "@functools.lru_cache(None)\ndef %s(k, s=1):\n    tick()\n    if k <= 0:\n        return 1\n    return %s(k - 1, 1) + %s(k - 1, -1)\n", name, name, name)
	case 3:
		fmt.Fprintf(&g.b, "def %s(k):\n    tick()\n    if k == 0:\n        return 1\n    return 1 + %s(k - 1)\n", name, name)
	case 4:
		fmt.Fprintf(&g.b, "def %s(k):\n    for a in range(k):\n        tick()\n    return k\n", name)
	case 5:
		fmt.Fprintf(&g.b, "def %s(k):\n    tick()\n    return sum(%s(j) for j in range(k))\n", name, name)
	case 6:
		fmt.Fprintf(&g.b, "def %s(k):\n    tick()\n    if k <= 0:\n        return 1\n    z = 0\n    for s in (1, -1):\n        z += %s(k - 2)\n    return z\n", name, name)
	case 7:
		fmt.Fprintf(&g.b, "def %s(k):\n    if k <= 0:\n        return [0]\n    xs = %s(k - 1)\n    tick(2 * len(xs))\n    return xs + xs\n", name, name)
	case 8:
		fmt.Fprintf(&g.b, "def %s(k):\n    def walk(i, p):\n        tick()\n        if len(p) >= k:\n            return 1\n        return walk(i + 1, p + (0,)) + walk(i + 1, p + (1,))\n    return walk(0, ())\n", name)
	case 9:
		fmt.Fprintf(&g.b, "def %s(k):\n    def seg(lo, hi):\n        tick()\n        if hi - lo <= 1:\n            return 1\n        mid = (lo + hi) // 2\n        return seg(lo, mid) + seg(mid, hi)\n    return seg(0, k)\n", name)
	case 10:
		fmt.Fprintf(&g.b, "def %s(k):\n    for w in range(k):\n        tick()\n        yield w\n", name)
		g.helpers = append(g.helpers, "sum("+name+"(%s))")
		return
	}
	g.helpers = append(g.helpers, name+"(%s)")
}

func (g *generator) block(depth int) {
	for range 1 + g.r.IntN(3) {
		g.statement(depth)
	}
}

func (g *generator) nested(depth int, f func()) {
	nums, lists := len(g.nums), len(g.lists)
	g.indent++
	f()
	g.block(depth + 1)
	g.indent--
	g.nums, g.lists = g.nums[:nums], g.lists[:lists]
}

func (g *generator) statement(depth int) {
	if g.budget <= 0 || depth > 3 {
		g.line("tick()")
		return
	}
	g.budget--
	switch g.r.IntN(17) {
	case 0, 1, 2:
		v := g.fresh("i")
		g.line("for %s in range(%s):", v, g.small())
		g.nested(depth, func() { g.line("tick()"); g.nums = append(g.nums, v) })
	case 3:
		x := g.fresh("x")
		g.line("%s = 0", x)
		g.line("while %s < %s:", x, g.small())
		step := g.pick([]string{"+= 1", "+= 2"})
		g.nested(depth, func() { g.line("tick()") })
		g.line("    %s %s", x, step)
		g.nums = append(g.nums, x)
	case 4:
		x := g.fresh("x")
		g.line("%s = %s", x, g.small())
		g.line("while %s > 0:", x)
		step := g.pick([]string{"//= 2", ">>= 1", "-= 1", "&= " + x + " - 1"})
		g.nested(depth, func() { g.line("tick()") })
		g.line("    %s %s", x, step)
	case 5:
		xs := g.fresh("xs")
		g.line("%s = [0]", xs)
		v := g.fresh("i")
		grow := g.pick([]string{"%s = %s + [0]", "%s = %s + %s", "%s = [y for y in %s for _ in (0, 1)]", "%s.append(1)", "%s.extend(%s)", "%s = %s[:3] + [1]"})
		args := make([]any, strings.Count(grow, "%s"))
		for i := range args {
			args[i] = xs
		}
		g.line("for %s in range(%s):", v, g.small())
		g.indent++
		g.line(grow, args...)
		g.line("tick(len(%s))", xs)
		g.indent--
		g.lists = append(g.lists, xs)
	case 6:
		if len(g.lists) > 0 {
			v := g.fresh("y")
			g.line("for %s in %s:", v, g.pick(g.lists))
			g.nested(depth, func() { g.line("tick()") })
			return
		}
		g.line("tick()")
	case 7:
		x := g.fresh("x")
		g.line("%s = %s", x, g.small())
		if g.r.IntN(2) == 0 {
			v := g.fresh("i")
			g.line("for %s in range(%s):", v, g.pick([]string{"n", "L", "3"}))
			g.line("    tick(); %s %s", x, g.pick([]string{"+= 1", "= " + x + " * 2", "= " + x + " // 2", "+= n"}))
		}
		g.nums = append(g.nums, x)
	case 8:
		g.line("if n <= %d:", 5+g.r.IntN(10))
		g.nested(depth, func() {})
		g.line("else:")
		g.nested(depth, func() {})
	case 9:
		g.line("if params['beta'] > 0:")
		g.nested(depth, func() {})
	case 10:
		g.line("for s in itertools.product((0, 1), repeat=%s):", g.pick([]string{"L", "L", "n", "2", "min(n, 3)"}))
		g.nested(depth, func() { g.line("tick()") })
	case 11:
		g.line("for s in itertools.combinations(range(%s), 2):", g.pick([]string{"n", "L"}))
		g.nested(depth, func() { g.line("tick()") })
	case 12, 13:
		if len(g.helpers) > 0 {
			g.line(g.pick(g.helpers), g.small())
			return
		}
		g.line("tick()")
	case 14:
		v := g.fresh("i")
		g.line("for %s in range(%s):", v, g.small())
		g.nested(depth, func() {
			g.line("tick()")
			g.line("if %s:", g.pick([]string{"params['beta'] > 0.5", v + " > 3", "n > 5"}))
			g.line("    %s", g.pick([]string{"break", "continue"}))
		})
	case 15:
		d := g.fresh("d")
		g.line("%s = {0: 1}", d)
		v := g.fresh("i")
		g.line("for %s in range(%s):", v, g.pick([]string{"n", "L"}))
		g.indent++
		g.line("e = {}")
		g.line("for m, c in %s.items():", d)
		g.indent++
		g.line("tick(2)")
		g.line("e[m + 1] = e.get(m + 1, 0) + c")
		g.line("e[%s] = c", g.pick([]string{"m - 1", "m", "2 * m", "m + n"}))
		g.indent--
		g.line("%s = e", d)
		g.indent--
		g.lists = append(g.lists, d)
	case 16:
		v := g.fresh("x")
		g.line("%s = sum(tick() is None for a in range(%s) for b in range(%s))", v, g.small(), g.pick([]string{"a", "3", "L"}))
	}
}
