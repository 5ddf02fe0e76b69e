package factor

import (
	"context"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/partition"
)

const (
	// maxExactEntries bounds the entries of all tables of a model that are kept as
	// rationals beside their logarithms.
	maxExactEntries = 1 << 14
	// exactWork bounds the binary logarithm of products × bits of the sum.
	exactWork = 28
	// maxExactBits bounds the bits of the sum.
	maxExactBits = 1 << 14
)

// exactly keeps the numbers of a real table.
func (f *Factor) exactly(x *big.Rat) {
	if len(f.exact) == len(f.Log)-1 {
		f.exact = append(f.exact, x)
	}
}

// hasExact reports whether the exact numbers are those of the table: someone may have
// changed the logarithms.
func (f *Factor) hasExact() bool {
	if len(f.exact) != len(f.Log) {
		return false
	}
	p := precise.New(128)
	for x, r := range f.exact {
		log, bound := logRational(p, r)
		negative := math.Abs(f.phase(x)) == math.Pi
		switch {
		case r.Sign() == 0:
			if !math.IsInf(f.Log[x], -1) {
				return false
			}
		case math.IsInf(f.Log[x], -1), negative != (r.Sign() < 0), !negative && f.phase(x) != 0,
			!(math.Abs(log-f.Log[x]) <= f.Err+2*bound):
			return false
		}
	}
	return true
}

// integers is the ring of integers, an input being the number of the table times the
// common denominator of the table.
type integers struct{ tables [][]*big.Int }

func (integers) times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func (integers) plus(a, b *big.Int) *big.Int  { return new(big.Int).Add(a, b) }
func (r integers) input(number int, _ *Factor, x int, _ float64) *big.Int {
	if number < 0 {
		return big.NewInt(1)
	}
	return r.tables[number][x]
}

// sumExactly is the sum in integers, where all tables are known exactly and it is short;
// ok is false where not.
func (s *setup) sumExactly(ctx context.Context, m *Model) (z partition.LogZ, ok bool, err error) {
	if len(s.slices) > 0 || m.Rounding > 0 || s.plan.work > exactWork {
		return z, false, nil
	}
	var r integers
	below := big.NewInt(1)
	bits := 0.0
	for _, c := range m.Card {
		bits += math.Log2(float64(c))
	}
	for i := range m.Factors {
		f := &m.Factors[i]
		if !f.hasExact() {
			return z, false, nil
		}
		d := big.NewInt(1)
		for _, x := range f.exact {
			if d.BitLen() > maxExactBits {
				return z, false, nil
			}
			gcd := new(big.Int).GCD(nil, nil, d, x.Denom())
			d.Mul(d, gcd.Quo(x.Denom(), gcd))
		}
		table := make([]*big.Int, len(f.exact))
		most := 0
		for k, x := range f.exact {
			table[k] = new(big.Int).Quo(d, x.Denom())
			table[k].Mul(table[k], x.Num())
			most = max(most, table[k].BitLen())
		}
		r.tables = append(r.tables, table)
		below.Mul(below, d)
		if bits += float64(most); bits > maxExactBits || below.BitLen() > maxExactBits || s.plan.work+math.Log2(bits+64) > exactWork {
			return z, false, nil
		}
	}
	sum, _, _, err := eliminateIn(ctx, m, s.plan, ring[*big.Int](r), s.opt.Workers, nil)
	if err != nil {
		return z, false, err
	}
	z = partition.LogZ{Method: s.method(), Exact: true, Precision: "integers", Negative: sum.Sign() < 0}
	if below.IsInt64() && below.Int64() != 1 || !below.IsInt64() {
		z.Precision = "rationals"
	}
	if sum.Sign() == 0 {
		z.Value = new(big.Float).SetInf(true)
		z.Negative = false
		return z, true, nil
	}
	prec := uint(192 + max(0, -math.Log2(s.opt.Tolerance)))
	p := precise.New(prec)
	num := func(x *big.Int) *big.Float { return new(big.Float).SetPrec(prec + 32).SetInt(x) }
	over, under := p.Log(num(new(big.Int).Abs(sum))), p.Log(num(below))
	size, _ := over.Float64()
	less, _ := under.Float64()
	z.Value = new(big.Float).SetPrec(prec).Sub(over, under)
	z.ErrorBound = (2 + size + less) * math.Ldexp(1, 16-int(min(prec, 1000)))
	return z, true, nil
}
