package lattice

import (
	"context"
	"fmt"
	"math/big"
)

// Count is Z as an exact integer, for the square lattice by a transfer from site to
// site that shares nothing with the closed form of LogZ: its state is which sites of
// the frontier are taken by a dimer that reaches ahead. On a cylinder or torus it
// remembers the state in which the seam was crossed. The shorter side is limited to
// some 20 sites, or half of that where it wraps around.
func (d *Dimer) Count(ctx context.Context) (*big.Int, error) {
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("lattice: dimer count: %w", err)
	}
	if d.Lattice != "square" {
		return nil, fmt.Errorf("lattice: dimer count: by transfer for the square lattice only, not %s", d.Lattice)
	}
	rows, cols := d.Size[0], d.Size[1]
	wrapRows, wrapCols := d.Boundary == "torus", d.Boundary != "open"
	if cols > rows {
		rows, cols = cols, rows
		wrapRows, wrapCols = wrapCols, wrapRows
	}
	seams := 0 // bits of the state of the seam along the rows
	if wrapRows {
		seams = cols
	}
	if cols+seams > 22 {
		return nil, fmt.Errorf("lattice: dimer count: %d sites abreast, the limit is %d", cols, 22/(1+min(seams, 1)))
	}
	total := new(big.Int)
	for seam := range 1 << seams {
		// Bit c of seam: a dimer joins the last row with the first in column c.
		z, err := dimerSweep(ctx, rows, cols, uint(seam), wrapCols)
		if err != nil {
			return nil, fmt.Errorf("lattice: dimer count: %w", err)
		}
		total.Add(total, z)
	}
	return total, nil
}

// dimerSweep counts coverings of the grid in which the sites of seam in the first row
// are taken from above and the same ones in the last row from below. Bit c of a state
// says that the site of column c next to be visited is taken.
func dimerSweep(ctx context.Context, rows, cols int, seam uint, wrap bool) (*big.Int, error) {
	now, next := make([]big.Int, 1<<cols), make([]big.Int, 1<<cols)
	now[seam].SetInt64(1)
	for range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for around := range 2 { // a dimer across the seam between last and first column?
			if around == 1 && (!wrap || cols < 2) {
				continue
			}
			// Rows with and without such a dimer start from the same state.
			var row []big.Int
			if around == 0 {
				row = cloneInts(now)
			} else {
				row = make([]big.Int, len(now))
				const first = 1
				last := 1 << (cols - 1)
				for s := range now {
					if s&first == 0 && s&last == 0 {
						row[s|first|last].Set(&now[s])
					}
				}
			}
			// A site taken across the seam is left alone by its row: it reaches neither
			// right nor down, which is the same as being taken from before.
			row = dimerRow(row, cols)
			for s := range row {
				next[s].Add(&next[s], &row[s])
			}
		}
		now, next = next, now
		for s := range next {
			next[s].SetInt64(0)
		}
	}
	return &now[seam], nil
}

// dimerRow visits one row: a free site reaches down or right, a taken one does nothing.
func dimerRow(now []big.Int, cols int) []big.Int {
	for c := range cols {
		next := make([]big.Int, len(now))
		bit, right := 1<<c, 1<<(c+1)
		for s := range now {
			if now[s].Sign() == 0 {
				continue
			}
			if s&bit != 0 { // taken: the site below is free
				next[s&^bit].Add(&next[s&^bit], &now[s])
				continue
			}
			next[s|bit].Add(&next[s|bit], &now[s]) // down
			if c+1 < cols && s&right == 0 {        // right
				next[s|right].Add(&next[s|right], &now[s])
			}
		}
		now = next
	}
	return now
}

func cloneInts(list []big.Int) []big.Int {
	out := make([]big.Int, len(list))
	for i := range list {
		out[i].Set(&list[i])
	}
	return out
}
