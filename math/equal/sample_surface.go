package equal

import (
	"math"
	"slices"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// surface is an expression at whose zeros something may change. Its sign is asked of a sketch
// first, and of a machine where that cannot tell.
type surface struct {
	c      *comparison
	node   *expr.Node
	sketch *sketch
	exact  *machine
	failed bool // no machine either
}

// newSurface is nil for an expression that cannot be evaluated.
func (c *comparison) newSurface(n *expr.Node) *surface {
	s := &surface{c: c, node: n, sketch: c.g.newSketch(n)}
	if s.sketch == nil && s.machine() == nil {
		return nil
	}
	return s
}

func (s *surface) machine() *machine {
	if s.exact == nil && !s.failed {
		m, err := s.c.g.compile(s.c.g.ctx.Branch == "real", s.node)
		s.exact, s.failed = m, err != nil
	}
	return s.exact
}

// has reports whether a symbol occurs.
func (s *surface) has(x *expr.Node) bool {
	if s.sketch != nil {
		_, ok := s.sketch.vars[x]
		return ok
	}
	return slices.ContainsFunc(s.exact.vars, func(v variable) bool { return v.symbol == x })
}

// Bounds of the search for zeros along a line.
const (
	maxRoots   = 4
	bisections = 60
	// rootSpread is the relative size of an interval around a zero that is not halved further:
	// points are taken at a hundred-thousandth of the zero beside it.
	rootSpread = 0x1p-30
)

// roots finds zeros of a surface along one symbol: sign changes on a grid of both signs that
// is wide in size, narrowed by bisection.
func (s *surface) roots(x *expr.Node, from map[*expr.Node]*point) []float64 {
	line := s.along(x, from)
	var found []float64
	var last float64
	lastSign := 0
	for _, v := range rootGrid {
		sign := line.sign(v)
		if sign == 0 {
			continue
		}
		if lastSign*sign < 0 && len(found) < maxRoots {
			found = append(found, line.bisect(last, v, lastSign))
		}
		last, lastSign = v, sign
	}
	return found
}

// line is a surface as a function of one symbol.
type line struct {
	s    *surface
	x    *expr.Node
	reg  *ball.QuickComplex
	from map[*expr.Node]*point
	at   map[*expr.Node]*point // for the machine
}

func (s *surface) along(x *expr.Node, from map[*expr.Node]*point) *line {
	l := &line{s: s, x: x, from: from}
	if k := s.sketch; k != nil {
		s.c.g.charge(k.cost() * len(rootGrid))
		k.set(from)
		k.run()
		l.reg = &k.regs[k.vars[x]]
	}
	return l
}

// sign is that of the surface, 0 where it is not real or not known.
func (l *line) sign(v float64) int {
	if k := l.s.sketch; k != nil {
		*l.reg = ball.QuickReal(ball.QuickExact(v))
		k.rerun(l.x)
		z := k.root(0)
		switch {
		case !z.IsFinite():
		case z.IsZero():
			return 0
		case z.Im.Sign() != 0:
			return 0
		case z.LooksReal() && z.Re.Sign() != 0:
			return z.Re.Sign()
		}
	}
	return l.signOfBall(v)
}

func (l *line) signOfBall(v float64) int {
	m := l.s.machine()
	if m == nil {
		return 0
	}
	if l.at == nil {
		l.at = make(map[*expr.Node]*point, len(l.from)+1)
		for s, p := range l.from {
			l.at[s] = p
		}
		l.at[l.x] = new(point)
	}
	l.at[l.x].re.setFloat(v)
	if !m.eval(64, l.at, probeBudget) || !m.roots[0].IsFinite() {
		return 0
	}
	z := m.roots[0]
	switch {
	case z.Im.IsNonzero() && !looksReal(z):
		return 0
	case z.Re.IsPositive():
		return 1
	case z.Re.IsNegative():
		return -1
	}
	return 0
}

// bisect narrows a change of sign.
func (l *line) bisect(lo, hi float64, loSign int) float64 {
	for range bisections {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi || hi-lo < rootSpread*math.Abs(mid) {
			break
		}
		switch l.sign(mid) {
		case 0:
			return mid
		case loSign:
			lo = mid
		default:
			hi = mid
		}
	}
	return lo
}

// shorten rounds to 32 bits: what is shown to a reader need not be longer.
func shorten(f float64) float64 {
	m, e := math.Frexp(f)
	return math.Ldexp(math.Round(m*(1<<32)), e-32)
}

// rootGrid runs from −10⁶ to 10⁶ by factors of about √10 in size, and through 0.
var rootGrid = makeRootGrid()

func makeRootGrid() []float64 {
	var positive []float64
	size := 1 / 1000003.0
	for range 13 {
		positive = append(positive, size, size*3.163)
		size *= 10
	}
	grid := make([]float64, 0, 2*len(positive)+1)
	for _, v := range slices.Backward(positive) {
		grid = append(grid, -v)
	}
	grid = append(grid, 0)
	return append(grid, positive...)
}
