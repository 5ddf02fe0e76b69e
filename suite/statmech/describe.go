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
	return strings.TrimSpace(body) + "\n" + fmt.Sprintf(
		"- `n`: an integer, %s. Announced test sizes: %s, five parameter sets each.\n", t.Domain, list(t.Sizes)), nil
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
	w.para(w.opening())
	w.para(w.variables())
	w.para(fmt.Sprintf("%s, for %s %s,", w.pick("Define", "Consider", "Let", "Put"),
		w.pick("an assignment", "a choice of signs", "a configuration of signs"), b.variable))
	formula, remark := w.definition()
	w.para(fmt.Sprintf("    %s(%s) = %s", b.function, b.variable, formula))
	w.para(remark)
	w.para(w.pick("Wanted is", "The number to compute is", "What is asked for is", "Compute"))
	w.para(fmt.Sprintf("    Z = sum over all 2^n %s of %s",
		w.pick("assignments", "choices of the signs", "configurations of signs"), w.weight()))
	for _, r := range roles(t.ID, b.form) {
		fmt.Fprintf(&w.text, "- `params[%q]`: %s.\n", b.keys[r], b.parameter(r))
	}
	return w.text.String()
}

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

func (w *writer) last() string {
	if w.b.origin == 1 {
		return "n"
	}
	return "n-1"
}

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

// definition is the right-hand side of the function in the exponent, and what must be
// said beside it.
func (w *writer) definition() (formula, remark string) {
	switch w.task.ID {
	case "P01":
		return w.lead() + w.row(), w.unjoined()
	case "P02":
		formula = w.lead() + w.row() + w.further() +
			fmt.Sprintf("sum_{%s=%s}^{%s} %s_%s %s", w.k, w.first(), w.last(), w.key("h"), w.k, w.at(w.k))
		return formula, w.unjoined()
	case "P03":
		return w.periodicTable()
	case "P04":
		x := w.b.variable
		formula = fmt.Sprintf("%ssum over horizontal neighbours of %s_{r,c} %s_{r,c} %s_{r,c+1}%ssum over vertical neighbours of %s_{r,c} %s_{r,c} %s_{r+1,c}",
			w.lead(), w.key("Jh"), x, x, w.further(), w.key("Jv"), x, x)
		return formula, w.pick(
			"Each pair of neighbours has a factor of its own, +1 or -1, and the table does not wrap around.",
			"The factors, one for each pair of neighbours, are +1 or -1. Cells on opposite sides of the table are not neighbours.")
	case "P05":
		xi := w.key("xi")
		formula = fmt.Sprintf("%s(1/2) * [ ( sum_{%s=%s}^{%s} %s_%s %s )^2 - n ]", w.lead(), w.i, w.first(), w.last(), xi, w.i, w.at(w.i))
		if w.b.form == formPairs {
			formula = fmt.Sprintf("%ssum over all pairs %s < %s of %s_%s %s_%s %s %s", w.lead(), w.i, w.j, xi, w.i, xi, w.j, w.at(w.i), w.at(w.j))
		}
		return formula, w.pick("Nothing in it is divided by n.", "There is no division by n.")
	}
	return fmt.Sprintf("%ssum over the listed pairs {%s,%s} of g_{%s,%s} %s %s", w.lead(), w.i, w.j, w.i, w.j, w.at(w.i), w.at(w.j)), w.pick(
		"Each of the 3n/2 pairs has a factor g of its own, +1 or -1. No pair is listed twice, every index occurs in exactly three pairs, and the pairs are drawn at random for each parameter set.",
		"The 3n/2 pairs are drawn at random for each parameter set such that every index lies in exactly three of them and none is repeated; each has its own factor g, +1 or -1.")
}

// row is the sum over consecutive variables of P01 and P02.
func (w *writer) row() string {
	upper := "n-2"
	if w.b.origin == 1 {
		upper = "n-1"
	}
	here, next := w.i, w.i+"+1"
	switch w.b.form {
	case formLinks:
		return fmt.Sprintf("%s * sum over the links {%s,%s} of %s %s", w.key("J"), w.i, w.j, w.at(w.i), w.at(w.j))
	case formRoute:
		here, next = "R("+here+")", "R("+next+")"
	}
	return fmt.Sprintf("%s * sum_{%s=%s}^{%s} %s %s", w.key("J"), w.i, w.first(), upper, w.at(here), w.at(next))
}

// unjoined says that the row has two ends.
func (w *writer) unjoined() string {
	switch w.b.form {
	case formRoute:
		return fmt.Sprintf(w.pick(
			"Here R(%s), ..., R(%s) are the labels %s to %s in a given order. The last label in this order is not joined to the first.",
			"R lists the labels: R(%s), ..., R(%s) is some ordering of %s, ..., %s, and nothing joins its last entry to its first.",
		), w.first(), w.last(), w.first(), w.last())
	case formLinks:
		return w.pick(
			"The n-1 links join the variables into a single row with two ends.",
			"Following the n-1 links from one end to the other visits every variable once; the two ends are not joined.")
	}
	return w.pick(
		"The last variable is not multiplied with the first.",
		"No product joins the last variable with the first.")
}

func (w *writer) periodicTable() (formula, remark string) {
	x, over := w.b.variable, "L"
	if w.b.origin == 1 {
		over = "L+1"
	}
	return fmt.Sprintf("%s%s * sum_{r,c} [ %s_{r,c} %s_{r,c+1} + %s_{r,c} %s_{r+1,c} ]", w.lead(), w.key("J"), x, x, x, x),
		fmt.Sprintf(w.pick(
			"The sum runs over all L*L cells, and an index %s stands for %d again, in both directions, so that there are 2*L*L products.",
			"All L*L cells contribute. Wherever an index reaches %s it starts again at %d; this holds for rows and for columns and gives 2*L*L products.",
		), over, w.b.origin)
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

// parameter says in words what one parameter of the templated variant is.
func (b binding) parameter(role string) string {
	name, o := b.keys[role], b.origin
	at := func(i string) string { // text index → position in a Python list
		if o == 0 {
			return i
		}
		return i + "-1"
	}
	upper := "n-1"
	if o == 1 {
		upper = "n"
	}
	either := "a float of either sign"
	switch role {
	case "beta":
		return name + ", a positive float"
	case "J":
		switch {
		case b.task == "P06":
			return fmt.Sprintf("the factors, a list of 3n/2 numbers in the order of `params[%q]`", b.keys["edges"])
		case b.task == "P03" && b.convention == cost:
			return name + ", a negative float"
		case b.task == "P03":
			return name + ", a positive float"
		}
		return name + ", " + either
	case "h":
		return fmt.Sprintf("a list of n floats of either sign; `params[%q][%s]` is %s_k", name, at("k"), name)
	case formRoute:
		return fmt.Sprintf("the order, a list of n integers from %d to %s; `params[%q][%s]` is R(i)", o, upper, name, at("i"))
	case formLinks:
		return fmt.Sprintf("the links, a list of n-1 pairs of integers from %d to %s, in no particular order", o, upper)
	case "Jh":
		return fmt.Sprintf("the horizontal factors, a list of L lists of L-1 numbers; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r,c+1)", name, at("r"), at("c"), name)
	case "Jv":
		if b.form == formColumns {
			return fmt.Sprintf("the vertical factors, a list of L lists of L-1 numbers, one list for each column; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r+1,c)", name, at("c"), at("r"), name)
		}
		return fmt.Sprintf("the vertical factors, a list of L-1 lists of L numbers; `params[%q][%s][%s]` is %s_{r,c} and belongs to (r,c) and (r+1,c)", name, at("r"), at("c"), name)
	case "xi":
		return fmt.Sprintf("a list of n integers +1 or -1; `params[%q][%s]` is %s_i", name, at("i"), name)
	case "edges":
		if b.form == formTriples {
			return fmt.Sprintf("the pairs with their factors, a list of 3n/2 triples [i, j, g] with i and j from %d to %s", o, upper)
		}
		return fmt.Sprintf("the pairs, a list of 3n/2 pairs of integers from %d to %s", o, upper)
	}
	return ""
}
