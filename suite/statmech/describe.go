package statmech

import (
	"embed"
	"fmt"
	"strings"
)

// The canonical and the paraphrased text of a task lie side by side in texts/, so
// that they can be compared line by line. Both keep the sum literally and state the
// same facts; the paraphrase strips the names of models and of physics and renames
// the variable. Neither says nor suggests a class or a complexity: not even that the
// sum can be done in polynomial time, which the published texts let slip in places.
//
//go:embed texts/*.md
var texts embed.FS

// describe returns the text of a task in one variant, announced sizes included.
func describe(t Task, b binding) (string, error) {
	var body string
	if b.variant == Templated {
		body = template(t, b)
	} else {
		raw, err := texts.ReadFile(fmt.Sprintf("texts/%s.%s.md", t.ID, b.variant))
		if err != nil {
			return "", fmt.Errorf("statmech: task %s: no %s text: %w", t.ID, b.variant, err)
		}
		body = string(raw)
	}
	text := strings.TrimSpace(body) + "\n" + fmt.Sprintf(
		"- `n`: an integer, %s. Announced test sizes: %s, five parameter sets each.\n", t.Domain, list(t.Sizes))
	if m, ok := t.model.(mapped); ok {
		text += "\n" + contract(b, m)
	}
	return text, nil
}

// list writes numbers as a text does.
func list(xs []int) string {
	words := make([]string, len(xs))
	for i, x := range xs {
		words[i] = fmt.Sprint(x)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// template writes the text of the templated variant: the facts of the other two, in
// the conventions of the binding and in phrases drawn from the seed.
func template(t Task, b binding) string {
	w := writer{task: t, b: b, s: newStream(b.seed, t.ID, "phrases"), i: "i", j: "j", k: "k"}
	if w.s.below(2) == 1 {
		w.i, w.j, w.k = "p", "q", "m"
	}
	t.model.write(&w)
	for _, r := range t.model.roles(b.form) {
		fmt.Fprintf(&w.text, "- `params[%q]`: %s.\n", b.keys[r], b.parameter(r))
	}
	return w.text.String()
}

// parameter says in words what one parameter of the templated variant is.
func (b binding) parameter(role string) string {
	if role == "beta" {
		return b.keys[role] + ", a positive float"
	}
	return b.model.parameter(b, role)
}

const eitherSign = "a float of either sign"

// writer composes one templated text.
type writer struct {
	task    Task
	b       binding
	s       *stream
	i, j, k string // index letters
	text    strings.Builder
}

func (w *writer) para(p string) { w.text.WriteString(p + "\n\n") }

func (w *writer) pick(options ...string) string { return pick(w.s, options...) }

// at is the variable with an index.
func (w *writer) at(index string) string { return w.b.variable + "_" + subscript(index) }

// key is the presented name of a parameter; in the text it stands for its value.
func (w *writer) key(role string) string { return w.b.keys[role] }

// first and last index, as the text writes them.
func (w *writer) first() string { return fmt.Sprint(w.b.origin) }

func (w *writer) last() string { return w.b.last() }

// signs of the first and of every further term of the exponent.
func (w *writer) lead() string {
	if w.b.convention == energy {
		return "-"
	}
	return ""
}

func (w *writer) further() string {
	if w.b.convention == energy {
		return " - "
	}
	return " + "
}

func (w *writer) opening() string {
	return w.pick(
		"Add up a weight over all ways to choose signs.",
		"A weighted count of sign assignments is wanted.",
		"Evaluate a sum over every assignment of +1 and -1.",
		"This is about one sum over two-valued variables.")
}

func (w *writer) variables() string {
	x := w.b.variable
	values := w.pick("each equal to +1 or -1", "each taking one of the values +1 and -1", "each of which is either -1 or +1")
	if !w.task.square() {
		return fmt.Sprintf(w.pick(
			"There are n variables %s, ..., %s, %s.",
			"Take n variables %s, ..., %s, %s.",
			"Let %s, ..., %s be n variables, %s.",
		), w.at(w.first()), w.at(w.last()), values)
	}
	end := "L-1"
	if w.b.origin == 1 {
		end = "L"
	}
	return fmt.Sprintf(w.pick(
		"The variables fill a square table with L rows and L columns, n = L*L in all: %s_{r,c}, %s, where r and c run from %d to %s.",
		"Write one variable %s_{r,c} into each cell of an L by L table (n = L*L cells), %s; the row r and the column c run from %d to %s.",
	), x, values, w.b.origin, end)
}

// signSum writes a sum over signs of exponentials; definition gives the right-hand side
// of the function in the exponent, and what must be said beside it.
func (w *writer) signSum(definition func() (formula, remark string)) {
	w.para(w.opening())
	w.para(w.variables())
	w.para(fmt.Sprintf("%s, for %s %s,", w.pick("Define", "Consider", "Let", "Put"),
		w.pick("an assignment", "a choice of signs", "a configuration of signs"), w.b.variable))
	formula, remark := definition()
	w.para(fmt.Sprintf("    %s(%s) = %s", w.b.function, w.b.variable, formula))
	w.para(remark)
	w.wanted()
	w.para(fmt.Sprintf("    Z = sum over all 2^n %s of %s",
		w.pick("assignments", "choices of the signs", "configurations of signs"), w.weight()))
}

func (w *writer) wanted() {
	w.para(w.pick("Wanted is", "The number to compute is", "What is asked for is", "Compute"))
}

// weight is the exponential of one assignment.
func (w *writer) weight() string {
	minus := "-"
	if w.b.convention == score {
		minus = ""
	}
	f := fmt.Sprintf("%s(%s)", w.b.function, w.b.variable)
	if w.b.temperature {
		return fmt.Sprintf("exp(%s%s / %s)", minus, f, w.key("beta"))
	}
	return fmt.Sprintf("exp(%s%s * %s)", minus, w.key("beta"), f)
}

// subscript sets a longer index in braces.
func subscript(index string) string {
	if len(index) > 1 {
		return "{" + index + "}"
	}
	return index
}
