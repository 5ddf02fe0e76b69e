package planar

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/pfaffian"
	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/math/wide"
	"github.com/assay-physics/assay/physics/partition"
)

// ComplexSystem is an Ising model with complex couplings on a surface, as coherent errors
// of a surface code make it: Z = Σ exp(Σ K_uv s_u s_v) with complex K.
type ComplexSystem struct {
	surface     *surface
	split       *surface
	couplings   []complex128
	orientation *orientation
	structures  []structure
	matrix      pfaffian.Matrix
	tree        pfaffian.Tree
	options     Options
}

// LogZComplex computes ln|Z| and arg Z of the model with coupling K[k] on edge k of g. rot
// is an embedding in a surface of few handles, nil to look for one in the plane. It is
// NewComplex followed by ComplexSystem.LogZ.
func LogZComplex(ctx context.Context, g *graph.Graph, rot graph.Rotation, K []complex128, o Options) (partition.LogZ, error) {
	s, err := NewComplex(g, rot, K, o)
	if err != nil {
		return partition.LogZ{}, err
	}
	return s.LogZ(ctx)
}

// smallestTanh is the least |tanh K| of a bond whose K is not zero: the entries of the
// matrix are 1/tanh K, and their products must stay in range.
const smallestTanh = 0x1p-300

// NewComplex draws a model with complex couplings. Their imaginary parts are at most 2³⁰
// and their real ones at most 2²⁰ in size. Errors wrap ErrNotPlanar or ErrGenus.
func NewComplex(g *graph.Graph, rot graph.Rotation, K []complex128, o Options) (*ComplexSystem, error) {
	if len(K) != g.M() {
		return nil, fmt.Errorf("planar: %d couplings for %d edges", len(K), g.M())
	}
	var edges []graph.Edge
	s := &ComplexSystem{options: o}
	for k, x := range K {
		if cmplx.IsNaN(x) || math.Abs(real(x)) > 1<<20 || math.Abs(imag(x)) > 1<<30 {
			return nil, fmt.Errorf("planar: the coupling of edge %d is %v", k, x)
		}
		if x == 0 {
			continue
		}
		if cmplx.Abs(cmplx.Tanh(x)) < smallestTanh && math.Abs(real(x)) < 1 {
			return nil, fmt.Errorf("planar: the coupling of edge %d is %v, too close to a zero of tanh", k, x)
		}
		edges = append(edges, g.Edges[k])
		s.couplings = append(s.couplings, x)
	}
	kept, err := graph.New(g.N, edges)
	if err != nil {
		return nil, fmt.Errorf("planar: %w", err)
	}
	d := drawing{n: g.N, ghost: -1, bonds: make([]bond, len(edges))}
	if rot == nil {
		var ok bool
		if rot, ok = graph.Embed(kept); !ok {
			return nil, fmt.Errorf("planar: complex couplings: %w", ErrNotPlanar)
		}
	}
	if err := d.withRotation(edges, rot); err != nil {
		return nil, err
	}
	// The rest does not look at the couplings.
	drawn, err := newSystem(d, 0, 1, o)
	if err != nil {
		return nil, err
	}
	s.surface, s.split, s.orientation, s.structures, s.matrix, s.tree = drawn.surface, drawn.split, drawn.orientation, drawn.structures, drawn.matrix, drawn.tree
	return s, nil
}

// LogZ computes ln|Z| and arg Z, with certified bounds below the tolerance.
func (s *ComplexSystem) LogZ(ctx context.Context) (partition.LogZ, error) {
	all, err := s.sectors(ctx, []uint32{0})
	if err != nil {
		return partition.LogZ{}, err
	}
	return all[0], nil
}

// Sectors is System.Sectors for complex couplings.
func (s *ComplexSystem) Sectors(ctx context.Context, curves ...[]graph.Edge) ([]partition.LogZ, error) {
	if len(curves) > 2*maxGenus {
		return nil, fmt.Errorf("planar: %d twists, the limit is %d", len(curves), 2*maxGenus)
	}
	sets := edgeSets(s.surface, curves)
	class := make([]uint32, len(sets))
	for i, set := range sets {
		var ok bool
		if class[i], ok = s.split.classOf(s.orientation, set); !ok {
			return nil, fmt.Errorf("planar: twist %d: %w", i, ErrNotClosed)
		}
	}
	twists := make([]uint32, 1<<len(sets))
	for x := range twists {
		for i, c := range class {
			if x>>i&1 == 1 {
				twists[x] ^= c
			}
		}
	}
	return s.sectors(ctx, twists)
}

// polar is the number e^(log+i·phase), 0 if zero is set, with error bounds.
type polar struct {
	log, phase  *big.Float
	zero        bool
	bound, turn float64
}

func (s *ComplexSystem) sectors(ctx context.Context, twists []uint32) ([]partition.LogZ, error) {
	var escalated []string
	for level := float64Arithmetic; ; {
		p := precise.New(max(level.bits+64, 128))
		w := s.weigh(p)
		results := make([]polar, len(s.structures))
		for f := range results {
			r, err := s.evaluate(ctx, level, p, w, uint32(f))
			if err != nil {
				return nil, err
			}
			results[f] = r
		}
		out := make([]partition.LogZ, len(twists))
		worst := 0.0
		for i, twist := range twists {
			z := s.add(p, results, twist)
			size, _ := z.log.Float64()
			if z.zero {
				size = 0
			}
			excess := max(z.bound, z.turn) / (s.options.tolerance() * max(1, math.Abs(size)))
			if math.IsNaN(excess) {
				excess = math.Inf(1)
			}
			worst = max(worst, excess)
			out[i] = partition.LogZ{
				Value: z.log, ErrorBound: z.bound, Phase: z.phase, PhaseBound: z.turn, Exact: true,
				Method: "planar Pfaffian, complex couplings", Precision: level.String(), Escalated: escalated,
			}
			if s.orientation.genus > 0 {
				out[i].Method = fmt.Sprintf("%d Pfaffians at genus %d, complex couplings", len(s.structures), s.orientation.genus)
			}
		}
		if worst <= 1 {
			return out, nil
		}
		reason := fmt.Sprintf("%v: bound %.1g times the tolerance", level, worst)
		if math.IsInf(worst, 1) {
			reason = fmt.Sprintf("%v: no bound", level)
		}
		escalated = append(escalated, reason)
		largest := 0.0
		for _, k := range s.couplings {
			largest = max(largest, math.Abs(real(k)))
		}
		next := level.widen(worst, 64+6*math.Log2E*largest+2*math.Log2(float64(s.surface.n+1)), s.options.maxPrecision())
		if next == level {
			return nil, fmt.Errorf("planar: the tolerance is not certified with %d bits (%s): %w", level.bits, reason, ErrPrecision)
		}
		level = next
	}
}

// complexWeights are the numbers of all bonds: c = 1/tanh K of each, and the product of
// sinh K as a mantissa and a binary exponent.
type complexWeights struct {
	re, im          []*big.Float
	productRe       *big.Float
	productIm       *big.Float
	productExponent int64
	relative        float64 // error of the product
}

// weigh computes them: with z = x+iy, sinh z = sinh x cos y + i cosh x sin y, and
// 1/tanh z = (sinh x cosh x − i sin y cos y)/(sinh²x + sin²y).
func (s *ComplexSystem) weigh(p *precise.Context) complexWeights {
	w := complexWeights{productRe: p.Int(1), productIm: p.New()}
	type numbers struct{ re, im, sinhRe, sinhIm *big.Float }
	cache := map[complex128]numbers{}
	for _, k := range s.couplings {
		x, ok := cache[k]
		if !ok {
			sh, ch := sinhCosh(p, real(k))
			sn, cs := sinCos(p, imag(k))
			den := p.New().Mul(sh, sh)
			p.Add(den, p.New().Mul(sn, sn))
			x.re = p.New().Quo(p.New().Mul(sh, ch), den)
			x.im = p.New().Quo(p.New().Mul(sn, cs), den)
			x.im.Neg(x.im)
			x.sinhRe, x.sinhIm = p.New().Mul(sh, cs), p.New().Mul(ch, sn)
			cache[k] = x
		}
		w.re, w.im = append(w.re, x.re), append(w.im, x.im)
		re := difference(p, p.New().Mul(w.productRe, x.sinhRe), p.New().Mul(w.productIm, x.sinhIm))
		im := p.New().Mul(w.productRe, x.sinhIm)
		p.Add(im, p.New().Mul(w.productIm, x.sinhRe))
		e := 0
		switch {
		case re.Sign() == 0 && im.Sign() == 0:
		case re.Sign() == 0:
			e = im.MantExp(nil)
		case im.Sign() == 0:
			e = re.MantExp(nil)
		default:
			e = max(re.MantExp(nil), im.MantExp(nil))
		}
		w.productExponent += int64(e)
		w.productRe, w.productIm = re.SetMantExp(re, -e), im.SetMantExp(im, -e)
	}
	// Each step adds the errors of sinh z, below 2^(12−prec) of its modulus, and of the
	// product.
	w.relative = float64(len(s.couplings)+1) * ulps(p, 14)
	return w
}

func difference(p *precise.Context, a, b *big.Float) *big.Float {
	p.Add(a, b.Neg(b))
	return a
}

// sinhCosh keeps the relative precision of sinh at small arguments by computing with as
// many more bits as it has leading zeros.
func sinhCosh(p *precise.Context, x float64) (sinh, cosh *big.Float) {
	if x == 0 {
		return p.New(), p.Int(1)
	}
	q := p
	if math.Abs(x) < 0.5 {
		q = precise.New(p.Prec + uint(-math.Ilogb(x)) + 2)
	}
	e := q.Exp(q.Float(x))
	inverse := q.New().Quo(q.Int(1), e)
	sum, diff := q.New().Set(e), q.New().Set(e)
	q.Add(sum, inverse)
	q.Add(diff, q.New().Neg(inverse))
	half := func(x *big.Float) *big.Float { return p.New().Set(x.SetMantExp(x, -1)) }
	return half(diff), half(sum)
}

// sinCos reduces by multiples of π/2 with so many bits that a float64 never comes too
// close to one for the relative precision of its sine, and takes 1−cos from there.
func sinCos(p *precise.Context, y float64) (sin, cos *big.Float) {
	q := p
	if math.Abs(y) > math.Pi/4 {
		q = precise.New(p.Prec + 160)
	}
	half := q.New().SetMantExp(q.Pi, -1)
	f, _ := q.New().Quo(q.Float(y), half).Float64()
	k := int64(math.Round(f))
	r := difference(q, q.Float(y), q.New().Mul(half, q.Int(k)))
	negative := r.Sign() < 0
	v := q.Versine(r.Abs(r))
	c := difference(q, q.Int(1), q.New().Set(v))
	s := q.New().Mul(v, difference(q, q.Int(2), q.New().Set(v)))
	s.Sqrt(s)
	if negative {
		s.Neg(s)
	}
	s, c = p.New().Set(s), p.New().Set(c)
	switch k & 3 {
	case 1:
		s, c = c, s.Neg(s)
	case 2:
		s, c = s.Neg(s), c.Neg(c)
	case 3:
		s, c = c.Neg(c), s
	}
	return s, c
}

// arg is the argument of re+i·im in (−π, π]: a float64 angle is turned back exactly, and
// what is left is small enough for a short series.
func arg(p *precise.Context, re, im *big.Float) *big.Float {
	e := 0
	if re.Sign() != 0 {
		e = re.MantExp(nil)
	}
	if im.Sign() != 0 && (re.Sign() == 0 || im.MantExp(nil) > e) {
		e = im.MantExp(nil)
	}
	x, _ := p.New().SetMantExp(re, -e).Float64()
	y, _ := p.New().SetMantExp(im, -e).Float64()
	guess := math.Atan2(y, x)
	sin, cos := sinCos(p, guess)
	a := p.New().Mul(re, cos)
	p.Add(a, p.New().Mul(im, sin))
	b := difference(p, p.New().Mul(im, cos), p.New().Mul(re, sin))
	t := p.New().Quo(b, a) // below 2⁻⁵⁰
	square := p.New().Mul(t, t)
	sum, power := p.Float(guess), p.New().Set(t)
	for n := int64(1); ; n += 2 {
		term := p.New().Quo(power, p.Int(n))
		if p.Negligible(term, p.Int(1)) {
			break
		}
		if n%4 == 3 {
			term.Neg(term)
		}
		p.Add(sum, term)
		power.Mul(power, square)
	}
	return wrap(p, sum)
}

// wrap brings an angle into (−π, π].
func wrap(p *precise.Context, x *big.Float) *big.Float {
	turn := p.New().SetMantExp(p.Pi, 1)
	for x.Cmp(p.Pi) > 0 {
		x.Sub(x, turn)
	}
	minus := p.New().Neg(p.Pi)
	for x.Cmp(minus) <= 0 {
		x.Add(x, turn)
	}
	return x
}

// evaluate computes 2^n ∏ sinh K ∏ ε Pf of one spin structure.
func (s *ComplexSystem) evaluate(ctx context.Context, level arithmetic, p *precise.Context, w complexWeights, flips uint32) (polar, error) {
	negative := s.orientation.flipped(flips)
	sign := 1
	for _, n := range negative {
		if n {
			sign = -sign
		}
	}
	entry := func(k int, x *big.Float) *big.Float {
		if negative[k] {
			return p.New().Neg(x)
		}
		return x
	}
	m, size := len(s.couplings), len(s.matrix.I)
	link := func(k int) float64 { // entries beyond the bonds
		if k < len(negative) && negative[k] {
			return -1
		}
		return 1
	}
	var r pfaffian.Result
	var err error
	switch level {
	case float64Arithmetic:
		v := make([]complex128, size)
		for k := range v {
			if k >= m {
				v[k] = complex(link(k), 0)
				continue
			}
			re, _ := entry(k, w.re[k]).Float64()
			im, _ := entry(k, w.im[k]).Float64()
			v[k] = complex(re, im)
		}
		r, err = pfaffian.Complex128(ctx, s.matrix, v, 2*0x1p-53, s.tree, s.options.kernel())
	case wideArithmetic:
		re, im := make([]wide.DD, size), make([]wide.DD, size)
		for k := range re {
			if k >= m {
				re[k] = wide.FromFloat(link(k))
				continue
			}
			re[k], im[k] = wide.FromBig(entry(k, w.re[k])), wide.FromBig(entry(k, w.im[k]))
		}
		r, err = pfaffian.ComplexDoubleDouble(ctx, s.matrix, re, im, 0x1p-102, s.tree, s.options.kernel())
	default:
		re, im := make([]*big.Float, size), make([]*big.Float, size)
		for k := range re {
			if k >= m {
				re[k], im[k] = big.NewFloat(link(k)), new(big.Float)
				continue
			}
			re[k] = new(big.Float).SetPrec(level.bits).Set(entry(k, w.re[k]))
			im[k] = new(big.Float).SetPrec(level.bits).Set(entry(k, w.im[k]))
		}
		r, err = pfaffian.ComplexBig(ctx, s.matrix, re, im, level.bits, bigUlps, s.tree, s.options.kernel())
	}
	if err != nil {
		return polar{}, fmt.Errorf("planar: %v, complex: %w", level, err)
	}
	if r.Sign == 0 {
		return polar{log: new(big.Float).SetInf(true), phase: p.New(), zero: true, bound: r.Bound, turn: r.Bound}, nil
	}
	modulus := p.New().Mul(w.productRe, w.productRe)
	p.Add(modulus, p.New().Mul(w.productIm, w.productIm))
	log := p.Log(modulus)
	log.SetMantExp(log, -1)
	exponent := p.Int(w.productExponent + int64(s.surface.n))
	log.Add(log, exponent.Mul(exponent, p.Ln2))
	log.Add(log, r.Log)
	phase := arg(p, w.productRe, w.productIm)
	if r.Phase != nil { // there is none without entries
		phase.Add(phase, r.Phase)
	}
	if sign < 0 {
		phase.Add(phase, p.Pi)
	}
	at, _ := log.Float64()
	lost := w.relative + (4+math.Abs(at))*ulps(p, 12)
	return polar{log: log, phase: wrap(p, phase), bound: r.Bound + 2*lost, turn: r.PhaseBound + 2*lost}, nil
}

// add sums the spin structures under a twist.
func (s *ComplexSystem) add(p *precise.Context, results []polar, twist uint32) polar {
	var top *big.Float
	for _, r := range results {
		if r.zero && r.bound > 0 {
			return polar{log: new(big.Float).SetInf(true), phase: p.New(), zero: true, bound: math.Inf(1), turn: math.Inf(1)}
		}
		if !r.zero && (top == nil || r.log.Cmp(top) > 0) {
			top = r.log
		}
	}
	if top == nil {
		return polar{log: new(big.Float).SetInf(true), phase: p.New(), zero: true}
	}
	if len(results) == 1 {
		return results[0]
	}
	re, im := p.New(), p.New()
	lost := 0.0
	for _, st := range s.structures {
		r := results[st.flips^twist]
		if r.zero {
			continue
		}
		size := p.Exp(p.New().Sub(r.log, top))
		if st.odd {
			size.Neg(size)
		}
		phase, _ := r.phase.Float64()
		sin, cos := sinCosBig(p, r.phase, phase)
		p.Add(re, cos.Mul(cos, size))
		p.Add(im, sin.Mul(sin, size))
		f, _ := size.Float64()
		at, _ := r.log.Float64()
		lost += (math.Abs(f) + 0x1p-1000) * (math.Expm1(r.bound+r.turn) + (4+math.Abs(at))*ulps(p, 14))
	}
	modulus := p.New().Mul(re, re)
	p.Add(modulus, p.New().Mul(im, im))
	if modulus.Sign() == 0 {
		return polar{log: new(big.Float).SetInf(true), phase: p.New(), zero: true, bound: math.Inf(1), turn: math.Inf(1)}
	}
	log := p.Log(modulus)
	log.SetMantExp(log, -1)
	f, _ := modulus.Float64()
	z := polar{log: log, phase: arg(p, re, im), bound: math.Inf(1), turn: math.Inf(1)}
	z.log.Add(z.log, top)
	shift := p.Int(int64(-s.orientation.genus))
	z.log.Add(z.log, shift.Mul(shift, p.Ln2))
	if rho := lost / math.Sqrt(f) * (1 + 0x1p-50); rho < 1 {
		// arcsin ρ ≤ πρ/2.
		at, _ := z.log.Float64()
		rest := (4 + math.Abs(at)) * ulps(p, 14)
		z.bound, z.turn = -math.Log1p(-rho)*(1+0x1p-50)+rest, rho*math.Pi/2+rest
	}
	return z
}

// sinCosBig turns the sine and cosine of a nearby float64 by the small rest.
func sinCosBig(p *precise.Context, x *big.Float, near float64) (sin, cos *big.Float) {
	s0, c0 := sinCos(p, near)
	d := difference(p, p.New().Set(x), p.Float(near)) // below 2⁻⁵⁰
	negative := d.Sign() < 0
	v := p.Versine(p.New().Abs(d))
	c1 := difference(p, p.Int(1), p.New().Set(v))
	s1 := p.New().Mul(v, difference(p, p.Int(2), p.New().Set(v)))
	s1.Sqrt(s1)
	if negative {
		s1.Neg(s1)
	}
	sin = p.New().Mul(s0, c1)
	p.Add(sin, p.New().Mul(c0, s1))
	cos = difference(p, p.New().Mul(c0, c1), p.New().Mul(s0, s1))
	return sin, cos
}
