package pfaffian

import "golang.org/x/sys/cpu"

// vectorized says whether the vector kernels run here.
func vectorized() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// tilesVector adds Σ_s a[4s+r]·b[8s+c] to row r, column c, of count blocks of 4×8 numbers
// that follow each other in rows of length ld from c on; b belongs to the first block,
// and those of the others follow. s runs over 2·first numbers that make one sum, and
// over 2·second that make another; first, second and count are at least 1.
//
//go:noescape
func tilesVector(a, b *float64, first, second int, c *float64, ld, count int)

// rowsVector adds Σ_s k[2s]·rows[2s·stride+i] + Σ_s k[2s+1]·rows[(2s+1)·stride+i] over
// s < pairs, at least 1, to w[i] for i < n&^3.
//
//go:noescape
func rowsVector(w, rows *float64, stride int, k *float64, pairs, n int)

// forwardVector adds v[i]·d[r] + u[i]·d[8+r] to x[8·idx[i]+r] for r < 8 and i < n, at
// least 1.
//
//go:noescape
func forwardVector(x *float64, idx *int32, u, v *float64, n int, d *[16]float64)

// backwardVector sets s[r] = Σ_i u[i]·x[8·idx[i]+r] and s[8+r] = Σ_i v[i]·x[8·idx[i]+r]
// over i < n, which may be 0.
//
//go:noescape
func backwardVector(x *float64, idx *int32, u, v *float64, n int, s *[16]float64)

// maxVector is the largest |w[i]|, i < n, or 0; it passes over NaNs. n is a multiple of 4.
//
//go:noescape
func maxVector(w *float64, n int) float64

// divideVector sets dst[i] = w[i]/a and returns Σ_i dst[i]², i < n, a multiple of 4 that
// is not 0.
//
//go:noescape
func divideVector(dst, w *float64, a float64, n int) float64

// squaresVector is Σ_i v[i]², i < n, a multiple of 4.
//
//go:noescape
func squaresVector(v *float64, n int) float64

// spreadVector adds |u[i]|·nv + |v[i]|·nu to t[i], i < n, a multiple of 4 that is not 0.
//
//go:noescape
func spreadVector(t, u, v *float64, nu, nv float64, n int)
