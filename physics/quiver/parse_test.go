package quiver_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
)

const smallTheory = `{"name":"t","node_labels":["SU(2)_0","SU(3)_1"],"ranks":[2,3],"u1_globals":["U(1)_R"],
 "arrows":[{"label":"X01[0]","source":0,"target":1,"r_charge":"1/2"},{"label":"X10[0]","source":1,"target":0,"r_charge":"3/2"},{"label":"Phi1[0]","source":1,"target":1,"r_charge":"-1"}],
 "singlets":[{"label":"S1[0]","r_charge":"1"}],
 "superpotential":[{"factors":["X01[0]","X10[0]"],"coefficient":"1"},{"factors":["S1[0]","Phi1[0]","Phi1[0]"],"coefficient":"-2/3"}]}`

// The published form is written as it was read.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		th, err := quiver.ParseTheory(want)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		got, err := json.Marshal(th)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, bytes.TrimSpace(want)) {
			t.Errorf("%s: written as\n%s", file, got)
		}
	}
}

// Every way to be malformed is an error that names the place.
func TestMalformed(t *testing.T) {
	if _, err := quiver.ParseTheory([]byte(smallTheory)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, old, new, want string }{
		{"truncated", `"coefficient":"-2/3"}]}`, `"coefficient":"-2/3"}]`, "not JSON"},
		{"trailing", `"-2/3"}]}`, `"-2/3"}]} {}`, "not JSON"},
		{"NaN", `"r_charge":"3/2"`, `"r_charge":NaN`, "line 2"},
		{"not an object", smallTheory, `[1]`, "is not an object"},
		{"unknown key", `"ranks":[2,3]`, `"ranks":[2,3],"rank":1`, `unknown key "rank"`},
		{"unknown key of an arrow", `"target":1,"r_charge":"-1"`, `"target":1,"charge":0,"r_charge":"-1"`, `arrows[2]: unknown key "charge"`},
		{"repeated key", `"ranks":[2,3]`, `"ranks":[2,3],"ranks":[3,3]`, `"ranks" is written twice`},
		{"repeated key of a term", `"coefficient":"1"`, `"coefficient":"1","coefficient":"2"`, `superpotential[0]: key "coefficient" is written twice`},
		{"missing key", `"ranks":[2,3],`, ``, `key "ranks" is missing`},
		{"missing R", `,"r_charge":"1/2"`, ``, `arrows[0]: key "r_charge" is missing`},
		{"name", `"name":"t"`, `"name":3`, "name: 3 is not a string"},
		{"rank as a string", `[2,3]`, `[2,"3"]`, `ranks[1] (SU(3)_1): "3" is not a whole number`},
		{"rank as a boolean", `[2,3]`, `[true,3]`, `ranks[0] (SU(2)_0): true is not a whole number`},
		{"rank as a float", `[2,3]`, `[2.0,3]`, `ranks[0] (SU(2)_0): 2.0 is not a whole number`},
		{"rank with exponent", `[2,3]`, `[2e0,3]`, `is not a whole number`},
		{"rank 1", `[2,3]`, `[1,3]`, `ranks[0] (SU(2)_0): 1 is not between 2`},
		{"huge rank", `[2,3]`, `[2,99999999999999999999]`, `ranks[1] (SU(3)_1)`},
		{"fewer ranks", `[2,3]`, `[2]`, "2 node_labels and 1 ranks"},
		{"source null", `"source":1,"target":0`, `"source":null,"target":0`, "arrows[1]: (X10[0]) source: null is not a whole number"},
		{"dangling", `"source":1,"target":0`, `"source":1,"target":2`, "arrows[1]: (X10[0]) target: 2 is not between 0 and 1"},
		{"negative", `"source":1,"target":0`, `"source":-1,"target":0`, "source: -1 is not between"},
		{"R as a float", `"r_charge":"3/2"`, `"r_charge":1.5`, "arrows[1]: (X10[0]) r_charge: 1.5 is a floating-point number"},
		{"R in words", `"r_charge":"3/2"`, `"r_charge":"half"`, `r_charge: "half" is not a rational number`},
		{"R with exponent", `"r_charge":"3/2"`, `"r_charge":"1e999999999"`, `is not a rational number`},
		{"R over zero", `"r_charge":"3/2"`, `"r_charge":"3/0"`, `is not a rational number`},
		{"R hexadecimal", `"r_charge":"3/2"`, `"r_charge":"0x3"`, `is not a rational number`},
		{"R with underscores", `"r_charge":"3/2"`, `"r_charge":"3_0/2"`, `is not a rational number`},
		{"R in other digits", `"r_charge":"3/2"`, `"r_charge":"٣/2"`, `is not a rational number`},
		{"R infinite", `"r_charge":"3/2"`, `"r_charge":"inf"`, `is not a rational number`},
		{"R too long", `"r_charge":"3/2"`, `"r_charge":"` + strings.Repeat("1", 300) + `"`, `more than 200 digits`},
		{"label of other ends", `"label":"X10[0]"`, `"label":"X01[1]"`, "is labelled X10[0]"},
		{"label with a gap", `"label":"X10[0]"`, `"label":"X10[1]"`, "is labelled X10[0]"},
		{"label in other digits", `"label":"X10[0]"`, `"label":"X10[٠]"`, "not printable ASCII"},
		{"label of a loop", `"label":"Phi1[0]"`, `"label":"X11[0]"`, "is labelled Phi1[0]"},
		{"label with space", `"label":"X10[0]"`, `"label":"X10[0] "`, "not printable ASCII"},
		{"empty label", `"SU(2)_0"`, `""`, "1 to 64 characters"},
		{"singlet label", `"label":"S1[0]"`, `"label":"T1[0]"`, "singlets are labelled S{u}[k]"},
		{"singlet label with a gap", `"label":"S1[0]"`, `"label":"S1[1]"`, "singlets are labelled S{u}[k]"},
		{"repeated node", `"SU(3)_1"`, `"SU(2)_0"`, "labels must be unique"},
		{"other global", `"U(1)_R"`, `"U(1)_B"`, `only "U(1)_R"`},
		{"two globals", `["U(1)_R"]`, `["U(1)_R","U(1)_R"]`, "more than the limit of 1"},
		{"open word", `["X01[0]","X10[0]"]`, `["X01[0]","Phi1[0]"]`, "term 0: Phi1[0] ends at node 1 and X01[0] starts at node 0: the word is not closed"},
		{"word of one arrow", `["X01[0]","X10[0]"]`, `["X01[0]"]`, "the word is not closed"},
		{"empty word", `["X01[0]","X10[0]"]`, `[]`, "term 0: it has no factors"},
		{"unknown field", `["X01[0]","X10[0]"]`, `["X01[0]","X10[1]"]`, `superpotential[0].factors[1]: there is no field "X10[1]"`},
		{"factor as a number", `["X01[0]","X10[0]"]`, `[0,1]`, "superpotential[0].factors[0]: 0 is not a label"},
		{"coefficient 0", `"coefficient":"1"`, `"coefficient":"0"`, "coefficient is zero"},
		{"coefficient in words", `"coefficient":"1"`, `"coefficient":"one half"`, `superpotential[0].coefficient: "one half" is not a rational number`},
		{"coefficient as a list", `"coefficient":"1"`, `"coefficient":["1"]`, `a list is not a rational number`},
		{"too many factors", `["X01[0]","X10[0]"]`, `["X01[0]"` + strings.Repeat(`,"X10[0]"`, 64) + `]`, "more than the limit of 64"},
		{"arrows as an object", `"arrows":[`, `"arrows":{},"x":[`, `unknown key "x"`},
		{"deep nesting", `"name":"t"`, `"name":` + strings.Repeat("[", 100) + strings.Repeat("]", 100), "nested deeper"},
		{"invalid UTF-8", `"name":"t"`, "\"name\":\"\xff\"", "not valid UTF-8"},
		{"null", smallTheory, "null", "null is not an object"},
		{"nothing", smallTheory, "", "not JSON"},
	} {
		text := strings.Replace(smallTheory, c.old, c.new, 1)
		if text == smallTheory {
			t.Errorf("%s: nothing was changed", c.what)
			continue
		}
		_, err := quiver.ParseTheory([]byte(text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.what, err, c.want)
		}
	}
}

// What can be written in other ways means the same.
func TestLenient(t *testing.T) {
	want, err := quiver.ParseTheory([]byte(smallTheory))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{
		{`"r_charge":"1/2"`, `"r_charge":"0.5"`},
		{`"r_charge":"1/2"`, `"r_charge":"2/4"`},
		{`"r_charge":"-1"`, `"r_charge":-1`},
		{`["X01[0]","X10[0]"]`, `["X10[0]","X01[0]"]`},
		{`["S1[0]","Phi1[0]","Phi1[0]"]`, `["Phi1[0]","S1[0]","Phi1[0]"]`},
		{`"name":"t",`, ``},
	} {
		got, err := quiver.ParseTheory([]byte(strings.Replace(smallTheory, c[0], c[1], 1)))
		if err != nil {
			t.Errorf("%s: %v", c[1], err)
			continue
		}
		got.Name = want.Name
		a, _ := json.Marshal(want.Relabel())
		b, _ := json.Marshal(got.Relabel())
		if !bytes.Equal(a, b) {
			t.Errorf("%s: read as %s", c[1], b)
		}
	}
}

func FuzzParseTheory(f *testing.F) {
	f.Add([]byte(smallTheory))
	files, _ := filepath.Glob("testdata/*.json")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		th, err := quiver.ParseTheory(data)
		if err != nil {
			return
		}
		first, err := json.Marshal(th)
		if err != nil {
			t.Fatalf("a theory that was read cannot be written: %v", err)
		}
		again, err := quiver.ParseTheory(first)
		if err != nil {
			t.Fatalf("a theory that was written cannot be read: %v\n%s", err, first)
		}
		second, err := json.Marshal(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Fatalf("written as %s, then as %s (%v)", first, second, err)
		}
		if r := th.Relabel(); r.Validate() != nil {
			t.Fatalf("relabelled theory: %v", r.Validate())
		}
	})
}
