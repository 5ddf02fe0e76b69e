package statmech

import (
	"math"
	"testing"

	"github.com/assay-physics/assay/verify/mapping"
)

// At small sizes the reference is compared with the plain sum over configurations.
func TestReferenceIsTheSum(t *testing.T) {
	for _, task := range spinTasks() {
		for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside} {
			for _, n := range task.sizes(r) {
				if n > 12 {
					continue
				}
				for k := range samples(r) {
					in := drawSpins(t, task, 4, r, n, k)
					ref, err := in.reference()
					if err != nil {
						t.Fatal(err)
					}
					want := math.Log(enumerate(n, in.heat(), in.bonds(), in.fields()))
					if math.Abs(ref.LogZ-want) > 1e-11 {
						t.Errorf("%s, n = %d: ln Z = %v, summed %v", task.ID, n, ref.LogZ, want)
					}
				}
			}
		}
	}
}

// Beyond brute force every reference is compared with closed forms and transfer
// matrices that are written here, apart from the engine.
func TestReferenceAtScale(t *testing.T) {
	for _, task := range Tasks() {
		for _, n := range task.sizes(mapping.Scale) {
			for k := range samples(mapping.Scale) {
				in, err := task.draw(9, mapping.Scale, n, k)
				if err != nil {
					t.Fatal(err)
				}
				ref, err := in.reference()
				if err != nil {
					t.Fatalf("%s, n = %d: %v", task.ID, n, err)
				}
				if _, ok := in.(spins); ok && ref.LogZ < float64(n)*math.Ln2 || math.Abs(ref.LogZ) >= 700 {
					t.Errorf("%s, n = %d: ln Z = %v is outside of [n ln 2, 700)", task.ID, n, ref.LogZ)
				}
				if !(ref.ErrorBound < 1e-9) {
					t.Errorf("%s, n = %d: error bound %v is not far below the tolerance", task.ID, n, ref.ErrorBound)
				}
				if want, ok := independent(in); ok && math.Abs(ref.LogZ-want) > 1e-9 {
					t.Errorf("%s, n = %d: ln Z = %v, independently %v", task.ID, n, ref.LogZ, want)
				}
			}
		}
	}
}

// independent is ln Z by a second method, where the size allows one: the closed form
// of the open chain, a row transfer of the torus with its first row summed over, the
// 4n × 4n determinant of the open grid being tested with the reference programs, and
// lgamma binomials for the Mattis model.
func independent(drawn instance) (float64, bool) {
	switch in := drawn.(type) {
	case rowSpins:
		if in.h != nil {
			a, b := in.beta*in.h[0], -in.beta*in.h[0] // ln of the two partial sums
			for _, h := range in.h[1:] {
				k := in.beta * in.j
				a, b = logAdd(a+k, b-k)+in.beta*h, logAdd(a-k, b+k)-in.beta*h
			}
			return logAdd(a, b), true
		}
		return math.Ln2 + float64(in.n-1)*math.Log(2*math.Cosh(in.beta*in.j)), true
	case torusSpins:
		if in.n > 36 {
			return 0, false
		}
		return torusTransfer(in), true
	case mattisSpins:
		n := float64(in.n)
		total := math.Inf(-1)
		for k := 0.0; k <= n; k++ {
			a, _ := math.Lgamma(n + 1)
			b, _ := math.Lgamma(k + 1)
			c, _ := math.Lgamma(n - k + 1)
			m := n - 2*k
			total = logAdd(total, a-b-c+in.beta*(m*m-n)/2)
		}
		return total, true
	}
	return 0, false
}

func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// torusTransfer adds up ⟨first|T^L|first⟩ over all states of the first row.
func torusTransfer(in torusSpins) float64 {
	l, _ := side(in.n)
	k := in.beta * in.j
	size := 1 << l
	total := math.Inf(-1)
	row := make([]float64, size) // Boltzmann factor within a row
	for s := range row {
		for c := range l {
			row[s] += k * float64(1-2*((s>>c^s>>((c+1)%l))&1))
		}
		row[s] = math.Exp(row[s])
	}
	for first := range size {
		v := make([]float64, size)
		v[first] = 1
		scale := 0.0
		for range l {
			for s := range v {
				v[s] *= row[s]
			}
			for c := range l {
				w := make([]float64, size)
				for s := range w {
					w[s] = math.Exp(k)*v[s] + math.Exp(-k)*v[s^1<<c]
				}
				v = w
			}
			norm := 0.0
			for _, x := range v {
				norm += x
			}
			scale += math.Log(norm)
			for s := range v {
				v[s] /= norm
			}
		}
		total = logAdd(total, math.Log(v[first])+scale)
	}
	return total
}

// The named mistakes are those of a program that makes them: the plain sum with the
// mistake built in. Each shows in at least one of the announced probes of every size:
// a flipped sign is invisible on a bipartite graph only.
func TestMistakes(t *testing.T) {
	for _, task := range spinTasks() {
		for _, n := range task.Sizes {
			if n > 10 {
				continue
			}
			visible := map[string]int{}
			for k := range samples(mapping.Probed) {
				in := drawSpins(t, task, 2, mapping.Probed, n, k)
				wrong, err := in.mistakes()
				if err != nil {
					t.Fatal(err)
				}
				want := mistaken(task.ID, in)
				if len(wrong) != len(want) {
					t.Errorf("%s: mistakes %v, want %v", task.ID, wrong, want)
				}
				right := math.Log(enumerate(n, in.heat(), in.bonds(), in.fields()))
				for name, w := range want {
					if math.Abs(wrong[name].LogZ-w) > 1e-11 {
						t.Errorf("%s: %s gives ln Z = %v, want %v", task.ID, name, wrong[name], w)
					}
					visible[name] += 0
					if math.Abs(w-right) > 1e-6 {
						visible[name]++
					}
				}
			}
			for name, v := range visible {
				if v == 0 {
					t.Errorf("%s: mistake %q is invisible at n = %d", task.ID, name, n)
				}
			}
		}
	}
}

// mistaken is ln Z of the wrong models, by the plain sum.
func mistaken(task string, in spins) map[string]float64 {
	z := func(beta float64, bonds []bond) float64 {
		return math.Log(enumerate(in.size(), beta, bonds, in.fields()))
	}
	bonds := in.bonds()
	want := map[string]float64{"sign": z(-in.heat(), bonds)}
	switch task {
	case "P01":
		want["sign"] = math.Log(2 * math.Pow(2*math.Exp(in.heat()*in.bonds()[0].J), float64(in.size()-1)))
		want["boundary"] = z(in.heat(), append(in.bonds(), bond{in.size() - 1, 0, in.bonds()[0].J}))
	case "P02":
		want["boundary"] = z(in.heat(), append(in.bonds(), bond{in.size() - 1, 0, in.bonds()[0].J}))
	case "P03":
		l, _ := side(in.size())
		var open []bond
		for _, b := range bonds {
			if d := b.j - b.i; d == 1 || d == l { // bonds that close a row or a column lead back
				open = append(open, b)
			}
		}
		want["boundary"] = z(in.heat(), open)
	case "P04":
		for i := range bonds {
			bonds[i].J = math.Abs(bonds[i].J)
		}
		want["sign"] = z(in.heat(), bonds)
	}
	return want
}
