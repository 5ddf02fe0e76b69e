package code

import (
	"context"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	ctx := context.Background()
	for _, x := range []struct{ file, same string }{
		{`{"code":{"kind":"toric","size":[2,2]},"noise":{"kind":"bit-flip","p":0.1},"error":{"X":[0,5]}}`,
			`{"code":{"kind":"toric","size":[2,2]},"noise":{"kind":"bit-flips","p":[0.1,"1/10",0.1,0.1,0.1,0.1,0.1,0.1]},"error":"XIIIIXII"}`},
		{`{"code":{"kind":"steane"},"noise":{"kind":"depolarizing","p":"3/20"},"error":{"Y":[2]}}`,
			`{"code":{"kind":"css","n":7,"x":[[3,4,5,6],[1,2,5,6],[0,2,4,6]],"z":[[3,4,5,6],[1,2,5,6],[0,2,4,6]]},"noise":{"kind":"single-qubit","x":0.05,"y":0.05,"z":0.05},"error":{"X":[2],"Z":[2]}}`},
		{`{"code":{"kind":"bacon-shor","size":[2,2]},"noise":{"kind":"biased","p":0.3,"eta":4}}`,
			`{"code":{"kind":"subsystem","gauge":["XIXI","IXIX","ZZII","IIZZ"]},"noise":{"kind":"single-qubit","x":0.03,"y":0.03,"z":0.24}}`},
		{`{"code":{"kind":"repetition","size":[2],"rounds":2},"noise":{"kind":"faults","p":0.1,"q":0.2},"error":{"X":[4]}}`,
			`{"code":{"kind":"stabilizer","generators":["XIXIX","IXIXX","ZZIIZ","IIZZZ"]},"noise":{"kind":"tables","tables":[[0.9,0.1,0,0],[0.8,0.2,0,0]],"regions":[{"qubits":[0],"table":0},{"qubits":[1],"table":0},{"qubits":[2],"table":0},{"qubits":[3],"table":0},{"qubits":[4],"table":1}]},"error":"IIIIX"}`},
		{`{"code":{"kind":"surface","size":[2,2]},"noise":{"kind":"correlated","p":"1/4","eta":1,"chains":[[0,1],[2,3]]}}`,
			`{"code":{"kind":"surface","size":[2,2]},"noise":{"kind":"bit-flip","p":"1/4"}}`},
		{`{"code":{"kind":"five-qubit"},"noise":{"kind":"phase-flip","p":0.2}}`,
			`{"code":{"kind":"stabilizer","generators":["XZZXI","IXZZX","XIXZZ","ZXIXZ"],"logical_x":["XXXXX"],"logical_z":["ZZZZZ"]},"noise":{"kind":"phase-flip","p":"2e-1"}}`},
	} {
		a, b := must(Read([]byte(x.file)))(t), must(Read([]byte(x.same)))(t)
		p, q := must(a.Exact(ctx))(t), must(b.Exact(ctx))(t)
		if p.Sign() <= 0 || p.Cmp(q) != 0 {
			t.Errorf("%s\nhas probability %v, but\n%s\nhas %v", x.file, p, x.same, q)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const toric, flip = `"code":{"kind":"toric","size":[2,2]}`, `"noise":{"kind":"bit-flip","p":0.1}`
	for _, x := range []struct{ file, want string }{
		{`[]`, "want an object"},
		{`{` + toric + `}`, `key "noise" is missing`},
		{`{` + flip + `}`, `key "code" is missing`},
		{`{` + toric + `,` + flip + `,"x":1}`, `unknown key "x"`},
		{`{"code":{"kind":"klein"},` + flip + `}`, `unknown code "klein"`},
		{`{"code":{"kind":"toric"},` + flip + `}`, `key "size" is missing`},
		{`{"code":{"kind":"toric","size":[2]},` + flip + `}`, "1 sizes, want 2"},
		{`{"code":{"kind":"toric","size":[2,1]},` + flip + `}`, "at least 2×2"},
		{`{"code":{"kind":"toric","size":[60000,60000]},` + flip + `}`, "at most"},
		{`{"code":{"kind":"steane","size":[2]},` + flip + `}`, `unknown key "size"`},
		{`{"code":{"kind":"css","n":2,"x":[[0]],"z":[[0]]},` + flip + `}`, "anticommute"},
		{`{"code":{"kind":"css","n":2,"x":[[2]]},` + flip + `}`, "code.x[0][0]"},
		{`{"code":{"kind":"stabilizer","generators":["XQ"]},` + flip + `}`, "code.generators[0]"},
		{`{"code":{"kind":"stabilizer","generators":["XX","Z"]},` + flip + `}`, "another number of qubits"},
		{`{"code":{"kind":"stabilizer","generators":[]},` + flip + `}`, "qubits"},
		{`{"code":{"kind":"stabilizer","generators":["ZZ"],"logical_x":["XX"]},` + flip + `}`, "1 logical X operators and 0 logical Z"},
		{`{` + toric + `,"noise":{"kind":"bit-flip","p":2}}`, "noise"},
		{`{` + toric + `,"noise":{"kind":"bit-flip"}}`, `key "p" is missing`},
		{`{` + toric + `,"noise":{"kind":"bit-flips","p":[0.1]}}`, "1 numbers for 8 qubits"},
		{`{` + toric + `,"noise":{"kind":"faults","p":0.1,"q":0.1}}`, "0 rounds"},
		{`{"code":{"kind":"toric","size":[2,2],"rounds":2},` + flip + `}`, "2 rounds"},
		{`{"code":{"kind":"five-qubit","rounds":2},"noise":{"kind":"faults","p":0.1,"q":0.1}}`, "X checks and Z checks"},
		{`{` + toric + `,"noise":{"kind":"tables","tables":[[1,0]],"regions":[]}}`, "2 entries"},
		{`{` + toric + `,"noise":{"kind":"tables","tables":[[1,0,0,0]],"regions":[{"qubits":[0,1],"table":0}]}}`, "region 0"},
		{`{` + toric + `,` + flip + `,"error":"X"}`, "1 letters for 8 qubits"},
		{`{` + toric + `,` + flip + `,"error":{"X":[8]}}`, "error.X[0]"},
		{`{` + toric + `,` + flip + `,"error":{"W":[1]}}`, `unknown key "W"`},
	} {
		if _, err := Read([]byte(x.file)); err == nil || !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "code: ") {
			t.Errorf("%s\nerror %v, want one with %q", x.file, err, x.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"code":{"kind":"toric","size":[2,2]},"noise":{"kind":"bit-flip","p":0.1},"error":{"X":[0,5]}}`))
	f.Add([]byte(`{"code":{"kind":"subsystem","gauge":["XIXI","IXIX","ZZII","IIZZ"]},"noise":{"kind":"biased","p":0.3,"eta":4}}`))
	f.Add([]byte(`{"code":{"kind":"css","n":3,"x":[[0,1]],"z":[[0,1,2]],"rounds":2},"noise":{"kind":"faults","p":0.1,"q":"1/7"}}`))
	f.Add([]byte(`{"code":{"kind":"five-qubit"},"noise":{"kind":"tables","tables":[[1,0,0,2]],"regions":[{"qubits":[4],"table":0}]},"error":"XYZ.."}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := Read(data)
		if err != nil || in.Code.N > 12 {
			return
		}
		if err := in.Code.Validate(); err != nil {
			t.Fatalf("a code that was read is not valid: %v", err)
		}
		exact, err := in.Exact(context.Background())
		if err != nil {
			return // too many generators
		}
		m, err := in.Map(context.Background(), Options{})
		if err != nil || m.Impossible {
			return
		}
		z, err := m.LogProbability(context.Background(), Spin{})
		if err != nil {
			return
		}
		if want := LogProbability(exact); !near(z.Value, want.Value, z.ErrorBound+want.ErrorBound) {
			t.Errorf("ln P = %s ± %g, want %s", z.Text(), z.ErrorBound, want.Text())
		}
	})
}

func FuzzParsePauli(f *testing.F) {
	f.Add("XYZI._")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePauli(s)
		if err != nil {
			return
		}
		if got, err := ParsePauli(p.String()); err != nil || !got.Equal(p) || p.N() != len(s) {
			t.Errorf("%q reads as %s and that as %s (%v)", s, p, got, err)
		}
	})
}
