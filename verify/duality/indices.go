package duality

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/index"
)

// Orders and budgets of the index at finite N: what the final judge affords, and what a
// caller asks for.
const (
	indexBudget      = 5_000_000
	indexBudgetAsked = index.DefaultOperations
)

func (v Verifier) judgeIndices(ctx context.Context, b *book, e, m *quiver.Theory, id *identity) error {
	if !e.EncodesR || !m.EncodesR {
		b.without(DetChi, "no U(1)_R is encoded on both sides")
		b.without(Index, "no U(1)_R is encoded on both sides")
		return nil
	}
	large := m
	if id.oriented != nil {
		large = id.oriented
	}
	if err := judgeDetChi(b, e, large); err != nil {
		return err
	}
	switch {
	case v.Index:
		return judgeIndex(ctx, b, e, m, big.NewRat(4, 1), indexBudgetAsked)
	case b.profile == claim.Final:
		return judgeIndex(ctx, b, e, m, big.NewRat(2, 1), indexBudget)
	}
	b.without(Index, "judged in the final profile, or when asked for")
	return nil
}

func judgeDetChi(b *book, e, m *quiver.Theory) error {
	var dets, traces [2]*index.Laurent
	for i, t := range []*quiver.Theory{e, m} {
		var err error
		if dets[i], err = index.DetChi(t); err == nil {
			traces[i], err = index.TraceCorrection(t)
		}
		if errors.Is(err, index.ErrBudget) {
			b.unknown(DetChi, "the quiver is too large for its determinant")
			return nil
		}
		if err != nil {
			return err
		}
	}
	chi, trace := dets[0].Equal(dets[1]), traces[0].Equal(traces[1])
	switch {
	case chi && trace:
		b.certified(DetChi, fmt.Sprintf("det χ = %s on both sides (u = %s)", clipTo(dets[0].String(), 90), power("t", new(big.Rat).SetFrac(big.NewInt(3), dets[0].D))))
	case !chi && !trace:
		b.unknown(DetChi, "det χ and the traces of adjoints both differ, and whether the differences cancel was not decided")
	case !chi && (unbalanced(e) != "" || unbalanced(m) != ""):
		b.unknown(DetChi, "det χ differs, but an SU(2) node has doublets without a natural orientation")
	case !chi:
		b.failed(DetChi, fmt.Sprintf("det χ differs from R = %s on", dets[0].FirstDifference(dets[1]).RatString()))
	default:
		b.failed(DetChi, fmt.Sprintf("det χ agrees, and the singlets and traces of adjoints differ from R = %s on", traces[0].FirstDifference(traces[1]).RatString()))
	}
	return nil
}

func judgeIndex(ctx context.Context, b *book, e, m *quiver.Theory, order *big.Rat, budget int64) error {
	var series [2]*index.SeriesResult
	for i, t := range []*quiver.Theory{e, m} {
		var err error
		if series[i], err = index.Series(ctx, t, order, index.Budget{Operations: budget}); err != nil {
			return err
		}
		if u := series[i].Untested; u != "" {
			b.without(Index, sideName(i)+": "+u)
			return nil
		}
	}
	difference, upTo := series[0].FirstDifference(series[1])
	switch {
	case difference != nil:
		x, _ := series[0].At(difference)
		y, _ := series[1].At(difference)
		b.failed(Index, fmt.Sprintf("the coefficients at R = %s differ: %s ≠ %s", difference.RatString(), x, y))
	case upTo == nil || upTo.Sign() <= 0:
		b.unknown(Index, "the budget ended before any order was complete")
	case trivial(series[0], upTo):
		b.unknown(Index, fmt.Sprintf("both indices are 1 up to R = %s, so nothing was compared", upTo.RatString()))
	default:
		message := fmt.Sprintf("equal up to R = %s at p = q: %s", upTo.RatString(), seriesText(series[0], upTo))
		superconformal := slices.ContainsFunc(b.findings, func(f claim.Finding) bool {
			return f.Obligation == SuperconformalAudit && f.Status == claim.Certified
		})
		if n, ok := series[0].MarginalMinusCurrents(); ok && superconformal && upTo.Cmp(big.NewRat(2, 1)) >= 0 {
			message += fmt.Sprintf("; marginal operators minus currents: %s", n)
		}
		b.certified(Index, message)
	}
	return nil
}

// trivial reports whether there is no coefficient but the leading 1.
func trivial(s *index.SeriesResult, upTo *big.Rat) bool {
	return len(terms(s, upTo)) < 2
}

// terms writes the coefficients up to an R-charge in powers of x = (pq)^(1/2).
func terms(s *index.SeriesResult, upTo *big.Rat) []string {
	var list []string
	for k, c := range s.Coefficients {
		r := new(big.Rat).SetFrac(big.NewInt(int64(k)), s.D)
		if c.Sign() == 0 || r.Cmp(upTo) > 0 {
			continue
		}
		switch {
		case k == 0:
			list = append(list, c.String())
		case c.IsInt64() && c.Int64() == 1:
			list = append(list, power("x", r))
		default:
			list = append(list, c.String()+" "+power("x", r))
		}
	}
	return list
}

// power writes a power of a variable.
func power(variable string, r *big.Rat) string {
	switch {
	case !r.IsInt():
		return variable + "^(" + r.RatString() + ")"
	case r.Cmp(big.NewRat(1, 1)) == 0:
		return variable
	default:
		return variable + "^" + r.RatString()
	}
}

func seriesText(s *index.SeriesResult, upTo *big.Rat) string {
	list := terms(s, upTo)
	const most = 6
	if len(list) > most {
		list = append(list[:most], "…")
	}
	return strings.ReplaceAll(strings.Join(list, " + "), "+ -", "− ") + ", x = (pq)^(1/2)"
}
