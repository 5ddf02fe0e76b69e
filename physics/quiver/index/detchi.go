package index

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// MaxDetNodes bounds the quivers of DetChi: the expansion by minors visits the subsets of
// nodes.
const MaxDetNodes = 20

// detBudget bounds the products of terms in one expansion.
const detBudget = 10_000_000

// DetChi is the determinant of the matrix
//
//	χ_ij(t) = δ_ij (1 − t⁶) − Σ_{i→j} t^(3R) + Σ_{j→i} t^(6−3R),
//
// from which the index at large N is ∏_k 1/det χ(t^k), up to factors of the U(1)s (R. Eager,
// J. Schmude, Y. Tachikawa, arXiv:1207.0573). Seiberg duality leaves it as it is. It sees
// the arrows and the R-charges, not the ranks and not the coefficients of W. Loops are read
// as U(N) matrices and singlets left out: see TraceCorrection. ErrBudget says that the quiver
// is too large.
func DetChi(t *quiver.Theory) (*Laurent, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("index: %w", err)
	}
	n := len(t.Nodes)
	if n > MaxDetNodes {
		return nil, fmt.Errorf("index: theory %q: det χ of %d nodes, and %d is the most: %w", t.Name, n, MaxDetNodes, ErrBudget)
	}
	d, charges, _, err := scale(t)
	if err != nil {
		return nil, err
	}
	m := chiMatrix(t, charges, d.Int64())
	// The coefficients of the determinant are at most the product over rows of the sums of
	// absolute values: residues modulo enough primes determine them.
	bound := big.NewInt(2)
	for i := range n {
		sum := int64(0)
		for j := range n {
			for _, x := range m[i][j] {
				sum += abs(x.coef)
			}
		}
		bound.Mul(bound, big.NewInt(sum))
	}
	field := poly.Mersenne()
	modulus := big.NewInt(1)
	values := make(map[int64]*big.Int)
	for modulus.Cmp(bound) <= 0 {
		p, err := determinant(m, field)
		if err != nil {
			return nil, fmt.Errorf("index: theory %q: det χ: %w", t.Name, err)
		}
		combine(values, modulus, p, field.P())
		if field, err = field.Next(); err != nil {
			return nil, err
		}
	}
	det := &Laurent{D: d}
	half := new(big.Int).Rsh(modulus, 1)
	for e, v := range values {
		if v.Cmp(half) > 0 {
			v.Sub(v, modulus)
		}
		if v.Sign() != 0 {
			det.Terms = append(det.Terms, LaurentTerm{e, v})
		}
	}
	slices.SortFunc(det.Terms, func(x, y LaurentTerm) int { return cmp.Compare(x.Exponent, y.Exponent) })
	return det, nil
}

func abs(x int64) int64 { return max(x, -x) }

// intTerm is a term with a small integer coefficient.
type intTerm struct{ exponent, coef int64 }

func chiMatrix(t *quiver.Theory, charges []int64, d int64) [][][]intTerm {
	n := len(t.Nodes)
	type place struct {
		i, j int
		e    int64
	}
	sum := make(map[place]int64)
	for v := range n {
		sum[place{v, v, 0}]++
		sum[place{v, v, 2 * d}]--
	}
	for k, a := range t.Arrows {
		sum[place{a.Source, a.Target, charges[k]}]--
		sum[place{a.Target, a.Source, 2*d - charges[k]}]++
	}
	m := make([][][]intTerm, n)
	for i := range m {
		m[i] = make([][]intTerm, n)
	}
	for p, c := range sum {
		if c != 0 {
			m[p.i][p.j] = append(m[p.i][p.j], intTerm{p.e, c})
		}
	}
	return m
}

// modTerm is a term with a coefficient modulo a prime.
type modTerm struct {
	exponent int64
	coef     uint64
}

// determinant expands by minors: minor[S] is the determinant of the first |S| rows in the
// columns S.
func determinant(m [][][]intTerm, f poly.Field) ([]modTerm, error) {
	n := len(m)
	minor := map[uint32][]modTerm{0: {{0, 1}}}
	work := 0
	for i := range n {
		next := make(map[uint32][]modTerm)
		for s, p := range minor {
			for j := range n {
				if s>>j&1 != 0 || len(m[i][j]) == 0 {
					continue
				}
				// The sign is that of the columns of S beyond j.
				odd := bits.OnesCount32(s>>j)&1 != 0
				u := s | 1<<j
				list := next[u]
				if work += len(m[i][j]) * len(p); work > detBudget {
					return nil, ErrBudget
				}
				for _, x := range m[i][j] {
					c := x.coef
					if odd {
						c = -c
					}
					r := f.FromInt64(c)
					for _, y := range p {
						list = append(list, modTerm{x.exponent + y.exponent, f.Mul(r, y.coef)})
					}
				}
				next[u] = list
			}
		}
		for u, list := range next {
			if list = collected(list, f); len(list) == 0 {
				delete(next, u)
			} else {
				next[u] = list
			}
		}
		minor = next
	}
	return minor[1<<n-1], nil
}

// collected sorts terms by exponent and adds up equal ones.
func collected(list []modTerm, f poly.Field) []modTerm {
	slices.SortFunc(list, func(x, y modTerm) int { return cmp.Compare(x.exponent, y.exponent) })
	out := list[:0]
	for _, x := range list {
		if k := len(out); k > 0 && out[k-1].exponent == x.exponent {
			out[k-1].coef = f.Add(out[k-1].coef, x.coef)
		} else {
			out = append(out, x)
		}
	}
	return slices.DeleteFunc(out, func(x modTerm) bool { return x.coef == 0 })
}

// combine refines values modulo modulus by residues modulo p (Chinese remainders), and
// multiplies modulus by p.
func combine(values map[int64]*big.Int, modulus *big.Int, residues []modTerm, p uint64) {
	prime := new(big.Int).SetUint64(p)
	inverse := new(big.Int).ModInverse(modulus, prime)
	for _, x := range residues {
		if values[x.exponent] == nil {
			values[x.exponent] = new(big.Int)
		}
	}
	for e, v := range values {
		i, ok := slices.BinarySearchFunc(residues, e, func(x modTerm, e int64) int { return cmp.Compare(x.exponent, e) })
		r := new(big.Int)
		if ok {
			r.SetUint64(residues[i].coef)
		}
		// v + modulus · ((r − v)/modulus mod p)
		r.Sub(r, v)
		r.Mul(r, inverse)
		r.Mod(r, prime)
		v.Add(v, r.Mul(r, modulus))
	}
	modulus.Mul(modulus, prime)
}

// SingleTrace is the large-N index of single-trace operators up to u^order, from det χ =
// ∏_a (1 − u^a)^(b_a):
//
//	−Σ_k φ(k)/k · log det χ(u^k) = Σ_a b_a u^a/(1 − u^a),
//
// whose coefficients are integers. The result has order+1 entries. det χ must start with 1.
func SingleTrace(det *Laurent, order int) ([]*big.Int, error) {
	if len(det.Terms) == 0 || det.Terms[0].Exponent != 0 || det.Terms[0].Coefficient.Cmp(big.NewInt(1)) != 0 {
		return nil, fmt.Errorf("index: det χ = %s does not start with 1: fields with R ≤ 0 or R ≥ 2 leave no expansion in small t", det)
	}
	if order < 0 || order > 1<<16 {
		return nil, fmt.Errorf("index: the order must be 0 … %d, not %d", 1<<16, order)
	}
	// rest is det χ divided by the factors found so far.
	rest := make([]*big.Int, order+1)
	out := make([]*big.Int, order+1)
	for i := range rest {
		rest[i], out[i] = new(big.Int), new(big.Int)
	}
	for _, t := range det.Terms {
		if t.Exponent <= int64(order) {
			rest[t.Exponent].Set(t.Coefficient)
		}
	}
	for a := 1; a <= order; a++ {
		// The first term of (1 − u^a)^b is −b u^a.
		b := new(big.Int).Neg(rest[a])
		if b.Sign() == 0 {
			continue
		}
		if b.BitLen() > 20 {
			return nil, fmt.Errorf("index: det χ has a factor of multiplicity %s: %w", b, ErrBudget)
		}
		divide(rest, a, b.Int64())
		for k := a; k <= order; k += a {
			out[k].Add(out[k], b)
		}
	}
	return out, nil
}

// divide replaces rest by rest · (1 − u^a)^(−b), truncated, with the binomial series.
func divide(rest []*big.Int, a int, b int64) {
	series := []*big.Int{big.NewInt(1)}
	for k := 1; k*a < len(rest); k++ {
		// C(b+k−1, k), also for b < 0.
		c := new(big.Int).Mul(series[k-1], big.NewInt(b+int64(k)-1))
		series = append(series, c.Quo(c, big.NewInt(int64(k))))
	}
	for e := len(rest) - 1; e >= 0; e-- {
		sum := new(big.Int)
		for k, c := range series {
			if e-k*a < 0 {
				break
			}
			sum.Add(sum, new(big.Int).Mul(c, rest[e-k*a]))
		}
		rest[e] = sum
	}
}
