package duality

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
)

type cell struct {
	name               string
	conifold           bool
	electric, magnetic *quiver.Theory // adjoints as U(N) matrices, before their traces are added
}

// cells are the 28 duals of the eight phases that an independent reference lists.
func cells(t *testing.T) []cell {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "duality", "catalogue.json"))
	if os.IsNotExist(err) {
		t.Skip("the independent catalogue is not on this machine")
	}
	if err != nil {
		t.Fatal(err)
	}
	type field struct {
		Name           string
		Source, Target int
		R              string
	}
	type term struct {
		Coefficient string
		Word        []string
	}
	var phases []struct {
		Family, Phase string
		N             int
		Duals         []struct {
			Node           int
			Dualisable     bool
			Ranks          []int
			Fields         []field
			Superpotential []term
		}
	}
	if err := json.Unmarshal(data, &phases); err != nil {
		t.Fatal(err)
	}
	var list []cell
	for _, p := range phases {
		electric, err := catalogue.Find(strings.Replace(p.Phase, "C3/Z2xZ2", "C3/(Z2xZ2)", 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range p.Duals {
			if !d.Dualisable {
				continue
			}
			m := &quiver.Theory{Name: p.Phase + " dual", EncodesR: true}
			number := map[string]int{}
			for i, n := range d.Ranks {
				m.Nodes = append(m.Nodes, quiver.Node{Label: string(rune('a' + i)), Rank: n})
			}
			for _, f := range d.Fields {
				number[f.Name] = len(m.Arrows)
				m.Arrows = append(m.Arrows, quiver.Arrow{Label: f.Name, Source: f.Source, Target: f.Target, R: rational(f.R)})
			}
			for _, x := range d.Superpotential {
				word := make([]int, len(x.Word))
				for i, f := range x.Word {
					word[i] = number[f]
				}
				m.W = append(m.W, quiver.SuperpotentialTerm{Coefficient: rational(x.Coefficient), Word: word})
			}
			list = append(list, cell{p.Phase + "/" + string(rune('0'+d.Node)), p.Family == "conifold", electric.Theory(p.N), m})
		}
	}
	return list
}

// withTraces reads loops as U(N) matrices.
func withTraces(t *testing.T, th *quiver.Theory) *quiver.Theory {
	t.Helper()
	full, err := th.WithTraces()
	if err != nil {
		t.Fatal(err)
	}
	return full
}

func checkPair(t *testing.T, e, m *quiver.Theory, p claim.Profile) claim.Certificate {
	t.Helper()
	cert, err := Verifier{}.CheckPair(context.Background(), withTraces(t, e), withTraces(t, m), p)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// All duals certify, all dropped terms fail, and a flipped sign certifies exactly when a
// redefinition of fields absorbs it.
func TestCells(t *testing.T) {
	duals, drops, flips, removable := 0, 0, 0, 0
	for _, c := range cells(t) {
		duals++
		for _, p := range []claim.Profile{claim.Interaction, claim.Final} {
			if cert := checkPair(t, c.electric, c.magnetic, p); cert.Verdict != claim.VerdictCertified {
				t.Errorf("%s, %s: %s (%s)", c.name, p, cert.Verdict, cert.Reason)
			}
		}
		if c.conifold {
			continue
		}
		for _, p := range c.magnetic.Drops() {
			drops++
			if cert := checkPair(t, c.electric, p.Theory, claim.Interaction); cert.Verdict != claim.VerdictFailed {
				t.Errorf("%s without term %d: %s (%s)", c.name, p.Index, cert.Verdict, cert.Reason)
			}
		}
		for _, p := range c.magnetic.Flips() {
			flips++
			r, err := quiver.Redefinition(c.magnetic, p.Theory)
			if err != nil {
				t.Fatal(err)
			}
			want := claim.VerdictFailed
			if r.Exists {
				removable++
				want = claim.VerdictCertified
			}
			if cert := checkPair(t, c.electric, p.Theory, claim.Interaction); cert.Verdict != want {
				t.Errorf("%s with the sign of term %d flipped: %s (%s), want %s", c.name, p.Index, cert.Verdict, cert.Reason, want)
			}
		}
	}
	if duals != 28 || drops != 202 || flips != 202 || removable != 54 {
		t.Errorf("%d duals, %d drops, %d flips, %d removable; want 28, 202, 202, 54", duals, drops, flips, removable)
	}
}
