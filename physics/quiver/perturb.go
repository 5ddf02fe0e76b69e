package quiver

import "math/big"

// A Perturbation is one small change of a theory that breaks what it had: the class, the
// place, and the theory after it.
type Perturbation struct {
	Class string // "drop_w_term", "flip_w_sign", "r_charge_perturb", "rank_perturb"
	// Index is the term, field (in the order of Charges) or node that was changed.
	Index int
	// Delta is the change of an R-charge or of a rank.
	Delta  *big.Rat
	Theory *Theory
}

// Drops are the theories with one term of W left out, in the order of the terms.
func (t *Theory) Drops() []Perturbation {
	var list []Perturbation
	for i := range t.W {
		c := t.Clone()
		c.W = append(c.W[:i], c.W[i+1:]...)
		list = append(list, Perturbation{Class: "drop_w_term", Index: i, Theory: c})
	}
	return list
}

// Flips are the theories with the sign of one term of W changed.
func (t *Theory) Flips() []Perturbation {
	var list []Perturbation
	for i := range t.W {
		c := t.Clone()
		c.W[i].Coefficient.Neg(c.W[i].Coefficient)
		list = append(list, Perturbation{Class: "flip_w_sign", Index: i, Theory: c})
	}
	return list
}

// RShifts are the theories with the R-charge of one field shifted by one of the deltas.
func (t *Theory) RShifts(deltas ...*big.Rat) []Perturbation {
	var list []Perturbation
	for k := range len(t.Arrows) + len(t.Singlets) {
		for _, d := range deltas {
			c := t.Clone()
			r := c.RCharges()
			r[k].Add(r[k], d)
			c.SetRCharges(r)
			list = append(list, Perturbation{Class: "r_charge_perturb", Index: k, Delta: new(big.Rat).Set(d), Theory: c})
		}
	}
	return list
}

// RankShifts are the theories with the rank of one node changed by one of the deltas; those
// that would fall below SU(2) are left out. A label SU(N)_v follows its rank.
func (t *Theory) RankShifts(deltas ...int) []Perturbation {
	var list []Perturbation
	for v := range t.Nodes {
		for _, d := range deltas {
			if t.Nodes[v].Rank+d < 2 {
				continue
			}
			c := t.Clone()
			forced := c.Nodes[v].Label == nodeLabel(c.Nodes[v].Rank, v)
			c.Nodes[v].Rank += d
			if forced {
				c.Nodes[v].Label = nodeLabel(c.Nodes[v].Rank, v)
			}
			list = append(list, Perturbation{Class: "rank_perturb", Index: v, Delta: big.NewRat(int64(d), 1), Theory: c})
		}
	}
	return list
}
