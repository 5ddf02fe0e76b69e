package pfaffian

import "math/big"

// ops is what an elimination does with rows of numbers of one kind. A front is a slice
// of rows of length ld of which only the part above the diagonal is meaningful; rows p
// and p+1 of an eliminated pair hold u and v (see doc.go). Magnitudes are float64.
//
// A value of ops belongs to one worker: it may keep scratch memory.
type ops[E any] interface {
	// unit bounds the relative error of one operation. chain(np) and carry(np) bound in
	// units the error of a sum of np pairs of products and one more number: chain is
	// relative to the sum of the magnitudes of the products, carry to the larger of the
	// number before and after. Units are counted in powers of two, 2^binade each: units and
	// all backward errors stay within float64's range in any arithmetic.
	unit() float64
	binade() int
	chain(np int) float64
	carry(np int) float64
	// vectors is the number of random vectors of a certificate, at most maxVectors.
	vectors() int
	// scatter adds packed rows (strict upper triangle, row by row) of one skew matrix
	// into zeros of the front at ascending or descending positions.
	scatter(f []E, ld int, packed []E, pos []int32)
	// addEntry adds ±v to f[at] and returns |v|; where the sum may have been rounded
	// also the magnitude that the error is relative to.
	addEntry(f []E, at int, v E, minus bool) (size, rounded float64)
	// pack copies a row, adds the squares of its moduli to columns, and returns their sum.
	pack(dst, row []E, columns []float64) float64
	// refresh sets w to row j, columns c0 to e, of the front after the np pairs from
	// row p0 on.
	refresh(w, f []E, ld, p0, np, j, c0, e int)
	// absMax returns the position and the magnitude of the largest of the first cand
	// numbers, and the largest magnitude of all, the two in units of their own.
	absMax(w []E, cand int) (arg int, best, all float64)
	// swap exchanges the indices p < q of a front of order m.
	swap(f []E, ld, p, q, m int)
	// divide sets dst = w/a and returns the 2-norm of dst.
	divide(dst, w []E, a E) float64
	norm(v []E) float64
	// spread adds |u_i|·nv + |v_i|·nu to t_i.
	spread(t []float64, u, v []E, nu, nv float64)
	// update subtracts u vᵀ − v uᵀ for np pairs from row p0 on from the rows and
	// columns j to e of the front, by up to workers goroutines.
	update(f []E, ld, p0, np, j, e, workers int)
}

// solver is what a certificate and an inverse need beyond ops.
type solver[E any] interface {
	ops[E]
	// random fills x with numbers of mean 0 and variance 1, from the first-th on of the
	// sequence that belongs to a seed.
	random(x []E, seed, first uint64)
	// forward and backward run q interleaved vectors x through the pair idx[0], idx[1]
	// with the pivot a; u and v belong to the indices idx[2:].
	forward(x []E, q int, idx []int32, a E, u, v []E)
	backward(x []E, q int, idx []int32, a E, u, v []E)
	// residual subtracts (±v)·y from r: r[q·i…] −= v·y[q·j…], r[q·j…] += v·y[q·i…].
	residual(r, y []E, q, i, j int, v E)
	// squares adds |x_r/2^shift|² of the q interleaved vectors from lo to hi to one number.
	squares(x []E, q, lo, hi, shift int) float64
	// top is the binary exponent of the largest number, 0 where numbers have no more range
	// than float64.
	top(x []E) int

	// sizes sets dst to the moduli of x.
	sizes(dst []float64, x []E)
	// parts rounds to float64; negate is −x.
	parts(x E) (re, im float64)
	negate(x E) E
	// invertPair fills the rows and columns j and j+1 of the inverse z, a full square of
	// order m, from those behind them.
	invertPair(z []E, m, j int, a E, u, v []E)

	// product multiplies pivots up.
	product(pivots [][]E, negative bool) product
}

// maxVectors is the largest number of vectors that go through factors side by side.
const maxVectors = 8

// product is a product of pivots with its sign: the logarithm of its modulus, its sign
// or phase, and the error of the multiplication itself.
type product struct {
	log   *big.Float
	sign  int
	phase *big.Float
	bound float64
}
