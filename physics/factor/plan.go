package factor

import (
	"fmt"
	"math"
	"slices"
)

// Options bound an elimination. The zero value asks for a good order, both cores of a
// small machine, tables of up to 2^26 entries, and a relative tolerance of 1e−10.
type Options struct {
	// Order is the elimination order, a permutation of the variables; nil: Order finds
	// one.
	Order []int
	// MaxLog2 bounds the binary logarithm of the number of entries (of 8 bytes) of one
	// table, and three more than it that of all that exist at a time. 0 means 26.
	// Wider models are cut into slices, one per joint state of some variables.
	MaxLog2 int
	// MaxWork bounds the binary logarithm of the number of products to be added up, over
	// all slices. 0 means 42.
	MaxWork int
	// Workers is the number of goroutines; 0 means one for each processor that Go uses.
	Workers int
	// Tolerance is the error of ln Z relative to max(1, |ln Z|) from which on the sum is
	// done again in a wider arithmetic. 0 means 1e−10.
	Tolerance float64
}

const (
	defaultMaxLog2   = 26
	defaultMaxWork   = 42
	defaultTolerance = 1e-10
)

// plan is the symbolic elimination of one model in one order. Variables go by their
// place in the order. Step i multiplies the factors assigned to it and the tables of its
// children, sums variable i out, and hands a table over scope(i) to step parent[i].
type plan struct {
	n          int
	order      []int
	place      []int32
	card       []int32 // by place
	parent     []int32 // −1 where the table of a step is a number
	scopeStart []int   // scope(i) = scopes[scopeStart[i]:scopeStart[i+1]], ascending
	scopes     []int32
	factorAt   lists // the factors whose first variable is i
	constants  []int32
	children   lists
	// log2 is the binary logarithm of the largest table, work that of the number of
	// products of entries over all steps.
	log2, work float64
	widest     int // a step with a largest table
	// peak is the largest number of entries that exist at a time.
	peak float64
}

// lists are many short lists in one block of memory.
type lists struct {
	start []int32
	items []int32
}

func (l *lists) at(i int) []int32 { return l.items[l.start[i]:l.start[i+1]] }

// group makes lists of the indices of key by its values in 0 … n−1; others are left out.
func group(key []int32, n int) lists {
	l := lists{start: make([]int32, n+1)}
	for _, k := range key {
		if k >= 0 {
			l.start[k+1]++
		}
	}
	for i := range n {
		l.start[i+1] += l.start[i]
	}
	l.items = make([]int32, l.start[n])
	next := slices.Clone(l.start[:n])
	for i, k := range key {
		if k >= 0 {
			l.items[next[k]] = int32(i)
			next[k]++
		}
	}
	return l
}

func (p *plan) scope(i int) []int32 { return p.scopes[p.scopeStart[i]:p.scopeStart[i+1]] }

// maxScopes bounds the memory of the symbolic elimination.
const maxScopes = 1 << 27

// newPlan runs the elimination of m symbolically. Variables with a single value stand
// in no scope.
func newPlan(m *Model, order []int) (*plan, error) {
	n := len(m.Card)
	p := &plan{n: n, order: order, card: make([]int32, n)}
	var err error
	if p.place, err = placesOf(order, n); err != nil {
		return nil, err
	}
	for i, v := range order {
		p.card[i] = int32(m.Card[v])
	}
	first := make([]int32, len(m.Factors))
	for k := range m.Factors {
		first[k] = -1
		for _, s := range m.Factors[k].Sites {
			if i := p.place[s]; p.card[i] > 1 && (first[k] < 0 || i < first[k]) {
				first[k] = i
			}
		}
		if first[k] < 0 {
			p.constants = append(p.constants, int32(k))
		}
	}
	p.factorAt = group(first, n)
	return p, p.eliminate(m)
}

// eliminate fills in the scopes.
func (p *plan) eliminate(m *Model) error {
	n := p.n
	p.parent = make([]int32, n)
	p.scopeStart = make([]int, n+1)
	// The steps that hand their tables to step i, as linked lists.
	head, next := make([]int32, n), make([]int32, n)
	mark := make([]int32, n)
	for i := range n {
		head[i], mark[i], p.parent[i] = -1, -1, -1
	}
	var work, live float64
	sizes := make([]float64, n)
	for i := range n {
		start := len(p.scopes)
		at := int32(i)
		mark[i] = at
		for _, k := range p.factorAt.at(i) {
			for _, s := range m.Factors[k].Sites {
				if j := p.place[s]; p.card[j] > 1 && mark[j] != at {
					mark[j] = at
					p.scopes = append(p.scopes, j)
				}
			}
		}
		for c := head[i]; c >= 0; c = next[c] {
			for _, j := range p.scope(int(c)) {
				if mark[j] != at {
					mark[j] = at
					p.scopes = append(p.scopes, j)
				}
			}
		}
		p.scopeStart[i+1] = len(p.scopes)
		if len(p.scopes) > maxScopes {
			return fmt.Errorf("factor: the elimination order leaves scopes of more than %d variables in all: %w", maxScopes, ErrTooWide)
		}
		scope := p.scopes[start:]
		slices.Sort(scope)
		size := 0.0
		for _, j := range scope {
			size += math.Log2(float64(p.card[j]))
		}
		if size > 4*hopeless {
			return fmt.Errorf("factor: eliminating in the order at hand needs tables of more than 2^%d entries: %w", 4*hopeless, ErrTooWide)
		}
		if size > p.log2 {
			p.log2, p.widest = size, i
		}
		if p.card[i] > 1 {
			work += math.Exp2(size + math.Log2(float64(p.card[i])))
		}
		sizes[i] = math.Exp2(size)
		live += sizes[i]
		p.peak = max(p.peak, live)
		for c := head[i]; c >= 0; c = next[c] {
			live -= sizes[c]
		}
		if len(scope) > 0 {
			up := scope[0]
			p.parent[i], next[i], head[up] = up, head[up], at
		}
	}
	p.work = math.Log2(max(work, 1))
	p.children = group(p.parent, n)
	return nil
}

// placesOf inverts an order and checks that it is one.
func placesOf(order []int, n int) ([]int32, error) {
	if len(order) != n {
		return nil, fmt.Errorf("factor: elimination order of %d variables for a model of %d", len(order), n)
	}
	place := make([]int32, n)
	for i := range place {
		place[i] = -1
	}
	for i, v := range order {
		if v < 0 || v >= n || place[v] >= 0 {
			return nil, fmt.Errorf("factor: elimination order has %d at place %d, out of range or for a second time", v, i)
		}
		place[v] = int32(i)
	}
	return place, nil
}
