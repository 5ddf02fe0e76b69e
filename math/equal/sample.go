package equal

import (
	"github.com/assay-physics/assay/math/expr"
)

// sampler draws points of the declared domain, the same for the same number of symbols: what
// they are called makes no difference.
type sampler struct {
	state       uint64
	symbols     []*expr.Node
	quality     func(*expr.Node) quality
	constraints *machine // its roots are truth values
	points      *slab[point]
	// modest keeps integers small: there are sums of that many terms.
	modest bool
}

func (g *grading) newSampler(symbols []*expr.Node, q func(*expr.Node) quality, constraints *machine) *sampler {
	return &sampler{state: uint64(len(symbols)), symbols: symbols, quality: q, constraints: constraints, points: &g.room.points}
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

// costDraw is the price of a value at a point.
const costDraw = 8

// maxDraws bounds the attempts to meet the constraints at one point.
const maxDraws = 96

// classPositive is the number of first classes in which undeclared symbols are positive;
// in classNegative they are all negative; later ones have random signs.
const (
	classPositive = 2
	classNegative = 2
)

// anywhere is a point of the class that need not meet the constraints.
func (s *sampler) anywhere(class int) map[*expr.Node]*point {
	at := make(map[*expr.Node]*point, len(s.symbols))
	for _, v := range s.symbols {
		at[v] = s.value(s.quality(v), class, 0)
	}
	return at
}

// draw is a point of the class, nil when the constraints were not met.
func (s *sampler) draw(class int) map[*expr.Node]*point {
	at := make(map[*expr.Node]*point, len(s.symbols))
	for try := 0; try < maxDraws; try++ {
		if s.constraints != nil {
			s.constraints.ledger.charge(costDraw * len(s.symbols))
		}
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
	if k := s.constraints.sketch(); k != nil {
		k.look(s.constraints.ledger, at)
		if holds, known := k.holds(); known {
			return holds
		}
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

// value draws one symbol: an odd multiple of 1/251 of moderate size, of the sign that is
// declared or that the class says; repeated attempts widen the range, so that constraints
// such as x ≪ 1 are met.
func (s *sampler) value(q quality, class, try int) *point {
	p := s.points.one()
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
		k := lo + s.below(uint64(9+min(try/8, 8))) + s.large(class)
		if negative && q.has(qNegative) {
			k = -k
		}
		p.re.setFraction(k, 1)
		return p
	case q.has(qInteger | qForcedInteger):
		k := 1 + s.below(uint64(7+min(try/8, 8))) + s.large(class)
		if negative {
			k = -k
		}
		p.re.setFraction(k, 1)
		return p
	}
	s.magnitude(&p.re, negative, class, try)
	if q.has(qComplex) {
		s.magnitude(&p.im, s.below(2) == 0, class, try)
		if class < 8 { // the four quadrants in turn
			if (class&1 != 0) == (p.re.sign() > 0) {
				p.re.num = -p.re.num
			}
			if (class&2 != 0) == (p.im.sign() > 0) {
				p.im.num = -p.im.num
			}
		}
	}
	return p
}

// classSmall is the class of small values.
const classSmall = 5

// Classes from classFar on are far out and close to zero.
const (
	classFar   = 8
	farClasses = 4
)

// classShift scales the first classes by powers of two, so that periods and branches beyond
// the first are met as well as small values.
var classShift = []int{0, 2, 0, 3, 0, -3, 1, 4}

// large moves the integers of some classes up.
func (s *sampler) large(class int) int64 {
	switch class {
	case 6:
		return 12 + s.below(20)
	case 7:
		return 60 + s.below(60)
	}
	if s.modest {
		return 0
	}
	switch class {
	case classFar, classFar + 1:
		return 300 + s.below(300)
	case classFar + 2:
		return 1000 + s.below(4000)
	}
	return 0
}

func (s *sampler) magnitude(r *coordinate, negative bool, class, try int) {
	m := 2*s.below(360) + 41 // 41 … 759 over 251: 0.16 … 3.02
	var shift int
	switch {
	case try >= 4:
		shift = int(s.below(uint64(min(try, 16)))) - min(try, 16)/2
	case class < len(classShift):
		shift = classShift[class]
	case class < classFar+farClasses:
		shift = 10 + int(s.below(12))
		if class%2 == 1 {
			shift = -10
		}
	default:
		shift = int(s.below(21)) - 12
	}
	if negative {
		m = -m
	}
	den := int64(251) // a prime: nothing vanishes at such points by accident
	if shift < 0 {
		den <<= -shift
	} else {
		m <<= shift
	}
	r.setFraction(m, den)
}
