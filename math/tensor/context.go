package tensor

import "github.com/assay-physics/assay/math/expr"

// Context is what a problem declares about the objects in its expressions. Names are
// canonical LaTeX spellings, as in expr.OpSymbol. The zero value declares nothing.
type Context struct {
	Dimension *expr.Node // a number, or a symbol for a general dimension; nil: 4 for Greek, 3 for Latin indices
	Signature string     // "+---" or "-+++"; empty: not declared
	Group     string     // "SU(N)", "SU(3)"; empty: no colour algebra

	Tensors     map[string]string // name → maxwell, riemann, symmetric, antisymmetric, gamma
	Commutators []*expr.Node      // OpRelation = of an OpCommutator or OpAnticommutator and its value
	Relations   []*expr.Node      // OpRelation = as the problem states them

	Vectors, Operators, Matrices map[string]bool
	Positive, Complex            map[string]bool // scalars that are not merely real
	Scalars                      map[string]bool // declared numbers: no Pauli matrices or operators, whatever their spelling
	Constants                    map[string]bool // declared constants and couplings
	Functions                    map[string]bool // unknown functions: a field depends on all coordinates

	// ScalarZero decides coefficients that the arithmetic here cannot, such as
	// sin²x + cos²x − 1. It may be nil.
	ScalarZero func(*expr.Node) (zero, known bool)

	Budget int // operations; 0 means DefaultBudget
}

// DefaultBudget bounds a comparison to some tens of milliseconds.
const DefaultBudget = 250_000

// Verdict is the outcome of a comparison.
type Verdict uint8

// The verdicts.
const (
	NotApplicable Verdict = iota
	Equal
	Different
	Undecided
)

func (v Verdict) String() string {
	return [...]string{"not applicable", "equal", "different", "undecided"}[v]
}

// Result is a verdict with its reason. Method is "normal form" or, for group tensors,
// operators and names, what did it instead; "components" and "generators" are exact
// evaluations at random points. Where Context.ScalarZero was needed for an equality, the
// method ends in "coefficients by scalar comparison", and is no better proof than that is.
type Result struct {
	Verdict  Verdict
	Method   string            // how it was decided: "normal form", "components", …
	Evidence map[string]string // what can be checked: an assignment and two values, or a difference in normal form
	Message  string            // one sentence for a reader
}
