package chiralring_test

import (
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// Sections of −kK on a del Pezzo surface of degree K² = 9 − n: 1 + K² k(k+1)/2, spread over
// R-charges around 2k. Cells of the same phase are counted too, by their equality.
func TestDelPezzoSections(t *testing.T) {
	for name, c := range map[string]struct {
		degree, levels int
		top            string // above all of the last level, below the next one
	}{
		"dP0": {9, 4, "8"}, "F0-I": {8, 3, "6"}, "F0-II": {8, 3, "6"},
		"dP1": {8, 3, "27/4"}, "dP1/node 0": {8, 3, "27/4"}, "dP1/node 2": {8, 3, "27/4"},
		"dP2-I": {7, 3, "7"}, "dP2-I/node 0": {7, 3, "7"}, "dP2-I/node 2": {7, 3, "7"}, "dP2-I/node 4": {7, 2, "14/3"},
		"dP0/node 0": {9, 3, "6"}, "F0-II/node 0": {8, 2, "4"},
	} {
		want := 0
		for k := 1; k <= c.levels; k++ {
			want += 1 + c.degree*k*(k+1)/2
		}
		got := 0
		for _, l := range dimensions(t, phase(t, name), chiralring.Grading{TracePart: true}, c.top).Levels {
			got += l.Dim
		}
		if got != want {
			t.Errorf("%s: %d operators with R ≤ %s, want %d", name, got, c.top, want)
		}
	}
}

// The conifold: (k+1)² operators of R = k, the functions on it.
func TestConifoldFunctions(t *testing.T) {
	table := dimensions(t, phase(t, "conifold"), chiralring.Grading{}, "8")
	for k := int64(1); k <= 8; k++ {
		if got := table.Dim(big.NewRat(k, 1)); got != int((k+1)*(k+1)) {
			t.Errorf("R = %d: %d operators, want %d", k, got, (k+1)*(k+1))
		}
	}
}

// ℂ³/(ℤ₂×ℤ₂): invariant monomials of degree n have R = 2n/3, and each of the three twisted
// sectors adds the even powers of the coordinate that its element fixes.
func TestOrbifoldSectors(t *testing.T) {
	for _, name := range []string{"C3/Z2xZ2", "C3/Z2xZ2/node 0"} {
		table := dimensions(t, phase(t, name), chiralring.Grading{TracePart: true}, "8")
		for n := 1; n <= 12; n++ {
			want := 0
			for a := 0; a <= n; a++ {
				for b := 0; a+b <= n; b++ {
					if c := n - a - b; (a-b)%2 == 0 && (b-c)%2 == 0 {
						want++
					}
				}
			}
			if n%2 == 0 {
				want += 3
			}
			if got := table.Dim(big.NewRat(int64(2*n), 3)); got != want {
				t.Errorf("%s: R = %d/3: %d operators, want %d", name, 2*n, got, want)
			}
		}
	}
}

// The mesons of dP0 at R = 2k are the monomials of degree 3k, one for each weight.
func TestSplitByFlavour(t *testing.T) {
	th := phase(t, "dP0")
	// Charges of the two Cartan generators on X_a, Y_a, Z_a alike.
	var split []quiver.Charges
	for _, h := range [][3]string{{"1", "-1", "0"}, {"0", "1", "-1"}} {
		var c quiver.Charges
		for k := range th.Arrows {
			c = append(c, rat(h[k%3]))
		}
		split = append(split, c)
	}
	// And U(1)_R itself: redundant, but allowed.
	var r quiver.Charges
	for _, a := range th.Arrows {
		r = append(r, a.R)
	}
	split = append(split, r)
	table := dimensions(t, th, chiralring.Grading{Split: split}, "6")
	for _, l := range table.Levels {
		sum := 0
		for i, p := range l.Split {
			sum += p.Dim
			if p.Dim != 1 {
				t.Errorf("R = %s, weight %v: %d operators, want 1", l.R.RatString(), p.Charges, p.Dim)
			}
			if p.Charges[2].Cmp(l.R) != 0 {
				t.Errorf("R = %s: its operators have R = %s", l.R.RatString(), p.Charges[2].RatString())
			}
			if i > 0 && l.Split[i-1].Charges[0].Cmp(p.Charges[0]) > 0 {
				t.Errorf("R = %s: parts are not in order", l.R.RatString())
			}
		}
		if sum != l.Dim || len(l.Split) != l.Dim {
			t.Errorf("R = %s: %d parts with %d operators, level has %d", l.R.RatString(), len(l.Split), sum, l.Dim)
		}
	}
}
