package equal

import (
	"hash/fnv"
	"math/big"

	"github.com/assay-physics/assay/math/expr"
)

// sampler draws points of the declared domain. The same symbols give the same points.
type sampler struct {
	state       uint64
	symbols     []*expr.Node
	quality     func(*expr.Node) quality
	constraints *machine // its roots are truth values
}

func newSampler(symbols []*expr.Node, q func(*expr.Node) quality, constraints *machine) *sampler {
	h := fnv.New64a()
	for _, s := range symbols {
		_, _ = h.Write([]byte(s.Name))
		_, _ = h.Write([]byte{0})
	}
	return &sampler{state: h.Sum64(), symbols: symbols, quality: q, constraints: constraints}
}

// next is splitmix64.
func (s *sampler) next() uint64 {
	s.state += 0x9E3779B97F4A7C15
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

func (s *sampler) below(n uint64) int64 { return int64(s.next() % n) }

// maxDraws bounds the attempts to meet the constraints at one point.
const maxDraws = 96

// classPositive is the number of first classes in which undeclared symbols are positive;
// in classNegative they are all negative; later ones have random signs.
const (
	classPositive = 2
	classNegative = 2
)

// draw is a point of the class, nil when the constraints were not met.
func (s *sampler) draw(class int) map[*expr.Node]*point {
	at := make(map[*expr.Node]*point, len(s.symbols))
	for try := 0; try < maxDraws; try++ {
		for _, v := range s.symbols {
			at[v] = s.value(s.quality(v), class, try)
		}
		if s.allowed(at) {
			return at
		}
	}
	return nil
}

// allowed reports whether the constraints hold at a point.
func (s *sampler) allowed(at map[*expr.Node]*point) bool {
	if s.constraints == nil {
		return true
	}
	if !s.constraints.eval(64, at, 1<<14) {
		return false
	}
	for _, c := range s.constraints.roots {
		if !isTrue(c) {
			return false
		}
	}
	return true
}

// value draws one symbol: an odd multiple of 2⁻⁸ of moderate size, of the sign that is
// declared or that the class says; repeated attempts widen the range, so that constraints
// such as x ≪ 1 are met.
func (s *sampler) value(q quality, class, try int) *point {
	p := new(point)
	negative := false
	switch {
	case q.has(qNegative):
		negative = true
	case q.has(qPositive | qNonnegative):
	case class < classPositive:
	case class == classNegative:
		negative = try%4 == 0 || s.below(2) == 0
	default:
		negative = s.below(2) == 0
	}
	switch {
	case q.has(qForcedInteger) && !q.has(qDeclared), q.has(qInteger) && q.has(qPositive|qNonnegative|qNegative):
		lo := int64(1)
		if !q.has(qPositive|qNegative|qNonzero) && class >= classPositive {
			lo = 0
		}
		k := lo + s.below(uint64(9+min(try/8, 8)))
		if negative && q.has(qNegative) {
			k = -k
		}
		p.re.SetInt64(k)
		return p
	case q.has(qInteger | qForcedInteger):
		k := 1 + s.below(uint64(7+min(try/8, 8)))
		if negative {
			k = -k
		}
		p.re.SetInt64(k)
		return p
	}
	s.magnitude(&p.re, negative, class, try)
	if q.has(qComplex) {
		s.magnitude(&p.im, s.below(2) == 0, class, try)
		if class < 8 { // the four quadrants in turn
			if (class&1 != 0) == (p.re.Sign() > 0) {
				p.re.Neg(&p.re)
			}
			if (class&2 != 0) == (p.im.Sign() > 0) {
				p.im.Neg(&p.im)
			}
		}
	}
	return p
}

// classShift scales the first classes by powers of two, so that periods and branches beyond
// the first are met as well as small values.
var classShift = []int{0, 2, 0, 3, 0, -3, 1, 4}

func (s *sampler) magnitude(r *big.Rat, negative bool, class, try int) {
	m := 2*s.below(360) + 41 // 41 … 759 over 256: 0.16 … 2.97
	shift := 0
	switch {
	case try >= 4:
		shift = int(s.below(uint64(min(try, 16)))) - min(try, 16)/2
	case class < len(classShift):
		shift = classShift[class]
	default:
		shift = int(s.below(5)) - 3
	}
	if negative {
		m = -m
	}
	den := int64(256)
	if shift < 0 {
		den <<= -shift
	} else {
		m <<= shift
	}
	r.SetFrac64(m, den)
}
