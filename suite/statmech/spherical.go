package statmech

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/assay-physics/assay/physics/gas"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/verify/mapping"
)

// sphericalTask is P15.
func sphericalTask() Task {
	return Task{
		ID: "P15", Title: "Spherical model on a ring",
		Hamiltonian: `Z = \left\langle e^{-\beta H} \right\rangle_{\sum_i s_i^2 = n},\quad H = -J \sum_{i=0}^{n-1} s_i s_{i+1},\quad \text{indices mod } n`,
		Gold:        mapping.Gold{Class: "exactly_solvable_other", Complexity: "O(n)"},
		Sources:     []string{"T. H. Berlin and M. Kac, Phys. Rev. 86, 821 (1952)", "R. J. Baxter, Exactly Solved Models in Statistical Mechanics, Academic Press (1982), chapter 5"},
		Hint:        "Ask what is left of a quadratic form once it is written in coordinates of its own, and how a constraint on a sum can be put into an exponent.",
		Domain:      "at least 3", Sizes: []int{3, 4, 5},
		least: 3, step: 1, aside: []int{3, 4, 5}, scale: []int{8, 12, 24, 48, 96, 160},
		ladder: []int{3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768},
		far:    &far{from: 300, to: 1200, heat: span{0.2, 1}}, beta: smallBeta(),
		model: sphere{},
		instruments: instruments{
			reference:  claimed{"exactly_solvable_other", "O(n)", "The form is diagonal in plane waves, and the constraint is an integral over one complex number: what remains is one contour integral over a product of square roots."},
			bruteforce: claimed{"no_efficient_known", "O(16^n)", "The sphere is covered by a product of quadratures, one for each angle."}, enumerated: []string{"overclaim_P15"},
			mislabel:  "rbim_nishimori", // one coupling, and no average over it
			overclaim: claimed{class: "exactly_solvable_other", complexity: "O(n)"},
			mistake:   "radius",
		},
	}
}

// sphere is the spherical model of Berlin and Kac on a ring: real spins with one
// constraint on the sum of their squares.
type sphere struct{}

func (sphere) draw(_ Task, d drawing) (instance, error) {
	j, _ := strength(d.s, d.regime, d.stratum)
	return ringOnSphere{n: d.n, beta: d.beta, j: float64(d.flip()*(1-2*(d.k%2))) * j}, nil
}

func (sphere) conventions() []convention { return []convention{energy, score} }
func (sphere) forms() []string           { return nil }
func (sphere) roles(string) []string     { return []string{"beta", "J"} }
func (sphere) arguments() string         { return "n, beta, J" }

func (sphere) write(w *writer) {
	w.para(w.pick(
		"A mean over the points of a sphere is wanted.",
		"Average a weight over all points of a sphere.",
		"This is about a mean value on a sphere in n dimensions."))
	w.para(fmt.Sprintf(w.pick(
		"Let %[1]s = (%[2]s, ..., %[3]s) be a point of the sphere on which the squares of the n real coordinates add up to n; all points of it are equally likely (the distribution does not change under rotations).",
		"The n real coordinates %[2]s, ..., %[3]s of a point %[1]s are such that their squares have the sum n. Points are distributed evenly over this sphere, so that no direction is preferred.",
	), w.b.variable, w.at(w.first()), w.at(w.last())))
	w.para(w.pick("Put", "Define", "Let"))
	w.para(fmt.Sprintf("    %s(%s) = %s%s * sum_{%s=%s}^{%s} %s %s", w.b.function, w.b.variable, w.lead(), w.key("J"), w.i, w.first(), w.last(), w.at(w.i), w.at(w.i+"+1")))
	over := "n"
	if w.b.origin == 1 {
		over = "n+1"
	}
	w.para(fmt.Sprintf(w.pick(
		"The sum has n products: the index %s stands for %s again.",
		"There are n products in it, for an index %s means %s once more.",
	), over, w.first()))
	w.wanted()
	w.para(fmt.Sprintf("    Z = mean over the sphere of %s", w.weight()))
}

func (sphere) parameter(b binding, role string) string { return b.keys[role] + ", " + eitherSign }

func (sphere) unpack(p *python) { p.line("J = %s%s", p.minus(), p.get("J")) }

type ringOnSphere struct {
	n       int
	beta, j float64
}

func (in ringOnSphere) size() int     { return in.n }
func (in ringOnSphere) heat() float64 { return in.beta }

func (in ringOnSphere) present(b binding, _ *stream, _ []int, p map[string]any) {
	p[b.keys["J"]] = b.sign() * in.j
}

// ring is the model as the structure engine knows it.
func (in ringOnSphere) ring(closed bool) *gas.LatticeSpherical {
	k := new(big.Rat).SetFloat64(in.beta)
	k.Mul(k, new(big.Rat).SetFloat64(in.j))
	return &gas.LatticeSpherical{Lattice: modelfile.Lattice{Kind: "chain", Size: []int{in.n}, Torus: closed}, BetaJ: k}
}

// coveredSize is the largest number of coordinates whose sphere is covered by a
// quadrature.
const coveredSize = 5

func (in ringOnSphere) reference() (mapping.Reference, error) {
	if in.n <= coveredSize {
		return in.covered(1, true)
	}
	z, err := in.ring(true).LogZ(context.Background())
	if err != nil {
		return mapping.Reference{}, err
	}
	return fromEngine(z), nil
}

// covered averages over the sphere of the given squared radius (in units of n) by a
// product of quadratures: Gauss–Gegenbauer for the cosine of each polar angle, equal steps
// for the last angle. With m points each (2m of the last) it is exact for polynomials up
// to the degree 2m−1, and so for the exponential cut off behind the power m−1 of the
// quadratic form, which lies between −1 and 1 on the unit sphere: the rest is at most
// Σ_{k≥m} a^k/k! 2^{1−k}, the tail of its Chebyshev series, and Z >= 1 by convexity.
func (in ringOnSphere) covered(squared float64, closed bool) (mapping.Reference, error) {
	n := in.n
	a := in.beta * in.j * float64(n) * squared
	m, tail := 4, math.Inf(1)
	for ; tail > 1e-14; m++ {
		l, _ := math.Lgamma(float64(m) + 1)
		x := math.Abs(a) / 2
		tail = 8 * math.Exp(float64(m)*math.Log(x)-l) / (1 - min(x/float64(m+1), 0.5))
	}
	nodes, weights := make([][]float64, n-2), make([][]float64, n-2)
	for j := range nodes {
		var err error
		if nodes[j], weights[j], err = gegenbauer(m, float64(n-j-3)/2); err != nil {
			return mapping.Reference{}, err
		}
	}
	x := make([]float64, n)
	value := func() float64 {
		q := 0.0
		for i := range n - 1 {
			q += x[i] * x[i+1]
		}
		if closed {
			q += x[n-1] * x[0]
		}
		return math.Exp(a * q)
	}
	var average func(j int, radius float64) float64
	average = func(j int, radius float64) (sum float64) {
		if j == n-2 {
			for k := range 2 * m {
				s, c := math.Sincos(math.Pi * float64(k) / float64(m))
				x[n-2], x[n-1] = radius*c, radius*s
				sum += value()
			}
			return sum / float64(2*m)
		}
		for k, u := range nodes[j] {
			x[j] = radius * u
			sum += weights[j][k] * average(j+1, radius*math.Sqrt((1-u)*(1+u)))
		}
		return sum
	}
	z := average(0, 1)
	return mapping.Reference{LogZ: math.Log(z), ErrorBound: tail + float64(8*(m+n))*(1+math.Abs(a))*0x1p-50, Method: "quadrature over the sphere"}, nil
}

// gegenbauer returns the m nodes and weights of Gauss's rule for the weight (1−u²)^α on
// [−1,1], normalised to add up to 1, from the spectrum of the Jacobi matrix (G. H. Golub
// and J. H. Welsch, Math. Comp. 23, 221 (1969)).
func gegenbauer(m int, alpha float64) (nodes, weights []float64, err error) {
	jacobi := mat.NewSymDense(m, nil)
	for k := 1; k < m; k++ {
		x := float64(k)
		jacobi.SetSym(k-1, k, math.Sqrt(x*(x+2*alpha)/((2*x+2*alpha+1)*(2*x+2*alpha-1))))
	}
	if alpha == -0.5 && m > 1 { // Chebyshev's weight: the first quotient is 0/0
		jacobi.SetSym(0, 1, math.Sqrt(0.5))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(jacobi, true) {
		return nil, nil, fmt.Errorf("no nodes of the quadrature with %d points were found", m)
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	weights = make([]float64, m)
	for k := range weights {
		weights[k] = vectors.At(0, k) * vectors.At(0, k)
	}
	return eigen.Values(nil), weights, nil
}

// mistakes: the unit sphere, and the ring cut open.
func (in ringOnSphere) mistakes() (map[string]mapping.Reference, error) {
	if in.n > coveredSize {
		return nil, nil
	}
	unit, err := in.covered(1/float64(in.n), true)
	if err != nil {
		return nil, err
	}
	open, err := in.covered(1, false)
	return map[string]mapping.Reference{"radius": unit, "boundary": open}, err
}

// structure: the coupling matrix is circulant. Its eigenvalues J cos(2πk/n) are checked
// on the plane waves, entry by entry.
func (in ringOnSphere) structure() (mapping.Structure, error) {
	n := float64(in.n)
	eigenvalues := make([]float64, in.n)
	residual := 0.0
	for k := range eigenvalues {
		eigenvalues[k] = in.j * math.Cos(2*math.Pi*float64(k)/n)
		for i := range in.n { // a real wave of wave number k: both neighbours, half of J each
			wave := func(i int) float64 { return math.Cos(2*math.Pi*float64(k*i%in.n)/n - 0.3) }
			got := in.j / 2 * (wave((i+1)%in.n) + wave((i+in.n-1)%in.n))
			residual = max(residual, math.Abs(got-eigenvalues[k]*wave(i)))
		}
	}
	if residual > 1e-10 {
		return mapping.Structure{}, fmt.Errorf("the plane waves miss the couplings by %.1e", residual)
	}
	w, err := rawWitness(map[string]any{"quadratic_form": "circulant", "eigenvalues": slices.Clip(eigenvalues), "constraint": "sum of squares = n"})
	return mapping.Structure{
		Model: "spherical", Sites: in.n, Bonds: in.n,
		Routes: []mapping.Route{{Class: "exactly_solvable_other", Complexity: "O(n)", Witness: w,
			Why: "a quadratic form, diagonal in plane waves, and one quadratic constraint: a contour integral over one variable is left"}},
		Obstructions: []mapping.Obstruction{nothingAveraged},
	}, err
}

// relatives: one scale of energy and temperature; a change of sign of every second
// coordinate where the ring has as many of both.
func (in ringOnSphere) relatives() []relative {
	heated, flipped := in, in
	heated.beta, heated.j = in.beta/2, 2*in.j
	flipped.j = -in.j
	out := []relative{same("scale", "only the product of the two parameters enters", in, heated)}
	if in.n%2 == 0 {
		out = append(out, same("gauge", "a change of sign of every second coordinate negates the factor", in, flipped))
	}
	return out
}
