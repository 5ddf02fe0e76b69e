package chain

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/wide"
)

// Form is the quadratic form of a chain, β included: βH = (i/2) Σ W_pq c_p c_q in each
// sector, with −βH = Constant in place of what is proportional to the parity.
type Form struct {
	Sites int
	// Ancilla says that there are two more operators, c_(2n) and an idle one, and that Z
	// is half of the trace.
	Ancilla bool
	// Bonds of the even sector P = +1 and, on a ring, of the odd one. Without a ring
	// Odd is nil and Even is the form of the whole space.
	Even, Odd []Bond
	// Parity is the coefficient of P in −βH.
	Parity float64
	// Rounding bounds what products and sums lost, as a bound on ‖δ(βH)‖.
	Rounding float64
}

// Bond is the entry W_pq of the form, P < Q.
type Bond struct {
	P, Q int
	W    float64
}

// NewForm multiplies the images of a mapping with their couplings and β.
func NewForm(terms []PauliTerm, m *Mapping, beta float64) (*Form, error) {
	if len(terms) != len(m.Images) {
		return nil, fmt.Errorf("chain: form: %d terms and %d images", len(terms), len(m.Images))
	}
	f := &Form{Sites: m.N, Ancilla: m.Linear}
	for k, t := range terms {
		if t.J == 0 {
			continue
		}
		b := m.Images[k]
		w := beta * t.J
		if math.IsInf(w, 0) || math.IsNaN(w) || math.Abs(w) > maxWeight {
			return nil, fmt.Errorf("chain: form: terms[%d]: |beta·J| = %.3g is above %g", k, math.Abs(w), float64(maxWeight))
		}
		f.Rounding += unit*math.Abs(w) + math.SmallestNonzeroFloat64
		if b.P < 0 {
			f.Parity += w
			f.Rounding += unit * math.Abs(f.Parity)
			continue
		}
		w *= -float64(b.Sign) // −βJ·s·i c_p c_q = (i/2)(W_pq c_p c_q + W_qp c_q c_p)
		f.Even = append(f.Even, Bond{b.P, b.Q, w})
		if b.Parity {
			w = -w
		}
		f.Odd = append(f.Odd, Bond{b.P, b.Q, w})
	}
	switch {
	case !m.Sectors:
		f.Odd = nil
	case f.Odd == nil: // nothing but the parity itself
		f.Odd = []Bond{}
	}
	return f, nil
}

const (
	// unit is the largest relative error of one rounding.
	unit = 0x1p-53
	// maxWeight keeps squares of weights inside of the range of a float64.
	maxWeight = 1e100
	// maxDimension bounds the number of Majorana operators of a form whose spectrum is
	// found number by number, in about its square of operations.
	maxDimension = 1 << 16
	// maxRotation bounds the multiplications of the reduction to tridiagonal form.
	maxRotation = 1 << 36
)

// ErrTooLarge says that a chain is beyond the budget of the spectral method.
var ErrTooLarge = errors.New("the chain is too long for its bandwidth")

// tridiagonal is a skew matrix with entries t[i] = W_(i,i+1) and nothing else, similar to
// a form by an orthogonal matrix of determinant sign; err bounds the perturbation of each
// σ, and method says what was done.
type tridiagonal struct {
	t      []float64
	sign   int
	err    float64
	method string
}

// reduce brings a form to tridiagonal shape. Bonds that are already in that order are
// taken as they are; others go through a band matrix.
func reduce(ctx context.Context, f *Form, bonds []Bond) (tridiagonal, error) {
	dim := 2 * f.Sites
	if f.Ancilla {
		dim += 2
	}
	if dim > maxDimension {
		return tridiagonal{}, fmt.Errorf("chain: %d sites: %w: the limit is %d sites where couplings differ", f.Sites, ErrTooLarge, maxDimension/2)
	}
	at, width, sign := arrange(f, bonds, dim)
	if width <= 1 {
		t, lost := make([]float64, dim-1), make([]float64, dim-1)
		worst := 0.0
		for _, b := range bonds {
			p, q, w := at[b.P], at[b.Q], b.W
			if p > q {
				p, w = q, -w
			}
			var rest float64
			t[p], rest = wide.TwoSum(t[p], w)
			lost[p] += math.Abs(rest)
			worst = max(worst, lost[p])
		}
		// The norm of a tridiagonal matrix is at most twice its largest entry.
		return tridiagonal{t, sign, 2 * worst, "tridiagonal as it stands"}, nil
	}
	if work := float64(dim) * float64(dim) * float64(width) * 4; work > maxRotation {
		return tridiagonal{}, fmt.Errorf("chain: %d sites with couplings over %d operators: %w: %.1g multiplications, the limit is %.1g",
			f.Sites, width, ErrTooLarge, work, float64(maxRotation))
	}
	a := newBand(dim, width)
	for _, b := range bonds {
		p, q, w := at[b.P], at[b.Q], b.W
		if p > q {
			p, q, w = q, p, -w
		}
		a.set(p, q, a.get(p, q).Add(wide.FromFloat(w)))
	}
	if err := a.tridiagonalise(ctx); err != nil {
		return tridiagonal{}, err
	}
	t := make([]float64, dim-1)
	largest := 0.0
	for i := range t {
		t[i] = a.get(i, i+1).Hi
		largest = max(largest, math.Abs(t[i]))
	}
	// Rounding each entry by half a unit changes the matrix by at most twice that in norm.
	return tridiagonal{t, sign, a.err + 2*unit*largest, fmt.Sprintf("%d operators wide, brought to tridiagonal form by rotations in double-double", width)}, nil
}

// arrange chooses where each operator goes: in their order; or with the sites folded (0,
// n−1, 1, n−2, …), which makes a ring a band; or with the operators folded, which makes
// the narrowest band of a ring of operators; the ancilla in front in any case. sign is
// that of the permutation.
func arrange(f *Form, bonds []Bond, dim int) (at []int, width, sign int) {
	n, shift := f.Sites, dim-2*f.Sites
	fold := func(k, m int) int {
		if k < (m+1)/2 {
			return 2 * k
		}
		return 2*(m-1-k) + 1
	}
	for _, order := range []func(k int) int{
		func(k int) int { return k },
		func(k int) int { return 2*fold(k/2, n) + k%2 },
		func(k int) int { return fold(k, 2*n) },
	} {
		place := make([]int, dim)
		for k := range 2 * n {
			place[k] = order(k) + shift
		}
		if shift > 0 { // c_(2n) next to the first one, the idle one before it
			place[2*n], place[2*n+1] = 1, 0
		}
		w := 0
		for _, b := range bonds {
			w = max(w, abs(place[b.P]-place[b.Q]))
		}
		if at == nil || w < width {
			at, width = place, w
		}
	}
	return at, width, permutationSign(at)
}

// permutationSign counts cycles.
func permutationSign(at []int) int {
	sign := 1
	seen := make([]bool, len(at))
	for k := range at {
		for j := at[k]; !seen[k]; j = at[j] {
			if seen[j] = true; j != k {
				sign = -sign
			}
		}
	}
	return sign
}

func abs(x int) int { return max(x, -x) }

// band is a skew matrix of half-width w, with room for one more diagonal, in
// double-double. rows[i·stride + j−i+w+1] is the entry (i, j).
type band struct {
	n, w   int
	stride int
	rows   []wide.DD
	err    float64 // bounds the norm of the accumulated perturbation
}

func newBand(n, w int) *band {
	stride := 2*w + 3
	return &band{n: n, w: w, stride: stride, rows: make([]wide.DD, n*stride)}
}

func (a *band) get(i, j int) wide.DD { return a.rows[i*a.stride+j-i+a.w+1] }

func (a *band) set(i, j int, x wide.DD) {
	a.rows[i*a.stride+j-i+a.w+1] = x
	a.rows[j*a.stride+i-j+a.w+1] = x.Neg()
}

// tridiagonalise removes column by column what lies below the first subdiagonal, from
// the outside in. A rotation of rows and columns k, k+1 that removes (k+1, j) makes an
// entry at (k+1+w, k), which is chased down and out.
func (a *band) tridiagonalise(ctx context.Context) error {
	// Each entry that a rotation touches is wrong by at most 2^−97 of the pair that it is
	// made of; the Frobenius norm, which rotations keep, bounds all of it.
	norm := 0.0
	for _, x := range a.rows {
		norm = math.Hypot(norm, x.Hi)
	}
	count := 0
	for j := range max(0, a.n-2) {
		if j%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for d := min(a.w, a.n-1-j); d >= 2; d-- {
			col, k := j, j+d-1
			for k+1 < a.n {
				if a.get(k+1, col) == (wide.DD{}) {
					break
				}
				a.rotate(k, col)
				count++
				col, k = k, k+a.w
			}
		}
	}
	a.err = float64(count) * norm * 0x1p-95
	return nil
}

// rotate makes the entry (k+1, col) zero by a rotation of k and k+1.
func (a *band) rotate(k, col int) {
	f, g := a.get(k, col), a.get(k+1, col)
	_, e := math.Frexp(max(math.Abs(f.Hi), math.Abs(g.Hi)))
	f, g = ldexp(f, -e), ldexp(g, -e)
	r := f.Mul(f).Add(g.Mul(g)).Sqrt()
	c, s := f.Div(r), g.Div(r)
	lo, hi := max(0, k-a.w), min(a.n-1, k+1+a.w)
	minus := s.Neg()
	upper := k*a.stride + lo - k + a.w + 1 // entry (k, lo); (k+1, lo) is stride−1 further
	left := lo*a.stride + k - lo + a.w + 1 // entry (lo, k); (lo, k+1) is the next
	for j := lo; j <= hi; j, upper, left = j+1, upper+1, left+a.stride-1 {
		if j == k || j == k+1 {
			continue // the 2×2 block of a skew matrix does not change
		}
		lower := upper + a.stride - 1
		x, y := a.rows[upper], a.rows[lower]
		if x == (wide.DD{}) && y == (wide.DD{}) {
			continue
		}
		p := addLoose(c.Mul(x), s.Mul(y))
		q := addLoose(c.Mul(y), minus.Mul(x))
		if j == col {
			p, q = ldexp(r, e), wide.DD{}
		}
		a.rows[upper], a.rows[lower] = p, q
		a.rows[left], a.rows[left+1] = p.Neg(), q.Neg()
	}
}

// pfaffianSign is the sign of the Pfaffian of the form, 0 when that is zero: sign times
// t_0 t_2 t_4 …, the Pfaffian of a tridiagonal skew matrix of even dimension.
func (t tridiagonal) pfaffianSign() int {
	s := t.sign
	for i := 0; i < len(t.t); i += 2 {
		switch {
		case t.t[i] == 0:
			return 0
		case t.t[i] < 0:
			s = -s
		}
	}
	return s
}
