package stats

import (
	"encoding/json"
	"math"
)

// z95 is the 97.5 % quantile of the standard normal distribution.
const z95 = 1.959963984540054

// Rate is Hits out of Of. Of = 0 means that the rate has no value.
type Rate struct {
	Hits, Of int
}

// add counts one more observation.
func (r *Rate) add(hit bool) {
	r.Of++
	if hit {
		r.Hits++
	}
}

// Value is the fraction Hits/Of; ok is false when there is none.
func (r Rate) Value() (v float64, ok bool) {
	if r.Of == 0 {
		return 0, false
	}
	return float64(r.Hits) / float64(r.Of), true
}

// Wilson is the 95 % score interval of the rate, inside [0, 1]; ok is false when
// the rate has no value.
func (r Rate) Wilson() (lo, hi float64, ok bool) {
	p, ok := r.Value()
	if !ok {
		return 0, 0, false
	}
	n := float64(r.Of)
	scale := 1 / (1 + z95*z95/n)
	center := scale * (p + z95*z95/(2*n))
	half := scale * z95 * math.Sqrt(p*(1-p)/n+z95*z95/(4*n*n))
	lo, hi = max(0, center-half), min(1, center+half)
	if r.Hits == 0 {
		lo = 0 // exactly; the difference above leaves a rounding error
	}
	if r.Hits == r.Of {
		hi = 1
	}
	return lo, hi, true
}

// MarshalJSON writes {"hits":…,"of":…,"rate":…,"ci95":[lo,hi]}, the last two null
// without observations.
func (r Rate) MarshalJSON() ([]byte, error) {
	out := struct {
		Hits int         `json:"hits"`
		Of   int         `json:"of"`
		Rate *float64    `json:"rate"`
		CI   *[2]float64 `json:"ci95"`
	}{Hits: r.Hits, Of: r.Of}
	if v, ok := r.Value(); ok {
		lo, hi, _ := r.Wilson()
		out.Rate, out.CI = &v, &[2]float64{lo, hi}
	}
	return json.Marshal(out)
}

// Mean is the arithmetic mean of the values added to it, with their number and
// spread, by Welford's update.
type Mean struct {
	N    int
	mean float64
	m2   float64
}

func (m *Mean) add(x float64) {
	m.N++
	d := x - m.mean
	m.mean += d / float64(m.N)
	m.m2 += d * (x - m.mean)
}

// Value is the mean; ok is false when nothing was added.
func (m Mean) Value() (v float64, ok bool) { return m.mean, m.N > 0 }

// StdErr is the standard error of the mean, sd/√N with N−1 in the deviation; ok is
// false for fewer than two values.
func (m Mean) StdErr() (se float64, ok bool) {
	if m.N < 2 {
		return 0, false
	}
	return math.Sqrt(m.m2 / float64(m.N-1) / float64(m.N)), true
}

// pointer is nil for a value that does not exist, which JSON writes as null.
func pointer(v float64, ok bool) *float64 {
	if !ok {
		return nil
	}
	return &v
}
