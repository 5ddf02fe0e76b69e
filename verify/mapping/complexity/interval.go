package complexity

import (
	"encoding/json"
	"math"
	"strconv"
)

// Interval is a real number of which only bounds may be known. The constant
// in 2^{O(L)} is [0, ∞), the 3 in n^3 is [3, 3].
type Interval struct {
	Min float64 // -Inf when there is no lower bound
	Max float64 // +Inf when there is no upper bound
}

// tolerance is the relative distance below which two numbers computed along
// different routes (log 4 and 2 log 2) count as the same.
const tolerance = 1e-9

// Known reports whether the interval is a single number.
func (i Interval) Known() bool { return i.Min == i.Max }

// String gives the number, or the bounds as "[0, ∞)".
func (i Interval) String() string {
	if i.Known() {
		return formatFloat(i.Min)
	}
	low, high := "(-∞", "∞)"
	if !math.IsInf(i.Min, 0) {
		low = "[" + formatFloat(i.Min)
	}
	if !math.IsInf(i.Max, 0) {
		high = formatFloat(i.Max) + "]"
	}
	return low + ", " + high
}

// MarshalJSON writes a known number as a JSON number and anything else as
// {"min":…,"max":…}, where an absent key means that there is no bound.
func (i Interval) MarshalJSON() ([]byte, error) {
	if i.Known() {
		return json.Marshal(i.Min)
	}
	bounds := intervalJSON{}
	if !math.IsInf(i.Min, 0) {
		bounds.Min = &i.Min
	}
	if !math.IsInf(i.Max, 0) {
		bounds.Max = &i.Max
	}
	return json.Marshal(bounds)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Interval) UnmarshalJSON(data []byte) error {
	var x float64
	if err := json.Unmarshal(data, &x); err == nil {
		*i = exactly(x)
		return nil
	}
	var bounds intervalJSON
	if err := json.Unmarshal(data, &bounds); err != nil {
		return err
	}
	*i = Interval{Min: math.Inf(-1), Max: math.Inf(1)}
	if bounds.Min != nil {
		i.Min = *bounds.Min
	}
	if bounds.Max != nil {
		i.Max = *bounds.Max
	}
	return nil
}

type intervalJSON struct {
	Min *float64 `json:"min,omitempty"`
	Max *float64 `json:"max,omitempty"`
}

func exactly(x float64) Interval { return Interval{Min: x, Max: x} }

// someConstant is what O(1) and unnamed constants stand for: no upper bound
// is known, and a cost has no use for a negative one.
func someConstant() Interval { return Interval{Min: 0, Max: math.Inf(1)} }

func (i Interval) add(j Interval) Interval {
	return Interval{Min: addFloat(i.Min, j.Min), Max: addFloat(i.Max, j.Max)}
}

func (i Interval) neg() Interval { return Interval{Min: -i.Max, Max: -i.Min} }

func (i Interval) mul(j Interval) Interval {
	if i.Known() && j.Known() {
		return exactly(mulFloat(i.Min, j.Min))
	}
	a, b := mulFloat(i.Min, j.Min), mulFloat(i.Min, j.Max)
	c, d := mulFloat(i.Max, j.Min), mulFloat(i.Max, j.Max)
	return Interval{Min: min(a, b, c, d), Max: max(a, b, c, d)}
}

// isZero reports whether the number is known to be 0.
func (i Interval) isZero() bool { return i.Min == 0 && i.Max == 0 }

// compare orders two numbers by their upper ends, then by their lower ones:
// an exponent that may be any number counts as more than one that is stated.
func (i Interval) compare(j Interval) int {
	if c := compareFloat(i.Max, j.Max); c != 0 {
		return c
	}
	return compareFloat(i.Min, j.Min)
}

// equal reports equality up to the tolerance.
func (i Interval) equal(j Interval) bool { return i.compare(j) == 0 }

// addFloat adds so that what cancels up to rounding is 0. Opposite
// infinities never meet: lower ends are below +Inf, upper ends above -Inf.
func addFloat(a, b float64) float64 {
	sum := a + b
	if math.IsInf(sum, 0) {
		return sum
	}
	if math.Abs(sum) <= tolerance*max(math.Abs(a), math.Abs(b)) {
		return 0
	}
	return sum
}

// mulFloat multiplies with 0·∞ = 0: nothing times an open constant is nothing.
func mulFloat(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

func compareFloat(a, b float64) int {
	switch {
	case a == b:
		return 0
	case math.IsInf(a, 0) || math.IsInf(b, 0):
		// Infinite ends differ from everything but themselves.
	case math.Abs(a-b) <= tolerance*max(math.Abs(a), math.Abs(b)):
		return 0
	}
	if a < b {
		return -1
	}
	return 1
}

func formatFloat(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
