package sqcd

import (
	"fmt"
	"math/big"
	"slices"
)

// Rep is a representation of an SU(n) factor.
type Rep int

// The representations that occur.
const (
	Singlet Rep = iota
	Fundamental
	Antifundamental
	Adjoint
)

// String is the representation's name.
func (r Rep) String() string {
	return [...]string{"singlet", "fundamental", "antifundamental", "adjoint"}[r]
}

// dim, index and cubic are the dimension, the Dynkin index T and the anomaly coefficient A
// of the representation in SU(n).
func (r Rep) dim(n int64) *big.Rat {
	switch r {
	case Fundamental, Antifundamental:
		return integer(n)
	case Adjoint:
		return sub(mul(integer(n), integer(n)), integer(1))
	default:
		return integer(1)
	}
}

func (r Rep) index(n int64) *big.Rat {
	switch r {
	case Fundamental, Antifundamental:
		return big.NewRat(1, 2)
	case Adjoint:
		return integer(n)
	default:
		return new(big.Rat)
	}
}

func (r Rep) cubic() *big.Rat {
	switch r {
	case Fundamental:
		return integer(1)
	case Antifundamental:
		return integer(-1)
	default:
		return new(big.Rat)
	}
}

// triality is the charge under the centre of SU(n), before it is reduced modulo n.
func (r Rep) triality() int64 {
	switch r {
	case Fundamental:
		return 1
	case Antifundamental:
		return -1
	default:
		return 0
	}
}

// Field is a chiral superfield.
type Field struct {
	Name        string
	Gauge       Rep // under SU(N)
	Left, Right Rep // under SU(Nf)_L and SU(Nf)_R
	B, R        *big.Rat
}

// Theory is an SU(Rank) gauge theory with Flavours flavours. Nobody changes one after it
// was built.
type Theory struct {
	Name     string
	Rank     int64
	Flavours int64
	Fields   []Field
	// W is a sum of monomials with coefficients that do not matter here.
	W []Monomial
}

// Field finds a field by its name.
func (t *Theory) Field(name string) (Field, bool) {
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return t.Fields[i], true
}

// Dim is the number of components of f.
func (t *Theory) Dim(f Field) *big.Rat {
	return mul(f.Gauge.dim(t.Rank), mul(f.Left.dim(t.Flavours), f.Right.dim(t.Flavours)))
}

// Seiberg is the electric theory SU(nc) with nf flavours and its magnetic dual with gauge
// group SU(nm); they are dual when nm = nf − nc. R(Q) = 1 − nc/nf, R(M) = 2 R(Q) and
// R(q) = nc/nf do not depend on nm.
func Seiberg(nc, nf, nm int64) (electric, magnetic *Theory) {
	rq := sub(integer(1), big.NewRat(nc, nf))
	electric = &Theory{
		Name: fmt.Sprintf("SU(%d) with %d flavours", nc, nf), Rank: nc, Flavours: nf,
		Fields: []Field{
			{"Q", Fundamental, Fundamental, Singlet, big.NewRat(1, nc), rq},
			{"Qtilde", Antifundamental, Singlet, Antifundamental, big.NewRat(-1, nc), rq},
		},
	}
	r := big.NewRat(nc, nf)
	magnetic = &Theory{
		Name: fmt.Sprintf("SU(%d) with %d flavours and mesons", nm, nf), Rank: nm, Flavours: nf,
		Fields: []Field{
			{"q", Fundamental, Antifundamental, Singlet, big.NewRat(1, nm), r},
			{"qtilde", Antifundamental, Singlet, Fundamental, big.NewRat(-1, nm), r},
			{"M", Singlet, Fundamental, Antifundamental, new(big.Rat), mul(integer(2), rq)},
		},
		W: []Monomial{{{"M", 1}, {"q", 1}, {"qtilde", 1}}},
	}
	return electric, magnetic
}

// Kutasov is SU(nc) with nf flavours, an adjoint X and W = Tr X^(k+1), and its magnetic
// dual with gauge group SU(nm), adjoint Y, mesons M0 … M(k−1) and
// W = Tr Y^(k+1) + Σ_j M_j q Y^(k−1−j) qtilde; they are dual when nm = k nf − nc.
// R(X) = R(Y) = 2/(k+1), R(Q) = 1 − 2 nc/((k+1) nf), R(q) likewise with nm, and
// R(M_j) = 2 R(Q) + 2j/(k+1).
func Kutasov(nc, nf, nm int64, k int) (electric, magnetic *Theory) {
	kk := int64(k)
	rx := big.NewRat(2, kk+1)
	rq := sub(integer(1), mul(rx, big.NewRat(nc, nf)))
	electric = &Theory{
		Name: fmt.Sprintf("SU(%d) with %d flavours and an adjoint, k = %d", nc, nf, k), Rank: nc, Flavours: nf,
		Fields: []Field{
			{"Q", Fundamental, Fundamental, Singlet, big.NewRat(1, nc), rq},
			{"Qtilde", Antifundamental, Singlet, Antifundamental, big.NewRat(-1, nc), rq},
			{"X", Adjoint, Singlet, Singlet, new(big.Rat), rx},
		},
		W: []Monomial{{{"X", kk + 1}}},
	}
	r := sub(integer(1), mul(rx, big.NewRat(nm, nf)))
	magnetic = &Theory{
		Name: fmt.Sprintf("SU(%d) with %d flavours, an adjoint and %d mesons", nm, nf, k), Rank: nm, Flavours: nf,
		Fields: []Field{
			{"q", Fundamental, Antifundamental, Singlet, big.NewRat(1, nm), r},
			{"qtilde", Antifundamental, Singlet, Fundamental, big.NewRat(-1, nm), r},
			{"Y", Adjoint, Singlet, Singlet, new(big.Rat), rx},
		},
		W: []Monomial{{{"Y", kk + 1}}},
	}
	for j := range kk {
		m := fmt.Sprintf("M%d", j)
		magnetic.Fields = append(magnetic.Fields, Field{
			m, Singlet, Fundamental, Antifundamental, new(big.Rat), sum(mul(integer(2), rq), mul(rx, integer(j))),
		})
		term := Monomial{{m, 1}, {"q", 1}}
		if p := kk - 1 - j; p > 0 {
			term = append(term, Power{"Y", p})
		}
		magnetic.W = append(magnetic.W, append(term, Power{"qtilde", 1}))
	}
	return electric, magnetic
}

func integer(n int64) *big.Rat   { return new(big.Rat).SetInt64(n) }
func mul(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
func sub(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
func sum(terms ...*big.Rat) *big.Rat {
	s := new(big.Rat)
	for _, t := range terms {
		s.Add(s, t)
	}
	return s
}
