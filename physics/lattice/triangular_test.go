package lattice

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/precise"
)

// torusBonds lists the bonds of one cell: the sites they join and the coupling they have.
func torusBonds(honeycomb bool, rows, cols int) (n int, bonds [][3]int) {
	for r := range rows {
		for c := range cols {
			right, down := (c+1)%cols, (r+1)%rows
			if honeycomb {
				b := 2*(r*cols+c) + 1
				bonds = append(bonds, [3]int{b, b - 1, 0}, [3]int{b, 2 * (r*cols + right), 1}, [3]int{b, 2 * (down*cols + c), 2})
				continue
			}
			v := r*cols + c
			bonds = append(bonds, [3]int{v, r*cols + right, 0}, [3]int{v, down*cols + c, 1}, [3]int{v, down*cols + right, 2})
		}
	}
	n = rows * cols
	if honeycomb {
		n *= 2
	}
	return n, bonds
}

// enumerateIsing is Z by a histogram of the three bond sums.
func enumerateIsing(honeycomb bool, rows, cols int, K [3]*big.Rat) *big.Float {
	n, bonds := torusBonds(honeycomb, rows, cols)
	histogram := map[[3]int]int64{}
	for s := range 1 << (n - 1) {
		var sum [3]int
		for _, b := range bonds {
			sum[b[2]] += 1 - 2*((s>>b[0]^s>>b[1])&1)
		}
		histogram[sum] += 2
	}
	p := precise.New(1024)
	z := p.New()
	for sum, count := range histogram {
		e := new(big.Rat)
		for i := range 3 {
			e.Add(e, new(big.Rat).Mul(rat(int64(sum[i])), K[i]))
		}
		w := p.Exp(p.New().SetRat(e))
		p.Add(z, w.Mul(w, p.Int(count)))
	}
	return z
}

func TestTriangularAndHoneycombAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		honeycomb := rapid.Bool().Draw(t, "honeycomb")
		rows := rapid.IntRange(1, 4).Draw(t, "rows")
		limit := 9
		if honeycomb {
			limit = 5
		}
		if rows > limit {
			rows = limit
		}
		cols := rapid.IntRange(1, limit/rows).Draw(t, "cols")
		var K [3]*big.Rat
		top := int64(20)
		if rapid.Bool().Draw(t, "cold") {
			top = 900
		}
		for i := range K {
			K[i] = big.NewRat(rapid.Int64Range(-top, top).Draw(t, "K"), 17)
		}
		torus := TriangularTorus
		if honeycomb {
			torus = HoneycombTorus
		}
		z, err := torus(ctx, rows, cols, K[0], K[1], K[2])
		if err == nil && z.ErrorBound > 1e-25 {
			t.Fatalf("bound %g", z.ErrorBound)
		}
		holdsFloat(t, fmt.Sprintf("%d×%d honeycomb %v K %v", rows, cols, honeycomb, K), z, err, enumerateIsing(honeycomb, rows, cols, K))
	})
}

// A side of one makes bonds from a site to itself: with a strong negative one Z is far
// below the size of the four spin structures (1×6 at K2 = −52 once had no answer).
func TestThinTori(t *testing.T) {
	ctx := context.Background()
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 6}, {6, 1}, {1, 7}, {7, 1}} {
		for _, k := range [][3]int64{{744, -889, 0}, {-889, 744, 0}, {-100, -889, -889}, {-900, -900, -900}, {900, -900, 900}, {0, -17, 0}, {0, 0, 0}, {-3, 5, 3}} {
			var K [3]*big.Rat
			for i := range K {
				K[i] = big.NewRat(k[i], 17)
			}
			z, err := TriangularTorus(ctx, size[0], size[1], K[0], K[1], K[2])
			holdsFloat(t, fmt.Sprintf("%v K %v", size, K), z, err, enumerateIsing(false, size[0], size[1], K))
			if n := size[0] * size[1]; n <= 5 {
				z, err = HoneycombTorus(ctx, size[0], size[1], K[0], K[1], K[2])
				holdsFloat(t, fmt.Sprintf("honeycomb %v K %v", size, K), z, err, enumerateIsing(true, size[0], size[1], K))
			}
		}
	}
}

// The isotropic lattices at both sides of their transitions, ferro- and antiferromagnetic,
// and every parity of the sides.
func TestIsotropicTori(t *testing.T) {
	ctx := context.Background()
	for _, honeycomb := range []bool{false, true} {
		for rows := 1; rows <= 4; rows++ {
			for cols := 1; cols <= 4; cols++ {
				if n := rows * cols; n > 12 || honeycomb && n > 6 {
					continue
				}
				for _, k := range []int64{-300, -10, -1, 0, 1, 3, 7, 200} {
					K := big.NewRat(k, 10)
					torus := TriangularTorus
					if honeycomb {
						torus = HoneycombTorus
					}
					z, err := torus(ctx, rows, cols, K, K, K)
					holdsFloat(t, fmt.Sprintf("%d×%d honeycomb %v K = %v", rows, cols, honeycomb, K), z, err, enumerateIsing(honeycomb, rows, cols, [3]*big.Rat{K, K, K}))
				}
			}
		}
	}
}

// Antiferromagnetic ground states keep Wannier's entropy 0.3230659… a site: at K = −500
// an escalation of precision has to find it below an energy of 500 a site.
func TestFrozenTriangularAntiferromagnet(t *testing.T) {
	ctx := context.Background()
	K := rat(-500)
	z, err := TriangularTorus(ctx, 12, 12, K, K, K)
	if err != nil {
		t.Fatal(err)
	}
	if len(z.Escalated) == 0 || z.ErrorBound > 1e-25 {
		t.Errorf("escalated %q, bound %g", z.Escalated, z.ErrorBound)
	}
	entropy := new(big.Float).Sub(z.Value, big.NewFloat(500*144))
	if s, _ := entropy.Float64(); s/144 < 0.3230 || s/144 > 0.3450 {
		t.Errorf("%v of entropy a site", s/144)
	}
}

func TestTorusLimits(t *testing.T) {
	ctx := context.Background()
	one := rat(1)
	if _, err := TriangularTorus(ctx, 0, 3, one, one, one); err == nil {
		t.Error("no rows: no error")
	}
	if _, err := TriangularTorus(ctx, 3, 3, one, rat(100000), one); err == nil {
		t.Error("K = 100000: no error")
	}
	if _, err := HoneycombTorus(ctx, 1<<20, 1<<20, one, one, one); err == nil {
		t.Error("too large: no error")
	}
	if _, err := HoneycombTorus(ctx, 3, 3, one, nil, one); err == nil {
		t.Error("K is missing: no error")
	}
}

// Odd lines of negative bonds leave a bond of each unsatisfied, and the four products cancel
// to far below 2^-1000 of their size.
func TestColdFrustratedTori(t *testing.T) {
	ctx := context.Background()
	for _, k := range [][3]int64{{-300, -300, 0}, {-150, 200, 0}, {-200, -90, 3}, {210, -200, -1}} {
		var K [3]*big.Rat
		for i := range K {
			K[i] = big.NewRat(k[i], 1)
		}
		for _, size := range [][2]int{{3, 3}, {3, 5}, {2, 5}, {5, 2}} {
			z, err := TriangularTorus(ctx, size[0], size[1], K[0], K[1], K[2])
			if err == nil && z.ErrorBound > 1e-25 {
				t.Fatalf("bound %g", z.ErrorBound)
			}
			holdsFloat(t, fmt.Sprintf("%v K %v", size, K), z, err, enumerateIsing(false, size[0], size[1], K))
		}
	}
	if _, err := TriangularTorus(ctx, 101, 101, big.NewRat(-1500, 1), big.NewRat(-1500, 1), new(big.Rat)); err == nil {
		t.Error("no refusal of a sum that cancels to 800000 bits")
	}
}
