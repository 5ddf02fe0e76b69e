package duality

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

func bigRat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// Every fixture has a repair that the judge and the copy guard accept: the dual that was
// damaged. And the repairer, which sees what every agent sees, repairs all of depth one and
// at least nine tenths of depth two with its first reply.
func TestEveryFixtureIsRepaired(t *testing.T) {
	step := 1
	if testing.Short() {
		step = 7
	}
	type count struct{ repaired, of int }
	got := map[int]count{}
	for i, s := range newSuite(t, Config{}).Subjects() {
		if i%step != 0 {
			continue
		}
		f := s.Fixture()
		if c := check(t, s, edit(t, f.Dual), claim.Final); c.Certificate.Verdict != claim.VerdictCertified {
			t.Errorf("%s: its own dual is %s: %s", f.ID, c.Certificate.Verdict, c.Certificate.Reason)
		}
		if c := check(t, s, s.Standing(), claim.Interaction); c.Certificate.Verdict != claim.VerdictFailed {
			t.Errorf("%s: the damaged pair is %s", f.ID, c.Certificate.Verdict)
		}
		reply, err := Reply(context.Background(), "repair", shared, Ask{Shown: s.Opening()})
		if err != nil {
			t.Fatalf("%s: %v", f.ID, err)
		}
		c := check(t, s, reply, claim.Final)
		n := got[f.Depth()]
		n.of++
		if c.Certificate.Verdict == claim.VerdictCertified {
			n.repaired++
		} else {
			t.Logf("%s: %s: %s", f.ID, c.Certificate.Verdict, c.Certificate.Reason)
		}
		got[f.Depth()] = n
	}
	t.Logf("repaired by depth: %v", got)
	if n := got[1]; n.repaired != n.of {
		t.Errorf("depth one: %d of %d repaired", n.repaired, n.of)
	}
	if n := got[2]; 10*n.repaired < 9*n.of {
		t.Errorf("depth two: %d of %d repaired", n.repaired, n.of)
	}
}

// Wrong matter and a wrong superpotential at once are repaired one after the other.
func TestRepairsMatterThenSuperpotential(t *testing.T) {
	repaired, n := 0, 0
	for _, id := range []string{"dp0_N3_d1_node0", "dp2_N2_d1_node4", "spp_N2_d1_node0"} {
		for _, first := range []string{"rank_perturb_00", "r_charge_perturb_00"} {
			s := fixture(t, id+"_"+first)
			for i, p := range s.Fixture().B.Drops() {
				if i%4 != 0 {
					continue
				}
				text, err := opening(s.Fixture().A, presentable(p.Theory, "B"))
				if err != nil {
					t.Fatal(err)
				}
				reply, err := Reply(context.Background(), "repair", shared, Ask{Shown: text})
				if err != nil {
					t.Fatal(err)
				}
				n++
				if c := check(t, s, reply, claim.Final); c.Certificate.Verdict == claim.VerdictCertified {
					repaired++
				} else {
					t.Logf("%s without term %d: %s", s.ID(), i, c.Certificate.Reason)
				}
			}
		}
	}
	if 10*repaired < 9*n {
		t.Errorf("%d of %d pairs with two damages repaired", repaired, n)
	}
}

// The floor is a floor: an edit at random, reproducible, and seldom right.
func TestRandomEdit(t *testing.T) {
	s := fixture(t, dropped)
	seen := map[string]bool{}
	for draw := range uint64(40) {
		ask := Ask{Shown: s.Opening(), Draw: draw}
		a, err := Reply(context.Background(), "random-edit", shared, ask)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Reply(context.Background(), "random-edit", shared, ask)
		if err != nil || a != b {
			t.Fatalf("one draw, two edits: %v", err)
		}
		action, err := ReadAction(a)
		if err != nil || action.Verb != Edit || digest(t, action.Theory) == digest(t, s.Fixture().B) {
			t.Fatalf("draw %d: %+v, %v", draw, action, err)
		}
		seen[a] = true
	}
	if len(seen) < 20 {
		t.Errorf("40 draws give %d edits", len(seen))
	}
}

// A builtin agent in a conversation that is kept whole finds theory B as its replies left it.
func TestReplyFollowsItsOwnEdits(t *testing.T) {
	s := fixture(t, dropped)
	reply, err := Reply(context.Background(), "repair", shared, Ask{Shown: s.Opening(), Replies: []string{"hm", edit(t, s.Fixture().Dual)}})
	if err != nil {
		t.Fatal(err)
	}
	if a, err := ReadAction(reply); err != nil || a.Verb != NoChange {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := Reply(context.Background(), "solve", shared, Ask{Shown: s.Opening()}); err == nil {
		t.Error("an unknown agent answers")
	}
	if _, err := Reply(context.Background(), "repair", shared, Ask{Shown: "two theories"}); err == nil {
		t.Error("a prompt without theories is answered")
	}
}

// Shifts solve the equations, nothing else is touched, and a shift that was planted is found
// exactly where the columns of the unknowns are independent.
func TestSolveFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(2, 4).Draw(t, "unknowns"), rapid.IntRange(1, 4).Draw(t, "equations")
		number := rapid.Custom(func(t *rapid.T) *big.Rat { return big.NewRat(int64(rapid.IntRange(-2, 2).Draw(t, "x")), 1) })
		row := rapid.SliceOfN(number, n, n)
		rows := rapid.SliceOfN(row, m, m).Draw(t, "rows")
		now := row.Draw(t, "now")
		right := rapid.SliceOfN(number, m, m).Draw(t, "right")
		s := rapid.SampledFrom(subsets(n)).Draw(t, "free")
		if x := shifted(rows, residuals(rows, right, now), now, s); x != nil {
			for k := range n {
				if slices.Contains(s, k) == (x[k].Cmp(now[k]) == 0) {
					t.Fatalf("unknown %d: %s became %s", k, now[k], x[k])
				}
			}
			for i, r := range residuals(rows, right, x) {
				if r.Sign() != 0 {
					t.Fatalf("equation %d is off by %s", i, r)
				}
			}
		}
		// Independent exactly if some minor is not zero.
		independent := false
		at := func(i, j int) *big.Rat { return rows[i][s[j]] }
		for i := range rows {
			if len(s) == 1 {
				independent = independent || at(i, 0).Sign() != 0
				continue
			}
			for j := range rows {
				minor := new(big.Rat).Sub(new(big.Rat).Mul(at(i, 0), at(j, 1)), new(big.Rat).Mul(at(i, 1), at(j, 0)))
				independent = independent || minor.Sign() != 0
			}
		}
		planted := slices.Clone(now)
		for _, k := range s {
			planted[k] = number.Draw(t, "planted")
		}
		for i, r := range residuals(rows, zeros(m), planted) {
			right[i] = r.Neg(r)
		}
		shift, unique := solveFor(rows, residuals(rows, right, now), s)
		if unique != independent {
			t.Fatalf("unique %v, independent %v", unique, independent)
		}
		for i, k := range s {
			if unique && new(big.Rat).Add(now[k], shift[i]).Cmp(planted[k]) != 0 {
				t.Fatalf("unknown %d is shifted by %s from %s, planted %s", k, shift[i], now[k], planted[k])
			}
		}
	})
}

// The closed words with R = 2 are those that brute force finds.
func TestMarginalTerms(t *testing.T) {
	for _, c := range Cells() {
		_, dual, err := chain{c, []int{c.Node}}.theories()
		if err != nil {
			t.Fatal(err)
		}
		if c.Family == "f0" {
			continue // words of up to eight of its twenty fields are too many for brute force
		}
		want := map[string]bool{}
		words := [][]int{{}}
		for range 6 {
			var longer [][]int
			for _, w := range words {
				for k, x := range dual.Arrows {
					if len(w) == 0 || dual.Arrows[w[len(w)-1]].Target == x.Source {
						longer = append(longer, append(slices.Clone(w), k))
					}
				}
			}
			words = longer
			for _, w := range words {
				if dual.Arrows[w[len(w)-1]].Target != dual.Arrows[w[0]].Source || len(w) < 2 {
					continue
				}
				for s := -1; s < len(dual.Singlets); s++ {
					term := quiver.SuperpotentialTerm{Coefficient: big.NewRat(1, 1), Word: quiver.CanonicalRotation(w)}
					if s >= 0 {
						term.Singlets = []int{s}
					}
					if dual.RCharge(term).Cmp(big.NewRat(2, 1)) == 0 {
						want[fmt.Sprint(term.Singlets, term.Word)] = true
					}
				}
			}
			if len(words) > 300_000 {
				break
			}
		}
		got := map[string]bool{}
		longest := 0
		for _, term := range marginalTerms(dual) {
			longest = max(longest, len(term.Word))
			if key := fmt.Sprint(term.Singlets, term.Word); got[key] {
				t.Errorf("%v: %s is listed twice", c, key)
			} else {
				got[key] = true
			}
			if dual.RCharge(term).Cmp(big.NewRat(2, 1)) != 0 {
				t.Errorf("%v: %s has R = %s", c, dual.Text(term), dual.RCharge(term))
			}
		}
		for key := range want {
			if !got[key] {
				t.Errorf("%v: %s is missing", c, key)
			}
		}
		for _, term := range dual.W.Normalize() {
			if !got[fmt.Sprint(term.Singlets, term.Word)] {
				t.Errorf("%v: the term %s of W is missing", c, dual.Text(term))
			}
		}
		if longest <= 6 && len(got) != len(want) {
			t.Errorf("%v: %d terms, brute force %d", c, len(got), len(want))
		}
	}
}
