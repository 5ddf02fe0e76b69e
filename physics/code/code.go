package code

import (
	"fmt"
	"math/big"
)

// maxQubits bounds the size of a code. Operators are stored as bits, so that as many
// generators as qubits take 2n² bits, a gigabyte at this size.
const maxQubits = 1 << 16

// maxOperatorBits bounds the bits of the operators of one list.
const maxOperatorBits = 1 << 33

// maxEliminationWork bounds the word operations of a dense elimination over GF(2), and
// maxSearchWork those of finding logical operators or the centre of a gauge group.
const (
	maxEliminationWork = 1 << 35
	maxSearchWork      = 1 << 33
)

// Code is a stabilizer code, or a subsystem code where Gauge is not empty, on N qubits.
//
// Two errors are equivalent when they differ by a product of [Code.Deformations]: the
// stabilizer generators, or the gauge generators of a subsystem code. Generators may be
// dependent, as the plaquettes of a torus are.
type Code struct {
	Name        string
	N           int
	Stabilizers []Pauli
	// Gauge generates the gauge group, which contains the stabilizers, of a subsystem
	// code; nil for a stabilizer code.
	Gauge []Pauli
	// LogicalX[i] and LogicalZ[i] anticommute and commute with everything else here.
	LogicalX, LogicalZ []Pauli

	// torus is rows and columns where the generators of each kind sit on a periodic square
	// lattice, row-major: a hint, which is checked before a model says so.
	torus []int
}

// New checks a code and completes it. stabilizers may be nil where gauge is not: then
// they are found as the centre of the gauge group. Logical operators that are not given
// (both nil) are found by linear algebra over GF(2), as products of X and of Z where all
// generators are.
func New(name string, n int, stabilizers, gauge, logicalX, logicalZ []Pauli) (*Code, error) {
	c := &Code{Name: name, N: n, Stabilizers: stabilizers, Gauge: gauge, LogicalX: logicalX, LogicalZ: logicalZ}
	if err := c.checkSizes(); err != nil {
		return nil, err
	}
	if m := float64(len(gauge)); stabilizers == nil && m*m*float64(words(len(gauge))) > maxSearchWork {
		return nil, fmt.Errorf("code: the centre of a group of %d generators would take too long to find: give the stabilizers", len(gauge))
	}
	if stabilizers == nil && gauge != nil {
		c.Stabilizers = centre(n, gauge)
	}
	if logicalX == nil && logicalZ == nil {
		if m := float64(2 * n); m*m*float64(words(2*n)) > maxSearchWork {
			return nil, fmt.Errorf("code: logical operators on %d qubits would take too long to find: give them", n)
		}
		if err := c.checkGroup(); err != nil {
			return nil, err
		}
		c.findLogicals()
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return c, nil
}

// NewCSS builds the stabilizer code whose generators are products of X over the rows of
// hx and products of Z over the rows of hz, rows being lists of qubits.
func NewCSS(name string, n int, hx, hz [][]int) (*Code, error) {
	if n < 1 || n > maxQubits || float64(len(hx)+len(hz))*float64(2*n) > maxOperatorBits {
		return nil, fmt.Errorf("code: %d checks on %d qubits, want at least one qubit and at most %d, and 2^33 bits in all", len(hx)+len(hz), n, maxQubits)
	}
	var s []Pauli
	for i, kind := range [][][]int{hx, hz} {
		for r, row := range kind {
			for _, q := range row {
				if q < 0 || q >= n {
					return nil, fmt.Errorf("code: %s check %d: qubit %d is outside of 0 … %d", [2]string{"X", "Z"}[i], r, q, n-1)
				}
			}
			s = append(s, on(n, [2]int{X, Z}[i], row))
		}
	}
	return New(name, n, s, nil, nil, nil)
}

// NewSymplectic builds the stabilizer code of a check matrix over GF(2) with 2n columns:
// row r is the product of X over its first n columns and of Z over the others.
func NewSymplectic(name string, matrix [][]uint8) (*Code, error) {
	if len(matrix) == 0 || len(matrix[0])%2 != 0 {
		return nil, fmt.Errorf("code: a check matrix needs a row and an even number of columns")
	}
	n := len(matrix[0]) / 2
	var s []Pauli
	for r, row := range matrix {
		if len(row) != 2*n {
			return nil, fmt.Errorf("code: check matrix: row %d has %d columns, row 0 has %d", r, len(row), 2*n)
		}
		g := Identity(n)
		for c, bit := range row {
			if bit > 1 {
				return nil, fmt.Errorf("code: check matrix: entry (%d,%d) is %d, want 0 or 1", r, c, bit)
			}
			if bit == 1 {
				g.toggle(c%n, X<<(c/n))
			}
		}
		s = append(s, g)
	}
	return New(name, n, s, nil, nil, nil)
}

// K is the number of logical qubits.
func (c *Code) K() int { return len(c.LogicalX) }

// Deformations are the generators of the group whose elements do nothing to the encoded
// qubits: the gauge generators, or else the stabilizers.
func (c *Code) Deformations() []Pauli {
	if c.Gauge != nil {
		return c.Gauge
	}
	return c.Stabilizers
}

// CSS reports whether every generator is a product of X alone or of Z alone.
func (c *Code) CSS() bool {
	for _, list := range [][]Pauli{c.Stabilizers, c.Gauge} {
		for _, g := range list {
			if !g.pureX() && !g.pureZ() {
				return false
			}
		}
	}
	return true
}

// Validate checks that stabilizers commute with each other, with the gauge generators
// and with the logical operators, that stabilizers are in the gauge group, that logical
// operators commute with the gauge group and pair up, and that the dimensions add up:
// rank of the stabilizers + rank of the gauge group + 2k = 2n.
func (c *Code) Validate() error {
	if err := c.checkSizes(); err != nil {
		return err
	}
	if err := c.checkGroup(); err != nil {
		return err
	}
	groups := []struct {
		name string
		ops  []Pauli
	}{{"deformation", c.Deformations()}, {"logical X", c.LogicalX}, {"logical Z", c.LogicalZ}}
	if len(c.LogicalX) != len(c.LogicalZ) {
		return fmt.Errorf("code: %d logical X operators and %d logical Z operators", len(c.LogicalX), len(c.LogicalZ))
	}
	for a, left := range groups {
		for b, right := range groups[:a+1] {
			if a == 0 {
				continue
			}
			for i, p := range left.ops {
				for j, q := range right.ops {
					wanted := a != 2 || b != 1 || i != j
					if p.Commutes(q) == wanted {
						continue
					}
					word := "anticommutes"
					if !wanted {
						word = "commutes"
					}
					return fmt.Errorf("code: %s %d (%s) %s with %s %d (%s)", left.name, i, p.Sparse(), word, right.name, j, q.Sparse())
				}
			}
		}
	}
	s := rankOf(c.N, c.Stabilizers)
	g := s
	if c.Gauge != nil {
		g = rankOf(c.N, c.Gauge)
	}
	if s+g+2*c.K() != 2*c.N {
		return fmt.Errorf("code: %d qubits, %d independent stabilizers and %d independent deformations leave %d/2 logical qubits, but %d are given",
			c.N, s, g, 2*c.N-s-g, c.K())
	}
	return nil
}

func (c *Code) checkSizes() error {
	if c.N < 1 || c.N > maxQubits {
		return fmt.Errorf("code: %d qubits, want 1 … %d", c.N, maxQubits)
	}
	for _, list := range []struct {
		name string
		ops  []Pauli
	}{{"stabilizer", c.Stabilizers}, {"gauge generator", c.Gauge}, {"logical X", c.LogicalX}, {"logical Z", c.LogicalZ}} {
		if rows := float64(len(list.ops)); rows*rows*float64(words(2*c.N)) > maxEliminationWork {
			return fmt.Errorf("code: %d operators on %d qubits are too many to check by elimination", len(list.ops), c.N)
		}
		for i, p := range list.ops {
			if p.n != c.N {
				return fmt.Errorf("code: %s %d %w: %d instead of %d", list.name, i, errQubits, p.n, c.N)
			}
		}
	}
	return nil
}

// checkGroup checks the stabilizers among each other and with the gauge group.
func (c *Code) checkGroup() error {
	for i, p := range c.Stabilizers {
		for j, q := range c.Stabilizers[:i] {
			if !p.Commutes(q) {
				return fmt.Errorf("code: stabilizers %d (%s) and %d (%s) anticommute", j, q.Sparse(), i, p.Sparse())
			}
		}
	}
	if c.Gauge == nil {
		return nil
	}
	group := newSpan(false)
	for _, g := range c.Gauge {
		group.add(g.vec())
	}
	for i, p := range c.Stabilizers {
		for j, g := range c.Gauge {
			if !p.Commutes(g) {
				return fmt.Errorf("code: stabilizer %d (%s) anticommutes with gauge generator %d (%s)", i, p.Sparse(), j, g.Sparse())
			}
		}
		if !group.contains(p.vec()) {
			return fmt.Errorf("code: stabilizer %d (%s) is not in the gauge group", i, p.Sparse())
		}
	}
	return nil
}

// centre returns independent generators of the operators in the group of ops that
// commute with all of it.
func centre(n int, ops []Pauli) []Pauli {
	// A product of ops is a choice of them; it commutes with ops[j] when its choice is
	// orthogonal to row j of the matrix of anticommutation.
	rows := make([][]uint64, len(ops))
	columns := make([]int, len(ops))
	for j, p := range ops {
		columns[j] = j
		rows[j] = make([]uint64, words(len(ops)))
		for i, q := range ops {
			if !p.Commutes(q) {
				rows[j][i/64] |= 1 << (i % 64)
			}
		}
	}
	var out []Pauli
	for _, chosen := range kernel(rows, words(len(ops)), columns) {
		out = append(out, product(n, ops, chosen))
	}
	var kept []Pauli
	for _, k := range independent(out) {
		kept = append(kept, out[k])
	}
	return kept
}

// findLogicals pairs up a basis of what commutes with the deformations, modulo the
// stabilizers, by symplectic Gram–Schmidt.
func (c *Code) findLogicals() {
	modulo := newSpan(false)
	for _, g := range c.Stabilizers {
		modulo.add(g.vec())
	}
	fresh := func(kinds int) (out []Pauli) {
		for _, p := range commutingIn(c.N, c.Deformations(), kinds) {
			if ok, _ := modulo.add(p.vec()); ok {
				out = append(out, p)
			}
		}
		return out
	}
	var xs, rest []Pauli
	if c.CSS() {
		xs, rest = fresh(X), fresh(Z)
	} else {
		rest = fresh(X | Z)
	}
	c.LogicalX, c.LogicalZ = []Pauli{}, []Pauli{}
	pool := append(xs, rest...)
	for len(pool) > 0 {
		x := pool[0]
		pool = pool[1:]
		at := -1
		for i, p := range pool {
			if !x.Commutes(p) {
				at = i
				break
			}
		}
		if at < 0 {
			continue // impossible for a basis of a symplectic space; Validate would tell
		}
		z := pool[at]
		pool = append(pool[:at:at], pool[at+1:]...)
		for i, p := range pool {
			// Evaluate both before p changes.
			withX, withZ := p.Commutes(x), p.Commutes(z)
			if !withX {
				p = p.Mul(z)
			}
			if !withZ {
				p = p.Mul(x)
			}
			pool[i] = p
		}
		c.LogicalX, c.LogicalZ = append(c.LogicalX, x), append(c.LogicalZ, z)
	}
}

// Syndrome says which stabilizers anticommute with e: bit k%64 of word k/64 belongs to
// stabilizer k.
func (c *Code) Syndrome(e Pauli) []uint64 {
	s := make([]uint64, words(len(c.Stabilizers)))
	for k, g := range c.Stabilizers {
		if !g.Commutes(e) {
			s[k/64] |= 1 << (k % 64)
		}
	}
	return s
}

// maxClassBits bounds 2k where all classes are listed.
const maxClassBits = 16

// Class says what e does to the logical operators: bit i is set if e anticommutes with
// LogicalZ[i], bit k+i if it anticommutes with LogicalX[i]. It is defined for at most 31
// logical qubits.
func (c *Code) Class(e Pauli) int {
	class, k := 0, c.K()
	for i := range k {
		if !c.LogicalZ[i].Commutes(e) {
			class |= 1 << i
		}
		if !c.LogicalX[i].Commutes(e) {
			class |= 1 << (k + i)
		}
	}
	return class
}

// Logical is a product of logical operators of the given class.
func (c *Code) Logical(class int) Pauli {
	p := Identity(c.N)
	for i := range c.K() {
		if class>>i&1 != 0 {
			p = p.Mul(c.LogicalX[i])
		}
		if class>>(c.K()+i)&1 != 0 {
			p = p.Mul(c.LogicalZ[i])
		}
	}
	return p
}

// Representative moves e to the given class without changing its syndrome.
func (c *Code) Representative(e Pauli, class int) Pauli {
	return e.Mul(c.Logical(c.Class(e) ^ class))
}

// Distance is the least weight of an operator that commutes with the stabilizers and is
// not a deformation: the (dressed) distance. It is found from weight enumerators: the
// MacWilliams transform of the stabilizers' counts the operators that commute with them.
// Codes of X and Z products are treated one kind at a time. The rank to be enumerated is
// at most MaxEnumerate.
func (c *Code) Distance() (int, error) {
	if c.K() == 0 {
		return 0, fmt.Errorf("code: a code without logical qubits has no distance")
	}
	kinds := []int{X | Z}
	if c.CSS() {
		kinds = []int{X, Z}
	}
	best := c.N + 1
	for _, kind := range kinds {
		d, err := c.distance(kind)
		if err != nil {
			return 0, fmt.Errorf("code: distance: %w", err)
		}
		best = min(best, d)
	}
	return best, nil
}

// distance is the least weight among logical operators of one kind.
func (c *Code) distance(kind int) (int, error) {
	ofKind := func(ops []Pauli, kind int) (out []Pauli) {
		for _, p := range ops {
			if kind == X|Z || kind == X && p.pureX() || kind == Z && p.pureZ() {
				out = append(out, p)
			}
		}
		return out
	}
	other, q := kind, int64(4)
	if kind != X|Z {
		other, q = X^Z^kind, 2
	}
	stabilizers, err := WeightEnumerator(Identity(c.N), ofKind(c.Stabilizers, other))
	if err != nil {
		return 0, err
	}
	commuting := macWilliams(stabilizers, q)
	trivial, err := WeightEnumerator(Identity(c.N), ofKind(c.Deformations(), kind))
	if err != nil {
		return 0, err
	}
	for w := range commuting {
		if commuting[w].Cmp(trivial[w]) > 0 {
			return w, nil
		}
	}
	return c.N + 1, nil
}

// MacWilliams transforms the weight enumerator of a group of Pauli operators on n qubits
// into that of the operators that commute with it (Shor and Laflamme, Phys. Rev. Lett.
// 78 (1997) 1600): B(z) = (1/|S|) Σ_w A_w (1−z)^w (1+3z)^(n−w), n+1 being the length of
// the list.
func MacWilliams(a []*big.Int) []*big.Int { return macWilliams(a, 4) }

// macWilliams is the transform over an alphabet of q letters.
func macWilliams(a []*big.Int, q int64) []*big.Int {
	n := len(a) - 1
	size := new(big.Int)
	for _, x := range a {
		size.Add(size, x)
	}
	b := make([]*big.Int, n+1)
	for w := range b {
		b[w] = new(big.Int)
	}
	t := new(big.Int)
	for w, count := range a {
		if count.Sign() == 0 {
			continue
		}
		// The coefficients of (1−z)^w (1+(q−1)z)^(n−w), by multiplying the factors up.
		poly := make([]*big.Int, 1, n+1)
		poly[0] = big.NewInt(1)
		for i := range n {
			factor := big.NewInt(q - 1)
			if i < w {
				factor.SetInt64(-1)
			}
			poly = append(poly, new(big.Int))
			for d := len(poly) - 1; d > 0; d-- {
				poly[d].Add(poly[d], t.Mul(poly[d-1], factor))
			}
		}
		for d := range b {
			b[d].Add(b[d], t.Mul(poly[d], count))
		}
	}
	for _, x := range b {
		x.Quo(x, size)
	}
	return b
}
