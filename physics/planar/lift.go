package planar

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
)

// A Pfaffian that vanishes, or nearly so, says nothing about its own error, and that
// happens all the time: to the doubly periodic structure at a critical point, to a
// correlation that is zero by symmetry, to dimers on an even torus. But a Pfaffian is
// linear in every entry, and so the mean of its values with one entry raised and lowered
// by the same amount. These two are as large as other Pfaffians, and their errors are
// known; where two dimensions are missing, two entries have to move.

// lift is a change of the entry of one edge.
type lift struct {
	edge int32
	by   float64
}

// largest is the largest logarithm among numbers that are known, nil if there is none.
func largest(lists [][]logNumber) *big.Float {
	var top *big.Float
	for _, list := range lists {
		for _, r := range list {
			if r.sign != 0 && !r.unknown() && (top == nil || r.log.Cmp(top) > 0) {
				top = r.log
			}
		}
	}
	return top
}

// vanishing reports whether a number is not known and looks like nothing beside top.
func vanishing(r logNumber, top *big.Float) bool {
	if !r.unknown() || top == nil {
		return false
	}
	if r.sign == 0 {
		return true
	}
	const far = 5
	d, _ := new(big.Float).Sub(top, r.log).Float64()
	return d > far
}

// liftOf is a power of two well above the size of an entry.
func liftOf(entry float64) float64 {
	return math.Ldexp(4, max(math.Ilogb(math.Abs(entry)), 0))
}

// liftedSum finds edges for which all the lifted values are known, and returns them,
// divided by their number, as a sum for the Pfaffian; direct alone if there are none.
// Three edges are tried and then a dozen pairs, spread over the list as by chance: on a
// lattice, edges at regular distances may all miss the same null vector.
func liftedSum(edges []int32, entry func(int32) float64, direct logNumber, p *precise.Context, evaluate func([]lift) (logNumber, error)) ([]logNumber, error) {
	n := len(edges)
	if n == 0 {
		return []logNumber{direct}, nil
	}
	state := uint64(n)
	pick := func() int {
		state++
		return int(modelfile.SplitMix64(1, state) % uint64(n))
	}
	sets := [][]int{{0}, {pick()}, {pick()}}
	const pairs = 12
	for range pairs {
		sets = append(sets, []int{pick(), pick()})
	}
	for _, set := range sets {
		if len(set) == 2 && set[0] == set[1] {
			continue
		}
		list := make([]logNumber, 0, 1<<len(set))
		for x := range 1 << len(set) {
			lifts := make([]lift, len(set))
			for i, j := range set {
				k := edges[j]
				lifts[i] = lift{k, liftOf(entry(k))}
				if x>>i&1 == 1 {
					lifts[i].by = -lifts[i].by
				}
			}
			r, err := evaluate(lifts)
			if err != nil {
				return nil, err
			}
			if r.unknown() {
				break
			}
			if r.sign != 0 {
				shift := p.Int(int64(-len(set)))
				r.log = p.New().Add(r.log, shift.Mul(shift, p.Ln2))
				size, _ := r.log.Float64()
				r.bound += (1 + math.Abs(size)) * ulps(p, 1)
			}
			list = append(list, r)
		}
		if len(list) == 1<<len(set) {
			return list, nil
		}
	}
	return []logNumber{direct}, nil
}
