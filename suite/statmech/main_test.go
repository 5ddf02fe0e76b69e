package statmech

import (
	"context"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/assay-physics/assay/sandbox"
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
		var err error
		pool, err = sandbox.Open(ctx, sandbox.Options{})
		return err
	})
)

// jail is the sandbox in which the builtin agents' programs run: the one in which the
// verifier runs them.
func jail(t *testing.T) *sandbox.Pool {
	t.Helper()
	if testing.Short() {
		t.Skip("programs are not run in short mode")
	}
	if err := openPool(); err != nil {
		t.Fatalf("no sandbox to run programs in: %v", err)
	}
	return pool
}
