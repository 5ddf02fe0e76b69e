package engine

import (
	"fmt"
	"slices"

	"github.com/assay-physics/assay/physics/action"
	"github.com/assay-physics/assay/physics/spin"
)

// mapping writes out the way from a spin model to what a plan evaluates, as steps that
// action.Replay accepts, and in words.
func mapping(m *spin.Model, s *spin.Structure, p Plan) ([]action.Step, []string, error) {
	var w walk
	w.state = action.Ising{Model: m}
	if m.N > MaxMappingSites {
		w.say("%d sites: the steps are not written out one by one above %d", m.N, MaxMappingSites)
		return nil, w.words, nil
	}
	if err := w.do(&action.Merge{}, repeated(m)); err != nil {
		return nil, nil, err
	}
	var err error
	switch p.Method {
	case Reduction:
		err = w.reduce()
	case Gauge:
		err = w.gauge(s)
	case Symmetric, ClosedForm:
		if s.Balanced && !s.Field && s.MaxOrder <= 2 {
			err = w.gauge(s)
		}
	case Kernel, Pfaffian:
		err = w.do(&action.HighTemperature{}, true)
		if err == nil && p.Method == Pfaffian {
			w.say("The even sets are the even subgraphs of a drawing; each is a set of loops, and one skew-symmetric matrix with a row for either end of every bond has them as the terms of its Pfaffian, all with sign +.")
		}
	case Transfer:
		if s.Chain != nil {
			err = w.reduce()
			break
		}
		fallthrough
	case Treewidth:
		w.say("Sites are summed out one after the other in an order in which at most %d of their neighbours are left at any time: tables of 2^%d entries.", s.Width, s.Width)
	case Brute:
		w.say("All 2^%d configurations are counted by their energy.", m.N)
	}
	if p.Method == Symmetric {
		w.say("The energy depends on how many spins of each class point down, not on which: a sum over these numbers, each with its binomial coefficients.")
	}
	return w.steps, w.words, err
}

// repeated reports whether terms vanish or stand on the same sites.
func repeated(m *spin.Model) bool {
	seen := make(map[string]bool, len(m.Terms))
	for _, t := range m.Terms {
		sites := slices.Clone(t.Sites)
		slices.Sort(sites)
		key := fmt.Sprint(sites)
		if t.J == 0 || seen[key] {
			return true
		}
		seen[key] = true
	}
	return false
}

// walk is a mapping under construction.
type walk struct {
	state action.State
	steps []action.Step
	words []string
}

func (w *walk) say(format string, args ...any) {
	w.words = append(w.words, fmt.Sprintf(format, args...))
}

// do takes a step with one branch. An optional step that changes nothing is left out.
func (w *walk) do(a action.Action, keep bool) error {
	if !keep {
		return nil
	}
	after, step, err := action.Do(w.state, a)
	if err != nil {
		return fmt.Errorf("engine: mapping: %w", err)
	}
	if len(after) != 1 {
		return fmt.Errorf("engine: mapping: %s splits into %d branches", a.Kind(), len(after))
	}
	if step.After[0].After == step.Before {
		return nil
	}
	w.state = after[0]
	w.steps = append(w.steps, step)
	w.say("%s → %s", step.Say, w.state.Describe())
	return nil
}

// gauge flips the sites that the switching vector says.
func (w *walk) gauge(s *spin.Structure) error {
	var flip []int
	for v, x := range s.Switching {
		if x < 0 {
			flip = append(flip, v)
		}
	}
	return w.do(&action.Gauge{Flip: flip}, len(flip) > 0)
}

// reduce sums out sites with at most two neighbours until one is left or none has so few.
func (w *walk) reduce() error {
	m, ok := w.state.(action.Ising)
	if !ok || m.MaxOrder() > 2 {
		return nil
	}
	order, err := peel(m.Model)
	if err != nil || len(order) == 0 {
		return err
	}
	return w.do(&action.Decimate{Sites: order}, true)
}

// peel lists sites in an order in which each has at most two neighbours when its turn
// comes, all but one site at most.
func peel(m *spin.Model) ([]int, error) {
	b, err := m.Bonds()
	if err != nil {
		return nil, err
	}
	near := make([]map[int]bool, m.N)
	for v := range near {
		near[v] = map[int]bool{}
		for _, u := range b.Graph.Neighbors(v) {
			near[v][int(u)] = true
		}
	}
	var order, ready []int
	gone := make([]bool, m.N)
	for v := range m.N {
		if len(near[v]) <= 2 {
			ready = append(ready, v)
		}
	}
	for len(ready) > 0 && len(order) < m.N-1 {
		v := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if gone[v] || len(near[v]) > 2 {
			continue
		}
		gone[v] = true
		order = append(order, v)
		var around []int
		for u := range near[v] {
			around = append(around, u)
		}
		slices.Sort(around)
		for i, u := range around {
			delete(near[u], v)
			for _, x := range around[:i] {
				near[u][x], near[x][u] = true, true
			}
		}
		for _, u := range around {
			if len(near[u]) <= 2 {
				ready = append(ready, u)
			}
		}
	}
	return order, nil
}
