package ball

import "testing"

// TestHyperIntegerDifferences looks at 2F1 where b − a or c − a − b is an integer, so that the
// connection formulas meet poles: values by mpmath 1.3.0 at 120 digits, which agree with a
// computation at 90 digits to 75, in every region of a transformation. On the cut they are those from
// below.
func TestHyperIntegerDifferences(t *testing.T) {
	for _, v := range readReference(t, "testdata/hyper_integer.jsonl") {
		want := v.value(t)
		for _, prec := range []uint{64, 128, 200} {
			got := v.evaluate(t, prec)
			switch {
			case !got.Overlaps(&want):
				t.Errorf("%v at %d bits: %s %s, want %s %s", v.Args, prec, got.Re.String(), got.Im.String(), v.Re, v.Im)
			case got.RelAccuracyBits() < int(prec)-3:
				t.Errorf("%v: %d of %d bits", v.Args, got.RelAccuracyBits(), prec)
			}
		}
	}
}

// BenchmarkHyperInteger is one value in each region, at 128 bits.
func BenchmarkHyperInteger(b *testing.B) {
	for _, x := range []struct {
		name   string
		re, im float64
	}{{"one_minus", 0.75, 0}, {"inverse", 2.25, 0.125}, {"inverse_one_minus", -3.5, 0}, {"one_minus_inverse", 1.5, -0.5}} {
		b.Run(x.name, func(b *testing.B) {
			one, two := Complex{}, Complex{}
			one.SetInt64(1)
			two.SetInt64(2)
			var z, w Complex
			w.Re.SetFloat64(x.re)
			w.Im.SetFloat64(x.im)
			for b.Loop() {
				z.Hypergeometric([]Complex{one, one}, []Complex{two}, &w, 128)
			}
		})
	}
}
