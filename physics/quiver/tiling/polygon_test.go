package tiling_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver/tiling"
)

// Every polygon that is reached gives a consistent tiling with it as its diagram; FromPolygon
// checks that itself, so that what is left to test is how much is reached.
func TestFromPolygon(t *testing.T) {
	type V = tiling.Vector
	for name, corners := range map[string][]V{
		"C3":       {{P: 0, Q: 0}, {P: 1, Q: 0}, {P: 0, Q: 1}},
		"conifold": {{P: 0, Q: 0}, {P: 1, Q: 0}, {P: 1, Q: 1}, {P: 0, Q: 1}},
		"dP0":      {{P: 1, Q: 0}, {P: 0, Q: 1}, {P: -1, Q: -1}},
		"dP1":      {{P: 1, Q: 0}, {P: 0, Q: 1}, {P: -1, Q: 0}, {P: -1, Q: -1}},
		"dP2":      {{P: 1, Q: 0}, {P: 0, Q: 1}, {P: -1, Q: 0}, {P: 0, Q: -1}, {P: 1, Q: 1}},
		"dP3":      {{P: 1, Q: 0}, {P: 1, Q: 1}, {P: 0, Q: 1}, {P: -1, Q: 0}, {P: -1, Q: -1}, {P: 0, Q: -1}},
		"F0":       {{P: 1, Q: 0}, {P: 0, Q: 1}, {P: -1, Q: 0}, {P: 0, Q: -1}},
		"PdP4":     {{P: -1, Q: -1}, {P: 1, Q: -1}, {P: 1, Q: 0}, {P: 0, Q: 1}, {P: -1, Q: 1}},
		"L152":     {{P: 0, Q: 0}, {P: 1, Q: 0}, {P: 2, Q: -5}, {P: 0, Q: 1}},
		"Y52":      {{P: 0, Q: 0}, {P: 1, Q: 0}, {P: 0, Q: 5}, {P: -1, Q: 3}},
		"C3/Z7":    {{P: 0, Q: 0}, {P: 2, Q: 1}, {P: 1, Q: 4}},
		"octagon":  {{P: 1, Q: 0}, {P: 2, Q: 0}, {P: 3, Q: 1}, {P: 3, Q: 2}, {P: 2, Q: 3}, {P: 1, Q: 3}, {P: 0, Q: 2}, {P: 0, Q: 1}},
	} {
		tl, err := tiling.FromPolygon(name, corners)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if th, err := tl.Theory(2); err != nil || !th.EncodesR {
			t.Errorf("%s: %v, R-symmetry %v", name, err, th.EncodesR)
		}
	}
	if _, err := tiling.FromPolygon("line", []V{{P: 0, Q: 0}, {P: 1, Q: 1}, {P: 2, Q: 2}}); err == nil {
		t.Error("a line is no polygon")
	}
	if _, err := tiling.FromPolygon("wide", []V{{P: 0, Q: 0}, {P: 1 << 40, Q: 0}, {P: 0, Q: 1 << 40}}); err == nil {
		t.Error("a polygon without bound")
	}
}

func TestRandomPolygons(t *testing.T) {
	reached, failed := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		var points []tiling.Vector
		for range rapid.IntRange(3, 7).Draw(rt, "points") {
			points = append(points, tiling.Vector{P: rapid.Int64Range(0, 4).Draw(rt, "p"), Q: rapid.Int64Range(0, 4).Draw(rt, "q")})
		}
		if len(tiling.Hull(points).Corners) < 3 {
			return
		}
		if _, err := tiling.FromPolygon("random", points); err != nil {
			failed++
			rt.Logf("%v: %v", tiling.Hull(points).Corners, err)
			return
		}
		reached++
	})
	t.Logf("%d polygons reached, %d not", reached, failed)
	if reached < 9*failed {
		t.Errorf("%d polygons reached, %d not", reached, failed)
	}
}
