//go:build !amd64

package pfaffian

// vectorized says whether the vector kernels run here.
func vectorized() bool { return false }

const noVectors = "pfaffian: no vector instructions on this processor"

func tilesVector(_, _ *float64, _, _ int, _ *float64, _, _ int) { panic(noVectors) }
func rowsVector(_, _ *float64, _ int, _ *float64, _, _ int)     { panic(noVectors) }
func forwardVector(_ *float64, _ *int32, _, _ *float64, _ int, _ *[16]float64) {
	panic(noVectors)
}
func backwardVector(_ *float64, _ *int32, _, _ *float64, _ int, _ *[16]float64) {
	panic(noVectors)
}
func maxVector(*float64, int) float64                      { panic(noVectors) }
func divideVector(_, _ *float64, _ float64, _ int) float64 { panic(noVectors) }
func squaresVector(*float64, int) float64                  { panic(noVectors) }
func spreadVector(_, _, _ *float64, _, _ float64, _ int)   { panic(noVectors) }
