package spin

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assay-physics/assay/math/graph"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		kind, size, boundary string
		known                bool
	}{
		{"triangular", "[4,5]", "open", true}, {"triangular", "[3,3]", "torus", true}, {"triangular", "[40,30]", "torus", true},
		{"honeycomb", "[3,4]", "open", true}, {"honeycomb", "[2,2]", "torus", true}, {"honeycomb", "[30,25]", "torus", true},
		{"cubic", "[2,3,4]", "open", true}, {"cubic", "[3,3,3]", "torus", true}, {"cubic", "[11,10,12]", "open", true},
		{"triangular", "[2,5]", "torus", false}, {"cubic", "[2,3,3]", "torus", false}, // parallel bonds
	} {
		text := fmt.Sprintf(`{"model":"ising","lattice":%q,"size":%s,"boundary":%q,"couplings":{"mattis":4},"beta":1}`, c.kind, c.size, c.boundary)
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Analyze(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(m, s); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if known := s.Pattern != nil && s.Pattern.Kind == c.kind; known != c.known {
			t.Errorf("%s: recognised: %t", text, known)
		}
		moves := 0
		for _, g := range s.Symmetry.Generators {
			if g.Name == "translation" {
				moves++
			}
		}
		if want := len(m.Lattice.Size); c.known && (moves == want) != (c.boundary == "torus") {
			t.Errorf("%s: %d translations", text, moves)
		}
		if !c.known {
			continue
		}
		// A bond that is not where it should be, a hint for another lattice, places mixed up.
		g, err := m.Graph()
		if err != nil {
			t.Fatal(err)
		}
		p := *s.Pattern
		p.Site = slices.Clone(p.Site)
		p.Site[0], p.Site[g.N-1] = p.Site[g.N-1], p.Site[0]
		if VerifyPattern(g, &p) == nil && g.N > 18 {
			t.Errorf("%s: places mixed up were accepted", text)
		}
		p = *s.Pattern
		p.Torus = !p.Torus
		if VerifyPattern(g, &p) == nil {
			t.Errorf("%s: another boundary was accepted", text)
		}
		fewer, err := graph.New(g.N, g.Edges[1:])
		if err != nil {
			t.Fatal(err)
		}
		if VerifyPattern(fewer, s.Pattern) == nil || patternOf(fewer, m.Lattice) != nil {
			t.Errorf("%s: a lattice with a bond less was accepted", text)
		}
	}
}

// The subdivision of a large lattice comes from a few of its lines.
func TestKuratowskiOfLargeLattices(t *testing.T) {
	for _, text := range []string{
		`{"model":"ising","lattice":"square","size":[90,80],"boundary":"torus","couplings":{"pm1":1},"beta":1}`,
		`{"model":"ising","lattice":"triangular","size":[60,70],"boundary":"torus","couplings":{"pm1":1},"beta":1}`,
		`{"model":"ising","lattice":"honeycomb","size":[50,40],"boundary":"torus","couplings":{"pm1":1},"beta":1}`,
		`{"model":"ising","lattice":"cubic","size":[20,20,20],"couplings":{"pm1":1},"beta":1}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		g, err := m.Graph()
		if err != nil {
			t.Fatal(err)
		}
		p := findPlanarity(g, squareOf(g, m.Lattice), patternOf(g, m.Lattice))
		if p.Planar || p.Kuratowski == nil {
			t.Fatalf("%s: planar: %t", text, p.Planar)
		}
		if err := graph.VerifyKuratowski(g, *p.Kuratowski); err != nil {
			t.Error(err)
		}
	}
}
