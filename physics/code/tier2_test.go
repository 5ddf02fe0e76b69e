package code

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/spin"
)

// tier2 is the shared file of worked values, computed elsewhere (by direct enumeration
// and through random-bond Ising models) to 25 digits.
type tier2 struct {
	Toric struct {
		Plaquettes [][]int `json:"-"` // their keys have commas, which tags cannot name
		Stars      [][]int `json:"-"`
		ZLogicals  [][]int `json:"Z_logicals"`
		XLogicals  [][]int `json:"X_logicals"`
		Examples   []example2
		MLSuccess  map[string]string `json:"ml_success"`
	} `json:"toric_L3_bitflip"`
	Surface struct {
		XChecks      [][]int `json:"X_checks"`
		ZChecks      [][]int `json:"Z_checks"`
		ZLogical     []int   `json:"Z_logical"`
		XLogical     []int   `json:"X_logical"`
		Bitflip      map[string]failure2
		BitflipEnum  [][]int64 `json:"bitflip_enumerators_trivial_syndrome"`
		Depolarizing map[string]failure2
		DepolEnum    [][]int64 `json:"depolarizing_enumerators_trivial_syndrome"`
	} `json:"rotated_surface_d3"`
	Five struct {
		Generators  []string
		Logicals    []string
		Failure     map[string]string  `json:"ml_logical_failure"`
		Enumerators map[string][]int64 `json:"trivial_syndrome_enumerators"`
	} `json:"five_qubit_depolarizing"`
	Nishimori map[string]map[string]string `json:"nishimori_identity_open3x3"`
}

type example2 struct {
	Error       []int
	P           string
	Syndrome    int
	Class       int       `json:"class_of_error"`
	Probs       []string  `json:"class_probs"`
	Posterior   []string  `json:"posterior"`
	Enumerators [][]int64 `json:"weight_enumerators"`
	LogZ        []string  `json:"rbim_logZ_per_class"`
	Beta        string    `json:"beta_nishimori"`
}

type failure2 struct {
	Failure string   `json:"ml_logical_failure"`
	Probs   []string `json:"trivial_syndrome_class_probs"`
}

func readTier2(t *testing.T) tier2 {
	t.Helper()
	data, err := os.ReadFile("../../../shared/statmech/tier2.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the shared reference file is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	var v tier2
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	var parts map[string]map[string]json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		t.Fatal(err)
	}
	for key, list := range map[string]*[][]int{"Z_plaquettes(r,c)": &v.Toric.Plaquettes, "X_stars(r,c)": &v.Toric.Stars} {
		if err := json.Unmarshal(parts["toric_L3_bitflip"][key], list); err != nil {
			t.Fatal(err)
		}
	}
	return v
}

func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is not a number", s)
	}
	return x
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// printed checks that got, rounded to as many digits as want has, is want up to one unit
// in the last place.
func printed(t *testing.T, what string, got *big.Rat, want string) {
	t.Helper()
	mantissa, exponent, _ := strings.Cut(strings.ToLower(want), "e")
	_, decimals, _ := strings.Cut(mantissa, ".")
	unit := rat(t, "1e"+fmt.Sprint(-len(decimals)))
	if exponent != "" {
		unit.Mul(unit, rat(t, "1e"+exponent))
	}
	d := new(big.Rat).Sub(got, rat(t, want))
	if d.Abs(d).Cmp(unit) >= 0 {
		t.Errorf("%s is %s, want %s", what, got.FloatString(len(decimals)), want)
	}
}

func printedFloat(t *testing.T, what string, got *big.Float, want string) {
	t.Helper()
	r, _ := got.Rat(nil)
	printed(t, what, r, want)
}

func sameEnumerator(t *testing.T, what string, got []*big.Int, want []int64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d entries, want %d", what, len(got), len(want))
	}
	for w := range got {
		if got[w].Cmp(big.NewInt(want[w])) != 0 {
			t.Errorf("%s: %v at weight %d, want %d", what, got[w], w, want[w])
		}
	}
}

func TestSharedToricLayout(t *testing.T) {
	v := readTier2(t).Toric
	c := must(Toric(3, 3))(t)
	for k := range 9 {
		if want := OnX(18, v.Stars[k]...); !c.Stabilizers[k].Equal(want) {
			t.Errorf("star %d is %s, want %s", k, c.Stabilizers[k].Sparse(), want.Sparse())
		}
		if want := OnZ(18, v.Plaquettes[k]...); !c.Stabilizers[9+k].Equal(want) {
			t.Errorf("plaquette %d is %s, want %s", k, c.Stabilizers[9+k].Sparse(), want.Sparse())
		}
	}
	for i := range 2 {
		if !c.LogicalX[i].Equal(OnX(18, v.XLogicals[i]...)) || !c.LogicalZ[i].Equal(OnZ(18, v.ZLogicals[i]...)) {
			t.Errorf("logical operators %d are %s, %s", i, c.LogicalX[i].Sparse(), c.LogicalZ[i].Sparse())
		}
	}
}

func TestSharedToricExamples(t *testing.T) {
	v := readTier2(t).Toric
	ctx := context.Background()
	c := must(Toric(3, 3))(t)
	for _, x := range v.Examples {
		t.Run(fmt.Sprint(x.Error), func(t *testing.T) {
			nz := must(BitFlip(18, rat(t, x.P)))(t)
			e := OnX(18, x.Error...)
			if got := c.Syndrome(e)[0] >> 9 & 255; int(got) != x.Syndrome {
				t.Errorf("syndrome %d, want %d", got, x.Syndrome)
			}
			if got := c.Class(e); got != x.Class {
				t.Errorf("class %d, want %d", got, x.Class)
			}
			exact := must(ClassProbabilities(ctx, c, nz, e))(t)
			posterior := exact.Posterior()
			decoded := must(Decode(ctx, c, nz, e, Spin{}))(t)
			if decoded.Best != exact.Best() || !decoded.Certain {
				t.Errorf("decoded class %d (certain: %v), want %d", decoded.Best, decoded.Certain, exact.Best())
			}
			for class := range 16 {
				if class >= 4 {
					if exact.Probability[class].Sign() != 0 || !decoded.Log[class].Value.IsInf() {
						t.Errorf("class %d has probability %v under bit flips", class, exact.Probability[class])
					}
					continue
				}
				printed(t, fmt.Sprintf("probability of class %d", class), exact.Probability[class], x.Probs[class])
				printed(t, fmt.Sprintf("posterior of class %d", class), posterior[class], x.Posterior[class])
				want, _ := posterior[class].Float64()
				if d := math.Abs(decoded.Probability[class] - want); d > decoded.Bound[class] || decoded.Bound[class] > 1e-12 {
					t.Errorf("class %d decoded as %v ± %v, want %v", class, decoded.Probability[class], decoded.Bound[class], want)
				}
				r := c.Representative(e, class)
				enumerator := must(WeightEnumerator(r, c.Stabilizers[:9]))(t)
				sameEnumerator(t, fmt.Sprintf("enumerator of class %d", class), enumerator, x.Enumerators[class])

				m := must(Map(ctx, c, nz, r, Options{}))(t)
				printedFloat(t, "β on the Nishimori line", m.Couplings[0].Value, x.Beta)
				if m.Dependent != 1 || m.Model.N != 9 || len(m.Model.Terms) != 18 {
					t.Errorf("mapping with %d dependent of %d spins and %d terms", m.Dependent, m.Model.N, len(m.Model.Terms))
				}
				z := m.LogZ(LogProbability(exact.Probability[class]))
				printedFloat(t, fmt.Sprintf("ln Z of class %d", class), z.Value, x.LogZ[class])
				direct := must(spin.BruteForce(ctx, m.Model))(t)
				f, _ := new(big.Float).Sub(direct.Value, z.Value).Float64()
				if math.Abs(f) > direct.ErrorBound+m.Model.Rounding+z.ErrorBound {
					t.Errorf("ln Z of the model is %s, want %s", direct.Text(), x.LogZ[class])
				}
			}
		})
	}
}

func TestSharedToricSuccess(t *testing.T) {
	v := readTier2(t).Toric
	c := must(Toric(3, 3))(t)
	for p, want := range v.MLSuccess {
		got := must(SuccessProbability(context.Background(), c, must(BitFlip(18, rat(t, p)))(t)))(t)
		printed(t, "success at p = "+p, got.Success, want)
		if got.Total.Cmp(one) != 0 || got.Syndromes != 256 {
			t.Errorf("p = %s: total %v over %d syndromes", p, got.Total, got.Syndromes)
		}
		if got.LeastWeight.Cmp(got.Success) > 0 {
			t.Errorf("p = %s: least weight %v beats maximum likelihood %v", p, got.LeastWeight, got.Success)
		}
	}
}

func TestSharedSurface(t *testing.T) {
	v := readTier2(t).Surface
	ctx := context.Background()
	c := must(RotatedSurface(3, 3))(t)
	for k := range 4 {
		if !c.Stabilizers[k].Equal(OnX(9, v.XChecks[k]...)) || !c.Stabilizers[4+k].Equal(OnZ(9, v.ZChecks[k]...)) {
			t.Errorf("checks %d are %s and %s", k, c.Stabilizers[k].Sparse(), c.Stabilizers[4+k].Sparse())
		}
	}
	if !c.LogicalX[0].Equal(OnX(9, v.XLogical...)) || !c.LogicalZ[0].Equal(OnZ(9, v.ZLogical...)) {
		t.Errorf("logical operators %s, %s", c.LogicalX[0].Sparse(), c.LogicalZ[0].Sparse())
	}
	check := func(name string, list map[string]failure2, noise func(int, *big.Rat) (*Noise, error)) {
		for p, want := range list {
			nz := must(noise(9, rat(t, p)))(t)
			got := must(SuccessProbability(ctx, c, nz))(t)
			printed(t, name+" failure at p = "+p, new(big.Rat).Sub(one, got.Success), want.Failure)
			classes := must(ClassProbabilities(ctx, c, nz, Identity(9)))(t)
			for class, s := range want.Probs {
				printed(t, fmt.Sprintf("%s at p = %s, class %d", name, p, class), classes.Probability[class], s)
			}
		}
	}
	check("bit-flip", v.Bitflip, BitFlip)
	check("depolarizing", v.Depolarizing, Depolarizing)
	for class, want := range v.BitflipEnum {
		sameEnumerator(t, "bit-flip enumerator", must(WeightEnumerator(c.Logical(class), c.Stabilizers[:4]))(t), want)
	}
	for class, want := range v.DepolEnum {
		sameEnumerator(t, "enumerator", must(WeightEnumerator(c.Logical(class), c.Stabilizers))(t), want)
	}
}

func TestSharedFiveQubit(t *testing.T) {
	v := readTier2(t).Five
	ctx := context.Background()
	c := must(FiveQubit())(t)
	for k, s := range v.Generators {
		if c.Stabilizers[k].String() != s {
			t.Errorf("stabilizer %d is %s, want %s", k, c.Stabilizers[k], s)
		}
	}
	for p, want := range v.Failure {
		got := must(SuccessProbability(ctx, c, must(Depolarizing(5, rat(t, p)))(t)))(t)
		printed(t, "failure at p = "+p, new(big.Rat).Sub(one, got.Success), want)
	}
	for class, want := range v.Enumerators {
		var a, b int
		if _, err := fmt.Sscanf(class, "(%d, %d)", &a, &b); err != nil {
			t.Fatal(err)
		}
		sameEnumerator(t, "class "+class, must(WeightEnumerator(c.Logical(a+2*b), c.Stabilizers))(t), want)
	}
}
