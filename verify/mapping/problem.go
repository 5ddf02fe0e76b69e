package mapping

import (
	"encoding/json"
	"math"
)

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
	// Far: sizes up to the largest whose value fits into a float, with exact oracles and
	// no structure; none where a task has no sizes that far.
	Far Regime = "far"
)

// Instance is one drawn parameter set.
type Instance struct {
	N int
	// Params is what the candidate receives as its first argument.
	Params json.RawMessage
	// LogZ is the reference value with an absolute error bound far below the
	// tolerance; nil in the AtGrowth regime, where cost is measured and nothing compared.
	LogZ *Reference
	// Wrong holds the values of nearby wrong models by the name of the mistake: "sign"
	// (the couplings negated), "boundary" (open for periodic or the reverse). A value
	// that misses the reference and hits one of these says what went wrong.
	Wrong map[string]Reference
	// Structure witnesses what the instance's model is, for class preconditions; nil
	// when the regime does not need it (AtGrowth, Far).
	Structure *Structure
}

// Reference is an exact value of what a task asks for. It is kept as a logarithm,
// because most are partition functions; a mean energy has a sign as well.
type Reference struct {
	// LogZ is ln |Z|, with an absolute error of at most ErrorBound.
	LogZ float64 `json:"log_z"`
	// Negative: the value itself is −exp(LogZ).
	Negative   bool    `json:"negative,omitempty"`
	ErrorBound float64 `json:"error_bound"`
	Method     string  `json:"method"`
}

// ReferenceTo is the reference of a value that is not zero, known to a relative error.
func ReferenceTo(value, relative float64, method string) Reference {
	return Reference{LogZ: math.Log(math.Abs(value)), Negative: value < 0, ErrorBound: relative, Method: method}
}

// Route is a way on which an instance's model is tractable, witnessed.
type Route struct {
	Class string `json:"class"`
	// Complexity is the cost of the route as a formula in n (and L where n = L²).
	Complexity string `json:"complexity"`
	// Why says in words what makes the route possible.
	Why     string          `json:"why"`
	Witness json.RawMessage `json:"witness,omitempty"`
}

// Obstruction is a witnessed reason why a class cannot apply to an instance's model.
type Obstruction struct {
	Class string `json:"class"`
	Why   string `json:"why"`
	// Bounded: only claims whose cost is polynomial are refuted (a width that grows
	// refutes tables of bounded size, and not tables of the size that is claimed).
	Bounded bool            `json:"bounded,omitempty"`
	Witness json.RawMessage `json:"witness,omitempty"`
}

// Structure is what the structure analysis says about an instance, each fact with
// its witness, in the form in which certificates print it.
//
// Planar to WidthLower speak of Ising models and leave the verdict to general rules;
// a suite adds routes and obstructions where it knows more, and a model of another
// kind rests on them alone.
type Structure struct {
	// Model names a kind of model other than Ising spins with pair couplings; empty for
	// those.
	Model string `json:"model,omitempty"`
	// Routes and Obstructions are what the suite witnesses beyond the general rules.
	Routes       []Route       `json:"routes,omitempty"`
	Obstructions []Obstruction `json:"obstructions,omitempty"`

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
