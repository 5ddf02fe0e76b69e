package statmech

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/assay-physics/assay/sandbox"
	"github.com/assay-physics/assay/verify/mapping"
)

func TestMain(m *testing.M) {
	sandbox.MaybeStage2()
	code := m.Run()
	if pool != nil {
		if err := pool.Close(); err != nil && code == 0 {
			code = 1
		}
	}
	os.Exit(code)
}

var (
	pool     *sandbox.Pool
	openPool = sync.OnceValue(func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		py, err := sandbox.FindPython(ctx, nil)
		if err != nil {
			return errors.Join(errNoPython, err)
		}
		pool, err = sandbox.Open(ctx, sandbox.Options{Python: py.Path})
		return err
	})
)

var errNoPython = errors.New("no Python with numpy, scipy and sympy to run programs with")

// jail is the sandbox in which the builtin agents' programs run: the one in which the
// verifier runs them.
func jail(t *testing.T) *sandbox.Pool {
	t.Helper()
	if testing.Short() {
		t.Skip("programs are not run in short mode")
	}
	switch err := openPool(); {
	case errors.Is(err, errNoPython):
		t.Skip(err)
	case err != nil:
		t.Fatalf("no sandbox to run programs in: %v", err)
	}
	return pool
}

// audits is what all tests of a run remember of programs: many ask about the same ones.
var audits mapping.MemoryCache

// SharedVerifier audits programs in the common sandbox, each program at each problem once.
func SharedVerifier(t *testing.T) *mapping.Verifier {
	t.Helper()
	return mapping.NewVerifier(jail(t), &audits, "test")
}
