package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/partition"
)

// answer is what the contract of `assay logz --json` promises.
type answer struct {
	ID         any     `json:"id"`
	LogZ       string  `json:"log_z"`
	ErrorBound float64 `json:"error_bound"`
	Method     string  `json:"method"`
	Exact      bool    `json:"exact"`
	Seconds    float64 `json:"seconds"`
	Error      string  `json:"error"`
	Line       int     `json:"line"`
	Check      *struct {
		LogZ string `json:"log_z"`
	} `json:"cross_check"`
	Bracket *partition.Bracket `json:"bracket"`
}

func (a answer) value(t *testing.T) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(a.LogZ, 64)
	if err != nil {
		t.Fatalf("log_z %q: %v", a.LogZ, err)
	}
	return x
}

// models with values of ln Z from elsewhere: closed forms of textbooks.
var models = []struct {
	name, text string
	want       float64
}{
	{"two spins", `{"model":"ising","n":2,"beta":1,"terms":[{"sites":[0,1],"J":0.5}]}`, math.Log(4 * math.Cosh(0.5))},
	{"Kaufman 8 × 8", `{"model":"ising","lattice":"square","size":[8,8],"boundary":"torus","couplings":1,"beta":"0.5"}`, 66.3445818792278},
	{"Potts ring", `{"model":"potts","q":3,"lattice":"chain","size":[10],"boundary":"torus","couplings":1,"beta":"0.8"}`, 14.4114812535823952989},
	{"8 × 8 dominoes", `{"model":"dimer","lattice":"square","size":[8,8],"boundary":"open"}`, math.Log(12988816)},
	{"ice, 3 × 3 torus", `{"model":"six_vertex","weights":[1,1,1,1,1,1],"lattice":"square","size":[3,3],"boundary":"torus"}`, math.Log(148)},
	{"a table", `{"model":"factors","cardinality":[2,3],"factors":[{"sites":[0,1],"table":[1,2,3,4,5,6]}]}`, math.Log(21)},
	{"hard squares", `{"model":"hard_core","lattice":"square","size":[8,8],"boundary":"open","fugacity":1}`, math.Log(660647962955)},
	{"quantum ring", `{"model":"tfim","size":[6],"boundary":"torus","J":"1.0","h":"0.7","beta":"1.0"}`, 7.74055766335084454417577663407},
}

func TestLogZ(t *testing.T) {
	for _, m := range models {
		r := assay(t, m.text, "logz", "-", "--json")
		if r.code != 0 {
			t.Errorf("%s: exit %d\n%s", m.name, r.code, r.stderr)
			continue
		}
		var a answer
		if err := json.Unmarshal([]byte(r.stdout), &a); err != nil {
			t.Fatalf("%s: %v\n%s", m.name, err, r.stdout)
		}
		if d := math.Abs(a.value(t) - m.want); d > 1e-12*m.want || !a.Exact || !(a.ErrorBound < 1e-10*m.want) || a.Method == "" {
			t.Errorf("%s: %+v, want %v", m.name, a, m.want)
		}
		if text := assay(t, m.text, "logz", "-"); text.code != 0 || !strings.HasPrefix(text.stdout, "ln Z = ") || !strings.Contains(text.stdout, "because") {
			t.Errorf("%s: exit %d\n%s%s", m.name, text.code, text.stdout, text.stderr)
		}
	}
}

// Every line is answered, in order, the broken ones too.
func TestLogZLines(t *testing.T) {
	inTempDir(t)
	var in strings.Builder
	for i, m := range models {
		in.WriteString(`{"id":"m` + strconv.Itoa(i) + `","family":"ignored","model":` + m.text + "}\n")
		if i == 1 {
			in.WriteString("\n{\"id\":\"broken\",\"model\":{\"model\":\"ising\",\"n\":0}}\nnot json\n{\"id\":7}\n")
		}
	}
	if err := os.WriteFile("models.jsonl", []byte(in.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	r := assay(t, "", "logz", "models.jsonl", "--json")
	if r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.stderr)
	}
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != len(models)+3 {
		t.Fatalf("%d lines of output, want %d\n%s", len(lines), len(models)+3, r.stdout)
	}
	var ids []string
	for k, line := range lines {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("line %d: %v\n%s", k, err, line)
		}
		ids = append(ids, fmt.Sprint(a.ID))
		if (a.Error != "") == (a.LogZ != "") {
			t.Errorf("line %d has a value and an error, or neither: %s", k, line)
		}
		if a.Error != "" && a.Line == 0 {
			t.Errorf("line %d: the error does not say in which line: %s", k, line)
		}
	}
	if got := strings.Join(ids, " "); got != "m0 m1 broken <nil> 7 m2 m3 m4 m5 m6 m7" {
		t.Errorf("ids %q", got)
	}
}

func TestLogZMethods(t *testing.T) {
	grid := `{"model":"ising","lattice":"square","size":[4,4],"couplings":{"pm1":7},"beta":"0.9"}`
	var values []float64
	for _, method := range []string{"brute", "pfaffian", "treewidth", "auto"} {
		r := assay(t, grid, "logz", "-", "--json", "--method", method, "--cross-check")
		var a answer
		if err := json.Unmarshal([]byte(r.stdout), &a); r.code != 0 || err != nil {
			t.Fatalf("%s: exit %d, %v\n%s", method, r.code, err, r.stderr)
		}
		if method != "auto" && a.Method != method || a.Check == nil {
			t.Errorf("%s: %s", method, r.stdout)
		}
		values = append(values, a.value(t))
	}
	for _, v := range values {
		if math.Abs(v-values[0]) > 1e-12*values[0] {
			t.Errorf("the methods disagree: %v", values)
		}
	}
	// Fields kill the Pfaffian, and the message says so.
	field := `{"model":"ising","lattice":"square","size":[6,6],"couplings":1,"fields":{"uniform":[-1,1],"seed":3},"beta":1}`
	if r := assay(t, field, "logz", "-", "--method", "pfaffian"); r.code == 0 || !strings.Contains(r.stderr, "pfaffian") {
		t.Errorf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if r := assay(t, grid, "logz", "-", "--method", "magic"); r.code != exitUsage && r.code != exitError || !strings.Contains(r.stderr, "treewidth") {
		t.Errorf("exit %d\n%s", r.code, r.stderr)
	}
	// More bits on request, where the numbers of the model have them.
	r := assay(t, strings.Replace(grid, `"0.9"`, `"0.875"`, 1), "logz", "-", "--json", "--precision", "100", "--method", "pfaffian")
	var a answer
	if err := json.Unmarshal([]byte(r.stdout), &a); err != nil || a.ErrorBound > 1e-27 {
		t.Errorf("precision 100: %v %s%s", err, r.stdout, r.stderr)
	}
}

// What nothing exact reaches is an estimate and says so.
func TestLogZEstimate(t *testing.T) {
	m := `{"model":"ising","lattice":"random-regular","size":[400,8],"seed":1,"couplings":{"pm1":2},"beta":"0.1"}`
	r := assay(t, m, "logz", "-", "--json")
	var a answer
	if err := json.Unmarshal([]byte(r.stdout), &a); r.code != 0 || err != nil {
		t.Fatalf("exit %d, %v\n%s", r.code, err, r.stderr)
	}
	// High temperature: ln Z ≈ n ln 2 + (nd/2) ln cosh β.
	if want := 400*math.Ln2 + 1600*math.Log(math.Cosh(0.1)); a.Exact || a.Method != "estimate" || math.Abs(a.value(t)-want) > 1 {
		t.Errorf("%+v, near %v", a, want)
	}
	if b := a.Bracket; b == nil || b.Confidence != 0.99 || !(b.Lower < b.Upper && b.Upper < b.Lower+2) || a.value(t)+float64(a.ErrorBound) < b.Lower || a.value(t)-float64(a.ErrorBound) > b.Upper {
		t.Errorf("the estimate %s ± %v between %+v", a.LogZ, a.ErrorBound, b)
	}
	if text := assay(t, m, "logz", "-").stdout; !strings.Contains(text, "\nbetween   ") || !strings.Contains(text, "an estimate, not exact") {
		t.Errorf("says\n%s", text)
	}
}

func TestAnalyze(t *testing.T) {
	for name, c := range map[string]struct {
		model string
		says  []string
	}{
		"chain":     {`{"model":"ising","lattice":"chain","size":[9],"couplings":1,"beta":1}`, []string{"path", "sum out"}},
		"glass":     {`{"model":"ising","lattice":"square","size":[6,6],"couplings":{"pm1":1},"beta":1}`, []string{"planar", "frustrated", "Pfaffian", "even sets"}},
		"mattis":    {`{"model":"ising","lattice":"complete","size":[20],"couplings":{"mattis":3},"beta":"0.1"}`, []string{"not planar", "K5", "gauged away", "flip"}},
		"torus":     {`{"model":"ising","lattice":"square","size":[5,6],"boundary":"torus","couplings":{"pm1":1},"beta":1}`, []string{"torus", "genus 1", "4 Pfaffians"}},
		"dimers":    {`{"model":"dimer","lattice":"square","size":[6,6],"boundary":"open"}`, []string{"pfaffian"}},
		"quantum":   {`{"model":"tfim","size":[6],"boundary":"torus","J":1,"h":1,"beta":1}`, []string{"free_fermion", "Majorana"}},
		"spherical": {`{"model":"spherical","size":[100],"betaJ":"2.0"}`, []string{"exactly_solvable_other"}},
	} {
		r := assay(t, c.model, "analyze", "-", "--explain")
		if r.code != 0 {
			t.Errorf("%s: exit %d\n%s", name, r.code, r.stderr)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(r.stdout, says) {
				t.Errorf("%s: nothing about %q in\n%s", name, says, r.stdout)
			}
		}
		if r := assay(t, c.model, "analyze", "-", "--json"); r.code != 0 || !json.Valid([]byte(r.stdout)) {
			t.Errorf("%s: exit %d\n%s%s", name, r.code, r.stdout, r.stderr)
		}
	}
}

func TestModelErrors(t *testing.T) {
	for _, c := range []struct{ model, says string }{
		{``, "JSON"},
		{`[]`, "object"},
		{`{"n":3}`, `key "model" is missing`},
		{`{"model":"heisenberg"}`, "not one of"},
		{`{"model":"ising","n":3,"beta":1,"terms":[{"sites":[0,3],"J":1}]}`, "terms[0].sites"},
		{`{"model":"ising","n":3,"beta":1,"terms":[],"extra":1}`, "extra"},
		{`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[1]}]}`, "factors[0]"},
	} {
		for _, verb := range []string{"logz", "analyze"} {
			r := assay(t, c.model, verb, "-")
			if r.code != exitUsage || !strings.Contains(r.stderr, c.says) {
				t.Errorf("%s of %s: exit %d, want %d with %q\n%s", verb, c.model, r.code, exitUsage, c.says, r.stderr)
			}
		}
	}
}

// Every example is explained and evaluated, and its steps are data.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/models/*.json")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d example models, %v", len(files), err)
	}
	for _, f := range files {
		if r := assay(t, "", "analyze", f, "--explain"); r.code != 0 || !strings.Contains(r.stdout, "mapping") || !strings.Contains(r.stdout, "class") {
			t.Errorf("%s: exit %d\n%s%s", f, r.code, r.stdout, r.stderr)
		}
		r := assay(t, "", "logz", f, "--json")
		var a answer
		if err := json.Unmarshal([]byte(r.stdout), &a); r.code != 0 || err != nil || !a.Exact {
			t.Errorf("%s: exit %d, %v\n%s%s", f, r.code, err, r.stdout, r.stderr)
		}
	}
}

func TestMeansAndSamples(t *testing.T) {
	r := assay(t, `{"model":"ising","n":2,"beta":1,"terms":[{"sites":[0,1],"J":0.5}]}`, "logz", "-", "--json", "--means", "--samples", "3")
	var v struct {
		Means struct {
			Energy struct {
				Value float64 `json:"value"`
			} `json:"energy"`
		} `json:"means"`
		Samples [][]int `json:"samples"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &v); r.code != 0 || err != nil {
		t.Fatalf("exit %d, %v\n%s", r.code, err, r.stderr)
	}
	if want := -0.5 * math.Tanh(0.5); math.Abs(v.Means.Energy.Value-want) > 1e-14 || len(v.Samples) != 3 || len(v.Samples[0]) != 2 {
		t.Errorf("%+v, energy %v", v, want)
	}
}

// The text of a line says that a second method was asked for and none applies.
func TestUncheckedLines(t *testing.T) {
	inTempDir(t)
	line := `{"id":"a","model":{"model":"dimer","lattice":"square","size":[4,4]}}` + "\n"
	if err := os.WriteFile("models.jsonl", []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"logz", "models.jsonl"}, {"logz", "models.jsonl", "--cross-check"}} {
		r := assay(t, "", args...)
		if said := strings.Contains(r.stdout, "\tnot checked: no second method"); r.code != 0 || said != (len(args) == 3) || strings.Count(r.stdout, "\n") != 1 {
			t.Errorf("%v: exit %d, %q", args, r.code, r.stdout)
		}
	}
}
