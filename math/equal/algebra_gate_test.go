package equal

import (
	"context"
	"testing"

	"github.com/assay-physics/assay/math/tensor"
)

// TestPlainScalars: of what the gate lets pass, the tensor algebra says as well that it is
// none of its own, over all tables.
func TestPlainScalars(t *testing.T) {
	passed, all := 0, 0
	for _, name := range []string{
		"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl", "tensor_pairs.jsonl", "oracle.jsonl", "hostile.jsonl",
		"unseen_N1.jsonl", "unseen_N2.jsonl", "unseen_P1.jsonl", "unseen_P2.jsonl", "unseen_Q1.jsonl", "unseen_Q2.jsonl",
	} {
		for _, r := range readRows(t, name) {
			if r.boxed() {
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
			refs, errRef := g.readings(p.Reference)
			cands, errCand := g.readings(p.Candidate)
			if errRef != nil || errCand != nil {
				continue
			}
			for _, a := range refs {
				for _, b := range cands {
					all++
					if !g.plainScalars(a.Node, b.Node) {
						continue
					}
					passed++
					if len(g.suspects(a.Node, b.Node)) > 0 || tensor.Applies(g.pool, a.Node, b.Node, g.tensorContext()) {
						t.Errorf("%s: %s | %s belongs to the tensor algebra", r.ID, r.Reference, r.Candidate)
					}
				}
			}
		}
	}
	if passed < all/2 {
		t.Errorf("%d of %d pairs pass", passed, all)
	}
}
