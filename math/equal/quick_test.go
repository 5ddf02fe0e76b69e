package equal

import (
	"context"
	"testing"

	"github.com/assay-physics/assay/math/expr"
)

// TestSketch evaluates both sides of all tables at points of all classes: where a sketch has a
// value, it overlaps that of the machine, and a truth or a sign that it tells is the same.
func TestSketch(t *testing.T) {
	values, sketches, machines := 0, 0, 0
	for _, name := range []string{
		"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl", "oracle.jsonl", "unseen_N1.jsonl", "unseen_P1.jsonl", "unseen_P2.jsonl",
	} {
		for i, r := range readRows(t, name) {
			if r.boxed() || r.heavy() || len(r.Reference) > 400 || name == "oracle.jsonl" && i%4 != 0 {
				continue
			}
			p := r.pair(t)
			if p.Context == nil {
				p.Context = &Context{}
			}
			g, err := newGrading(p.Context, p.Syntax, Options{ledger: newLedger(context.Background())})
			if err != nil {
				continue
			}
			for _, text := range []string{p.Reference, p.Candidate} {
				read, err := g.readings(text)
				if err != nil {
					continue
				}
				for _, side := range append([]*expr.Node{read[0].Node}, read[0].Node.Args...) {
					n, err := g.lower(side)
					if err != nil || expr.Size(n) > 200 {
						continue
					}
					m, err := compile(g.room, p.Context.Branch == "real", n)
					if err != nil || m.main.special {
						continue
					}
					machines++
					k := m.sketch()
					if k == nil {
						continue
					}
					sketches++
					s := g.newSampler(sortedSymbols(n), g.qualityOf, nil)
					for class := range classFar + farClasses {
						at := s.draw(class)
						k.look(nil, at)
						z := k.root(0)
						if !z.IsFinite() || !m.eval(precFirst, at, pointBudget) {
							continue
						}
						values++
						b := z.Ball()
						if v := m.roots[0]; !v.IsFinite() || !b.Overlaps(v) || z.IsReal() && !looksReal(v) {
							t.Errorf("%s: %v: %v, the machine says %s", r.ID, n, &b, show(v))
						}
					}
				}
			}
		}
	}
	t.Logf("%d values of %d sketches for %d machines", values, sketches, machines)
	if sketches < machines/2 || values < 4*sketches {
		t.Errorf("%d values of %d sketches for %d machines", values, sketches, machines)
	}
}

// TestCoordinate: the three kinds of exact numbers tell the same in every form.
func TestCoordinate(t *testing.T) {
	var fraction, double, rational, zero coordinate
	fraction.setFraction(-3, 8)
	double.setFloat(-0.375)
	rational.setRat(fraction.rat())
	for _, c := range []*coordinate{&fraction, &double, &rational} {
		if c.sign() != -1 || c.rat().RatString() != "-3/8" || c.quick().Mid() != -0.375 {
			t.Errorf("%+v", c)
		}
	}
	if zero.sign() != 0 || zero.rat().Sign() != 0 || !zero.quick().IsZero() {
		t.Errorf("%+v", zero)
	}
}

// TestSharedNumbers: small integers are shared by all expressions, and after a table has been
// graded they are what they were.
func TestSharedNumbers(t *testing.T) {
	for _, r := range readRows(t, "equality_cases.jsonl") {
		if !r.boxed() && !r.heavy() {
			r.compare(t)
		}
	}
	pool := expr.NewPool()
	for k := int64(-16); k <= 16; k++ {
		if n := pool.Int(k); !isInt(n, k) || ratOne.Num().Int64() != 1 {
			t.Errorf("%d has become %v", k, n.Rat)
		}
	}
}
