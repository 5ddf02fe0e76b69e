package code

import (
	"errors"
	"fmt"
	"math/big"
)

// Faults is the code of what can go wrong under X errors when the Z checks of a code are
// measured repeatedly by a faulty instrument: its "qubits" are the fault locations, an X
// on one being a fault there.
//
// Location (t, qubit q), number t·n+q, is a bit flip of q before round t = 0 … rounds−1;
// location (t, check i), number rounds·n + t·m+i, is a wrong outcome of check i in round
// t < rounds−1, the last round being perfect. The Z stabilizers are the detectors, the
// changes of a check's outcome from one round to the next: detector (t, i) has the qubits
// of check i at t and the outcomes (t−1, i) and (t, i). The X stabilizers are the faults
// that go unnoticed and do nothing: first, for t < rounds−1 and each q, the flips (t, q)
// and (t+1, q) with the wrong outcomes at t of the checks on q; then, for each t, the X
// stabilizers of the code. Logical X is that of the code at t = 0, logical Z that of the
// code at all times.
//
// For a toric code its spin model is the three-dimensional random-plaquette gauge model
// of Dennis, Kitaev, Landahl and Preskill (J. Math. Phys. 43 (2002) 4452) and of Wang,
// Harrington and Preskill (Ann. Phys. 303 (2003) 31): spins of the first kind sit on the
// links of the lattice of stars between two rounds, stars on the links along time. A flip
// couples the four links of an upright plaquette (fewer in the first and last round), a
// wrong outcome those of a level one,
// and the product of all generators on the links at one vertex is the identity, which is
// the gauge symmetry. For a repetition code it is the random-bond Ising model in two
// dimensions.
func Faults(c *Code, rounds int) (*Code, error) {
	if !c.CSS() || c.Gauge != nil {
		return nil, errors.New("code: faulty measurement: want a stabilizer code of X checks and Z checks")
	}
	var xs, zs []Pauli
	for _, g := range c.Stabilizers {
		if g.pureX() {
			xs = append(xs, g)
		} else {
			zs = append(zs, g)
		}
	}
	n, m := c.N, len(zs)
	if rounds < 1 || float64(rounds)*float64(n+m) > maxLattice {
		return nil, fmt.Errorf("code: faulty measurement: %d rounds on %d qubits, want at least 1 and at most %d fault locations", rounds, n, maxLattice)
	}
	for _, list := range [][]Pauli{c.LogicalX, c.LogicalZ} {
		for i, g := range list {
			if !g.pureX() && !g.pureZ() {
				return nil, fmt.Errorf("code: faulty measurement: logical operator %d (%s) is neither of X nor of Z alone", i, g.Sparse())
			}
		}
	}
	total := rounds*n + (rounds-1)*m
	qubit := func(t, q int) int { return t*n + q }
	outcome := func(t, i int) int { return rounds*n + t*m + i }
	checksOn := make([][]int, n)
	for i, g := range zs {
		for _, q := range g.Support() {
			checksOn[q] = append(checksOn[q], i)
		}
	}
	f := &Code{Name: fmt.Sprintf("%s, %d rounds", c.Name, rounds), N: total}
	for t := range rounds - 1 {
		for q := range n {
			loop := []int{qubit(t, q), qubit(t+1, q)}
			for _, i := range checksOn[q] {
				loop = append(loop, outcome(t, i))
			}
			f.Stabilizers = append(f.Stabilizers, OnX(total, loop...))
		}
	}
	at := func(t int, g Pauli) (list []int) {
		for _, q := range g.Support() {
			list = append(list, qubit(t, q))
		}
		return list
	}
	for t := range rounds {
		for _, g := range xs {
			f.Stabilizers = append(f.Stabilizers, OnX(total, at(t, g)...))
		}
	}
	for t := range rounds {
		for i, g := range zs {
			list := at(t, g)
			if t > 0 {
				list = append(list, outcome(t-1, i))
			}
			if t < rounds-1 {
				list = append(list, outcome(t, i))
			}
			f.Stabilizers = append(f.Stabilizers, OnZ(total, list...))
		}
	}
	for i, x := range c.LogicalX {
		z := c.LogicalZ[i]
		if x.pureZ() {
			x, z = z, x
		}
		var always []int
		for t := range rounds {
			always = append(always, at(t, z)...)
		}
		f.LogicalX = append(f.LogicalX, OnX(total, at(0, x)...))
		f.LogicalZ = append(f.LogicalZ, OnZ(total, always...))
	}
	return f, nil
}

// FaultNoise flips every qubit with probability p before each round and falsifies every
// outcome with probability q, on the locations of Faults(c, rounds). The couplings are
// ½ ln((1−p)/p) for flips and ½ ln((1−q)/q) for outcomes.
func FaultNoise(c *Code, rounds int, p, q *big.Rat) (*Noise, error) {
	checks := 0
	for _, g := range c.Stabilizers {
		if !g.pureX() {
			checks++
		}
	}
	if rounds < 1 || float64(rounds)*float64(c.N+checks) > maxLattice {
		return nil, fmt.Errorf("code: faulty measurement: %d rounds on %d qubits, want at least 1 and at most %d fault locations", rounds, c.N, maxLattice)
	}
	var rates []*big.Rat
	for range rounds * c.N {
		rates = append(rates, p)
	}
	for range (rounds - 1) * checks {
		rates = append(rates, q)
	}
	nz, err := BitFlips(rates)
	return nz.named(err, fmt.Sprintf("bit flips p = %s, wrong outcomes q = %s", ratText(p), ratText(q)),
		"βJ = ½ ln((1−p)/p) on qubits, ½ ln((1−q)/q) on outcomes")
}
