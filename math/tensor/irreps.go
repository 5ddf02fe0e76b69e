package tensor

import (
	"strconv"
	"strings"
)

// tensorIrreps decomposes products of representations of SU(2) and SU(3), named by their
// dimensions. Without a group, barred or eight-dimensional ones are of SU(3).
func (e *engine) tensorIrreps(a, b irreps) (irreps, bool) {
	n := e.dimNumber[adjoint]
	if n == 0 && e.ctx.Group == "" {
		if s := a.String() + b.String(); strings.ContainsAny(s, "*") {
			n = 3
		}
	}
	out := irreps{}
	for x, cx := range a {
		for y, cy := range b {
			var parts []string
			ok := false
			switch n {
			case 2:
				parts, ok = productSU2(x, y)
			case 3:
				parts, ok = productSU3(x, y)
			}
			if !ok {
				return nil, false
			}
			for _, p := range parts {
				out[p] += cx * cy
			}
		}
	}
	return out, true
}

// productSU2 is the Clebsch–Gordan series by dimensions.
func productSU2(x, y string) ([]string, bool) {
	a, errA := strconv.Atoi(strings.TrimSuffix(x, "*"))
	b, errB := strconv.Atoi(strings.TrimSuffix(y, "*"))
	if errA != nil || errB != nil || a < 1 || b < 1 || a > 200 || b > 200 {
		return nil, false
	}
	if a < b {
		a, b = b, a
	}
	var out []string
	for d := a - b + 1; d <= a+b-1; d += 2 {
		out = append(out, strconv.Itoa(d))
	}
	return out, true
}

// weight is the highest weight (p, q) of SU(3).
type weight struct{ p, q int }

func (w weight) dimension() int { return (w.p + 1) * (w.q + 1) * (w.p + w.q + 2) / 2 }

// name is the dimension, with * for the conjugate, which has q > p, and a prime for the
// symmetric one of two of a dimension.
func (w weight) name() string {
	bar := ""
	if w.q > w.p {
		w.p, w.q, bar = w.q, w.p, "*"
	}
	s := strconv.Itoa(w.dimension())
	for q := w.q + 1; q <= 12; q++ {
		for p := q; p <= 12; p++ {
			if (weight{p, q}).dimension() == w.dimension() {
				s += "'"
			}
		}
	}
	return s + bar
}

func weightNamed(name string) (weight, bool) {
	for p := range 13 {
		for q := range 13 {
			if w := (weight{p, q}); w.name() == name || p == q && w.name()+"*" == name {
				return w, true
			}
		}
	}
	return weight{}, false
}

// productSU3 is Coleman's decomposition (Aspects of Symmetry, chapter 1, appendix): first
// the traces are taken out, then the antisymmetric parts.
func productSU3(x, y string) ([]string, bool) {
	a, okA := weightNamed(x)
	b, okB := weightNamed(y)
	if !okA || !okB || a.dimension()*b.dimension() > 2000 {
		return nil, false
	}
	var out []string
	for i := 0; i <= min(a.p, b.q); i++ {
		for j := 0; j <= min(b.p, a.q); j++ {
			n, m, k, l := a.p-i, a.q-j, b.p-j, b.q-i
			out = append(out, weight{n + k, m + l}.name())
			for t := 1; t <= min(n, k); t++ {
				out = append(out, weight{n + k - 2*t, m + l + t}.name())
			}
			for t := 1; t <= min(m, l); t++ {
				out = append(out, weight{n + k + t, m + l - 2*t}.name())
			}
		}
	}
	return out, true
}
