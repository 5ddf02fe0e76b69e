package index

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver"
)

// LargeN is the superconformal index at p = q for ranks so large that no coefficient up to
// order knows them:
//
//	∏_k 1/det χ(t^k) · PE[C(u)/((1−p)(1−q))]
//
// with C the TraceCorrection. The factors of the U(1)s in U(N) = SU(N)×U(1) cancel those of
// (1−p)(1−q) that det(1−i) = det χ/((1−p)(1−q))ⁿ leaves.
func LargeN(t *quiver.Theory, order *big.Rat) (*SeriesResult, error) {
	if order == nil || order.Sign() < 0 {
		return nil, fmt.Errorf("index: theory %q: the order must be a number ≥ 0", t.Name)
	}
	det, err := DetChi(t)
	if err != nil {
		return nil, err
	}
	correction, err := TraceCorrection(t)
	if err != nil {
		return nil, err
	}
	result := &SeriesResult{D: det.D}
	top := new(big.Int).Mul(order.Num(), det.D)
	if top.Quo(top, order.Denom()); top.Cmp(big.NewInt(maxExponent)) > 0 {
		result.Untested = fmt.Sprintf("a series to R = %s has more than %d terms", order.RatString(), maxExponent)
		return result, nil
	}
	two := big.NewRat(2, 1)
	for _, a := range t.Arrows {
		if a.R.Sign() <= 0 || a.R.Cmp(two) >= 0 {
			result.Untested = fmt.Sprintf("arrow %s has R = %s: the index is a series only for 0 < R < 2", a.Label, a.R.RatString())
			return result, nil
		}
	}
	for _, s := range t.Singlets {
		if s.R.Sign() <= 0 || s.R.Cmp(two) >= 0 {
			result.Untested = fmt.Sprintf("singlet %s has R = %s: the index is a series only for 0 < R < 2", s.Label, s.R.RatString())
			return result, nil
		}
	}
	n := int(top.Int64())
	letters, err := SingleTrace(det, n)
	if err != nil {
		return nil, err
	}
	d := int(det.D.Int64())
	for _, term := range correction.Terms {
		for k := 0; int(term.Exponent)+k*d <= n; k++ {
			x := letters[int(term.Exponent)+k*d]
			x.Add(x, new(big.Int).Mul(term.Coefficient, big.NewInt(int64(k+1))))
		}
	}
	coefs := make([]*big.Int, n+1)
	for e := range coefs {
		coefs[e] = new(big.Int)
	}
	coefs[0].SetInt64(1)
	for e := 1; e <= n; e++ {
		if letters[e].Sign() == 0 {
			continue
		}
		if letters[e].BitLen() > 40 {
			return nil, fmt.Errorf("index: theory %q: %s letters at u^%d: %w", t.Name, letters[e], e, ErrBudget)
		}
		divide(coefs, e, letters[e].Int64())
	}
	result.Coefficients, result.Order, result.Complete = coefs, order, true
	return result, nil
}
