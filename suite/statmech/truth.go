package statmech

import (
	"fmt"
	"sync"

	"github.com/assay-physics/assay/verify/mapping"
)

// truth is what is known about an instance, the same for every description of it.
type truth struct {
	value     mapping.Reference
	wrong     map[string]mapping.Reference
	structure mapping.Structure
}

// truthOf computes what is known about the instance. The work is bounded by the sizes
// that a task lists, so that it takes no context: a result that another caller waits
// for must not depend on the patience of the first.
func truthOf(in instance, r mapping.Regime) (t truth, err error) {
	if r == mapping.Far {
		if t.value, err = farReference(in); err != nil {
			return truth{}, fmt.Errorf("reference: %w", err)
		}
		return t, nil
	}
	if t.value, err = in.reference(); err != nil {
		return truth{}, fmt.Errorf("reference: %w", err)
	}
	if t.wrong, err = in.mistakes(); err != nil {
		return truth{}, err
	}
	if t.structure, err = in.structure(); err != nil {
		return truth{}, fmt.Errorf("structure: %w", err)
	}
	return t, nil
}

type truthKey struct {
	task   string
	regime mapping.Regime
	n, k   int
}

// truths computes each truth of one seed once; the variants share them.
type truths struct {
	mu sync.Mutex
	m  map[truthKey]func() (truth, error)
}

func newTruths() *truths { return &truths{m: map[truthKey]func() (truth, error){}} }

func (t *truths) of(in instance, key truthKey) (truth, error) {
	t.mu.Lock()
	f, ok := t.m[key]
	if !ok {
		f = sync.OnceValues(func() (truth, error) { return truthOf(in, key.regime) })
		t.m[key] = f
	}
	t.mu.Unlock()
	return f()
}
