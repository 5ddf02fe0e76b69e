package duality

import (
	"fmt"
	"math/big"
	"testing"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// dense is a theory of n nodes with m arrows between any two, all of R-charge r, and W all
// triangles.
func dense(n, m int, r *big.Rat) *quiver.Theory {
	t := &quiver.Theory{Name: "B", EncodesR: true}
	for v := range n {
		t.Nodes = append(t.Nodes, quiver.Node{Label: fmt.Sprint("n", v), Rank: 2})
	}
	for s := range n {
		for e := range n {
			for range m {
				if s != e || m == 1 {
					t.Arrows = append(t.Arrows, quiver.Arrow{Label: fmt.Sprint("x", len(t.Arrows)), Source: s, Target: e, R: r})
				}
			}
		}
	}
	for i, x := range t.Arrows {
		for j, y := range t.Arrows {
			for k, z := range t.Arrows {
				if len(t.W) < maxTerms && i < j && i < k && x.Target == y.Source && y.Target == z.Source && z.Target == x.Source {
					t.W = append(t.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(int64(1+i+j*k), 1), Word: []int{i, j, k}})
				}
			}
		}
	}
	return t.Relabel()
}

// Whatever an agent sends, within the sizes that are read, the checks and the builtin agents
// come to an end: their work is bounded, and what they cannot decide they say.
func TestHostileTheories(t *testing.T) {
	s := fixture(t, dropped)
	for _, c := range []struct {
		name string
		b    *quiver.Theory
	}{
		{"tiny R-charges", dense(4, 9, big.NewRat(1, 100))},
		{"R-charge zero", dense(4, 9, new(big.Rat))},
		{"negative R-charges", dense(3, 10, big.NewRat(-2, 3))},
		{"many nodes", dense(10, 1, big.NewRat(2, 3))},
		{"many marginal triangles", dense(5, 6, big.NewRat(2, 3))},
		{"large denominators", dense(4, 9, new(big.Rat).SetFrac(big.NewInt(2), new(big.Int).Exp(big.NewInt(3), big.NewInt(200), nil)))},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := time.Now()
			r := check(t, s, edit(t, c.b), claim.Final)
			if r.Certificate.Verdict == claim.VerdictCertified {
				t.Errorf("certified: %s", r.Certificate.Reason)
			}
			checked := time.Since(start)
			if r.Labels["action"] == labelInvalid {
				return // not read at all
			}
			for _, agent := range Agents() {
				text, err := opening(s.Fixture().A, c.b)
				if err != nil {
					t.Fatal(err)
				}
				reply, err := Reply(t.Context(), agent.Name, shared, Ask{Shown: text})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := ReadAction(reply); err != nil {
					t.Errorf("%s: %v", agent.Name, err)
				}
			}
			t.Logf("%d fields, %d terms: %s, checked in %v, answered in %v", len(c.b.Arrows), len(c.b.W), r.Certificate.Verdict, checked, time.Since(start)-checked)
		})
	}
}
