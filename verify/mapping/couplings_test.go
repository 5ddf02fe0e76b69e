package mapping

import (
	"math"
	"testing"
)

// chainOfTwo has two spins s_0, s_1 with ln w = 0.3 s_0 s_1 − 0.7 s_1 + c over all choices.
func chainOfTwo() SpinMapping {
	m := SpinMapping{Generators: 2, Special: map[string]complex128{"K": complex(0.3, 0), "L": complex(-0.2, -math.Pi/4)}}
	for x := range 4 {
		s := [2]float64{1, 1}
		choice := []int{}
		for k := range s {
			if x>>k&1 == 1 {
				s[k] = -1
				choice = append(choice, k)
			}
		}
		m.Choices = append(m.Choices, choice)
		m.Log = append(m.Log, complex(0.3*s[0]*s[1]-0.7*s[1]-5, 0))
	}
	return m
}

func TestCouplingsAreComparedByWeights(t *testing.T) {
	for text, right := range map[string]bool{
		`[[[0, 1], 0.3, 0.0], [[1], -0.7, 0.0]]`:                                      true,
		`[[[1, 0], 0.1, 0.0], [[0, 1], 0.2, 0.0], [[1], -0.7, 0.0], [[], 12.0, 0.0]]`: true, // split, and a constant
		`[[[0, 1], 0.3, 0.0], [[0, 0, 1], -0.7, 0.0]]`:                                true, // s_0² = 1
		`[[[0, 1], 0.3, 0.0], [[1], -0.7, 6.283185307179586]]`:                        true, // a full turn
		`[[[0, 1], 0.3, 0.0], [[1], 0.7, 0.0]]`:                                       false,
		`[[[0, 1], 0.300002, 0.0], [[1], -0.7, 0.0]]`:                                 false,
		`[[[0, 1], 0.3, 0.0]]`:                                                        false,
		`[[[0, 1], 0.3, 0.1], [[1], -0.7, 0.0]]`:                                      false, // a phase
		`[[[0, 1], 1e308, 0.0], [[1], 1e308, 0.0]]`:                                   false,
		`[]`:                    false,
		`[[[0, 2], 0.3, 0.0]]`:  false, // no such generator
		`[[[0, -1], 0.3, 0.0]]`: false,
		`[[[0, 1], nan, 0.0]]`:  false,
		`[[[0, 1], inf, 0.0]]`:  false,
		``:                      false,
	} {
		d, why := chainOfTwo().couplings([]byte(text))
		if got := d >= 0 && d < Tolerance; got != right || (d < 0) != (why != "") {
			t.Errorf("%s: deviation %v (%s), right is %v", text, d, why, right)
		}
	}
}

func TestStrengthsAreComparedModuloHalfATurn(t *testing.T) {
	keys := []string{"K", "L"}
	for text, right := range map[string]bool{
		`[[0.3, 0.0], [-0.2, -0.7853981633974483]]`:  true,
		`[[0.3, 0.0], [-0.2, 2.356194490192345]]`:    true, // +π
		`[[0.3, 0.0], [-0.2, 0.7853981633974483]]`:   false,
		`[[0.300001, 0.0], [-0.2, -0.785398163397]]`: false,
		`[[0.3, 0.0]]`: false,
		`[[nan, 0.0], [-0.2, -0.7853981633974483]]`: false,
	} {
		d, why := chainOfTwo().special([]byte(text), keys)
		if got := d >= 0 && d < Tolerance; got != right || (d < 0) != (why != "") {
			t.Errorf("%s: deviation %v (%s), right is %v", text, d, why, right)
		}
	}
}
