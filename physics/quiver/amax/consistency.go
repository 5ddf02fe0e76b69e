package amax

import (
	"context"
	"errors"
	"math/big"
)

// Coupling says whether a gauge group is asymptotically free, and if not, whether the rest
// of the theory makes it so.
type Coupling struct {
	Group string
	// OneLoop is b = 3 T(adj) − Σ T: positive for an asymptotically free group.
	OneLoop *big.Rat
	// Residue is T(adj) + Σ T (R − 1), the numerator of the NSVZ β-function, at the fixed
	// point of the theory in which this group alone is not gauged; it is set where OneLoop is
	// not positive. The coupling is relevant there if it is positive, and flows to zero if it
	// is negative.
	Residue *Number
	// Implied: the R-anomaly of the group vanishes already if W and the other groups allow the
	// symmetry. Then the coupling is marginal at that fixed point, one of a line of them
	// (R. Leigh, M. Strassler, hep-th/9503121).
	Implied bool
}

// InfraredFree reports whether the coupling flows to zero: b ≤ 0, and no rescue by the rest
// of the theory. decided is false where the rest has no fixed point that was found.
func (c Coupling) InfraredFree() (free, decided bool) {
	if c.OneLoop.Sign() > 0 || c.Implied {
		return false, true
	}
	if c.Residue == nil {
		return false, false
	}
	sign, ok := c.Residue.Cmp(new(big.Rat))
	if ok && sign == 0 {
		// Marginal to this order, and decided by the next: SQCD with N_f = 3N is free.
		return false, false
	}
	return sign < 0, ok
}

// Couplings judges every gauge group. (V. Novikov, M. Shifman, A. Vainshtein, V. Zakharov,
// Nucl. Phys. B 229, 1983; D. Kutasov, hep-th/0312098.)
func (p *Problem) Couplings(ctx context.Context) ([]Coupling, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	list := make([]Coupling, len(p.Groups))
	whole, err := newSpace(p, nil)
	var none inconsistent
	if err != nil && !errors.As(err, &none) {
		return nil, err
	}
	for g, group := range p.Groups {
		b := new(big.Rat).Mul(group.Casimir, big.NewRat(3, 1))
		for _, f := range p.Fields {
			if f.Index != nil && f.Index[g] != nil {
				b.Sub(b, f.Index[g])
			}
		}
		list[g] = Coupling{Group: group.Label, OneLoop: b}
		if b.Sign() > 0 {
			continue
		}
		rest := p.without(g)
		r, err := rest.Maximize(ctx, Options{})
		if err != nil {
			return nil, err
		}
		if r.Status != Found {
			continue
		}
		list[g].Residue = r.residue(p, g)
		list[g].Implied = whole != nil && whole.kernel == r.U1
	}
	return list, nil
}

// without is the problem in which group g is a flavour symmetry.
func (p *Problem) without(g int) *Problem {
	q := &Problem{Name: p.Name + " without " + p.Groups[g].Label, Terms: p.Terms}
	q.Groups = append(append(q.Groups, p.Groups[:g]...), p.Groups[g+1:]...)
	for _, f := range p.Fields {
		if f.Index != nil {
			f.Index = append(append([]*big.Rat{}, f.Index[:g]...), f.Index[g+1:]...)
		}
		q.Fields = append(q.Fields, f)
	}
	return q
}

// residue is T(adj) + Σ T (R − 1) for group g of p at the solution r of the theory without it.
func (r *Result) residue(p *Problem, g int) *Number {
	s := r.space
	// A row whose charge is Σ T R.
	d := big.NewInt(1)
	for _, f := range p.Fields {
		if f.Index != nil && f.Index[g] != nil {
			lcm(d, f.Index[g].Denom())
		}
	}
	sum := row{r: new(big.Int).Neg(s.den), u: zeroInts(s.dim)}
	constant := new(big.Rat).Set(p.Groups[g].Casimir)
	for k, f := range p.Fields {
		if f.Index == nil || f.Index[g] == nil {
			continue
		}
		constant.Sub(constant, f.Index[g])
		e := new(big.Int).Quo(d, f.Index[g].Denom())
		s.multiply(sum, s.rows[s.class[k]], e.Mul(e, f.Index[g].Num()))
	}
	x := r.charge(sum).scaled(new(big.Rat).SetFrac(big.NewInt(1), d)).shifted(constant)
	return &x
}

// HofmanMaldacena reports whether 1/2 ≤ a/c ≤ 3/2, which holds in every unitary N=1
// superconformal theory (D. Hofman, J. Maldacena, arXiv:0803.1467). c ≤ 0 fails. decided is
// false where an enclosure is too wide.
func (r *Result) HofmanMaldacena() (ok, decided bool) {
	positive, d0 := r.C.Cmp(new(big.Rat))
	if !d0 || positive <= 0 {
		return false, d0
	}
	low, d1 := r.combine(big.NewRat(2, 1), r.A, big.NewRat(-1, 1), r.C).Cmp(new(big.Rat))
	high, d2 := r.combine(big.NewRat(2, 1), r.A, big.NewRat(-3, 1), r.C).Cmp(new(big.Rat))
	return low >= 0 && high <= 0, d1 && d2
}

// UV is a of the free fields, 3/16 for every gauge boson multiplet and 1/48 for every chiral
// field. The a-theorem (Z. Komargodski, A. Schwimmer, arXiv:1107.3987) demands a < UV of a
// theory that flows there from free fields, that is, if all its groups are asymptotically
// free and no term of W is irrelevant.
func (p *Problem) UV() *big.Rat {
	sum := new(big.Rat)
	for _, g := range p.Groups {
		sum.Add(sum, big.NewRat(3*int64(g.Dim), 16))
	}
	for _, f := range p.Fields {
		sum.Add(sum, big.NewRat(int64(f.Dim), 48))
	}
	return sum
}
