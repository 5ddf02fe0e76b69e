package ball

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"
)

// Values of testdata/special.jsonl were computed by mpmath 1.3.0 at 110 digits, agree with a
// second computation at 150 digits to 80, and are rounded to 70. Arguments are exact:
// decimal or rational strings.
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
	args := v.args(t, prec+80)
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
	z.addErr(&z, e)
	return z
}

func TestReferenceValues(t *testing.T) {
	unknown, total := map[string]int{}, map[string]int{}
	show := os.Getenv("ASSAY_SHOW") != ""
	for i, v := range readReference(t, "testdata/special.jsonl") {
		want := v.value(t)
		for j, prec := range []uint{128, 64, 200} {
			if j > 0 && i%5 != j && !show {
				continue // all of them at one precision, a fifth at the others
			}
			got := v.evaluate(t, prec)
			total[v.F]++
			if !got.IsFinite() {
				unknown[v.F]++
				if show && prec == 128 {
					t.Logf("indeterminate: %s %v", v.F, v.Args)
				}
				continue
			}
			if !got.Overlaps(&want) {
				t.Errorf("%s %v at %d bits: %s %s, want %s %s", v.F, v.Args, prec, got.Re.Mid().Text(0x67, 20), got.Im.Mid().Text(0x67, 20), v.Re, v.Im)
				break
			}
			if v.Im == "0.0" && v.real() && !got.IsReal() {
				unknown[v.F+" not exactly real"]++
				if show && j == 0 {
					t.Logf("not exactly real: %s %v", v.F, v.Args)
				}
			}
			if acc := got.RelAccuracyBits(); acc < int(prec)-3 {
				unknown[v.F]++
				if show {
					t.Logf("only %d of %d bits: %s %v", acc, prec, v.F, v.Args)
				}
			}
		}
	}
	for f, n := range unknown {
		t.Logf("%s: %d of %d not determined to the precision asked", f, n, total[f])
		if name, _, _ := strings.Cut(f, ":"); name == "" {
			t.Fail()
		}
	}
}
