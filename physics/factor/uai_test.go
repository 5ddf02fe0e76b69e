package factor

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/modelfile"
)

// The example of the UAI 2014 description of the format: three variables, two factors.
const uaiExample = `MARKOV
3
2 2 3
2
2 0 1
2 1 2

4
 4.000 2.400
 1.000 0.000

6
 2.2500 3.2500 3.7500
 0.0000 0.0000 10.0000
`

func TestReadUAI(t *testing.T) {
	m, err := ReadUAI(strings.NewReader(uaiExample))
	if err != nil {
		t.Fatal(err)
	}
	// (4 + 1)·(2.25 + 3.25 + 3.75) + 2.4·10
	z, err := LogZ(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := math.Log(70.25); math.Abs(z.Float64()-want) > z.ErrorBound+1e-15 || z.ErrorBound > 1e-13 {
		t.Errorf("ln Z = %v ± %g, want %v", z.Value, z.ErrorBound, want)
	}
	vars, states, err := ReadEvidence(strings.NewReader("1 1 1"))
	if err != nil {
		t.Fatal(err)
	}
	cut, err := m.Condition(vars, states)
	if err != nil {
		t.Fatal(err)
	}
	if z, err = LogZ(context.Background(), cut, Options{}); err != nil {
		t.Fatal(err)
	}
	if want := math.Log(24); math.Abs(z.Float64()-want) > z.ErrorBound+1e-15 {
		t.Errorf("ln Z with evidence = %v, want %v", z.Value, want)
	}
}

func TestEvidenceForms(t *testing.T) {
	for text, want := range map[string]int{"": 0, "0": 0, "1 0": 0, "2 0 1 4 0": 2, "1\n2 0 1 4 0": 2, "1 3 1": 1, "1 1 3 1": 1} {
		vars, _, err := ReadEvidence(strings.NewReader(text))
		if err != nil || len(vars) != want {
			t.Errorf("%q: %v, %v", text, vars, err)
		}
	}
	for _, text := range []string{"2 0 1", "x", "1 -1 0", "3 1 1"} {
		if _, _, err := ReadEvidence(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func TestReadUAIErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "ends too early",
		"GRAPH 1 2 0":                          "neither MARKOV nor BAYES",
		"MARKOV -1":                            "number of variables",
		"MARKOV 2 2":                           "ends too early",
		"MARKOV 1 0 0":                         "cardinality of variable 0",
		"MARKOV 1 2 1 1 1":                     "site of factor 0",
		"MARKOV 2 2 2 1 2 0 0 4 1 1 1 1":       "site 0 twice",
		"MARKOV 1 2 1 1 0 3 1 1 1":             "number of entries",
		"MARKOV 1 2 1 1 0 2 1 x":               "not a decimal number",
		"MARKOV 1 2 1 1 0 2 1 nan":             "not a decimal number",
		"MARKOV 1 2 1 1 0 2 1 1e99999999999":   "not a decimal number",
		"MARKOV 1 2 1 1 0 2 1 1 1":             "after the end",
		"MARKOV 2 99999 99999 1 2 0 1 1":       "entries",
		"MARKOV 1 2 1 1 0 2 1 0x10":            "not a decimal number",
		"MARKOV 1 2 1 1 0 2 1 1_0":             "not a decimal number",
		"MARKOV 99999999999999999999999 2 0 1": "number of variables",
	} {
		if _, err := ReadUAI(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Numbers outside of the range of float64 keep their logarithms.
func TestLogOf(t *testing.T) {
	for text, want := range map[string]float64{
		"1e-400": -400 * math.Ln10, "-2.5e500": 500*math.Ln10 + math.Log(2.5), "1e-320": -320 * math.Ln10, "1": 0, "0.0": math.Inf(-1), "1e-1000000": -1e6 * math.Ln10,
	} {
		got, negative, bound, err := logOf(text)
		if err != nil || negative != (text[0] == '-') || !(got == want || math.Abs(got-want) <= bound+1e-15*math.Abs(want)) {
			t.Errorf("%s: %v, %v, ± %g, %v; want %v", text, got, negative, bound, err, want)
		}
	}
}

func TestUAIRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t, 5, rapid.IntRange(positive, signed).Draw(t, "kind"))
		if len(m.Factors) > 0 && rapid.Bool().Draw(t, "far") {
			m.Factors[0].Log[0] = rapid.Float64Range(-5000, 5000).Draw(t, "log")
		}
		var b bytes.Buffer
		if err := WriteUAI(&b, m); err != nil {
			t.Fatal(err)
		}
		again, err := ReadUAI(&b)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Factors {
			for x, l := range m.Factors[i].Log {
				got := again.Factors[i].Log[x]
				if got != l && !(math.Abs(got-l) < 1e-14*(1+math.Abs(l))) {
					t.Fatalf("factor %d, entry %d: %v, want %v", i, x, got, l)
				}
				if !math.IsInf(l, -1) && again.Factors[i].phase(x) != m.Factors[i].phase(x) {
					t.Fatalf("factor %d, entry %d: the sign is lost", i, x)
				}
			}
		}
	})
}

func FuzzReadUAI(f *testing.F) {
	f.Add(uaiExample)
	f.Add("BAYES 1 2 1 1 0 2 0.5 -0.5e-300")
	f.Add("MARKOV 3 1 2 3 2 0 3 0 1 2 1 7 6 1 2 3 4 5 6")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadUAI(strings.NewReader(text))
		if err != nil {
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := WriteUAI(&b, m); err != nil {
			return // an exponent at the limit
		}
		if _, err := ReadUAI(&b); err != nil {
			t.Fatalf("%v after writing %q", err, text)
		}
		if _, err := LogZ(t.Context(), m, Options{MaxLog2: 10, MaxWork: 16}); err != nil && !strings.HasPrefix(err.Error(), "factor: ") {
			t.Fatal(err)
		}
	})
}

func TestRead(t *testing.T) {
	read := func(text string) (*Model, error) {
		root, err := modelfile.Parse([]byte(text))
		if err != nil {
			return nil, err
		}
		return Read(root)
	}
	m, err := read(`{"model":"factors","cardinality":[2,2,3],"factors":[
		{"sites":[0,2],"table":[1,"1/2",0,-1,2,3]},{"sites":[],"table":["1e-3"]},{"sites":[1],"table":[[0,1],[1,0]]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	z, err := LogZ(context.Background(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// 5.5·10⁻³·(1 + i)
	phase, _ := z.Phase.Float64()
	if want := math.Log(5.5e-3 * math.Sqrt2); math.Abs(z.Float64()-want) > 1e-14 || math.Abs(phase-math.Pi/4) > 1e-15 || z.ErrorBound > 1e-13 {
		t.Errorf("ln Z = %v ± %g, phase %v; want %v", z.Value, z.ErrorBound, phase, want)
	}
	for text, want := range map[string]string{
		`{"model":"ising"}`: "not \"factors\"",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[1]}]}`:           "1 entries for 2",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[1],"table":[1,1]}]}`:         "factors[0].sites[0]",
		`{"model":"factors","cardinality":[0],"factors":[]}`:                                    "cardinality[0]",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[1,[1]]}]}`:       "factors[0].table[1]",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[1,1],"x":1}]}`:   "unknown key",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0,0],"table":[1,1,1,1]}]}`:   "occurs twice",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[1,"one"]}]}`:     "not a decimal",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":[1,1]}],"n":1}`:   "unknown key",
		`{"model":"factors","cardinality":[2],"factors":[{"sites":[0],"table":{"log":[1,1]}}]}`: "want a list",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
