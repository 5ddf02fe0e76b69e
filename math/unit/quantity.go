package unit

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/expr"
)

// Quantity is Value times Scale of a Dimension.
type Quantity struct {
	Value     *expr.Node
	Scale     Scale
	Dimension Dimension
	HasUnit   bool // a unit was written; % and radian count
}

// Parse separates units from numbers in an expression: products, powers and quotients of
// OpUnit nodes and anything else; sums and ± of quantities of one dimension. In a ± b u the
// unit belongs to both. An expression without units is a number.
func Parse(p *expr.Pool, n *expr.Node) (Quantity, error) {
	s := separator{pool: p, has: map[*expr.Node]bool{}, memo: map[*expr.Node]Quantity{}}
	if q, ok, err := s.temperature(n); ok {
		return q, err
	}
	return s.quantity(n)
}

// HasUnits reports whether an OpUnit is part of the expression.
func HasUnits(n *expr.Node) bool { return n.HasOp(expr.OpUnit) }

type separator struct {
	pool *expr.Pool
	has  map[*expr.Node]bool
	memo map[*expr.Node]Quantity
}

func (s *separator) units(n *expr.Node) bool {
	if len(n.Args) == 0 {
		return n.Op == expr.OpUnit
	}
	v, ok := s.has[n]
	if !ok {
		for _, a := range n.Args {
			v = s.units(a) || v
		}
		s.has[n] = v
	}
	return v
}

func (s *separator) number(n *expr.Node) Quantity { return Quantity{Value: n, Scale: one} }

func (s *separator) quantity(n *expr.Node) (Quantity, error) {
	if !s.units(n) {
		return s.number(n), nil
	}
	if q, ok := s.memo[n]; ok {
		return q, nil
	}
	q, err := s.compound(n)
	if err == nil {
		s.memo[n] = q
	}
	return q, err
}

func (s *separator) compound(n *expr.Node) (Quantity, error) {
	switch n.Op {
	case expr.OpUnit:
		u, ok := Lookup(n.Name)
		if !ok {
			return Quantity{}, fmt.Errorf("unit: %q is not a known unit", n.Name)
		}
		return Quantity{Value: s.pool.Int(1), Scale: u.Scale, Dimension: u.Dimension, HasUnit: true}, nil
	case expr.OpMul:
		return s.product(n)
	case expr.OpPow:
		return s.power(n)
	case expr.OpAdd, expr.OpPlusMinus:
		return s.sum(n)
	default:
		return Quantity{}, fmt.Errorf("unit: a unit stands inside %s, where only products, powers and sums are understood", n.Op)
	}
}

func (s *separator) product(n *expr.Node) (Quantity, error) {
	q := s.number(s.pool.Int(1))
	var values []*expr.Node
	for _, a := range n.Args {
		f, err := s.quantity(a)
		if err != nil {
			return Quantity{}, err
		}
		if f.Value != s.pool.Int(1) {
			values = append(values, f.Value)
		}
		if f.HasUnit {
			q.HasUnit = true
			if q.Scale, err = q.Scale.Mul(f.Scale); err != nil {
				return Quantity{}, err
			}
			if q.Dimension, err = q.Dimension.Mul(f.Dimension); err != nil {
				return Quantity{}, err
			}
		}
	}
	switch len(values) {
	case 0:
	case 1:
		q.Value = values[0]
	default:
		q.Value = s.pool.Mul(values...)
	}
	return q, nil
}

func (s *separator) power(n *expr.Node) (Quantity, error) {
	base, err := s.quantity(n.Args[0])
	if err != nil {
		return Quantity{}, err
	}
	e := expr.Canon(s.pool, n.Args[1], nil)
	if e.Op != expr.OpNumber {
		return Quantity{}, fmt.Errorf("unit: the exponent of a unit is %s, not a number", e)
	}
	q := Quantity{Value: base.Value, HasUnit: true}
	if q.Scale, err = base.Scale.Pow(e.Rat); err != nil {
		return Quantity{}, err
	}
	if q.Dimension, err = base.Dimension.Pow(e.Rat); err != nil {
		return Quantity{}, err
	}
	if base.Value != s.pool.Int(1) {
		q.Value = s.pool.Pow(base.Value, e)
	}
	return q, nil
}

// sum adds quantities of one dimension in the unit of the last.
func (s *separator) sum(n *expr.Node) (Quantity, error) {
	parts := make([]Quantity, len(n.Args))
	var last *Quantity
	for k, a := range n.Args {
		q, err := s.quantity(a)
		if err != nil {
			return Quantity{}, err
		}
		parts[k] = q
		if q.HasUnit {
			last = &parts[k]
		}
	}
	values := make([]*expr.Node, len(parts))
	for k, q := range parts {
		switch {
		case !q.HasUnit && n.Op == expr.OpPlusMinus: // 1.0 ± 0.2 m
			values[k] = q.Value
		case q.Dimension != last.Dimension:
			return Quantity{}, fmt.Errorf("unit: %s is added to %s", q.Dimension, last.Dimension)
		default:
			v, err := q.In(s.pool, *last)
			if err != nil {
				return Quantity{}, err
			}
			values[k] = v
		}
	}
	return Quantity{Value: s.pool.With(n, values), Scale: last.Scale, Dimension: last.Dimension, HasUnit: true}, nil
}

// temperature reads a lone value on a scale with an offset: 25 °C is 298.15 K.
func (s *separator) temperature(n *expr.Node) (Quantity, bool, error) {
	last := len(n.Args) - 1
	if n.Op != expr.OpMul || last < 1 || n.Args[last].Op != expr.OpUnit {
		return Quantity{}, false, nil
	}
	for _, a := range n.Args[:last] {
		if s.units(a) {
			return Quantity{}, false, nil
		}
	}
	u, ok := Lookup(n.Args[last].Name)
	if !ok || u.Offset == nil {
		return Quantity{}, false, nil
	}
	factors := append(slices.Clone(n.Args[:last]), u.Scale.Node(s.pool))
	kelvin := s.pool.Add(s.pool.Mul(factors...), s.pool.Number(u.Offset))
	return Quantity{Value: kelvin, Scale: one, Dimension: u.Dimension, HasUnit: true}, true, nil
}

// Ratio is the factor by which q's unit is larger than r's.
func (q Quantity) Ratio(r Quantity) (Scale, error) {
	if q.Dimension != r.Dimension {
		return Scale{}, &DimensionError{q.Dimension, r.Dimension}
	}
	inverse, err := r.Scale.Pow(big.NewRat(-1, 1))
	if err != nil {
		return Scale{}, err
	}
	ratio, err := q.Scale.Mul(inverse)
	if err == nil && sameScale(q.Scale, r.Scale) {
		ratio.Uncertainty = 0
	}
	return ratio, err
}

func sameScale(a, b Scale) bool {
	return a.Rational.Cmp(b.Rational) == 0 && a.Pi == b.Pi && len(a.Roots) == 0 && len(b.Roots) == 0
}

// In is the value of q in the unit of r, to be compared with r.Value. The error is a
// *DimensionError if they differ in dimension.
func (q Quantity) In(p *expr.Pool, r Quantity) (*expr.Node, error) {
	ratio, err := q.Ratio(r)
	if err != nil {
		return nil, err
	}
	if n := ratio.Node(p); n != p.Int(1) {
		return p.Mul(n, q.Value), nil
	}
	return q.Value, nil
}

// DimensionError says that two quantities cannot be compared.
type DimensionError struct{ A, B Dimension }

func (e *DimensionError) Error() string {
	return fmt.Sprintf("unit: dimensions differ: %s and %s", e.A, e.B)
}

// SI is the value in SI base units.
func (q Quantity) SI(p *expr.Pool) *expr.Node {
	if n := q.Scale.Node(p); n != p.Int(1) {
		return p.Mul(n, q.Value)
	}
	return q.Value
}

// Natural turns lengths, times, masses and temperatures into powers of energy with
// ħ = c = k_B = 1: a quantity m^a kg^b s^d K^f becomes energy^(b−a−d+f). All factors are exact.
// Currents, amounts of substance and luminosities have no place there: the convention for
// charge would have to be stated.
func (q Quantity) Natural() (Quantity, error) {
	if q.Dimension[Current].num != 0 || q.Dimension[Amount].num != 0 || q.Dimension[Luminosity].num != 0 {
		return Quantity{}, fmt.Errorf("unit: %s is not a power of energy in ħ = c = k_B = 1", q.Dimension)
	}
	// m/(ħc) and s/ħ are inverse energies, kg c² and K k_B energies.
	energy := new(big.Rat)
	for _, x := range []struct {
		base   int
		energy int64
		c, h   int64 // powers of c and ħ in the factor
		k      int64 // power of k_B
	}{{Length, -1, -1, -1, 0}, {Time, -1, 0, -1, 0}, {Mass, 1, 2, 0, 0}, {Temperature, 1, 0, 0, 1}} {
		e := q.Dimension[x.base].Rat()
		energy.Add(energy, new(big.Rat).Mul(e, big.NewRat(x.energy, 1)))
		for _, y := range []struct {
			name  string
			power int64
		}{{"c", x.c}, {"ħ", x.h}, {"k_B", x.k}} {
			u, _ := Lookup(y.name)
			f, err := u.Scale.Pow(new(big.Rat).Mul(e, big.NewRat(y.power, 1)))
			if err != nil {
				return Quantity{}, err
			}
			if q.Scale, err = q.Scale.Mul(f); err != nil {
				return Quantity{}, err
			}
		}
	}
	d, err := dimension(energies).Pow(energy)
	if err != nil {
		return Quantity{}, err
	}
	q.Dimension = d
	return q, nil
}
