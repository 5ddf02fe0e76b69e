package chain

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// PauliTerm is −J times a product of Pauli matrices: Ops[i] ("X", "Y" or "Z") acts on
// Sites[i].
type PauliTerm struct {
	Sites []int   `json:"sites"`
	Ops   string  `json:"ops"`
	J     float64 `json:"J"`
}

func (t PauliTerm) String() string {
	s := ""
	for i, site := range t.Sites {
		s += fmt.Sprintf("%c%d ", t.Ops[i], site)
	}
	return s[:max(0, len(s)-1)]
}

// validate checks a term of a chain of n sites.
func (t PauliTerm) validate(n int) error {
	if len(t.Sites) == 0 {
		return fmt.Errorf("a term without sites")
	}
	if len(t.Sites) != len(t.Ops) {
		return fmt.Errorf("%d operators for %d sites", len(t.Ops), len(t.Sites))
	}
	for i, s := range t.Sites {
		if s < 0 || s >= n {
			return fmt.Errorf("site %d is outside of 0 … %d", s, n-1)
		}
		if op := t.Ops[i]; op != 'X' && op != 'Y' && op != 'Z' {
			return fmt.Errorf("operator %q is not X, Y or Z", op)
		}
	}
	if len(t.Sites) > 1 {
		sorted := slices.Clone(t.Sites)
		slices.Sort(sorted)
		for i := 1; i < len(sorted); i++ {
			if sorted[i] == sorted[i-1] {
				return fmt.Errorf("site %d occurs twice", sorted[i])
			}
		}
	}
	if math.IsNaN(t.J) || math.IsInf(t.J, 0) {
		return fmt.Errorf("coupling J is %v", t.J)
	}
	return nil
}

func validateTerms(terms []PauliTerm, n int) error {
	if n < 1 {
		return fmt.Errorf("chain: %d sites", n)
	}
	for i, t := range terms {
		if err := t.validate(n); err != nil {
			return fmt.Errorf("chain: terms[%d]: %w", i, err)
		}
	}
	return nil
}

// pauliString is i^phase ∏_j X_j^{x_j} Z_j^{z_j}, each site's X before its Z.
type pauliString struct {
	x, z  []uint64
	phase int
}

func identityString(n int) pauliString {
	words := (n + 63) / 64
	return pauliString{x: make([]uint64, words), z: make([]uint64, words)}
}

// multiply sets p to p·q. Moving X_q past Z_p costs a sign where both act.
func (p *pauliString) multiply(q pauliString) {
	minus := 0
	for w := range p.x {
		minus ^= bits.OnesCount64(p.z[w]&q.x[w]) & 1
		p.x[w] ^= q.x[w]
		p.z[w] ^= q.z[w]
	}
	p.phase = (p.phase + q.phase + 2*minus) & 3
}

// anticommutes reports whether pq = −qp.
func (p *pauliString) anticommutes(q pauliString) bool {
	odd := 0
	for w := range p.x {
		odd ^= bits.OnesCount64(p.z[w]&q.x[w]) ^ bits.OnesCount64(p.x[w]&q.z[w])
	}
	return odd&1 == 1
}

func (p *pauliString) equal(q pauliString) bool {
	return p.phase == q.phase && slices.Equal(p.x, q.x) && slices.Equal(p.z, q.z)
}

// set multiplies a site that is still the identity with a Pauli matrix; Y = i X Z.
func (p *pauliString) set(site int, op byte) {
	if op != 'Z' {
		p.x[site/64] |= 1 << (site % 64)
	}
	if op != 'X' {
		p.z[site/64] |= 1 << (site % 64)
	}
	if op == 'Y' {
		p.phase = (p.phase + 1) & 3
	}
}

// stringOf writes a term as a Pauli string, its letters and sites renamed.
func stringOf(t PauliTerm, n int, letter func(byte) byte, site func(int) int) pauliString {
	p := identityString(n)
	for i, s := range t.Sites {
		p.set(site(s), letter(t.Ops[i]))
	}
	return p
}

// majoranaString writes c_k = Z_0…Z_(j−1) X_j or Y_j, j = k/2.
func majoranaString(k, n int) pauliString {
	p := identityString(n)
	j := k / 2
	for w := range j / 64 {
		p.z[w] = math.MaxUint64
	}
	p.z[j/64] |= 1<<(j%64) - 1
	p.set(j, "XY"[k%2])
	return p
}
