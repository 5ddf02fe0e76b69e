package spin

import (
	"context"
	"fmt"
	"math"
)

// MaxGridSide is the largest shorter side that OpenGridTransfer takes.
const MaxGridSide = 22

// OpenGridTransfer is the partition function of the open square lattice without fields,
// with bonds Jh[r][c] between (r,c) and (r,c+1) and Jv[r][c] between (r,c) and (r+1,c),
// of either sign: the transfer matrix, applied one site at a time along the shorter
// side L ≤ MaxGridSide. Reversing all spins changes nothing, so that 2^(L−1) numbers
// are kept; the time is about rows·columns·2^(L−1). Z has only positive terms, hence no
// cancellation at any temperature or amount of frustration.
func OpenGridTransfer(ctx context.Context, beta float64, Jh, Jv [][]float64) (LogZ, error) {
	rows, cols, err := gridShape(Jh, Jv)
	if err != nil {
		return LogZ{}, err
	}
	if cols > rows {
		Jh, Jv = transpose(Jv, rows-1, cols), transpose(Jh, rows, cols-1)
		rows, cols = cols, rows
	}
	if cols > MaxGridSide {
		return LogZ{}, fmt.Errorf("spin: grid transfer: the shorter side is %d, the limit is %d", cols, MaxGridSide)
	}
	for _, J := range [][][]float64{Jh, Jv} {
		for _, row := range J {
			for _, j := range row {
				if !finite(beta * j) {
					return LogZ{}, fmt.Errorf("spin: grid transfer: beta·J is %v", beta*j)
				}
			}
		}
	}
	const method = "site-by-site transfer on the open grid"
	t := gridTransfer{cols: cols, entry: make([]float64, 1<<(cols-1))}
	for x := range t.entry {
		t.entry[x] = 1
	}
	exponent := int64(0)
	for r := range rows {
		if err := ctx.Err(); err != nil {
			return LogZ{}, fmt.Errorf("spin: grid transfer: %w", err)
		}
		for c := range cols {
			if r > 0 {
				t.vertical(c, beta, Jv[r-1][c])
			}
			if c > 0 {
				t.horizontal(c, beta, Jh[r][c-1])
			}
		}
		shift, inRange := t.rescale()
		if !inRange {
			m, err := NewGrid(beta, Jh, Jv)
			if err != nil {
				return LogZ{}, err
			}
			return eliminateLog(ctx, m, naturalOrder(m.N), method+", in logarithms")
		}
		exponent += int64(shift)
	}
	var total compensated
	for _, w := range t.entry {
		total.add(w)
	}
	// Every entry stands for two configurations of the last row.
	return assemble(&t.offset, exponent+1, total.hi+total.lo, t.relative+2*unit, method), nil
}

func transpose(a [][]float64, rows, cols int) [][]float64 {
	out := make([][]float64, cols)
	for c := range out {
		out[c] = make([]float64, rows)
		for r := range rows {
			out[c][r] = a[r][c]
		}
	}
	return out
}

// gridTransfer holds the weights of the configurations of one row, up to reversal: bit
// c of an index is 1 where spin c is −1, and spin cols−1 is +1.
type gridTransfer struct {
	cols     int
	entry    []float64
	offset   compensated
	relative float64
}

// weights returns what a bond gives to equal and to opposite spins.
func (t *gridTransfer) weights(beta, J float64) (equal, opposite float64) {
	low, err := decay(beta, J, &t.offset)
	t.relative += err + unit
	if math.Signbit(beta) != math.Signbit(J) {
		return low, 1
	}
	return 1, low
}

// vertical replaces spin c by the one below it.
func (t *gridTransfer) vertical(c int, beta, J float64) {
	equal, opposite := t.weights(beta, J)
	t.relative += unit
	if c == t.cols-1 {
		// With the last spin turned over, the configuration is the reverse of one that
		// has all others turned over.
		if len(t.entry) == 1 {
			t.entry[0] *= equal + opposite
			return
		}
		lower, upper := t.entry[:len(t.entry)/2], t.entry[len(t.entry)/2:]
		for x, a := range lower {
			y := len(upper) - 1 - x
			b := upper[y]
			lower[x], upper[y] = equal*a+opposite*b, opposite*a+equal*b
		}
		return
	}
	half := 1 << c
	for base := 0; base < len(t.entry); base += 2 * half {
		plus, minus := t.entry[base:base+half], t.entry[base+half:base+2*half]
		for x, a := range plus {
			b := minus[x]
			plus[x], minus[x] = equal*a+opposite*b, opposite*a+equal*b
		}
	}
}

// horizontal applies the bond between spins c−1 and c.
func (t *gridTransfer) horizontal(c int, beta, J float64) {
	equal, opposite := t.weights(beta, J)
	half := 1 << (c - 1)
	scale := func(s []float64, w float64) {
		if w != 1 {
			for x := range s {
				s[x] *= w
			}
		}
	}
	if c == t.cols-1 { // spin c is +1
		scale(t.entry[:half], equal)
		scale(t.entry[half:], opposite)
		return
	}
	for base := 0; base < len(t.entry); base += 4 * half {
		scale(t.entry[base:base+half], equal)
		scale(t.entry[base+half:base+3*half], opposite)
		scale(t.entry[base+3*half:base+4*half], equal)
	}
}

// rescale brings the largest entry to [½,1) by a power of two. It reports false when
// some entry has come close to the end of the float64 range; as long as none has,
// underflow along the way cannot have taken more than 2^−100 of any of them.
func (t *gridTransfer) rescale() (shift int, inRange bool) {
	smallest, largest := math.Inf(1), 0.0
	for _, w := range t.entry {
		smallest, largest = min(smallest, w), max(largest, w)
	}
	if smallest < lowest {
		return 0, false
	}
	_, shift = math.Frexp(largest)
	scale := math.Ldexp(1, -shift)
	for x := range t.entry {
		t.entry[x] *= scale
	}
	return shift, true
}
