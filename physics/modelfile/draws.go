package modelfile

import (
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/wide"
)

// Couplings returns the coupling of each edge as the value c says it.
func Couplings(c *Value, n int, edges [][2]int) (func(k int) Number, error) {
	switch c.Kind {
	case Array:
		list, err := c.Numbers(len(edges), "edges")
		if err != nil {
			return nil, err
		}
		return func(k int) Number { return list[k] }, nil
	case Object:
	default:
		j, err := c.Number()
		if err != nil {
			return nil, err
		}
		return func(int) Number { return j }, nil
	}
	switch {
	case c.Get("pm1") != nil:
		if err := c.Only("pm1"); err != nil {
			return nil, err
		}
		seed, err := c.Get("pm1").Seed()
		if err != nil {
			return nil, err
		}
		return func(k int) Number { return Number{Value: float64(Sign(seed, uint64(k)))} }, nil
	case c.Get("uniform") != nil:
		u, err := uniformFrom(c)
		if err != nil {
			return nil, err
		}
		return u, nil
	case c.Get("mattis") != nil:
		if err := c.Only("mattis"); err != nil {
			return nil, err
		}
		xi, err := mattisFrom(c.Get("mattis"), n)
		if err != nil {
			return nil, err
		}
		return func(k int) Number { return Number{Value: float64(xi[edges[k][0]] * xi[edges[k][1]])} }, nil
	case c.Get("over_n") != nil:
		if err := c.Only("over_n"); err != nil {
			return nil, err
		}
		x, err := c.Get("over_n").Rational()
		if err != nil {
			return nil, err
		}
		j, err := round(x.Quo(x, new(big.Rat).SetInt64(int64(n))))
		if err != nil {
			return nil, c.Get("over_n").Errorf("%w", err)
		}
		return func(int) Number { return j }, nil
	}
	return nil, c.Errorf("want a number, a list, or one of the keys pm1, uniform, mattis, over_n")
}

// mattisFrom reads the ξ of a Mattis model: a seed, or one sign per site.
func mattisFrom(v *Value, n int) ([]int8, error) {
	xi := make([]int8, n)
	if v.Kind != Array {
		seed, err := v.Seed()
		if err != nil {
			return nil, err
		}
		for i := range xi {
			xi[i] = Sign(seed, uint64(i))
		}
		return xi, nil
	}
	if len(v.Items) != n {
		return nil, v.Errorf("%d signs for %d sites", len(v.Items), n)
	}
	for i, item := range v.Items {
		s, err := item.Integer(-1, 1)
		if err != nil {
			return nil, err
		}
		if s == 0 {
			return nil, item.Errorf("0 is neither +1 nor -1")
		}
		xi[i] = int8(s)
	}
	return xi, nil
}

// uniformFrom reads {"uniform":[lo,hi],"seed":s}: output k is lo + (hi−lo)·u_k.
func uniformFrom(c *Value) (func(k int) Number, error) {
	if err := c.Only("uniform", "seed"); err != nil {
		return nil, err
	}
	ends, err := c.Get("uniform").Numbers(2, "ends")
	if err != nil {
		return nil, err
	}
	s, err := c.Need("seed")
	if err != nil {
		return nil, err
	}
	seed, err := s.Seed()
	if err != nil {
		return nil, err
	}
	lo, hi := ends[0], ends[1]
	width, lost := wide.TwoSum(hi.Value, -lo.Value)
	if !finite(width) {
		return nil, c.Get("uniform").Errorf("the interval is too wide")
	}
	fixed := lo.Err + hi.Err + math.Abs(lost)
	return func(k int) Number {
		x := math.FMA(width, Uniform(seed, uint64(k)), lo.Value) // rounded once
		return Number{x, fixed + unit*math.Abs(x)}
	}, nil
}

// SiteValues reads one number per site (or per whatever there are n of): a number for
// all of them, a list, or {"uniform":[lo,hi],"seed":s}.
func SiteValues(v *Value, n int) (func(i int) Number, error) {
	switch {
	case v.Kind == Array:
		list, err := v.Numbers(n, "sites")
		if err != nil {
			return nil, err
		}
		return func(i int) Number { return list[i] }, nil
	case v.Get("uniform") != nil:
		return uniformFrom(v)
	case v.Kind == Object:
		return nil, v.Errorf("want a number, a list, or the key uniform")
	}
	x, err := v.Number()
	if err != nil {
		return nil, err
	}
	return func(int) Number { return x }, nil
}

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// SplitMix64 is output k (from 0) of the splitmix64 generator with the given seed, the
// only source of randomness in the lattice generators.
func SplitMix64(seed, k uint64) uint64 {
	z := seed + (k+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// Sign is ±1 from output k: +1 where the top bit is 0.
func Sign(seed, k uint64) int8 {
	if SplitMix64(seed, k)>>63 == 0 {
		return 1
	}
	return -1
}

// Uniform is the number in [0,1) from output k: its upper 53 bits over 2⁵³.
func Uniform(seed, k uint64) float64 { return float64(SplitMix64(seed, k)>>11) * 0x1p-53 }
