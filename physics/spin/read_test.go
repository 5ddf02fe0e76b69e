package spin

import (
	"bytes"
	"encoding/json"
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
