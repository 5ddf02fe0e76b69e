package tensor

import (
	"fmt"

	"github.com/assay-physics/assay/math/expr"
)

// engine holds what one comparison shares: the atoms of the coefficients, the reading of
// names and the budget.
type engine struct {
	pool *expr.Pool
	ctx  *Context

	atoms     []atom
	atomByKey map[string]int

	dummies int
	ops     int
	err     error
	nodes   map[*expr.Node]sum // reading is memoised
	depth   int

	names       names
	dims        [spaceCount]poly
	dimNumber   [spaceCount]int // 0: a symbol
	metricSign  int             // +1 for (+−−−), −1 for (−+++)
	signUnsure  bool            // the signature was used but not declared
	latinUnsure bool            // the letters of δ may count colours or generators
	fundamental bool            // they count colours
	epsSign     int             // ε^{0123}
	epsUnsure   bool            // the sign of ε was used but not declared
	metricName  string          // g or η, whichever came first
	generator   string          // T or t, whichever came first
	doubt       string          // what an equality would rest on
	delegated   bool            // ScalarZero decided that a coefficient vanishes
	samePlace   string          // a pair of Lorentz indices both up or both down
	traceNorm   poly            // T_F
	traceOne    poly            // tr 1 of the γ matrices
	epsDeclared bool
	chiral      bool // γ⁵ or a four-dimensional ε occurs
	euclidean   bool // the signature is positive
	curved      bool // Latin indices have a metric of their own
	groupRank   poly // N of SU(N)
	otherGroup  bool // a group of which only the name is known
	conventions bool // take F_{μν} and R_{μνρσ} to have their usual symmetries
	assumed     string
	commutators []commutator
	hermitian   map[string]bool
	relations   map[int]relation
	splits      map[string]split
	definitions map[string]definition
	ricci       int               // most indices of a curvature R: 4, 2 or 0
	latinWorld  bool              // Latin indices run over space-time
	alias       map[string]string // components of a bold vector
	index       map[string]bool   // letters that are indices
	readable    map[string]string // matrix elements as a reader writes them, by the names of their atoms
	normalized  bool              // ⟨a|a⟩ = 1
	commuting   bool              // letters without a declared commutator commute
	norms       bool              // k is |\mathbf{k}|
	wide        wider             // letters that may be fields are
	narrow      bool              // vectors that may be constant are
	dimension   *expr.Node        // a choice that the context leaves open
	unused      string            // a relation that could not be used
}

// undecidable is why a comparison was given up.
type undecidable struct{ reason string }

func (u *undecidable) Error() string { return u.reason }

func (e *engine) fail(format string, args ...any) {
	if e.err == nil {
		e.err = &undecidable{fmt.Sprintf(format, args...)}
	}
}

// spend counts n operations and says whether the budget still holds.
func (e *engine) spend(n int) bool {
	if e.err != nil {
		return false
	}
	if e.ops -= n; e.ops < 0 {
		e.fail("the budget of operations is used up")
		return false
	}
	return true
}

func (e *engine) freshDummy(s space) label {
	e.dummies++
	return label{kind: dummyIndex, space: s, id: e.dummies}
}

// refreshed is s with new dummies, so that it can be multiplied with s.
func (e *engine) refreshed(s sum) sum {
	out := cloneSum(s)
	for i := range out {
		fresh := map[int]label{}
		out[i].eachLabel(func(l *label) {
			if l.kind != dummyIndex {
				return
			}
			if _, ok := fresh[l.id]; !ok {
				fresh[l.id] = e.freshDummy(l.space)
			}
			*l = fresh[l.id]
		})
	}
	return out
}
