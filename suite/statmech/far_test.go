package statmech

import (
	"math"
	"slices"
	"testing"

	"github.com/assay-physics/assay/verify/mapping"
)

// Far values fit into a float, come with a bound far below the tolerance, and agree with
// closed forms where the models have one; of the glass, with its high-temperature series.
func TestFarReferences(t *testing.T) {
	for _, task := range Tasks() {
		for _, seed := range []uint64{1, 2} {
			for _, n := range task.farSizes(seed) {
				in, err := task.draw(seed, mapping.Far, n, 0)
				if err != nil {
					t.Fatal(err)
				}
				ref, err := farReference(in)
				if err != nil {
					t.Fatalf("%s, n = %d: %v", task.ID, n, err)
				}
				if math.Abs(ref.LogZ) >= 700 {
					t.Errorf("%s, n = %d: ln Z = %v does not fit into a float", task.ID, n, ref.LogZ)
				}
				if !(ref.ErrorBound < 1e-8) {
					t.Errorf("%s, n = %d: error bound %v is not far below the tolerance", task.ID, n, ref.ErrorBound)
				}
				switch in := in.(type) {
				case torusSpins: // its closed form is the reference
				case gridSpins:
					want := highTemperature(in)
					if math.Abs(ref.LogZ-want) > 0.02*math.Abs(want-float64(n)*math.Ln2) {
						t.Errorf("%s, n = %d: ln Z = %v, to the order of plaquettes %v", task.ID, n, ref.LogZ, want)
					}
				default:
					if want, ok := independent(in); ok && math.Abs(ref.LogZ-want) > 1e-9 {
						t.Errorf("%s, n = %d: ln Z = %v, independently %v", task.ID, n, ref.LogZ, want)
					}
				}
			}
		}
	}
}

// highTemperature is ln Z of the grid from trees and single plaquettes.
func highTemperature(in gridSpins) float64 {
	l, _ := side(in.n)
	bonds := in.bonds()
	w := math.Tanh(in.beta)
	log := float64(in.n)*math.Ln2 + float64(len(bonds))*math.Log(math.Cosh(in.beta))
	for r := range l - 1 {
		for c := range l - 1 {
			log += in.jh[r][c] * in.jh[r+1][c] * in.jv[r][c] * in.jv[r][c+1] * w * w * w * w
		}
	}
	return log
}

// The sizes are the seed's own, ascending, and reach beyond a thousand spins or near the
// limit of a float.
func TestFarSizes(t *testing.T) {
	for _, task := range Tasks() {
		if task.far == nil {
			continue
		}
		seen := map[int]bool{}
		for seed := range uint64(20) {
			sizes := task.farSizes(seed)
			if len(sizes) != farPlaces || !slices.IsSorted(sizes) {
				t.Fatalf("%s: sizes %v", task.ID, sizes)
			}
			for _, n := range sizes {
				if n < task.far.from || n > task.far.to || task.admits(n) != nil {
					t.Errorf("%s: size %d is outside of the range", task.ID, n)
				}
				seen[n] = true
			}
		}
		if len(seen) < 8 {
			t.Errorf("%s: twenty seeds draw the sizes %v only", task.ID, seen)
		}
	}
}
