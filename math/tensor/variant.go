package tensor

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// variant is a choice of what a problem may leave open.
type variant struct {
	metric, epsilon int
	conventions     bool // F and R have their usual symmetries
	commuting       bool // operators without a declared commutator commute
	normalized      bool // ⟨a|a⟩ = 1
	dimension       *expr.Node
	fundamental     bool // i of δ_{ii} counts colours, not generators
	norms           bool // k is the length of \mathbf{k}
	wide            wider
	narrow          bool // vectors in a product under a derivative are constant
	name            string
}

// assumptions are what readers often take for granted: a pair that is equal only with one
// of them is not decided.
func (e *engine) assumptions() []variant {
	var out []variant
	if e.assumed != "" {
		out = append(out, variant{metric: 1, epsilon: 1, conventions: true, name: e.assumed})
	}
	if len(e.commutators) > 0 {
		out = append(out, variant{metric: 1, epsilon: 1, commuting: true, name: "operators without a declared commutator commute"})
	}
	if e.names.states {
		out = append(out, variant{metric: 1, epsilon: 1, normalized: true, name: "states are normalized"})
	}
	if e.ctx.Dimension == nil {
		for _, d := range []string{"d", "D"} {
			if e.names.uses[d] {
				out = append(out, variant{metric: 1, epsilon: 1, dimension: e.pool.Symbol(d), name: d + " is the dimension"})
			}
		}
	}
	for name := range e.names.vectors {
		if plain := unaccented(name); plain != name && e.names.uses[plain] {
			out = append(out, variant{metric: 1, epsilon: 1, norms: true, name: "plain letters are the lengths of the vectors"})
			break
		}
	}
	return out
}

func (e *engine) otherVariants() []variant {
	var out []variant
	if e.signUnsure {
		out = append(out, variant{metric: -1, epsilon: 1, name: "the signature"})
	}
	if e.epsUnsure {
		out = append(out, variant{metric: 1, epsilon: -1, name: "the sign of ε"})
	}
	if e.latinUnsure {
		out = append(out, variant{metric: 1, epsilon: 1, fundamental: true, name: "whether the indices of δ are those of the fundamental or of the adjoint representation"})
	}
	return out
}

func newEngine(pool *expr.Pool, ctx *Context, budget int, v variant) *engine {
	e := &engine{
		pool: pool, ctx: ctx, ops: budget,
		atomByKey: map[string]int{}, nodes: map[*expr.Node]sum{}, hermitian: map[string]bool{},
		metricSign: v.metric, epsSign: v.epsilon, conventions: v.conventions,
		names: names{vectors: map[string]space{}, fields: map[string]bool{}, operators: map[string]bool{},
			spinors: map[string]bool{}, uses: map[string]bool{}, entries: map[string]bool{}, carried: map[string]bool{}, held: map[string]bool{}, loose: map[string]bool{}, conjugated: map[string]bool{}},
		traceNorm: constPoly(gaussRat(ratHalf)),
		relations: map[int]relation{}, splits: map[string]split{}, definitions: map[string]definition{}, dimension: v.dimension, alias: map[string]string{},
		commuting: v.commuting, fundamental: v.fundamental, norms: v.norms, wide: v.wide, narrow: v.narrow, normalized: v.normalized,
	}
	switch sig := ctx.Signature; {
	case strings.HasPrefix(sig, "+-"):
		e.metricSign = 1
	case strings.HasPrefix(sig, "-+"):
		e.metricSign = -1
	case sig != "" && strings.Trim(sig, "+") == "":
		e.euclidean = true
	}
	return e
}
