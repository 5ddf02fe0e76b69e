package quiver_test

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
)

// rank over ℚ by Gauss, independent of the package's integer algorithms.
func rank(rows []quiver.Charges) int {
	m := make([]quiver.Charges, len(rows))
	for i, row := range rows {
		for _, x := range row {
			m[i] = append(m[i], new(big.Rat).Set(x))
		}
	}
	r := 0
	for c := 0; len(m) > 0 && c < len(m[0]) && r < len(m); c++ {
		p := r
		for p < len(m) && m[p][c].Sign() == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[r], m[p] = m[p], m[r]
		for i := r + 1; i < len(m); i++ {
			f := new(big.Rat).Quo(m[i][c], m[r][c])
			for j := range m[i] {
				m[i][j].Sub(m[i][j], new(big.Rat).Mul(f, m[r][j]))
			}
		}
		r++
	}
	return r
}

// Symmetries are symmetries, there are as many as linear algebra says, they are a basis of
// all integer ones, and the baryonic ones are those that do not charge closed words.
func TestSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		th := sample.Theory(t)
		n := len(th.Arrows) + len(th.Singlets)
		s := th.Symmetries()
		flavour := s.Flavour()
		for _, q := range flavour {
			if !th.IsFlavour(q) {
				t.Fatalf("%v is not a symmetry", q)
			}
		}
		if s.R != nil && !th.IsAnomalyFreeR(s.R) {
			t.Fatalf("%v is not an R-symmetry", s.R)
		}
		var conditions []quiver.Charges
		for _, row := range th.Incidence() {
			q := make(quiver.Charges, n)
			for k := range q {
				q[k] = new(big.Rat).SetInt64(row[k])
			}
			conditions = append(conditions, q)
		}
		for v := range th.Nodes {
			row := make(quiver.Charges, n)
			for k := range n {
				unit := make(quiver.Charges, n)
				for l := range unit {
					unit[l] = new(big.Rat)
				}
				unit[k].SetInt64(1)
				row[k] = th.MixedAnomalies(unit)[v]
			}
			conditions = append(conditions, row)
		}
		if want := n - rank(conditions); len(flavour) != want || rank(flavour) != want {
			t.Fatalf("%d symmetries of rank %d, want %d", len(flavour), rank(flavour), want)
		}
		// A basis over ℤ: modulo every small prime the vectors stay independent.
		for _, p := range []int64{2, 3, 5, 7} {
			if got := rankModulo(flavour, p); got != len(flavour) {
				t.Fatalf("the %d symmetries have rank %d modulo %d: they miss integer charges", len(flavour), got, p)
			}
		}
		for _, q := range s.Baryonic {
			if !isCoboundary(th, q) {
				t.Fatalf("%v charges a closed word", q)
			}
		}
		if len(s.Mesonic) > 0 {
			// No combination of mesonic ones is baryonic: the rank of the potentials' span plus
			// the mesonic ones is the sum.
			var span []quiver.Charges
			for v := range th.Nodes {
				q := make(quiver.Charges, n)
				for k := range q {
					q[k] = new(big.Rat)
				}
				for k, a := range th.Arrows {
					if a.Target == v {
						q[k].Add(q[k], big.NewRat(1, 1))
					}
					if a.Source == v {
						q[k].Sub(q[k], big.NewRat(1, 1))
					}
				}
				span = append(span, q)
			}
			if rank(append(append([]quiver.Charges{}, span...), s.Mesonic...)) != rank(span)+len(s.Mesonic) {
				t.Fatal("a combination of mesonic symmetries is baryonic")
			}
		}
	})
}

func rankModulo(rows []quiver.Charges, p int64) int {
	m := make([][]int64, len(rows))
	for i, row := range rows {
		for _, x := range row {
			m[i] = append(m[i], new(big.Int).Mod(x.Num(), big.NewInt(p)).Int64())
		}
	}
	r := 0
	for c := 0; len(m) > 0 && c < len(m[0]) && r < len(m); c++ {
		q := r
		for q < len(m) && m[q][c] == 0 {
			q++
		}
		if q == len(m) {
			continue
		}
		m[r], m[q] = m[q], m[r]
		inverse := new(big.Int).ModInverse(big.NewInt(m[r][c]), big.NewInt(p)).Int64()
		for i := r + 1; i < len(m); i++ {
			f := m[i][c] * inverse % p
			for j := range m[i] {
				m[i][j] = ((m[i][j]-f*m[r][j])%p + p) % p
			}
		}
		r++
	}
	return r
}

// isCoboundary walks the quiver and reads off node charges.
func isCoboundary(th *quiver.Theory, q quiver.Charges) bool {
	b := make([]*big.Rat, len(th.Nodes))
	for range th.Nodes {
		for v := range b {
			if b[v] == nil {
				b[v] = new(big.Rat)
				break
			}
		}
		for changed := true; changed; {
			changed = false
			for k, a := range th.Arrows {
				if b[a.Source] != nil && b[a.Target] == nil {
					b[a.Target] = new(big.Rat).Add(b[a.Source], q[k])
					changed = true
				}
				if b[a.Target] != nil && b[a.Source] == nil {
					b[a.Source] = new(big.Rat).Sub(b[a.Target], q[k])
					changed = true
				}
			}
		}
	}
	for k, a := range th.Arrows {
		if new(big.Rat).Sub(b[a.Target], b[a.Source]).Cmp(q[k]) != 0 {
			return false
		}
	}
	for k := range th.Singlets {
		if q[len(th.Arrows)+k].Sign() != 0 {
			return false
		}
	}
	return true
}

// The encoded R is kept where it is one, and another is found where it is broken.
func TestEncodedR(t *testing.T) {
	for _, p := range catalogue.Phases() {
		th := p.Theory(3)
		s := th.Symmetries()
		if !s.EncodedR || s.R == nil {
			t.Errorf("%s: the encoded R was not kept", p.Name)
		}
		broken := th.Clone()
		broken.Arrows[0].R.Add(broken.Arrows[0].R, big.NewRat(1, 3))
		if s := broken.Symmetries(); s.EncodedR || s.R == nil || !th.IsAnomalyFreeR(s.R) {
			t.Errorf("%s: no R-symmetry was found for broken charges", p.Name)
		}
	}
}
