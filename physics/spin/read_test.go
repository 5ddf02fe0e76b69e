package spin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

func TestReadModel(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/models.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = bytes.TrimSpace(f.Data)
	}
	for _, f := range archive.Files {
		name, isModel := strings.CutSuffix(f.Name, ".json")
		if !isModel {
			continue
		}
		t.Run(name, func(t *testing.T) {
			want := string(files[name+".want"])
			m, err := ReadModel(f.Data)
			if message, isError := strings.CutPrefix(want, "error: "); isError {
				if err == nil || !strings.Contains(err.Error(), message) {
					t.Fatalf("error %v, want %q", err, message)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want {
				t.Errorf("read as %s\nwant    %s", got, want)
			}
			limit := 0.0
			if text, ok := files[name+".rounding"]; ok {
				if limit, err = strconv.ParseFloat(string(text), 64); err != nil {
					t.Fatal(err)
				}
				if m.Rounding == 0 {
					t.Error("Rounding is zero, although the numbers have no float64 of their own")
				}
			}
			if m.Rounding > limit {
				t.Errorf("Rounding is %g, want at most %g", m.Rounding, limit)
			}
		})
	}
}

// The values that the description of the format gives.
func TestSplitMix64(t *testing.T) {
	for k, want := range []uint64{10451216379200822465, 13757245211066428519, 17911839290282890590} {
		if got := SplitMix64(1, uint64(k)); got != want {
			t.Errorf("output %d of seed 1 is %d, want %d", k, got, want)
		}
	}
	if Sign(1, 0) != -1 || Sign(9, 3) != 1-2*int8(SplitMix64(9, 3)>>63) {
		t.Error("signs do not follow the top bit")
	}
	if u := Uniform(1, 0); u != float64(10451216379200822465>>11)/(1<<53) {
		t.Errorf("Uniform(1, 0) = %v", u)
	}
}

func TestRegularLattices(t *testing.T) {
	for _, c := range []struct{ n, d int }{{4, 3}, {6, 3}, {10, 3}, {60, 3}, {1000, 3}, {7, 4}, {9, 8}, {20, 10}, {2, 1}, {40, 20}, {41, 20}, {30, 15}, {60, 57}, {63, 32}} {
		for seed := range uint64(4) {
			edges, err := regularEdges(c.n, c.d, seed, maxTerms)
			if err != nil {
				t.Fatalf("%d-regular on %d: %v", c.d, c.n, err)
			}
			degree := make([]int, c.n)
			last := [2]int{-1, -1}
			for _, e := range edges {
				if e[0] >= e[1] || e[0] < last[0] || e[0] == last[0] && e[1] <= last[1] {
					t.Fatalf("%d-regular on %d: %v after %v", c.d, c.n, e, last)
				}
				last = e
				degree[e[0]]++
				degree[e[1]]++
			}
			for v, d := range degree {
				if d != c.d {
					t.Fatalf("%d-regular on %d: site %d has degree %d", c.d, c.n, v, d)
				}
			}
		}
	}
	// Every one of the 70 cubic graphs on six labelled sites turns up, the prism (60
	// labellings) and K3,3 (10) each about as often as they are many.
	seen := map[string]int{}
	for seed := range uint64(4000) {
		edges, err := regularEdges(6, 3, seed, maxTerms)
		if err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(edges)]++
	}
	if len(seen) != 70 {
		t.Fatalf("%d different cubic graphs on six sites, there are 70", len(seen))
	}
	for g, n := range seen {
		if n < 20 || n > 130 { // 57 expected
			t.Errorf("%s was drawn %d times of 4000", g, n)
		}
	}
}

func TestModelRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 8, 4)
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Model
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatal(err)
		}
		if back.N != m.N || back.Beta != m.Beta || len(back.Terms) != len(m.Terms) {
			t.Fatalf("%+v came back as %+v", m, back)
		}
		for i := range m.Terms {
			if !reflect.DeepEqual(m.Terms[i], back.Terms[i]) {
				t.Fatalf("term %d: %+v came back as %+v", i, m.Terms[i], back.Terms[i])
			}
		}
	})
}

func TestBondsMergeParallelTerms(t *testing.T) {
	m := &Model{N: 4, Beta: 1, Terms: []Term{
		{[]int{2, 1}, 1}, {[]int{0, 1}, 1e-30}, {[]int{1, 2}, 2}, {[]int{1, 0}, 1}, {[]int{3, 0}, 5}, {[]int{0, 3}, -5}, {[]int{1, 3}, 0},
	}}
	b, err := m.Bonds()
	if err != nil {
		t.Fatal(err)
	}
	if len(b.J) != 2 || b.J[b.Graph.Find(1, 2)] != 3 || b.J[b.Graph.Find(0, 1)] != 1 {
		t.Errorf("edges %v with couplings %v", b.Graph.Edges, b.J)
	}
	if b.Rounding != 1e-30 {
		t.Errorf("the sum 1e-30 + 1 lost %v, want 1e-30", b.Rounding)
	}
}

func TestConstructorsRefuse(t *testing.T) {
	for name, err := range map[string]error{
		"chain with too few fields": second(NewChain(1, []float64{1}, []float64{1})),
		"grid without rows":         second(NewGrid(1, nil, nil)),
		"ragged grid":               second(NewGrid(1, [][]float64{{1, 1}, {1}}, [][]float64{{1, 1, 1}})),
		"ragged vertical bonds":     second(NewGrid(1, [][]float64{{1, 1}, {1, 1}}, [][]float64{{1, 1}})),
		"torus of one row":          second(NewTorus(1, 4, 1, 1)),
		"Mattis with a zero":        second(NewMattis(1, 1, []int8{1, 0})),
		"pairs out of range":        second(NewPairs(2, 1, [][2]int{{0, 2}}, []float64{1})),
		"pairs without couplings":   second(NewPairs(2, 1, [][2]int{{0, 1}}, nil)),
	} {
		if err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

func FuzzReadModel(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/models.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		if strings.HasSuffix(file.Name, ".json") {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := readModel(data, 2000)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "spin: ") {
				t.Fatalf("an error without its origin: %v", err)
			}
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatalf("a model was read that is not valid: %v", err)
		}
		if !(m.Rounding >= 0) {
			t.Fatalf("Rounding is %v", m.Rounding)
		}
		explicit, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ReadModel(explicit)
		if err != nil {
			t.Fatalf("%v: %s", err, explicit)
		}
		if again, err := json.Marshal(back); err != nil || !bytes.Equal(again, explicit) {
			t.Fatalf("%s came back as %s", explicit, again)
		}
		if bits.Len(uint(m.N)) > 4 {
			return
		}
		if _, err := Analyze(m); err != nil {
			t.Fatal(err)
		}
	})
}
