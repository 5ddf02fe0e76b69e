package quiver

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// IsomorphismOptions say which differences do not count.
type IsomorphismOptions struct {
	// IgnoreR leaves the R-charges out of the comparison.
	IgnoreR bool
	// Conjugation allows the charge conjugate, in which every arrow is reversed.
	Conjugation bool
	// PseudoReal allows bifundamentals of two SU(2) nodes to be reversed, together with the
	// words over them.
	PseudoReal bool
	// Rotations allows changes of basis within multiplets of fields with equal ends and
	// R-charge, beyond permutations and rescalings. Where they cannot be decided the error
	// is ErrUndecided.
	Rotations bool
	// IgnoreRanks leaves the ranks out of the comparison.
	IgnoreRanks bool
	// Budget limits the search, in steps from a vertex to a neighbour and in products of the
	// solver for rotations; 0 is a default of a few hundred million, at most a few seconds.
	// Catalogue theories need a thousandth of it.
	Budget int
	// Left, if there is one, is what several searches may cost together: a search is bounded
	// by it as well, and takes from it what it costs.
	Left *int
}

const defaultBudget = 400_000_000

// ErrUndecided is the error of a search that ended at its budget, or of a question that the
// methods here do not decide.
var ErrUndecided = errors.New("undecided")

// An Isomorphism takes theory A to theory B.
type Isomorphism struct {
	Nodes, Arrows, Singlets []int // image of each of A's in B
	Conjugated              bool
	// Reversed are arrows of A that are reversed because they are pseudo-real.
	Reversed []int
	// Signs is a choice of signs for the fields of A, in the order of Charges, that takes
	// one superpotential to the other, if there is one; otherwise a rescaling does it.
	Signs []int
	// Rotated reports that a rotation of multiplets is needed besides, one of Rotations for
	// each multiplet; the maps of the fields are then those between multiplets.
	Rotated   bool
	Rotations []Rotation
}

// FindIsomorphism looks for a map of nodes, arrows and singlets that takes one theory to
// the other, ranks, R-charges and superpotential included, up to a rescaling of the fields.
// It answers nil if there is none. Labels and names do not matter.
//
// Both theories are coloured together by refinement of a graph whose vertices are nodes,
// fields, terms and the letters of words; where colours alone do not decide, a vertex is
// singled out and the search backtracks.
func FindIsomorphism(ctx context.Context, a, b *Theory, opt IsomorphismOptions) (*Isomorphism, error) {
	if opt.Budget == 0 {
		opt.Budget = defaultBudget
	}
	a, b = normalized(a), normalized(b)
	if len(a.Nodes) != len(b.Nodes) || len(a.Arrows) != len(b.Arrows) || len(a.Singlets) != len(b.Singlets) {
		return nil, nil
	}
	if opt.Left != nil {
		opt.Budget = min(opt.Budget, *opt.Left)
	}
	s := &search{ctx: ctx, opt: opt, budget: opt.Budget}
	if opt.Left != nil {
		defer func() { *opt.Left -= opt.Budget - max(s.budget, 0) }()
	}
	list := variants(a, opt, a.undirected(opt))
	found, err := s.permutations(list, b)
	if found != nil || !opt.Rotations || err != nil && !errors.Is(err, ErrUndecided) {
		return found, err
	}
	// A rotation may still be found, or excluded, where the search for a permutation ended.
	return s.rotations(list, b, err)
}

func normalized(t *Theory) *Theory {
	c := *t
	c.W = t.W.Normalize()
	return &c
}

// A variant is a theory that differs from another in the names of representations only.
type variant struct {
	theory     *Theory
	conjugated bool
	reversed   []int
}

// variants are a itself, its pseudo-real reversals and the conjugates of all, as far as the
// options allow them. The arrows in skip are not reversed one by one.
func variants(a *Theory, opt IsomorphismOptions, skip []bool) []variant {
	list := []variant{{theory: a}}
	if opt.PseudoReal {
		blocks := slices.DeleteFunc(a.flipBlocks(), func(block []int) bool { return skip[block[0]] })
		const most = 6
		blocks = blocks[:min(len(blocks), most)]
		for mask := 1; mask < 1<<len(blocks); mask++ {
			v := variant{theory: a}
			for i, block := range blocks {
				if mask>>i&1 == 1 {
					v.theory = v.theory.reverse(block)
					v.reversed = append(v.reversed, block...)
				}
			}
			slices.Sort(v.reversed)
			v.theory = normalized(v.theory)
			list = append(list, v)
		}
	}
	if opt.Conjugation {
		for _, v := range list {
			list = append(list, variant{normalized(v.theory.Conjugate()), true, v.reversed})
		}
	}
	return list
}

// permutations looks for a map without rotations.
func (s *search) permutations(list []variant, b *Theory) (*Isomorphism, error) {
	for _, v := range list {
		if len(v.theory.W) != len(b.W) {
			continue
		}
		found, err := s.isomorphism(v.theory, b)
		if err != nil {
			return nil, err
		}
		if found != nil {
			found.Conjugated = v.conjugated
			found.Reversed = append(found.Reversed, v.reversed...)
			slices.Sort(found.Reversed)
			return found, nil
		}
	}
	return nil, nil
}

type search struct {
	ctx    context.Context
	opt    IsomorphismOptions
	budget int

	a, b       *Theory
	ga, gb     *structure
	invariants []CoefficientInvariant // of b
	wordsB     map[string]int
}

// isomorphism looks for a map of a to b that needs no conjugation.
func (s *search) isomorphism(a, b *Theory) (*Isomorphism, error) {
	s.a, s.b = a, b
	s.ga, s.gb = newStructure(a, s.opt), newStructure(b, s.opt)
	var err error
	if s.invariants, err = b.CoefficientInvariants(); err != nil {
		return nil, err
	}
	s.wordsB = make(map[string]int)
	for i, term := range b.W {
		s.wordsB[termKey(term)] = i
	}
	return s.extend(s.ga.colours, s.gb.colours)
}

func termKey(term SuperpotentialTerm) string { return fmt.Sprint(term.Singlets, term.Word) }

// extend refines a pair of colourings and branches on the smallest class that is left.
func (s *search) extend(ca, cb []uint64) (*Isomorphism, error) {
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	ca, cb, equal := s.refinePair(ca, cb)
	if s.budget < 0 {
		return nil, fmt.Errorf("isomorphism of %q and %q: the search ended after %d steps: %w", s.a.Name, s.b.Name, s.opt.Budget, ErrUndecided)
	}
	if !equal {
		return nil, nil
	}
	// The smallest class of nodes and fields with more than one member.
	members := make(map[uint64][]int)
	for v := range s.ga.fields {
		members[ca[v]] = append(members[ca[v]], v)
	}
	var class []int
	for v := range s.ga.fields {
		if m := members[ca[v]]; len(m) > 1 && (class == nil || len(m) < len(class)) {
			class = m
		}
	}
	if class == nil {
		return s.leaf(ca, cb)
	}
	single := mix(uint64(s.budget)) // a colour that no other vertex has
	chosen := class[0]
	next := slices.Clone(ca)
	next[chosen] = single
	for w := range s.gb.fields {
		if cb[w] != ca[chosen] {
			continue
		}
		nextB := slices.Clone(cb)
		nextB[w] = single
		found, err := s.extend(next, nextB)
		if found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// leafCost is the cost of checking a map, in steps for each vertex and link.
const leafCost = 20

// leaf reads the map off two discrete colourings, and checks it and the coefficients.
func (s *search) leaf(ca, cb []uint64) (*Isomorphism, error) {
	s.budget -= leafCost * s.ga.size
	at := make(map[uint64]int, s.gb.fields)
	for w := range s.gb.fields {
		at[cb[w]] = w
	}
	n, m := len(s.a.Nodes), len(s.a.Arrows)
	iso := &Isomorphism{}
	for v := range s.ga.fields {
		w, ok := at[ca[v]]
		if !ok {
			return nil, nil
		}
		switch {
		case v < n:
			iso.Nodes = append(iso.Nodes, w)
		case v < n+m:
			iso.Arrows = append(iso.Arrows, w-n)
		default:
			iso.Singlets = append(iso.Singlets, w-n-m)
		}
	}
	undirected := s.a.undirected(s.opt)
	for k, x := range s.a.Arrows {
		y := s.b.Arrows[iso.Arrows[k]]
		if undirected[k] && iso.Nodes[x.Source] == y.Target && iso.Nodes[x.Target] == y.Source {
			iso.Reversed = append(iso.Reversed, k)
			continue
		}
		if iso.Nodes[x.Source] != y.Source || iso.Nodes[x.Target] != y.Target {
			return nil, nil
		}
	}
	ratios := make([]*big.Rat, len(s.b.W))
	for _, term := range s.a.W {
		image := SuperpotentialTerm{}
		for _, x := range term.Word {
			image.Word = append(image.Word, iso.Arrows[x])
		}
		for _, x := range term.Singlets {
			image.Singlets = append(image.Singlets, iso.Singlets[x])
		}
		image.Word = CanonicalRotation(image.Word)
		slices.Sort(image.Singlets)
		i, ok := s.wordsB[termKey(image)]
		if !ok || ratios[i] != nil {
			return nil, nil
		}
		ratios[i] = new(big.Rat).Quo(s.b.W[i].Coefficient, term.Coefficient)
	}
	r, err := s.b.rescaling(s.invariants, ratios)
	if err != nil || !r.Exists {
		return nil, err
	}
	if r.Signs != nil {
		// r.Signs is indexed by the fields of b.
		for _, w := range iso.Arrows {
			iso.Signs = append(iso.Signs, r.Signs[w])
		}
		for _, w := range iso.Singlets {
			iso.Signs = append(iso.Signs, r.Signs[m+w])
		}
	}
	return iso, nil
}
