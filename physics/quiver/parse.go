package quiver

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Limits of a theory that is read. They are far above every theory of the literature and
// keep what follows within its budgets.
const (
	MaxBytes       = 4 << 20
	MaxNodes       = 64
	MaxRank        = 1_000_000
	MaxArrows      = 512
	MaxSinglets    = 256
	MaxTerms       = 1024
	MaxFactors     = 64
	maxDigits      = 200
	maxLabelLength = 64
)

// ParseTheory reads a theory in the published JSON form:
//
//	{"name": …, "node_labels": [label …], "ranks": [N …], "u1_globals": ["U(1)_R"],
//	 "arrows": [{"label": "X01[0]", "source": 0, "target": 1, "r_charge": "2/3"} …],
//	 "singlets": [{"label": "S0[0]", "r_charge": "1"} …],
//	 "superpotential": [{"factors": [label …], "coefficient": "1"} …]}
//
// It is strict: unknown and repeated keys, numbers of the wrong kind, labels that are not
// those that the ends of the arrow force, words that do not close and sizes above the
// limits are errors, and the error names the place. Terms with the same cyclic word are
// kept apart as they were written; Normalize adds them up.
func ParseTheory(data []byte) (*Theory, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("theory: %d bytes are more than the limit of %d", len(data), MaxBytes)
	}
	v, err := readTree(data)
	if err != nil {
		return nil, fmt.Errorf("theory: %w", err)
	}
	t, err := theoryOf(v)
	if err != nil {
		return nil, fmt.Errorf("theory: %w", err)
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	return t, nil
}

func theoryOf(v *tree) (*Theory, error) {
	m, err := v.fields([]string{"node_labels", "ranks", "u1_globals", "arrows", "superpotential"}, []string{"name", "singlets"})
	if err != nil {
		return nil, err
	}
	t := new(Theory)
	if name := m["name"]; name != nil {
		if name.kind != treeString {
			return nil, fmt.Errorf("name: %v is not a string", name)
		}
		t.Name = name.text
	}
	for _, read := range []func(*Theory, map[string]*tree) error{readNodes, readGlobals, readArrows, readSinglets, readTerms} {
		if err := read(t, m); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// list is a JSON array of at most most items.
func list(v *tree, key string, most int) ([]*tree, error) {
	if v.kind != treeArray {
		return nil, fmt.Errorf("%s: %v is not a list", key, v)
	}
	if len(v.items) > most {
		return nil, fmt.Errorf("%s: %d items are more than the limit of %d", key, len(v.items), most)
	}
	return v.items, nil
}

func readNodes(t *Theory, m map[string]*tree) error {
	labels, err := list(m["node_labels"], "node_labels", MaxNodes)
	if err != nil {
		return err
	}
	ranks, err := list(m["ranks"], "ranks", MaxNodes)
	if err != nil {
		return err
	}
	if len(labels) != len(ranks) {
		return fmt.Errorf("there are %d node_labels and %d ranks", len(labels), len(ranks))
	}
	for i := range labels {
		label, err := labelOf(labels[i])
		if err != nil {
			return fmt.Errorf("node_labels[%d]: %w", i, err)
		}
		rank, err := intOf(ranks[i], 2, MaxRank)
		if err != nil {
			return fmt.Errorf("ranks[%d] (%s): %w", i, label, err)
		}
		t.Nodes = append(t.Nodes, Node{Label: label, Rank: rank})
	}
	return nil
}

func readGlobals(t *Theory, m map[string]*tree) error {
	items, err := list(m["u1_globals"], "u1_globals", 1)
	if err != nil {
		return err
	}
	for _, g := range items {
		if g.kind != treeString || g.text != "U(1)_R" {
			return fmt.Errorf("u1_globals[0]: %v: only \"U(1)_R\" can be encoded", g)
		}
		t.EncodesR = true
	}
	return nil
}

// edge is a pair of node numbers.
type edge struct{ source, target int }

func readArrows(t *Theory, m map[string]*tree) error {
	items, err := list(m["arrows"], "arrows", MaxArrows)
	if err != nil {
		return err
	}
	multiplicity := make(map[edge]int)
	for i, v := range items {
		a, err := readArrow(v, len(t.Nodes), multiplicity)
		if err != nil {
			return fmt.Errorf("arrows[%d]: %w", i, err)
		}
		t.Arrows = append(t.Arrows, a)
	}
	return nil
}

func readArrow(v *tree, nodes int, multiplicity map[edge]int) (Arrow, error) {
	m, err := v.fields([]string{"label", "source", "target", "r_charge"}, nil)
	if err != nil {
		return Arrow{}, err
	}
	label, err := labelOf(m["label"])
	if err != nil {
		return Arrow{}, fmt.Errorf("label: %w", err)
	}
	a := Arrow{Label: label}
	for _, end := range []struct {
		key string
		to  *int
	}{{"source", &a.Source}, {"target", &a.Target}} {
		if *end.to, err = intOf(m[end.key], 0, nodes-1); err != nil {
			return Arrow{}, fmt.Errorf("(%s) %s: %w", label, end.key, err)
		}
	}
	if a.R, err = ratOf(m["r_charge"]); err != nil {
		return Arrow{}, fmt.Errorf("(%s) r_charge: %w", label, err)
	}
	e := edge{a.Source, a.Target}
	if want := arrowLabel(e, multiplicity[e]); label != want {
		return Arrow{}, fmt.Errorf("label %q: arrow number %d from node %d to node %d is labelled %s", label, multiplicity[e], a.Source, a.Target, want)
	}
	multiplicity[e]++
	return a, nil
}

func readSinglets(t *Theory, m map[string]*tree) error {
	if m["singlets"] == nil {
		return nil
	}
	items, err := list(m["singlets"], "singlets", MaxSinglets)
	if err != nil {
		return err
	}
	multiplicity := make(map[int]int)
	for i, v := range items {
		f, err := v.fields([]string{"label", "r_charge"}, nil)
		if err != nil {
			return fmt.Errorf("singlets[%d]: %w", i, err)
		}
		label, err := labelOf(f["label"])
		if err != nil {
			return fmt.Errorf("singlets[%d] label: %w", i, err)
		}
		group, ok := SingletGroup(label)
		if want := singletLabel(group, multiplicity[group]); !ok || label != want {
			return fmt.Errorf("singlets[%d] label %q: singlets are labelled S{u}[k], k counting from 0 within each u", i, label)
		}
		multiplicity[group]++
		r, err := ratOf(f["r_charge"])
		if err != nil {
			return fmt.Errorf("singlets[%d] (%s) r_charge: %w", i, label, err)
		}
		t.Singlets = append(t.Singlets, Singlet{Label: label, R: r})
	}
	return nil
}

func readTerms(t *Theory, m map[string]*tree) error {
	items, err := list(m["superpotential"], "superpotential", MaxTerms)
	if err != nil {
		return err
	}
	arrow := make(map[string]int)
	for k, a := range t.Arrows {
		arrow[a.Label] = k
	}
	singlet := make(map[string]int)
	for k, s := range t.Singlets {
		singlet[s.Label] = k
	}
	for i, v := range items {
		f, err := v.fields([]string{"factors", "coefficient"}, nil)
		if err != nil {
			return fmt.Errorf("superpotential[%d]: %w", i, err)
		}
		factors, err := list(f["factors"], fmt.Sprintf("superpotential[%d].factors", i), MaxFactors)
		if err != nil {
			return err
		}
		var term SuperpotentialTerm
		for j, x := range factors {
			if x.kind != treeString {
				return fmt.Errorf("superpotential[%d].factors[%d]: %v is not a label", i, j, x)
			}
			if k, ok := arrow[x.text]; ok {
				term.Word = append(term.Word, k)
			} else if k, ok := singlet[x.text]; ok {
				term.Singlets = append(term.Singlets, k)
			} else {
				return fmt.Errorf("superpotential[%d].factors[%d]: there is no field %v", i, j, x)
			}
		}
		slices.Sort(term.Singlets)
		if term.Coefficient, err = ratOf(f["coefficient"]); err != nil {
			return fmt.Errorf("superpotential[%d].coefficient: %w", i, err)
		}
		t.W = append(t.W, term)
	}
	return nil
}

// arrowLabel is the label that the ends of an arrow and its position among the arrows with
// the same ends force.
func arrowLabel(e edge, k int) string {
	switch {
	case e.source == e.target:
		return fmt.Sprintf("Phi%d[%d]", e.source, k)
	case e.source >= 10 || e.target >= 10:
		return fmt.Sprintf("X_%d_%d[%d]", e.source, e.target, k)
	default:
		return fmt.Sprintf("X%d%d[%d]", e.source, e.target, k)
	}
}

func singletLabel(group, k int) string { return fmt.Sprintf("S%d[%d]", group, k) }

// SingletGroup reads u of a label S{u}[k].
func SingletGroup(label string) (int, bool) {
	rest, ok := strings.CutPrefix(label, "S")
	if !ok {
		return 0, false
	}
	digits, _, ok := strings.Cut(rest, "[")
	if !ok || !isDigits(digits) || len(digits) > 6 {
		return 0, false
	}
	u, err := strconv.Atoi(digits)
	return u, err == nil
}

func labelOf(v *tree) (string, error) {
	if v.kind != treeString {
		return "", fmt.Errorf("%v is not a string", v)
	}
	if v.text == "" || len(v.text) > maxLabelLength {
		return "", fmt.Errorf("%v: a label has 1 to %d characters", v, maxLabelLength)
	}
	for _, c := range v.text {
		if c <= ' ' || c > '~' {
			return "", fmt.Errorf("%v: character %q is not printable ASCII", v, c)
		}
	}
	return v.text, nil
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// intOf reads a JSON number that is written as a whole number.
func intOf(v *tree, low, high int) (int, error) {
	if v.kind != treeNumber || !isDigits(strings.TrimPrefix(v.text, "-")) {
		return 0, fmt.Errorf("%v is not a whole number", v)
	}
	n, err := strconv.Atoi(v.text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%v is not between %d and %d", v, low, high)
	}
	return n, nil
}

// ratOf reads a rational number: a string "p", "p/q" or "p.d", or a whole JSON number. A
// JSON number with a point or an exponent is refused, because it was a float64 somewhere.
func ratOf(v *tree) (*big.Rat, error) {
	switch v.kind { //nolint:exhaustive // the others have no number in them
	case treeNumber:
		if !isDigits(strings.TrimPrefix(v.text, "-")) {
			return nil, fmt.Errorf("%v is a floating-point number: write a rational string such as \"2/3\"", v)
		}
	case treeString:
	default:
		return nil, fmt.Errorf("%v is not a rational number", v)
	}
	s := v.text
	if len(s) > maxDigits {
		return nil, fmt.Errorf("%v has more than %d digits", v, maxDigits)
	}
	unsigned := strings.TrimPrefix(s, "-")
	whole, denominator, fraction := strings.Cut(unsigned, "/")
	if !fraction {
		var decimals string
		if whole, decimals, fraction = strings.Cut(unsigned, "."); fraction {
			denominator = decimals
		}
	}
	if !isDigits(whole) || fraction && !isDigits(denominator) {
		return nil, fmt.Errorf("%v is not a rational number", v)
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, fmt.Errorf("%v is not a rational number", v) // a denominator of zero
	}
	return r, nil
}
