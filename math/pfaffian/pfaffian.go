package pfaffian

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
)

// Matrix is the pattern of a skew-symmetric N×N matrix A. Entry k has the value v[k] of
// the vector that goes with it: A[I[k]][J[k]] = +v[k] and A[J[k]][I[k]] = −v[k]. Entries
// at one place add up.
type Matrix struct {
	N    int
	I, J []int32
}

// Tree is an assembly tree over the indices of a Matrix. Node t has the parent
// Parent[t] > t, or −1 where it is a root: children come before their parents. Index i
// enters at the node Leaf[i], which need not be a leaf.
//
// An entry is assembled at the lowest node whose subtree holds both its indices. An
// index may be eliminated at the lowest node whose subtree holds all its neighbours.
// Any tree gives the right answer; one that follows small separators gives it soon.
type Tree struct {
	Parent []int32
	Leaf   []int32
}

// Options are the knobs of an elimination. The zero value is a good choice.
type Options struct {
	// Workers bounds the goroutines; 0 means GOMAXPROCS. The result does not depend
	// on it, bit by bit.
	Workers int
	// Threshold is the least size of a pivot relative to the largest entry of its row;
	// an index that has no such pivot is delayed to the parent front. 0 means 0.1.
	Threshold float64
	// NoBound leaves the certificate out: Bound is +Inf, and neither factors nor
	// solves are needed.
	NoBound bool
	// Tolerance is the bound that the caller needs. Where the first bound misses it by
	// little, more random vectors may tighten it by a factor of up to 9, for about a
	// quarter of the time of the elimination. 0 means never.
	Tolerance float64
	// Inverse asks for Result.Inverse.
	Inverse bool
	// MemoryLimit in bytes is compared with a prediction before any number is
	// touched; 0 means 8 GiB.
	MemoryLimit int64
}

// Result is the Pfaffian of a matrix.
type Result struct {
	// Log is ln|Pf A|, −∞ where the elimination found Pf A = 0.
	Log *big.Float
	// Sign of a real Pfaffian: +1, −1, or 0 for a Pfaffian that was found to vanish.
	// It is certain where Bound is finite. For complex matrices it is 0 or +1.
	Sign int
	// Phase is arg Pf A in (−π, π] for complex matrices, nil for real ones.
	Phase *big.Float
	// Bound is certified: |Log − ln|Pf A|| ≤ Bound for every matrix within the stated
	// relative error of the entries; +Inf where nothing could be certified. A zero
	// Pfaffian is certified by Bound 0, and is uncertain with +Inf.
	Bound float64
	// PhaseBound is the same for Phase.
	PhaseBound float64
	// Stats says what the elimination did.
	Stats Stats
	// Inverse holds, when Options.Inverse asked for it and the Pfaffian is not zero,
	// (A⁻¹)[J[k]][I[k]] = ∂ ln Pf A/∂v[k] of each entry k, rounded to float64; for complex
	// matrices InverseImag has the imaginary part. InverseBound bounds the absolute error
	// of each, in modulus; +Inf where nothing could be certified. These bounds are much
	// wider than the errors in Float64, and negligible in DoubleDouble and beyond while
	// Bound is small.
	Inverse, InverseImag []float64
	InverseBound         []float64
}

// Stats counts the work of an elimination.
type Stats struct {
	// Flops estimates the floating-point operations of the elimination alone.
	Flops float64
	// LargestFront is the order of the largest dense front.
	LargestFront int
	// Delayed counts how often an index was passed to a parent for want of a pivot.
	Delayed int
	// FactorEntries is the number of stored entries of the factors.
	FactorEntries int
}

// ErrInput is wrapped by every error about a Matrix, its values or a Tree that make no
// sense.
var ErrInput = errors.New("invalid input")

// ErrMemory is wrapped by the error about a matrix that would need more memory than
// Options.MemoryLimit.
var ErrMemory = errors.New("memory limit exceeded")

const defaultMemory = 8 << 30

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Threshold <= 0 {
		o.Threshold = 0.1
	}
	o.Threshold = min(o.Threshold, 1)
	if o.MemoryLimit <= 0 {
		o.MemoryLimit = defaultMemory
	}
	return o
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("pfaffian: "+format+": %w", append(args, ErrInput)...)
}

// check reads the shape of the input, not its values.
func check(m Matrix, values int, t Tree) error {
	switch {
	case m.N < 0 || m.N > math.MaxInt32:
		return invalid("order %d", m.N)
	case len(m.I) != len(m.J) || len(m.I) != values:
		return invalid("%d rows, %d columns and %d values of entries", len(m.I), len(m.J), values)
	case len(m.I) > math.MaxInt32:
		return invalid("%d entries", len(m.I))
	case len(t.Leaf) != m.N:
		return invalid("the tree has leaves for %d indices of %d", len(t.Leaf), m.N)
	}
	n := int32(m.N)
	for k, i := range m.I {
		j := m.J[k]
		if i < 0 || i >= n || j < 0 || j >= n || i == j {
			return invalid("entry %d at (%d, %d)", k, i, j)
		}
	}
	nodes := int32(len(t.Parent))
	for a, p := range t.Parent {
		if p != -1 && (p <= int32(a) || p >= nodes) {
			return invalid("tree node %d has the parent %d", a, p)
		}
	}
	for i, a := range t.Leaf {
		if a < 0 || a >= nodes {
			return invalid("index %d enters at the node %d of %d", i, a, nodes)
		}
	}
	return nil
}

func checkRelErr(relErr float64) error {
	if !(relErr >= 0) || relErr > 1 {
		return invalid("relative error %g of the entries", relErr)
	}
	return nil
}

// Float64 computes the Pfaffian in double precision. v[k] is the value of entry k, with
// a relative error of at most relErr; values must be finite.
func Float64(ctx context.Context, m Matrix, v []float64, relErr float64, t Tree, o Options) (Result, error) {
	for k, x := range v {
		if x-x != 0 {
			return Result{}, invalid("value %d is %g", k, x)
		}
	}
	if err := checkRelErr(relErr); err != nil {
		return Result{}, err
	}
	return run[float64](ctx, m, v, relErr, t, o, func() solver[float64] { return newFloat64Ops() })
}
