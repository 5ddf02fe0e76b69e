package spin

import (
	"context"
	"fmt"
	"math"
)

// ChainLogZ is the partition function of the open chain of len(J)+1 spins with bonds
// J[i] between i and i+1 and fields h[i] (nil: none), by its 2×2 transfer matrices, in
// time linear in the chain. All terms are positive, so that the relative error of Z is
// a few roundings per spin.
func ChainLogZ(beta float64, J, h []float64) (LogZ, error) {
	n := len(J) + 1
	if h != nil && len(h) != n {
		return LogZ{}, fmt.Errorf("spin: chain of %d spins with %d fields", n, len(h))
	}
	var offset compensated
	relative := 0.0
	exponent := int64(0)
	up, down := 1.0, 1.0 // weight of the chain so far with its last spin + or −
	for i := range n {
		if i > 0 {
			if !finite(beta * J[i-1]) {
				return LogZ{}, fmt.Errorf("spin: chain: beta·J[%d] is %v", i-1, beta*J[i-1])
			}
			t, err := decay(beta, J[i-1], &offset)
			relative += err + 2*unit
			if math.Signbit(beta) != math.Signbit(J[i-1]) { // antiparallel neighbours are favoured
				up, down = down, up
			}
			up, down = up+t*down, t*up+down
		}
		if h != nil && h[i] != 0 {
			if !finite(beta * h[i]) {
				return LogZ{}, fmt.Errorf("spin: chain: beta·h[%d] is %v", i, beta*h[i])
			}
			t, err := decay(beta, h[i], &offset)
			relative += err + unit
			if math.Signbit(beta) != math.Signbit(h[i]) {
				up *= t
			} else {
				down *= t
			}
		}
		m, e := math.Frexp(max(up, down))
		if e > 400 || e < -400 {
			up, down = math.Ldexp(up, -e), math.Ldexp(down, -e)
			exponent += int64(e)
		}
		if min(up, down) < lowest*m {
			// One orientation of this spin has all the weight: what underflow takes from
			// the other changes Z by less than a rounding, unless a field to come
			// outweighs it. The elimination in logarithms has no such limit.
			m, err := NewChain(beta, J, h)
			if err != nil {
				return LogZ{}, err
			}
			return eliminateLog(context.Background(), m, naturalOrder(m.N), "chain transfer in logarithms")
		}
	}
	return assemble(&offset, exponent, up+down, relative+unit, "chain transfer"), nil
}

// decay adds |βJ| to offset and returns e^(−2|βJ|) with a bound on its relative error.
func decay(beta, J float64, offset *compensated) (t, relative float64) {
	addMagnitude(beta, J, offset)
	k := math.Abs(beta * J)
	return math.Exp(-2 * k), elementary + 2*unit*k
}

// addMagnitude adds |βJ| to offset.
func addMagnitude(beta, J float64, offset *compensated) {
	if math.Signbit(beta) != math.Signbit(J) {
		J = -J
	}
	offset.addProduct(beta, J)
}

func naturalOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
