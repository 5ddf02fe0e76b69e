package quiver

import (
	"fmt"
	"math/big"
	"slices"
)

// NodeAnomaly is what decides whether the gauge group of one node is consistent.
//
// For N ≥ 3 it is the cubic anomaly: bifundamentals that end at the node are fundamentals
// with the multiplicity of the other rank, those that leave it antifundamentals, so that
// ΣIn = ΣOut is asked for; adjoints are real and do not contribute. SU(2) has no cubic
// anomaly; there the number of doublets must be even (Witten, Phys. Lett. B 117 (1982) 324),
// counted as Σ 2T over the Weyl fermions: an adjoint and the gaugino count 4 each and never
// change the parity.
type NodeAnomaly struct {
	Node    int
	Label   string
	Rank    int
	In, Out int // fundamentals and antifundamentals; adjoints left out
	Loops   int
	// Doublets is Σ 2T of the matter of an SU(2) node, 0 for other ranks.
	Doublets int
}

// SU2 reports whether Witten's anomaly is the one that is judged.
func (a NodeAnomaly) SU2() bool { return a.Rank == 2 }

// Cancels reports whether the node has no anomaly.
func (a NodeAnomaly) Cancels() bool {
	if a.SU2() {
		return a.Doublets%2 == 0
	}
	return a.In == a.Out
}

// String is what a report says of the node.
func (a NodeAnomaly) String() string {
	if a.SU2() {
		return fmt.Sprintf("node %s: %d doublets", a.Label, a.Doublets)
	}
	return fmt.Sprintf("node %s: Σ_in = %d, Σ_out = %d", a.Label, a.In, a.Out)
}

// GaugeAnomalies are the anomalies of the gauge group, node by node.
func (t *Theory) GaugeAnomalies() []NodeAnomaly {
	list := make([]NodeAnomaly, len(t.Nodes))
	for v, n := range t.Nodes {
		list[v] = NodeAnomaly{Node: v, Label: n.Label, Rank: n.Rank}
	}
	for _, a := range t.Arrows {
		if a.IsLoop() {
			list[a.Source].Loops++
			continue
		}
		list[a.Target].In += t.Nodes[a.Source].Rank
		list[a.Source].Out += t.Nodes[a.Target].Rank
	}
	for v := range list {
		if list[v].SU2() {
			list[v].Doublets = list[v].In + list[v].Out + 4*list[v].Loops
		}
	}
	return list
}

// Charges of the superfields under one U(1): those of the arrows, then of the singlets.
type Charges []*big.Rat

// RCharges are the R-charges that t encodes.
func (t *Theory) RCharges() Charges {
	n := len(t.Arrows)
	q := newCharges(n + len(t.Singlets))
	for k, a := range t.Arrows {
		q[k].Set(a.R)
	}
	for k, s := range t.Singlets {
		q[n+k].Set(s.R)
	}
	return q
}

// SetRCharges makes r the R-charges of t, which must be the caller's own.
func (t *Theory) SetRCharges(r Charges) {
	for k := range t.Arrows {
		t.Arrows[k].R = cloneRat(r[k])
	}
	for k := range t.Singlets {
		t.Singlets[k].R = cloneRat(r[len(t.Arrows)+k])
	}
}

// RAnomalies are the coefficients of the SU(N)² U(1)_R anomalies, node by node:
// N + N Σ_loops (R − 1) + ½ Σ_bifundamentals N' (R − 1), zero where U(1)_R is anomaly-free.
func (t *Theory) RAnomalies() []*big.Rat { return t.rAnomalies(t.RCharges()) }

func (t *Theory) rAnomalies(r Charges) []*big.Rat {
	one := big.NewRat(1, 1)
	q := newCharges(len(r))
	for k := range q {
		q[k].Sub(r[k], one)
	}
	list := t.MixedAnomalies(q)
	x := new(big.Rat)
	for v, n := range t.Nodes {
		list[v].Add(list[v], x.SetInt64(int64(n.Rank)))
	}
	return list
}

// MixedAnomalies are the coefficients Σ T q of the SU(N)² U(1) anomalies of the fermions
// with charges q, with T(fundamental) = ½ and T(adjoint) = N. For a flavour symmetry the
// fermions have the charges of the superfields.
func (t *Theory) MixedAnomalies(q Charges) []*big.Rat {
	if n := numeratorsOf(q); n.small != nil && n.largest < 1<<30 && len(t.Arrows) <= MaxArrows && t.ranksAreSmall() {
		return t.smallMixedAnomalies(n)
	}
	list := make([]*big.Rat, len(t.Nodes))
	for v := range list {
		list[v] = new(big.Rat)
	}
	x := new(big.Rat)
	for k, a := range t.Arrows {
		s, e := t.Nodes[a.Source].Rank, t.Nodes[a.Target].Rank
		if a.IsLoop() {
			list[a.Source].Add(list[a.Source], x.Mul(q[k], big.NewRat(int64(s), 1)))
			continue
		}
		list[a.Source].Add(list[a.Source], x.Mul(q[k], big.NewRat(int64(e), 2)))
		list[a.Target].Add(list[a.Target], x.Mul(q[k], big.NewRat(int64(s), 2)))
	}
	return list
}

func (t *Theory) ranksAreSmall() bool {
	return !slices.ContainsFunc(t.Nodes, func(n Node) bool { return n.Rank > MaxRank })
}

// smallMixedAnomalies is the same on machine integers: charges below 2³⁰, ranks of at most
// 2²⁰ and 2¹⁰ arrows.
func (t *Theory) smallMixedAnomalies(q numerators) []*big.Rat {
	sum := make([]int64, len(t.Nodes)) // twice the anomaly
	list := make([]*big.Rat, len(t.Nodes))
	for k, a := range t.Arrows {
		s, e := int64(t.Nodes[a.Source].Rank), int64(t.Nodes[a.Target].Rank)
		if a.IsLoop() {
			sum[a.Source] += 2 * s * q.small[k]
			continue
		}
		sum[a.Source] += e * q.small[k]
		sum[a.Target] += s * q.small[k]
	}
	for v := range list {
		list[v] = big.NewRat(sum[v], 2*q.denominator)
	}
	return list
}

// dims are the numbers of components of the fields, in the order of Charges.
func (t *Theory) dims() []int64 {
	d := make([]int64, 0, len(t.Arrows)+len(t.Singlets))
	for k := range t.Arrows {
		d = append(d, int64(t.Dim(k)))
	}
	for range t.Singlets {
		d = append(d, 1)
	}
	return d
}

// gauginos is the dimension of the gauge group.
func (t *Theory) gauginos() *big.Rat {
	sum := new(big.Rat)
	for _, n := range t.Nodes {
		sum.Add(sum, big.NewRat(int64(n.Rank)*int64(n.Rank)-1, 1))
	}
	return sum
}

// Traces are Tr R and Tr R³ over the fermions, gauginos included.
func (t *Theory) Traces() (trR, trR3 *big.Rat) {
	h := t.Hooft(t.RCharges(), nil)
	return h.R, h.RRR
}

// TrialCentralCharges are a = 3/32 (3 Tr R³ − Tr R) and c = 1/32 (9 Tr R³ − 5 Tr R) of the
// encoded R (Anselmi, Freedman, Grisaru, Johansen, hep-th/9708042); they are those of the
// fixed point if that R is the superconformal one.
func (t *Theory) TrialCentralCharges() (a, c *big.Rat) {
	trR, trR3 := t.Traces()
	combine := func(cubic, linear, over int64) *big.Rat {
		x := new(big.Rat).Mul(big.NewRat(cubic, over), trR3)
		return x.Sub(x, new(big.Rat).Mul(big.NewRat(linear, over), trR))
	}
	return combine(9, 3, 32), combine(9, 5, 32)
}
