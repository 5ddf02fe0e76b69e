package tensor

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
)

// maxMatrix is the largest N of SU(N) that is evaluated with explicit matrices.
const maxMatrix = 6

// compareColour decides a difference of group tensors at a fixed N, where traces satisfy
// identities of their own (d^{abc} = 0 in SU(2)): a free index a stands for a traceless
// matrix X_a = X^a T^a, in whose entries every term is a polynomial; δ^{ab} is
// tr(X_a X_b)/T_F.
func (e *engine) compareColour(a, b, diff sum) (Result, bool) {
	n := e.dimNumber[adjoint]
	if n == 0 || hasEntries(diff) {
		return Result{}, false
	}
	if n > maxMatrix {
		return Result{Verdict: Undecided, Method: "generators", Message: "a group tensor at large fixed N"}, true
	}
	for trial := range proofPoints {
		x := &matrices{e: e, n: n, rng: rand.New(rand.NewPCG(uint64(trial+1), 11)), of: map[string]matrix{}}
		entries, ok := x.evaluate(diff)
		if !ok {
			return Result{Verdict: Undecided, Method: "generators", Message: "a group tensor at fixed N with indices that are not of the group"}, true
		}
		for _, v := range entries {
			if zero, known := e.isZero(v); known && !zero {
				return e.different(a, b, diff), true
			} else if !known {
				return Result{Verdict: Undecided, Method: "generators", Message: "a coefficient could not be decided"}, true
			}
		}
	}
	if e.err != nil {
		return e.givenUp(), true
	}
	return Result{Verdict: Equal, Method: "generators", Message: "both sides agree exactly for random matrices of the Lie algebra",
		Evidence: map[string]string{"N": strconv.Itoa(n), "points": strconv.Itoa(proofPoints)}}, true
}

// hasEntries says that matrix indices are written out; then the normal form decides.
func hasEntries(s sum) bool {
	found := false
	for _, t := range s {
		t.eachLabel(func(l *label) { found = found || l.space == fundamental })
	}
	return found
}

type matrix [][]*big.Rat

type matrices struct {
	e   *engine
	n   int
	rng *rand.Rand
	of  map[string]matrix
}

func (x *matrices) named(l label) (matrix, bool) {
	if l.kind != freeIndex || l.space != adjoint {
		return nil, false
	}
	if m, ok := x.of[l.name]; ok {
		return m, true
	}
	m := x.zero()
	last := new(big.Rat)
	for i := range m {
		for j := range m {
			m[i][j].SetInt64(int64(x.rng.IntN(13)) - 6)
			if i == j && i < x.n-1 {
				last.Sub(last, m[i][j])
			}
		}
	}
	m[x.n-1][x.n-1] = last
	x.of[l.name] = m
	return m, true
}

func (x *matrices) zero() matrix {
	m := make(matrix, x.n)
	for i := range m {
		m[i] = make([]*big.Rat, x.n)
		for j := range m[i] {
			m[i][j] = new(big.Rat)
		}
	}
	return m
}

// product multiplies the matrices of the labels.
func (x *matrices) product(labels []label) (matrix, bool) {
	out := x.zero()
	for i := range out {
		out[i][i].SetInt64(1)
	}
	var t big.Rat
	for _, l := range labels {
		m, ok := x.named(l)
		if !ok || !x.e.spend(x.n*x.n*x.n) {
			return nil, false
		}
		next := x.zero()
		for i := range out {
			for j := range out {
				for k := range out {
					next[i][j].Add(next[i][j], t.Mul(out[i][k], m[k][j]))
				}
			}
		}
		out = next
	}
	return out, true
}

func (m matrix) trace() *big.Rat {
	t := new(big.Rat)
	for i := range m {
		t.Add(t, m[i][i])
	}
	return t
}

// evaluate lists the entries of the matrix that a sum is, or its one value.
func (x *matrices) evaluate(s sum) ([]poly, bool) {
	e := x.e
	slices.SortFunc(s, func(a, b term) int { return len(a.word) - len(b.word) })
	entries := make([]poly, x.n*x.n)
	for _, t := range s {
		c := t.coef
		for _, f := range t.factors {
			m, ok := x.product(f.idx)
			if !ok || f.kind != metricFactor && (f.kind != traceFactor || f.head != "tr") {
				return nil, false
			}
			c = c.scaled(gaussRat(m.trace()))
			if f.kind == metricFactor {
				c = e.times(c, e.inverse(e.traceNorm))
			}
		}
		var word []label
		for _, l := range t.word {
			if l.kind != generatorLetter {
				return nil, false
			}
			word = append(word, l.idx[0])
		}
		m, ok := x.product(word)
		if !ok {
			return nil, false
		}
		for i := range m {
			for j := range m {
				entries[i*x.n+j] = entries[i*x.n+j].plus(c.scaled(gaussRat(m[i][j])))
			}
		}
	}
	return entries, true
}
