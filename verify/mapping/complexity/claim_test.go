package complexity

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// testCase is a line of testdata/claims.jsonl. Source says who vouches for
// the reading; without it, the reading was worked out by hand.
type testCase struct {
	Text       string   `json:"text"`
	Env        string   `json:"env,omitempty"` // "square" (default), "degree", "none"
	Canonical  string   `json:"canonical,omitempty"`
	Family     Family   `json:"family,omitempty"`
	Parameters []string `json:"parameters,omitempty"`
	Ambiguous  []string `json:"ambiguous,omitempty"`
	Formula    string   `json:"formula,omitempty"`
	Note       string   `json:"note,omitempty"`  // part of a note
	Error      string   `json:"error,omitempty"` // part of the message
	Source     string   `json:"source,omitempty"`
}

func readCases(t testing.TB) []testCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "claims.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []testCase
	scanner := bufio.NewScanner(bytes.NewReader(data))
	for line := 1; scanner.Scan(); line++ {
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(scanner.Bytes()))
		decoder.DisallowUnknownFields()
		var c testCase
		if err := decoder.Decode(&c); err != nil {
			t.Fatalf("claims.jsonl:%d: %v", line, err)
		}
		cases = append(cases, c)
	}
	return cases
}

func (c testCase) env(t *testing.T) Env {
	t.Helper()
	switch c.Env {
	case "", "square":
		return SquareLattice()
	case "degree":
		return BoundedDegree()
	case "none":
		return nil
	}
	t.Fatalf("no environment is called %q", c.Env)
	return nil
}

func TestClaims(t *testing.T) {
	cases := readCases(t)
	if len(cases) < 200 {
		t.Errorf("only %d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Text, func(t *testing.T) {
			claim, err := Parse(c.Text, c.env(t))
			if c.Error != "" {
				var syntax *SyntaxError
				if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.Error) {
					t.Fatalf("got %q, %v; want a SyntaxError with %q", claim.Canonical, err, c.Error)
				}
				if syntax.Text != c.Text {
					t.Errorf("the error is about %q", syntax.Text)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if claim.Canonical != c.Canonical {
				t.Errorf("read as %s, want %s", claim.Canonical, c.Canonical)
			}
			if claim.Growth.Family != c.Family {
				t.Errorf("family %s, want %s", claim.Growth.Family, c.Family)
			}
			if !slices.Equal(claim.Growth.Parameters, c.Parameters) {
				t.Errorf("parameters %v, want %v", claim.Growth.Parameters, c.Parameters)
			}
			var ambiguous []string
			for _, a := range claim.Ambiguous {
				ambiguous = append(ambiguous, a.Canonical)
			}
			if !slices.Equal(ambiguous, c.Ambiguous) {
				t.Errorf("ambiguous with %v, want %v", ambiguous, c.Ambiguous)
			}
			if c.Formula != "" && claim.Formula != c.Formula {
				t.Errorf("formula %q, want %q", claim.Formula, c.Formula)
			}
			if c.Note != "" && !strings.Contains(strings.Join(claim.Notes, "\n"), c.Note) {
				t.Errorf("notes %q lack %q", claim.Notes, c.Note)
			}
			if problem := roundTrip(claim); problem != "" {
				t.Error(problem)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		order Order
		axis  Axis
	}{
		{"O(n)", "O(n)", Equal, AxisNone},
		{"O(2n)", "O(n + 5)", Equal, AxisNone},
		{"O(n)", "O(n^3)", Less, AxisDegree},
		{"O(n^3)", "O(n^{1.5})", Greater, AxisDegree},
		{"O(n)", "O(n log n)", Less, AxisLog},
		{"O(n log n)", "O(n^{1.01})", Less, AxisDegree},
		{"O(1)", "O(log n)", Less, AxisFamily},
		{"O(log n)", "O((log n)^2)", Less, AxisLog},
		{"O(log n)", "O(n)", Less, AxisFamily},
		{"O(n^{100})", "O(n^{log n})", Less, AxisFamily},
		{"O(n^{log n})", "O(1.01^{√n})", Less, AxisFamily},
		{"O(n^{log n})", "O(n^{log^2 n})", Less, AxisExponent},
		{"O(n 2^{√n})", "O(L 2^L)", Greater, AxisDegree},
		{"O(2^{√n})", "O(4^{√n})", Less, AxisRate},
		{"O(n^9 2^{√n})", "O(4^{√n})", Less, AxisRate},
		{"O(2^{n^{1/3}})", "O(2^{√n})", Less, AxisExponent},
		{"O(8^L)", "O(1.1^n)", Less, AxisFamily},
		{"O(2^{n/2})", "O(2^n)", Less, AxisRate},
		{"O(2^n)", "O(n 2^n)", Less, AxisDegree},
		{"O(2^n/n)", "O(2^n)", Less, AxisDegree},
		{"O(2^n)", "O(n!)", Less, AxisFamily},
		{"O(n!)", "O(n^n)", Less, AxisLog},
		{"O(n^n)", "O(2^{n^2})", Less, AxisFamily},
		{"O(2^{n^2})", "O(2^{2^n})", Less, AxisExponent},
		{"O(2^{2^n})", "O(3^{3^n})", Unknown, AxisExponent},
		{"O(2^{n/log n})", "O(2^n)", Less, AxisFamily},
		{"2^{O(L)}", "O(L 2^L)", Unknown, AxisRate},
		{"2^{O(L)}", "O(n^3)", Greater, AxisFamily},
		{"poly(n)", "O(n^3)", Unknown, AxisDegree},
		{"poly(n)", "O(2^n)", Less, AxisFamily},
		{"Õ(n)", "O(n)", Unknown, AxisLog},
		{"Õ(n)", "O(n^2)", Less, AxisDegree},
		{"O*(2^n)", "O(2^n)", Unknown, AxisDegree},
		{"O*(2^n)", "O(3^n)", Less, AxisRate},
		{"2^{n + O(log n)}", "O(3^n)", Less, AxisRate},
		{"n^{2+O(1)}", "O(n)", Greater, AxisDegree},
		{"O(n 2^{tw})", "O(n)", Unknown, AxisParameters},
		{"O(n 2^{tw})", "O(2^{tw} n)", Equal, AxisNone},
		{"2^{O(√n)}", "2^{Õ(√n)}", Unknown, AxisExponent},
		{"O(2^{√n log n})", "O(100^{√n})", Greater, AxisExponent},
	} {
		a, err := Parse(c.a, SquareLattice())
		if err != nil {
			t.Fatal(err)
		}
		b, err := Parse(c.b, SquareLattice())
		if err != nil {
			t.Fatal(err)
		}
		r := Compare(a.Growth, b.Growth)
		if r.Order != c.order || r.Axis != c.axis {
			t.Errorf("%s against %s: %s by %q (%s), want %s by %q", c.a, c.b, r.Order, r.Axis, r.Reason, c.order, c.axis)
		}
		if r.Reason == "" {
			t.Errorf("%s against %s: no reason", c.a, c.b)
		}
		same := a.Growth.Family == b.Growth.Family && c.axis != AxisParameters
		if r.SameFamily() != same || r.FamilyDiffers() != (c.axis == AxisFamily) {
			t.Errorf("%s against %s: SameFamily %t, FamilyDiffers %t", c.a, c.b, r.SameFamily(), r.FamilyDiffers())
		}
	}
}

func TestEnv(t *testing.T) {
	for _, c := range []struct {
		text      string
		env       Env
		canonical string
	}{
		{"O(L 2^L)", Env{"L": "n^{1/3}"}, "O(n^{1/3} 2^{n^{1/3}})"},
		{`O(\ell^3)`, Env{"L": "n"}, "O(n^{3})"},
		{"O(n 2^{tw})", Env{"tw": "n^{1/2}"}, "O(n 2^{n^{1/2}})"},
		{"O(n 2^{treewidth})", Env{"tw": "3"}, "O(n)"},
		{"O(n 2^w) where w is the treewidth", Env{"tw": "log n"}, "O(n^{2})"},
		{"O(n 2^{tw}), tw = 1", Env{"tw": "n"}, "O(n 2^{n})"}, // the caller knows better
		{"O(|E| q^2)", Env{"m": "n^2"}, "O(n^{2})"},
		{"O(q^n)", Env{"q": "3"}, "O(3^{n})"},
	} {
		claim, err := Parse(c.text, c.env)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if claim.Canonical != c.canonical {
			t.Errorf("%s with %v: %s, want %s", c.text, c.env, claim.Canonical, c.canonical)
		}
	}

	_, err := Parse("O(n)", Env{"L": "n^{"})
	var syntax *SyntaxError
	if err == nil || errors.As(err, &syntax) || !strings.Contains(err.Error(), `symbol "L"`) {
		t.Errorf("a bad environment gave %v", err)
	}
}

func TestGrowthAccessors(t *testing.T) {
	g, err := Of(`n^{2} (log n)^3 4^{\sqrt n}`)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]struct {
		value Interval
		want  float64
	}{
		"exponent":  {g.Exponent(), 0.5},
		"rate":      {g.Rate(), 1.3862943611198906},
		"degree":    {g.Degree(), 2},
		"log power": {g.LogPower(), 3},
	} {
		if !got.value.equal(exactly(got.want)) {
			t.Errorf("%s is %v, want %v", name, got.value, got.want)
		}
	}
}

func TestJSON(t *testing.T) {
	claim, err := Parse("2^{O(L)} n^2", SquareLattice())
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(claim)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"text":"2^{O(L)} n^2","formula":"2^{O(L)} n^2","notation":"","canonical":"O(n^{2} 2^{O(n^{1/2})})","growth":{"family":"subexponential","terms":[` +
		`{"coef":{"min":0},"n":0.5,"log":0,"loglog":0,"logloglog":0},{"coef":2,"n":0,"log":1,"loglog":0,"logloglog":0}],"formula":"n^{2} 2^{O(n^{1/2})}"}}`
	if string(data) != want {
		t.Errorf("got  %s\nwant %s", data, want)
	}
	var back Claim
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if problem := growthsDiffer(claim.Growth, back.Growth); problem != "" {
		t.Error(problem)
	}
}

// TestManifests reads every complexity of the shared candidate programs and
// compares the true ones with the family that the manifest states.
func TestManifests(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..", "shared", "statmech")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared data beside the repository: %v", err)
	}
	families := map[string][]Family{
		"const": {Constant}, "poly": {Polylog, Polynomial}, "subexp": {Subexponential}, "exp": {Exponential},
	}
	read := 0
	for _, folder := range []string{"candidates", "candidates_2"} {
		data, err := os.ReadFile(filepath.Join(root, folder, "manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		type entry struct {
			File    string `json:"file"`
			Claimed string `json:"claimed_complexity"`
			True    string `json:"true_complexity"`
			Family  string `json:"true_family"`
		}
		var manifest struct {
			Candidates []entry `json:"candidates"`
			Sandbox    []entry `json:"sandbox"`
		}
		if err := json.Unmarshal(data, &manifest); err != nil {
			t.Fatal(err)
		}
		for _, e := range slices.Concat(manifest.Candidates, manifest.Sandbox) {
			if _, err := Parse(e.Claimed, SquareLattice()); err != nil {
				t.Errorf("%s: claimed: %v", e.File, err)
			}
			claim, err := Parse(e.True, SquareLattice())
			if err != nil {
				t.Errorf("%s: true: %v", e.File, err)
				continue
			}
			read += 2
			// "O(n) for n<=12, O(2^n) above": either reading may be the one.
			got := []Family{claim.Growth.Family}
			for _, a := range claim.Ambiguous {
				got = append(got, a.Growth.Family)
			}
			if e.Family != "" && !slices.ContainsFunc(got, func(f Family) bool { return slices.Contains(families[e.Family], f) }) {
				t.Errorf("%s: %q is %v, the manifest says %s", e.File, e.True, got, e.Family)
			}
		}
	}
	if read < 100 {
		t.Errorf("only %d complexities were read", read)
	}
}

func BenchmarkParse(b *testing.B) {
	cases := readCases(b)
	env := SquareLattice()
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range cases {
			if claim, err := Parse(c.Text, env); err != nil && claim.Canonical != "" {
				b.Fatal("a claim beside an error")
			}
		}
	}
}
