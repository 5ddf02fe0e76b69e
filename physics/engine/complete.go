package engine

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
	"github.com/assay-physics/assay/physics/spin"
)

// AllToAll is the Ising model of N spins with one coupling between any two, up to a
// gauge: J_ij = C ξ_i ξ_j. It stands for complete lattices of so many sites that their
// bonds cannot be written out.
type AllToAll struct {
	N        int
	Beta, C  float64
	Rounding float64 // what β·C lost, over all bonds
	Pattern  bool    // signs ξ are given; they do not change Z
}

// largeComplete returns the number of sites of a complete lattice without fields that is
// too large to be written out, and 0 for every other model.
func largeComplete(root *modelfile.Value) int {
	kind, size := root.Get("lattice"), root.Get("size")
	if kind == nil || size == nil || root.Get("fields") != nil {
		return 0
	}
	if name, err := kind.Text(); err != nil || name != "complete" {
		return 0
	}
	sizes, err := size.Integers(1, math.MaxInt32)
	if err != nil || len(sizes) != 1 || sizes[0] > spin.MaxMattis || sizes[0]*(sizes[0]-1)/2 <= modelfile.MaxTerms {
		return 0
	}
	return sizes[0]
}

// maxCompleteBytes is longer than any list of signs of a model that can be counted.
const maxCompleteBytes = 1 << 26

// readComplete reads a complete lattice without fields that is too large to be written
// out; ok is false for every other model, malformed ones included: the reader of the kind
// says what is wrong with those.
func readComplete(data []byte) (m *AllToAll, ok bool, err error) {
	if len(data) > maxCompleteBytes || !bytes.Contains(data, []byte(`"complete"`)) {
		return nil, false, nil
	}
	root, parseErr := modelfile.Parse(data)
	if parseErr != nil || root.Kind != modelfile.Object {
		return nil, false, nil //nolint:nilerr // see above
	}
	n := largeComplete(root)
	if n == 0 {
		return nil, false, nil
	}
	m = &AllToAll{N: n}
	if err := root.Only("model", "lattice", "size", "boundary", "couplings", "beta"); err != nil {
		return nil, true, err
	}
	b, err := root.Need("beta")
	if err != nil {
		return nil, true, err
	}
	beta, err := b.Number()
	if err != nil {
		return nil, true, err
	}
	c, err := root.Need("couplings")
	if err != nil {
		return nil, true, err
	}
	one := modelfile.Number{Value: 1}
	switch {
	case c.Get("mattis") != nil:
		m.Pattern = true
		// The list of signs is checked as any other; a pair is enough to read it.
		if _, err := modelfile.Couplings(c, m.N, [][2]int{{0, 1}}); err != nil {
			return nil, true, err
		}
	case c.Kind != modelfile.Object || c.Get("over_n") != nil:
		j, err := modelfile.Couplings(c, m.N, [][2]int{{0, 1}})
		if err != nil {
			return nil, true, err
		}
		one = j(0)
	default:
		return nil, false, nil // random couplings: nothing to count by
	}
	m.Beta, m.C = beta.Value, one.Value
	bonds := float64(m.N) * float64(m.N-1) / 2
	m.Rounding = bonds * (beta.ProductError(one) + 0x1p-53*math.Abs(beta.Value*one.Value))
	return m, true, nil
}

// Kind is "ising".
func (*AllToAll) Kind() string { return "ising" }

// Sites is N.
func (m *AllToAll) Sites() int { return m.N }

// LogZ counts by the magnetisation.
func (m *AllToAll) LogZ(context.Context) (partition.LogZ, error) {
	z, err := spin.MattisLogZ(m.Beta*m.C, m.N)
	return z.Widen(m.Rounding), err
}

// Explain names the gauge and the count.
func (m *AllToAll) Explain() []string {
	lines := []string{fmt.Sprintf("all %d spins are joined alike, J = %g: the energy depends on the magnetisation only", m.N, m.C)}
	if m.Pattern {
		lines = append(lines, "the signs ξ are gauged away by s → ξs")
	}
	return append(lines, "Z = Σ_k C(n,k) exp(βJ/2·[(n−2k)² − n])")
}
