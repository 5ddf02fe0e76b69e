package quiver

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// A Rotation is a change of basis within one multiplet: field From[i] of theory A is
// Σ_j Matrix[i][j] To[j] in the fields of theory B. Fields are numbered as in Charges.
type Rotation struct {
	From, To []int
	Matrix   [][]*big.Rat
}

// Limits of the search for rotations, far above the theories of the catalogue.
const (
	maxRotationUnknowns = 160
	maxRotationProducts = 40_000
	maxNodeMaps         = 120
	rotationStarts      = 6
)

// rotations decides whether a linear change of basis within multiplets of fields with the
// same ends and R-charge, with a rescaling after it, takes W of a to that of b.
//
// The answer "no" is given where an invariant of such changes differs, for every map of the
// nodes: the multiplets in each word, the rank of the F-terms of each multiplet, the
// dimension of the symmetry algebra of W within the multiplets; or where that algebra leaves
// nothing but permutations and rescalings. The answer "yes" is found in
// floating point, the freedom in it used up to make the numbers simple, and then checked
// with exact rational matrices. What neither settles is ErrUndecided.
//
// before is the error of the search for permutations, which stands where there is nothing to
// rotate.
func (s *search) rotations(list []variant, b *Theory, before error) (*Isomorphism, error) {
	undecided := false
	mb := newMultiplets(b, s.opt)
	for _, v := range list {
		ma := newMultiplets(v.theory, s.opt)
		if ma.largest == 1 {
			return nil, before // permutations and rescalings were all there is
		}
		maps, complete := nodeMaps(ma, mb, s.opt)
		undecided = undecided || !complete
		for _, nodes := range maps {
			if err := s.ctx.Err(); err != nil {
				return nil, err
			}
			if s.budget < 0 {
				undecided = true
				break
			}
			found, open := rotateAlong(ma, mb, nodes, before == nil, &s.budget)
			if found != nil {
				found.Conjugated, found.Reversed = v.conjugated, v.reversed
				return found, nil
			}
			undecided = undecided || open
		}
	}
	if undecided {
		return nil, fmt.Errorf("theories %q and %q: no rotation of multiplets was found and none is excluded: %w", list[0].theory.Name, b.Name, ErrUndecided)
	}
	return nil, nil
}

// class is what the fields of one multiplet share. Singlets have source = target = −1.
type class struct {
	source, target int
	r              string
}

// multiplets are the fields of a theory in classes.
type multiplets struct {
	theory  *Theory
	members map[class][]int // fields in the order of Charges
	of      []class
	place   []int // position within the class
	largest int

	// Invariants under changes of basis, once they are computed: the rank of the F-terms of
	// each multiplet, and the dimension of the symmetry algebra.
	ranks      map[class]int
	symmetries int
	// rigid: the algebra is that of a torus which acts on the fields themselves, and the
	// fields of a multiplet have different charges under it. A change of basis that takes one
	// rigid W to another takes torus to torus and eigenspaces to eigenspaces, so it permutes
	// and rescales the fields.
	rigid bool
}

func newMultiplets(t *Theory, opt IsomorphismOptions) *multiplets {
	m := &multiplets{theory: t, members: make(map[class][]int)}
	add := func(c class, r *big.Rat) {
		if !opt.IgnoreR {
			c.r = r.RatString()
		}
		m.of = append(m.of, c)
		m.place = append(m.place, len(m.members[c]))
		m.members[c] = append(m.members[c], len(m.of)-1)
		m.largest = max(m.largest, len(m.members[c]))
	}
	for _, a := range t.Arrows {
		add(class{source: a.Source, target: a.Target}, a.R)
	}
	for _, x := range t.Singlets {
		add(class{source: -1, target: -1}, x.R)
	}
	return m
}

// nodeMaps are the maps of nodes that preserve ranks and the sizes of all classes; complete
// is false if there are more than a limit.
func nodeMaps(a, b *multiplets, opt IsomorphismOptions) (maps [][]int, complete bool) {
	n := len(a.theory.Nodes)
	between := func(m *multiplets) map[[2]int]map[string]int {
		e := make(map[[2]int]map[string]int)
		for c, members := range m.members {
			k := [2]int{c.source, c.target}
			if e[k] == nil {
				e[k] = make(map[string]int)
			}
			e[k][c.r] = len(members)
		}
		return e
	}
	ea, eb := between(a), between(b)
	same := func(x, y [2]int) bool {
		if len(ea[x]) != len(eb[y]) {
			return false
		}
		for r, k := range ea[x] {
			if eb[y][r] != k {
				return false
			}
		}
		return true
	}
	if !same([2]int{-1, -1}, [2]int{-1, -1}) {
		return nil, true
	}
	image := make([]int, 0, n)
	used := make([]bool, n)
	complete = true
	steps := 0
	var place func()
	place = func() {
		if steps++; steps > 50*maxNodeMaps*n {
			complete = false
			return
		}
		v := len(image)
		if v == n {
			if len(maps) == maxNodeMaps {
				complete = false
				return
			}
			maps = append(maps, slices.Clone(image))
			return
		}
		for w := range n {
			if used[w] || !opt.IgnoreRanks && a.theory.Nodes[v].Rank != b.theory.Nodes[w].Rank || !same([2]int{v, v}, [2]int{w, w}) {
				continue
			}
			fits := true
			for u, x := range image {
				fits = fits && same([2]int{u, v}, [2]int{x, w}) && same([2]int{v, u}, [2]int{w, x})
			}
			if !fits {
				continue
			}
			used[w] = true
			image = append(image, w)
			place()
			image = image[:v]
			used[w] = false
			if !complete {
				return
			}
		}
	}
	place()
	return maps, complete
}

// rotateAlong looks for a rotation over one map of nodes; open says that there may be one
// although none was found. permuted says that permutations and rescalings are excluded.
func rotateAlong(ma, mb *multiplets, nodes []int, permuted bool, budget *int) (found *Isomorphism, open bool) {
	e := newEquations(ma, mb, nodes)
	if e == nil {
		return nil, false
	}
	e.budget = budget
	if e.tooLarge {
		return nil, true
	}
	if e.excluded() || permuted && ma.rigid && mb.rigid {
		return nil, false
	}
	for start := range rotationStarts {
		x, ok := e.solve(uint64(start))
		if !ok {
			continue
		}
		if rotations := e.rational(x); rotations != nil {
			return e.isomorphism(rotations), false
		}
	}
	return nil, true
}

// equations are W_A(G·y) = W_B(y) for the unknown matrices G of the classes, y the fields
// of B. Unknown (f, j) is the entry that multiplies member j of the image class in field f
// of A.
type equations struct {
	a, b  *multiplets
	nodes []int
	// offset of the unknowns of a field of A; its image class in B.
	offset   []int
	image    []class
	unknowns int
	products []product
	words    []SuperpotentialTerm // monomials in the fields of B
	target   []*big.Rat           // their coefficients in W_B
	index    map[string]int
	tooLarge bool
	budget   *int // of floating-point products
}

// A product is coefficient · ∏ unknowns, a part of the coefficient of one monomial.
type product struct {
	coefficient *big.Rat
	unknowns    []int
	word        int
}

// newEquations is nil if the words of the two superpotentials do not run over the same
// multiplets.
func newEquations(ma, mb *multiplets, nodes []int) *equations {
	e := &equations{a: ma, b: mb, nodes: nodes, index: make(map[string]int)}
	for _, c := range ma.of {
		if c.source >= 0 {
			c.source, c.target = nodes[c.source], nodes[c.target]
		}
		e.offset = append(e.offset, e.unknowns)
		e.image = append(e.image, c)
		e.unknowns += len(mb.members[c])
	}
	if e.unknowns > maxRotationUnknowns {
		e.tooLarge = true
		return e
	}
	if !e.sameSupport() {
		return nil
	}
	n := len(ma.theory.Arrows)
	for _, term := range ma.theory.W {
		fields := slices.Clone(term.Word)
		for _, s := range term.Singlets {
			fields = append(fields, n+s)
		}
		if !e.expand(term.Coefficient, fields, len(term.Word)) {
			e.tooLarge = true
			return e
		}
	}
	for _, term := range mb.theory.W {
		e.target[e.monomial(term)] = term.Coefficient
	}
	return e
}

// sameSupport compares the sets of classes that words run over. Terms that cancel after a
// rotation cannot take a word of classes away: a rotation is invertible on each.
func (e *equations) sameSupport() bool {
	support := func(t *Theory, image func(field int) class) map[string]bool {
		number := make(map[class]int)
		ids := make([]class, 0)
		for c := range e.b.members {
			ids = append(ids, c)
		}
		slices.SortFunc(ids, func(x, y class) int {
			return cmp.Or(cmp.Compare(x.source, y.source), cmp.Compare(x.target, y.target), cmp.Compare(x.r, y.r))
		})
		for i, c := range ids {
			number[c] = i
		}
		set := make(map[string]bool)
		for _, term := range t.W {
			var w SuperpotentialTerm
			for _, x := range term.Word {
				w.Word = append(w.Word, number[image(x)])
			}
			for _, x := range term.Singlets {
				w.Singlets = append(w.Singlets, number[image(len(t.Arrows)+x)])
			}
			w.Word = CanonicalRotation(w.Word)
			slices.Sort(w.Singlets)
			set[termKey(w)] = true
		}
		return set
	}
	sa := support(e.a.theory, func(f int) class { return e.image[f] })
	sb := support(e.b.theory, func(f int) class { return e.b.of[f] })
	if len(sa) != len(sb) {
		return false
	}
	for k := range sa {
		if !sb[k] {
			return false
		}
	}
	return true
}

// monomial is the number of a monomial in the fields of B.
func (e *equations) monomial(term SuperpotentialTerm) int {
	term.Word = CanonicalRotation(term.Word)
	term.Singlets = slices.Clone(term.Singlets)
	slices.Sort(term.Singlets)
	k := termKey(term)
	i, ok := e.index[k]
	if !ok {
		i = len(e.words)
		e.index[k] = i
		e.words = append(e.words, term)
		e.target = append(e.target, new(big.Rat))
	}
	return i
}

// expand multiplies out one term of W_A; false if that is too much.
func (e *equations) expand(c *big.Rat, fields []int, letters int) bool {
	choice := make([]int, len(fields))
	n := len(e.b.theory.Arrows)
	for {
		if len(e.products) == maxRotationProducts {
			return false
		}
		p := product{coefficient: c}
		var term SuperpotentialTerm
		for i, f := range fields {
			p.unknowns = append(p.unknowns, e.offset[f]+choice[i])
			y := e.b.members[e.image[f]][choice[i]]
			if i < letters {
				term.Word = append(term.Word, y)
			} else {
				term.Singlets = append(term.Singlets, y-n)
			}
		}
		p.word = e.monomial(term)
		e.products = append(e.products, p)
		i := 0
		for i < len(fields) {
			if choice[i]++; choice[i] < len(e.b.members[e.image[fields[i]]]) {
				break
			}
			choice[i] = 0
			i++
		}
		if i == len(fields) {
			return true
		}
	}
}

// excluded compares the invariants of W_A and W_B under changes of basis.
func (e *equations) excluded() bool {
	e.a.invariants()
	e.b.invariants()
	if e.a.symmetries != e.b.symmetries {
		return true
	}
	for c, rank := range e.a.ranks {
		f := e.a.members[c][0]
		if e.b.ranks[e.image[f]] != rank {
			return true
		}
	}
	return false
}

// invariants computes the rank of the F-terms of each multiplet, and the dimension of the
// Lie algebra of the matrices h of ⊕ gl(multiplet) with h·W = 0.
func (m *multiplets) invariants() {
	if m.ranks != nil {
		return
	}
	t := m.theory
	n := len(t.Arrows)
	// Row (f, g): W with one f at a time replaced by g, for f and g of one multiplet. The
	// rank of all rows is the dimension of the orbit.
	index := make(map[string]int)
	var rows []map[int]*big.Rat
	add := func(row map[int]*big.Rat, k string, c *big.Rat) {
		i, ok := index[k]
		if !ok {
			i = len(index)
			index[k] = i
		}
		if row[i] == nil {
			row[i] = new(big.Rat)
		}
		if row[i].Add(row[i], c).Sign() == 0 {
			delete(row, i)
		}
	}
	m.ranks = make(map[class]int)
	unknowns := 0
	for c, members := range m.members {
		var derivatives []map[int]*big.Rat
		for _, f := range members {
			derivative := make(map[int]*big.Rat)
			replaced := make([]map[int]*big.Rat, len(members))
			for j := range replaced {
				replaced[j] = make(map[int]*big.Rat)
			}
			for _, term := range t.W {
				letters, singlets := term.Word, term.Singlets
				for i, x := range letters {
					if x != f {
						continue
					}
					rest := slices.Concat(letters[i+1:], letters[:i])
					add(derivative, fmt.Sprint("∂", singlets, rest), term.Coefficient)
					for j, g := range members {
						w := CanonicalRotation(append([]int{g}, rest...))
						add(replaced[j], fmt.Sprint(singlets, w), term.Coefficient)
					}
				}
				for i, x := range singlets {
					if n+x != f {
						continue
					}
					rest := slices.Concat(singlets[:i], singlets[i+1:])
					add(derivative, fmt.Sprint("∂", rest, letters), term.Coefficient)
					for j, g := range members {
						s := append([]int{g - n}, rest...)
						slices.Sort(s)
						add(replaced[j], fmt.Sprint(s, letters), term.Coefficient)
					}
				}
			}
			derivatives = append(derivatives, derivative)
			rows = append(rows, replaced...)
			unknowns += len(members)
		}
		m.ranks[c] = sparseRank(derivatives)
	}
	m.symmetries = unknowns - sparseRank(rows)
	m.rigid = m.isRigid()
}

func (m *multiplets) isRigid() bool {
	torus, ok := integerKernel(m.theory.Incidence(), len(m.of))
	if !ok || len(torus) != m.symmetries {
		return false
	}
	for _, members := range m.members {
		for i, f := range members {
			for _, g := range members[:i] {
				if !slices.ContainsFunc(torus, func(q intVector) bool { return q[f].Cmp(q[g]) != 0 }) {
					return false
				}
			}
		}
	}
	return true
}

// sparseRank is the rank of a matrix over ℚ, whose rows are used up.
func sparseRank(rows []map[int]*big.Rat) int {
	pivots := make(map[int]map[int]*big.Rat)
	f, x := new(big.Rat), new(big.Rat)
	for _, row := range rows {
		for len(row) > 0 {
			lead := -1
			for k := range row {
				if lead < 0 || k < lead {
					lead = k
				}
			}
			pivot, ok := pivots[lead]
			if !ok {
				pivots[lead] = row
				break
			}
			f.Quo(row[lead], pivot[lead])
			for k, y := range pivot {
				if row[k] == nil {
					row[k] = new(big.Rat)
				}
				if row[k].Sub(row[k], x.Mul(f, y)).Sign() == 0 {
					delete(row, k)
				}
			}
		}
	}
	return len(pivots)
}

// isomorphism reports rotations as a map of the theories.
func (e *equations) isomorphism(rotations []Rotation) *Isomorphism {
	iso := &Isomorphism{Nodes: e.nodes, Rotated: true, Rotations: rotations}
	n := len(e.a.theory.Arrows)
	for f, c := range e.image {
		y := e.b.members[c][e.a.place[f]]
		if f < n {
			iso.Arrows = append(iso.Arrows, y)
		} else {
			iso.Singlets = append(iso.Singlets, y-n)
		}
	}
	return iso
}
