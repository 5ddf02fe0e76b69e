package statmech

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-physics/assay/verify/mapping"
)

// Variant is a way to describe a task.
type Variant string

const (
	// Canonical names the model as a physicist would.
	Canonical Variant = "canonical"
	// Paraphrased keeps the sum literally and strips every name of physics.
	Paraphrased Variant = "paraphrased"
	// Templated draws names, index origin, labels, conventions and phrasing from the seed.
	Templated Variant = "templated"
)

// Variants lists the three variants in the order in which tables print them.
func Variants() []Variant { return []Variant{Canonical, Paraphrased, Templated} }

// Task is what a task is, whatever its wording.
type Task struct {
	// ID is the short name of the published benchmark, "P01" to "P06", "P07" to "P15"
	// for those added to it, and "T01" to "T08" for those about quantum codes.
	ID string `json:"id"`
	// Title names the model for tables and reports; no prompt shows it.
	Title string `json:"title"`
	// Hamiltonian is H in LaTeX, for task cards.
	Hamiltonian string `json:"hamiltonian"`
	// Gold is the published label.
	Gold mapping.Gold `json:"gold"`
	// Also lists other classes under which the task is known to be tractable, with
	// the source of each: gold labels are not unique.
	Also []Route `json:"also,omitempty"`
	// Sources says where the gold label is derived.
	Sources []string `json:"sources"`
	// Hint points at the structure without giving the answer away; it is shown only
	// when a run asks for hints.
	Hint string `json:"hint"`
	// Domain says for which n the task is defined: "an integer, …".
	Domain string `json:"domain"`
	// Sizes are the announced ones.
	Sizes []int `json:"sizes"`

	least  int             // smallest n of the domain
	step   int             // n is a multiple of it; 0 when n is a square
	aside  []int           // unannounced sizes small enough for brute force
	scale  []int           // sizes with exact oracles far beyond brute force
	ladder []int           // sizes for the measurement of cost
	far    *far            // sizes near the limit of a float; nil where the cost of every known method explodes before
	beta   map[regime]span // range of beta by regime, nil without a temperature; growth uses its lower end
	perN   map[regime]bool // the range is divided by n (all-to-all couplings)
	even   bool            // of a square, its side is even
	most   int             // largest n of the domain's draws, maxSize where it is 0

	model       model
	unordered   bool // the text leaves the numbering of sites, locations or generators open
	instruments instruments
}

// Route is another way to the same sum.
type Route struct {
	Class      string `json:"class"`
	Complexity string `json:"complexity"`
	Source     string `json:"source"`
}

type (
	regime = mapping.Regime
	span   struct{ lo, hi float64 }
)

// Classes a claim may name, each with the neutral line that the prompt shows.
var classes = []struct{ name, line string }{
	{"transfer_matrix", "the sum is built up by repeated application of a matrix from one layer of the system to the next"},
	{"free_fermion", "the sum reduces to independent fermionic modes"},
	{"pfaffian", "the sum is a Pfaffian or determinant, or a fixed number of them"},
	{"gauge", "a change of variables removes the disorder"},
	{"percolation", "the sum reduces to a count of connected clusters"},
	{"rbim_nishimori", "the parameters lie on a line where disorder and thermal weights coincide"},
	{"treewidth_bounded", "variables are eliminated one after another with tables of bounded size"},
	{"exactly_solvable_other", "another exact method"},
	{"no_efficient_known", "no method better than exhaustive effort is known"},
}

// Classes lists the nine classes that a claim may name.
func Classes() []string {
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = c.name
	}
	return names
}

// Tasks lists the tasks in order: the six that were published, then those of our own.
func Tasks() []Task {
	return []Task{
		chainTask(), fieldChainTask(), torusTask(), gridTask(), mattisTask(), cubicTask(),
		tfimTask(), vertexTask(), dimerTask(), thinTask(), crossingTask(), clusterTask(), nishimoriTask(), curieWeissTask(),
		repetitionTask(), toricTask(), surfaceTask(), depolarizingTask(), correlatedTask(), coherentTask(), baconShorTask(),
		faultyTask(), sphericalTask(),
	}
}

// smallBeta is the range of the inverse temperature by regime. 0.05..2 is the published
// one. Aside probes reach below and above it; scale probes keep ln Z under 700, so that a
// float can hold Z.
func smallBeta() map[regime]span {
	return map[regime]span{mapping.Probed: {0.05, 2}, mapping.Aside: {0.01, 2.5}, mapping.Scale: {0.2, 1}, mapping.AtGrowth: {0.3, 0.3}}
}

func longLadder() []int {
	return []int{6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768}
}

func squareLadder() []int {
	return []int{9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 324, 400, 484, 576, 676, 784}
}

// maxSize bounds every draw: ln Z >= n ln 2 whenever the mean energy over all
// configurations vanishes, so that no sum fits into a float from n = 1024 on.
const maxSize = 1000

// taskByID finds a task.
func taskByID(id string) (Task, error) {
	var known []string
	for _, t := range Tasks() {
		if t.ID == id {
			return t, nil
		}
		known = append(known, t.ID)
	}
	return Task{}, fmt.Errorf("statmech: unknown task %q; known: %s", id, strings.Join(known, ", "))
}

// admits reports why n lies outside the task's domain, or nil.
func (t Task) admits(n int) error {
	l, square := side(n)
	switch {
	case t.even && l%2 == 1, n < t.least, t.step > 0 && n%t.step != 0, t.step == 0 && !square:
		return fmt.Errorf("statmech: task %s: n = %d is outside its domain (%s)", t.ID, n, t.Domain)
	case n > t.top():
		return fmt.Errorf("statmech: task %s: n = %d: sums beyond n = %d do not fit into a float", t.ID, n, t.top())
	}
	return nil
}

func (t Task) top() int {
	top := cmp.Or(t.most, maxSize)
	if t.far != nil {
		top = max(top, t.far.to)
	}
	return top
}

func (t Task) square() bool { return t.step == 0 }

func (t Task) sizes(r mapping.Regime) []int {
	switch r {
	case mapping.Probed:
		return slices.Clone(t.Sizes)
	case mapping.Aside:
		return slices.Clone(t.aside)
	case mapping.Scale:
		return slices.Clone(t.scale)
	case mapping.AtGrowth:
		return slices.Clone(t.ladder)
	case mapping.Far: // drawn from a seed
	}
	return nil
}

// samples is how many instances of each size a regime draws; five is the published
// number, and three cover temperatures below, inside and above the published range.
func samples(r mapping.Regime) int {
	switch r {
	case mapping.Probed:
		return 5
	case mapping.Aside:
		return 3
	case mapping.Scale:
		return 2
	case mapping.AtGrowth, mapping.Far:
		return 1
	}
	return 0
}

func side(n int) (int, bool) {
	l := int(math.Round(math.Sqrt(float64(n))))
	return l, l*l == n
}
