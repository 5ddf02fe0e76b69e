package spin

import (
	"encoding/json"
	"math"
	"math/big"
)

// LogZ is the natural logarithm of a partition function.
type LogZ struct {
	// Value carries as many bits as its method found worth keeping.
	Value *big.Float
	// ErrorBound is an absolute bound on |Value − ln Z|, and so to first order a
	// relative bound on Z.
	ErrorBound float64
	// Method names the evaluator, in words.
	Method string
	// Exact says that only rounding stands between Value and ln Z. An estimate would
	// have it false; no evaluator of this package makes one.
	Exact bool
}

// Float64 is Value rounded to the nearest float64, which adds up to 2⁻⁵³·|Value| to the
// error.
func (z LogZ) Float64() float64 {
	f, _ := z.Value.Float64()
	return f
}

// Text is Value in decimals, with two digits more than the error bound supports, at
// most 40 after the point.
func (z LogZ) Text() string {
	digits := 40
	if z.ErrorBound > 0 {
		digits = min(max(2-int(math.Floor(math.Log10(z.ErrorBound))), 0), digits)
	}
	return z.Value.Text('f', digits)
}

// MarshalJSON writes {"log_z":"decimal string","error_bound":…,"method":…,"exact":…}.
func (z LogZ) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		LogZ       string  `json:"log_z"`
		ErrorBound float64 `json:"error_bound"`
		Method     string  `json:"method"`
		Exact      bool    `json:"exact"`
	}{z.Text(), z.ErrorBound, z.Method, z.Exact})
}

// widen adds to the error bound.
func (z LogZ) widen(by float64) LogZ {
	z.ErrorBound += by
	return z
}
