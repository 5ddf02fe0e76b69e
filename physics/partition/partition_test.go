package partition

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Sums and products of signed terms against exact rationals.
func TestCombine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var terms []Term
		sum, product := new(big.Rat), big.NewRat(1, 1)
		for range rapid.IntRange(0, 6).Draw(t, "terms") {
			k := rapid.IntRange(-9, 9).Draw(t, "value")
			x := big.NewRat(int64(k), 1)
			sum.Add(sum, x)
			product.Mul(product, x)
			log := new(big.Float).SetInf(true)
			if k != 0 {
				log = new(big.Float).SetFloat64(math.Log(math.Abs(float64(k))))
			}
			terms = append(terms, Term{Log: log, Negative: k < 0, Bound: 0x1p-50})
		}
		holds(t, "sum", Add(terms), sum)
		holds(t, "product", Multiply(terms), product)
	})
}

func holds(t *rapid.T, what string, z LogZ, want *big.Rat) {
	w, _ := want.Float64()
	if z.Value.IsInf() {
		// A zero, or a sum that cancels to what cannot be told from one.
		if w != 0 || what == "product" && z.ErrorBound != 0 {
			t.Fatalf("%s: zero ± %v, want %v", what, z.ErrorBound, w)
		}
		return
	}
	if w == 0 {
		if z.ErrorBound < 1 { // not a certified value of what is zero
			t.Fatalf("%s: %v ± %v, want zero", what, z.Value, z.ErrorBound)
		}
		return
	}
	if d := math.Abs(z.Float64() - math.Log(math.Abs(w))); d > z.ErrorBound+1e-15 || z.Negative != (w < 0) {
		t.Fatalf("%s: %+v, want ln|%v|, off by %g", what, z, w, d)
	}
}

// What is printed is within what is printed as the bound.
func TestReportCoversItsDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := new(big.Float).SetPrec(200).SetFloat64(rapid.Float64Range(-1e6, 1e6).Draw(t, "x"))
		x.Quo(x, big.NewFloat(3))
		z := LogZ{Value: x, ErrorBound: math.Pow(10, rapid.Float64Range(-35, 3).Draw(t, "bound"))}
		r := z.Report()
		printed, _, err := big.ParseFloat(r.LogZ, 10, 200, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := new(big.Float).Sub(printed, x).Float64()
		if math.Abs(d) > float64(r.ErrorBound)-z.ErrorBound+1e-55*math.Abs(z.Float64()) {
			t.Fatalf("%s is %g off, the bound grew by %g", r.LogZ, d, float64(r.ErrorBound)-z.ErrorBound)
		}
		if float64(r.ErrorBound) > 1.1*z.ErrorBound {
			t.Fatalf("a bound of %g became %g", z.ErrorBound, float64(r.ErrorBound))
		}
	})
}

func TestReportOfLimits(t *testing.T) {
	for _, c := range []struct {
		z    LogZ
		want string
	}{
		{LogZ{Value: new(big.Float).SetInf(true)}, `{"log_z":"-Inf","error_bound":0,"sign":0,`},
		{LogZ{Value: big.NewFloat(1.5), ErrorBound: math.Inf(1)}, `"error_bound":null`},
		{LogZ{Value: big.NewFloat(1.5), ErrorBound: 0.25, Negative: true}, `"sign":-1`},
		{LogZ{Value: big.NewFloat(1), ErrorBound: 1e-9, Phase: big.NewFloat(0.5), PhaseBound: 1e-3}, `"phase":"0.50000"`},
	} {
		raw, err := json.Marshal(c.z)
		if err != nil || !strings.Contains(string(raw), c.want) {
			t.Errorf("%s, %v; want %s", raw, err, c.want)
		}
	}
}
