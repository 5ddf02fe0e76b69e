package duality

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// Benchmark is what a seed gives.
type Benchmark struct {
	Seed uint64
	// Fixtures are those at depth one, then those at depth two, then the pairs that were
	// left whole; each family by family.
	Fixtures []*Fixture
	// Attrition is what was drawn and not kept, in the order of the drawing.
	Attrition []Discard
	// rows of the manifest that the fixtures were read from or written to.
	rows []Row
}

// Discard is one candidate that was not kept, or a whole chain.
type Discard struct {
	Chain  string `json:"chain"`
	Depth  int    `json:"depth"`
	Class  Class  `json:"perturbation_class,omitempty"`
	Index  int    `json:"index"`
	Delta  string `json:"delta,omitempty"`
	Reason string `json:"reason"`
}

// maxDualSize bounds the fields of a dual at depth two.
const maxDualSize = 40

// Generate draws the benchmark of a seed. A chain of mutations is kept if its own pair is
// certified by the verifier, for the interaction and for the judge; a damaged pair if it
// fails for the interaction: one that still certifies (a sign that fields absorb) or that
// could not be decided is discarded, with the reason.
//
// Each family fills its number in turns: class by class, and within a class chain by
// chain, the next damage that is kept, in an order drawn from the seed.
func Generate(ctx context.Context, seed uint64, v Verifier) (*Benchmark, error) {
	list := families()
	type part struct {
		fixtures  []*Fixture
		rows      []Row
		attrition []Discard
	}
	parts := make([][3]part, len(list))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(4)
	for i, f := range list {
		group.Go(func() error {
			for depth := 1; depth <= 2; depth++ {
				g := generator{seed: seed, verifier: v, seen: map[string]bool{}}
				if err := g.family(inner, f, depth); err != nil {
					return err
				}
				parts[i][depth-1] = part{g.fixtures, g.rows, g.attrition}
				if depth == 1 {
					parts[i][2] = part{fixtures: g.whole, rows: g.wholeRows}
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	b := &Benchmark{Seed: seed}
	for k := range 3 {
		for i := range list {
			b.Fixtures = append(b.Fixtures, parts[i][k].fixtures...)
			b.rows = append(b.rows, parts[i][k].rows...)
			b.Attrition = append(b.Attrition, parts[i][k].attrition...)
		}
	}
	return b, nil
}

// generator fills one family at one depth.
type generator struct {
	seed      uint64
	verifier  Verifier
	fixtures  []*Fixture
	rows      []Row
	whole     []*Fixture
	wholeRows []Row
	attrition []Discard
	seen      map[string]bool
}

// supply is a chain with the damages that are still to be tried, by class.
type supply struct {
	chain      chain
	a, dual    *quiver.Theory
	copyCounts bool
	left       map[Class][]quiver.Perturbation
	kept       map[Class]int
}

func (g *generator) family(ctx context.Context, f family, depth int) error {
	quota := f.quota[depth-1]
	if quota == 0 {
		return nil
	}
	chains := f.chains(depth)
	if depth > 1 {
		var err error
		if chains, err = g.distinct(ctx, f, chains); err != nil {
			return err
		}
	}
	var supplies []*supply
	for _, c := range chains {
		s, err := g.supply(ctx, c)
		if err != nil {
			return err
		}
		if s != nil {
			supplies = append(supplies, s)
		}
	}
	for len(g.fixtures) < quota {
		before := len(g.fixtures)
		for _, class := range Classes() {
			for _, s := range supplies {
				if len(g.fixtures) == quota {
					return nil
				}
				if err := g.next(ctx, s, class); err != nil {
					return err
				}
			}
		}
		if len(g.fixtures) == before {
			return fmt.Errorf("duality: family %s at depth %d has %d fixtures, and %d are wanted: its damages are used up", f.name, depth, len(g.fixtures), quota)
		}
	}
	return nil
}

// distinct leaves out the chains that begin with a cell whose own dual is that of an earlier
// cell in other names (nodes that a symmetry of the electric theory exchanges): they lead to
// the same pairs again.
func (g *generator) distinct(ctx context.Context, f family, chains []chain) ([]chain, error) {
	first := map[Cell]*quiver.Theory{}
	var kept []Cell
	drop := map[Cell]bool{}
	for _, cell := range f.cells {
		_, dual, err := chain{cell, []int{cell.Node}}.theories()
		if err != nil {
			return nil, err
		}
		for _, earlier := range kept {
			same, err := isCopy(ctx, first[earlier], dual)
			if err != nil && !errors.Is(err, quiver.ErrUndecided) {
				return nil, err
			}
			drop[cell] = drop[cell] || same
		}
		if !drop[cell] {
			first[cell], kept = dual, append(kept, cell)
		}
	}
	return slices.DeleteFunc(chains, func(c chain) bool {
		if drop[c.cell] {
			g.attrition = append(g.attrition, Discard{Chain: c.id(), Depth: len(c.nodes), Index: -1,
				Reason: "the first step gives the dual of another cell in other names"})
		}
		return drop[c.cell]
	}), nil
}

// supply prepares a chain, or says in the attrition why it is not used.
func (g *generator) supply(ctx context.Context, c chain) (*supply, error) {
	discard := func(reason string) (*supply, error) {
		g.attrition = append(g.attrition, Discard{Chain: c.id(), Depth: len(c.nodes), Index: -1, Reason: reason})
		return nil, nil
	}
	a, dual, err := c.theories()
	if err != nil {
		if len(c.nodes) == 1 {
			return nil, err // the fourteen cells are part of the benchmark
		}
		return discard(err.Error())
	}
	if n := len(dual.Arrows) + len(dual.Singlets); n > maxDualSize {
		return discard(fmt.Sprintf("the dual has %d fields, and at most %d are used", n, maxDualSize))
	}
	same, err := isCopy(ctx, a, dual)
	if err != nil && !errors.Is(err, quiver.ErrUndecided) {
		return nil, err
	}
	switch {
	case err != nil:
		return discard("it could not be decided whether the dual is theory A again")
	case same && len(c.nodes) > 1:
		return discard("the dual is theory A again")
	}
	var certs []claim.Certificate
	for _, p := range []claim.Profile{claim.Interaction, claim.Final} {
		cert, err := g.verifier.CheckPair(ctx, a, dual, p)
		if err != nil {
			return nil, fmt.Errorf("duality: chain %s: %w", c.id(), err)
		}
		certs = append(certs, cert)
		if cert.Verdict != claim.VerdictCertified {
			why := fmt.Sprintf("the pair itself is %s (%s): %s", cert.Verdict, p, cert.Reason)
			if len(c.nodes) == 1 {
				return nil, fmt.Errorf("duality: chain %s: %s", c.id(), why)
			}
			return discard(why)
		}
	}
	s := &supply{chain: c, a: a, dual: dual, copyCounts: same, left: map[Class][]quiver.Perturbation{}, kept: map[Class]int{}}
	for _, class := range Classes() {
		list := damages(dual, class)
		r := rand.New(rand.NewPCG(g.seed, number(c.id(), string(class))))
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		s.left[class] = list
	}
	if len(c.nodes) == 1 {
		whole := &Fixture{ID: c.id() + "_whole", Cell: c.cell, Nodes: c.nodes, A: a, B: dual, Dual: dual, CopyCounts: same}
		row, err := newRow(whole, g.seed, certs[0], g.verifier.Kind())
		if err != nil {
			return nil, err
		}
		g.whole, g.wholeRows = append(g.whole, whole), append(g.wholeRows, row)
	}
	return s, nil
}

// number makes a stream of the seed for each name.
func number(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write([]byte(p))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// next keeps the next damage of a class that breaks the pair, if there is one left.
func (g *generator) next(ctx context.Context, s *supply, class Class) error {
	for len(s.left[class]) > 0 {
		p := s.left[class][0]
		s.left[class] = s.left[class][1:]
		f := &Fixture{
			ID:   fmt.Sprintf("%s_%s_%02d", s.chain.id(), class, s.kept[class]),
			Cell: s.chain.cell, Nodes: s.chain.nodes, Class: class, Index: p.Index, Delta: p.Delta,
			A: s.a, B: presentable(p.Theory, "B"), Dual: s.dual, CopyCounts: s.copyCounts,
		}
		discard := func(reason string) {
			d := Discard{Chain: s.chain.id(), Depth: len(s.chain.nodes), Class: class, Index: p.Index, Reason: reason}
			if p.Delta != nil {
				d.Delta = p.Delta.RatString()
			}
			g.attrition = append(g.attrition, d)
		}
		cert, err := g.verifier.CheckPair(ctx, f.A, f.B, claim.Interaction)
		if err != nil {
			return fmt.Errorf("duality: fixture %s: %w", f.ID, err)
		}
		switch cert.Verdict {
		case claim.VerdictFailed:
		case claim.VerdictCertified:
			discard("the damaged pair still certifies")
			continue
		default:
			discard(fmt.Sprintf("the damaged pair is %s: %s", cert.Verdict, cert.Reason))
			continue
		}
		row, err := newRow(f, g.seed, cert, g.verifier.Kind())
		if err != nil {
			return err
		}
		if g.seen[row.TheoryA+row.TheoryB] {
			discard("the same pair has been kept already")
			continue
		}
		g.seen[row.TheoryA+row.TheoryB] = true
		s.kept[class]++
		g.fixtures, g.rows = append(g.fixtures, f), append(g.rows, row)
		return nil
	}
	return nil
}

// Count is the number of fixtures at a depth by class.
func (b *Benchmark) Count(depth int) map[Class]int {
	n := map[Class]int{}
	for _, f := range b.Fixtures {
		if f.Class != "" && f.Depth() == depth {
			n[f.Class]++
		}
	}
	return n
}

// Find returns the fixture of that id.
func (b *Benchmark) Find(id string) (*Fixture, error) {
	if i := slices.IndexFunc(b.Fixtures, func(f *Fixture) bool { return f.ID == id }); i >= 0 {
		return b.Fixtures[i], nil
	}
	return nil, fmt.Errorf("duality: unknown fixture %q; `assay suites` lists them", cmp.Or(id, "(empty)"))
}
