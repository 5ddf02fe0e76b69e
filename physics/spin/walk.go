package spin

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
)

// walkBits is the number of spins in an inner block, whose levels are built by doubling:
// one addition per configuration. walkChunks is the number of pieces into which the
// outer configurations are cut for the workers; it does not depend on their number, so
// that neither does the order of any sum.
const (
	walkBits   = 10
	walkChunks = 32
)

// blockVisitor takes the levels of the configurations of one chunk, block by block: those
// of the configurations base … base+len(levels)−1. It must not keep the slice. done is
// called once after the last block, never for two chunks at a time.
type blockVisitor[T int32 | int64] struct {
	visit func(base uint64, levels []T)
	done  func()
}

// walkBlocks computes the level of every configuration of b, on all processors. T must
// hold twice b.total.
//
// Inner spins are the lowest walkBits. What they have among themselves is tabulated once.
// The others run through a Gray code: a step changes the coefficients of the few terms
// that contain the spin that turns. If every mixed term has one inner spin, the levels of
// a block follow by doubling, otherwise by a Hadamard transform.
func walkBlocks[T int32 | int64](ctx context.Context, b *brute, visitor func(chunk int) blockVisitor[T]) error {
	w := newWalker[T](b)
	outer := b.n - w.low
	split := min(bits.TrailingZeros(walkChunks), outer)
	var (
		next, failed = 0, error(nil)
		lock, finish sync.Mutex
		group        sync.WaitGroup
	)
	for range min(runtime.GOMAXPROCS(0), 1<<split) {
		group.Go(func() {
			for {
				lock.Lock()
				chunk := next
				next++
				stop := failed != nil || chunk >= 1<<split
				lock.Unlock()
				if stop {
					return
				}
				v := visitor(chunk)
				err := w.chunk(ctx, uint64(chunk)<<(outer-split), outer-split, v.visit)
				if err != nil {
					lock.Lock()
					failed = err
					lock.Unlock()
					return
				}
				finish.Lock()
				v.done()
				finish.Unlock()
			}
		})
	}
	group.Wait()
	return failed
}

// walker is what the chunks share.
type walker[T int32 | int64] struct {
	low    int
	inner  []T // levels of the terms without outer spins
	cross  []crossing[T]
	touch  [][]int32 // the crossing terms of each outer spin
	linear bool
	total  T // Σ |k| of the crossing terms
}

// crossing is a term with outer spins.
type crossing[T int32 | int64] struct {
	mask  uint32 // inner spins
	outer uint64
	k     T
}

func newWalker[T int32 | int64](b *brute) *walker[T] {
	w := &walker[T]{low: min(b.n, walkBits), linear: true, touch: make([][]int32, b.n)}
	w.inner = make([]T, 1<<w.low)
	for i, mask := range b.masks {
		k, lowMask := T(b.ks[i]), uint32(mask)&(1<<w.low-1)
		if outer := mask >> w.low; outer != 0 {
			for o := outer; o != 0; o &= o - 1 {
				s := bits.TrailingZeros64(o)
				w.touch[s] = append(w.touch[s], int32(len(w.cross)))
			}
			w.cross = append(w.cross, crossing[T]{lowMask, outer, k})
			w.linear = w.linear && bits.OnesCount32(lowMask) <= 1
			w.total += max(k, -k)
			continue
		}
		// (±k + |k|)/2 is |k| or 0.
		for x := range w.inner {
			if (bits.OnesCount32(uint32(x)&lowMask)&1 == 0) == (k > 0) {
				w.inner[x] += max(k, -k)
			}
		}
	}
	return w
}

// chunk visits the 2^free outer configurations from start on.
func (w *walker[T]) chunk(ctx context.Context, start uint64, free int, visit func(base uint64, levels []T)) error {
	sign := make([]T, len(w.cross)) // k with the sign of the outer spins
	coefficient := make([]T, 1<<w.low)
	for i, c := range w.cross {
		sign[i] = c.k
		if bits.OnesCount64(start&c.outer)&1 == 1 {
			sign[i] = -c.k
		}
		coefficient[c.mask] += sign[i]
	}
	levels, scratch := make([]T, 1<<w.low), make([]T, 1<<w.low)
	outer := start
	for step := uint64(1); ; step++ {
		if step%256 == 1 && ctx.Err() != nil {
			return fmt.Errorf("spin: enumeration: %w", ctx.Err())
		}
		w.block(coefficient, scratch, levels)
		visit(outer<<w.low, levels)
		if step == 1<<free {
			return nil
		}
		turn := bits.TrailingZeros64(step)
		outer ^= 1 << turn
		for _, i := range w.touch[turn] {
			sign[i] = -sign[i]
			coefficient[w.cross[i].mask] += 2 * sign[i]
		}
	}
}

// block fills in the levels of one inner block.
func (w *walker[T]) block(coefficient, scratch, levels []T) {
	if !w.linear {
		copy(scratch, coefficient)
		hadamard(scratch)
		for x, e := range scratch {
			levels[x] = (e+w.total)/2 + w.inner[x]
		}
		return
	}
	top := coefficient[0]
	for i := range w.low {
		top += coefficient[1<<i]
	}
	// The level changes by the coefficient of inner spin i when that turns over.
	scratch[0] = (top + w.total) / 2
	if w.low == 0 {
		levels[0] = scratch[0] + w.inner[0]
		return
	}
	last := w.low - 1
	for i := range last {
		turn := coefficient[1<<i]
		from := scratch[:1<<i]
		to := scratch[1<<i:][:len(from)]
		for x, e := range from {
			to[x] = e - turn
		}
	}
	turn := coefficient[1<<last]
	from := scratch[:1<<last]
	first, second := levels[:len(from)], levels[1<<last:][:len(from)]
	in0, in1 := w.inner[:len(from)], w.inner[1<<last:][:len(from)]
	for x, e := range from {
		first[x] = e + in0[x]
		second[x] = e - turn + in1[x]
	}
}

// hadamard replaces coefficients by the values of the polynomial at all sign vectors.
func hadamard[T int32 | int64](a []T) {
	for h := 1; h < len(a); h *= 2 {
		for base := 0; base < len(a); base += 2 * h {
			for x := base; x < base+h; x++ {
				a[x], a[x+h] = a[x]+a[x+h], a[x]-a[x+h]
			}
		}
	}
}
