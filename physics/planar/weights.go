package planar

import (
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/math/wide"
)

// The weight of a bond is e^{Kss'} = a·(c + ss') with a = sinh K and c = 1/tanh K.
// Multiplied by ss', as it is along the path of a correlation, it is the same with
// a = cosh K and c = tanh K. Pfaffians take c on the edges and 1 elsewhere.

// arithmetic is a number format of the elimination.
type arithmetic struct {
	bits uint // 53: float64, 106: double-double, else big.Float
}

var (
	float64Arithmetic = arithmetic{53}
	wideArithmetic    = arithmetic{106}
)

func (a arithmetic) String() string {
	switch a {
	case float64Arithmetic:
		return "float64"
	case wideArithmetic:
		return "double-double"
	}
	return fmt.Sprintf("big %d", a.bits)
}

// relErr bounds the relative error of the entries that weights makes: of float64 ones
// three roundings, one of math.Expm1 and the one of K = βJ, which enters with a factor of
// at most K/(sinh K cosh K) ≤ 1; of wide ones the last rounding (2⁻¹⁰⁴ covers the
// conversion, relative to Hi) and far less from precise.
func (a arithmetic) relErr() float64 {
	if a == float64Arithmetic {
		return 8 * 0x1p-53
	}
	return 0x1p-102
}

// bigUlps is relErr of the entries of wider arithmetic, in units of 2^−bits.
const bigUlps = 16

// ulps is 2^(k−Prec), or what float64 has of it.
func ulps(p *precise.Context, k int) float64 { return max(math.Ldexp(1, k-int(p.Prec)), 0x1p-1000) }

// weights computes the numbers of bonds in one arithmetic.
type weights struct {
	arithmetic
	context *precise.Context // with 64 bits to spare; at least 128
	factor  *big.Float       // of all couplings, nil for 1; float64 entries ignore it
	cache   map[[2]float64]*wideWeight
}

// wideWeight belongs to one |K|.
type wideWeight struct {
	coth, tanh       *big.Float // c, plain and flipped
	logSinh, logCosh *big.Float // ln a
}

func newWeights(a arithmetic) *weights {
	return &weights{arithmetic: a, context: precise.New(max(a.bits+64, 128)), cache: map[[2]float64]*wideWeight{}}
}

// of computes the numbers of |K|. With q = e^{−2K}: sinh K = e^K(1−q)/2, cosh K =
// e^K(1+q)/2, and 1−q without cancellation for small K by doubling the precision.
func (w *weights) of(hi, lo float64) *wideWeight {
	key := bond{hi: hi, lo: lo}.size()
	hi, lo = key[0], key[1]
	if x, ok := w.cache[key]; ok {
		return x
	}
	p := w.context
	if hi < 0.5 { // 1−q loses as many bits as K is below 1
		p = precise.New(p.Prec + uint(-math.Ilogb(hi)) + 2)
	}
	k := p.Float(hi)
	k.Add(k, p.Float(lo))
	if w.factor != nil {
		k.Mul(k, w.factor)
	}
	twice := p.New().Mul(k, p.Int(-2))
	q := p.Exp(twice)
	one := p.Int(1)
	minus := p.New().Sub(one, q)
	plus := p.New()
	if p.Negligible(q, one) {
		plus.Set(one)
		minus.Set(one)
	} else {
		plus.Add(one, q)
	}
	base := p.New().Sub(k, p.Ln2)
	x := &wideWeight{
		coth:    p.New().Quo(plus, minus),
		tanh:    p.New().Quo(minus, plus),
		logSinh: p.New().Add(base, p.Log(minus)),
		logCosh: p.New().Add(base, p.Log(plus)),
	}
	w.cache[key] = x
	return x
}

// cothFloat is 1/tanh K in double precision.
func cothFloat(k float64) float64 {
	c := 1 + 2/math.Expm1(2*math.Abs(k))
	return math.Copysign(c, k)
}

// scale is Σ ln|a| over bonds, each flipped or not, and n·ln 2: the factor in front of
// the Pfaffians. The error bound is absolute.
func (w *weights) scale(spins int, bonds []bond, which []int, flipped func(i int) bool) (sum *big.Float, bound float64) {
	p := w.context
	sum = p.Int(int64(spins))
	sum.Mul(sum, p.Ln2)
	if w.arithmetic == float64Arithmetic && w.manyValues(bonds, which) {
		var s twofold
		for i, k := range which {
			b := bonds[k]
			K, lo := math.Abs(b.hi), b.lo
			if b.hi < 0 {
				lo = -lo
			}
			// ln sinh K = K − ln 2 + ln(1−e^{−2K}), ln cosh K likewise.
			var l float64
			if flipped(i) {
				l = math.Log1p(math.Exp(-2 * K))
			} else {
				l = math.Log(-math.Expm1(-2 * K))
			}
			s.add(K)
			s.add(l)
			s.lo += lo
			// The elementary functions are good to a few units; the logarithm passes on a
			// relative error of its argument. The term lo enters the logarithm with a factor
			// 2/(e^{2K}−1) ≤ 1/K that is left out: another unit.
			bound += 8 * 0x1p-53 * (1 + math.Abs(l))
		}
		sum.Add(sum, s.big())
		count := p.Int(int64(len(which)))
		sum.Sub(sum, count.Mul(count, p.Ln2))
		return sum, bound + s.bound()
	}
	// Equal couplings are multiplied, not added.
	type class struct {
		weight  *wideWeight
		flipped bool
	}
	count := map[class]int64{}
	var order []class
	var run class // of equal bonds, not counted yet
	length := int64(0)
	end := func() {
		if length > 0 {
			if count[run] == 0 {
				order = append(order, run)
			}
			count[run] += length
		}
		length = 0
	}
	var lastKey [2]float64
	for i, k := range which {
		key := bonds[k].size()
		f := flipped(i)
		if length == 0 || key != lastKey || f != run.flipped {
			end()
			run, lastKey = class{w.of(key[0], key[1]), f}, key
		}
		length++
	}
	end()
	for _, c := range order {
		l := c.weight.logSinh
		if c.flipped {
			l = c.weight.logCosh
		}
		n := p.Int(count[c])
		size, _ := l.Float64()
		bound += (1 + math.Abs(size)) * float64(count[c]) * ulps(p, 10)
		sum.Add(sum, n.Mul(n, l))
	}
	return sum, bound
}

// manyValues reports whether there are too many different |K| for the wide functions.
func (w *weights) manyValues(bonds []bond, which []int) bool {
	const many = 64
	seen := map[float64]bool{}
	last := math.NaN()
	for _, k := range which {
		if x := math.Abs(bonds[k].hi); x != last {
			last = x
			if seen[x] = true; len(seen) > many {
				return true
			}
		}
	}
	return false
}

// twofold is a float64 sum that carries its rounding errors along.
type twofold struct{ hi, lo, abs, count float64 }

func (s *twofold) add(x float64) {
	sum, rest := wide.TwoSum(s.hi, x)
	s.hi = sum
	s.lo += rest
	s.abs += math.Abs(x)
	s.count++
}

func (s *twofold) big() *big.Float {
	x := new(big.Float).SetPrec(128).SetFloat64(s.hi)
	return x.Add(x, new(big.Float).SetFloat64(s.lo))
}

// bound covers the rounding of the corrections, which are each below unit·abs.
func (s *twofold) bound() float64 { return 4 * s.count * s.count * 0x1p-106 * s.abs }
