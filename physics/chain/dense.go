package chain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/mat"

	"github.com/assay-physics/assay/physics/partition"
)

// MaxDense is the largest number of sites that Diagonalise takes; one less where the
// Hamiltonian is not real.
const MaxDense = 11

// Diagonalise computes Z from all 2^n eigenvalues of the Hamiltonian, of any Pauli terms:
// the arbiter for small chains. A Hamiltonian that is not real is diagonalised as the real
// matrix [[Re, −Im], [Im, Re]], which has every eigenvalue twice.
//
// The error bound takes the solver to be backward stable with a factor of the dimension:
// |δE| ≤ 8·dim·2⁻⁵³·Σ|J|.
func Diagonalise(ctx context.Context, terms []PauliTerm, n int, beta float64) (partition.LogZ, error) {
	if err := validateTerms(terms, n); err != nil {
		return partition.LogZ{}, err
	}
	isReal := true
	norm := 0.0
	for _, t := range terms {
		if countY(t)%2 == 1 {
			isReal = false
		}
		norm += math.Abs(t.J)
	}
	if n > MaxDense || n == MaxDense && !isReal {
		return partition.LogZ{}, fmt.Errorf("chain: exact diagonalisation of %d sites: the limit is %d, %d where the Hamiltonian is not real", n, MaxDense, MaxDense-1)
	}
	if math.IsInf(beta*norm, 0) || math.IsNaN(beta*norm) {
		return partition.LogZ{}, fmt.Errorf("chain: exact diagonalisation: beta·Σ|J| is %v", beta*norm)
	}
	if err := ctx.Err(); err != nil {
		return partition.LogZ{}, err
	}
	size := 1 << n
	dim := size
	if !isReal {
		dim = 2 * size
	}
	h := mat.NewSymDense(dim, nil)
	add := func(i, j int, x float64) {
		if i <= j {
			h.SetSym(i, j, h.At(i, j)+x)
		}
	}
	for _, t := range terms {
		flip, sign := 0, 0 // bits of X or Y, and of Z or Y
		for i, s := range t.Sites {
			if t.Ops[i] != 'Z' {
				flip |= 1 << s
			}
			if t.Ops[i] != 'X' {
				sign |= 1 << s
			}
		}
		y := countY(t)
		for b := range size {
			// Y|b⟩ = i(−1)^b |1−b⟩.
			x := -t.J
			if bits.OnesCount(uint(b&sign))%2 == 1 {
				x = -x
			}
			to := b ^ flip
			switch y % 4 {
			case 2, 3:
				x = -x
			}
			if y%2 == 0 {
				add(to, b, x)
				if !isReal {
					add(to+size, b+size, x)
				}
				continue
			}
			// The entry is i·x: Im = x at (to, b).
			add(to, b+size, -x)
			add(to+size, b, x)
		}
	}
	values, err := eigenvalues(h, norm)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("chain: exact diagonalisation of %d sites: %w", n, err)
	}
	top := math.Inf(-1)
	for _, v := range values {
		top = max(top, -beta*v)
	}
	sum := 0.0
	for _, v := range values {
		sum += math.Exp(-beta*v - top)
	}
	if !isReal {
		sum /= 2
	}
	var log compensated
	log.add(top)
	log.add(math.Log(sum))
	value := partition.LogZ{
		ErrorBound: math.Abs(beta)*8*float64(dim)*unit*norm + unit*(float64(dim)+8+2*math.Abs(top)),
		Method:     "exact diagonalisation", Exact: true, Precision: "float64",
	}
	value.Value = toBig(log.sum)
	return value, nil
}

// eigenvalues of a matrix of at most the given norm. It is scaled by a power of two, and
// entries that are nothing beside the norm are left out: the solver fails on blocks whose
// squares underflow.
func eigenvalues(h *mat.SymDense, norm float64) (values []float64, err error) {
	dim := h.SymmetricDim()
	values = make([]float64, dim)
	if norm == 0 {
		return values, nil
	}
	_, exp := math.Frexp(norm)
	for i := range dim {
		for j := i; j < dim; j++ {
			x := math.Ldexp(h.At(i, j), -exp)
			if math.Abs(x) < 0x1p-90 {
				x = 0
			}
			h.SetSym(i, j, x)
		}
	}
	defer func() { // the solver panics on what it thinks cannot happen
		if r := recover(); r != nil {
			err = fmt.Errorf("the eigenvalue solver failed: %v", r)
		}
	}()
	var e mat.EigenSym
	if !e.Factorize(h, false) {
		return nil, errors.New("the eigenvalue solver did not converge")
	}
	e.Values(values)
	for i := range values {
		values[i] = math.Ldexp(values[i], exp)
	}
	return values, nil
}

func countY(t PauliTerm) int {
	y := 0
	for _, op := range []byte(t.Ops) {
		if op == 'Y' {
			y++
		}
	}
	return y
}
