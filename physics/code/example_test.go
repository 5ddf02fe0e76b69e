package code_test

import (
	"context"
	"fmt"
	"log"
	"math/big"

	"github.com/assay-physics/assay/physics/code"
)

// The toric code under bit flips is the random-bond Ising model on the torus: stars are
// spins, qubits are bonds, and the two that are flipped are antiferromagnetic.
func ExampleMap() {
	c, err := code.Toric(2, 3)
	if err != nil {
		log.Fatal(err)
	}
	noise, err := code.BitFlip(c.N, big.NewRat(1, 10))
	if err != nil {
		log.Fatal(err)
	}
	m, err := code.Map(context.Background(), c, noise, code.OnX(c.N, 0, 5), code.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(m.Describe(0))
	z, err := m.LogProbability(context.Background(), code.Spin{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("ln(class probability) = %.10f\n", z.Float64())
	// Output:
	// noise: bit flip, p = 1/10
	// error: X0 X5
	// spins: 6, one per generator, 1 of them dependent
	//   s0: X0 X1 X4 X7
	//   s1: X0 X2 X3 X9
	//   s2: X2 X4 X5 X11
	//   s3: X1 X6 X7 X10
	//   s4: X3 X6 X8 X9
	//   s5: X5 X8 X10 X11
	// Nishimori conditions: βJ = ½ ln((1−p)/p)
	//   βJ(Z) = 1/2 ln(9) = 1.09861229
	// terms: 8, −βH = β Σ J ∏ s with β = 1.09861229
	//   -1 s0 s1
	//   +2 s0 s3
	//   +1 s1 s2
	//   +2 s1 s4
	//   +1 s0 s2
	//   +1 s3 s4
	//   +1 s4 s5
	//   +1 s3 s5
	// ln(class probability) = ln Z -15.1408208325
	// ln(class probability) = -5.5409924953
}

func ExampleDecode() {
	c, err := code.Toric(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	noise, err := code.BitFlip(c.N, big.NewRat(1, 10))
	if err != nil {
		log.Fatal(err)
	}
	e := code.OnX(c.N, 0, 5)
	p, err := code.Decode(context.Background(), c, noise, e, code.Spin{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("the error is of class %d, decoded is class %d (certain: %v)\n", c.Class(e), p.Best, p.Certain)
	for class := range 4 {
		fmt.Printf("%d: %.12f\n", class, p.Probability[class])
	}
	// Output:
	// the error is of class 1, decoded is class 1 (certain: true)
	// 0: 0.085197838391
	// 1: 0.659183931084
	// 2: 0.041328941852
	// 3: 0.214289288673
}

func ExampleSuccessProbability() {
	c, err := code.FiveQubit()
	if err != nil {
		log.Fatal(err)
	}
	noise, err := code.Depolarizing(c.N, big.NewRat(1, 10))
	if err != nil {
		log.Fatal(err)
	}
	r, err := code.SuccessProbability(context.Background(), c, noise)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Success, r.Success.FloatString(12))
	// Output:
	// 155333/168750 0.920491851852
}

// Below the threshold of 10.9 % a larger code is better.
func ExampleEstimateSuccess() {
	for _, d := range []int{3, 7} {
		in, err := code.SurfaceBitFlip(d, d, big.NewRat(1, 25))
		if err != nil {
			log.Fatal(err)
		}
		r, err := code.EstimateSuccess(context.Background(), in.Code, in.Noise, code.Spin{}, 1, 400, 0.95)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("d = %d: %d of %d decoded, rate %.3f … %.3f\n", d, r.Successes, r.Samples, r.Low, r.High)
	}
	// Output:
	// d = 3: 394 of 400 decoded, rate 0.968 … 0.994
	// d = 7: 397 of 400 decoded, rate 0.978 … 0.998
}

// Repeated faulty measurements of the toric code make a gauge model in three dimensions:
// a flip couples links and two stars, a wrong outcome the four links around a plaquette.
func ExampleFaults() {
	in, err := code.ToricFaulty(2, 2, 2, big.NewRat(1, 50), big.NewRat(1, 20))
	if err != nil {
		log.Fatal(err)
	}
	m, err := in.Map(context.Background(), code.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(m.Describe(3))
	// Output:
	// noise: bit flips p = 1/50, wrong outcomes q = 1/20
	// error: 1
	// spins: 16, one per generator, 5 of them dependent
	//   s0: X0 X8 X16 X18
	//   s1: X1 X9 X16 X17
	//   s2: X2 X10 X17 X19
	//   … and 13 more
	// Nishimori conditions: βJ = ½ ln((1−p)/p) on qubits, ½ ln((1−q)/q) on outcomes
	//   βJ(Z) = 1/2 ln(49) = 1.94591015
	//   βJ(Z) = 1/2 ln(19) = 1.47221949
	// terms: 20, −βH = β Σ J ∏ s with β = 1.00000000
	//   +1.94591 s0 s8 s9
	//   +1.94591 s1 s8 s10
	//   +1.94591 s2 s8 s9
	//   … and 17 more
	// ln(class probability) = ln Z -41.0175927406
}

func ExampleMapCoherent() {
	c, err := code.RotatedSurface(3, 3)
	if err != nil {
		log.Fatal(err)
	}
	e := code.OnX(c.N, 4)
	m, err := code.MapCoherent(c, big.NewRat(1, 5), e)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Text())
	a, err := code.CoherentAmplitude(c, big.NewRat(1, 5), e)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Re, a.Im, a.Probability().FloatString(12))
	// Output:
	// K = 0.80471896 − iπ/4, e^{2K} = −i cot θ, tan θ = 1/5
	// 0/1 11996/78125 0.016565051857
}

func ExampleRead() {
	in, err := code.Read([]byte(`{
		"code":  {"kind":"stabilizer","generators":["XZZXI","IXZZX","XIXZZ","ZXIXZ"]},
		"noise": {"kind":"depolarizing","p":"3/10"},
		"error": {"X":[1]}}`))
	if err != nil {
		log.Fatal(err)
	}
	p, err := in.Exact(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(in.Code.K(), p)
	// Output:
	// 1 83/3125
}
