package spin

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/graph"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestStructureOfRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 18, rapid.IntRange(1, 4).Draw(t, "max order"))
		s, err := Analyze(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(m, s); err != nil {
			t.Fatal(err)
		}
		if s.WidthLower > s.Width {
			t.Fatalf("treewidth between %d and %d", s.WidthLower, s.Width)
		}
		again, err := Analyze(m)
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("a second analysis differs, error %v", err)
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Structure
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(m, back); err != nil {
			t.Fatalf("after a round trip through JSON: %v", err)
		}
	})
}

// facts are the statements that a table can hold.
type facts struct {
	Components, MaxOrder, Width, WidthLower       int
	Field, Uniform, UniformSign, Planar, Balanced bool
	Bipartite, Complete, RankOne, Chain, Torus    bool
	Kind                                          string // of the Kuratowski subdivision
	Lattice                                       [2]int
}

func factsOf(s Structure) facts {
	f := facts{
		Components: s.Components, MaxOrder: s.MaxOrder, Width: s.Width, WidthLower: s.WidthLower,
		Field: s.Field, Uniform: s.Uniform, UniformSign: s.UniformSign, Planar: s.Planar, Balanced: s.Balanced,
		Bipartite: s.Bipartite, Complete: s.Complete, RankOne: s.RankOne != nil, Chain: s.Chain != nil, Torus: s.Torus != nil,
	}
	if s.Kuratowski != nil {
		f.Kind = s.Kuratowski.Kind
	}
	if s.Lattice != nil {
		f.Lattice = [2]int{s.Lattice.Rows, s.Lattice.Cols}
	}
	return f
}

func TestStructureOfTheTasks(t *testing.T) {
	for _, c := range []struct {
		name, model string
		want        facts
	}{
		{"P01", `{"model":"ising","lattice":"chain","size":[14],"couplings":"-0.7","beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 1, WidthLower: 1, Uniform: true, UniformSign: true,
			Planar: true, Balanced: true, Bipartite: true, Chain: true}},
		{"P02", `{"model":"ising","lattice":"chain","size":[40],"couplings":1,"fields":{"uniform":[-1,1],"seed":71},"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 1, WidthLower: 1, Field: true, Uniform: true, UniformSign: true,
			Planar: true, Balanced: true, Bipartite: true, Chain: true}},
		{"P03", `{"model":"ising","lattice":"square","size":[4,4],"boundary":"torus","couplings":1,"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 6, WidthLower: 6, Uniform: true, UniformSign: true,
			Balanced: true, Bipartite: true, Torus: true, Kind: "K5", Lattice: [2]int{4, 4}}},
		{"P03 odd", `{"model":"ising","lattice":"square","size":[3,3],"boundary":"torus","couplings":1,"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 5, WidthLower: 5, Uniform: true, UniformSign: true,
			Balanced: true, Torus: true, Kind: "K5", Lattice: [2]int{3, 3}}},
		{"P04", `{"model":"ising","lattice":"square","size":[5,5],"couplings":{"pm1":1},"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 5, WidthLower: 5, Planar: true, Bipartite: true, Lattice: [2]int{5, 5}}},
		{"P04 balanced", `{"model":"ising","lattice":"square","size":[5,6],"couplings":{"mattis":1},"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 5, WidthLower: 5, Planar: true, Balanced: true, Bipartite: true, Lattice: [2]int{5, 6}}},
		{"P05", `{"model":"ising","lattice":"complete","size":[10],"couplings":{"mattis":[1,1,-1,-1,-1,1,-1,-1,-1,-1]},"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 9, WidthLower: 9, Balanced: true, Complete: true, RankOne: true, Kind: "K5"}},
		{"P06", `{"model":"ising","n":10,"beta":1,"terms":[{"sites":[0,1],"J":1},{"sites":[1,2],"J":1},{"sites":[2,3],"J":1},{"sites":[3,4],"J":1},{"sites":[4,0],"J":1},
			{"sites":[0,5],"J":1},{"sites":[1,6],"J":1},{"sites":[2,7],"J":-1},{"sites":[3,8],"J":1},{"sites":[4,9],"J":1},
			{"sites":[5,7],"J":1},{"sites":[7,9],"J":1},{"sites":[9,6],"J":1},{"sites":[6,8],"J":1},{"sites":[8,5],"J":1}]}`, facts{
			Components: 1, MaxOrder: 2, Width: 4, WidthLower: 4, Kind: "K3,3"}},
		{"antiferromagnet on all pairs", `{"model":"ising","lattice":"complete","size":[6],"couplings":-1,"beta":1}`, facts{
			Components: 1, MaxOrder: 2, Width: 5, WidthLower: 5, Uniform: true, UniformSign: true,
			Complete: true, RankOne: true, Kind: "K5"}},
		{"three spins at a time", `{"model":"ising","n":5,"beta":1,"terms":[{"sites":[0,1,2],"J":1},{"sites":[2,3,4],"J":1},{"sites":[4],"J":0}]}`, facts{
			Components: 1, MaxOrder: 3, Width: 2, WidthLower: 2, Uniform: true, UniformSign: true,
			Planar: true, Balanced: true, Bipartite: true}},
		{"loose spins", `{"model":"ising","n":3,"beta":1,"terms":[{"sites":[0],"J":1}]}`, facts{
			Components: 3, MaxOrder: 1, Field: true, Uniform: true, UniformSign: true, Planar: true, Balanced: true, Bipartite: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := ReadModel([]byte(c.model))
			if err != nil {
				t.Fatal(err)
			}
			for name, m := range map[string]*Model{"as it is": m, "shuffled": shuffled(m, 1)} {
				s, err := Analyze(m)
				if err != nil {
					t.Fatal(err)
				}
				if err := CheckStructure(m, s); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				got, want := factsOf(s), c.want
				if got.Lattice[0] > got.Lattice[1] {
					got.Lattice[0], got.Lattice[1] = got.Lattice[1], got.Lattice[0]
				}
				if name == "shuffled" {
					got.Kind, want.Kind = "", "" // either subdivision may be met first
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: structure differs (−want +got):\n%s", name, diff)
				}
			}
		})
	}
}

// Random-regular graphs at the sizes of P06 and beyond: nothing makes them tractable but
// their width.
func TestStructureOfRegularSpinGlasses(t *testing.T) {
	for _, size := range []string{"20", "60", "200"} {
		m, err := ReadModel([]byte(`{"model":"ising","lattice":"random-regular","size":[` + size + `,3],"seed":3,"couplings":{"pm1":5},"beta":1}`))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Analyze(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(m, s); err != nil {
			t.Fatal(err)
		}
		if s.Planar || s.Balanced || s.Bipartite || s.Lattice != nil || s.WidthLower < 3 {
			t.Errorf("n = %s: %+v", size, factsOf(s))
		}
		t.Logf("n = %s: treewidth between %d and %d", size, s.WidthLower, s.Width)
	}
}

func TestSquareRecognition(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		torus      bool
	}{{2, 2, false}, {2, 9, false}, {3, 3, false}, {9, 4, false}, {30, 30, false}, {3, 3, true}, {3, 4, true}, {4, 3, true}, {4, 4, true}, {5, 3, true},
		{4, 7, true}, {6, 6, true}, {12, 3, true}, {4, 12, true}, {8, 6, true}, {25, 16, true}, {16, 16, true}, {5, 90, true}, {37, 29, true}} {
		for seed := range uint64(5) {
			g, err := graph.Grid(c.rows, c.cols, c.torus)
			if err != nil {
				t.Fatal(err)
			}
			m := &Model{N: g.N, Beta: 1, Terms: pairTerms(g.Edges, func(int) float64 { return 1 })}
			sh, err := shuffled(m, seed).Graph()
			if err != nil {
				t.Fatal(err)
			}
			s := squareOf(sh, nil)
			if s == nil {
				t.Fatalf("%d×%d, torus %t, seed %d: not recognised", c.rows, c.cols, c.torus, seed)
			}
			if err := VerifySquare(sh, s); err != nil {
				t.Fatal(err)
			}
			same := s.Rows == c.rows && s.Cols == c.cols || s.Rows == c.cols && s.Cols == c.rows
			if s.Torus != c.torus || !same {
				t.Errorf("%d×%d, torus %t: recognised as %d×%d, torus %t", c.rows, c.cols, c.torus, s.Rows, s.Cols, s.Torus)
			}
		}
	}
}

// Graphs that look like lattices and are none.
func TestSquareRecognitionRefuses(t *testing.T) {
	twisted := func(rows, cols, shift int) *graph.Graph { // a torus closed with a shift
		var edges []graph.Edge
		for r := range rows {
			for c := range cols {
				edges = append(edges, graph.Edge{r*cols + c, r*cols + (c+1)%cols})
				down := (r + 1) % rows * cols
				if r+1 < rows {
					edges = append(edges, graph.Edge{r*cols + c, down + c})
				} else {
					edges = append(edges, graph.Edge{r*cols + c, down + (c+shift)%cols})
				}
			}
		}
		g, err := graph.New(rows*cols, edges)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	if s := squareOf(twisted(6, 7, 0), nil); s == nil {
		t.Error("an honest torus was refused")
	}
	rewired, err := graph.Grid(5, 5, false)
	if err != nil {
		t.Fatal(err)
	}
	edges := append([]graph.Edge{}, rewired.Edges...)
	a, b := edges[3], edges[30]
	edges[3], edges[30] = graph.Edge{a[0], b[1]}, graph.Edge{b[0], a[1]}
	if rewired, err = graph.New(25, edges); err != nil {
		t.Fatal(err)
	}
	regular, err := (&Lattice{Kind: "random-regular", Size: []int{36, 4}, Seed: 1}).Edges(maxTerms)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewPairs(36, 1, regular, make([]float64, len(regular)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Terms {
		m.Terms[i].J = 1
	}
	random, err := m.Graph()
	if err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]*graph.Graph{
		"twisted torus": twisted(6, 7, 2), "rewired grid": rewired, "random 4-regular graph": random,
	} {
		if s := squareOf(g, nil); s != nil {
			t.Errorf("%s was recognised as %d×%d, torus %t", name, s.Rows, s.Cols, s.Torus)
		}
	}
	// A wrong hint is not believed.
	if s := squareOf(random, &Lattice{Kind: "square", Size: []int{6, 6}, Torus: true}); s != nil {
		t.Error("a hint was believed")
	}
}

// CheckStructure must notice every kind of false statement.
func TestCheckStructureRefuses(t *testing.T) {
	read := func(text string) *Model {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	grid := read(`{"model":"ising","lattice":"square","size":[5,5],"couplings":{"pm1":1},"beta":1}`)
	torus := read(`{"model":"ising","lattice":"square","size":[5,5],"boundary":"torus","couplings":1,"beta":1}`)
	mattis := read(`{"model":"ising","lattice":"complete","size":[7],"couplings":{"mattis":2},"beta":1}`)
	chain := read(`{"model":"ising","lattice":"chain","size":[9],"couplings":1,"beta":1}`)
	for _, c := range []struct {
		name string
		m    *Model
		lie  func(s *Structure)
	}{
		{"wrong count", grid, func(s *Structure) { s.Edges++ }},
		{"field", grid, func(s *Structure) { s.Field = true }},
		{"uniform", grid, func(s *Structure) { s.UniformSign = true }},
		{"components", grid, func(s *Structure) { s.Components = 2 }},
		{"complete", grid, func(s *Structure) { s.Complete = true }},
		{"not planar", grid, func(s *Structure) { s.Planar = false }},
		{"embedding changed", grid, func(s *Structure) {
			r := s.Embedding[12]
			r[0], r[1] = r[1], r[0]
		}},
		{"balanced", grid, func(s *Structure) {
			s.Balanced = true
			s.Switching = make([]int8, 25)
			for i := range s.Switching {
				s.Switching[i] = 1
			}
		}},
		{"cycle cut short", grid, func(s *Structure) { s.FrustratedCycle = s.FrustratedCycle[1:] }},
		{"sides", grid, func(s *Structure) { s.Sides[3] = -s.Sides[3] }},
		{"narrower", grid, func(s *Structure) { s.Width-- }},
		{"lower bound too high", grid, func(s *Structure) { s.WidthLower++ }},
		{"order not one", grid, func(s *Structure) { s.Order[0] = s.Order[1] }},
		{"grid relabelled", grid, func(s *Structure) { s.Lattice.Site[0], s.Lattice.Site[7] = s.Lattice.Site[7], s.Lattice.Site[0] }},
		{"lower bound by hearsay", grid, func(s *Structure) { s.WidthLowerBy = "folklore" }},
		{"planar torus", torus, func(s *Structure) { s.Planar, s.Embedding = true, s.Torus }},
		{"no subdivision", torus, func(s *Structure) { s.Kuratowski = nil }},
		{"subdivision with a path less", torus, func(s *Structure) { s.Kuratowski.Paths = s.Kuratowski.Paths[1:] }},
		{"torus as open grid", torus, func(s *Structure) { s.Lattice.Torus = false }},
		{"torus with a grid's bound", torus, func(s *Structure) { s.WidthLowerBy = "grid" }},
		{"minor for more", torus, func(s *Structure) { s.WidthLower += 3 }},
		{"torus rotation broken", torus, func(s *Structure) { s.Torus[3] = s.Torus[3][1:] }},
		{"wrong xi", mattis, func(s *Structure) { s.RankOne.Xi[2] = -s.RankOne.Xi[2] }},
		{"wrong strength", mattis, func(s *Structure) { s.RankOne.C = 2 }},
		{"path out of order", chain, func(s *Structure) { s.Chain[2], s.Chain[3] = s.Chain[3], s.Chain[2] }},
		{"path that repeats", chain, func(s *Structure) { s.Chain[2] = s.Chain[3] }},
	} {
		s, err := Analyze(c.m)
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckStructure(c.m, s); err != nil {
			t.Fatalf("before the lie: %v", err)
		}
		c.lie(&s)
		if err := CheckStructure(c.m, s); err == nil {
			t.Errorf("%s: the structure was accepted", c.name)
		}
	}
}

func TestStructureGolden(t *testing.T) {
	for name, text := range map[string]string{
		"structure_grid.json":  `{"model":"ising","lattice":"square","size":[3,3],"couplings":{"pm1":1},"beta":1}`,
		"structure_torus.json": `{"model":"ising","lattice":"square","size":[3,3],"boundary":"torus","couplings":{"pm1":5},"beta":1}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s, err := Analyze(m)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.MarshalIndent(s, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, '\n')
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (−want +got; -update rewrites it):\n%s", path, diff)
		}
	}
}

// Large lattices are analysed in nearly linear time; this would not end otherwise.
func TestStructureOfLargeLattices(t *testing.T) {
	for _, text := range []string{
		`{"model":"ising","lattice":"square","size":[150,140],"couplings":{"pm1":1},"beta":1}`,
		`{"model":"ising","lattice":"square","size":[60,70],"boundary":"torus","couplings":{"pm1":1},"beta":1}`,
		`{"model":"ising","lattice":"chain","size":[30000],"boundary":"torus","couplings":{"pm1":1},"beta":1}`,
		`{"model":"ising","lattice":"complete","size":[150],"couplings":{"pm1":1},"beta":1}`,
	} {
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
		t.Logf("%s: treewidth between %d (%s) and %d", text, s.WidthLower, s.WidthLowerBy, s.Width)
	}
}

func BenchmarkAnalyze(b *testing.B) {
	for name, text := range map[string]string{
		"grid64":     `{"model":"ising","lattice":"square","size":[64,64],"couplings":{"pm1":1},"beta":1}`,
		"regular200": `{"model":"ising","lattice":"random-regular","size":[200,3],"seed":1,"couplings":{"pm1":1},"beta":1}`,
	} {
		m, err := ReadModel([]byte(text))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Analyze(m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
