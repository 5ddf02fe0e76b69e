package ball_test

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/math/ball"
)

// Two expressions that agree to 12 digits are told apart: their balls are disjoint.
// (Ramanujan's e^(π√163) is not the integer 640320³ + 744.)
func Example() {
	const prec = 128
	var x, y ball.Real
	x.SetInt64(163)
	x.Sqrt(&x, prec)
	x.Mul(&x, y.Pi(prec), prec)
	x.Exp(&x, prec)
	y.SetInt64(640320*640320*640320 + 744)
	fmt.Println(&x)
	fmt.Println("equal:", x.Overlaps(&y), "order:", x.Cmp(&y))
	// Output:
	// 262537412640768743.9999999999992500726 ± 7.5e-20
	// equal: false order: -1
}

// A ball carries what is not known through a computation.
func ExampleReal_SetDecimal() {
	var g, l, t ball.Real
	if _, err := g.SetDecimal("9.81 ± 0.005", 64); err != nil {
		fmt.Println(err)
		return
	}
	l.SetRat(big.NewRat(1, 2), 64)
	// The period of a pendulum, 2π√(l/g).
	t.Div(&l, &g, 64)
	t.Sqrt(&t, 64)
	t.Mul(&t, new(ball.Real).Pi(64), 64)
	t.Mul2Exp(&t, 1)
	fmt.Println(&t)
	// Output: 1.419 ± 0.00086
}

// Complex functions are principal branches; a ball across a cut is the hull of both sides.
func ExampleComplex_Log() {
	var z ball.Complex
	z.SetInt64(-1)
	z.Log(&z, 53)
	fmt.Println("on the cut:  ", &z.Im)

	z.SetInt64(-1)
	z.Im.SetMidRad(&z.Im, 1e-10)
	z.Log(&z, 53)
	fmt.Println("across it:   ", &z.Im)

	z.SetInt64(0)
	z.Log(&z, 53)
	fmt.Println("at the pole: ", &z.Re)
	// Output:
	// on the cut:   3.141592653589793 ± 3.4e-16
	// across it:    0 ± 3.2
	// at the pole:  indeterminate
}
