package mapping

import (
	"fmt"
	"math"
	"slices"
)

// Family is a family of growth laws in the number of sites n, ordered.
type Family int

const (
	// FamilyUnknown: the data do not decide.
	FamilyUnknown Family = iota
	// FamilyPolynomial: n^k, constants and logarithms included.
	FamilyPolynomial
	// FamilySubexponential: exp(s·√n), what a transfer over one row of an L × L
	// lattice costs.
	FamilySubexponential
	// FamilyExponential: exp(r·n), what an enumeration of the states costs.
	FamilyExponential
)

func (f Family) String() string {
	switch f {
	case FamilyPolynomial:
		return "polynomial in n"
	case FamilySubexponential:
		return "exponential in √n"
	case FamilyExponential:
		return "exponential in n"
	default:
		return "undecided"
	}
}

// Point is one measured cost at one size.
type Point struct {
	N int     `json:"n"`
	Y float64 `json:"y"`
}

// Fit is the growth law that a series of measured costs supports, and by how much.
//
// Three laws are fitted, each with an additive offset (an interpreter, an import, a
// constant-size table): y = a + b·n^k, y = a + b·exp(s√n), y = a + b·exp(r·n), with
// a, b ≥ 0 and relative weights. Without the offset an honest polynomial program
// with a constant part looks exponential at its largest sizes.
type Fit struct {
	Family Family `json:"family"`
	// Why says in words on what the family rests, or why it is undecided.
	Why string `json:"why"`
	// Degree k, Root s (per √n) and Rate r (per site) are the best exponents of the
	// three laws, each with its relative residual.
	Degree     float64 `json:"degree"`
	DegreeRMS  float64 `json:"degree_rms"`
	Root       float64 `json:"root"`
	RootRMS    float64 `json:"root_rms"`
	Rate       float64 `json:"rate"`
	RateRMS    float64 `json:"rate_rms"`
	TopDegree  float64 `json:"top_degree"` // d ln y / d ln n between the largest sizes, offset removed
	TopRoot    float64 `json:"top_root"`   // d ln y / d √n
	TopRate    float64 `json:"top_rate"`   // d ln y / d n
	Steepening bool    `json:"steepening"` // TopDegree exceeds the degree one octave below by more than a half
	Points     []Point `json:"points"`
	Doublings  float64 `json:"doublings"` // log2 of largest over smallest cost used
}

// Thresholds of the classification. They come from the physics of the candidates,
// not from a fit: enumerating binary states costs at least 2^{n/2} (rate 0.35), a
// row transfer at least 2^L (root 0.69) and at most a dense power of a 4^L matrix
// (16^L·poly: root 2.8); no known polynomial route to these models has a degree
// above 6 (a dense Pfaffian over Fractions). Measured: genuine roots were ≥ 0.72,
// roots of polynomial programs misread as subexponential ≤ 0.46.
const (
	minRate       = 0.25 // below, exp(r n) is not an enumeration
	minRoot       = 0.55 // below, exp(s √n) is not a row transfer
	maxRoot       = 4.0  // above, exp(s √n) is steeper than any row transfer
	maxDegree     = 6.0
	steepDegree   = 4.5  // a local degree above this, and rising, is not polynomial
	betterBy      = 1.5  // a higher family must cut the residual by this factor
	relativeNoise = 0.04 // repeated identical work varied by 1–4 %
	minDoublings  = 1.6  // a cost that grew less than threefold has no shape
)

// FitGrowth classifies a series of costs. floor is the smallest cost that is signal
// rather than noise (in the unit of y); resolution is the absolute uncertainty of
// one cost. Sizes must ascend. square says that n = L²: then a cost that stays flat
// must do so to much larger n before exp(s√n) is excluded.
//
// A cost that lies above a later one is a disturbance of the machine (or a table of
// small sizes), for the work of a method does not shrink with n: each cost is replaced
// by the smallest of those that follow.
func FitGrowth(points []Point, square bool, floor, resolution float64) Fit {
	f := Fit{Points: points}
	points = slices.Clone(points)
	for i := len(points) - 2; i >= 0; i-- {
		points[i].Y = math.Min(points[i].Y, points[i+1].Y)
	}
	var used []Point
	for i, p := range points {
		// A point below the floor is dropped, unless a later one rises above it: the
		// last quiet point anchors the offset.
		if p.Y >= floor || (i+1 < len(points) && points[i+1].Y >= floor) {
			used = append(used, Point{p.N, math.Max(p.Y, resolution)})
		}
	}
	if len(points) == 0 {
		f.Why = "nothing was measured"
		return f
	}
	last := points[len(points)-1]
	if len(used) < 2 || maxY(used) < floor {
		return f.quiet(points, square, floor)
	}
	lo, hi := minY(used), maxY(used)
	f.Doublings = math.Log2(hi / lo)
	if f.Doublings < minDoublings {
		return f.quiet(points, square, hi)
	}
	f.top(used)
	f.Degree, f.DegreeRMS = bestExponent(used, resolution, gridDegree, func(n, k float64) float64 { return k * math.Log(n) })
	f.Root, f.RootRMS = bestExponent(used, resolution, gridRoot, func(n, s float64) float64 { return s * math.Sqrt(n) })
	f.Rate, f.RateRMS = bestExponent(used, resolution, gridRate, func(n, r float64) float64 { return r * n })
	return f.classify(used, last)
}

// quiet handles a cost that hardly grew: what matters is the range over which it
// stayed flat, for 2^n work cannot hide at n = 64.
func (f Fit) quiet(points []Point, square bool, floor float64) Fit {
	first, last := points[0].N, points[len(points)-1].N
	if last >= farReach || !square && last >= 40 {
		f.Family = FamilyPolynomial
		f.Why = fmt.Sprintf("flat (below %.3g) from n = %d to n = %d", floor, first, last)
		return f
	}
	f.Why = fmt.Sprintf("flat, but only from n = %d to n = %d: the range is too short to tell", first, last)
	return f
}

// top computes the local slopes between the largest sizes, over at least a fifth of
// growth in n where the series allows, after removing the smallest cost as offset.
func (f *Fit) top(used []Point) {
	offset := minY(used) * 0.9
	slope := func(hi int) (deg, root, rate float64, lo int) {
		lo = hi - 1
		for lo > 0 && float64(used[hi].N) < 1.2*float64(used[lo].N) {
			lo--
		}
		if lo < 0 {
			return 0, 0, 0, -1
		}
		a, b := used[lo], used[hi]
		dy := math.Log((b.Y - offset) / (a.Y - offset))
		return dy / math.Log(float64(b.N)/float64(a.N)), dy / (math.Sqrt(float64(b.N)) - math.Sqrt(float64(a.N))), dy / float64(b.N-a.N), lo
	}
	hi := len(used) - 1
	var lo int
	f.TopDegree, f.TopRoot, f.TopRate, lo = slope(hi)
	if lo > 0 {
		below, _, _, _ := slope(lo)
		f.Steepening = f.TopDegree > below+0.5
	}
}

func (f Fit) classify(used []Point, last Point) Fit {
	poly := math.Hypot(f.DegreeRMS, relativeNoise)
	root := math.Hypot(f.RootRMS, relativeNoise)
	rate := math.Hypot(f.RateRMS, relativeNoise)
	rangeN := float64(used[len(used)-1].N) / float64(used[0].N)

	expOK := f.Rate >= minRate && f.TopRate >= minRate
	subOK := f.Root >= minRoot && f.TopRoot >= minRoot
	polyOK := f.Degree <= maxDegree && f.TopDegree <= maxDegree+0.5

	// Few sizes: only slopes that no other law can have decide.
	if len(used) < 4 {
		switch {
		case f.TopRoot >= maxRoot && f.TopRate >= minRate && f.TopDegree > maxDegree:
			f.Family = FamilyExponential
			f.Why = fmt.Sprintf("cost grows by e^%.2f per unit of √n and n^%.1f locally between the last sizes: steeper than any row transfer", f.TopRoot, f.TopDegree)
		case f.gentle(last):
			f.Family = FamilyPolynomial
			f.Why = f.gentleWhy(last)
		default:
			f.Why = fmt.Sprintf("only %d sizes rose above the noise", len(used))
		}
		return f
	}
	switch {
	case expOK && f.TopRoot >= maxRoot && f.TopDegree > steepDegree && rate <= root*1.2:
		f.Family = FamilyExponential
		f.Why = fmt.Sprintf("e^{%.3f n} (top slope %.3f per site, %.2f per √n, steeper than any row transfer)", f.Rate, f.TopRate, f.TopRoot)
	case expOK && rate*betterBy <= poly && rate*1.1 <= root && f.TopDegree > steepDegree:
		f.Family = FamilyExponential
		f.Why = fmt.Sprintf("e^{%.3f n}: residual %.2f against %.2f for n^{%.1f} and %.2f for e^{%.2f√n}", f.Rate, f.RateRMS, f.DegreeRMS, f.Degree, f.RootRMS, f.Root)
	case subOK && f.Root <= maxRoot && root*betterBy <= poly && f.TopDegree > steepDegree*0.75 && f.Steepening:
		f.Family = FamilySubexponential
		f.Why = fmt.Sprintf("e^{%.2f√n}: residual %.2f against %.2f for n^{%.1f}", f.Root, f.RootRMS, f.DegreeRMS, f.Degree)
	case subOK && f.TopDegree > maxDegree && f.Steepening:
		f.Family = FamilySubexponential
		f.Why = fmt.Sprintf("the local degree reaches %.1f and still rises: no polynomial; e^{%.2f√n} fits with residual %.2f", f.TopDegree, f.Root, f.RootRMS)
	case polyOK && poly <= root*betterBy && poly <= rate*betterBy && poly < 0.5 && (rangeN >= 3 || last.N >= 40) && !(f.Steepening && f.TopDegree > steepDegree):
		f.Family = FamilyPolynomial
		f.Why = fmt.Sprintf("n^{%.1f}: residual %.2f over a factor %.0f in n", f.Degree, f.DegreeRMS, rangeN)
	case polyOK && f.TopDegree <= steepDegree && !f.Steepening && rangeN >= 4:
		f.Family = FamilyPolynomial
		f.Why = fmt.Sprintf("the local degree settles at %.1f and does not rise over a factor %.0f in n", f.TopDegree, rangeN)
	case f.gentle(last):
		f.Family = FamilyPolynomial
		f.Why = f.gentleWhy(last)
	default:
		f.Why = fmt.Sprintf("no law stands out: residuals %.2f (n^{%.1f}), %.2f (e^{%.2f√n}), %.2f (e^{%.3f n})", f.DegreeRMS, f.Degree, f.RootRMS, f.Root, f.RateRMS, f.Rate)
	}
	return f
}

// farReach is the number of sites from which on a cost that is still small, or still
// grows slowly, is not that of an enumeration or a row transfer.
const farReach = 400

// gentle reports whether the cost, at sizes where every higher law is steep, grows more
// slowly than any of them does. The slopes have the smallest cost taken off as an offset,
// which makes them too large rather than too small.
func (f Fit) gentle(last Point) bool {
	return last.N >= farReach && f.TopDegree > 0 && f.TopDegree <= steepDegree && f.TopRoot < minRoot && f.TopRate < minRate
}

func (f Fit) gentleWhy(last Point) string {
	return fmt.Sprintf("at n = %d the cost grows as n^%.1f locally, by e^%.2f per unit of √n and e^%.3f per site: slower than any row transfer or enumeration", last.N, f.TopDegree, f.TopRoot, f.TopRate)
}

var (
	gridDegree = grid(0, 10, 0.1)
	gridRoot   = grid(0.1, 9, 0.05)
	gridRate   = grid(0.01, 2.5, 0.01)
)

func grid(lo, hi, step float64) []float64 {
	var g []float64
	for i := 0; ; i++ {
		x := lo + float64(i)*step
		if x > hi {
			return g
		}
		g = append(g, x)
	}
}

// bestExponent finds the exponent p of y = a + b·exp(logf(n, p)) with the smallest
// relative residual. For given p the best a, b ≥ 0 follow from two linear equations.
func bestExponent(pts []Point, resolution float64, grid []float64, logf func(n, p float64) float64) (exponent, rms float64) {
	rms = math.Inf(1)
	logs := make([]float64, len(pts))
	for _, p := range grid {
		for i, q := range pts {
			logs[i] = logf(float64(q.N), p)
		}
		top := slices.Max(logs)
		var sff, sf1, s11, sfy, s1y float64
		for i, q := range pts {
			sigma := math.Hypot(q.Y, resolution/relativeNoise) // relative error, absolute below the resolution
			w := 1 / (sigma * sigma)
			x := math.Exp(logs[i] - top)
			sff += w * x * x
			sf1 += w * x
			s11 += w
			sfy += w * x * q.Y
			s1y += w * q.Y
		}
		a, b := 0.0, sfy/sff
		if det := sff*s11 - sf1*sf1; det > 1e-12*sff*s11 {
			if aa, bb := (sff*s1y-sf1*sfy)/det, (s11*sfy-sf1*s1y)/det; aa >= 0 && bb >= 0 {
				a, b = aa, bb
			}
		}
		var sum float64
		for i, q := range pts {
			sigma := math.Hypot(q.Y, resolution/relativeNoise)
			r := (a + b*math.Exp(logs[i]-top) - q.Y) / sigma
			sum += r * r
		}
		if got := math.Sqrt(sum / float64(len(pts))); got < rms-1e-12 {
			exponent, rms = p, got
		}
	}
	return exponent, rms
}

func minY(ps []Point) float64 {
	m := math.Inf(1)
	for _, p := range ps {
		m = math.Min(m, p.Y)
	}
	return m
}

func maxY(ps []Point) float64 {
	m := 0.0
	for _, p := range ps {
		m = math.Max(m, p.Y)
	}
	return m
}
