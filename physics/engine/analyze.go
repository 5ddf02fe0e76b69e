package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/assay-physics/assay/physics/action"
	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/spin"
)

// Analysis is why a partition function is tractable, or why nothing here makes it so.
type Analysis struct {
	Kind  string `json:"kind"`
	Sites int    `json:"sites"`
	// Structure holds the facts about a spin model with their witnesses; every one of
	// them has been checked by code that does not share the finder's.
	Structure *spin.Structure `json:"structure,omitempty"`
	// Facts are the findings in words.
	Facts []string `json:"facts"`
	// Class is the tractable class of the exact plan whose cost grows least with the size
	// of such models, and Complexity that cost in the number n of sites, as the benchmark
	// of mappings names them; no_efficient_known where every one grows exponentially.
	Class      string `json:"class"`
	Complexity string `json:"complexity"`
	// Plans apply, cheapest first; Refused do not.
	Plans   []Plan    `json:"plans"`
	Refused []Refusal `json:"refused,omitempty"`
	// Mapping is the way to that plan in steps that can be replayed, for spin
	// models of at most MaxMappingSites sites; Argument is the same in words.
	Mapping  []action.Step `json:"mapping,omitempty"`
	Argument []string      `json:"argument"`
}

// MaxMappingSites bounds the models whose mapping is written out step by step.
const MaxMappingSites = 20000

// Analyze finds the structure of a model and the plans that it permits.
func Analyze(ctx context.Context, s *System, o Options) (Analysis, error) {
	a := Analysis{Kind: s.Kind, Sites: s.Sites()}
	if s.Spin != nil {
		if err := s.Spin.Validate(); err != nil {
			return Analysis{}, err
		}
		m, first := s.Spin.Merged()
		st, err := spin.Analyze(m)
		if err != nil {
			return Analysis{}, err
		}
		if err := spin.CheckStructure(m, st); err != nil {
			return Analysis{}, fmt.Errorf("engine: a witness does not hold: %w", err)
		}
		if first != nil { // the witness names terms of the file
			for _, v := range st.Kernel.Basis {
				for i := range v {
					v[i] = first[v[i]]
				}
			}
		}
		a.Structure = &st
		a.Facts = facts(st)
	}
	if err := ctx.Err(); err != nil {
		return Analysis{}, err
	}
	var err error
	o.all = s.Sites() <= largeSites
	if a.Plans, a.Refused, err = Plans(s, o); err != nil {
		return Analysis{}, err
	}
	a.Class, a.Complexity = "no_efficient_known", "O(2^n)"
	chosen := best(a.Plans, o)
	if chosen != nil && chosen.growth != exponential {
		a.Class, a.Complexity = chosen.Class, chosen.Complexity
	}
	switch {
	case s.Spin != nil && chosen != nil:
		if a.Mapping, a.Argument, err = mapping(s.Spin, a.Structure, *chosen); err != nil {
			return Analysis{}, err
		}
	case s.Closed != nil:
		if q, ok := s.Closed.(*chain.Model); ok && q.N <= MaxMappingSites {
			w := walk{state: action.Quantum{Model: q}}
			// A chain without free fermions has no step; its own words say why.
			if w.do(&action.JordanWigner{}, true) == nil {
				a.Mapping, a.Argument = w.steps, w.words
			}
		}
		a.Argument = append(a.Argument, s.Closed.Explain()...)
	}
	if chosen != nil && len(a.Argument) > 0 && s.Closed != nil {
		a.Argument = append(a.Argument, fmt.Sprintf("%s: about 2^%.0f steps.", chosen.Name, chosen.Log2Cost)) // the reason stands above
	} else if chosen != nil {
		a.Argument = append(a.Argument, fmt.Sprintf("%s: %s (about 2^%.0f steps).", chosen.Name, chosen.Reason, chosen.Log2Cost))
	} else {
		a.Argument = append(a.Argument, "No exact evaluator is within the budget; ln Z can only be estimated.")
	}
	return a, nil
}

// best is the exact plan whose cost grows least with the size of such models, and of
// several the cheapest here.
func best(plans []Plan, o Options) *Plan {
	var chosen *Plan
	for i := range plans {
		p := &plans[i]
		if p.Method != Estimate && p.Log2Cost <= o.maxLog2Cost() && (chosen == nil || p.growth < chosen.growth) {
			chosen = p
		}
	}
	return chosen
}

// facts says a structure in words.
func facts(s spin.Structure) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	say("%d sites, %d bonds, %s", s.N, s.Edges, plural(s.Components, "component"))
	if s.MaxOrder > 2 {
		say("terms of up to %d spins", s.MaxOrder)
	}
	if s.Field {
		say("site fields")
	} else {
		if s.MaxOrder <= 2 {
			say("no site fields: H is unchanged by s → −s")
		} else {
			say("no site fields")
		}
	}
	switch {
	case s.Lattice != nil && s.Lattice.Torus:
		say("the bonds are a %d×%d torus (isomorphism checked edge by edge; rotation system of genus 1)", s.Lattice.Rows, s.Lattice.Cols)
	case s.Lattice != nil:
		say("the bonds are an open %d×%d grid (isomorphism checked edge by edge)", s.Lattice.Rows, s.Lattice.Cols)
	case s.Chain != nil:
		say("the bonds form one open path")
	}
	if s.Planar {
		say("planar (rotation system of genus 0)")
	} else if s.Kuratowski != nil {
		say("not planar (subdivision of %s on branch sites %v)", s.Kuratowski.Kind, s.Kuratowski.Branch)
	}
	if s.Balanced {
		flips := 0
		for _, x := range s.Switching {
			if x < 0 {
				flips++
			}
		}
		if flips == 0 {
			say("no negative coupling")
		} else {
			say("the signs can be gauged away (flip %s)", plural(flips, "site"))
		}
	} else {
		say("frustrated (the cycle %s has a negative product of couplings)", some(s.FrustratedCycle))
	}
	if s.Bipartite {
		say("bipartite")
	} else {
		say("not bipartite (odd cycle %s)", some(s.OddCycle))
	}
	if s.RankOne != nil {
		say("all sites are joined with J = c·ξξ, c = %g", s.RankOne.C)
	}
	say("treewidth between %d (%s) and %d (elimination order)", s.WidthLower, s.WidthLowerBy, s.Width)
	return out
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// some prints the beginning of a long list.
func some(list []int) string {
	const most = 12
	if len(list) <= most {
		return fmt.Sprint(list)
	}
	return strings.TrimSuffix(fmt.Sprint(list[:most]), "]") + fmt.Sprintf(" … %d sites]", len(list))
}
