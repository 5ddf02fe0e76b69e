package sandbox

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"testing"
)

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func TestMain(m *testing.M) {
	MaybeStage2()
	os.Exit(m.Run())
}

// python finds the interpreter to test with.
func python(tb testing.TB) Interpreter {
	tb.Helper()
	ip, err := FindPython(context.Background(), nil)
	if err != nil {
		tb.Fatalf("these tests need Python with numpy, scipy and sympy: %v", err)
	}
	return ip
}

// openPool opens a pool that is closed, and must close well, at the end of the test.
func openPool(tb testing.TB, o Options) *Pool {
	tb.Helper()
	if o.Python == "" {
		o.Python = python(tb).Path
	}
	p, err := Open(context.Background(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := p.Close(); err != nil {
			tb.Errorf("closing the pool: %v", err)
		}
	})
	return p
}

// honest runs a program that does what it should, and must not notice that others did not.
func honest(t *testing.T, p *Pool) {
	t.Helper()
	out, err := p.Run(context.Background(), Job{Source: honestSource, Entry: "f", Args: []json.RawMessage{json.RawMessage("[3, 4]")}})
	if err != nil {
		t.Fatalf("honest job after an attack: %v", err)
	}
	if want := (Number{"float", "0x1.4000000000000p+2"}); out.Status != StatusOK || out.Value != want || len(out.Touched) != 0 || out.OutputBytes != 0 {
		t.Fatalf("honest job after an attack: %+v, want value %v", out, want)
	}
}

const honestSource = `
import json, math, numpy
def f(v):
    return float(numpy.linalg.norm(numpy.array(json.loads(json.dumps(v)), float))) + 0 * math.sqrt(2)
`
