package catalogue

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
)

// The superconformal R-charges satisfy W = 2 and the anomaly conditions exactly, rational
// part and irrational part for themselves, and are the reference's numbers.
func TestSuperconformal(t *testing.T) {
	reference := readReference(t)
	for i, p := range Phases() {
		th := p.Theory(2)
		rational, root := make(quiver.Charges, len(th.Arrows)), make(quiver.Charges, len(th.Arrows))
		for k, q := range p.Superconformal {
			rational[k], root[k] = q.A, q.B
		}
		if !th.IsAnomalyFreeR(rational) {
			t.Errorf("%s: the rational part is not an R-symmetry", p.Name)
		}
		if !th.IsFlavour(root) {
			t.Errorf("%s: the irrational part is not a flavour symmetry", p.Name)
		}
		want := make(map[string]float64)
		for _, f := range reference[i].Fields {
			want[f.Name] = f.RSC
		}
		for k, q := range p.Superconformal {
			name := p.FieldNames[k]
			if p.Family == "SPP" {
				continue // the reference has N = 2 there
			}
			if r, ok := want[name]; !ok || math.Abs(q.Float64()-r) > 1e-10 {
				t.Errorf("%s: R(%s) = %v = %v, reference %v", p.Name, name, q, q.Float64(), r)
			}
		}
	}
}

// a of the planar limit in units of N² is π³/4 over the volume of the Sasaki–Einstein base:
// S⁵/ℤ3 and T^{1,1}/ℤ2, Y^{2,1} (Martelli and Sparks, hep-th/0411238), dP2 with
// (59 + 11√33) π³/486 (Martelli, Sparks and Yau, hep-th/0503183), L^{1,2,1}, S⁵/(ℤ2×ℤ2), T^{1,1}.
func TestPlanarA(t *testing.T) {
	want := map[string]float64{
		"dP0": 0.75, "F0-I": 27.0 / 32, "F0-II": 27.0 / 32, "dP1": 13*math.Sqrt(13) - 46, "dP2-I": 243 / (2 * (59 + 11*math.Sqrt(33))),
		"SPP": 3 * math.Sqrt(3) / 8, "C3/(Z2xZ2)": 1, "conifold": 27.0 / 64,
	}
	for _, p := range Phases() {
		// 9/32 (nodes + Σ (R − 1)³) N² per component of a field, Tr R = 0 at this order.
		sum := float64(p.nodes)
		for _, q := range p.Superconformal {
			sum += math.Pow(q.Float64()-1, 3)
		}
		if a := 9.0 / 32 * sum; math.Abs(a-want[p.Name]) > 1e-12 {
			t.Errorf("%s: a = %v N², want %v", p.Name, a, want[p.Name])
		}
	}
}

// The toric diagram has twice the area of the number of nodes, and as many lattice points on
// its boundary as there are zig-zag paths.
func TestPolygons(t *testing.T) {
	for _, p := range Phases() {
		area, boundary := 0, 0
		for i, a := range p.Polygon {
			b := p.Polygon[(i+1)%len(p.Polygon)]
			area += a[0]*b[1] - a[1]*b[0]
			boundary += int(new(big.Int).GCD(nil, nil, new(big.Int).Abs(big.NewInt(int64(b[0]-a[0]))), new(big.Int).Abs(big.NewInt(int64(b[1]-a[1])))).Int64())
		}
		if area != p.nodes || boundary != p.ZigZags {
			t.Errorf("%s: twice the area %d, %d boundary points; want %d, %d", p.Name, area, boundary, p.nodes, p.ZigZags)
		}
	}
}

// Every phase is in the published form, and a consistent theory for every N.
func TestPhases(t *testing.T) {
	for _, p := range Phases() {
		for _, n := range []int{2, 3, 4, 10} {
			th := p.Theory(n)
			data, err := json.Marshal(th)
			if err != nil {
				t.Fatal(err)
			}
			again, err := quiver.ParseTheory(data)
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			if a, b := fmt.Sprint(show(th)), fmt.Sprint(show(again)); a != b {
				t.Errorf("%s: written as %s, read as %s", p.Name, a, b)
			}
			for k, a := range th.Arrows {
				if again.Arrows[k].Label != a.Label {
					t.Errorf("%s: label %s becomes %s", p.Name, a.Label, again.Arrows[k].Label)
				}
				if a.R.Sign() <= 0 {
					t.Errorf("%s: R(%s) = %v", p.Name, a.Label, a.R)
				}
			}
			for _, a := range th.GaugeAnomalies() {
				if !a.Cancels() || a.In != a.Out {
					t.Errorf("%s: %v", p.Name, a)
				}
			}
			if !th.IsAnomalyFreeR(th.RCharges()) {
				t.Errorf("%s: R is not anomaly-free", p.Name)
			}
		}
	}
	if _, err := Find("dP9"); err == nil {
		t.Error("a phase that does not exist was found")
	}
}

func ExamplePhases() {
	for _, p := range Phases() {
		t := p.Theory(2)
		fmt.Printf("%s: %d nodes, %d fields, %d terms, R(%s) = %v\n", p.Name, len(t.Nodes), len(t.Arrows), len(t.W), p.FieldNames[0], p.Superconformal[0])
	}
	// Output:
	// dP0: 3 nodes, 9 fields, 6 terms, R(X0) = 2/3
	// F0-I: 4 nodes, 8 fields, 4 terms, R(A0) = 1/2
	// F0-II: 4 nodes, 12 fields, 8 terms, R(A0) = 1/2
	// dP1: 4 nodes, 10 fields, 6 terms, R(X12) = -17/3 + 5/3√13
	// dP2-I: 5 nodes, 13 fields, 8 terms, R(X15) = 17/16 − 1/16√33
	// SPP: 3 nodes, 7 fields, 4 terms, R(X12) = 0 + 1/3√3
	// C3/(Z2xZ2): 4 nodes, 12 fields, 8 terms, R(X01) = 2/3
	// conifold: 2 nodes, 4 fields, 2 terms, R(A0) = 1/2
}
