package engine

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

// The exact density of states as a method: at a temperature at which float64 Pfaffians are
// wrong in every digit, against the value of a transfer matrix in binary128; as the second
// opinion on a torus too wide for tables; and what it refuses.
func TestExactLevels(t *testing.T) {
	ctx := context.Background()
	read := func(text string) *System {
		s, err := Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	cold := read(`{"model":"ising","lattice":"square","size":[16,16],"couplings":{"pm1":1},"beta":8}`)
	z, err := LogZ(ctx, cold, Options{Method: Levels})
	if err != nil {
		t.Fatal(err)
	}
	if want := 2696.33792737040084089889600339; math.Abs(z.Float64()-want) > 1e-12*want || !z.Exact || !(z.ErrorBound < 1e-30) {
		t.Errorf("ln Z = %s ± %.1g, exact %t, want %v", z.Text(), z.ErrorBound, z.Exact, want)
	}
	wide := read(`{"model":"ising","lattice":"square","size":[10,12],"boundary":"torus","couplings":{"pm1":3},"beta":2}`)
	z, err = LogZ(ctx, wide, Options{Method: Pfaffian, CrossCheck: true})
	if err != nil || z.Check == nil || !strings.Contains(z.CheckMethod, "density of states") && !strings.Contains(z.CheckMethod, "transfer") {
		t.Errorf("cross-check by %q, %v", z.CheckMethod, err)
	}
	for name, c := range map[string]struct{ text, says string }{
		"no common unit": {`{"model":"ising","lattice":"square","size":[4,4],"couplings":{"uniform":[-1,1],"seed":1},"beta":1}`, "in units of"},
		"too many spins": {`{"model":"ising","lattice":"square","size":[21,20],"couplings":{"pm1":1},"beta":1}`, "limit"},
		"not planar":     {`{"model":"ising","lattice":"complete","size":[12],"couplings":1,"beta":1}`, "does not apply"},
	} {
		if _, err := LogZ(ctx, read(c.text), Options{Method: Levels}); !errors.Is(err, ErrIntractable) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
