package statmech

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/verify/mapping"
)

var regimes = []mapping.Regime{mapping.Probed, mapping.Aside, mapping.Scale, mapping.AtGrowth}

// splitmix64 as the project defines it: three published outputs for seed 1.
func TestStreamIsSplitMix64(t *testing.T) {
	s := &stream{1}
	for i, want := range []uint64{10451216379200822465, 13757245211066428519, 17911839290282890590} {
		if got := s.next(); got != want {
			t.Errorf("output %d is %d, want %d", i, got, want)
		}
	}
}

func TestDrawsStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		task := rapid.SampledFrom(Tasks()).Draw(t, "task")
		r := rapid.SampledFrom(regimes).Draw(t, "regime")
		n := rapid.SampledFrom(task.sizes(r)).Draw(t, "n")
		seed := rapid.Uint64().Draw(t, "seed")
		below, inside, above := 0, 0, 0
		positive, negative := 0, 0
		for k := range samples(r) {
			drawn, err := task.draw(seed, r, n, k)
			if err != nil {
				t.Fatal(err)
			}
			again, err := task.draw(seed, r, n, k)
			if diff := cmp.Diff(drawn, again, cmp.Exporter(func(reflect.Type) bool { return true })); err != nil || diff != "" {
				t.Fatalf("a second draw differs (%v): %s", err, diff)
			}
			beta := drawn.heat()
			switch {
			case beta < 0.05:
				below++
			case beta <= 2:
				inside++
			default:
				above++
			}
			if task.beta != nil && (beta <= 0 || beta > 2.5) {
				t.Fatalf("beta = %v", beta)
			}
			in, ok := drawn.(spins)
			if !ok {
				continue
			}
			checkSpins(t, in, task, r)
			if in.bonds()[0].J > 0 {
				positive++
			} else {
				negative++
			}
		}
		if task.beta == nil {
			return
		}
		if r == mapping.Aside && (below != 1 || inside != 1 || above != 1) {
			t.Errorf("temperatures below, inside and above the published range: %d, %d, %d", below, inside, above)
		}
		if r == mapping.Probed && inside != 5 {
			t.Errorf("%d of 5 probes lie inside the published range", inside)
		}
		if (task.ID == "P01" || task.ID == "P02") && samples(r) > 1 && (positive == 0 || negative == 0) {
			t.Errorf("J takes one sign only: %d positive, %d negative", positive, negative)
		}
	})
}

// spins is an instance of an Ising model with pair couplings.
type spins interface {
	instance
	bonds() []bond
	fields() []float64
}

// published says that a task is one of the six of the published benchmark.
func published(t Task) bool { return t.ID < "P07" }

// drawSpins draws an instance of a task whose instances are Ising models.
func drawSpins(t testing.TB, task Task, seed uint64, r mapping.Regime, n, k int) spins {
	t.Helper()
	in, err := task.draw(seed, r, n, k)
	if err != nil {
		t.Fatal(err)
	}
	return in.(spins)
}

// spinTasks are the tasks whose instances are Ising models.
func spinTasks() (out []Task) {
	for _, t := range Tasks() {
		if in, err := t.draw(1, mapping.Probed, t.Sizes[0], 0); err == nil {
			if _, ok := in.(spins); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// checkSpins holds an instance against the words of its task.
func checkSpins(t *rapid.T, in spins, task Task, r mapping.Regime) {
	if !published(task) {
		return
	}
	size := in.size()
	lo, hi, field := 0.5, 1.0, 1.0
	if r == mapping.Aside {
		lo, hi, field = 0.15, 1.7, 2.5
	}
	l, _ := side(size)
	unit := func(x float64) bool { return x == 1 || x == -1 }
	bonds := in.bonds()
	want := map[string]int{"P01": size - 1, "P02": size - 1, "P03": 2 * size, "P04": 2 * l * (l - 1), "P05": size * (size - 1) / 2, "P06": 3 * size / 2}[task.ID]
	if len(bonds) != want {
		t.Fatalf("%s, n = %d: %d bonds, want %d", task.ID, size, len(bonds), want)
	}
	degree := make([]int, size)
	seen := map[[2]int]bool{}
	for _, b := range bonds {
		e := [2]int{min(b.i, b.j), max(b.i, b.j)}
		if b.i == b.j || seen[e] || e[0] < 0 || e[1] >= size {
			t.Fatalf("%s, n = %d: bond %v", task.ID, size, b)
		}
		seen[e] = true
		degree[b.i]++
		degree[b.j]++
		switch task.ID {
		case "P01", "P02", "P03":
			if a := math.Abs(b.J); a < lo || a > hi || task.ID == "P03" && b.J < 0 {
				t.Fatalf("%s: J = %v", task.ID, b.J)
			}
		default:
			if !unit(b.J) {
				t.Fatalf("%s: J = %v", task.ID, b.J)
			}
		}
	}
	switch task.ID {
	case "P02":
		if len(in.fields()) != size || slices.Max(in.fields()) > field || slices.Min(in.fields()) < -field {
			t.Fatalf("fields %v", in.fields())
		}
	case "P03", "P06":
		for i, d := range degree {
			if want := map[string]int{"P03": 4, "P06": 3}[task.ID]; d != want {
				t.Fatalf("%s, n = %d: site %d has %d neighbours", task.ID, size, i, d)
			}
		}
	}
	if got, want := frustrated(size, in.bonds()), task.ID == "P04" || task.ID == "P06"; got != want && task.ID != "P02" {
		t.Fatalf("%s, n = %d: frustrated is %v", task.ID, size, got)
	}
}

// Sizes outside of a task's domain are refused by name.
func TestDrawRefusesSizesOutsideTheDomain(t *testing.T) {
	for id, n := range map[string]int{"P01": 1, "P02": 0, "P03": 4, "P04": 10, "P05": 1, "P06": 7} {
		task, err := taskByID(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := task.draw(1, mapping.AtGrowth, n, 0); err == nil {
			t.Errorf("%s: n = %d was drawn", id, n)
		}
	}
	task := Tasks()[0]
	if _, err := task.draw(1, mapping.AtGrowth, maxSize+1, 0); err == nil {
		t.Error("a size whose sum no float can hold was drawn")
	}
	if _, err := task.draw(1, mapping.Probed, 6, 5); err == nil {
		t.Error("sample 5 of five was drawn")
	}
}

// All variants ask about the same instances: only their dress differs.
func TestEveryLadderSizeCanBePresented(t *testing.T) {
	for _, task := range Tasks() {
		for _, v := range Variants() {
			b := bind(task, v, 11)
			for _, n := range task.ladder {
				in, err := task.draw(11, mapping.AtGrowth, n, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := b.params(in, mapping.AtGrowth, 0); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// The pairing model must not prefer some labelled graphs: on 6 vertices there are 70
// labelled cubic graphs, 10 of them K3,3 and 60 prisms.
func TestCubicGraphsAreUniform(t *testing.T) {
	s := newStream(1, "test")
	count := map[string]int{}
	const draws = 14000
	for range draws {
		edges := cubicGraph(s, 6)
		slices.SortFunc(edges, func(a, b [2]int) int { return 10*(a[0]-b[0]) + a[1] - b[1] })
		key := ""
		for _, e := range edges {
			key += string(rune('0'+e[0])) + string(rune('0'+e[1]))
		}
		count[key]++
	}
	if len(count) != 70 {
		t.Fatalf("%d labelled graphs, want 70", len(count))
	}
	var chi2 float64
	for _, c := range count {
		d := float64(c) - draws/70.0
		chi2 += d * d / (draws / 70.0)
	}
	if chi2 > 69+5*math.Sqrt(2*69) { // five standard deviations of a χ² with 69 degrees of freedom
		t.Errorf("χ² = %.1f over 69 degrees of freedom", chi2)
	}
}
