package ball

import (
	"testing"

	"pgregory.net/rapid"
)

// Where a function is said to be analytic, Cauchy's theorem holds: its mean over a circle is
// its value at the centre, here by the trapezoidal rule with n points. If |f| ≤ M on twice the
// radius, the rule errs by at most 2M 2^{−n}.
func TestAnalytic(t *testing.T) {
	var keys []tableKey
	for _, key := range sortedTable() {
		if _, ok := analyticTable[key]; ok {
			keys = append(keys, key)
		}
	}
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom(keys).Draw(t, "function")
		f := specialTable[key]
		args := drawArgs(t, key)
		last := &args[len(args)-1]
		if _, isInt := exactInt(last); isInt {
			return
		}
		const c = calc(128)
		const points = 24
		centre := *last
		wide := append([]Complex(nil), args...)
		wide[len(args)-1].addErr(&centre, magPow2(-3))
		around := f(wide, 64)
		if !Analytic(key.name, wide) || !around.IsFinite() {
			return
		}
		value := f(args, 128)
		mean := c.int(0)
		for k := range int64(points) {
			step := c.mul2(c.expPiI(c.rat(2*k, points)), -4)
			*last = c.add(centre, step)
			mean = c.add(mean, f(args, 128))
		}
		mean = c.divInt(mean, points)
		mean.addErr(&mean, around.magUpper().mul2exp(2-points))
		compared++
		if !mean.Overlaps(&value) {
			t.Fatalf("%s at %v: mean %v, value %v", key.name, args, mean, value)
		}
	})
	if compared < 5 {
		t.Errorf("only %d cases could be compared", compared)
	}
}
