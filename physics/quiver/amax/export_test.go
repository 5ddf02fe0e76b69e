package amax

import "gonum.org/v1/gonum/mat"

func newVec(n int, x float64) *mat.VecDense {
	v := mat.NewVecDense(n, nil)
	for i := range n {
		v.SetVec(i, x)
	}
	return v
}
