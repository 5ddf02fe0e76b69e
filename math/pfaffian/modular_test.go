package pfaffian

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

const prime61 = 1<<61 - 1

// byExpansion is the Pfaffian of a small integer matrix from its definition.
func byExpansion(a [][]int64, left []int) *big.Int {
	if len(left) == 0 {
		return big.NewInt(1)
	}
	if len(left)%2 == 1 {
		return new(big.Int)
	}
	sum := new(big.Int)
	for k := 1; k < len(left); k++ {
		x := a[left[0]][left[k]]
		if x == 0 {
			continue
		}
		rest := append(append([]int{}, left[1:k]...), left[k+1:]...)
		p := byExpansion(a, rest)
		p.Mul(p, big.NewInt(x))
		if k%2 == 1 {
			sum.Add(sum, p)
		} else {
			sum.Sub(sum, p)
		}
	}
	return sum
}

// Integer matrices, a third of them singular: the definition, the modular Pfaffian, and
// what float64 may claim.
func TestIntegers(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(9, 10))
	singular := 0
	for trial := range 600 {
		n := rng.IntN(10)
		m, v, tree := random(rng, n, n+rng.IntN(2*n+1))
		a, left := make([][]int64, n), make([]int, n)
		for i := range a {
			a[i], left[i] = make([]int64, n), i
		}
		residues := make([]uint64, len(v))
		p := []uint64{prime61, 3, 1000003, 1<<63 - 25}[trial%4]
		for k, i := range m.I {
			x := rng.Int64N(5) - 2
			if trial%7 == 0 {
				x = rng.Int64() >> 20
			}
			v[k] = float64(x)
			a[i][m.J[k]] += x
			a[m.J[k]][i] -= x
			residues[k] = new(big.Int).Mod(big.NewInt(x), new(big.Int).SetUint64(p)).Uint64()
		}
		exact := byExpansion(a, left)
		want := new(big.Int).Mod(exact, new(big.Int).SetUint64(p)).Uint64()
		got, err := Modular(ctx, m, residues, p, tree, Options{Workers: 1 + trial%3})
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("trial %d: Pf = %d modulo %d, want %d", trial, got, p, want)
		}
		r, err := Float64(ctx, m, v, 0, tree, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if exact.Sign() == 0 {
			singular++
			if r.Sign != 0 && r.Bound < 1e300 || r.Sign == 0 && r.Bound != 0 && r.Bound < 1e300 {
				t.Errorf("trial %d: a singular matrix got %v, sign %d, bound %g", trial, r.Log, r.Sign, r.Bound)
			}
			continue
		}
		if r.Sign == 0 && r.Bound == 0 {
			t.Errorf("trial %d: Pf = %v was certified to be zero", trial, exact)
		}
		if r.Bound < 1 && r.Sign != exact.Sign() {
			t.Errorf("trial %d: sign %d, want %d", trial, r.Sign, exact.Sign())
		}
		if r.Bound > 1e-8 && trial%7 != 0 {
			t.Errorf("trial %d: Pf = %v has the bound %g", trial, exact, r.Bound)
		}
	}
	if singular < 100 {
		t.Errorf("only %d singular matrices", singular)
	}
}

// The 12 988 816 domino coverings of the chessboard (Kasteleyn, Physica 27, 1961).
func TestModularChessboard(t *testing.T) {
	const l = 8
	m := Matrix{N: l * l}
	var v []uint64
	tree := Tree{Parent: []int32{-1}, Leaf: make([]int32, l*l)}
	for r := range l {
		for c := range l {
			if c+1 < l {
				m.I, m.J, v = append(m.I, int32(r*l+c)), append(m.J, int32(r*l+c+1)), append(v, 1)
			}
			if r+1 < l {
				x := uint64(1)
				if c%2 == 1 {
					x = prime61 - 1
				}
				m.I, m.J, v = append(m.I, int32(r*l+c)), append(m.J, int32(r*l+c+l)), append(v, x)
			}
		}
	}
	got, err := Modular(context.Background(), m, v, prime61, tree, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got != 12988816 && got != prime61-12988816 {
		t.Errorf("%d coverings, want 12988816", got)
	}
}

func TestModularInput(t *testing.T) {
	m := Matrix{N: 2, I: []int32{0}, J: []int32{1}}
	tree := Tree{Parent: []int32{-1}, Leaf: []int32{0, 0}}
	for _, test := range []struct {
		v, p uint64
	}{{1, 0}, {1, 2}, {1, 10}, {1, 1 << 63}, {7, 7}, {3, 9}} {
		if got, err := Modular(context.Background(), m, []uint64{test.v}, test.p, tree, Options{}); err == nil {
			t.Errorf("%d modulo %d gave %d", test.v, test.p, got)
		}
	}
}
