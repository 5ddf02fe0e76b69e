package graph

import "slices"

// Two binary heaps without the interface calls of container/heap: the elimination
// queues push and pop millions of entries.

type number interface{ ~int | ~int32 }

type heapOf[T number] []T

type (
	heap32  = heapOf[int32]
	heapInt = heapOf[int]
)

func (h *heapOf[T]) push(x T) {
	s := append(*h, x)
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if s[up] <= x {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = x
	*h = s
}

func (h *heapOf[T]) pop() T {
	s := *h
	top, x := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1] < s[down] {
			down++
		}
		if x <= s[down] {
			break
		}
		s[i] = s[down]
		i = down
	}
	if len(s) > 0 {
		s[i] = x
	}
	*h = s
	return top
}

// buckets is a queue of vertices by a small integer key; entries are never moved, so
// that the reader must know which are outdated.
type buckets struct {
	list map[int]*heap32
	key  int // of the last vertex popped
	keys heapInt
}

func newBuckets() *buckets { return &buckets{list: map[int]*heap32{}} }

func (b *buckets) push(v int32, key int) {
	h := b.list[key]
	if h == nil {
		h = &heap32{}
		b.list[key] = h
	}
	if len(*h) == 0 {
		b.keys.push(key)
	}
	h.push(v)
}

// pop takes the smallest vertex of the smallest key.
func (b *buckets) pop() int32 {
	b.key = b.keys[0]
	h := b.list[b.key]
	v := h.pop()
	if len(*h) == 0 {
		b.keys.pop()
	}
	return v
}

// insert puts x into a sorted slice, unless it is there.
func insert(s []int32, x int32) []int32 {
	i, ok := slices.BinarySearch(s, x)
	if ok {
		return s
	}
	return slices.Insert(s, i, x)
}

// remove takes x out of a sorted slice, if it is there.
func remove(s []int32, x int32) []int32 {
	i, ok := slices.BinarySearch(s, x)
	if !ok {
		return s
	}
	return slices.Delete(s, i, i+1)
}
