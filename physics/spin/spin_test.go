package spin

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/physics/modelfile"
)

// enumerate is the definition of Z, written down plainly: the reference for all else.
func enumerate(m *Model) float64 {
	exponents := make([]float64, 0, 1<<m.N)
	top := math.Inf(-1)
	for x := range 1 << m.N {
		e := 0.0
		for _, t := range m.Terms {
			p := t.J
			for _, s := range t.Sites {
				if x>>s&1 == 1 {
					p = -p
				}
			}
			e += p
		}
		exponents = append(exponents, m.Beta*e)
		top = max(top, m.Beta*e)
	}
	sum := 0.0
	for _, e := range exponents {
		sum += math.Exp(e - top)
	}
	return top + math.Log(sum)
}

// agree compares with a number that is good to about 1e-13 of the size of the exponents.
func agree(t interface {
	Helper()
	Fatalf(string, ...any)
}, m *Model, z LogZ, err error, want float64) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v", err)
	}
	size := 1 + math.Abs(want)
	for _, term := range m.Terms {
		size += math.Abs(m.Beta * term.J)
	}
	if d := math.Abs(z.Float64() - want); !(d <= z.ErrorBound+1e-14*size) {
		t.Fatalf("%s: ln Z = %v, want %v: off by %.3g, the bound is %.3g", z.Method, z.Float64(), want, d, z.ErrorBound)
	}
	if !(z.ErrorBound < 1e-12*size) || !z.Exact {
		t.Fatalf("%s: error bound %v, exact %t", z.Method, z.ErrorBound, z.Exact)
	}
}

func drawCoupling(t *rapid.T, kind int, label string) float64 {
	switch kind {
	case 0:
		return rapid.SampledFrom([]float64{1, -1}).Draw(t, label)
	case 1:
		return rapid.SampledFrom([]float64{1, -1, 0.5, 0, 2, -1.5}).Draw(t, label)
	}
	return rapid.Float64Range(-2, 2).Draw(t, label)
}

func drawBeta(t *rapid.T) float64 {
	return rapid.OneOf(rapid.Float64Range(-2, 2), rapid.SampledFrom([]float64{0, 0.44, 1, 20, -60, 300})).Draw(t, "beta")
}

// drawModel draws a model of every order, with parallel terms and loose spins.
func drawModel(t *rapid.T, maxN, maxOrder int) *Model {
	n := rapid.IntRange(1, maxN).Draw(t, "n")
	kind := rapid.IntRange(0, 2).Draw(t, "couplings")
	m := &Model{N: n, Beta: drawBeta(t)}
	for range rapid.IntRange(0, 3*n).Draw(t, "terms") {
		k := rapid.IntRange(1, min(maxOrder, n)).Draw(t, "order")
		sites := rapid.Permutation(naturalOrder(n)).Draw(t, "sites")[:k]
		m.Terms = append(m.Terms, Term{sites, drawCoupling(t, kind, "J")})
	}
	return m
}

func TestBruteForceAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 9, 4)
		z, err := BruteForce(context.Background(), m)
		agree(t, m, z, err, enumerate(m))
	})
}

// More than one block, both routes inside a block, with and without the symmetry.
func TestBruteForceInBlocks(t *testing.T) {
	for _, order := range []int{2, 3, 4} {
		for _, unit := range []float64{1, math.Pi} {
			m := &Model{N: 13, Beta: 0.3}
			for k := range 40 {
				var sites []int
				for s := range order {
					sites = append(sites, int(modelfile.SplitMix64(uint64(order), uint64(100*k+s))%5)+4*s%9)
				}
				slices.Sort(sites)
				term := Term{sites, unit * float64(modelfile.Sign(7, uint64(k)))}
				if unit != 1 {
					term.J *= modelfile.Uniform(8, uint64(k))
				}
				if term.validate(m.N) == nil {
					m.Terms = append(m.Terms, term)
				}
			}
			z, err := BruteForce(context.Background(), m)
			agree(t, m, z, err, enumerate(m))
		}
	}
}

// Summing spins by their local fields must not change the counts; nor must the number of
// chunks and workers.
func TestFoldingKeepsTheSpectrum(t *testing.T) {
	for _, text := range []string{
		`{"model":"ising","lattice":"random-regular","size":[18,3],"seed":3,"couplings":{"pm1":5},"beta":1}`,
		`{"model":"ising","lattice":"square","size":[4,4],"couplings":{"pm1":5},"fields":1,"beta":1}`,
		`{"model":"ising","lattice":"complete","size":[15],"couplings":{"pm1":5},"beta":1}`,
		`{"model":"ising","n":14,"beta":1,"terms":[{"sites":[0,1,13],"J":1},{"sites":[2,5,9,12],"J":-2},{"sites":[3,13],"J":3},{"sites":[7],"J":0.5},{"sites":[10,11,12],"J":1}]}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Levels(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		b, err := newBrute(m)
		if err != nil {
			t.Fatal(err)
		}
		count := func(b *brute) []uint64 {
			all := make([]uint64, b.total+1)
			err := walkBlocks(context.Background(), b, func(int) blockVisitor[int64] {
				own := make([]uint64, len(all))
				return blockVisitor[int64]{
					visit: func(_ uint64, levels []int64) {
						for _, l := range levels {
							own[l]++
						}
					},
					done: func() {
						for i, c := range own {
							all[i] += c
						}
					},
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		plain := count(b)
		for _, bins := range []int64{1 << 8, 1 << 12, 1 << 15} {
			f := foldSpins(b, bins)
			if f.rest.n+len(f.depths) != b.n || bins == 1<<15 && len(f.depths) == 0 || f.rest.total >= bins {
				t.Errorf("%s: %d of %d spins are enumerated, with %d bins", text, f.rest.n, b.n, f.rest.total+1)
			}
			folded := make([]uint64, b.total+1)
			f.unfold(count(f.rest), folded)
			if !slices.Equal(plain, folded) {
				t.Errorf("%s: the counts differ with %d spins folded", text, len(f.depths))
			}
		}
		total := uint64(0)
		for i := range plain {
			if b.doubled {
				plain[i] *= 2
			}
			total += plain[i]
		}
		if !slices.Equal(plain, s.Counts) || total != 1<<m.N {
			t.Errorf("%s: the counts differ, or are not 2^%d", text, m.N)
		}
	}
}

// Beyond what the definition can be summed for: against elimination.
func TestBruteForceAgainstElimination(t *testing.T) {
	ctx := context.Background()
	for _, text := range []string{
		`{"model":"ising","lattice":"random-regular","size":[26,3],"seed":3,"couplings":{"pm1":5},"fields":1,"beta":0.8}`,
		`{"model":"ising","lattice":"random-regular","size":[30,3],"seed":3,"couplings":{"pm1":5},"beta":2}`,
		`{"model":"ising","lattice":"square","size":[3,6],"couplings":{"uniform":[-1,1],"seed":5},"fields":{"uniform":[-1,1],"seed":6},"beta":1}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		z, err := BruteForce(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.Interaction()
		if err != nil {
			t.Fatal(err)
		}
		want, err := Eliminate(ctx, m, graph.MinFillOrder(g, MaxWidth), 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := offBy(z, want.Value); d > z.ErrorBound+want.ErrorBound || z.ErrorBound > 1e-11 {
			t.Errorf("%s: off by %.3g, bounds %.3g and %.3g", text, d, z.ErrorBound, want.ErrorBound)
		}
	}
}

func TestEliminateAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 9, 4)
		order := rapid.Permutation(naturalOrder(m.N)).Draw(t, "elimination order")
		z, err := Eliminate(context.Background(), m, order, 0)
		want := enumerate(m)
		agree(t, m, z, err, want)
		z, err = eliminateLog(context.Background(), m, order, "logarithms")
		agree(t, m, z, err, want)
	})
}

func TestEvaluateAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 10, rapid.IntRange(2, 4).Draw(t, "max order"))
		z, err := Evaluate(context.Background(), m, Budget{MaxBrute: rapid.IntRange(1, 10).Draw(t, "max brute")})
		agree(t, m, z, err, enumerate(m))
	})
}

func TestChainAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "n")
		var J, h []float64
		for range n - 1 {
			J = append(J, drawCoupling(t, 2, "J"))
		}
		if rapid.Bool().Draw(t, "field") {
			for range n {
				h = append(h, drawCoupling(t, 2, "h"))
			}
		}
		beta := drawBeta(t)
		m, err := NewChain(beta, J, h)
		if err != nil {
			t.Fatal(err)
		}
		z, err := ChainLogZ(beta, J, h)
		agree(t, m, z, err, enumerate(m))
	})
}

func TestGridAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		cols := rapid.IntRange(1, 11/rows).Draw(t, "cols")
		kind := rapid.IntRange(0, 2).Draw(t, "couplings")
		Jh, Jv := make([][]float64, rows), make([][]float64, rows-1)
		for r := range rows {
			for range cols - 1 {
				Jh[r] = append(Jh[r], drawCoupling(t, kind, "Jh"))
			}
			for range cols {
				if r+1 < rows {
					Jv[r] = append(Jv[r], drawCoupling(t, kind, "Jv"))
				}
			}
		}
		m, err := NewGrid(drawBeta(t), Jh, Jv)
		if err != nil {
			t.Fatal(err)
		}
		z, err := OpenGridTransfer(context.Background(), m.Beta, Jh, Jv)
		agree(t, m, z, err, enumerate(m))
	})
}

func TestKaufmanAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 5).Draw(t, "rows")
		cols := rapid.IntRange(2, 12/rows).Draw(t, "cols")
		k := rapid.Float64Range(1e-3, 1.5)
		h, v := k.Draw(t, "Kh"), k.Draw(t, "Kv")
		m, err := NewTorus(rows, cols, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Terms {
			if m.Terms[i].J = v; i%2 == 0 {
				m.Terms[i].J = h
			}
		}
		z, err := TorusKaufmanAnisotropic(rows, cols, h, v)
		agree(t, m, z, err, enumerate(m))
	})
}

func TestMattisAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		c := rapid.Float64Range(-2, 2).Draw(t, "c")
		xi := make([]int8, n)
		for i := range xi {
			xi[i] = rapid.SampledFrom([]int8{1, -1}).Draw(t, "xi")
		}
		m, err := NewMattis(1, c, xi)
		if err != nil {
			t.Fatal(err)
		}
		z, err := MattisLogZ(c, n)
		agree(t, m, z, err, enumerate(m))
	})
}
