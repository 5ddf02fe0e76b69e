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

// draw makes instance k of size n. It depends on the task, the regime, n, k and the
// seed only, never on the variant: all descriptions ask about the same numbers.
//
// Couplings follow the published ranges: 0.5 <= |J| <= 1 with both signs among the
// samples of a size (P03: positive), fields uniform in [−1,1], ±1 for bonds and
// patterns. Aside leaves these ranges, which no text states, so that a program that is
// right only within them shows it: couplings are stronger at temperatures inside of the
// published range and weaker above it, and fields are larger there.
func (t Task) draw(seed uint64, r mapping.Regime, n, k int) (instance, error) {
	if err := t.admits(n); err != nil {
		return nil, err
	}
	if k < 0 || k >= samples(r) {
		return nil, fmt.Errorf("statmech: task %s: regime %q has no sample %d", t.ID, r, k)
	}
	d := drawing{regime: r, n: n, k: k, s: newStream(seed, t.ID, r, n, k), stratum: stratum(t, seed, r, n, k),
		flip: func() int { return newStream(seed, t.ID, r, n, "sign").sign() }}
	if t.beta != nil {
		d.beta = t.drawBeta(seed, r, n, k)
	}
	in, err := t.model.draw(t, d)
	if err != nil {
		return nil, fmt.Errorf("statmech: task %s: instance %d of size %d (%s): %w", t.ID, k, n, r, err)
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
	if r == mapping.Far {
		beta = t.far.heat.lo + (t.far.heat.hi-t.far.heat.lo)*u
	}
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
