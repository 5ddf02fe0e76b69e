package pfaffian

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/precise"
)

// bigGrid is grid at a precision: the edge entries are 1/tanh β, and the shift.
func bigGrid(g *grid, n int, beta *big.Float, prec uint) ([]*big.Float, *big.Float) {
	c := precise.New(prec + 40)
	sinh := c.DoubleSinh(c.New().Set(beta)) // 2 sinh β
	cosh := c.Exp(c.New().Mul(beta, c.Int(-1)))
	cosh.Mul(cosh, c.Int(2))
	cosh.Add(cosh, sinh) // 2 cosh β = 2 sinh β + 2 e^−β
	coth := c.New().Quo(cosh, sinh)
	minus := c.New().Neg(coth)
	v := make([]*big.Float, len(g.v))
	for k := range v {
		switch {
		case !g.edge[k]:
			v[k] = c.Int(1)
		case g.sign[k]:
			v[k] = minus
		default:
			v[k] = coth
		}
	}
	shift := c.New().Mul(c.Int(int64(g.edges)), c.New().Sub(c.Log(sinh), c.Ln2))
	return v, shift.Add(shift, c.New().Mul(c.Int(int64(n)), c.Ln2))
}

// The convention of the grid itself against an enumeration of all states.
func TestGridBruteForce(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {2, 2}, {3, 4}, {4, 3}, {3, 3}, {1, 7}, {2, 5}} {
		rows, cols, beta := size[0], size[1], 0.7
		n := rows * cols
		g := newGrid(rows, cols, 5, beta)
		z := 0.0
		for s := range 1 << n {
			spin := func(k int) float64 { return float64(1 - 2*(s>>k&1)) }
			e, k := 0.0, uint64(0)
			for i := range n {
				for d, has := range [2]bool{i%cols+1 < cols, i/cols+1 < rows} {
					if has {
						j := 1.0
						if splitmix(5, k)>>63 == 1 {
							j = -1
						}
						k++
						e += j * spin(i) * spin(i+[2]int{1, cols}[d])
					}
				}
			}
			z += math.Exp(beta * e)
		}
		r, err := Float64(context.Background(), g.m, g.v, 0x1p-51, g.t, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := r.Log.Float64()
		if got += g.shift(n, beta); math.Abs(got-math.Log(z)) > 1e-11 {
			t.Errorf("%d×%d: ln Z = %.15g, want %.15g", rows, cols, got, math.Log(z))
		}
	}
}

// Open ±J grids of the reference set: float64 keeps its promise or makes none, and
// enough bits always give the value.
func TestGridReference(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "..", "..", "shared", "statmech", "reference.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no reference set")
	} else if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	limit := 32
	if os.Getenv("ASSAY_LONG") != "" {
		limit = 128
	}
	checked := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var in struct {
			ID, Family string
			Model      struct {
				Beta      json.RawMessage
				Size      []int
				Boundary  string
				Couplings struct{ Pm1 *uint64 }
			}
			LogZ   string `json:"log_z"`
			RelTol json.RawMessage
		}
		if !strings.Contains(lines.Text(), "ea2d_open_L") || json.Unmarshal(lines.Bytes(), &in) != nil || in.Model.Couplings.Pm1 == nil {
			continue
		}
		l := in.Model.Size[0]
		if l > limit || !strings.HasPrefix(in.ID, "ea2d_open_L") {
			continue
		}
		t.Run(in.ID, func(t *testing.T) {
			beta, _, err := big.ParseFloat(strings.Trim(string(in.Model.Beta), `"`), 10, 600, big.ToNearestEven)
			if err != nil {
				t.Fatal(err)
			}
			want, _, err := big.ParseFloat(in.LogZ, 10, 200, big.ToNearestEven)
			if err != nil {
				t.Fatal(err)
			}
			b, _ := beta.Float64()
			g := newGrid(l, in.Model.Size[1], *in.Model.Couplings.Pm1, b)
			v, shift := bigGrid(g, l*in.Model.Size[1], beta, 400)
			r, err := Big(context.Background(), g.m, v, 180+uint(12*b), 0, g.t, Options{})
			if err != nil {
				t.Fatal(err)
			}
			diff, _ := new(big.Float).Sub(want, new(big.Float).Add(r.Log, shift)).Float64()
			w, _ := want.Float64()
			if r.Sign == 0 || r.Bound > 1e-15 || math.Abs(diff) > r.Bound+1e-13*w {
				t.Errorf("off by %g, bound %g, sign %d", diff, r.Bound, r.Sign)
			}
			f, err := Float64(context.Background(), g.m, g.v, 0x1p-51, g.t, Options{})
			if err != nil {
				t.Fatal(err)
			}
			diff, _ = new(big.Float).Sub(r.Log, f.Log).Float64()
			if math.Abs(diff) > f.Bound || !math.IsInf(f.Bound, 1) && f.Sign != r.Sign {
				t.Errorf("float64 is off by %g, bound %g", diff, f.Bound)
			}
			if b <= 1 && f.Bound > 1e-9*w {
				t.Errorf("float64 certifies only %g of %g", f.Bound, w)
			}
			if b >= 5 && f.Bound < 1 {
				t.Errorf("float64 cannot know β = %g to %g", b, f.Bound)
			}
		})
		checked++
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if checked < 10 {
		t.Errorf("only %d instances", checked)
	}
}

// A grid of 512×512 had shown that pivots without delay lose all digits at a size where
// small grids do not: 394871.5 is known from two orderings of a sparse LU factorisation.
func TestGridLarge(t *testing.T) {
	if os.Getenv("ASSAY_LONG") == "" {
		t.Skip("set ASSAY_LONG")
	}
	g := newGrid(512, 512, 1, 1)
	r, err := Float64(context.Background(), g.m, g.v, 0x1p-51, g.t, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := r.Log.Float64()
	got += g.shift(512*512, 1)
	if math.Abs(got-394871.5) > 0.05 || r.Bound > 4e-5 {
		t.Errorf("ln Z = %.12g, bound %g", got, r.Bound)
	}
}

// Low temperatures on small grids: the bound against 400 bits, in float64 and
// double-double.
func TestGridCold(t *testing.T) {
	ctx := context.Background()
	certified := 0
	for seed := range uint64(8) {
		for _, beta := range []float64{0.2, 1, 2, 3, 5, 8} {
			l := 4 + int(seed)
			g := newGrid(l, l, seed, beta)
			var values [2][]*big.Float
			values[0], values[1] = make([]*big.Float, len(g.v)), make([]*big.Float, len(g.v))
			for k, x := range g.v {
				values[0][k] = big.NewFloat(x)
			}
			want, err := Big(ctx, g.m, values[0], 400, 0, g.t, Options{})
			if err != nil {
				t.Fatal(err)
			}
			f, err := Float64(ctx, g.m, g.v, 0, g.t, Options{Threshold: []float64{0, 0.01, 0.5, 1}[seed%4]})
			if err != nil {
				t.Fatal(err)
			}
			d, err := DoubleDouble(ctx, g.m, widened(g.v), 0, g.t, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for name, r := range map[string]Result{"float64": f, "wide": d} {
				if math.IsInf(r.Bound, 1) {
					continue
				}
				certified++
				diff, _ := new(big.Float).Sub(want.Log, r.Log).Float64()
				if math.Abs(diff) > r.Bound+want.Bound || r.Sign != want.Sign {
					t.Errorf("seed %d β %g %s: off by %g, bound %g, signs %d, %d", seed, beta, name, diff, r.Bound, r.Sign, want.Sign)
				}
			}
		}
	}
	if certified < 50 {
		t.Errorf("only %d of 96 results were certified", certified)
	}
}

// The number of workers must not change a bit.
func TestWorkers(t *testing.T) {
	g := newGrid(48, 37, 3, 0.8)
	var first string
	for _, workers := range []int{1, 2, 3, 7} {
		r, err := Float64(context.Background(), g.m, g.v, 0, g.t, Options{Workers: workers, Inverse: true, Tolerance: 1e-9})
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%v %d %x %x %x", r.Log.Text('p', 0), r.Sign, r.Bound, r.Inverse, r.InverseBound)
		if first == "" {
			first = got
		}
		if got != first {
			t.Errorf("%d workers give another result than 1", workers)
		}
	}
}

// More vectors narrow the bound; where they cannot reach the tolerance they are not used.
func TestTolerance(t *testing.T) {
	g := newGrid(24, 24, 1, 1)
	bound := func(tolerance float64) float64 {
		r, err := Float64(context.Background(), g.m, g.v, 0, g.t, Options{Tolerance: tolerance})
		if err != nil {
			t.Fatal(err)
		}
		return r.Bound
	}
	wide := bound(0)
	if got := bound(wide / 3); got > wide/3 {
		t.Errorf("bound %g misses %g", got, wide/3)
	}
	if got := bound(wide / 1000); got != wide {
		t.Errorf("bound %g, want %g as without a tolerance", got, wide)
	}
}

func BenchmarkGrid(b *testing.B) {
	for _, l := range []int{64, 256, 512} {
		for _, workers := range []int{1, 2} {
			g := newGrid(l, l, 1, 1)
			b.Run(fmt.Sprintf("L=%d/workers=%d", l, workers), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Float64(context.Background(), g.m, g.v, 0, g.t, Options{Workers: workers}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkKinds(b *testing.B) {
	g := newGrid(64, 64, 1, 1)
	ctx := context.Background()
	bigs, zeros := make([]*big.Float, len(g.v)), make([]*big.Float, len(g.v))
	complexes := make([]complex128, len(g.v))
	for k, x := range g.v {
		bigs[k], zeros[k], complexes[k] = big.NewFloat(x), new(big.Float), complex(x, 0)
	}
	for name, f := range map[string]func(o Options) (Result, error){
		"float64":         func(o Options) (Result, error) { return Float64(ctx, g.m, g.v, 0, g.t, o) },
		"wide":            func(o Options) (Result, error) { return DoubleDouble(ctx, g.m, widened(g.v), 0, g.t, o) },
		"big120":          func(o Options) (Result, error) { return Big(ctx, g.m, bigs, 120, 0, g.t, o) },
		"big248":          func(o Options) (Result, error) { return Big(ctx, g.m, bigs, 248, 0, g.t, o) },
		"complex128":      func(o Options) (Result, error) { return Complex128(ctx, g.m, complexes, 0, g.t, o) },
		"complexBig120":   func(o Options) (Result, error) { return ComplexBig(ctx, g.m, bigs, zeros, 120, 0, g.t, o) },
		"float64+inverse": func(o Options) (Result, error) { o.Inverse = true; return Float64(ctx, g.m, g.v, 0, g.t, o) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f(Options{Workers: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
