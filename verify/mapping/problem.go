package mapping

import "encoding/json"

// Problem is one task of a mapping suite, as the verifier needs it. The suite
// supplies it; the verifier asks for instances by regime and size and never sees
// the texts.
//
// Every draw is a pure function of the problem and the arguments, so that the same
// claim about the same problem gives the same certificate.
type Problem interface {
	// ID is the task's short name, such as "P04".
	ID() string
	// Digest identifies everything that shapes the instances: task, seed, and the
	// binding of parameter names. Audits are cached under it.
	Digest() string
	// Gold is the class and the complexity that the task's author expects.
	Gold() Gold
	// Sizes lists the sizes of each regime, ascending.
	Sizes(r Regime) []int
	// Samples is how many instances of each size a regime draws.
	Samples(r Regime) int
	// Instance draws instance k (from 0) of size n in regime r.
	Instance(r Regime, n, k int) (Instance, error)
	// Side gives the linear size L of an instance of n sites, and whether the task
	// has one (a square lattice with n = L²).
	Side(n int) (side int, square bool)
	// ParamKeys lists the keys of Params, in the order in which the task's text
	// introduces them.
	ParamKeys() []string
}

// Gold is the published label of a task. It is not unique: the verifier compares
// with it, and never convicts for differing from it.
type Gold struct {
	Class      string `json:"class"`
	Complexity string `json:"complexity"`
}

// Regime says what an instance is drawn for.
type Regime string

const (
	// Probed: the announced sizes, with the published ranges of parameters.
	Probed Regime = "probed"
	// Aside: sizes and temperatures inside the task's domain that were not
	// announced, still small enough for brute force; among them temperatures below
	// and above the published range.
	Aside Regime = "aside"
	// Scale: sizes far over 16 with exact oracles, ln Z below 700.
	Scale Regime = "scale"
	// AtGrowth: any size, one moderate temperature, for measuring cost; ln Z below
	// 700, no reference value needed. Sizes lists a ladder that the measurement
	// climbs until its budget is used up.
	AtGrowth Regime = "growth"
)

// Instance is one drawn parameter set.
type Instance struct {
	N int
	// Params is what the candidate receives as its first argument.
	Params json.RawMessage
	// LogZ is the reference ln Z with an absolute error bound far below the
	// tolerance; nil in the AtGrowth regime, where cost is measured and nothing compared.
	LogZ *Reference
	// Wrong holds ln Z of nearby wrong models by the name of the mistake: "sign" (the
	// couplings negated), "boundary" (open for periodic or the reverse). A value that
	// misses the reference and hits one of these says what went wrong.
	Wrong map[string]float64
	// Structure witnesses what the instance's model is, for class preconditions; nil
	// when the regime does not need it (AtGrowth).
	Structure *Structure
}

// Reference is an exact value of ln Z.
type Reference struct {
	LogZ       float64 `json:"log_z"`
	ErrorBound float64 `json:"error_bound"`
	Method     string  `json:"method"`
}

// Structure is what the structure analysis says about an instance, each fact with
// its witness, in the form in which certificates print it.
type Structure struct {
	Sites int  `json:"sites"`
	Bonds int  `json:"bonds"`
	Field bool `json:"field"`
	// Planar with a rotation system or a Kuratowski subdivision in Witnesses; Torus:
	// the model lives on a torus lattice with a verified genus-1 rotation system.
	Planar bool `json:"planar"`
	Torus  bool `json:"torus"`
	// Balanced signs, with a switching vector or a frustrated cycle in Witnesses.
	Balanced bool `json:"balanced"`
	// Uniform: all couplings equal and positive.
	Uniform bool `json:"uniform"`
	// Chain: the graph is a path. RankOne: J_ij = c ξ_i ξ_j on the complete graph.
	Chain   bool `json:"chain"`
	RankOne bool `json:"rank_one"`
	// Width of the best elimination order found and a lower bound on the treewidth.
	Width      int `json:"width"`
	WidthLower int `json:"width_lower"`
	// Nishimori: the instance satisfies the Nishimori condition of its disorder.
	Nishimori bool `json:"nishimori"`
	// Witnesses by name ("rotation_system", "kuratowski", "switching",
	// "frustrated_cycle", "elimination_order", "lattice"), canonical JSON.
	Witnesses map[string]json.RawMessage `json:"witnesses,omitempty"`
}
