package statmech

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/assay-physics/assay/verify/mapping"
)

// The tasks about quantum codes ask for more than a value: which spin model the sum is.
// Names and words are neutral, since the descriptions that strip all physics ask the same.
const (
	couplingsFunction = "exponents"
	specialFunction   = "special"
)

// mapped is a model whose programs must also return the couplings of its spin model and
// the strengths at which it is tied to the rates.
type mapped interface {
	model
	code
	// strengths says in words what special returns.
	strengths(b binding) string
}

// contract is what the text of every description asks for beside the value.
func contract(b binding, m mapped) string {
	var w strings.Builder
	sets := b.keys["sets"]
	number := "a number"
	if complexWeights(m) {
		number = "a complex number"
	}
	fmt.Fprintf(&w, "Beside `Z_efficient` the code must define two more functions of the same arguments.\n\n")
	fmt.Fprintf(&w, "`%s(params, n)` returns a list of pairs [ks, K]. Here ks is a list of sets, each by its place in `params[%q]` counted from 0, and K is %s. Let t_k be -1 where b_k = 1 and +1 where b_k = 0. With one constant c for all choices b it must hold that\n\n", couplingsFunction, sets, number)
	fmt.Fprintf(&w, "    %s = c * exp( sum over the pairs of K * product of t_k over ks )\n\n", weightName(m))
	fmt.Fprintf(&w, "`%s(params, n)` returns a dict. %s\n", specialFunction, m.strengths(b))
	return w.String()
}

func complexWeights(m mapped) bool { _, ok := m.(coherent); return ok }

// coherent is a code whose weights are amplitudes.
type coherent interface{ amplitudes() }

func weightName(m mapped) string {
	if complexWeights(m) {
		return "A(b)"
	}
	return "P(b)"
}

// oneStrength is the relation of independent flips of one rate.
func (b binding) oneStrength() string {
	return fmt.Sprintf("Its entry \"K\" is the number K, as a function of `params[%q]`, for which the weights exp( K * sum over the positions i of (-1)^(e_i) * product of t_k over the sets k that hold i ) are proportional to P(b) for every start e.", b.keys["p"])
}

// flipSum writes a sum of probabilities of independent flips; factor is that of one
// position.
func (w *writer) flipSum(sets, factor string) {
	w.markSum(sets)
	w.para(w.pick("The weight of a choice is", "To a choice belongs the weight", "Each choice weighs"))
	w.para("    P(b) = product over all positions i of " + factor)
	w.wanted()
	w.para("    Z = sum over all 2^m choices b of P(b)")
}

// markSum writes what a choice of sets makes of the start.
func (w *writer) markSum(sets string) {
	w.para(w.pick(
		"Add up the weights of all that some sets make of a pattern of marks.",
		"A pattern of marks is changed by sets, in all ways; the weights of what comes out are added up.",
		"This is about a weighted sum over all combinations of given sets.",
		"Marks are turned over, set by set, and every combination of sets contributes."))
	w.para(sets)
	w.para(w.pick(
		"A start e gives each position i a mark e_i, 0 or 1. A choice b takes the set k where b_k = 1 and leaves it where b_k = 0; each set that is taken turns the marks of its positions over:",
		"Each position i begins with a mark e_i, 0 or 1. For each set k a number b_k, 0 or 1, says whether it is used, and a set that is used turns over all marks in it:"))
	w.para("    d_i(b) = ( e_i + sum of b_k over the sets k that hold i ) mod 2")
}

// addMapping adds the two further functions to a builtin agent's program.
func addMapping(w *strings.Builder, b binding) error {
	if _, ok := b.model.(mapped); !ok {
		return nil
	}
	raw, err := programs.ReadFile("programs/couplings_" + b.task + ".py")
	if err != nil {
		return fmt.Errorf("statmech: task %s: %w", b.task, err)
	}
	fmt.Fprintf(w, "\n\n%s", raw)
	for _, f := range [][2]string{{couplingsFunction, "spin_couplings"}, {specialFunction, "special_strengths"}} {
		fmt.Fprintf(w, "\n\ndef %s(params, n):\n%s    return %s(%s)\n", f[0], b.unpack(), f[1], b.model.arguments())
	}
	return nil
}

// CouplingsName is the function that returns the couplings, empty where none are asked
// for.
func (p *Problem) CouplingsName() string {
	if _, ok := p.task.model.(mapped); ok {
		return couplingsFunction
	}
	return ""
}

// SpecialName is the function that returns the strengths tied to the rates.
func (p *Problem) SpecialName() string {
	if _, ok := p.task.model.(mapped); ok {
		return specialFunction
	}
	return ""
}

// SpinMappings states what couplings must reproduce at the two smallest sizes, announced
// or not, with announced and other rates, under labels of the binding drawn anew.
func (p *Problem) SpinMappings() ([]mapping.SpinMapping, error) {
	if _, ok := p.task.model.(mapped); !ok {
		return nil, nil
	}
	var out []mapping.SpinMapping
	for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside} {
		for i, n := range p.Sizes(r)[:min(2, len(p.Sizes(r)))] {
			in, err := p.task.draw(p.seed, r, n, i)
			if err != nil {
				return nil, err
			}
			d, ok := in.(deformed)
			if !ok {
				return nil, fmt.Errorf("statmech: task %s: its instances are no deformations", p.task.ID)
			}
			m, params := d.spinMapping(p.bind, newStream(p.seed, p.task.ID, "labels", "mapping", r, n))
			m.Call.N = n
			if m.Call.Params, err = json.Marshal(params); err != nil {
				return nil, fmt.Errorf("statmech: task %s: parameters: %w", p.task.ID, err)
			}
			out = append(out, m)
		}
	}
	return out, nil
}
