package action

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/physics/spin"
)

// unit is the largest relative error of one rounding; elementary is what is admitted to
// the functions of package math.
const (
	unit       = 0x1p-53
	elementary = 4 * unit
)

func ising(s State) (*spin.Model, error) {
	m, ok := s.(Ising)
	if !ok {
		return nil, fmt.Errorf("it acts on spin models, not on %s", s.Form())
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m.Model, nil
}

func one(log, bound float64, after State) []branch {
	return []branch{{log: log, bound: bound, sign: 1, after: after}}
}

// Gauge flips the spins of the listed sites: s → −s there. Every term that holds an odd
// number of them changes its sign; Z stays.
type Gauge struct {
	Flip []int `json:"flip"`
}

// Kind is "gauge".
func (*Gauge) Kind() string { return "gauge" }

func (a *Gauge) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	flip := make([]bool, m.N)
	for _, s := range a.Flip {
		if s < 0 || s >= m.N {
			return outcome{}, fmt.Errorf("site %d is outside of 0 … %d", s, m.N-1)
		}
		flip[s] = !flip[s]
	}
	after := &spin.Model{N: m.N, Beta: m.Beta, Rounding: m.Rounding, Terms: make([]spin.Term, len(m.Terms))}
	changed := 0
	for k, t := range m.Terms {
		after.Terms[k] = t
		for _, s := range t.Sites {
			if flip[s] {
				after.Terms[k].J = -after.Terms[k].J
			}
		}
		if after.Terms[k].J != t.J {
			changed++
		}
	}
	return outcome{
		branches: one(0, 0, Ising{after}),
		say:      fmt.Sprintf("flip %s: %s their signs", count(len(a.Flip), "spin"), changing(changed, "coupling")),
	}, nil
}

func changing(n int, what string) string {
	if n == 1 {
		return "1 " + what + " changes"
	}
	return fmt.Sprintf("%d %ss change", n, what)
}

// Merge adds up the terms on the same sites and drops those that are zero.
type Merge struct{}

// Kind is "merge".
func (*Merge) Kind() string { return "merge" }

func (a *Merge) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	after := merged(m)
	return outcome{
		branches: one(0, 0, Ising{after}),
		say:      fmt.Sprintf("add up the terms on the same sites: %d become %d", len(m.Terms), len(after.Terms)),
	}, nil
}

func merged(m *spin.Model) *spin.Model {
	after := &spin.Model{N: m.N, Beta: m.Beta, Rounding: m.Rounding}
	at := make(map[string]int, len(m.Terms))
	for _, t := range m.Terms {
		sites := slices.Clone(t.Sites)
		slices.Sort(sites)
		key := fmt.Sprint(sites)
		i, ok := at[key]
		if !ok {
			at[key] = len(after.Terms)
			after.Terms = append(after.Terms, spin.Term{Sites: sites, J: t.J})
			continue
		}
		sum := after.Terms[i].J + t.J
		after.Rounding += math.Abs(m.Beta) * unit * math.Abs(sum)
		after.Terms[i].J = sum
	}
	after.Terms = slices.DeleteFunc(after.Terms, func(t spin.Term) bool { return t.J == 0 })
	return after
}

// Split takes the connected components apart: Z is their product. A site without a term
// is a factor 2.
type Split struct{}

// Kind is "split".
func (*Split) Kind() string { return "split" }

// Components is the certificate of Split: the sites of each branch, in the order of
// their new labels, and the free ones.
type Components struct {
	Sites [][]int `json:"sites"`
	Free  []int   `json:"free"`
}

func (a *Split) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	parent := make([]int, m.N)
	for i := range parent {
		parent[i] = i
	}
	find := func(v int) int {
		for parent[v] != v {
			parent[v] = parent[parent[v]]
			v = parent[v]
		}
		return v
	}
	touched := make([]bool, m.N)
	for _, t := range m.Terms {
		for _, s := range t.Sites {
			touched[s] = true
			x, y := find(t.Sites[0]), find(s)
			parent[max(x, y)] = min(x, y)
		}
	}
	var c Components
	c.Sites, c.Free = [][]int{}, []int{}
	group, label := make([]int, m.N), make([]int, m.N)
	for v := range m.N {
		if !touched[v] {
			c.Free = append(c.Free, v)
			continue
		}
		if r := find(v); r == v {
			group[v] = len(c.Sites)
			c.Sites = append(c.Sites, nil)
		} else {
			group[v] = group[r]
		}
		label[v] = len(c.Sites[group[v]])
		c.Sites[group[v]] = append(c.Sites[group[v]], v)
	}
	var parts []*spin.Model
	for _, sites := range c.Sites {
		parts = append(parts, &spin.Model{N: len(sites), Beta: m.Beta})
	}
	for _, t := range m.Terms {
		p := parts[group[t.Sites[0]]]
		moved := spin.Term{J: t.J}
		for _, s := range t.Sites {
			moved.Sites = append(moved.Sites, label[s])
		}
		p.Terms = append(p.Terms, moved)
	}
	free := len(c.Free)
	if len(parts) == 0 { // all sites are free: one of them stays as the model
		parts = append(parts, &spin.Model{N: 1, Beta: m.Beta})
		free--
	}
	parts[0].Rounding = m.Rounding
	out := outcome{product: true, cert: c}
	for i, p := range parts {
		b := branch{sign: 1, after: Ising{p}}
		if i == 0 {
			b.log = float64(free) * math.Ln2
			b.bound = elementary * b.log
		}
		out.branches = append(out.branches, b)
	}
	out.say = fmt.Sprintf("split into %s and %s", count(len(c.Sites), "component"), count(len(c.Free), "free spin"))
	return out, nil
}

// Condition fixes the spins of the listed sites to each of their 2^k values in turn: Z
// is the sum. Branch b has site Sites[i] at −1 where bit i of b is set.
type Condition struct {
	Sites []int `json:"sites"`
}

// maxCondition bounds the branches of one step to 1024.
const maxCondition = 10

// Kind is "condition".
func (*Condition) Kind() string { return "condition" }

func (a *Condition) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	if len(a.Sites) == 0 || len(a.Sites) > maxCondition {
		return outcome{}, fmt.Errorf("%d sites to fix, between 1 and %d are possible", len(a.Sites), maxCondition)
	}
	if len(a.Sites) >= m.N {
		return outcome{}, errors.New("at least one site must be left free")
	}
	bit := make([]int, m.N)
	for i := range bit {
		bit[i] = -1
	}
	for i, s := range a.Sites {
		if s < 0 || s >= m.N || bit[s] >= 0 {
			return outcome{}, fmt.Errorf("site %d is outside of 0 … %d or named twice", s, m.N-1)
		}
		bit[s] = i
	}
	label := relabel(m.N, func(v int) bool { return bit[v] < 0 })
	out := outcome{say: fmt.Sprintf("fix %s: a sum of %d terms", count(len(a.Sites), "spin"), 1<<len(a.Sites))}
	for b := range 1 << len(a.Sites) {
		after := &spin.Model{N: m.N - len(a.Sites), Beta: m.Beta, Rounding: m.Rounding}
		constant, size := 0.0, 0.0
		for _, t := range m.Terms {
			moved := spin.Term{J: t.J}
			for _, s := range t.Sites {
				switch {
				case bit[s] < 0:
					moved.Sites = append(moved.Sites, label[s])
				case b>>bit[s]&1 == 1:
					moved.J = -moved.J
				}
			}
			if len(moved.Sites) > 0 {
				after.Terms = append(after.Terms, moved)
				continue
			}
			constant += m.Beta * moved.J
			size += math.Abs(m.Beta * moved.J)
		}
		out.branches = append(out.branches, branch{
			log: constant, bound: float64(len(m.Terms)+1) * unit * size, sign: 1, after: Ising{merged(after)},
		})
	}
	return out, nil
}

// relabel numbers the sites that stay.
func relabel(n int, stays func(v int) bool) []int {
	label, next := make([]int, n), 0
	for v := range n {
		label[v] = -1
		if stays(v) {
			label[v] = next
			next++
		}
	}
	return label
}

// DeleteContract takes the bond with the given place in Terms away, K = βJ being its
// strength:
//
//	e^{K s s'} = e^{−K} + 2 sinh K·δ(s, s'),
//
// the first branch without the bond, the second with its two ends made one (the end
// named last in the term goes).
type DeleteContract struct {
	Term int `json:"term"`
}

// Kind is "delete_contract".
func (*DeleteContract) Kind() string { return "delete_contract" }

func (a *DeleteContract) apply(before State) (outcome, error) {
	m, err := ising(before)
	if err != nil {
		return outcome{}, err
	}
	if a.Term < 0 || a.Term >= len(m.Terms) || len(m.Terms[a.Term].Sites) != 2 {
		return outcome{}, fmt.Errorf("term %d is not a bond of the model", a.Term)
	}
	bond := m.Terms[a.Term]
	K := m.Beta * bond.J
	if K == 0 {
		return outcome{}, errors.New("the bond has no strength; merge drops it")
	}
	keep, gone := bond.Sites[0], bond.Sites[1]
	deleted := &spin.Model{N: m.N, Beta: m.Beta, Rounding: m.Rounding}
	deleted.Terms = slices.Concat(m.Terms[:a.Term], m.Terms[a.Term+1:])
	contracted := &spin.Model{N: m.N - 1, Beta: m.Beta, Rounding: m.Rounding}
	label := relabel(m.N, func(v int) bool { return v != gone })
	constant, size := 0.0, 0.0
	for _, t := range deleted.Terms {
		sites := map[int]bool{}
		for _, s := range t.Sites {
			if s == gone {
				s = keep
			}
			sites[label[s]] = !sites[label[s]] // s² = 1
		}
		moved := spin.Term{J: t.J}
		for s, odd := range sites {
			if odd {
				moved.Sites = append(moved.Sites, s)
			}
		}
		slices.Sort(moved.Sites)
		if len(moved.Sites) == 0 {
			constant += m.Beta * t.J
			size += math.Abs(m.Beta * t.J)
			continue
		}
		contracted.Terms = append(contracted.Terms, moved)
	}
	// ln(2 sinh|K|) = |K| + ln(1 − e^{−2|K|}).
	log := math.Abs(K) + math.Log(-math.Expm1(-2*math.Abs(K)))
	sign := 1
	if K < 0 {
		sign = -1
	}
	round := unit * math.Abs(K)
	return outcome{
		branches: []branch{
			{log: -K, bound: round, sign: 1, after: Ising{deleted}},
			{
				log: log + constant, sign: sign, after: Ising{merged(contracted)},
				// d ln sinh K = coth K dK, and K itself is rounded once.
				bound: elementary*(math.Abs(log)+math.Abs(K)+2) + round/math.Tanh(math.Abs(K)) + float64(len(m.Terms)+1)*unit*(size+math.Abs(log)),
			},
		},
		say: fmt.Sprintf("without the bond %d–%d, plus 2 sinh K times its two ends made one", keep, gone),
	}, nil
}
