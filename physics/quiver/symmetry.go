package quiver

import (
	"fmt"
	"math/big"
)

// Symmetries are the anomaly-free U(1) symmetries that act on each field by a phase: one
// U(1)_R and a basis over ℤ of the flavour symmetries, that is of the integer charges under
// which every term of W is neutral and no SU(N)² U(1) anomaly is left. Baryonic ones are
// differences of node charges, q(X) = b_target − b_source, so that no closed word is
// charged; together with the mesonic ones they are a basis of the whole lattice.
//
// A non-abelian symmetry shows only its Cartan torus, and in a basis of the fields that is
// not adapted to it less than that: the number of symmetries is no invariant of a theory
// under rotations of its multiplets.
type Symmetries struct {
	Baryonic, Mesonic []Charges
	// R is one anomaly-free R-symmetry of W: the encoded one if it is such, or else some
	// rational one, or nil if there is none.
	R Charges
	// EncodedR reports that R is the encoded one.
	EncodedR bool
	// Incomplete reports that the lattice or an R-symmetry needs more work than is done for
	// one theory; what is there is right, and there may be more. No theory met in the
	// literature comes near.
	Incomplete bool
}

// Flavour are all flavour symmetries, the baryonic ones first.
func (s *Symmetries) Flavour() []Charges {
	return append(append([]Charges{}, s.Baryonic...), s.Mesonic...)
}

// Symmetries finds them.
func (t *Theory) Symmetries() *Symmetries {
	n := len(t.Arrows) + len(t.Singlets)
	conditions, divisors := t.symmetryConditions()
	baryonic, mesonic, ok := t.flavourLattice(conditions, n)
	s := &Symmetries{Incomplete: !ok}
	for _, v := range baryonic {
		s.Baryonic = append(s.Baryonic, toCharges(v))
	}
	for _, v := range mesonic {
		s.Mesonic = append(s.Mesonic, toCharges(v))
	}
	if r := t.RCharges(); t.EncodesR && t.IsAnomalyFreeR(r) {
		s.R, s.EncodedR = r, true
		return s
	}
	if s.R, ok = t.someR(conditions, divisors, n); !ok {
		s.Incomplete = true
	}
	return s
}

// flavourLattice is a basis of the flavour symmetries; ok is false, and the basis empty, if
// it needs too much work.
func (t *Theory) flavourLattice(conditions [][]int64, n int) (baryonic, mesonic []intVector, ok bool) {
	lattice, ok := integerKernel(conditions, n)
	if !ok {
		return nil, nil, false
	}
	closed, ok := t.closedWordBasis()
	if !ok {
		return nil, nil, false
	}
	return splitBaryonic(lattice, closed, n)
}

// symmetryConditions are the rows that are orthogonal to the charges of a flavour
// symmetry: one a term of W, one a node, which is twice the mixed anomaly over the common
// divisor of its entries (1 if there are none).
func (t *Theory) symmetryConditions() (rows [][]int64, divisors []int64) {
	n := len(t.Arrows) + len(t.Singlets)
	rows = t.Incidence()
	for v := range t.Nodes {
		row := make([]int64, n)
		g := int64(0)
		for k, a := range t.Arrows {
			switch {
			case a.IsLoop() && a.Source == v:
				row[k] = 2 * int64(t.Nodes[v].Rank)
			case a.IsLoop():
			case a.Source == v:
				row[k] = int64(t.Nodes[a.Target].Rank)
			case a.Target == v:
				row[k] = int64(t.Nodes[a.Source].Rank)
			}
			g = gcd(g, row[k])
		}
		g = max(g, 1)
		for k := range row {
			row[k] /= g
		}
		rows, divisors = append(rows, row), append(divisors, g)
	}
	return rows, divisors
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Incidence is the matrix of how often a field (column, in the order of Charges) occurs in a
// term of W (row).
func (t *Theory) Incidence() [][]int64 {
	rows := intMatrix(len(t.W), len(t.Arrows)+len(t.Singlets))
	for i, term := range t.W {
		for _, x := range term.Word {
			rows[i][x]++
		}
		for _, s := range term.Singlets {
			rows[i][len(t.Arrows)+s]++
		}
	}
	return rows
}

// closedWordBasis are rows that vanish on a charge exactly if it is baryonic: the cycles of
// the quiver as an undirected graph, a basis of them, and the singlets.
func (t *Theory) closedWordBasis() (basis []intVector, ok bool) {
	n := len(t.Arrows) + len(t.Singlets)
	// A charge is baryonic if q = b_target − b_source; the conditions on q are the kernel of
	// the transpose of that map.
	boundary := intMatrix(len(t.Nodes), n)
	for k, a := range t.Arrows {
		boundary[a.Target][k]++
		boundary[a.Source][k]--
	}
	return integerKernel(boundary, n)
}

// splitBaryonic changes the basis of a lattice such that its first vectors are a basis of
// the sublattice that is orthogonal to the given rows.
func splitBaryonic(lattice, rows []intVector, n int) (baryonic, mesonic []intVector, ok bool) {
	if l, ok := toSmall(lattice, n); ok {
		if r, ok := toSmall(rows, n); ok {
			if b, m, ok := splitBaryonic64(l, r, n); ok {
				return toBig(b), toBig(m), true
			}
		}
	}
	// [row · v | v] in echelon form: vectors with nothing left of the bar are baryonic, and
	// as the operations are unimodular the others complete them to a basis.
	both := make([]intVector, len(lattice))
	product := new(big.Int)
	for i, v := range lattice {
		both[i] = newIntVector(len(rows) + n)
		for j, row := range rows {
			for k := range n {
				if row[k].Sign() != 0 && v[k].Sign() != 0 {
					both[i][j].Add(both[i][j], product.Mul(row[k], v[k]))
				}
			}
		}
		for k := range n {
			both[i][len(rows)+k].Set(v[k])
		}
	}
	work := kernelWork
	rank, ok := echelon(both, len(rows), &work)
	if !ok {
		return nil, nil, false
	}
	for _, w := range both[:rank] {
		mesonic = append(mesonic, w[len(rows):])
	}
	for _, w := range both[rank:] {
		baryonic = append(baryonic, w[len(rows):])
	}
	_, ok = echelon(baryonic, n, &work)
	return baryonic, mesonic, ok
}

// splitBaryonic64 is the same on machine integers.
func splitBaryonic64(lattice, rows [][]int64, n int) (baryonic, mesonic [][]int64, ok bool) {
	work := intMatrix(len(lattice), len(rows)+n)
	for i, v := range lattice {
		for j, row := range rows {
			sum := int64(0)
			for k := range n {
				if sum += row[k] * v[k]; !isSmall(sum) {
					return nil, nil, false
				}
			}
			work[i][j] = sum
		}
		copy(work[i][len(rows):], v)
	}
	rank, ok := echelon64(work, len(rows))
	if !ok {
		return nil, nil, false
	}
	for _, w := range work[:rank] {
		mesonic = append(mesonic, w[len(rows):])
	}
	for _, w := range work[rank:] {
		baryonic = append(baryonic, w[len(rows):])
	}
	_, ok = echelon64(baryonic, n)
	return baryonic, mesonic, ok
}

func toCharges(v intVector) Charges {
	q := newCharges(len(v))
	for i, x := range v {
		q[i].SetInt(x)
	}
	return q
}

// newCharges are n zeros.
func newCharges(n int) Charges {
	block := make([]big.Rat, n)
	q := make(Charges, n)
	for i := range q {
		q[i] = &block[i]
	}
	return q
}

// IsAnomalyFreeR reports whether W has R = 2 and no node an R-anomaly under r.
func (t *Theory) IsAnomalyFreeR(r Charges) bool {
	two := big.NewRat(2, 1)
	for _, term := range t.W {
		if t.ChargeOf(term, r).Cmp(two) != 0 {
			return false
		}
	}
	for _, x := range t.rAnomalies(r) {
		if x.Sign() != 0 {
			return false
		}
	}
	return true
}

// IsFlavour reports whether q is an anomaly-free flavour symmetry of W.
func (t *Theory) IsFlavour(q Charges) bool {
	for _, term := range t.W {
		if t.ChargeOf(term, q).Sign() != 0 {
			return false
		}
	}
	for _, x := range t.MixedAnomalies(q) {
		if x.Sign() != 0 {
			return false
		}
	}
	return true
}

// ChargeOf is the charge of a term.
func (t *Theory) ChargeOf(term SuperpotentialTerm, q Charges) *big.Rat {
	sum := new(big.Rat)
	for _, x := range term.Word {
		sum.Add(sum, q[x])
	}
	for _, s := range term.Singlets {
		sum.Add(sum, q[len(t.Arrows)+s])
	}
	return sum
}

// someR is an anomaly-free R-symmetry, as near to the encoded R as linear algebra with no
// notion of distance gets: the fields without a pivot keep their encoded charge. It is nil if
// there is none, or, with ok false, if that needs too much work.
func (t *Theory) someR(conditions [][]int64, divisors []int64, n int) (r Charges, ok bool) {
	encoded := t.RCharges()
	// conditions · δ = what the encoded R lacks, with the same normalisation of the rows.
	rows := make([]Charges, len(conditions))
	for i := range conditions {
		rows[i] = make(Charges, n)
		for k, x := range conditions[i] {
			rows[i][k] = new(big.Rat).SetInt64(x)
		}
	}
	right := make(Charges, len(rows))
	for i, term := range t.W {
		right[i] = new(big.Rat).Sub(big.NewRat(2, 1), t.RCharge(term))
	}
	for v, anomaly := range t.RAnomalies() {
		right[len(t.W)+v] = new(big.Rat).Mul(anomaly, big.NewRat(-2, divisors[v]))
	}
	work := kernelWork
	delta, ok := solveRational(rows, right, n, &work)
	if delta == nil {
		return nil, ok
	}
	for k := range encoded {
		encoded[k].Add(encoded[k], delta[k])
	}
	return encoded, true
}

// Hooft are the 't Hooft anomalies of U(1)_R and of flavour symmetries F_i: traces over the
// fermions, whose R-charge is one less than that of the superfield, gauginos (R = 1)
// included.
type Hooft struct {
	R, RRR *big.Rat
	F, RRF []*big.Rat
	RFF    [][]*big.Rat   // symmetric
	FFF    [][][]*big.Rat // symmetric
	// Omitted is the number of flavour symmetries beyond the first MaxHooft, which have no
	// entries.
	Omitted int
}

// MaxHooft bounds the flavour symmetries in one table of 't Hooft anomalies.
const MaxHooft = 64

// Hooft computes the traces for R-charges r and flavour charges f; r may be nil, and then
// those with an R in them are too.
func (t *Theory) Hooft(r Charges, f []Charges) *Hooft {
	h := &Hooft{Omitted: max(0, len(f)-MaxHooft)}
	f = f[:len(f)-h.Omitted]
	dims := t.dims()
	flavour := make([]numerators, len(f))
	for i := range f {
		flavour[i] = numeratorsOf(f[i])
	}
	var fermion numerators
	if r != nil {
		shifted := newCharges(len(r))
		one := big.NewRat(1, 1)
		for k := range r {
			shifted[k].Sub(r[k], one)
		}
		fermion = numeratorsOf(shifted)
		h.R = t.gauginos()
		h.R.Add(h.R, trace(dims, fermion))
		h.RRR = t.gauginos()
		h.RRR.Add(h.RRR, trace(dims, fermion, fermion, fermion))
	}
	n := len(f)
	h.FFF = make([][][]*big.Rat, n)
	for i := range n {
		h.FFF[i] = make([][]*big.Rat, n)
		for j := range n {
			h.FFF[i][j] = make([]*big.Rat, n)
		}
	}
	if r != nil {
		h.RFF = make([][]*big.Rat, n)
		for i := range n {
			h.RFF[i] = make([]*big.Rat, n)
		}
	}
	for i := range n {
		h.F = append(h.F, trace(dims, flavour[i]))
		if r != nil {
			h.RRF = append(h.RRF, trace(dims, fermion, fermion, flavour[i]))
		}
		for j := i; j < n; j++ {
			if r != nil {
				x := trace(dims, fermion, flavour[i], flavour[j])
				h.RFF[i][j], h.RFF[j][i] = x, x
			}
			for k := j; k < n; k++ {
				x := trace(dims, flavour[i], flavour[j], flavour[k])
				for _, p := range [][3]int{{i, j, k}, {i, k, j}, {j, i, k}, {j, k, i}, {k, i, j}, {k, j, i}} {
					h.FFF[p[0]][p[1]][p[2]] = x
				}
			}
		}
	}
	return h
}

// numerators are charges over a common denominator, on machine integers if they fit.
type numerators struct {
	exact       Charges
	small       []int64 // nil if a charge or the denominator is too large
	denominator int64
	largest     float64 // of |small|
}

func numeratorsOf(q Charges) numerators {
	n := numerators{exact: q, denominator: 1}
	for _, x := range q {
		if !x.Num().IsInt64() || !x.Denom().IsInt64() || !isSmall(x.Num().Int64()) {
			return n
		}
		d := x.Denom().Int64()
		if n.denominator = n.denominator / gcd(n.denominator, d) * d; !isSmall(n.denominator) || n.denominator <= 0 {
			return n
		}
	}
	n.small = make([]int64, len(q))
	for k, x := range q {
		n.small[k] = x.Num().Int64() * (n.denominator / x.Denom().Int64())
		n.largest = max(n.largest, float64(abs(n.small[k])))
	}
	return n
}

// trace is Σ dim · product of charges.
func trace(dims []int64, charges ...numerators) *big.Rat {
	// The sum fits into 63 bits if this bound of it does, with room for its rounding.
	bound, denominator := 0.0, 1.0
	for _, d := range dims {
		bound += float64(d)
	}
	fits := true
	for _, q := range charges {
		bound *= q.largest
		denominator *= float64(q.denominator)
		fits = fits && q.small != nil
	}
	const most = 1 << 60
	if !fits || bound > most || denominator > most {
		return exactTrace(dims, charges)
	}
	sum, over := int64(0), int64(1)
	for k, x := range dims {
		for _, q := range charges {
			x *= q.small[k]
		}
		sum += x
	}
	for _, q := range charges {
		over *= q.denominator
	}
	return big.NewRat(sum, over)
}

func exactTrace(dims []int64, charges []numerators) *big.Rat {
	sum, x := new(big.Rat), new(big.Rat)
	for k, d := range dims {
		x.SetInt64(d)
		for _, q := range charges {
			x.Mul(x, q.exact[k])
		}
		sum.Add(sum, x)
	}
	return sum
}

// HooftDifference is one anomaly that two theories do not share.
type HooftDifference struct {
	Name string // "Tr R F1 F2"; flavour symmetries are numbered from 1
	A, B *big.Rat
}

// Compare lists the anomalies in which h and other differ, for charges that correspond.
func (h *Hooft) Compare(other *Hooft) []HooftDifference {
	var list []HooftDifference
	check := func(a, b *big.Rat, format string, args ...any) {
		if (a == nil) != (b == nil) || a != nil && a.Cmp(b) != 0 {
			list = append(list, HooftDifference{fmt.Sprintf(format, args...), a, b})
		}
	}
	check(h.R, other.R, "Tr R")
	check(h.RRR, other.RRR, "Tr R³")
	for i := range min(len(h.F), len(other.F)) {
		check(h.F[i], other.F[i], "Tr F%d", i+1)
		if h.RRF != nil && other.RRF != nil {
			check(h.RRF[i], other.RRF[i], "Tr R² F%d", i+1)
		}
		for j := i; j < min(len(h.F), len(other.F)); j++ {
			if h.RFF != nil && other.RFF != nil {
				check(h.RFF[i][j], other.RFF[i][j], "Tr R F%d F%d", i+1, j+1)
			}
			for k := j; k < min(len(h.F), len(other.F)); k++ {
				check(h.FFF[i][j][k], other.FFF[i][j][k], "Tr F%d F%d F%d", i+1, j+1, k+1)
			}
		}
	}
	return list
}
