package sandbox

import (
	"context"
	"os"
	"testing"
)

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
