package poly

import (
	"errors"
	"fmt"
)

// ErrBudget says that a result was not computed because it would cost more operations than
// allowed. It tells nothing about the result.
var ErrBudget = errors.New("poly: operation budget exhausted")

// DefaultBudget is what a call with a nil Budget may spend: about a tenth of a second.
const DefaultBudget = 1 << 20

// Budget counts operations: one is about one product of two machine-word coefficients with
// its bookkeeping. A budget may be shared by many calls, one after the other; it is not
// safe for concurrent use. A nil *Budget stands for a fresh one of DefaultBudget in every call.
type Budget struct{ left int64 }

// NewBudget allows n operations.
func NewBudget(n int64) *Budget { return &Budget{left: n} }

// Left is the number of operations that may still be spent.
func (b *Budget) Left() int64 { return b.left }

func (b *Budget) orDefault() *Budget {
	if b == nil {
		return NewBudget(DefaultBudget)
	}
	return b
}

// spend takes n operations, or none and answers ErrBudget.
func (b *Budget) spend(n int64, what string) error {
	if n < 0 || n > b.left {
		return fmt.Errorf("%w: %s needs %d operations, %d are left", ErrBudget, what, n, b.left)
	}
	b.left -= n
	return nil
}
