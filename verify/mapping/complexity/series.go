package complexity

import (
	"math"
	"slices"
	"strings"
)

// This file holds the arithmetic: sums of C·exp(S) with S a sum of monomials
// in the variables, their logarithms, and the logarithms of those.

// size is the name of the variable in which growth is measured.
const size = "n"

// maxSummands bounds the length of a sum. Longer ones lose their smallest
// terms, which no leading asymptotics can depend on unless that many larger
// ones cancel.
const maxSummands = 12

// rung is a variable under a number of logarithms: depth 0 is n itself,
// depth 1 is log n, depth 2 is log log n.
type rung struct {
	name  string
	depth int
}

func (r rung) compare(s rung) int {
	// The size comes first, so that it leads in what is printed.
	switch {
	case r.name == s.name:
		return r.depth - s.depth
	case r.name == size:
		return -1
	case s.name == size:
		return 1
	}
	return strings.Compare(r.name, s.name)
}

type factor struct {
	rung rung
	exp  Interval
}

// monomial is a product of powers of rungs, ordered by rung, without zero
// exponents. The empty monomial is 1.
type monomial []factor

func (m monomial) mul(o monomial) monomial {
	out := make(monomial, 0, len(m)+len(o))
	i, j := 0, 0
	for i < len(m) || j < len(o) {
		switch {
		case j == len(o) || i < len(m) && m[i].rung.compare(o[j].rung) < 0:
			out = append(out, m[i])
			i++
		case i == len(m) || m[i].rung.compare(o[j].rung) > 0:
			out = append(out, o[j])
			j++
		default:
			if e := m[i].exp.add(o[j].exp); !e.isZero() {
				out = append(out, factor{m[i].rung, e})
			}
			i++
			j++
		}
	}
	return out
}

func (m monomial) equal(o monomial) bool {
	return slices.EqualFunc(m, o, func(a, b factor) bool {
		return a.rung == b.rung && a.exp.equal(b.exp)
	})
}

// onlySize reports whether n is the only variable.
func (m monomial) onlySize() bool {
	for _, f := range m {
		if f.rung.name != size {
			return false
		}
	}
	return true
}

// compareSize orders two monomials in n alone by growth: the power of n
// first, then that of log n, and so on.
func (m monomial) compareSize(o monomial) int {
	i, j := 0, 0
	for i < len(m) || j < len(o) {
		a, b := exactly(0), exactly(0)
		var d int
		switch {
		case j == len(o):
			d = -1
		case i == len(m):
			d = 1
		default:
			d = m[i].rung.depth - o[j].rung.depth
		}
		if d <= 0 {
			a = m[i].exp
			i++
		}
		if d >= 0 {
			b = o[j].exp
			j++
		}
		if c := a.compare(b); c != 0 {
			return c
		}
	}
	return 0
}

type seriesTerm struct {
	coef Interval
	mono monomial
}

// series is a sum of terms with different monomials, none of them zero.
type series []seriesTerm

func (s series) add(o series) series {
	out := slices.Clone(s)
	for _, t := range o {
		out = out.addTerm(t)
	}
	return out
}

// addTerm may reuse the memory of s.
func (s series) addTerm(t seriesTerm) series {
	for i := range s {
		if s[i].mono.equal(t.mono) {
			s[i].coef = s[i].coef.add(t.coef)
			if s[i].coef.isZero() {
				return slices.Delete(s, i, i+1)
			}
			return s
		}
	}
	if t.coef.isZero() {
		return s
	}
	return append(s, t)
}

func (s series) scale(k Interval) series {
	if k.isZero() {
		return nil
	}
	out := make(series, len(s))
	for i, t := range s {
		out[i] = seriesTerm{t.coef.mul(k), t.mono}
	}
	return out
}

// differences lists, for every monomial in either series whose coefficients
// differ, the monomial and the sign of a's coefficient minus b's.
func differences(a, b series) (monos []monomial, signs []int) {
	coefficient := func(s series, m monomial) Interval {
		for _, t := range s {
			if t.mono.equal(m) {
				return t.coef
			}
		}
		return exactly(0)
	}
	for _, t := range a {
		if c := t.coef.compare(coefficient(b, t.mono)); c != 0 {
			monos, signs = append(monos, t.mono), append(signs, c)
		}
	}
	for _, t := range b {
		if slices.ContainsFunc(a, func(u seriesTerm) bool { return u.mono.equal(t.mono) }) {
			continue
		}
		if c := exactly(0).compare(t.coef); c != 0 {
			monos, signs = append(monos, t.mono), append(signs, c)
		}
	}
	return monos, signs
}

// compareSeries orders exp(a) and exp(b) by growth. Without parameters any
// two are ordered; with them only if one has nothing smaller than the other.
func compareSeries(a, b series) (order int, ordered bool) {
	monos, signs := differences(a, b)
	if len(monos) == 0 {
		return 0, true
	}
	inSize, allUp, allDown, lead := true, true, true, 0
	for i, m := range monos {
		inSize = inSize && m.onlySize()
		allUp = allUp && signs[i] > 0
		allDown = allDown && signs[i] < 0
	}
	switch {
	case allUp:
		return 1, true
	case allDown:
		return -1, true
	case !inSize:
		return 0, false
	}
	for i, m := range monos {
		if m.compareSize(monos[lead]) > 0 {
			lead = i
		}
	}
	return signs[lead], true
}

// summand is coef·exp(log).
type summand struct {
	coef Interval
	log  series
}

// value is a sum of summands with different exponents, or a tower: something
// at least as large as an exponential of an exponential, of which no more is
// kept. A value without summands is 0.
type value struct {
	sum   []summand
	tower bool
}

func constant(c Interval) value {
	if c.isZero() {
		return value{}
	}
	return value{sum: []summand{{coef: c}}}
}

func variable(name string) value {
	return fromMonomial(exactly(1), monomial{{rung{name, 0}, exactly(1)}})
}

// fromMonomial writes coef·m as coef·exp(Σ e·log rung).
func fromMonomial(coef Interval, m monomial) value {
	var log series
	for _, f := range m {
		log = append(log, seriesTerm{f.exp, monomial{{rung{f.rung.name, f.rung.depth + 1}, exactly(1)}}})
	}
	return value{sum: []summand{{coef, log}}}
}

// asMonomial is the inverse of fromMonomial; it fails for a true exponential.
func (s summand) asMonomial() (monomial, bool) {
	var out monomial
	for _, t := range s.log {
		if len(t.mono) != 1 || t.mono[0].rung.depth == 0 || !t.mono[0].exp.equal(exactly(1)) {
			return nil, false
		}
		r := t.mono[0].rung
		out = out.mul(monomial{{rung{r.name, r.depth - 1}, t.coef}})
	}
	return out, true
}

// nearMonomial is n^a, with a left open by less than anything that a claim can mean, for a
// summand n^a·exp(o(log n)) such as 2^√(log n): between all powers of log n and all of n.
func (s summand) nearMonomial() (monomial, bool) {
	const slack = 1e-9
	logSize := monomial{{rung{size, 1}, exactly(1)}}
	power := exactly(0)
	var rest series
	for _, t := range s.log {
		switch {
		case !t.mono.onlySize() || !t.coef.Known():
			return nil, false
		case t.mono.equal(logSize):
			power = t.coef
		case t.mono.compareSize(logSize) < 0:
			rest = append(rest, t)
		default:
			return nil, false
		}
	}
	if order, ok := compareSeries(rest, nil); ok && order > 0 {
		power.Max += slack
	} else {
		power.Min -= slack
	}
	return monomial{{rung{size, 0}, power}}, true
}

func (v value) add(o value) value {
	if v.tower || o.tower {
		return value{tower: true}
	}
	out := slices.Clone(v.sum)
	for _, s := range o.sum {
		out = addSummand(out, s)
	}
	return value{sum: shorten(out)}
}

// addSummand may reuse the memory of sum.
func addSummand(sum []summand, s summand) []summand {
	for i := range sum {
		if monos, _ := differences(sum[i].log, s.log); len(monos) == 0 {
			sum[i].coef = sum[i].coef.add(s.coef)
			if sum[i].coef.isZero() {
				return slices.Delete(sum, i, i+1)
			}
			return sum
		}
	}
	return append(sum, s)
}

// shorten drops the smallest summands of a sum that has become too long.
func shorten(sum []summand) []summand {
	for len(sum) > maxSummands {
		least := 0
		for i := range sum {
			if order, ok := compareSeries(sum[i].log, sum[least].log); ok && order < 0 {
				least = i
			}
		}
		sum = slices.Delete(sum, least, least+1)
	}
	return sum
}

func (v value) neg() value {
	out := value{tower: v.tower}
	for _, s := range v.sum {
		out.sum = append(out.sum, summand{s.coef.neg(), s.log})
	}
	return out
}

func (v value) mul(o value) value {
	if v.tower || o.tower {
		return value{tower: true}
	}
	var out []summand
	for _, a := range v.sum {
		for _, b := range o.sum {
			c := a.coef.mul(b.coef)
			if c.isZero() {
				continue
			}
			out = addSummand(out, summand{c, a.log.add(b.log)})
		}
	}
	return value{sum: shorten(out)}
}

// leading keeps the summands that no other dominates. Without parameters
// that is one.
func (v value) leading() value {
	if v.tower {
		return v
	}
	var out []summand
	for i, s := range v.sum {
		dominated := false
		for j, o := range v.sum {
			if i == j {
				continue
			}
			order, ok := compareSeries(o.log, s.log)
			dominated = dominated || ok && (order > 0 || order == 0 && j < i)
		}
		if !dominated {
			out = append(out, s)
		}
	}
	return value{sum: out}
}

// isConstant reports whether nothing in the value grows.
func (v value) isConstant() (Interval, bool) {
	if v.tower {
		return Interval{}, false
	}
	c := exactly(0)
	for _, s := range v.sum {
		if len(s.log) > 0 {
			return Interval{}, false
		}
		c = c.add(s.coef)
	}
	return c, true
}

// negative reports whether the value is certainly below 0 for large n.
func (v value) negative() bool {
	lead := v.leading()
	for _, s := range lead.sum {
		if s.coef.Max <= 0 {
			return true
		}
	}
	return false
}

// logarithm of the leading part. Where several summands lead, because of
// parameters, their logarithms are added: an upper bound, and the right one
// up to a factor.
func (v value) logarithm() value {
	if v.tower {
		return v
	}
	var out value
	for _, s := range v.leading().sum {
		for _, t := range s.log {
			out = out.add(fromMonomial(t.coef, t.mono))
		}
		out = out.add(constant(logInterval(s.coef)))
	}
	return out
}

// logInterval is the logarithm of a positive constant. A constant without a
// value (the q of a q-state model) is taken to be at least 1, as the base of
// an exponential cost always is.
func logInterval(c Interval) Interval {
	if c.Known() && c.Min > 0 {
		return exactly(math.Log(c.Min))
	}
	low, high := 0.0, math.Inf(1)
	if c.Min > 1 {
		low = math.Log(c.Min)
	}
	if c.Max > 0 && !math.IsInf(c.Max, 0) {
		high = max(low, math.Log(c.Max))
	}
	return Interval{low, high}
}

// power is v raised to e.
func (v value) power(e value) value {
	if k, ok := e.isConstant(); ok && !v.tower {
		return v.constantPower(k)
	}
	return e.mul(v.logarithm()).exponential()
}

// exponential is exp(v), exact as long as v is a sum of monomials.
func (v value) exponential() value {
	if v.tower {
		return v
	}
	coef, log := exactly(1), series(nil)
	for _, s := range v.sum {
		m, ok := s.asMonomial()
		switch {
		case !ok && s.coef.Max > 0:
			near, ok := s.nearMonomial()
			if !ok {
				return value{tower: true}
			}
			log = log.addTerm(seriesTerm{s.coef, near})
		case !ok:
			continue // exp(-exp(…)) only makes the value smaller
		case len(m) == 0:
			coef = coef.mul(expInterval(s.coef))
		default:
			log = log.addTerm(seriesTerm{s.coef, m})
		}
	}
	return value{sum: []summand{{coef, log}}}
}

// expInterval is exp of a constant, some constant when it is out of range.
func expInterval(c Interval) Interval {
	if x := math.Exp(c.Min); c.Known() && x > 0 && !math.IsInf(x, 0) {
		return exactly(x)
	}
	return someConstant()
}

// maxExpansion is the largest power of a sum that is multiplied out.
const maxExpansion = 6

func (v value) constantPower(k Interval) value {
	if k.isZero() || len(v.sum) == 0 {
		return constant(exactly(1))
	}
	if k.Known() && len(v.sum) > 1 && k.Min > 0 && k.Min <= maxExpansion && k.Min == math.Trunc(k.Min) {
		out := v
		for range int(k.Min) - 1 {
			out = out.mul(v)
		}
		return out
	}
	if out, ok := v.binomialPower(k); ok {
		return out
	}
	lead := v.leading()
	for i, s := range lead.sum {
		coef := someConstant()
		if s.coef.equal(exactly(1)) {
			coef = exactly(1)
		} else if x := math.Pow(s.coef.Min, k.Min); s.coef.Known() && k.Known() && x > 0 && !math.IsInf(x, 0) {
			coef = exactly(x)
		}
		lead.sum[i] = summand{coef, s.log.scale(k)}
	}
	return lead
}

// binomialPower is (L + ε)^k = L^k Σ_j C(k,j) (ε/L)^j for one leading summand L: under an
// exponential, as in 2^((log n + 2)^(4/3)), what follows L^k grows as well. The series ends
// with the first power that does not grow.
func (v value) binomialPower(k Interval) (value, bool) {
	lead := v.leading()
	if v.tower || len(v.sum) < 2 || len(lead.sum) != 1 || !k.Known() {
		return value{}, false
	}
	l := lead.sum[0]
	var ratio value
	for _, s := range v.sum {
		if !s.coef.Known() {
			return value{}, false
		}
		if monos, _ := differences(s.log, l.log); len(monos) > 0 {
			log := s.log.add(l.log.scale(exactly(-1)))
			ratio.sum = append(ratio.sum, summand{exactly(s.coef.Min / l.coef.Min), log})
		}
	}
	first := value{sum: []summand{l}}.constantPower(k)
	if c := first.sum[0].coef; !c.Known() {
		return value{}, false
	}
	out, next := first, first
	for j := range maxExpansion {
		factor := (k.Min - float64(j)) / float64(j+1)
		next = next.mul(ratio).mul(constant(exactly(factor)))
		out = out.add(next)
		top := next.leading().sum
		if len(top) == 0 {
			break
		}
		if order, ok := compareSeries(top[0].log, nil); !ok || order <= 0 {
			break
		}
	}
	return out, true
}

// upToConstant is O(v): the leading part with an open constant.
func (v value) upToConstant() value {
	lead := v.leading()
	for i := range lead.sum {
		lead.sum[i].coef = someConstant()
	}
	return lead
}

// below is o(v) for a v in its leading form.
func (v value) below() value {
	out := value{tower: v.tower}
	for _, s := range v.sum {
		if len(s.log) == 0 {
			loglog := monomial{{rung{size, 1}, exactly(-1)}, {rung{size, 2}, exactly(1)}}
			out = out.add(fromMonomial(s.coef, loglog))
			continue
		}
		lead := 0
		for i, t := range s.log {
			if t.mono.compareSize(s.log[lead].mono) > 0 {
				lead = i
			}
		}
		log := slices.Clone(s.log)
		log[lead].coef = Interval{min(0, log[lead].coef.Min), max(0, log[lead].coef.Max)}
		out = out.add(value{sum: []summand{{s.coef, log}}})
	}
	return out
}

// factorial by Stirling's formula, log v! = v log v - v + (log v)/2 + O(1).
func (v value) factorial() value {
	if _, ok := v.isConstant(); ok {
		return constant(someConstant())
	}
	log := v.logarithm()
	return v.mul(log).add(v.neg()).add(log.mul(constant(exactly(0.5)))).exponential()
}

// binomial coefficient of a over b.
//
// For b/a → r in (0, 1), log C = a·H(r) - (log a)/2 + O(1) with the entropy
// H(r) = -r log r - (1-r) log(1-r). For b/a → 0,
// log C = b·(log a - log b + 1) - (log b)/2 + o(b). For fixed b, C ~ a^b.
func binomial(a, b value) value {
	if a.tower || b.tower {
		return value{tower: true}
	}
	if k, ok := b.isConstant(); ok {
		return a.constantPower(k)
	}
	la, lb := a.leading(), b.leading()
	if len(la.sum) != 1 || len(lb.sum) != 1 {
		return a.power(b)
	}
	half := constant(exactly(-0.5))
	order, ok := compareSeries(lb.sum[0].log, la.sum[0].log)
	switch {
	case ok && order > 0:
		return constant(exactly(1)) // choosing more than there are: at most one way counts
	case ok && order == 0:
		r := lb.sum[0].coef.Min / la.sum[0].coef.Min
		if !la.sum[0].coef.Known() || !lb.sum[0].coef.Known() || r <= 0 || r >= 1 {
			return constant(exactly(2)).power(a.upToConstant())
		}
		entropy := -r*math.Log(r) - (1-r)*math.Log1p(-r)
		return a.mul(constant(exactly(entropy))).add(a.logarithm().mul(half)).exponential()
	}
	for _, t := range lb.sum[0].log {
		if !t.mono.onlySize() {
			return a.power(b) // a parameter: n^k is the bound in use
		}
	}
	logA, logB := a.logarithm(), b.logarithm()
	return b.mul(logA.add(logB.neg()).add(constant(exactly(1)))).add(logB.mul(half)).exponential()
}

// smaller and larger pick one of two values; where parameters leave it open,
// larger keeps both and smaller keeps the one that depends on n alone.
func smaller(a, b value) value {
	switch order, ok := compareValues(a, b); {
	case ok && order <= 0:
		return a
	case ok:
		return b
	case a.onlySize():
		return a
	}
	return b
}

func larger(a, b value) value {
	switch order, ok := compareValues(a, b); {
	case ok && order >= 0:
		return a
	case ok:
		return b
	}
	return a.add(b)
}

func compareValues(a, b value) (order int, ordered bool) {
	switch {
	case a.tower && b.tower:
		return 0, true
	case a.tower:
		return 1, true
	case b.tower:
		return -1, true
	}
	la, lb := a.leading(), b.leading()
	switch {
	case len(la.sum) == 0 || len(lb.sum) == 0:
		return len(la.sum) - len(lb.sum), true
	case len(la.sum) > 1 || len(lb.sum) > 1:
		return 0, false
	}
	order, ordered = compareSeries(la.sum[0].log, lb.sum[0].log)
	if order == 0 && ordered {
		order = la.sum[0].coef.compare(lb.sum[0].coef)
	}
	return order, ordered
}

func (v value) onlySize() bool {
	for _, s := range v.sum {
		for _, t := range s.log {
			if !t.mono.onlySize() {
				return false
			}
		}
	}
	return true
}

// finite reports whether all known numbers stayed within float64.
func (v value) finite() bool {
	ok := func(i Interval) bool {
		return !math.IsNaN(i.Min) && !math.IsNaN(i.Max) && !math.IsInf(i.Min, 1) && !math.IsInf(i.Max, -1)
	}
	for _, s := range v.sum {
		if !ok(s.coef) {
			return false
		}
		for _, t := range s.log {
			if !ok(t.coef) {
				return false
			}
			for _, f := range t.mono {
				if !ok(f.exp) {
					return false
				}
			}
		}
	}
	return true
}
