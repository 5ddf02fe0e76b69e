package duality

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/amax"
)

// fixedPoint is what a-maximization says about one side.
type fixedPoint struct {
	result *amax.Result
	free   []string // nodes whose coupling flows to zero
	open   []string // nodes where that is not known
	err    error
}

// flow maximizes a; couplings asks what becomes of the gauge couplings as well.
func flow(ctx context.Context, t *quiver.Theory, couplings bool) *fixedPoint {
	p := &fixedPoint{}
	if large(t) {
		p.result = &amax.Result{Status: amax.Unproven, Reason: tooLarge}
		return p
	}
	if p.result, p.err = amax.MaximizeContext(ctx, t, amax.Options{Decouple: true}); p.err != nil {
		return p
	}
	if p.result.Status != amax.Found || !couplings {
		return p
	}
	list, err := amax.FromTheory(t).Couplings(ctx)
	if err != nil {
		p.err = err
		return p
	}
	for _, c := range list {
		switch free, decided := c.InfraredFree(); {
		case !decided:
			p.open = append(p.open, c.Group)
		case free:
			p.free = append(p.free, c.Group)
		}
	}
	return p
}

func judgeSuperconformal(ctx context.Context, b *book, e, m *quiver.Theory) error {
	// What becomes of the couplings takes a maximization each: only the judge asks, and only
	// of a pair that has passed so far.
	couplings := b.profile == claim.Final && !b.hasFailed()
	var magnetic *fixedPoint
	var wait sync.WaitGroup
	wait.Add(1)
	go func() {
		defer wait.Done()
		magnetic = flow(ctx, m, couplings)
	}()
	electric := flow(ctx, e, couplings)
	wait.Wait()
	for _, p := range []*fixedPoint{electric, magnetic} {
		if p.err != nil {
			return p.err
		}
	}
	judgeAudit(b, e, m, electric, magnetic)
	judgeAMaximization(b, electric, magnetic)
	judgeSoundness(b, electric, magnetic)
	judgePhase(b, electric, magnetic, couplings)
	return nil
}

// judgeAudit says whether the encoded R-charges are those of a-maximization.
func judgeAudit(b *book, e, m *quiver.Theory, pe, pm *fixedPoint) {
	var parts []string
	all := true
	for _, s := range []struct {
		name string
		t    *quiver.Theory
		p    *fixedPoint
	}{{"electric", e, pe}, {"magnetic", m, pm}} {
		switch {
		case !s.t.EncodesR:
			b.without(SuperconformalAudit, "the "+s.name+" theory encodes no U(1)_R")
			return
		case !s.t.IsAnomalyFreeR(s.t.RCharges()):
			b.without(SuperconformalAudit, "the encoded R of the "+s.name+" theory is no anomaly-free R-symmetry of its W")
			return
		case s.p.result.Status != amax.Found:
			b.unknown(SuperconformalAudit, fmt.Sprintf("%s: %s", s.name, reason(s.p.result)))
			return
		}
		differ, decided := 0, true
		for k, r := range s.t.RCharges() {
			sign, ok := s.p.result.R[k].Cmp(r)
			decided = decided && ok
			if sign != 0 {
				differ++
			}
		}
		switch {
		case !decided:
			b.unknown(SuperconformalAudit, s.name+": the superconformal R-charges are not known exactly enough to compare")
			return
		case differ > 0:
			all = false
			parts = append(parts, fmt.Sprintf("%s: %s at the superconformal R", s.name, plural(differ, "field has another charge", "fields have other charges")))
		}
	}
	if all {
		b.certified(SuperconformalAudit, "the encoded R-charges are the superconformal ones on both sides")
		return
	}
	b.without(SuperconformalAudit, "the encoded R-symmetry is not the superconformal one, which is no fault: "+strings.Join(parts, "; "), flagged(FlagNotSuperconformal))
}

func reason(r *amax.Result) string {
	if r.Reason != "" {
		return r.Reason
	}
	return string(r.Status)
}

// judgeAMaximization compares a and c before any operator decouples: those that would differ
// between the sides in which operators are known.
func judgeAMaximization(b *book, pe, pm *fixedPoint) {
	e, m := pe.result, pm.result
	switch {
	case e.Status == amax.Found && m.Status == amax.NoSymmetry:
		b.failed(AMaximization, "the magnetic theory has no anomaly-free R-symmetry that its W preserves, and the electric one has")
		return
	case e.Status == amax.NoSymmetry && m.Status == amax.Found:
		b.failed(AMaximization, "the electric theory has no anomaly-free R-symmetry that its W preserves, and the magnetic one has")
		return
	case e.Status != amax.Found || m.Status != amax.Found:
		var parts []string
		for _, s := range []struct {
			name string
			r    *amax.Result
		}{{"electric", e}, {"magnetic", m}} {
			if s.r.Status != amax.Found {
				parts = append(parts, fmt.Sprintf("%s: %s (%s)", s.name, s.r.Status, reason(s.r)))
			}
		}
		b.unknown(AMaximization, "no maximum to compare: "+strings.Join(parts, "; "))
		return
	}
	re, rm := e.Rounds[0], m.Rounds[0]
	rows := []difference{{"a", re.A.String(), rm.A.String()}, {"c", re.C.String(), rm.C.String()}}
	var faults []string
	decided := true
	for _, x := range []struct {
		name string
		e, m amax.Number
	}{{"a", re.A, rm.A}, {"c", re.C, rm.C}} {
		equal, ok := equalNumbers(x.e, x.m)
		decided = decided && ok
		if ok && !equal {
			faults = append(faults, fmt.Sprintf("%s: %s ≠ %s (%s ≠ %s)", x.name, x.e, x.m, x.e.Decimal(6), x.m.Decimal(6)))
		}
	}
	switch {
	case len(faults) > 0 && e.U1 != m.U1:
		b.unknown(AMaximization, fmt.Sprintf("%s, over %d and %d manifest flavour U(1)s, whose number depends on the basis of a multiplet", strings.Join(faults, "; "), e.U1, m.U1), table("central_charges", rows))
	case len(faults) > 0:
		b.failed(AMaximization, strings.Join(faults, "; "), table("central_charges", rows))
	case !decided:
		b.unknown(AMaximization, "a and c agree to within their certified errors, and no exact form is known", table("central_charges", rows))
	default:
		b.certified(AMaximization, fmt.Sprintf("a = %s ≈ %s and c = %s ≈ %s on both sides", re.A, re.A.Decimal(6), re.C, re.C.Decimal(6)), table("central_charges", rows))
	}
}

// equalNumbers compares two real numbers; decided is false where their enclosures overlap
// and one of them is not known exactly.
func equalNumbers(x, y amax.Number) (equal, decided bool) {
	if q, ok := x.Rat(); ok {
		sign, ok := y.Cmp(q)
		return sign == 0, ok
	}
	if q, ok := y.Rat(); ok {
		sign, ok := x.Cmp(q)
		return sign == 0, ok
	}
	mx, rx := x.Enclosure()
	my, ry := y.Enclosure()
	distance := new(big.Rat).Sub(mx, my)
	if distance.Abs(distance).Cmp(new(big.Rat).Add(rx, ry)) > 0 {
		return false, true
	}
	px, errX := x.MinPoly()
	py, errY := y.MinPoly()
	if errX != nil || errY != nil {
		return false, false
	}
	return px.String() == py.String(), true
}

func judgeSoundness(b *book, pe, pm *fixedPoint) {
	var below, bounds []string
	for _, s := range []struct {
		name string
		r    *amax.Result
	}{{"electric", pe.result}, {"magnetic", pm.result}} {
		if s.r.Status != amax.Found {
			b.unknown(Soundness, fmt.Sprintf("%s: %s (%s)", s.name, s.r.Status, reason(s.r)))
			return
		}
		for _, v := range s.r.Violations {
			below = append(below, fmt.Sprintf("%s %s (R ≈ %s)", s.name, v.Label, v.R.Decimal(5)))
		}
		if ok, decided := s.r.HofmanMaldacena(); decided && !ok {
			bounds = append(bounds, fmt.Sprintf("%s: a/c lies outside of [1/2, 3/2]", s.name))
		}
	}
	switch {
	case len(bounds) > 0:
		b.without(Soundness, listed(bounds)+": the theory does not flow to this fixed point", flagged(FlagNotSuperconformal))
	case len(below) > 0:
		b.without(Soundness, "under the unitarity bound at the superconformal R, so free and decoupled: "+listed(below), flagged(FlagDecoupled))
	default:
		b.certified(Soundness, "1/2 ≤ a/c ≤ 3/2 and no known operator has R < 2/3 on either side")
	}
}

func judgePhase(b *book, pe, pm *fixedPoint, couplings bool) {
	var parts []string
	var list []note
	for _, s := range []struct {
		name string
		p    *fixedPoint
		flag Flag
	}{{"electric", pe, FlagElectricFree}, {"magnetic", pm, FlagMagneticFree}} {
		if len(s.p.free) > 0 {
			parts = append(parts, fmt.Sprintf("%s: the coupling of %s flows to zero", s.name, strings.Join(s.p.free, ", ")))
			list = append(list, flagged(s.flag))
		}
		if len(s.p.open) > 0 {
			parts = append(parts, fmt.Sprintf("%s: whether the coupling of %s flows to zero is not known", s.name, strings.Join(s.p.open, ", ")))
		}
		if s.p.result.Status != amax.Found {
			parts = append(parts, fmt.Sprintf("%s: %s", s.name, reason(s.p.result)))
		}
	}
	if len(parts) == 0 && !couplings {
		b.unknown(InfraredPhase, "gauge couplings are judged in the final profile, of a pair that passes the other checks")
		return
	}
	if len(parts) == 0 {
		b.certified(InfraredPhase, "no gauge coupling is free in the infrared on either side")
		return
	}
	status := claim.Certified
	if len(list) == 0 {
		status = claim.Unknown // nothing is known to be free, and not everything known not to be
	}
	b.put(InfraredPhase, status, strings.Join(parts, "; "), list...)
}
