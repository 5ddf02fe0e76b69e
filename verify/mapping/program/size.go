package program

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A size is a quantity as a function of the number of sites n:
//
//	Σ_k c_k · r^(a_k) · (log2 n)^(b_k) · Π s^(e) · 2^(q_k),   r = √n,
//
// where the s are unknowns that stand for a value inside a loop or a recursion
// while its recurrence is being solved, and the q are sizes themselves. It is
// closed under the arithmetic that programs do with sizes: n-1 is r²-1, the
// side of a square lattice is r, the states of one row are 2^r, and
// (L-1)*(L-1) bits make 2^(r²-2r+1). A nil *size means that nothing is known.
type size struct{ terms []term }

type symbol int

const (
	symRoot  symbol = iota // √n
	symLog                 // log2 n
	symFirst               // the first of the unknowns
)

type power struct {
	s symbol
	e float64
}

type term struct {
	c    float64
	pows []power
	q    *size // exponent of two, without constant, nil for none
	key  string
}

const tiny = 1e-9

func newTerm(c float64, pows []power, q *size) term {
	pows = slices.DeleteFunc(slices.Clone(pows), func(p power) bool { return math.Abs(p.e) < tiny })
	slices.SortFunc(pows, func(a, b power) int { return cmp.Compare(a.s, b.s) })
	if q != nil && len(q.terms) == 0 {
		q = nil
	}
	var b strings.Builder
	for _, p := range pows {
		fmt.Fprintf(&b, "%d^%s ", p.s, strconv.FormatFloat(p.e, 'g', 9, 64))
	}
	if q != nil {
		b.WriteString("2^(")
		for _, t := range q.terms {
			fmt.Fprintf(&b, "%s*%s;", strconv.FormatFloat(t.c, 'g', 9, 64), t.key)
		}
		b.WriteString(")")
	}
	return term{c: c, pows: pows, q: q, key: b.String()}
}

// maxTerms bounds a size; what grows past it is no longer tracked.
const maxTerms = 24

func sumOf(terms ...term) *size {
	slices.SortStableFunc(terms, func(a, b term) int { return strings.Compare(a.key, b.key) })
	out := make([]term, 0, len(terms))
	for _, t := range terms {
		if k := len(out); k > 0 && out[k-1].key == t.key {
			out[k-1].c += t.c
			continue
		}
		out = append(out, t)
	}
	out = slices.DeleteFunc(out, func(t term) bool { return math.Abs(t.c) < tiny })
	for _, t := range out {
		if math.IsInf(t.c, 0) || math.IsNaN(t.c) {
			return nil
		}
	}
	if len(out) > maxTerms {
		return nil
	}
	return &size{out}
}

func konst(c float64) *size { return sumOf(newTerm(c, nil, nil)) }

func (s symbol) size() *size { return sumOf(newTerm(1, []power{{s, 1}}, nil)) }

// sites is n itself, root is √n.
func sites() *size { return sumOf(newTerm(1, []power{{symRoot, 2}}, nil)) }
func root() *size  { return symRoot.size() }

func (a *size) constant() (float64, bool) {
	switch {
	case a == nil:
		return 0, false
	case len(a.terms) == 0:
		return 0, true
	case len(a.terms) == 1 && a.terms[0].key == "":
		return a.terms[0].c, true
	}
	return 0, false
}

func (a *size) equal(b *size) bool {
	if a == nil || b == nil {
		return false
	}
	d := a.minus(b)
	return d != nil && len(d.terms) == 0
}

func (a *size) plus(b *size) *size {
	if a == nil || b == nil {
		return nil
	}
	return sumOf(slices.Concat(a.terms, b.terms)...)
}

func (a *size) times(c float64) *size {
	if a == nil {
		return nil
	}
	out := slices.Clone(a.terms)
	for i := range out {
		out[i].c *= c
	}
	return sumOf(out...)
}

func (a *size) minus(b *size) *size { return a.plus(b.times(-1)) }

func mulTerms(x, y term) term {
	var q *size
	switch {
	case x.q == nil:
		q = y.q
	case y.q == nil:
		q = x.q
	default:
		q = x.q.plus(y.q)
	}
	pows := slices.Clone(x.pows)
next:
	for _, p := range y.pows {
		for i := range pows {
			if pows[i].s == p.s {
				pows[i].e += p.e
				continue next
			}
		}
		pows = append(pows, p)
	}
	return newTerm(x.c*y.c, pows, q)
}

func (a *size) by(b *size) *size {
	if a == nil || b == nil || len(a.terms)*len(b.terms) > 4*maxTerms {
		return nil
	}
	var out []term
	for _, x := range a.terms {
		for _, y := range b.terms {
			out = append(out, mulTerms(x, y))
		}
	}
	return sumOf(out...)
}

// over divides by a size of one term; a longer divisor is taken at its leading
// term, which is what matters to growth.
func (a *size) over(b *size) *size {
	if a == nil || b == nil || len(b.terms) == 0 {
		return nil
	}
	d, ok := b.leading()
	if !ok {
		return nil
	}
	return a.by(sumOf(d.toThe(-1)))
}

func (t term) toThe(e float64) term {
	pows := slices.Clone(t.pows)
	for i := range pows {
		pows[i].e *= e
	}
	return newTerm(math.Pow(t.c, e), pows, t.q.times(e))
}

// pow raises to a constant power: exactly for small whole powers, else by the
// leading term.
func (a *size) pow(e float64) *size {
	if a == nil {
		return nil
	}
	if e == math.Trunc(e) && e >= 0 && e <= 8 {
		out := konst(1)
		for range int(e) {
			out = out.by(a)
		}
		return out
	}
	if len(a.terms) == 0 {
		return konst(0)
	}
	t, ok := a.leading()
	if !ok || t.c < 0 {
		return nil
	}
	return sumOf(t.toThe(e))
}

// tower stands for everything that outgrows 2^(c·n^k) for the k in use here.
func tower() *size { return sumOf(newTerm(1, []power{{symRoot, 40}}, nil)) }

// exp2 is 2^a.
func (a *size) exp2() *size {
	if a == nil {
		return nil
	}
	c, q := 1.0, []term(nil)
	var pows []power
	for _, t := range a.terms {
		switch {
		case t.key == "":
			c = math.Exp2(t.c)
		case t.q != nil:
			q = append(q, tower().terms...)
		case len(t.pows) == 1 && t.pows[0] == power{symLog, 1}:
			pows = append(pows, power{symRoot, 2 * t.c}) // 2^(c·log2 n) = n^c
		default:
			q = append(q, t)
		}
	}
	e := sumOf(q...)
	if e == nil {
		return nil
	}
	return sumOf(newTerm(c, pows, e))
}

// log2 is the logarithm, of a sum by its leading term.
func (a *size) log2() *size {
	t, ok := a.leading()
	if !ok || t.c <= 0 {
		return nil
	}
	out := konst(math.Log2(t.c))
	for _, p := range t.pows {
		switch p.s {
		case symRoot:
			out = out.plus(symLog.size().times(p.e / 2))
		case symLog: // log log n: as good as constant
		default:
			return nil
		}
	}
	if t.q != nil {
		out = out.plus(t.q)
	}
	return out
}

func (a *size) symbols(out map[symbol]bool) {
	if a == nil {
		return
	}
	for _, t := range a.terms {
		for _, p := range t.pows {
			if p.s >= symFirst {
				out[p.s] = true
			}
		}
		t.q.symbols(out)
	}
}

// closed says that no unknowns are left.
func (a *size) closed() bool {
	m := map[symbol]bool{}
	a.symbols(m)
	return a != nil && len(m) == 0
}

func (a *size) has(s symbol) bool {
	m := map[symbol]bool{}
	a.symbols(m)
	return m[s]
}

// subst puts sizes in the place of unknowns.
func (a *size) subst(with map[symbol]*size) *size {
	if a == nil {
		return nil
	}
	out := konst(0)
	for _, t := range a.terms {
		part := konst(t.c)
		for _, p := range t.pows {
			v, ok := with[p.s]
			if !ok {
				part = part.by(sumOf(newTerm(1, []power{p}, nil)))
				continue
			}
			part = part.by(v.pow(p.e))
		}
		if t.q != nil {
			part = part.by(t.q.subst(with).exp2())
		}
		out = out.plus(part)
	}
	return out
}

// linear writes a as α·s + β with a constant α.
func (a *size) linear(s symbol) (alpha float64, beta *size, ok bool) {
	if a == nil {
		return 0, nil, false
	}
	var rest []term
	for _, t := range a.terms {
		switch {
		case !sumOf(t).has(s):
			rest = append(rest, t)
		case t.q == nil && len(t.pows) == 1 && t.pows[0] == power{s, 1}:
			alpha = t.c
		default:
			return 0, nil, false
		}
	}
	return alpha, sumOf(rest...), true
}

// order of growth of two terms, ignoring their coefficients.
func (t term) growth(u term) (int, bool) {
	tq, uq := t.q, u.q
	if tq == nil {
		tq = konst(0)
	}
	if uq == nil {
		uq = konst(0)
	}
	if d := tq.minus(uq); d != nil && len(d.terms) > 0 {
		s, ok := d.sign()
		return s, ok
	}
	exps := func(t term) (e [2]float64, open map[symbol]float64) {
		open = map[symbol]float64{}
		for _, p := range t.pows {
			if p.s < symFirst {
				e[p.s] = p.e
			} else {
				open[p.s] = p.e
			}
		}
		return e, open
	}
	et, ot := exps(t)
	eu, ou := exps(u)
	if len(ot) > 0 || len(ou) > 0 {
		if t.key == u.key {
			return 0, true
		}
		// Unknowns stand for values of at least one: more of each is more.
		ge, le := true, true
		seen := map[symbol]bool{}
		for s := range ot {
			seen[s] = true
		}
		for s := range ou {
			seen[s] = true
		}
		for s := range seen {
			ge = ge && ot[s] >= ou[s]
			le = le && ot[s] <= ou[s]
		}
		for i := range et {
			ge = ge && et[i] >= eu[i]
			le = le && et[i] <= eu[i]
		}
		switch {
		case ge:
			return 1, true
		case le:
			return -1, true
		}
		return 0, false
	}
	for i := range et {
		if c := cmp.Compare(et[i], eu[i]); c != 0 && math.Abs(et[i]-eu[i]) > tiny {
			return c, true
		}
	}
	return 0, true
}

// leading is the term that grows fastest.
func (a *size) leading() (term, bool) {
	if a == nil || len(a.terms) == 0 {
		return term{}, false
	}
	best := a.terms[0]
	for _, t := range a.terms[1:] {
		c, ok := t.growth(best)
		if !ok {
			return term{}, false
		}
		if c > 0 {
			best = t
		}
	}
	return best, true
}

// sign is the sign for all large n, where it can be told.
func (a *size) sign() (int, bool) {
	if a == nil {
		return 0, false
	}
	if len(a.terms) == 0 {
		return 0, true
	}
	same := true
	for _, t := range a.terms {
		same = same && (t.c > 0) == (a.terms[0].c > 0)
	}
	if same {
		return cmp.Compare(a.terms[0].c, 0), true
	}
	if !a.closed() {
		return 0, false
	}
	t, ok := a.leading()
	if !ok {
		return 0, false
	}
	return cmp.Compare(t.c, 0), true
}

// larger is an upper bound of both that is one of them where they compare.
func larger(a, b *size) *size {
	if a == nil || b == nil {
		return nil
	}
	if s, ok := a.minus(b).sign(); ok {
		if s >= 0 {
			return a
		}
		return b
	}
	return merge(a, b, math.Max)
}

// smaller is a lower bound of both that is one of them where they compare.
func smaller(a, b *size) *size {
	if a == nil || b == nil {
		return nil
	}
	if s, ok := a.minus(b).sign(); ok {
		if s <= 0 {
			return a
		}
		return b
	}
	return merge(a, b, math.Min)
}

func merge(a, b *size, pick func(x, y float64) float64) *size {
	var out []term
	for _, t := range a.terms {
		o := 0.0
		for _, u := range b.terms {
			if u.key == t.key {
				o = u.c
			}
		}
		t.c = pick(t.c, o)
		out = append(out, t)
	}
	for _, u := range b.terms {
		if !slices.ContainsFunc(a.terms, func(t term) bool { return t.key == u.key }) {
			u.c = pick(u.c, 0)
			out = append(out, u)
		}
	}
	return sumOf(out...)
}

// at is the value for a number of sites; unknowns count as zero.
func (a *size) at(n float64) float64 {
	if a == nil {
		return math.NaN()
	}
	v := 0.0
	for _, t := range a.terms {
		x := t.c
		for _, p := range t.pows {
			switch p.s {
			case symRoot:
				x *= math.Pow(n, p.e/2)
			case symLog:
				x *= math.Pow(math.Log2(math.Max(n, 1)), p.e)
			default:
				x = 0
			}
		}
		if t.q != nil {
			x *= math.Exp2(t.q.at(n))
		}
		v += x
	}
	return v
}

// Family is a class of growth in the number of sites n.
type Family string

// The families, from the slowest growth to the fastest.
const (
	Constant       Family = "const"
	Polynomial     Family = "poly"    // polylogarithms included
	Subexponential Family = "subexp"  // 2^(c·√n), and all between poly and exp
	Exponential    Family = "exp"     // 2^(c·n), and everything faster
	Unknown        Family = "unknown" // nothing is claimed
)

var familyRank = map[Family]int{Constant: 0, Polynomial: 1, Subexponential: 2, Exponential: 3, Unknown: 4}

// Exceeds says that f grows faster than g. Unknown exceeds nothing and nothing
// exceeds it.
func (f Family) Exceeds(g Family) bool {
	return f != Unknown && g != Unknown && familyRank[f] > familyRank[g]
}

// profile is the leading behaviour: n^degree · 2^(rate·n^power).
type profile struct {
	family      Family
	degree      float64
	rate, power float64
}

func (a *size) profile() profile {
	if !a.closed() {
		return profile{family: Unknown}
	}
	t, ok := a.leading()
	if !ok {
		return profile{family: Constant}
	}
	p := profile{family: Constant}
	for _, w := range t.pows {
		switch {
		case w.s == symRoot:
			p.degree += w.e / 2
		case w.s == symLog && w.e > 0:
			p.family = Polynomial
		}
	}
	if p.degree > tiny {
		p.family = Polynomial
	}
	if t.q == nil {
		return p
	}
	e, ok := t.q.leading()
	if !ok || e.c < 0 {
		return p
	}
	for _, w := range e.pows {
		if w.s == symRoot {
			p.power += w.e / 2
		}
	}
	p.rate = e.c
	switch {
	case p.power >= 1-tiny:
		p.family = Exponential
	case p.power > tiny:
		p.family = Subexponential
	default:
		p.family = Subexponential // 2^(polylog n) outgrows every polynomial
	}
	return p
}

func (a *size) family() Family { return a.profile().family }

// exponent names log2 of a size in the vocabulary of the report.
func (a *size) exponent() string {
	t, ok := a.leading()
	if !ok || !a.closed() {
		return "unknown"
	}
	if t.q == nil {
		for _, p := range t.pows {
			if p.e > tiny {
				return "log"
			}
		}
		return "const"
	}
	rest := konst(math.Log2(math.Abs(t.c)))
	for _, p := range t.pows {
		if p.s == symRoot && p.e > tiny {
			rest = konst(0) // a polynomial factor: the constant says nothing
		}
	}
	var full, half, off float64
	other := false
	for _, u := range t.q.terms {
		switch {
		case len(u.pows) == 1 && u.pows[0] == power{symRoot, 2}:
			full = u.c
		case len(u.pows) == 1 && u.pows[0] == power{symRoot, 1}:
			half = u.c
		default:
			other = true
		}
	}
	off, _ = rest.constant()
	near := func(x, y float64) bool { return math.Abs(x-y) < 1e-6 }
	coef := func(c float64, s string) string {
		if near(c, 1) {
			return s
		}
		return strconv.FormatFloat(c, 'g', 4, 64) + "*" + s
	}
	switch {
	case other:
		if e, ok := t.q.leading(); ok {
			k := 0.0
			for _, p := range e.pows {
				if p.s == symRoot {
					k = p.e / 2
				}
			}
			switch {
			case near(k, 1) && len(e.pows) > 1:
				return "n*log n"
			case k >= 20:
				return "2^n"
			case near(k, 0.5) && len(e.pows) > 1:
				return "L*log n"
			}
			return "n^" + strconv.FormatFloat(k, 'g', 4, 64)
		}
		return "unknown"
	case near(full, 0):
		return coef(half, "L")
	case near(full, 1) && near(half, -2):
		return "(L-1)^2~n"
	case near(full, 1) && near(half, -1):
		return "L*(L-1)~n"
	case near(full, 1) && near(half, 0) && near(off, -1):
		return "n-1"
	case near(full, 0.5) && near(half, 0):
		return "n/2"
	}
	return coef(full, "n")
}
