package sqcd

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Power is a field raised to a power.
type Power struct {
	Field    string
	Exponent int64
}

// Monomial is a product of powers of fields, the colour and flavour indices left open or
// contracted in the way that its use implies.
type Monomial []Power

// maxExponent bounds exponents, so that no sum of them overflows.
const maxExponent = 1_000_000

// maxFactors bounds the number of factors of a monomial that is read.
const maxFactors = 64

// ParseMonomial reads a product such as "Q Qtilde" or "Q^3": names separated by spaces or
// by '*', each with an optional power.
func ParseMonomial(text string) (Monomial, error) {
	var m Monomial
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '*' }) {
		if len(m) == maxFactors {
			return nil, fmt.Errorf("monomial %.40q has more than %d factors", text, maxFactors)
		}
		name, power, raised := strings.Cut(part, "^")
		p := Power{name, 1}
		if raised {
			n, err := strconv.ParseInt(power, 10, 64)
			if err != nil || n < 1 || n > maxExponent || power[0] == '+' {
				return nil, fmt.Errorf("monomial %.40q: the power %.40q is not an integer between 1 and %d", text, power, maxExponent)
			}
			p.Exponent = n
		}
		if name == "" {
			return nil, fmt.Errorf("monomial %.40q: a power without a field", text)
		}
		m = append(m, p)
	}
	if len(m) == 0 {
		return nil, fmt.Errorf("monomial %.40q has no factors", text)
	}
	return m, nil
}

// String is the monomial as it is read.
func (m Monomial) String() string {
	var parts []string
	for _, p := range m {
		if p.Exponent == 1 {
			parts = append(parts, p.Field)
		} else {
			parts = append(parts, p.Field+"^"+strconv.FormatInt(p.Exponent, 10))
		}
	}
	return strings.Join(parts, " ")
}

// Count is the total power of a field.
func (m Monomial) Count(field string) int64 {
	var n int64
	for _, p := range m {
		if p.Field == field {
			n += p.Exponent
		}
	}
	return n
}

// Same reports whether two monomials are equal as products.
func (m Monomial) Same(o Monomial) bool {
	for _, p := range m {
		if o.Count(p.Field) != m.Count(p.Field) {
			return false
		}
	}
	for _, p := range o {
		if o.Count(p.Field) != m.Count(p.Field) {
			return false
		}
	}
	return true
}

// Operator is what a monomial is as an operator: its charges and how it transforms.
type Operator struct {
	B, R *big.Rat
	// Excess counts fundamentals minus antifundamentals of the gauge group: the operator
	// can be a gauge singlet when it is a multiple of N (0 for mesons and traces, ±N for
	// baryons).
	Excess int64
	// Left and Right are the same under the flavour groups.
	Left, Right int64
	// Antisymmetric says that the flavour indices of a baryon Q^N or q^N are those of
	// the antisymmetric product, so that equality of triality is equality of the
	// representation: Λ^k F is Λ^(n−k) of the conjugate.
	Antisymmetric bool
	// Colourless says that no factor carries colour.
	Colourless bool
}

// Operator computes the charges of m in t. The error names a field that t does not have.
func (t *Theory) Operator(m Monomial) (Operator, error) {
	op := Operator{B: new(big.Rat), R: new(big.Rat), Colourless: true}
	antisymmetric := true
	for _, p := range m {
		f, ok := t.Field(p.Field)
		if !ok {
			return Operator{}, fmt.Errorf("%s has no field %s", t.Name, p.Field)
		}
		n := integer(p.Exponent)
		op.B.Add(op.B, mul(n, f.B))
		op.R.Add(op.R, mul(n, f.R))
		op.Excess += p.Exponent * f.Gauge.triality()
		op.Left += p.Exponent * f.Left.triality()
		op.Right += p.Exponent * f.Right.triality()
		op.Colourless = op.Colourless && f.Gauge == Singlet
		antisymmetric = antisymmetric && p.Field == m[0].Field
	}
	op.Antisymmetric = antisymmetric && op.Excess != 0 && abs(op.Excess) == t.Rank
	return op, nil
}

// GaugeInvariant reports whether the operator's colour indices can be contracted in SU(n),
// and, for a baryon of one kind of quark, whether n of them do not vanish by antisymmetry.
func (o Operator) GaugeInvariant(t *Theory) bool {
	if o.Excess%t.Rank != 0 {
		return false
	}
	return !o.Antisymmetric || t.Rank <= t.Flavours
}

// FlavourSinglet reports whether the flavour indices can be contracted.
func (o Operator) FlavourSinglet(t *Theory) bool {
	return o.Left%t.Flavours == 0 && o.Right%t.Flavours == 0
}

// Flavour names the flavour representation: trialities modulo the number of flavours, with
// Λ^k for the antisymmetric ones.
func (o Operator) Flavour(t *Theory) string {
	name := func(k int64) string {
		k %= t.Flavours
		if k < 0 {
			k += t.Flavours
		}
		switch k {
		case 0:
			return "1"
		case 1:
			return "F"
		case t.Flavours - 1:
			return "F̄"
		default:
			return fmt.Sprintf("Λ^%d F", k)
		}
	}
	return fmt.Sprintf("(%s, %s)", name(o.Left), name(o.Right))
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// TermFault says why a monomial cannot stand in the superpotential of t; empty if it can.
func (t *Theory) TermFault(m Monomial) string {
	op, err := t.Operator(m)
	if err != nil {
		return err.Error()
	}
	var faults []string
	if op.Excess%t.Rank != 0 {
		faults = append(faults, fmt.Sprintf("its colour indices cannot be contracted (%d fundamentals more than antifundamentals of SU(%d))", op.Excess, t.Rank))
	}
	if !op.FlavourSinglet(t) {
		faults = append(faults, fmt.Sprintf("it transforms as %s under SU(%d)_L × SU(%d)_R", op.Flavour(t), t.Flavours, t.Flavours))
	}
	if op.B.Sign() != 0 {
		faults = append(faults, "B = "+op.B.RatString())
	}
	if op.R.Cmp(integer(2)) != 0 {
		faults = append(faults, "R = "+op.R.RatString()+", not 2")
	}
	return strings.Join(faults, "; ")
}

// Lifts reports whether the F-term of the field sets the given composite to zero:
// ∂W/∂field contains a term that is exactly that product.
func (t *Theory) Lifts(field string, composite Monomial) bool {
	if _, ok := t.Field(field); !ok {
		return false
	}
	for _, term := range t.W {
		if t.known(term) && term.Same(append(Monomial{{field, 1}}, composite...)) {
			return true
		}
	}
	return false
}

func (t *Theory) known(m Monomial) bool {
	for _, p := range m {
		if _, ok := t.Field(p.Field); !ok {
			return false
		}
	}
	return true
}
