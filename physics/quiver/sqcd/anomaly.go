package sqcd

import (
	"math/big"
)

// GaugeAnomaly is what must vanish for the gauge theory to exist.
type GaugeAnomaly struct {
	// Fundamentals and Antifundamentals are Σ A(F) over fields of either sign; the cubic
	// anomaly is their difference. SU(2) has none.
	Fundamentals, Antifundamentals *big.Int
	// Doublets is Σ 2T over the fields of an SU(2) theory, odd when it has Witten's
	// anomaly (Phys. Lett. B117 (1982) 324); nil for a larger group.
	Doublets *big.Int
}

// Vanishes reports whether the theory is free of it.
func (a GaugeAnomaly) Vanishes() bool {
	if a.Doublets != nil {
		return a.Doublets.Bit(0) == 0
	}
	return a.Fundamentals.Cmp(a.Antifundamentals) == 0
}

// GaugeAnomaly counts the gauge anomaly.
func (t *Theory) GaugeAnomaly() GaugeAnomaly {
	a := GaugeAnomaly{Fundamentals: new(big.Int), Antifundamentals: new(big.Int)}
	doublets := new(big.Rat)
	for _, f := range t.Fields {
		flavours := mul(f.Left.dim(t.Flavours), f.Right.dim(t.Flavours))
		switch f.Gauge {
		case Fundamental:
			a.Fundamentals.Add(a.Fundamentals, flavours.Num())
		case Antifundamental:
			a.Antifundamentals.Add(a.Antifundamentals, flavours.Num())
		case Singlet, Adjoint: // real
		}
		doublets.Add(doublets, mul(integer(2), mul(f.Gauge.index(2), flavours)))
	}
	if t.Rank == 2 {
		a.Doublets = doublets.Num()
	}
	return a
}

// MixedAnomalies are SU(N)² U(1)_B and SU(N)² U(1)_R, which must vanish for the symmetries
// to be there: Σ T(F) B(F) dim and N + Σ T(F) (R(F) − 1) dim over the fields.
func (t *Theory) MixedAnomalies() (b, r *big.Rat) {
	b, r = new(big.Rat), integer(t.Rank)
	for _, f := range t.Fields {
		w := mul(f.Gauge.index(t.Rank), mul(f.Left.dim(t.Flavours), f.Right.dim(t.Flavours)))
		b.Add(b, mul(w, f.B))
		r.Add(r, mul(w, sub(f.R, integer(1))))
	}
	return b, r
}

// Coefficient is one entry of a 't Hooft table.
type Coefficient struct {
	Name  string
	Value *big.Rat
	// Modulus 2 for Witten's anomaly of an SU(2) flavour group, which is a parity; 0
	// otherwise.
	Modulus int
}

// Equal compares two coefficients, modulo Modulus where there is one.
func (c Coefficient) Equal(d Coefficient) bool {
	if c.Modulus == 0 {
		return c.Value.Cmp(d.Value) == 0
	}
	diff := sub(c.Value, d.Value)
	return diff.IsInt() && new(big.Int).Mod(diff.Num(), big.NewInt(int64(c.Modulus))).Sign() == 0
}

// Names of the abelian and the gravitational entries of a 't Hooft table.
const (
	GravityB = "grav² U(1)_B"
	GravityR = "grav² U(1)_R"
	CubicR   = "U(1)_R³"
)

// THooft is the table of the anomaly coefficients of the global symmetry ('t Hooft, in
// Recent developments in gauge theories, 1980). The flavour factors contribute from
// SU(3) on; SU(2) has Witten's parity instead of a cubic anomaly.
func (t *Theory) THooft() []Coefficient {
	var table []Coefficient
	add := func(name string, value *big.Rat) { table = append(table, Coefficient{Name: name, Value: value}) }
	for _, side := range []struct {
		name        string
		here, there func(Field) Rep
	}{
		{"SU(Nf)_L", func(f Field) Rep { return f.Left }, func(f Field) Rep { return f.Right }},
		{"SU(Nf)_R", func(f Field) Rep { return f.Right }, func(f Field) Rep { return f.Left }},
	} {
		cubic, doublets, b, r := new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
		for _, f := range t.Fields {
			spectators := mul(f.Gauge.dim(t.Rank), side.there(f).dim(t.Flavours))
			cubic.Add(cubic, mul(side.here(f).cubic(), spectators))
			index := mul(side.here(f).index(t.Flavours), spectators)
			doublets.Add(doublets, mul(integer(2), index))
			b.Add(b, mul(index, f.B))
			r.Add(r, mul(index, sub(f.R, integer(1))))
		}
		switch {
		case t.Flavours == 2:
			table = append(table, Coefficient{Name: side.name + " Witten", Value: doublets, Modulus: 2})
		case t.Flavours > 2:
			add(side.name+"³", cubic)
		}
		if t.Flavours > 1 {
			add(side.name+"² U(1)_B", b)
			add(side.name+"² U(1)_R", r)
		}
	}
	bbb, bbr, brr, b, rrr, r := new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat), t.gauginos(), t.gauginos()
	for _, f := range t.Fields {
		dim, q, s := t.Dim(f), f.B, sub(f.R, integer(1))
		b.Add(b, mul(dim, q))
		r.Add(r, mul(dim, s))
		bb, rr := mul(q, q), mul(s, s)
		bbb.Add(bbb, mul(dim, mul(bb, q)))
		bbr.Add(bbr, mul(dim, mul(bb, s)))
		brr.Add(brr, mul(dim, mul(rr, q)))
		rrr.Add(rrr, mul(dim, mul(rr, s)))
	}
	add("U(1)_B³", bbb)
	add("U(1)_B² U(1)_R", bbr)
	add("U(1)_B U(1)_R²", brr)
	add(CubicR, rrr)
	add(GravityB, b)
	add(GravityR, r)
	return table
}

func (t *Theory) gauginos() *big.Rat { return Adjoint.dim(t.Rank) }

// Traces are Tr R and Tr R³ over the fermions.
func (t *Theory) Traces() (trR, trR3 *big.Rat) {
	trR, trR3 = t.gauginos(), t.gauginos()
	for _, f := range t.Fields {
		s := sub(f.R, integer(1))
		trR.Add(trR, mul(t.Dim(f), s))
		trR3.Add(trR3, mul(t.Dim(f), mul(s, mul(s, s))))
	}
	return trR, trR3
}

// CentralCharges are a = (3/32)(3 Tr R³ − Tr R) and c = (1/32)(9 Tr R³ − 5 Tr R), those of
// the fixed point if R is its superconformal R-symmetry (Anselmi, Freedman, Grisaru and
// Johansen, Nucl. Phys. B526 (1998) 543).
func (t *Theory) CentralCharges() (a, c *big.Rat) {
	r, r3 := t.Traces()
	a = mul(big.NewRat(3, 32), sub(mul(integer(3), r3), r))
	c = mul(big.NewRat(1, 32), sub(mul(integer(9), r3), mul(integer(5), r)))
	return a, c
}

// FreeCentralCharge is a of the theory with the gauge coupling switched off: 3/16 for every
// vector multiplet and 1/48 for every chiral one.
func (t *Theory) FreeCentralCharge() *big.Rat {
	a := mul(big.NewRat(3, 16), t.gauginos())
	for _, f := range t.Fields {
		a.Add(a, mul(big.NewRat(1, 48), t.Dim(f)))
	}
	return a
}

// Beta is the one-loop coefficient 3N − Σ T(F) dim: the theory is asymptotically free when
// it is positive, and free in the infrared otherwise (at zero the two-loop term makes it
// so in the theories of this package).
func (t *Theory) Beta() *big.Rat {
	b := integer(3 * t.Rank)
	for _, f := range t.Fields {
		b.Sub(b, mul(f.Gauge.index(t.Rank), mul(f.Left.dim(t.Flavours), f.Right.dim(t.Flavours))))
	}
	return b
}
