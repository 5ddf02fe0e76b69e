// Package partition is the vocabulary of partition functions: [LogZ], the logarithm of a
// sum of weights, with its sign or phase, a bound on its error, and how it was found.
//
// Weights of a classical model at real couplings are positive, and so is Z; signed and
// complex weights come from quantum codes (coherent noise), from imaginary fields and
// from single spin structures.
package partition

import (
	"encoding/json"
	"math"
	"math/big"
)

// LogZ is the natural logarithm of a partition function.
type LogZ struct {
	// Value is ln|Z|, −∞ when Z is zero. It carries as many bits as its method found
	// worth keeping.
	Value *big.Float
	// ErrorBound is an absolute bound on |Value − ln|Z||, and so to first order a
	// relative bound on Z.
	ErrorBound float64
	// Negative says that Z is real and below zero.
	Negative bool
	// Phase is arg Z in (−π, π] where weights are complex, nil where they are real;
	// PhaseBound is an absolute bound on its error.
	Phase      *big.Float
	PhaseBound float64
	// Method names the evaluator, in words.
	Method string
	// Exact says that only rounding stands between Value and ln|Z|. An estimate has it
	// false.
	Exact bool
	// Precision names the arithmetic that gave Value ("float64", "double-double",
	// "big 256", "integers"), and Escalated says for each cheaper arithmetic that was
	// tried why it was not enough. Both may be empty.
	Precision string
	Escalated []string
	// Bracket is what a second kind of sampling says of an estimate, nil for other values.
	Bracket *Bracket
}

// Bracket holds stochastic bounds of ln Z, which hold together with the given confidence.
type Bracket struct {
	Lower      float64 `json:"lower"`
	Upper      float64 `json:"upper"`
	Confidence float64 `json:"confidence"`
}

// Float64 is Value rounded to the nearest float64, which adds up to 2⁻⁵³·|Value| to the
// error.
func (z LogZ) Float64() float64 {
	f, _ := z.Value.Float64()
	return f
}

// Text is Value in decimals, with two digits more than the error bound supports, at
// most 40 after the point.
func (z LogZ) Text() string { return text(z.Value, z.ErrorBound) }

func text(x *big.Float, bound float64) string { return x.Text('f', digits(bound)) }

// digits is the number of decimals that a bound supports, and two more.
func digits(bound float64) int {
	if !(bound > 0) || math.IsInf(bound, 1) {
		return maxDigits
	}
	return min(max(2-int(math.Floor(math.Log10(bound))), 0), maxDigits)
}

const maxDigits = 40

// lastDigit is half a unit of the last decimal that is printed, unless nothing is lost:
// a zero Z, or a value that its decimals hold.
func lastDigit(x *big.Float, bound float64) float64 {
	if x.IsInf() || math.IsInf(bound, 1) {
		return 0
	}
	if written, _, err := big.ParseFloat(text(x, bound), 10, x.Prec(), big.ToNearestEven); err == nil && written.Cmp(x) == 0 && bound == 0 {
		return 0
	}
	return 0.5 * math.Pow(10, -float64(digits(bound)))
}

// Relative is ErrorBound over |Value|, or over 1 where |Value| is smaller: what a
// tolerance is compared with.
func (z LogZ) Relative() float64 { return z.ErrorBound / max(1, math.Abs(z.Float64())) }

// Report is what a LogZ prints as.
type Report struct {
	LogZ string `json:"log_z"`
	// ErrorBound covers the digits that are printed; null where nothing is certified.
	ErrorBound Bound    `json:"error_bound"`
	Sign       *int     `json:"sign,omitempty"`
	Phase      string   `json:"phase,omitempty"`
	PhaseBound Bound    `json:"phase_bound,omitempty"`
	Method     string   `json:"method"`
	Exact      bool     `json:"exact"`
	Precision  string   `json:"precision,omitempty"`
	Escalated  []string `json:"escalated,omitempty"`
	Bracket    *Bracket `json:"bracket,omitempty"`
}

// Bound is an error bound; in JSON it is null where it is infinite.
type Bound float64

// MarshalJSON writes a number or null.
func (b Bound) MarshalJSON() ([]byte, error) {
	if math.IsInf(float64(b), 0) || math.IsNaN(float64(b)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(b))
}

// Report writes the numbers out. The sign is left out where it is +1.
func (z LogZ) Report() Report {
	r := Report{
		LogZ: z.Text(), ErrorBound: Bound(upward(z.ErrorBound + lastDigit(z.Value, z.ErrorBound))), Method: z.Method, Exact: z.Exact,
		Precision: z.Precision, Escalated: z.Escalated, Bracket: z.Bracket,
	}
	switch {
	case z.Value.IsInf():
		r.Sign = new(int)
	case z.Negative:
		minus := -1
		r.Sign = &minus
	}
	if z.Phase != nil {
		r.Phase, r.PhaseBound = text(z.Phase, z.PhaseBound), Bound(upward(z.PhaseBound+lastDigit(z.Phase, z.PhaseBound)))
	}
	return r
}

// upward covers the rounding of a sum of two bounds and of the terms themselves.
func upward(bound float64) float64 { return bound * (1 + 0x1p-49) }

// MarshalJSON writes Report.
func (z LogZ) MarshalJSON() ([]byte, error) { return json.Marshal(z.Report()) }

// Widen adds to the error bound.
func (z LogZ) Widen(by float64) LogZ {
	z.ErrorBound += by
	return z
}
