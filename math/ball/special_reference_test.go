package ball

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"testing"
)

// Values of testdata/special.jsonl were computed by mpmath 1.3.0 at 110 digits, agree with a
// second computation at 150 digits to 80, and are rounded to 70; parts below 10⁻⁹⁰ of the
// value are 0. Arguments are exact: decimal or rational strings. hyper:p:q is pFq.
type referenceValue struct {
	F    string      `json:"f"`
	Args [][2]string `json:"args"`
	Re   string      `json:"re"`
	Im   string      `json:"im"`
}

func readReference(t testing.TB, file string) []referenceValue {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []referenceValue
	for s := bufio.NewScanner(f); s.Scan(); {
		var v referenceValue
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

func parseReal(t testing.TB, s string, prec uint) (x Real) {
	t.Helper()
	q, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("number %q", s)
	}
	x.SetRat(q, prec)
	return x
}

func (v *referenceValue) args(t testing.TB, prec uint) (args []Complex) {
	for _, a := range v.Args {
		args = append(args, Complex{parseReal(t, a[0], prec), parseReal(t, a[1], prec)})
	}
	return args
}

func (v *referenceValue) real() bool {
	for _, a := range v.Args {
		if a[1] != "0" {
			return false
		}
	}
	return true
}

// evaluate is the function of this package at those arguments.
func (v *referenceValue) evaluate(t testing.TB, prec uint) (z Complex) {
	args := v.args(t, prec+128) // some formulas cancel as many bits of 1/3
	var p, q int
	if n, _ := fmt.Sscanf(v.F, "hyper:%d:%d", &p, &q); n == 2 {
		return *z.Hypergeometric(args[:p], args[p:p+q], &args[p+q], prec)
	}
	f, ok := SpecialFunction(v.F, len(args))
	if !ok {
		z.SetIndeterminate()
		return z
	}
	return f(args, prec)
}

// value is the reference as a ball: rounded to 70 digits.
func (v *referenceValue) value(t testing.TB) Complex {
	z := Complex{parseReal(t, v.Re, 400), parseReal(t, v.Im, 400)}
	e := bound(z).mul(magPow2(-230))
	return calc(400).widen(z, e, z.IsReal())
}

func TestReferenceValues(t *testing.T) {
	for i, v := range readReference(t, "testdata/special.jsonl") {
		want := v.value(t)
		for j, prec := range []uint{128, 64, 200} {
			if j > 0 && i%5 != j {
				continue // all of them at one precision, a fifth at the others
			}
			got := v.evaluate(t, prec)
			switch {
			case !got.Overlaps(&want):
				t.Errorf("%s %v at %d bits: %s %s, want %s %s", v.F, v.Args, prec, got.Re.String(), got.Im.String(), v.Re, v.Im)
			case !got.IsFinite():
				t.Errorf("%s %v at %d bits: indeterminate", v.F, v.Args, prec)
			case want.IsZero():
				if size := bound(got); !below(size, -int64(prec)) {
					t.Errorf("%s %v at %d bits: 2^%.0f is a poor zero", v.F, v.Args, prec, size.log2())
				}
			case got.RelAccuracyBits() < int(prec)-3:
				t.Errorf("%s %v: %d of %d bits", v.F, v.Args, got.RelAccuracyBits(), prec)
			case v.real() && want.Im.IsZero() && !got.IsReal():
				t.Errorf("%s %v: %s is not exactly real", v.F, v.Args, got.Im.String())
			}
		}
	}
}
