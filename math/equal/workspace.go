package equal

import (
	"sync"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/poly"
)

// workspace is memory for the work on one pair. A pair needs little of it and not for long, so
// one pair after another gets the same: what is made once is neither cleared by the collector
// nor asked of it again. Nothing of a pair may be used after its workspace has been given back;
// a Result holds text only.
type workspace struct {
	pool *expr.Pool
	// sorting is the canonizer of the last pair, to be made ready for the next.
	sorting *expr.Canonizer
	// Of machines and the points at which they run.
	registers    slab[ball.Complex]
	operands     slab[*ball.Complex]
	instructions slab[instruction]
	points       slab[point]
	// Of a grading and its normal forms.
	canons  []*expr.Node
	quality map[*expr.Node]quality
	basis   map[*expr.Node]int
	forms   slab[*poly.Frac]
}

// spareWorkspaces are in no use. The collector takes them away, too, when they are not asked for.
var spareWorkspaces = sync.Pool{New: func() any { return ownWorkspace(expr.NewPool()) }}

func newWorkspace() *workspace { return spareWorkspaces.Get().(*workspace) }

// ownWorkspace is one for a pool that is not shared with other pairs.
func ownWorkspace(p *expr.Pool) *workspace {
	return &workspace{pool: p, quality: map[*expr.Node]quality{}, basis: map[*expr.Node]int{}}
}

// release gives the workspace back. After a pair that was given up in the middle it is not called:
// the collector sees to that one.
func (w *workspace) release() {
	w.pool.Reset()
	w.registers.reset()
	w.operands.reset()
	w.instructions.reset()
	w.points.reset()
	w.forms.reset()
	clear(w.canons)
	if clear(w.basis); len(w.quality) > firstPiece { // a map keeps the room it has grown to
		w.quality = map[*expr.Node]quality{}
	}
	clear(w.quality)
	spareWorkspaces.Put(w)
}

// canonizer is one for the pool.
func (w *workspace) canonizer(commutes func(*expr.Node) bool) *expr.Canonizer {
	if w.sorting == nil {
		w.sorting = expr.NewCanonizer(w.pool, commutes)
	} else {
		w.sorting.Reset(commutes)
	}
	return w.sorting
}

// slab hands out slices of zeros from larger pieces of memory.
type slab[T any] struct {
	free []T // of the latest piece
	all  []T // the latest piece
}

// Lengths of the first piece and of the longest that is kept.
const (
	firstPiece = 64
	mostPiece  = 1 << 10
)

// take is a slice of n zeros, with room for no more.
func (b *slab[T]) take(n int) []T {
	if n > len(b.free) {
		b.all = make([]T, max(n, min(max(2*len(b.all), firstPiece), mostPiece)))
		b.free = b.all
	}
	s := b.free[:n:n]
	b.free = b.free[n:]
	return s
}

// one is a zero.
func (b *slab[T]) one() *T { return &b.take(1)[0] }

// reset takes back what was handed out; of the pieces the latest is kept.
func (b *slab[T]) reset() {
	if len(b.all) > mostPiece {
		b.all, b.free = nil, nil
	}
	clear(b.all[:len(b.all)-len(b.free)])
	b.free = b.all
}
