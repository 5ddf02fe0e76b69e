//go:build !amd64

package factor

// vectorized says whether octetVector runs here.
func vectorized() bool { return false }

// octetVector is for processors with vector instructions.
func octetVector(*float64, int, int, *tripleWeights) {
	panic("factor: no vector instructions on this processor")
}
