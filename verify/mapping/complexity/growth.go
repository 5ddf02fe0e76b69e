package complexity

import (
	"fmt"
	"slices"
	"strings"
)

// Family is a coarse class of growth. Families are ordered: each grows
// faster than all before it.
type Family int

// The families, by the leading term of log T(n).
const (
	Constant         Family = iota // log T is bounded
	Polylog                        // log T = O(log log n)
	Polynomial                     // log T = O(log n), and more than Polylog
	QuasiPolynomial                // log T is polynomial in log n
	Subexponential                 // log T = o(n), and more than QuasiPolynomial: c·n^e with 0 < e < 1
	Exponential                    // log T = Θ(n); also 2^{poly(n)}, whose exponent is open
	Factorial                      // log T = ω(n) and O(n log n): n!, n^n
	SuperExponential               // anything larger: 2^{n^2}, 2^{2^n}
)

var familyNames = [...]string{
	"constant", "polylog", "polynomial", "quasi-polynomial",
	"subexponential", "exponential", "factorial", "super-exponential",
}

// String gives the name that is also used in JSON.
func (f Family) String() string {
	if f < 0 || int(f) >= len(familyNames) {
		return fmt.Sprintf("Family(%d)", int(f))
	}
	return familyNames[f]
}

// MarshalText writes the name.
func (f Family) MarshalText() ([]byte, error) {
	if f < 0 || int(f) >= len(familyNames) {
		return nil, fmt.Errorf("complexity: no family has the number %d", int(f))
	}
	return []byte(familyNames[f]), nil
}

// UnmarshalText reads a name.
func (f *Family) UnmarshalText(text []byte) error {
	i := slices.Index(familyNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("complexity: %q is not a family of growth", text)
	}
	*f = Family(i)
	return nil
}

// Growth is the leading asymptotics of a running time T(n), as a sum for its
// natural logarithm. O(n² 2^{√n}) has the terms log 2·n^{1/2} and 2·log n.
type Growth struct {
	Family Family `json:"family"`

	// Terms of log T, the largest first, up to terms that stay bounded. With
	// parameters: for fixed values of them. Empty for Constant, and for a
	// SuperExponential that is an exponential of an exponential.
	Terms []Term `json:"terms"`

	// Parameters are the symbols whose growth with n is not known, sorted.
	Parameters []string `json:"parameters,omitempty"`

	// Formula is the whole bound in standard form, parameters included.
	Formula string `json:"formula"`
}

// Term is Coef·n^N·(log n)^Log·(log log n)^LogLog, with natural logarithms.
type Term struct {
	Coef   Interval `json:"coef"`
	N      Interval `json:"n"`
	Log    Interval `json:"log"`
	LogLog Interval `json:"loglog"`
	// LogLogLog is the power of log log log n. It is 0 in practice.
	LogLogLog Interval `json:"logloglog"`
}

func (t Term) powers() [4]Interval { return [4]Interval{t.N, t.Log, t.LogLog, t.LogLogLog} }

// Exponent e of the leading term c·n^e·… of log T; 0 up to QuasiPolynomial.
func (g Growth) Exponent() Interval {
	if len(g.Terms) == 0 {
		return exactly(0)
	}
	return g.Terms[0].N
}

// Rate c of the leading term of log T, in natural units: log 2 for 2^n and
// for 2^{√n}. It is 0 up to Polynomial, where [Growth.Degree] says more.
func (g Growth) Rate() Interval {
	if g.Family < QuasiPolynomial || len(g.Terms) == 0 {
		return exactly(0)
	}
	return g.Terms[0].Coef
}

// Degree k of the factor n^k: 1 for n log n and for n·2^n.
func (g Growth) Degree() Interval { return g.coefficient(Term{Log: exactly(1)}) }

// LogPower j of the factor (log n)^j: 2 for n (log n)².
func (g Growth) LogPower() Interval { return g.coefficient(Term{LogLog: exactly(1)}) }

func (g Growth) coefficient(of Term) Interval {
	for _, t := range g.Terms {
		if compareTerms(t, of) == 0 {
			return t.Coef
		}
	}
	return exactly(0)
}

// Parametric reports whether the growth depends on symbols of which nobody
// says how they grow.
func (g Growth) Parametric() bool { return len(g.Parameters) > 0 }

// Of is the growth of a formula in n, such as "n^3" or "e^{1.38 n^{0.5}}".
func Of(formula string) (Growth, error) {
	c, err := Parse(formula, nil)
	return c.Growth, err
}

// compareTerms orders two terms by growth, their coefficients aside.
func compareTerms(a, b Term) int {
	p, q := a.powers(), b.powers()
	for i := range p {
		if c := p[i].compare(q[i]); c != 0 {
			return c
		}
	}
	return 0
}

// growthOf reduces a value to its growth in n with the parameters fixed.
func growthOf(v value) Growth {
	g := Growth{Parameters: v.parameters(), Formula: v.String()}
	if v.tower {
		g.Family = SuperExponential
		return g
	}
	var best series
	for i, s := range v.leading().sum {
		fixed := fixParameters(s.log)
		if order, _ := compareSeries(fixed, best); i == 0 || order > 0 {
			best = fixed
		}
	}
	for _, t := range best {
		out := Term{Coef: t.coef}
		for _, f := range t.mono {
			switch f.rung.depth {
			case 0:
				out.N = f.exp
			case 1:
				out.Log = f.exp
			case 2:
				out.LogLog = f.exp
			default:
				out.LogLogLog = f.exp
			}
		}
		if grows(out) {
			g.Terms = append(g.Terms, out)
		}
	}
	slices.SortFunc(g.Terms, func(a, b Term) int { return compareTerms(b, a) })
	g.Family = familyOf(g.Terms)
	return g
}

// fixParameters replaces the parameters of a series by open constants.
func fixParameters(s series) series {
	var out series
	for _, t := range s {
		var m monomial
		for _, f := range t.mono {
			if f.rung.name == size {
				m = append(m, f)
			}
		}
		coef := t.coef
		if len(m) < len(t.mono) {
			coef = someConstant()
			if t.coef.Max <= 0 {
				coef = coef.neg()
			}
		}
		if len(m) > 0 {
			out = out.addTerm(seriesTerm{coef, m})
		}
	}
	return out
}

// grows reports whether a term of log T is unbounded: (log n)^{-1} is not.
func grows(t Term) bool {
	for _, p := range t.powers() {
		if !p.isZero() {
			return p.Max > 0
		}
	}
	return false
}

// familyOf classifies sorted terms of log T.
func familyOf(terms []Term) Family {
	if len(terms) == 0 || terms[0].Coef.Max <= 0 {
		return Constant
	}
	t := terms[0]
	if t.N.Max > 0 {
		switch c := compareFloat(t.N.Max, 1); {
		case !t.N.Known() && c > 0:
			return Exponential
		case c > 0:
			return SuperExponential
		case c < 0 || !t.N.Known():
			return Subexponential
		}
		switch c := compareTerms(t, Term{N: exactly(1)}); {
		case c < 0:
			return Subexponential
		case c == 0 || !t.Log.Known():
			return Exponential
		case compareTerms(t, Term{N: exactly(1), Log: exactly(1)}) <= 0:
			return Factorial
		}
		return SuperExponential
	}
	switch {
	case compareTerms(t, Term{Log: exactly(1)}) > 0:
		return QuasiPolynomial
	case compareTerms(t, Term{LogLog: exactly(1)}) > 0:
		return Polynomial
	}
	return Polylog
}

// Order is the outcome of a comparison of growth.
type Order int

// The outcomes. The zero value is Unknown: nothing has been decided.
const (
	Unknown Order = iota
	Less
	Equal
	Greater
)

var orderNames = [...]string{"unknown", "less", "equal", "greater"}

// String gives the name that is also used in JSON.
func (o Order) String() string {
	if o < 0 || int(o) >= len(orderNames) {
		return fmt.Sprintf("Order(%d)", int(o))
	}
	return orderNames[o]
}

// MarshalText writes the name.
func (o Order) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Axis says in what two growths first differ.
type Axis string

// The axes, the coarsest first.
const (
	AxisNone       Axis = ""           // they do not differ
	AxisParameters Axis = "parameters" // a symbol is not known as a function of n
	AxisFamily     Axis = "family"     // polynomial against exponential
	AxisExponent   Axis = "exponent"   // e in log T = c·n^e
	AxisRate       Axis = "rate"       // c in log T = c·n^e: 2^n against 4^n
	AxisDegree     Axis = "degree"     // k in n^k
	AxisLog        Axis = "log"        // logarithmic factors, and terms between those above
)

// Relation says how one growth compares with another.
type Relation struct {
	Order  Order  `json:"order"`
	Axis   Axis   `json:"axis,omitempty"`
	Reason string `json:"reason"`
	// Families of the two sides.
	A Family `json:"a"`
	B Family `json:"b"`
}

// SameFamily reports that both sides are of one family, whatever else
// differs. It is false when parameters leave the families open.
func (r Relation) SameFamily() bool { return r.A == r.B && r.Axis != AxisParameters }

// FamilyDiffers reports that the families are known and different.
func (r Relation) FamilyDiffers() bool { return r.Axis == AxisFamily }

// Compare orders a and b: by family, then by the terms of log T from the
// largest to the smallest. Constant factors never count. The order is
// Unknown where it hangs on a parameter or on a constant that is left open.
func Compare(a, b Growth) Relation {
	r := Relation{A: a.Family, B: b.Family}
	if a.Parametric() || b.Parametric() {
		return compareParametric(a, b, r)
	}
	if a.Family != b.Family {
		r.Axis, r.Order = AxisFamily, Less
		if a.Family > b.Family {
			r.Order = Greater
		}
		r.Reason = fmt.Sprintf("%s is %s, %s is %s", a.Formula, a.Family, b.Formula, b.Family)
		return r
	}
	if a.Family == SuperExponential && (len(a.Terms) == 0 || len(b.Terms) == 0) {
		r.Order, r.Axis = compareTowers(a, b), AxisExponent
		r.Reason = "exponentials of exponentials are not told apart"
		return r
	}
	for i := 0; i < len(a.Terms) || i < len(b.Terms); i++ {
		order, axis := compareAt(a, b, i)
		if order == Equal {
			continue
		}
		r.Order, r.Axis = order, axis
		r.Reason = differenceReason(a, b, order, axis)
		return r
	}
	r.Order, r.Reason = Equal, fmt.Sprintf("both grow as %s", b.Formula)
	return r
}

func compareParametric(a, b Growth, r Relation) Relation {
	if a.Formula == b.Formula {
		r.Order, r.Reason = Equal, fmt.Sprintf("both are %s", a.Formula)
		return r
	}
	names := slices.Concat(a.Parameters, b.Parameters)
	slices.Sort(names)
	r.Axis = AxisParameters
	r.Reason = fmt.Sprintf("it is not known how %s grows with n", strings.Join(slices.Compact(names), ", "))
	return r
}

func compareTowers(a, b Growth) Order {
	switch {
	case len(a.Terms) > 0:
		return Less
	case len(b.Terms) > 0:
		return Greater
	}
	return Unknown
}

// compareAt compares the i-th terms of two growths that agree before them.
func compareAt(a, b Growth, i int) (Order, Axis) {
	var s, t Term
	switch {
	case i >= len(a.Terms):
		t = b.Terms[i]
		s = t
		s.Coef = exactly(0)
	case i >= len(b.Terms):
		s = a.Terms[i]
		t = s
		t.Coef = exactly(0)
	default:
		s, t = a.Terms[i], b.Terms[i]
	}
	axis := axisOf(a.Family, s, t, i)
	switch order := compareTerms(s, t); {
	case order == 0:
		return compareOpen(s.Coef, t.Coef), axis
	case !comparablePowers(s, t):
		return Unknown, axis
	case order > 0:
		// b lacks the larger term: its sign decides.
		return compareOpen(s.Coef, exactly(0)), axis
	default:
		return compareOpen(exactly(0), t.Coef), axis
	}
}

// axisOf names what a difference in the i-th terms is about.
func axisOf(f Family, s, t Term, i int) Axis {
	isPower := func(t Term) bool { return compareTerms(t, Term{Log: exactly(1)}) == 0 }
	switch {
	case isPower(s) || isPower(t):
		return AxisDegree
	case i > 0 || f < QuasiPolynomial:
		return AxisLog
	case compareTerms(s, t) != 0:
		return AxisExponent
	}
	return AxisRate
}

// comparablePowers reports whether the order of two different monomials is
// certain although some of their powers may be open.
func comparablePowers(s, t Term) bool {
	p, q := s.powers(), t.powers()
	for i := range p {
		switch {
		case p[i].Max < q[i].Min || q[i].Max < p[i].Min:
			return true
		case !p[i].Known() || !q[i].Known():
			return false
		}
	}
	return true
}

// compareOpen orders two numbers, Unknown where their intervals overlap.
func compareOpen(a, b Interval) Order {
	switch {
	case a.Known() && b.Known():
		switch compareFloat(a.Min, b.Min) {
		case 0:
			return Equal
		case 1:
			return Greater
		}
		return Less
	case a.Max < b.Min:
		return Less
	case a.Min > b.Max:
		return Greater
	}
	return Unknown
}

func differenceReason(a, b Growth, order Order, axis Axis) string {
	what := map[Axis]string{
		AxisExponent: "the power of n in the exponent",
		AxisRate:     "the constant in the exponent",
		AxisDegree:   "the power of n",
		AxisLog:      "lower-order factors",
	}[axis]
	if order == Unknown {
		return fmt.Sprintf("both are %s; %s is left open, so %s and %s cannot be ordered", a.Family, what, a.Formula, b.Formula)
	}
	word := "smaller"
	if order == Greater {
		word = "larger"
	}
	return fmt.Sprintf("both are %s; %s differs: %s is %s than %s", a.Family, what, a.Formula, word, b.Formula)
}
