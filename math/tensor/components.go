package tensor

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// refutations and proofs are how many components at how many points are tried.
const (
	refutations = 40
	proofPoints = 3
)

// compareComponents evaluates a difference of normal forms. It finds a witness, or shows
// that every component vanishes at several points; ok is false where there are no
// components to evaluate.
func (e *engine) compareComponents(a, b, diff sum) (Result, bool) {
	if !evaluable(diff) {
		return Result{}, false
	}
	dims := e.trialDimensions()
	for i, d := range dims {
		pt := e.newPoint(uint64(i+1), d, false)
		res, found := e.witness(pt, a, b, diff)
		if e.err != nil {
			return e.givenUp(), true
		}
		if found {
			return res, true
		}
	}
	points := 0
	for i, d := range dims {
		for k := range proofPoints {
			pt := e.newPoint(uint64(100+10*i+k), d, true)
			at, key, ok := e.nonzeroComponent(pt, diff)
			if e.err != nil {
				return e.givenUp(), true
			}
			if at != nil {
				return e.witnessed(pt, a, b, freeLabels(diff), at, key), true
			}
			if !ok {
				return Result{Verdict: Undecided, Method: "components", Message: "the components of the difference could not be decided"}, true
			}
			points++
			if len(pt.used) == 0 { // nothing was random: every component is zero
				break
			}
		}
	}
	return Result{Verdict: Equal, Method: "components", Message: "all components agree exactly at random integer values",
		Evidence: map[string]string{"points": strconv.Itoa(points)}}, true
}

// trialDimensions are the declared dimensions, or several numbers for a symbol.
func (e *engine) trialDimensions() [][spaceCount]int {
	base := e.dimNumber
	var out [][spaceCount]int
	for s := range spaceCount {
		if s == adjoint || s == fundamental || base[s] != 0 {
			continue
		}
		for _, n := range []int{5, 4, 3} {
			d := base
			d[s] = n
			out = append(out, d)
		}
	}
	if out == nil {
		out = append(out, base)
	}
	return out
}

// evaluable says that a sum has components: no operators and states, which are free, and
// no indices of a group.
func evaluable(s sum) bool {
	for _, t := range s {
		ok := true
		t.eachLabel(func(l *label) { ok = ok && l.space != adjoint && l.space != fundamental })
		for _, l := range t.word {
			switch l.kind {
			case gammaLetter, gamma5Letter, cliffordLetter, pauliLetter, spinorLetter:
			default:
				ok = false
			}
		}
		if !ok {
			return false
		}
	}
	return true
}

// freeLabels lists the free indices of a sum, which all its terms share, with the open
// vector index last.
func freeLabels(s sum) []label {
	seen := map[label]bool{}
	var out []label
	if len(s) == 0 {
		return nil
	}
	s[0].eachLabel(func(l *label) {
		if (l.kind == freeIndex || l.kind == openVector) && l.space != adjoint && !seen[*l] {
			seen[*l] = true
			out = append(out, *l)
		}
	})
	slices.SortFunc(out, func(a, b label) int { return strings.Compare(a.name, b.name) })
	return out
}

// fixed puts component numbers in place of free indices.
func fixed(s sum, free []label, at []int) sum {
	out := cloneSum(s)
	for i := range out {
		out[i].eachLabel(func(l *label) {
			for k, f := range free {
				if *l == f {
					*l = label{kind: numberLabel, space: f.space, id: at[k]}
				}
			}
		})
	}
	return out
}

// witness looks for a component that differs.
func (e *engine) witness(p *point, a, b, diff sum) (Result, bool) {
	free := freeLabels(diff)
	rng := rand.New(rand.NewPCG(p.seed, 77))
	tries := refutations
	if len(free) == 0 {
		tries = 1
	}
	for range tries {
		at := make([]int, len(free))
		for k, f := range free {
			at[k] = p.first(f.space) + rng.IntN(max(p.dims[f.space], 1))
		}
		values, ok := p.evaluate(fixed(diff, free, at))
		if !ok || e.err != nil {
			return Result{}, false
		}
		for _, key := range sortedKeys(values) {
			if zero, known := e.isZero(values[key]); zero || !known {
				continue
			}
			return e.witnessed(p, a, b, free, at, key), true
		}
	}
	return Result{}, false
}

func (e *engine) witnessed(p *point, a, b sum, free []label, at []int, key string) Result {
	clear(p.used)
	left, _ := p.evaluate(fixed(a, free, at))
	right, _ := p.evaluate(fixed(b, free, at))
	if e.err != nil {
		return e.givenUp()
	}
	if e.unused != "" {
		return Result{Verdict: Undecided, Method: "components", Message: "different, unless the relation " + e.unused + " makes them equal"}
	}
	evidence := map[string]string{"reference": e.polyText(left[key]), "candidate": e.polyText(right[key])}
	var where []string
	for k, f := range free {
		where = append(where, f.String()+" = "+strconv.Itoa(at[k]))
	}
	if len(where) > 0 {
		evidence["component"] = strings.Join(where, ", ")
	}
	if key != "" {
		evidence["basis"] = key
	}
	var assigned []string
	for _, name := range sortedKeys(p.used) {
		assigned = append(assigned, name+" = "+p.used[name].RatString())
	}
	if len(assigned) > 0 {
		evidence["assignment"] = strings.Join(assigned, ", ")
	}
	if e.ctx.Dimension != nil && e.dimNumber[lorentz] == 0 {
		evidence["dimension"] = strconv.Itoa(p.dims[lorentz])
	}
	message := "the values " + evidence["reference"] + " and " + evidence["candidate"] + " differ"
	if len(where) > 0 {
		message = "the component " + evidence["component"] + " differs: " + evidence["reference"] + " and " + evidence["candidate"]
	}
	return Result{Verdict: Different, Method: "components", Message: message, Evidence: evidence}
}

// nonzeroComponent goes through all components of s; ok says that all are zero, at is nil
// also if that is not known.
func (e *engine) nonzeroComponent(p *point, s sum) (at []int, key string, ok bool) {
	free := freeLabels(s)
	at = make([]int, len(free))
	for k, f := range free {
		at[k] = p.first(f.space)
	}
	for {
		if left := nontrivial(s, free, at); len(left) > 0 {
			values, ok := p.evaluate(fixed(left, free, at))
			if !ok || e.err != nil {
				return nil, "", false
			}
			for _, key := range sortedKeys(values) {
				switch zero, known := e.isZero(values[key]); {
				case !known:
					return nil, "", false
				case !zero:
					return at, key, true
				}
			}
		}
		k := 0
		for ; k < len(at); k++ {
			if at[k]++; at[k] < p.first(free[k].space)+p.dims[free[k].space] {
				break
			}
			at[k] = p.first(free[k].space)
		}
		if k == len(at) {
			return nil, "", true
		}
	}
}
