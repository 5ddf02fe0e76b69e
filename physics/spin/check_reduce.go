package spin

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// VerifyReduction repeats the recorded steps of a reduction of m on a list of interactions
// of its own, checks each one (a sum by enumerating the spins that it touches, a split by
// looking for another way between site and copy), and compares what is left with the
// cores. Couplings must agree to the last bit, scales within the error bounds. It is meant
// for models of up to some thousand sites.
func VerifyReduction(m *Model, r Reduction) error {
	w := newReplay(m)
	summed, copies := 0, 0
	scale, bound := 0.0, 0.0
	for i, s := range r.Steps {
		var err error
		switch s.Kind {
		case "sum":
			summed++
			bound += s.ErrorBound // that of a split is the rounding of ln 2, which a whole number replaces
			err = w.sum(s)
		case "split":
			copies++
			if s.Copy != m.N+copies-1 {
				err = fmt.Errorf("the copy is number %d", s.Copy)
			} else {
				err = w.split(s)
			}
		default:
			err = fmt.Errorf("a step of kind %q", s.Kind)
		}
		if err != nil {
			return fmt.Errorf("spin: reduction: step %d: %w", i, err)
		}
		scale += s.LogScale
	}
	if summed != r.Summed || copies != r.Copies {
		return fmt.Errorf("spin: reduction: %d sites summed and %d doubled, not %d and %d", summed, copies, r.Summed, r.Copies)
	}
	if d := math.Abs(scale - floatOf(r.LogScale)); !(d <= 1e-12*(1+float64(len(r.Steps)))*(1+math.Abs(scale))) || bound > r.ErrorBound*(1+1e-9)+1e-300 {
		return fmt.Errorf("spin: reduction: the scales add up to %v with a bound of %v, not %v and %v", scale, bound, floatOf(r.LogScale), r.ErrorBound)
	}
	return w.compare(r.Cores)
}

// replay is the list of interactions K, by sites.
type replay struct {
	k     map[string]float64
	sites map[string][]int
	at    map[int]map[string]bool
	gone  map[int]bool
	n     int
}

func newReplay(m *Model) *replay {
	w := &replay{k: map[string]float64{}, sites: map[string][]int{}, at: map[int]map[string]bool{}, gone: map[int]bool{}, n: m.N}
	J := map[string]float64{}
	var keys []string
	for _, t := range m.Terms {
		key := siteKey(t.Sites)
		if _, ok := J[key]; !ok {
			keys = append(keys, key)
			w.sites[key] = slices.Sorted(slices.Values(t.Sites))
		}
		J[key] += t.J
	}
	for _, key := range keys {
		w.put(w.sites[key], m.Beta*J[key])
	}
	return w
}

func (w *replay) put(sites []int, k float64) {
	key := siteKey(sites)
	w.sites[key] = sites
	w.k[key] += k
	for _, v := range sites {
		if w.at[v] == nil {
			w.at[v] = map[string]bool{}
		}
		w.at[v][key] = true
	}
	if w.k[key] == 0 {
		w.drop(key)
	}
}

func (w *replay) drop(key string) {
	for _, v := range w.sites[key] {
		delete(w.at[v], key)
	}
	delete(w.k, key)
}

// remove takes terms away that must be there exactly.
func (w *replay) remove(terms []Term) error {
	for _, t := range terms {
		key := siteKey(t.Sites)
		if k, ok := w.k[key]; !ok || k != t.J {
			return fmt.Errorf("the term on %v is %v, not %v", t.Sites, k, t.J)
		}
		w.drop(key)
	}
	return nil
}

func (w *replay) sum(s Step) error {
	if s.Site < 0 || s.Site >= w.n || w.gone[s.Site] {
		return fmt.Errorf("site %d is not there", s.Site)
	}
	if len(w.at[s.Site]) != len(s.Removed) {
		return fmt.Errorf("site %d has %d terms, not %d", s.Site, len(w.at[s.Site]), len(s.Removed))
	}
	var around []int
	size := 0.0
	for _, list := range [][]Term{s.Removed, s.Added} {
		for _, t := range list {
			size += math.Abs(t.J)
			for _, v := range t.Sites {
				if v != s.Site && !slices.Contains(around, v) {
					around = append(around, v)
				}
			}
		}
	}
	for _, t := range s.Removed {
		if !slices.Contains(t.Sites, s.Site) {
			return fmt.Errorf("the term on %v does not contain site %d", t.Sites, s.Site)
		}
	}
	for _, t := range s.Added {
		if slices.Contains(t.Sites, s.Site) {
			return fmt.Errorf("the new term on %v still contains site %d", t.Sites, s.Site)
		}
	}
	if len(around) > 16 {
		return fmt.Errorf("site %d has terms with %d others, too many to enumerate", s.Site, len(around))
	}
	spin := map[int]float64{}
	energy := func(terms []Term) float64 {
		e := 0.0
		for _, t := range terms {
			p := t.J
			for _, v := range t.Sites {
				p *= spin[v]
			}
			e += p
		}
		return e
	}
	for x := range 1 << len(around) {
		for i, v := range around {
			spin[v] = float64(1 - 2*(x>>i&1))
		}
		spin[s.Site] = 1
		up := energy(s.Removed)
		spin[s.Site] = -1
		down := energy(s.Removed)
		before := max(up, down) + math.Log1p(math.Exp(-math.Abs(up-down)))
		after := s.LogScale + energy(s.Added)
		if d := math.Abs(before - after); !(d <= s.ErrorBound+1e-15*(4+8*size)) {
			return fmt.Errorf("site %d: the weights before and after differ by %.3g in the logarithm, the bound is %.3g", s.Site, d, s.ErrorBound)
		}
	}
	if err := w.remove(s.Removed); err != nil {
		return err
	}
	w.gone[s.Site] = true
	for _, t := range s.Added {
		w.put(slices.Sorted(slices.Values(t.Sites)), t.J)
	}
	return nil
}

func (w *replay) split(s Step) error {
	if s.LogScale != -math.Ln2 || len(s.Added) != len(s.Removed) || len(s.Removed) == 0 || s.Site >= w.n || w.gone[s.Site] {
		return fmt.Errorf("the split at site %d is malformed", s.Site)
	}
	for i, t := range s.Removed {
		want := slices.Clone(t.Sites)
		at := slices.Index(want, s.Site)
		if at < 0 || s.Added[i].J != t.J {
			return fmt.Errorf("the term on %v does not move from %d to %d", t.Sites, s.Site, s.Copy)
		}
		want[at] = s.Copy
		if siteKey(want) != siteKey(s.Added[i].Sites) {
			return fmt.Errorf("the term on %v does not move from %d to %d", t.Sites, s.Site, s.Copy)
		}
	}
	if err := w.remove(s.Removed); err != nil {
		return err
	}
	w.n++
	for _, t := range s.Added {
		w.put(slices.Sorted(slices.Values(t.Sites)), t.J)
	}
	// Beyond the copy nothing may lead back, and reversing all of it must cost nothing.
	seen := map[int]bool{s.Copy: true}
	for stack := []int{s.Copy}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for key := range w.at[v] {
			if len(w.sites[key])%2 == 1 {
				return fmt.Errorf("the part beyond site %d has a term of odd order", s.Site)
			}
			for _, u := range w.sites[key] {
				if !seen[u] {
					seen[u] = true
					stack = append(stack, u)
				}
			}
		}
	}
	if seen[s.Site] {
		return fmt.Errorf("site %d is no cut vertex", s.Site)
	}
	return nil
}

// compare checks that the cores are what is left.
func (w *replay) compare(cores []Core) error {
	left := 0
	seen := map[int]bool{}
	for i, c := range cores {
		if len(c.Sites) != c.Model.N {
			return fmt.Errorf("spin: reduction: core %d names %d of %d sites", i, len(c.Sites), c.Model.N)
		}
		for _, v := range c.Sites {
			if seen[v] || w.gone[v] || v < 0 || v >= w.n {
				return fmt.Errorf("spin: reduction: site %d of core %d is gone or elsewhere too", v, i)
			}
			seen[v] = true
		}
		for _, t := range c.Model.Terms {
			sites := make([]int, len(t.Sites))
			for j, v := range t.Sites {
				sites[j] = c.Sites[v]
			}
			if k := c.Model.Beta * t.J; w.k[siteKey(sites)] != k {
				return fmt.Errorf("spin: reduction: core %d has %v on %v, not %v", i, k, sites, w.k[siteKey(sites)])
			}
			left++
		}
	}
	if left != len(w.k) {
		return fmt.Errorf("spin: reduction: the cores have %d terms, not %d", left, len(w.k))
	}
	if len(seen)+len(w.gone) != w.n {
		return errors.New("spin: reduction: sites are missing from the cores")
	}
	return nil
}
