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

// TestHyperIntegerAgainstLimit compares the formulas for integer differences with the limit of
// those for other differences, which knows nothing of digammas: small parameters of every
// kind, arguments in every region, both signs of the difference.
func TestHyperIntegerAgainstLimit(t *testing.T) {
	const c = calc(160)
	quarters := []int64{1, 2, 3, 5, 6, 9, -1, -3, -7, -10}
	points := [][2]float64{{0.7, 0}, {0.875, 0.25}, {-3, 0}, {-2.5, 3.5}, {2.25, 0.125}, {1.75, -0.25}, {1.125, -1.75}, {0.625, 1.5}, {5, 1}}
	checked := 0
	for i, p := range quarters {
		a := c.rat(p, 4)
		b := c.rat(quarters[(3*i+1)%len(quarters)], 4)
		for n := int64(-3); n <= 3; n++ {
			for j, point := range points {
				if (3*i+j+2*int(n)+6)%11 != 0 {
					continue
				}
				var x Complex
				x.Re.SetFloat64(point[0])
				x.Im.SetFloat64(point[1])
				y := c.sub(c.int(1), x)
				for to := 2; to <= 5; to++ {
					w := []Complex{y, c.inv(x), c.inv(y), c.sub(c.int(1), c.inv(x))}[to-2]
					if w.magUpper().log2() > -0.05 || to == 5 && point[0] < 0.5 {
						continue
					}
					u, v, d := a, b, c.addInt(c.add(a, b), n)
					if to == 3 || to == 4 {
						v, d = c.addInt(a, n), c.add(b, c.rat(1, 3))
					}
					got := c.hyper2F1Gap(u, v, d, x, n, to)
					limit := c.limit([]Complex{u, v, d, x}, false, func([]Complex) bool { return false }, func(c calc, p []Complex, e Complex) Complex {
						if to == 3 || to == 4 {
							return c.hyper2F1Connect(p[0], c.add(p[1], e), p[2], p[3], to)
						}
						return c.hyper2F1Connect(p[0], p[1], c.add(p[2], e), p[3], to)
					})
					if !got.IsFinite() || !limit.IsFinite() {
						continue // an ending series, or the limit met a pole nearby
					}
					checked++
					if !got.Overlaps(&limit) || got.RelAccuracyBits() < 100 {
						t.Errorf("a=%d/4 n=%d to=%d x=%v: %s %s, by the limit %s %s", p, n, to, point, got.Re.String(), got.Im.String(), limit.Re.String(), limit.Im.String())
					}
				}
			}
		}
	}
	if checked < 60 {
		t.Errorf("only %d values were compared", checked)
	}
}
