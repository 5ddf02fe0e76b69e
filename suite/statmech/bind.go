package statmech

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/assay-physics/assay/verify/mapping"
)

// convention says how the weight of a configuration is written.
type convention string

const (
	energy convention = "energy" // F = −Σ J…, weight exp(−βF)
	score  convention = "score"  // F = +Σ J…, weight exp(+βF)
	cost   convention = "cost"   // F = +Σ A… with A = −J, weight exp(−βF)
)

// binding connects a task's canonical instances with the parameters that one
// description announces.
type binding struct {
	task    string
	variant Variant
	seed    uint64

	convention  convention
	temperature bool // the heat parameter is T = 1/beta
	origin      int  // the first index in the text and in lists of labels
	form        string
	keys        map[string]string // role ("beta", "J", …) → key of params
	variable    string            // the two-valued variable in the text
	function    string            // what stands in the exponent
}

// Forms in which the templated variant hands over structure.
const (
	formRoute   = "route"   // P02: the order in which the row visits the labels
	formLinks   = "links"   // P02: the neighbouring pairs, in no order
	formRows    = "rows"    // P04: second bond list by rows, as in the canonical text
	formColumns = "columns" // P04: second bond list by columns
	formSquare  = "square"  // P05: the square of the sum
	formPairs   = "pairs"   // P05: the sum over pairs
	formLists   = "lists"   // P06: pairs and factors in two lists
	formTriples = "triples" // P06: one list of [u, v, factor]
)

// roles lists what a task's parameters mean, in the order of the text.
func roles(task, form string) []string {
	switch task {
	case "P01", "P03":
		return []string{"beta", "J"}
	case "P02":
		if form == "" {
			return []string{"beta", "J", "h"}
		}
		return []string{"beta", "J", "h", form}
	case "P04":
		return []string{"beta", "Jh", "Jv"}
	case "P05":
		return []string{"beta", "xi"}
	case "P06":
		if form == formTriples {
			return []string{"beta", "edges"}
		}
		return []string{"beta", "edges", "J"}
	}
	return nil
}

// names are the parameter keys that the templated variant draws from; none of them
// suggests its meaning.
var names = []string{"alpha", "chi", "delta", "eta", "gamma", "kappa", "lam", "mu", "nu", "omega", "phi", "psi", "rho", "tau", "theta", "zeta"}

func bind(t Task, v Variant, seed uint64) binding {
	b := binding{task: t.ID, variant: v, seed: seed, convention: energy, variable: "s", function: "H", keys: map[string]string{}}
	if v != Templated {
		if v == Paraphrased {
			b.variable = "x"
		}
		for _, r := range roles(t.ID, "") {
			b.keys[r] = r
		}
		return b
	}
	s := newStream(seed, t.ID, "binding")
	b.convention = pick(s, energy, score, cost)
	if t.ID == "P05" {
		b.convention = pick(s, energy, score) // products of signs cannot absorb a minus
	}
	b.temperature = s.below(2) == 1
	b.origin = s.below(2)
	b.variable = pick(s, "a", "b", "t", "u", "v", "w", "y", "z")
	b.function = pick(s, "A", "C", "F", "G", "Q", "U")
	switch t.ID {
	case "P02":
		b.form = pick(s, formRoute, formLinks)
	case "P04":
		b.form = pick(s, formRows, formColumns)
	case "P05":
		b.form = pick(s, formSquare, formPairs)
	case "P06":
		b.form = pick(s, formLists, formTriples)
	}
	order := s.perm(len(names))
	for i, r := range roles(t.ID, b.form) {
		b.keys[r] = names[order[i]]
	}
	return b
}

// paramKeys lists the presented keys in the order of the text.
func (b binding) paramKeys() []string {
	var keys []string
	for _, r := range roles(b.task, b.form) {
		keys = append(keys, b.keys[r])
	}
	return keys
}

// params renders an instance as the presented parameters. In the templated variant
// sites are relabelled (by a symmetry of the lattice where there are no labels), anew
// for each instance.
func (b binding) params(in instance, r mapping.Regime, k int) (json.RawMessage, error) {
	p := map[string]any{}
	sgn := 1.0
	if b.convention == cost {
		sgn = -1
	}
	if b.temperature {
		p[b.keys["beta"]] = 1 / in.beta
	} else {
		p[b.keys["beta"]] = in.beta
	}
	s := newStream(b.seed, b.task, "labels", r, in.n, k)
	label := make([]int, in.n) // label[i] of canonical site i, without the origin
	for i := range label {
		label[i] = i
	}
	if b.variant == Templated {
		label = s.perm(in.n)
	}
	switch b.task {
	case "P01", "P03":
		p[b.keys["J"]] = sgn * in.j
	case "P02":
		h := make([]float64, in.n)
		for i, x := range in.h {
			h[label[i]] = sgn * x
		}
		p[b.keys["J"]], p[b.keys["h"]] = sgn*in.j, h
		switch b.form {
		case formRoute:
			p[b.keys[formRoute]] = shift(label, b.origin)
		case formLinks:
			var links [][]int
			for i := range in.n - 1 {
				links = append(links, pair(s, label[i]+b.origin, label[i+1]+b.origin))
			}
			p[b.keys[formLinks]] = shuffled(s, links)
		}
	case "P04":
		jh, jv := in.jh, in.jv
		if b.variant == Templated {
			jh, jv = turn(s, jh, jv)
		}
		if b.form == formColumns {
			jv = transpose(jv)
		}
		p[b.keys["Jh"]], p[b.keys["Jv"]] = scale(jh, sgn), scale(jv, sgn)
	case "P05":
		xi := make([]int, in.n)
		for i, x := range in.xi {
			xi[label[i]] = x
		}
		p[b.keys["xi"]] = xi
	case "P06":
		order := make([]int, len(in.edges))
		for i := range order {
			order[i] = i
		}
		if b.variant == Templated {
			order = s.perm(len(in.edges))
		}
		var edges [][]int
		var js []float64
		var triples [][]float64
		for _, e := range order {
			uv := []int{label[in.edges[e][0]] + b.origin, label[in.edges[e][1]] + b.origin}
			if b.variant == Templated {
				uv = pair(s, uv[0], uv[1])
			}
			edges, js = append(edges, uv), append(js, sgn*in.js[e])
			triples = append(triples, []float64{float64(uv[0]), float64(uv[1]), sgn * in.js[e]})
		}
		if b.form == formTriples {
			p[b.keys["edges"]] = triples
		} else {
			p[b.keys["edges"]], p[b.keys["J"]] = edges, js
		}
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("statmech: task %s: parameters: %w", b.task, err)
	}
	return raw, nil
}

// unpack is Python that turns presented parameters back into the canonical ones,
// indented for the body of Z_efficient. Only the builtin agents use it: they are
// instruments and know the binding.
func (b binding) unpack() string {
	var w strings.Builder
	line := func(format string, a ...any) { fmt.Fprintf(&w, "    "+format+"\n", a...) }
	get := func(role string) string { return fmt.Sprintf("params[%q]", b.keys[role]) }
	minus := ""
	if b.convention == cost {
		minus = "-"
	}
	at := func(i string) string { // a label as a Python index
		if b.origin == 0 {
			return i
		}
		return fmt.Sprintf("%s - %d", i, b.origin)
	}
	if b.temperature {
		line("beta = 1.0 / %s", get("beta"))
	} else {
		line("beta = %s", get("beta"))
	}
	switch b.task {
	case "P01", "P03":
		line("J = %s%s", minus, get("J"))
	case "P02":
		line("J = %s%s", minus, get("J"))
		switch b.form {
		case "":
			line("h = %s", get("h"))
		case formRoute:
			line("h = [%s%s[%s] for i in %s]", minus, get("h"), at("i"), get(formRoute))
		case formLinks:
			line("near = {}")
			line("for a, b in %s:", get(formLinks))
			line("    near.setdefault(a, []).append(b)")
			line("    near.setdefault(b, []).append(a)")
			line("row = [min(i for i in near if len(near[i]) == 1)]")
			line("for _ in range(n - 1):")
			line("    row.append(next(i for i in near[row[-1]] if i not in row[-2:]))")
			line("h = [%s%s[%s] for i in row]", minus, get("h"), at("i"))
		}
	case "P04":
		line("Jh = %s", get("Jh"))
		line("Jv = %s", get("Jv"))
		if b.form == formColumns {
			line("Jv = [list(row) for row in zip(*Jv)]")
		}
		if minus != "" {
			line("Jh = [[-g for g in row] for row in Jh]")
			line("Jv = [[-g for g in row] for row in Jv]")
		}
	case "P05":
		line("xi = %s", get("xi"))
	case "P06":
		switch {
		case b.form == formTriples:
			line("edges = [(%s, %s) for i, j, g in %s]", at("i"), at("j"), get("edges"))
			line("J = [%sg for i, j, g in %s]", minus, get("edges"))
		case b.variant == Templated:
			line("edges = [(%s, %s) for i, j in %s]", at("i"), at("j"), get("edges"))
			line("J = [%sg for g in %s]", minus, get("J"))
		default:
			line("edges = %s", get("edges"))
			line("J = %s", get("J"))
		}
	}
	return w.String()
}

// arguments are the canonical names that unpack defines.
func (b binding) arguments() string {
	switch b.task {
	case "P01", "P03":
		return "n, beta, J"
	case "P02":
		return "n, beta, J, h"
	case "P04":
		return "n, beta, Jh, Jv"
	case "P05":
		return "n, beta, xi"
	}
	return "n, beta, edges, J"
}

// turn applies one of the eight symmetries of the square to a bond configuration.
func turn(s *stream, jh, jv [][]float64) (h, v [][]float64) {
	h, v = jh, jv
	if s.below(2) == 1 {
		h, v = transpose(v), transpose(h)
	}
	if s.below(2) == 1 {
		h, v = flipRows(h), flipRows(v)
	}
	if s.below(2) == 1 {
		h, v = transpose(flipRows(transpose(h))), transpose(flipRows(transpose(v)))
	}
	return h, v
}

func transpose(m [][]float64) [][]float64 {
	t := make([][]float64, len(m[0]))
	for c := range t {
		t[c] = make([]float64, len(m))
		for r := range m {
			t[c][r] = m[r][c]
		}
	}
	return t
}

func flipRows(m [][]float64) [][]float64 {
	f := make([][]float64, len(m))
	for r := range m {
		f[len(m)-1-r] = m[r]
	}
	return f
}

func scale(m [][]float64, by float64) [][]float64 {
	out := make([][]float64, len(m))
	for r := range m {
		out[r] = make([]float64, len(m[r]))
		for c, x := range m[r] {
			out[r][c] = by * x
		}
	}
	return out
}

func shift(labels []int, by int) []int {
	out := make([]int, len(labels))
	for i, l := range labels {
		out[i] = l + by
	}
	return out
}

// pair puts two labels into random order.
func pair(s *stream, u, v int) []int {
	if s.below(2) == 1 {
		return []int{v, u}
	}
	return []int{u, v}
}

func shuffled[T any](s *stream, xs []T) []T {
	out := make([]T, len(xs))
	for i, j := range s.perm(len(xs)) {
		out[i] = xs[j]
	}
	return out
}
