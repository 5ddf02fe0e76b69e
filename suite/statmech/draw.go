package statmech

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/assay-physics/assay/verify/mapping"
)

// stream is the splitmix64 sequence of one purpose. Streams of different purposes
// are independent: the state is seeded by a hash of the seed and the words that name
// the purpose.
type stream struct{ state uint64 }

func newStream(seed uint64, purpose ...any) *stream {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", seed)
	for _, p := range purpose {
		fmt.Fprintf(&b, "/%v", p)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return &stream{binary.BigEndian.Uint64(sum[:8])}
}

func (s *stream) next() uint64 {
	s.state += 0x9E3779B97F4A7C15
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// unit is uniform in [0,1).
func (s *stream) unit() float64 { return float64(s.next()>>11) * 0x1p-53 }

// below is uniform over 0..n−1; the bias of the remainder is under n·2⁻⁶⁴.
func (s *stream) below(n int) int { return int(s.next() % uint64(n)) }

func (s *stream) sign() int { return 1 - 2*int(s.next()>>63) }

func (s *stream) perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := s.below(i + 1)
		p[i], p[j] = p[j], p[i]
	}
	return p
}

// pick draws one of the options.
func pick[T any](s *stream, options ...T) T { return options[s.below(len(options))] }

// instance is one parameter set in the canonical conventions, whatever the binding
// later makes of it. Fields that a task does not have stay empty.
type instance struct {
	task   string
	n      int
	beta   float64
	j      float64     // P01, P02, P03
	h      []float64   // P02
	jh, jv [][]float64 // P04: [L][L−1] and [L−1][L]
	xi     []int       // P05
	edges  [][2]int    // P06
	js     []float64   // P06, one for each edge
}

// draw makes instance k of size n. It depends on the task, the regime, n, k and the
// seed only, never on the variant: all descriptions ask about the same numbers.
//
// Couplings follow the published ranges: 0.5 <= |J| <= 1 with both signs among the
// samples of a size (P03: positive), fields uniform in [−1,1], ±1 for bonds and
// patterns. Aside leaves these ranges, which no text states, so that a program that is
// right only within them shows it: couplings are stronger at temperatures inside of the
// published range and weaker above it, and fields are larger there. P04 and P06 are drawn until at least one cycle is frustrated, for without
// one they would be a disguised ferromagnet.
func (t Task) draw(seed uint64, r mapping.Regime, n, k int) (instance, error) {
	if err := t.admits(n); err != nil {
		return instance{}, err
	}
	if k < 0 || k >= samples(r) {
		return instance{}, fmt.Errorf("statmech: task %s: regime %q has no sample %d", t.ID, r, k)
	}
	in := instance{task: t.ID, n: n, beta: t.drawBeta(seed, r, n, k)}
	s := newStream(seed, t.ID, r, n, k)
	switch t.ID {
	case "P01", "P02":
		flip := newStream(seed, t.ID, r, n, "sign").sign()
		j, field := strength(s, r, stratum(t, seed, r, n, k))
		in.j = float64(flip*(1-2*(k%2))) * j
		if t.ID == "P02" {
			for range n {
				in.h = append(in.h, round(field*(2*s.unit()-1)))
			}
		}
	case "P03":
		in.j, _ = strength(s, r, stratum(t, seed, r, n, k))
	case "P04":
		l, _ := side(n)
		for {
			in.jh, in.jv = signs(s, l, l-1), signs(s, l-1, l)
			if in.frustrated() {
				break
			}
		}
	case "P05":
		in.xi = make([]int, n)
		for i := range in.xi {
			in.xi[i] = s.sign()
		}
		in.xi[0], in.xi[n-1] = 1, -1 // never the plain all-to-all magnet, up to a flip of all
	case "P06":
		in.edges = cubicGraph(s, n)
		in.js = make([]float64, len(in.edges))
		for {
			for i := range in.js {
				in.js[i] = float64(s.sign())
			}
			if in.frustrated() {
				break
			}
		}
	}
	return in, nil
}

// drawBeta stratifies: the samples of a size fall into equal strata of the range, in
// an order drawn per size, so that each size is probed cold and hot. Aside draws one
// below, one inside and one above the published range.
func (t Task) drawBeta(seed uint64, r mapping.Regime, n, k int) float64 {
	u := newStream(seed, t.ID, r, n, k, "beta").unit()
	b, m := t.beta[r], samples(r)
	stratum := stratum(t, seed, r, n, k)
	lo, hi := b.lo+(b.hi-b.lo)*float64(stratum)/float64(m), b.lo+(b.hi-b.lo)*float64(stratum+1)/float64(m)
	if p := t.beta[mapping.Probed]; r == mapping.Aside {
		switch stratum {
		case 0:
			lo, hi = b.lo, 0.9*p.lo
		case 1:
			lo, hi = p.lo, p.hi
		case 2:
			lo, hi = 1.02*p.hi, b.hi
		}
	}
	beta := lo + (hi-lo)*u
	if t.perN[r] {
		return math.Round(beta/float64(n)*1e9) / 1e9
	}
	return round(beta)
}

// stratum is the part of the temperature range that sample k of a size falls into.
func stratum(t Task, seed uint64, r mapping.Regime, n, k int) int {
	return newStream(seed, t.ID, r, n, "strata").perm(samples(r))[k]
}

// strength draws |J|, and gives the largest |h|.
func strength(s *stream, r mapping.Regime, stratum int) (j, field float64) {
	lo, hi, field := 0.5, 1.0, 1.0
	if r == mapping.Aside {
		switch stratum {
		case 1: // temperatures inside of the published range
			lo, hi, field = 1.2, 1.7, 0.4
		case 2: // above it
			lo, hi, field = 0.15, 0.4, 2.5
		}
	}
	return round(lo + (hi-lo)*s.unit()), field
}

// round keeps six decimals, so that parameters are short wherever they are printed.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

func signs(s *stream, rows, cols int) [][]float64 {
	m := make([][]float64, rows)
	for r := range m {
		m[r] = make([]float64, cols)
		for c := range m[r] {
			m[r][c] = float64(s.sign())
		}
	}
	return m
}

// cubicGraph draws a simple 3-regular graph by the pairing model: three half-edges
// per vertex are matched at random until no loop and no double edge is left, which
// makes every simple labelled graph equally likely (Bollobás 1980). About one attempt
// in e² succeeds.
func cubicGraph(s *stream, n int) [][2]int {
	for {
		half := s.perm(3 * n)
		edges := make([][2]int, 0, 3*n/2)
		seen := make(map[[2]int]bool, 3*n/2)
		for i := 0; i < len(half); i += 2 {
			u, v := half[i]/3, half[i+1]/3
			if u > v {
				u, v = v, u
			}
			if u == v || seen[[2]int{u, v}] {
				break
			}
			seen[[2]int{u, v}] = true
			edges = append(edges, [2]int{u, v})
		}
		if len(edges) == 3*n/2 {
			return edges
		}
	}
}

// bond is one two-spin term −J s_i s_j of the energy.
type bond struct {
	i, j int
	J    float64
}

// bonds lists the two-spin terms of the instance, P05's n(n−1)/2 pairs included.
func (in instance) bonds() []bond {
	var out []bond
	l, _ := side(in.n)
	switch in.task {
	case "P01", "P02":
		for i := range in.n - 1 {
			out = append(out, bond{i, i + 1, in.j})
		}
	case "P03":
		for r := range l {
			for c := range l {
				out = append(out, bond{r*l + c, r*l + (c+1)%l, in.j}, bond{r*l + c, (r+1)%l*l + c, in.j})
			}
		}
	case "P04":
		for r := range l {
			for c := range l {
				if c+1 < l {
					out = append(out, bond{r*l + c, r*l + c + 1, in.jh[r][c]})
				}
				if r+1 < l {
					out = append(out, bond{r*l + c, (r+1)*l + c, in.jv[r][c]})
				}
			}
		}
	case "P05":
		for i := range in.n {
			for j := i + 1; j < in.n; j++ {
				out = append(out, bond{i, j, float64(in.xi[i] * in.xi[j])})
			}
		}
	case "P06":
		for k, e := range in.edges {
			out = append(out, bond{e[0], e[1], in.js[k]})
		}
	}
	return out
}

// frustrated reports whether some cycle has an odd number of negative bonds: no
// assignment of signs to sites then satisfies every bond.
func (in instance) frustrated() bool {
	adj := make([][]bond, in.n)
	for _, b := range in.bonds() {
		adj[b.i] = append(adj[b.i], b)
		adj[b.j] = append(adj[b.j], bond{b.j, b.i, b.J})
	}
	sign := make([]float64, in.n)
	for root := range in.n {
		if sign[root] != 0 {
			continue
		}
		sign[root] = 1
		for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
			u := queue[0]
			for _, b := range adj[u] {
				switch want := math.Copysign(sign[u], sign[u]*b.J); sign[b.j] {
				case 0:
					sign[b.j] = want
					queue = append(queue, b.j)
				case want:
				default:
					return true
				}
			}
		}
	}
	return false
}
