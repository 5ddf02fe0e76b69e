package pfaffian

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/assay-physics/assay/math/wide"
)

func ExampleFloat64() {
	// Pf A = a₀₁·a₂₃ − a₀₂·a₁₃ + a₀₃·a₁₂ = 1·6 − 2·5 + 3·4 = 8, with the indices 0 and 1
	// in one leaf of the tree, 2 and 3 in the other.
	m := Matrix{N: 4, I: []int32{0, 0, 0, 1, 1, 2}, J: []int32{1, 2, 3, 2, 3, 3}}
	v := []float64{1, 2, 3, 4, 5, 6}
	tree := Tree{Parent: []int32{2, 2, -1}, Leaf: []int32{0, 0, 1, 1}}
	r, err := Float64(context.Background(), m, v, 0, tree, Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, _ := r.Log.Float64()
	fmt.Printf("sign %d, |Pf| = %.10f, bound below 1e-10: %v\n", r.Sign, math.Exp(f), r.Bound < 1e-10)
	// Output: sign 1, |Pf| = 8.0000000000, bound below 1e-10: true
}

func ExampleModular() {
	m := Matrix{N: 4, I: []int32{0, 0, 0, 1, 1, 2}, J: []int32{1, 2, 3, 2, 3, 3}}
	tree := Tree{Parent: []int32{-1}, Leaf: []int32{0, 0, 0, 0}}
	pf, err := Modular(context.Background(), m, []uint64{1, 2, 3, 4, 5, 6}, 1<<61-1, tree, Options{})
	fmt.Println(pf, err)
	// Output: 8 <nil>
}

func ExampleDense() {
	log, sign := Dense([][]float64{{0, 1, 2, 3}, {0, 0, 4, 5}, {0, 0, 0, 6}, nil})
	fmt.Printf("%d·%.6f\n", sign, math.Exp(log))
	// Output: 1·8.000000
}

func TestInput(t *testing.T) {
	ctx := context.Background()
	good := func() (Matrix, []float64, Tree) {
		return Matrix{N: 2, I: []int32{0}, J: []int32{1}}, []float64{2}, Tree{Parent: []int32{1, -1}, Leaf: []int32{0, 1}}
	}
	for name, spoil := range map[string]func(*Matrix, *[]float64, *float64, *Tree){
		"negative order":   func(m *Matrix, _ *[]float64, _ *float64, _ *Tree) { m.N = -1 },
		"row too large":    func(m *Matrix, _ *[]float64, _ *float64, _ *Tree) { m.I[0] = 2 },
		"column negative":  func(m *Matrix, _ *[]float64, _ *float64, _ *Tree) { m.J[0] = -1 },
		"diagonal":         func(m *Matrix, _ *[]float64, _ *float64, _ *Tree) { m.J[0] = 0 },
		"columns missing":  func(m *Matrix, _ *[]float64, _ *float64, _ *Tree) { m.J = nil },
		"values missing":   func(_ *Matrix, v *[]float64, _ *float64, _ *Tree) { *v = nil },
		"value NaN":        func(_ *Matrix, v *[]float64, _ *float64, _ *Tree) { (*v)[0] = math.NaN() },
		"value infinite":   func(_ *Matrix, v *[]float64, _ *float64, _ *Tree) { (*v)[0] = math.Inf(-1) },
		"error negative":   func(_ *Matrix, _ *[]float64, e *float64, _ *Tree) { *e = -1 },
		"error NaN":        func(_ *Matrix, _ *[]float64, e *float64, _ *Tree) { *e = math.NaN() },
		"leaf missing":     func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Leaf = t.Leaf[:1] },
		"leaf too large":   func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Leaf[0] = 2 },
		"leaf negative":    func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Leaf[0] = -1 },
		"parent before":    func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Parent[1] = 0 },
		"parent itself":    func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Parent[0] = 0 },
		"parent too large": func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Parent[0] = 2 },
		"parent negative":  func(_ *Matrix, _ *[]float64, _ *float64, t *Tree) { t.Parent[0] = -2 },
	} {
		m, v, tree := good()
		relErr := 0.0
		spoil(&m, &v, &relErr, &tree)
		if _, err := Float64(ctx, m, v, relErr, tree, Options{}); !errors.Is(err, ErrInput) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	m, v, tree := good()
	if r, err := Float64(ctx, m, v, 0, tree, Options{}); err != nil || r.Sign != 1 {
		t.Errorf("good input: %v, %v", r, err)
	}
	if _, err := Big(ctx, m, []*big.Float{nil}, 100, 0, tree, Options{}); !errors.Is(err, ErrInput) {
		t.Errorf("nil value: error %v", err)
	}
	if _, err := Big(ctx, m, []*big.Float{big.NewFloat(1)}, MaxPrec+1, 0, tree, Options{}); !errors.Is(err, ErrInput) {
		t.Errorf("precision: error %v", err)
	}
	if _, err := DoubleDouble(ctx, m, []wide.DD{{Hi: 1, Lo: math.NaN()}}, 0, tree, Options{}); !errors.Is(err, ErrInput) {
		t.Errorf("NaN in a low part: error %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Float64(canceled, m, v, 0, tree, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
	// A dense front of 200 000 indices would need 320 GB.
	large := Matrix{N: 200000}
	for i := range int32(large.N - 1) {
		large.I, large.J = append(large.I, i), append(large.J, i+1)
	}
	if _, err := Float64(ctx, large, make([]float64, large.N-1), 0, Tree{Parent: []int32{-1}, Leaf: make([]int32, large.N)}, Options{}); !errors.Is(err, ErrMemory) {
		t.Errorf("memory: error %v", err)
	}
}

func TestSmall(t *testing.T) {
	ctx := context.Background()
	r, err := Float64(ctx, Matrix{}, nil, 0, Tree{}, Options{Inverse: true})
	if err != nil || r.Sign != 1 || r.Log.Sign() != 0 || r.Bound > 1e-15 {
		t.Errorf("the empty Pfaffian is 1, not %v, %v", r, err)
	}
	forest := Tree{Parent: []int32{-1, -1}, Leaf: []int32{0, 1}}
	r, err = Float64(ctx, Matrix{N: 2, I: []int32{1}, J: []int32{0}}, []float64{3}, 0, forest, Options{Inverse: true})
	if f, _ := r.Log.Float64(); err != nil || r.Sign != -1 || math.Abs(f-math.Log(3)) > 1e-15 || math.Abs(r.Inverse[0]-1./3) > 1e-15 {
		t.Errorf("Pf = −3 in a forest: %v, %v", r, err)
	}
	r, err = Float64(ctx, Matrix{N: 1}, nil, 0, Tree{Parent: []int32{-1}, Leaf: []int32{0}}, Options{})
	if err != nil || r.Sign != 0 || !r.Log.IsInf() || r.Bound != 0 {
		t.Errorf("odd order: %v, %v", r, err)
	}
	// A chain as deep as it is long, with indices that all wait for the root.
	const n = 3000
	m := Matrix{N: n}
	tree := Tree{Parent: make([]int32, n), Leaf: make([]int32, n)}
	for i := range int32(n) {
		tree.Parent[i], tree.Leaf[i] = i+1, i
	}
	tree.Parent[n-1] = -1
	var v []float64
	for i := int32(0); i < n; i += 2 {
		m.I, m.J, v = append(m.I, i), append(m.J, i+1), append(v, -0.5)
	}
	r, err = Float64(ctx, m, v, 0, tree, Options{Workers: 2})
	if f, _ := r.Log.Float64(); err != nil || r.Sign != 1 || math.Abs(f+n/2*math.Ln2) > r.Bound+1e-12 {
		t.Errorf("chain: %v, %v", r, err)
	}
}

// Nearly singular matrices, and values that all but leave the range of float64: a bound
// that is finite must hold against 600 bits.
func TestExtreme(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(11, 12))
	finite := 0
	for trial := range 200 {
		n := 2 * (1 + rng.IntN(12))
		m, v, tree := random(rng, n, 2*n)
		switch trial % 4 {
		case 0: // two rows nearly alike
			for k, i := range m.I {
				if i == 1 || m.J[k] == 1 {
					v[k] *= 1e-9
				}
			}
		case 1:
			for k := range v {
				v[k] = math.Ldexp(v[k], rng.IntN(600)-300)
			}
		case 2:
			for k := range v {
				v[k] = math.Ldexp(v[k], -1000)
			}
		case 3:
			for k := range v {
				v[k] = math.Ldexp(1+float64(rng.IntN(3))*0x1p-50, 900)
			}
		}
		bigs := make([]*big.Float, len(v))
		for k, x := range v {
			bigs[k] = big.NewFloat(x)
		}
		want, err := Big(ctx, m, bigs, 600, 0, tree, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for name, f := range map[string]func() (Result, error){
			"float64": func() (Result, error) { return Float64(ctx, m, v, 0, tree, Options{}) },
			"wide":    func() (Result, error) { return DoubleDouble(ctx, m, widened(v), 0, tree, Options{}) },
			"big":     func() (Result, error) { return Big(ctx, m, bigs, 100, 0, tree, Options{}) },
		} {
			r, err := f()
			if err != nil {
				t.Fatal(err)
			}
			if math.IsNaN(r.Bound) {
				t.Errorf("trial %d %s: bound NaN", trial, name)
			}
			if !(r.Bound < math.Inf(1)) || r.Sign == 0 || want.Sign == 0 {
				continue
			}
			finite++
			diff, _ := new(big.Float).Sub(want.Log, r.Log).Float64()
			if math.Abs(diff) > r.Bound+want.Bound && !math.IsInf(want.Bound, 1) {
				t.Errorf("trial %d %s: off by %g, bound %g", trial, name, diff, r.Bound)
			}
		}
	}
	if finite < 100 {
		t.Errorf("only %d bounds were finite", finite)
	}
}

// FuzzTree reads a matrix and a tree from bytes: whatever they are, the elimination must
// agree with the dense reference or refuse the input.
func FuzzTree(f *testing.F) {
	f.Add([]byte{4, 3, 2, 2, 255, 0, 0, 1, 1, 0, 1, 3, 2, 3, 5, 0, 2, 7})
	f.Add([]byte{6, 1, 255, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 1, 4, 5, 1})
	f.Add([]byte{2, 2, 255, 255, 0, 1, 0, 1, 200})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		n, nodes := int(data[0]%14), int(data[1]%14)
		data = data[2:]
		if len(data) < n+nodes {
			return
		}
		m := Matrix{N: n}
		tree := Tree{}
		for _, p := range data[:nodes] {
			tree.Parent = append(tree.Parent, int32(int8(p)))
		}
		for _, a := range data[nodes : nodes+n] {
			tree.Leaf = append(tree.Leaf, int32(int8(a)))
		}
		var v []float64
		for data = data[nodes+n:]; len(data) >= 4; data = data[4:] {
			m.I, m.J = append(m.I, int32(int8(data[0]))), append(m.J, int32(int8(data[1])))
			v = append(v, float64(int16(binary.LittleEndian.Uint16(data[2:]))))
		}
		r, err := Float64(context.Background(), m, v, 0, tree, Options{Workers: 2, Inverse: true})
		if err != nil {
			if !errors.Is(err, ErrInput) {
				t.Fatal(err)
			}
			return
		}
		log, sign := Dense(dense(m, v))
		got, _ := r.Log.Float64()
		if r.Bound < 1e-3 && r.Sign != 0 && (sign != r.Sign || math.Abs(got-log) > r.Bound+1e-6) {
			t.Errorf("sign %d, log %g, bound %g; want %d, %g", r.Sign, got, r.Bound, sign, log)
		}
		if r.Sign == 0 && r.Bound == 0 && sign != 0 && log > -20 {
			t.Errorf("a Pfaffian of %d·exp %g was certified to be zero", sign, log)
		}
	})
}
