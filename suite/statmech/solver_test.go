package statmech

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/engine"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// solved is the reply of the agent, read.
func solved(t *testing.T, task Task, v Variant, seed uint64) answer {
	t.Helper()
	reply, err := solve(task, bind(task, v, seed), Ask{Task: task.ID, Variant: string(v), Seed: seed})
	if err != nil {
		t.Fatalf("%s %s, seed %d: %v", task.ID, v, seed, err)
	}
	return codeOf(t, reply)
}

// The class depends on the model and not on the seed or the description, and is the one
// that the published table of expectations says.
func TestStructureNamesTheSameClassEverywhere(t *testing.T) {
	table := expectations(t)["structure"]
	for _, task := range Tasks() {
		want := solved(t, task, Canonical, 1)
		if strict := want.Class == task.Gold.Class; strict != (table[task.ID]["class_strict"] == 1.0) {
			t.Errorf("%s: class %q, the author's %q", task.ID, want.Class, task.Gold.Class)
		}
		for _, v := range Variants() {
			if got := solved(t, task, v, 2); got.Class != want.Class || got.Complexity != want.Complexity {
				t.Errorf("%s %s: %s %s, elsewhere %s %s", task.ID, v, got.Class, got.Complexity, want.Class, want.Complexity)
			}
		}
	}
}

// Neither the gold label nor what the other agents know of a task reaches the answer, and
// under another name, which draws other instances, the class is the same.
func TestStructureReadsNoLabels(t *testing.T) {
	for _, task := range Tasks() {
		want := solved(t, task, Templated, 3)
		blind := task
		blind.Gold, blind.Also, blind.Title, blind.Hint = mapping.Gold{}, nil, "", ""
		blind.instruments = instruments{}
		if got := solved(t, blind, Templated, 3); got != want {
			t.Errorf("%s: another answer without the labels:\n%+v\n%+v", task.ID, got, want)
		}
		blind.ID = "X"
		reply, err := solve(blind, bind(task, Canonical, 3), Ask{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if got := codeOf(t, reply); got.Class != want.Class || got.Complexity != want.Complexity {
			t.Errorf("%s under another name: %s %s, want %s %s", task.ID, got.Class, got.Complexity, want.Class, want.Complexity)
		}
	}
}

// The programs are right to eleven digits wherever a verifier may ask.
func TestStructureProgramsAreExact(t *testing.T) {
	pool := jail(t)
	for _, task := range Tasks() {
		known := newTruths()
		for _, v := range []Variant{Canonical, Templated} {
			const seed = 4
			p, err := newProblem(task, v, seed, known)
			if err != nil {
				t.Fatal(err)
			}
			a := solved(t, task, v, seed)
			for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside, mapping.Scale} {
				if e := worst(t, pool, a.Code, instances(t, p, r, maxSize, 1)); !(e < 1e-11) {
					t.Errorf("%s %s, %s: relative error %.1e", task.ID, v, r, e)
				}
			}
		}
	}
}

// Each answer is certified on every required obligation at the first attempt. The
// canonical descriptions are part of the table of all agents; the others take a while.
func TestStructureIsCertifiedInEveryVariant(t *testing.T) {
	if os.Getenv("ASSAY_LONG") == "" {
		t.Skip("set ASSAY_LONG=1")
	}
	verifier := SharedVerifier(t)
	const seed = 5
	s, err := New(Config{Seed: seed, Verifier: verifier})
	if err != nil {
		t.Fatal(err)
	}
	for _, sub := range s.Subjects() {
		t.Run(fmt.Sprintf("%s/%s", sub.ID(), sub.Variant()), func(t *testing.T) {
			t.Parallel()
			reply, err := Reply("structure", Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			checked, err := sub.Check(t.Context(), reply, claim.Final)
			if err != nil {
				t.Fatal(err)
			}
			if checked.Certificate.Verdict != claim.VerdictCertified {
				t.Errorf("%s (%s)", checked.Certificate.Verdict, checked.Certificate.Reason)
			}
		})
	}
}

// The models that the agent hands to the engine are those whose sums are asked for: their
// values agree with the task's references by enumeration.
func TestStudiedModelsHaveTheAskedValues(t *testing.T) {
	for _, task := range Tasks() {
		for _, n := range task.aside {
			in, err := task.draw(1, mapping.Aside, n, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got float64
			switch m := in.(type) {
			case vertexGrid:
				f, err := m.network()
				if err != nil {
					t.Fatal(err)
				}
				got = logOf(t, f)
			case dimerGrid:
				got = logOf(t, m.network())
			case links:
				z, err := m.randomCluster().LogZ(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if got = z.Float64(); !m.clusters() {
					// At q = 1 the value is the product of 1 + v, the total of all sets.
					for _, l := range m.list() {
						got += math.Log(l.out)
					}
					if math.Abs(got) > 1e-12 {
						t.Errorf("%s, n = %d: the probabilities add up to exp(%g)", task.ID, n, got)
					}
					continue
				}
			case quantumRow:
				q := chain.Model{Family: "tfim", N: m.n, Beta: m.beta, J: m.j, H: m.h}
				z, err := q.LogZ(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				got = z.Float64()
			default:
				continue // the task's own spin model
			}
			want, err := in.reference()
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got-want.LogZ) > 1e-11+want.ErrorBound {
				t.Errorf("%s, n = %d: the studied model has ln Z = %.15g, asked for is %.15g", task.ID, n, got, want.LogZ)
			}
		}
	}
}

func logOf(t *testing.T, f *factor.Model) float64 {
	t.Helper()
	z, err := factor.LogZ(t.Context(), f, factor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return z.Float64()
}

// A field along the bonds' axis leaves no mapping to free fermions, and the chain no way.
func TestFermionsNeedAMapping(t *testing.T) {
	terms := []chain.PauliTerm{{Sites: []int{0, 1}, Ops: "ZZ", J: 1}, {Sites: []int{1, 2}, Ops: "ZZ", J: -1}}
	for i := range 3 {
		terms = append(terms, chain.PauliTerm{Sites: []int{i}, Ops: "X", J: 0.5})
	}
	along := append(slices.Clone(terms), chain.PauliTerm{Sites: []int{1}, Ops: "Z", J: 0.2})
	for want, ts := range map[int][]chain.PauliTerm{1: terms, 0: along} {
		ways, err := fermions(t.Context(), &chain.Model{Family: "pauli_chain", N: 3, Beta: 1, Terms: ts})
		if err != nil || len(ways) != want {
			t.Errorf("%d terms: %d ways, want %d (%v)", len(ts), len(ways), want, err)
		}
	}
}

// A weight that leaves the free-fermion condition takes the Pfaffian away, and the agent
// is left with tables that grow.
func TestMatchgatesNeedTheirIdentity(t *testing.T) {
	task := vertexTask()
	in, err := task.draw(1, mapping.Scale, 25, 0)
	if err != nil {
		t.Fatal(err)
	}
	good := in.(vertexGrid)
	has := func(in instance) bool {
		ways, err := examine(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(ways, func(w way) bool { return w.method == matchings })
	}
	if !has(good) {
		t.Error("the Pfaffian is not found")
	}
	for k := range 8 {
		bad := good
		bad.w = slices.Clone(good.w)
		bad.w[12][k] *= 1 + 1e-6
		if has(bad) {
			t.Errorf("weight %d of the central vertex is off, and the Pfaffian is still there", k)
		}
	}
	bad := good
	bad.w = slices.Clone(good.w)
	bad.w[0][1] *= 2 // a corner has no place for four links
	if !has(bad) {
		t.Error("a weight that no configuration has takes the Pfaffian away")
	}
}

// Networks that are not planar, have variables in one or three tables, or tables without
// parity, are refused with the reason.
func TestMatchgatesRefuses(t *testing.T) {
	even := func(sites ...int) factor.Factor {
		return table(sites, func(on func(int) bool) float64 {
			x := 0
			for k := range sites {
				if on(k) {
					x++
				}
			}
			return float64(1 - x%2)
		})
	}
	cross := &factor.Model{Card: slices.Repeat([]int{2}, 9)} // K3,3
	for i := range 3 {
		cross.Factors = append(cross.Factors, even(3*i, 3*i+1, 3*i+2))
	}
	for j := range 3 {
		cross.Factors = append(cross.Factors, even(j, 3+j, 6+j))
	}
	loose := &factor.Model{Card: []int{2, 2, 2}, Factors: []factor.Factor{even(0, 1), even(1, 2), even(0, 1)}}
	free := table([]int{0, 2}, func(func(int) bool) float64 { return 1 })
	odd := &factor.Model{Card: []int{2, 2, 2}, Factors: []factor.Factor{even(0, 1), even(1, 2), free}}
	for want, f := range map[string]*factor.Model{"plane": cross, "stands in": loose, "parity": odd} {
		if _, _, err := matchgates(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
}

// The Pfaffian identity is that of four Grassmann variables: weights made as Pfaffians of
// a skew form have no residual, in every cyclic order that turns or reflects the drawing.
func TestSignatureOfGaussians(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weight := rapid.Float64Range(0.1, 3)
		var a [4][4]float64
		for i := range 4 {
			for j := range i {
				a[j][i] = weight.Draw(t, "pair")
			}
		}
		four := a[0][1]*a[2][3] - a[0][2]*a[1][3] + a[0][3]*a[1][2]
		if four <= 1e-3 {
			t.Skip("tables hold weights without a sign")
		}
		e := weight.Draw(t, "scale")
		f := table([]int{0, 1, 2, 3}, func(on func(int) bool) float64 {
			var used []int
			for k := range 4 {
				if on(k) {
					used = append(used, k)
				}
			}
			switch len(used) {
			case 0:
				return e
			case 2:
				return e * a[used[0]][used[1]]
			case 4:
				return e * four
			}
			return 0
		})
		turn := rapid.IntRange(0, 3).Draw(t, "turn")
		for _, step := range []int{1, 3} {
			order := make([]int, 4)
			for k := range order {
				order[k] = (turn + step*k) % 4
			}
			residual, matching, err := signature(f, order)
			if err != nil || matching || residual > 1e-12 {
				t.Fatalf("order %v: residual %g, matching %v, %v", order, residual, matching, err)
			}
		}
		if residual, _, _ := signature(f, []int{0, 2, 1, 3}); residual < 1e-9 && math.Abs(a[0][1]*a[2][3]-a[0][2]*a[1][3]) > 1e-6 {
			t.Fatalf("a crossed order has residual %g", residual)
		}
	})
}

// What the agent may use of a spin model: on a torus that only the bonds show, four
// Pfaffians whose number does not grow; with a field at one site, none; for amplitudes,
// nothing that needs positive weights.
func TestWaysOfSpinModels(t *testing.T) {
	find := func(ways []way, method, class string) (way, bool) {
		i := slices.IndexFunc(ways, way{method: method, class: class}.same)
		if i < 0 {
			return way{}, false
		}
		return ways[i], true
	}
	in, err := toricTask().draw(1, mapping.Scale, 36, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := in.(deformed).model()
	if err != nil {
		t.Fatal(err)
	}
	ways, err := spinWays(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	if w, ok := find(ways, engine.Pfaffian, "pfaffian"); !ok || w.cost[0] != 1.5*math.Log2(36)+torusStep {
		t.Errorf("a torus: %+v", ways)
	}
	// One field is a bond to a ghost spin inside of a face; several need more than the torus.
	for _, s := range []int{0, 14, 21, 33} {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{s}, J: 0.3})
	}
	if ways, err = spinWays(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if w, ok := find(ways, engine.Pfaffian, "pfaffian"); ok && w.cost[0] <= 1.5*math.Log2(36)+torusStep {
		t.Errorf("a torus with fields: %+v", w)
	}

	paths, err := spin.NewPairs(6, 1, [][2]int{{0, 1}, {1, 2}, {3, 4}}, []float64{1, -1, 0.5})
	if err != nil {
		t.Fatal(err)
	}
	ring, err := spin.NewPairs(6, 1, [][2]int{{0, 1}, {1, 2}, {2, 0}, {3, 4}}, []float64{1, -1, 0.5, 1})
	if err != nil {
		t.Fatal(err)
	}
	for want, m := range map[bool]*spin.Model{true: paths, false: ring} {
		ways, err := spinWays(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := find(ways, engine.Transfer, "transfer_matrix"); ok != want {
			t.Errorf("transfer matrices along paths: %v, want %v", ok, want)
		}
	}

	in, err = coherentTask().draw(1, mapping.Scale, 25, 0)
	if err != nil {
		t.Fatal(err)
	}
	if ways, err = examine(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	for _, w := range ways {
		if !slices.Contains([]string{engine.Pfaffian, engine.Treewidth, engine.Reduction, engine.Transfer}, w.method) {
			t.Errorf("amplitudes: %+v", w)
		}
	}
}

func TestDegreeOfACost(t *testing.T) {
	sizes := []int{25, 49, 100}
	for _, c := range []struct {
		name string
		cost func(n float64) float64
		want float64
	}{
		{"constant", func(float64) float64 { return 7 }, 0},
		{"root", func(n float64) float64 { return math.Log2(n) / 2 }, 0.5},
		{"linear", math.Log2, 1},
		{"separators", func(n float64) float64 { return 6 + 1.5*math.Log2(n) }, 1.5},
		{"cube", func(n float64) float64 { return 3 * math.Log2(n) }, 3},
		{"nine states a step", func(n float64) float64 { return 9 + math.Log2(n) }, 1},
		{"narrow rows", func(n float64) float64 { return math.Sqrt(n)/2 + math.Log2(n) }, math.Inf(1)},
		{"rows", func(n float64) float64 { return math.Sqrt(n) + math.Log2(n) }, math.Inf(1)},
		{"double rows", func(n float64) float64 { return 2*math.Sqrt(n) + math.Log2(n) }, math.Inf(1)},
		{"a sixth", func(n float64) float64 { return n/6 + math.Log2(n) }, math.Inf(1)},
		{"enumeration", func(n float64) float64 { return n }, math.Inf(1)},
	} {
		cost := make([]float64, len(sizes))
		for i, n := range sizes {
			cost[i] = c.cost(float64(n))
		}
		if got := degreeOf(sizes, cost); got != c.want {
			t.Errorf("%s: degree %g, want %g", c.name, got, c.want)
		}
	}
}

func ExampleReply_structure() {
	reply, err := Reply("structure", Ask{Task: "P09", Variant: "templated", Seed: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	var a answer
	if err := json.Unmarshal([]byte(strings.Trim(reply, "`json\n")), &a); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Class, a.Complexity)
	fmt.Println(a.Justification)
	// Output:
	// pfaffian O(n^3)
	// Models were drawn at n = 36, 100, 196. What they have in common: perfect matchings with weights, of 364 bonds in a planar drawing. The best work of this way grows no faster than n^3 over these sizes. The program takes O(n^3).
}
