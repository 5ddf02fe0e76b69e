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
	model   model
	variant Variant
	seed    uint64

	convention  convention
	temperature bool // the heat parameter is T = 1/beta
	origin      int  // the first index in the text and in lists of labels
	form        string
	keys        map[string]string // role ("beta", "J", …) → key of params
	variable    string            // the two-valued variable in the text
	function    string            // what stands in the exponent

	unordered  bool // the text leaves the numbering open
	renumbered bool // instances come under numbers that are drawn for each
}

var allConventions = []convention{energy, score, cost}

// names are the parameter keys that the templated variant draws from; none of them
// suggests its meaning.
var names = []string{"alpha", "chi", "delta", "eta", "gamma", "kappa", "lam", "mu", "nu", "omega", "phi", "psi", "rho", "tau", "theta", "zeta"}

func bind(t Task, v Variant, seed uint64) binding {
	b := binding{task: t.ID, model: t.model, variant: v, seed: seed, convention: energy, variable: "s", function: "H", keys: map[string]string{}, unordered: t.unordered, renumbered: v == Templated}
	if v != Templated {
		if v == Paraphrased {
			b.variable = "x"
		}
		for _, r := range t.model.roles("") {
			b.keys[r] = r
		}
		return b
	}
	s := newStream(seed, t.ID, "binding")
	b.convention = pick(s, allConventions...)
	if c := t.model.conventions(); len(c) < len(allConventions) {
		b.convention = pick(s, c...)
	}
	b.temperature = s.below(2) == 1 && t.beta != nil
	b.origin = s.below(2)
	b.variable = pick(s, "a", "b", "t", "u", "v", "w", "y", "z")
	b.function = pick(s, "A", "C", "F", "G", "Q", "U")
	if f := t.model.forms(); f != nil {
		b.form = pick(s, f...)
	}
	order := s.perm(len(names))
	for i, r := range t.model.roles(b.form) {
		b.keys[r] = names[order[i]]
	}
	return b
}

// paramKeys lists the presented keys in the order of the text.
func (b binding) paramKeys() []string {
	var keys []string
	for _, r := range b.model.roles(b.form) {
		keys = append(keys, b.keys[r])
	}
	return keys
}

// params renders an instance as the presented parameters. In the templated variant
// sites are relabelled (by a symmetry of the lattice where there are no labels), anew
// for each instance. Where the text leaves the numbering open the unannounced regimes
// relabel in every variant: a program whose cost rests on the order in which the author
// happened to number is not an efficient one.
func (b binding) params(in instance, r mapping.Regime, k int) (json.RawMessage, error) {
	b.renumbered = b.renumbered || b.unordered && r != mapping.Probed
	return b.dressed(in, newStream(b.seed, b.task, "labels", r, in.size(), k))
}

// dressed renders an instance with labels drawn from s.
func (b binding) dressed(in instance, s *stream) (json.RawMessage, error) {
	p := map[string]any{}
	switch {
	case in.heat() == 0: // the task has no temperature
	case b.temperature:
		p[b.keys["beta"]] = 1 / in.heat()
	default:
		p[b.keys["beta"]] = in.heat()
	}
	label := make([]int, in.size()) // label[i] of canonical site i, without the origin
	for i := range label {
		label[i] = i
	}
	if b.renumbered {
		label = s.perm(in.size())
	}
	in.present(b, s, label, p)
	raw, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("statmech: task %s: parameters: %w", b.task, err)
	}
	return raw, nil
}

// sign is the factor by which the convention multiplies couplings and fields.
func (b binding) sign() float64 {
	if b.convention == cost {
		return -1
	}
	return 1
}

// index is a text index as a position in a Python list, and last the last label as the
// text writes it.
func (b binding) index(i string) string {
	if b.origin == 0 {
		return i
	}
	return i + "-1"
}

func (b binding) last() string {
	if b.origin == 1 {
		return "n"
	}
	return "n-1"
}

// python writes the lines that turn presented parameters back into the canonical ones.
type python struct {
	b    binding
	text strings.Builder
}

// line adds a line to the body of Z_efficient.
func (p *python) line(format string, a ...any) { fmt.Fprintf(&p.text, "    "+format+"\n", a...) }

// get is the expression of a parameter.
func (p *python) get(role string) string { return fmt.Sprintf("params[%q]", p.b.keys[role]) }

// minus undoes the sign of the convention.
func (p *python) minus() string {
	if p.b.convention == cost {
		return "-"
	}
	return ""
}

// at is a label as a Python index.
func (p *python) at(i string) string {
	if p.b.origin == 0 {
		return i
	}
	return fmt.Sprintf("%s - %d", i, p.b.origin)
}

// unpack is Python that turns presented parameters back into the canonical ones,
// indented for the body of Z_efficient. Only the builtin agents use it: they are
// instruments and know the binding.
func (b binding) unpack() string {
	p := &python{b: b}
	switch {
	case b.keys["beta"] == "":
	case b.temperature:
		p.line("beta = 1.0 / %s", p.get("beta"))
	default:
		p.line("beta = %s", p.get("beta"))
	}
	b.model.unpack(p)
	return p.text.String()
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
