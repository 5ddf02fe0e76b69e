package lattice

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// Dimer counts perfect matchings: Z is the number of ways to cover every site of a
// lattice by dimers on its bonds, each site once.
type Dimer struct {
	// Lattice is square, aztec or hexagon.
	Lattice string
	// Size is [rows, columns] of the square lattice, [n] of the Aztec diamond of 2n(n+1)
	// sites, [a, b, c] of the hexagon of the honeycomb lattice with these sides ([a] when
	// all are equal), whose dimers are lozenges.
	Size []int
	// Boundary is open, cylinder (columns wrap around) or torus; open for the others. A
	// periodic direction needs two sites, and at two sites has two bonds between them.
	Boundary string
}

// maxSide bounds a side of a lattice in closed form. One factor costs some 30 µs, and
// there are as many as the side is long.
const maxSide = 1 << 20

// ReadDimer reads {"model":"dimer","lattice":"square","size":[8,8],"boundary":"open"}.
func ReadDimer(root *modelfile.Value) (*Dimer, error) {
	d, err := readDimer(root)
	if err != nil {
		return nil, fmt.Errorf("lattice: dimer model: %w", err)
	}
	return d, nil
}

func readDimer(root *modelfile.Value) (*Dimer, error) {
	if _, err := wantKind(root, "dimer"); err != nil {
		return nil, err
	}
	if err := root.Only("model", "lattice", "size", "boundary"); err != nil {
		return nil, err
	}
	s, err := readShape(root, map[string][]int{"square": {2}, "aztec": {1}, "hexagon": {1, 3}}, maxSide, "open", "cylinder", "torus")
	if err != nil {
		return nil, err
	}
	d := &Dimer{Lattice: s.lattice, Size: s.size, Boundary: s.boundary}
	if err := d.check(); err != nil {
		return nil, root.Errorf("%w", err)
	}
	return d, nil
}

func (d *Dimer) check() error {
	want := map[string][]int{"square": {2}, "aztec": {1}, "hexagon": {1, 3}}[d.Lattice]
	if want == nil {
		return fmt.Errorf("lattice %q is not one of aztec, hexagon, square", d.Lattice)
	}
	if n := len(d.Size); n != want[0] && n != want[len(want)-1] {
		return fmt.Errorf("size has %d numbers", n)
	}
	for _, s := range d.Size {
		if s < 1 || s > maxSide {
			return fmt.Errorf("size: %d is outside of 1 … %d", s, maxSide)
		}
	}
	switch {
	case d.Boundary == "open":
	case d.Boundary != "cylinder" && d.Boundary != "torus":
		return fmt.Errorf("boundary %q is not one of open, cylinder, torus", d.Boundary)
	case d.Lattice != "square":
		return fmt.Errorf("the lattice %s has an open boundary, not a %s", d.Lattice, d.Boundary)
	case d.Size[1] < 2 || d.Boundary == "torus" && d.Size[0] < 2:
		return fmt.Errorf("a periodic direction needs two sites")
	}
	return nil
}

// MarshalJSON writes what ReadDimer reads.
func (d *Dimer) MarshalJSON() ([]byte, error) {
	return newRecord("dimer").set("lattice", d.Lattice).set("size", d.Size).set("boundary", d.Boundary).bytes(), nil
}

// Kind is "dimer".
func (d *Dimer) Kind() string { return "dimer" }

// sides are the three of a hexagon.
func (d *Dimer) sides() (a, b, c int) {
	if len(d.Size) == 1 {
		return d.Size[0], d.Size[0], d.Size[0]
	}
	return d.Size[0], d.Size[1], d.Size[2]
}

// Sites is the number of sites of the lattice.
func (d *Dimer) Sites() int {
	switch d.Lattice {
	case "aztec":
		return 2 * d.Size[0] * (d.Size[0] + 1)
	case "hexagon":
		a, b, c := d.sides()
		return 2 * (a*b + b*c + c*a)
	}
	return d.Size[0] * d.Size[1]
}

// Explain names the formula.
func (d *Dimer) Explain() []string {
	switch d.Lattice {
	case "aztec":
		return []string{fmt.Sprintf("The Aztec diamond of order %d has 2^(n(n+1)/2) coverings (Elkies, Kuperberg, Larsen and Propp).", d.Size[0])}
	case "hexagon":
		a, b, c := d.sides()
		return []string{
			fmt.Sprintf("Coverings of the %d×%d×%d hexagon are lozenge tilings, that is plane partitions in a box.", a, b, c),
			"MacMahon's product counts them: ∏ (i+j+k−1)/(i+j+k−2) over the cells of the box.",
		}
	}
	why := map[string]string{
		"open":     "The lattice is planar and bipartite: with Kasteleyn's signs (+1 along rows, alternating ones along columns) every face is an odd one, and Z is one Pfaffian.",
		"cylinder": "The lattice is planar: with Kasteleyn's signs, chosen for the length of the circumference, Z is one Pfaffian.",
		"torus":    "The lattice lies on a torus: Z is half the signed sum of the four Pfaffians of Kasteleyn's signs with periodic or antiperiodic rows and columns; the doubly periodic one vanishes.",
	}[d.Boundary]
	lines := []string{why, "The signs are translation-invariant, so that plane or standing waves diagonalise the matrix; the product over one direction is done in closed form, and factors as many as the other side is long are left."}
	if d.Sites()%2 != 0 {
		lines = append(lines, fmt.Sprintf("%d sites are an odd number: no covering exists.", d.Sites()))
	}
	return lines
}

// LogZ evaluates the closed form: Temperley, Fisher and Kasteleyn's product for the
// square lattice in O(rows) or O(columns) operations, 2^(n(n+1)/2) for the Aztec
// diamond, MacMahon's product for the hexagon. Z = 0, for an odd number of sites, has
// Value −∞.
func (d *Dimer) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := d.check(); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: dimer model: %w", err)
	}
	p := precise.New(bitsOfProducts)
	z := newProduct(p)
	var method string
	var err error
	switch {
	case d.Lattice == "aztec":
		method = "Aztec diamond theorem"
		n := int64(d.Size[0])
		z.exponent += n * (n + 1) / 2
	case d.Lattice == "hexagon":
		method = "MacMahon's product"
		a, b, c := d.sides()
		err = macMahon(ctx, z, a, b, c)
	case d.Sites()%2 != 0:
		method = "parity"
		z.mul(p.New(), 0)
	case d.Boundary == "open":
		method = "Kasteleyn's product"
		err = openDimers(ctx, z, d.Size[0], d.Size[1])
	case d.Boundary == "cylinder":
		method = "Kasteleyn's product on a cylinder"
		err = cylinderDimers(ctx, z, d.Size[0], d.Size[1])
	default:
		method = "Kasteleyn's four products on a torus"
		z, err = torusDimers(ctx, p, d.Size[0], d.Size[1])
	}
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: dimer model: %w", err)
	}
	return z.log(method), nil
}

// waves is λⁿ ± λ^−n for a number λ ≥ 1 with relative error err; with a minus the
// difference is taken at relative cost 1/(1 − λ^−2n).
func waves(p *precise.Context, growth *big.Float, n int64, minus bool, err float64) (*product, bool) {
	power := newProduct(p)
	power.mulPower(growth, n, err)
	inverse := newProduct(p)
	inverse.mantissa.Quo(inverse.mantissa, power.mantissa)
	inverse.exponent = -power.exponent
	small := p.New()
	if e := inverse.exponent - power.exponent; e > -int64(2*p.Work) {
		small.SetMantExp(inverse.mantissa, int(e))
	}
	if minus {
		small.Neg(small)
	}
	p.Add(power.mantissa, small)
	if power.mantissa.Sign() == 0 {
		return power, false
	}
	lost := power.mantissa.MantExp(power.mantissa)
	power.exponent += int64(lost)
	if minus { // the error of two terms of a size up to 1, over at least 2^(lost−1)
		power.err = math.Ldexp(power.err, 2-lost)
		power.units = math.Ldexp(power.units, 2-lost)
	}
	power.err += 2 * unitOf(p)
	power.units += 2
	return power, true
}

// openDimers is Kasteleyn's ∏_j ∏_k (4cos²(πj/(m+1)) + 4cos²(πk/(n+1))) over half of
// the j and k, with an even number m of rows. With x_j = 2cos(πj/(m+1)) = λ − 1/λ the
// product over k is (λ^(n+1) ± λ^−(n+1))/(λ + 1/λ), + for even n; for odd n the middle
// factor enters as its square root x_j, and ∏ x_j = 1.
func openDimers(ctx context.Context, z *product, rows, cols int) error {
	m, n := int64(rows), int64(cols)
	if m%2 != 0 || n%2 == 0 && n < m {
		m, n = n, m
	}
	p := z.p
	for j := int64(1); j <= m/2; j++ {
		if err := checkEvery(ctx, int(j)); err != nil {
			return err
		}
		// 2cos(πj/(m+1)) = 2sin(π(m+1−2j)/(2(m+1))).
		square := fourSineSquared(p, m+1-2*j, m+1)
		l := growth(p, square)
		w, _ := waves(p, l, n+1, n%2 != 0, growthErr)
		z.join(w)
		// λ + 1/λ = √(4 + x²).
		square.Add(square, p.Int(4))
		z.mul(l.Quo(p.Int(1), square.Sqrt(square)), growthErr)
	}
	return nil
}

// cylinderDimers has n columns around and m open rows. Standing waves along the rows give
// x_j = 2cos(πj/(m+1)) = λ − 1/λ; Kasteleyn's signs make the waves around the cylinder
// antiperiodic, so that the product of the 4sin² of their momenta + x_j² is (λ^(n/2) +
// λ^−(n/2))⁴ for even n, and (λⁿ − λ^−n)² for odd n. Z is the fourth root of the product
// over all j, and j and m+1−j give the same.
func cylinderDimers(ctx context.Context, z *product, rows, cols int) error {
	m, n := int64(rows), int64(cols)
	p := z.p
	for j := int64(1); j <= m/2; j++ {
		if err := checkEvery(ctx, int(j)); err != nil {
			return err
		}
		l := growth(p, fourSineSquared(p, m+1-2*j, m+1))
		if n%2 == 0 {
			w, _ := waves(p, l, n/2, false, growthErr)
			z.join(w)
			z.join(w)
			continue
		}
		w, _ := waves(p, l, n, true, growthErr)
		z.join(w)
	}
	if m%2 != 0 { // the middle row has x = 0, λ = 1, once: λ^(n/2) + λ^−(n/2) = 2
		z.exponent++
	}
	return nil
}

// torusDimers is ½(P(½,½) + P(½,0) + P(0,½)) with P(a,b)⁴ the product of 4sin²(2π(j+a)/m)
// + 4sin²(2π(k+b)/n) over all j < m, k < n, for an even number m of rows; P(0,0) = 0.
// With x_j = 2|sin(2π(j+a)/m)| = λ − 1/λ the product over k is (λ^(n/2) ± λ^−(n/2))⁴ for
// even n, with + for b = ½, and (λⁿ − λ^−n)² for odd n.
func torusDimers(ctx context.Context, p *precise.Context, rows, cols int) (*product, error) {
	m, n := int64(rows), int64(cols)
	if m%2 != 0 || n%2 == 0 && n < m {
		m, n = n, m
	}
	var sectors []*product
	for _, s := range []struct{ a, b int64 }{{1, 1}, {1, 0}, {0, 1}} {
		z := newProduct(p)
		// j and j + m/2 have the same x.
		for j := range m / 2 {
			if err := checkEvery(ctx, int(j)); err != nil {
				return nil, err
			}
			// 4sin²(π(2j+a)/m): twice the angle is 2π(2j+a)/m, folded into 0 … π.
			k := 2 * (2*j + s.a) % (2 * m)
			l := growth(p, fourSineSquared(p, min(k, 2*m-k), m))
			length, minus := n, true
			if n%2 == 0 {
				length, minus = n/2, s.b == 0
			}
			w, ok := waves(p, l, length, minus, growthErr)
			if !ok {
				z.mantissa.SetInt64(0)
				break
			}
			z.join(w)
			if n%2 == 0 {
				z.join(w)
			}
		}
		sectors = append(sectors, z)
	}
	z := sumProducts(sectors, []int{1, 1, 1})
	z.exponent--
	return z, nil
}

// sumProducts adds products with signs ±1. Its error counts the cancellation.
func sumProducts(list []*product, signs []int) *product {
	p := list[0].p
	top, found := int64(0), false
	for _, a := range list {
		if a.mantissa.Sign() != 0 && (!found || a.exponent > top) {
			top, found = a.exponent, true
		}
	}
	sum := newProduct(p)
	sum.mantissa.SetInt64(0)
	sum.exponent = top
	absolute, units := 0.0, 0.0 // Σ err·|term| at the scale of 2^top, and in units
	for i, a := range list {
		if a.mantissa.Sign() == 0 {
			continue
		}
		term := p.New()
		if a.exponent-top > -int64(2*p.Work) {
			term.SetMantExp(a.mantissa, int(a.exponent-top))
		}
		if signs[i] < 0 {
			term.Neg(term)
		}
		f, _ := term.Float64()
		absolute += (a.err + 2*unitOf(p)) * max(f, -f)
		units += (a.units + 2) * max(f, -f, 0x1p-1000)
		p.Add(sum.mantissa, term)
	}
	if sum.mantissa.Sign() == 0 {
		return sum
	}
	lost := -sum.mantissa.MantExp(sum.mantissa)
	sum.exponent -= int64(lost)
	f, _ := sum.mantissa.Float64() // ½ … 1
	sum.err = math.Inf(1)
	if lost < 900 {
		sum.err = math.Ldexp(2*absolute/max(f, -f), lost)
	}
	units = 2 * units / max(f, -f)
	sum.units = math.Ldexp(units, lost)
	if !math.IsInf(units, 1) {
		sum.err = min(sum.err, max(math.Ldexp(units, lost-int(p.Prec)), tiny))
	}
	return sum
}

// macMahon multiplies ∏_{i≤a, j≤b} (i+j+c−1)/(i+j−1), grouped by i+j.
func macMahon(ctx context.Context, z *product, a, b, c int) error {
	p := z.p
	if a > b {
		a, b = b, a
	}
	for s := 2; s <= a+b; s++ { // i+j
		if err := checkEvery(ctx, s); err != nil {
			return err
		}
		times := min(s-1, a, a+b+1-s)
		z.mulPower(p.New().Quo(p.Int(int64(s+c-1)), p.Int(int64(s-1))), int64(times), 1)
	}
	return nil
}
