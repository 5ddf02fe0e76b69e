package quiver

import (
	"encoding/json"
	"fmt"
	"slices"
)

type jsonTheory struct {
	Name     string        `json:"name"`
	Nodes    []string      `json:"node_labels"`
	Ranks    []int         `json:"ranks"`
	Globals  []string      `json:"u1_globals"`
	Arrows   []jsonArrow   `json:"arrows"`
	Singlets []jsonSinglet `json:"singlets,omitempty"`
	W        []jsonTerm    `json:"superpotential"`
}

type jsonArrow struct {
	Label  string `json:"label"`
	Source int    `json:"source"`
	Target int    `json:"target"`
	R      string `json:"r_charge"`
}

type jsonSinglet struct {
	Label string `json:"label"`
	R     string `json:"r_charge"`
}

type jsonTerm struct {
	Factors     []string `json:"factors"`
	Coefficient string   `json:"coefficient"`
}

// MarshalJSON is the published form of t, which ParseTheory reads. Fields are written in
// their order, under the labels that the form forces, so that reading it again gives t up
// to labels.
func (t *Theory) MarshalJSON() ([]byte, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	arrows, singlets := t.forcedLabels()
	doc := jsonTheory{Name: t.Name, Nodes: []string{}, Ranks: []int{}, Globals: []string{}, Arrows: []jsonArrow{}, W: []jsonTerm{}}
	for _, n := range t.Nodes {
		doc.Nodes = append(doc.Nodes, n.Label)
		doc.Ranks = append(doc.Ranks, n.Rank)
	}
	if t.EncodesR {
		doc.Globals = append(doc.Globals, "U(1)_R")
	}
	for k, a := range t.Arrows {
		doc.Arrows = append(doc.Arrows, jsonArrow{arrows[k], a.Source, a.Target, a.R.RatString()})
	}
	for k, s := range t.Singlets {
		doc.Singlets = append(doc.Singlets, jsonSinglet{singlets[k], s.R.RatString()})
	}
	for _, term := range t.W {
		j := jsonTerm{Factors: []string{}, Coefficient: term.Coefficient.RatString()}
		for _, s := range term.Singlets {
			j.Factors = append(j.Factors, singlets[s])
		}
		for _, x := range term.Word {
			j.Factors = append(j.Factors, arrows[x])
		}
		doc.W = append(doc.W, j)
	}
	return json.Marshal(doc)
}

// forcedLabels are the labels of the published form for the fields in their present order.
func (t *Theory) forcedLabels() (arrows, singlets []string) {
	multiplicity := make(map[edge]int)
	for _, a := range t.Arrows {
		e := edge{a.Source, a.Target}
		arrows = append(arrows, arrowLabel(e, multiplicity[e]))
		multiplicity[e]++
	}
	count := make(map[int]int)
	for _, s := range t.Singlets {
		u, ok := SingletGroup(s.Label)
		if !ok {
			u = 0
		}
		singlets = append(singlets, singletLabel(u, count[u]))
		count[u]++
	}
	return arrows, singlets
}

// Relabel is t in its canonical order and under forced labels: nodes SU(N)_i, arrows by
// source and target (those with the same ends in their present order), singlets by the
// node of their label, words in their canonical rotation, terms sorted and added up.
func (t *Theory) Relabel() *Theory {
	r := t.Clone()
	for i := range r.Nodes {
		r.Nodes[i].Label = nodeLabel(r.Nodes[i].Rank, i)
	}
	order := identity(len(t.Arrows))
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := t.Arrows[i], t.Arrows[j]
		if a.Source != b.Source {
			return a.Source - b.Source
		}
		return a.Target - b.Target
	})
	sorder := identity(len(t.Singlets))
	slices.SortStableFunc(sorder, func(i, j int) int {
		u, _ := SingletGroup(t.Singlets[i].Label)
		v, _ := SingletGroup(t.Singlets[j].Label)
		return u - v
	})
	arrowAt := make([]int, len(order))
	for k, old := range order {
		r.Arrows[k] = t.Arrows[old]
		r.Arrows[k].R = cloneRat(t.Arrows[old].R)
		arrowAt[old] = k
	}
	singletAt := make([]int, len(sorder))
	for k, old := range sorder {
		r.Singlets[k] = Singlet{Label: t.Singlets[old].Label, R: cloneRat(t.Singlets[old].R)}
		singletAt[old] = k
	}
	for i := range r.W {
		for j, x := range r.W[i].Word {
			r.W[i].Word[j] = arrowAt[x]
		}
		for j, s := range r.W[i].Singlets {
			r.W[i].Singlets[j] = singletAt[s]
		}
	}
	r.W = r.W.Normalize()
	arrows, singlets := r.forcedLabels()
	for k := range r.Arrows {
		r.Arrows[k].Label = arrows[k]
	}
	for k := range r.Singlets {
		r.Singlets[k].Label = singlets[k]
	}
	return r
}

func nodeLabel(rank, v int) string { return fmt.Sprintf("SU(%d)_%d", rank, v) }

func identity(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// Normalize is w with every word in its canonical rotation, equal terms added up, those
// that cancel left out, and the rest sorted: by length, then by factors.
func (w Superpotential) Normalize() Superpotential {
	terms := w.Clone()
	for i := range terms {
		terms[i].Word = CanonicalRotation(terms[i].Word)
	}
	return slices.DeleteFunc(merged(terms), func(term SuperpotentialTerm) bool { return term.Coefficient.Sign() == 0 })
}

// merged sorts terms and adds up those with the same factors, in place. Words are compared as
// they stand, so that they may be open.
func merged(terms Superpotential) Superpotential {
	for i := range terms {
		slices.Sort(terms[i].Singlets)
	}
	slices.SortStableFunc(terms, compareTerms)
	sum := terms[:0]
	for _, term := range terms {
		if n := len(sum); n > 0 && compareTerms(sum[n-1], term) == 0 {
			sum[n-1].Coefficient.Add(sum[n-1].Coefficient, term.Coefficient)
			continue
		}
		sum = append(sum, term)
	}
	return sum
}

func compareTerms(a, b SuperpotentialTerm) int {
	if c := len(a.Word) + len(a.Singlets) - len(b.Word) - len(b.Singlets); c != 0 {
		return c
	}
	if c := slices.Compare(a.Singlets, b.Singlets); c != 0 {
		return c
	}
	return slices.Compare(a.Word, b.Word)
}

// Text writes a term with the labels of the fields.
func (t *Theory) Text(term SuperpotentialTerm) string {
	var b []byte
	if one := term.Coefficient.RatString(); one == "-1" {
		b = append(b, '-')
	} else if one != "1" {
		b = append(b, one+" "...)
	}
	for i, s := range term.Singlets {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, t.Singlets[s].Label...)
	}
	if len(term.Word) > 0 {
		if len(term.Singlets) > 0 {
			b = append(b, ' ')
		}
		b = append(b, "Tr"...)
		for _, x := range term.Word {
			b = append(b, ' ')
			b = append(b, t.Arrows[x].Label...)
		}
	}
	return string(b)
}
