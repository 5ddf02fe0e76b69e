package seiberg

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-physics/assay/physics/quiver"
)

// ExploreOptions bound a search over duals.
type ExploreOptions struct {
	// Depth is the largest number of dualizations.
	Depth int
	// MaxTheories and MaxFields end the search in breadth and leave out theories that are
	// too large; 0 are defaults of 200 and 120.
	MaxTheories, MaxFields int
	// Equal says when two duals are the same.
	Equal quiver.IsomorphismOptions
}

// Explored are the theories that sequences of dualizations lead to, each once.
type Explored struct {
	Theories []Found // in the order of the search; the first is the start
	Links    []Link
	// Complete says that no theory was left out because of MaxTheories or MaxFields.
	Complete bool
}

// Found is one theory of a search.
type Found struct {
	Theory *quiver.Theory
	Depth  int
	// Path are the nodes that were dualized to arrive here first, Parent the theory before
	// the last of them (−1 for the start).
	Path   []int
	Parent int
	// Map gives the charges in terms of those of the start.
	Map SymmetryMap
	// Digest is equal for equal theories (a fingerprint, see quiver.Theory.Fingerprint).
	Digest string
}

// Ranks are the ranks of the nodes.
func (f *Found) Ranks() []int {
	list := make([]int, len(f.Theory.Nodes))
	for i, n := range f.Theory.Nodes {
		list[i] = n.Rank
	}
	return list
}

// Link is one dualization: of node Node of theory From. It leads to theory To, or nowhere
// (To = −1) because of Err: a *Refusal, or a limit. Tree marks the links by which theories
// were first found.
type Link struct {
	From, Node, To int
	Tree           bool
	Err            error
}

// ErrLimit is the error of a link that a limit of the search cut.
var ErrLimit = errors.New("left out")

// Explore searches the duals of t breadth first, nodes in ascending order. Links from
// theories at the full depth are not followed. Where it cannot be decided whether two
// theories are the same they count as different.
func Explore(ctx context.Context, t *quiver.Theory, opt ExploreOptions) (*Explored, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if opt.MaxTheories == 0 {
		opt.MaxTheories = 200
	}
	if opt.MaxFields == 0 {
		opt.MaxFields = 120
	}
	s := &exploration{opt: opt, out: &Explored{Complete: true}, byDigest: make(map[string][]int)}
	s.add(Found{Theory: t, Parent: -1, Map: identityMap(len(t.Arrows) + len(t.Singlets)), Digest: t.Fingerprint(opt.Equal)})
	for i := 0; i < len(s.out.Theories); i++ {
		if s.out.Theories[i].Depth == opt.Depth {
			break
		}
		for v := range t.Nodes {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			link, err := s.step(ctx, i, v)
			if err != nil {
				return nil, err
			}
			s.out.Links = append(s.out.Links, link)
		}
	}
	return s.out, nil
}

type exploration struct {
	opt      ExploreOptions
	out      *Explored
	byDigest map[string][]int
}

func (s *exploration) add(f Found) int {
	i := len(s.out.Theories)
	s.out.Theories = append(s.out.Theories, f)
	s.byDigest[f.Digest] = append(s.byDigest[f.Digest], i)
	return i
}

func (s *exploration) step(ctx context.Context, i, v int) (Link, error) {
	from := s.out.Theories[i]
	link := Link{From: i, Node: v, To: -1}
	d, err := Dualize(from.Theory, v, Options{SkipBare: true})
	if err != nil {
		var refusal *Refusal
		var intractable *IntractableError
		if errors.As(err, &refusal) || errors.As(err, &intractable) {
			link.Err = err
			return link, nil
		}
		return link, err
	}
	if n := len(d.Theory.Arrows) + len(d.Theory.Singlets); n > s.opt.MaxFields {
		s.out.Complete = false
		link.Err = fmt.Errorf("the dual has %d fields, more than %d: %w", n, s.opt.MaxFields, ErrLimit)
		return link, nil
	}
	digest := d.Theory.Fingerprint(s.opt.Equal)
	for _, j := range s.byDigest[digest] {
		iso, err := quiver.FindIsomorphism(ctx, d.Theory, s.out.Theories[j].Theory, s.opt.Equal)
		if err != nil && !errors.Is(err, quiver.ErrUndecided) {
			return link, err
		}
		if iso != nil {
			link.To = j
			return link, nil
		}
	}
	if len(s.out.Theories) == s.opt.MaxTheories {
		s.out.Complete = false
		link.Err = fmt.Errorf("there are %d theories already: %w", s.opt.MaxTheories, ErrLimit)
		return link, nil
	}
	link.Tree = true
	link.To = s.add(Found{
		Theory: d.Theory, Depth: from.Depth + 1, Parent: i, Digest: digest,
		Path: append(append([]int{}, from.Path...), v), Map: from.Map.Then(d.Map),
	})
	return link, nil
}

func identityMap(n int) SymmetryMap {
	m := make(SymmetryMap, n)
	for k := range m {
		m[k] = unit(k)
	}
	return m
}
