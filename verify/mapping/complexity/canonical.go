package complexity

import (
	"math"
	"slices"
	"strings"
)

// String writes the leading part of v, constant factors dropped, in a form
// that the grammar reads back to the same growth.
func (v value) String() string {
	if v.tower {
		return "2^{2^{O(n)}}"
	}
	var parts []string
	for _, s := range v.leading().sum {
		parts = append(parts, s.String())
	}
	if len(parts) == 0 {
		return "1"
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), " + ")
}

// String writes exp(log) as a product: powers first, then exponentials.
func (s summand) String() string {
	var powers, exponentials []seriesTerm
	for _, t := range s.log {
		if len(t.mono) == 1 && t.mono[0].rung.depth > 0 && t.mono[0].exp.equal(exactly(1)) {
			powers = append(powers, t)
		} else {
			exponentials = append(exponentials, t)
		}
	}
	slices.SortFunc(powers, func(a, b seriesTerm) int { return a.mono[0].rung.compare(b.mono[0].rung) })
	slices.SortFunc(exponentials, func(a, b seriesTerm) int {
		if a.mono.onlySize() && b.mono.onlySize() {
			return b.mono.compareSize(a.mono)
		}
		return strings.Compare(a.mono.String(), b.mono.String())
	})
	var factors []string
	for _, t := range powers {
		r := t.mono[0].rung
		factors = append(factors, powerString(rung{r.name, r.depth - 1}, t.coef, "log "))
	}
	for _, t := range exponentials {
		factors = append(factors, exponentialString(t.coef, t.mono)...)
	}
	if len(factors) == 0 {
		return "1"
	}
	return strings.Join(factors, " ")
}

// String writes a monomial as it stands in an exponent, where the base of a
// logarithm matters.
func (m monomial) String() string {
	parts := make([]string, 0, len(m))
	for _, f := range m {
		parts = append(parts, powerString(f.rung, f.exp, "ln "))
	}
	return strings.Join(parts, " ")
}

// powerString writes r^e with log as the name of the logarithm. Open powers
// become poly(r), or O(…) with what is known of them in front.
func powerString(r rung, e Interval, log string) string {
	name := r.name
	if len(name) > 1 || name == "x" { // a plain x may be a sign of multiplication
		name = `\text{` + name + `}`
	}
	base := strings.Repeat(log, r.depth) + name
	open := e.Min == 0 && math.IsInf(e.Max, 1)
	switch {
	case e.equal(exactly(1)):
		return base
	case open && r.depth == 0:
		return "poly(" + base + ")"
	case open && r.depth == 1:
		return "polylog(" + name + ")"
	case r.depth > 0:
		base = "(" + base + ")"
	}
	if e.Known() {
		return base + "^{" + fraction(e.Min) + "}"
	}
	return base + "^{" + openString(e) + "}"
}

// openString writes an interval as a formula. Bounded ones have a notation
// of this package's own, [0, max].
func openString(e Interval) string {
	switch {
	case e.Known():
		return fraction(e.Min)
	case math.IsInf(e.Min, -1) && math.IsInf(e.Max, 1):
		return "O(1) - O(1)"
	case math.IsInf(e.Max, 1):
		return "O(1)" + offset(e.Min)
	case math.IsInf(e.Min, -1):
		if e.Max == 0 {
			return "-O(1)"
		}
		return fraction(e.Max) + " - O(1)"
	}
	return "[0, " + decimal(e.Max-e.Min) + "]" + offset(e.Min)
}

// offset writes a number that is added to something.
func offset(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 0:
		return " - " + fraction(-x)
	}
	return " + " + fraction(x)
}

// exponentialString writes exp(c·m) with the base that leaves the shortest
// exponent: n, 2, a number with few digits, or e.
func exponentialString(c Interval, m monomial) []string {
	if !c.Known() {
		mono := m.String()
		switch {
		case math.IsInf(c.Max, 1) && c.Min == 0:
			return []string{"2^{O(" + mono + ")}"}
		case math.IsInf(c.Max, 1) && !math.IsInf(c.Min, -1):
			return append(exponentialString(exactly(c.Min), m), "2^{O("+mono+")}")
		}
		return []string{"e^{(" + openString(c) + ") " + mono + "}"}
	}
	for i, f := range m {
		if f.rung == (rung{size, 1}) && f.exp.Known() && f.exp.Min >= 1 {
			rest := slices.Clone(m)
			rest[i].exp = exactly(addFloat(f.exp.Min, -1))
			if rest[i].exp.isZero() {
				rest = slices.Delete(rest, i, i+1)
			}
			return []string{"n^{" + multiple(c.Min, rest.String()) + "}"}
		}
	}
	if bits := c.Min / math.Ln2; isFraction(bits) {
		return []string{"2^{" + multiple(bits, m.String()) + "}"}
	}
	if base := math.Exp(math.Abs(c.Min)); base < 100 && compareFloat(base*100, math.Round(base*100)) == 0 {
		return []string{decimal(math.Round(base*100)/100) + "^{" + multiple(math.Copysign(1, c.Min), m.String()) + "}"}
	}
	return []string{"e^{" + multiple(c.Min, m.String()) + "}"}
}

// multiple writes c·m.
func multiple(c float64, m string) string {
	if c < 0 {
		return "-" + multiple(-c, m)
	}
	over, under, ok := asFraction(c)
	switch {
	case !ok:
		return decimal(c) + " " + m
	case over == 1 && under == 1:
		return m
	case over == 1:
		return m + "/" + decimal(under)
	case under == 1:
		return decimal(over) + " " + m
	}
	return decimal(over) + " " + m + "/" + decimal(under)
}

// fraction writes a number as a fraction if it is one with small terms, in
// full otherwise.
func fraction(x float64) string {
	over, under, ok := asFraction(x)
	switch {
	case !ok:
		return decimal(x)
	case under == 1:
		return decimal(over)
	}
	return decimal(over) + "/" + decimal(under)
}

// asFraction finds small whole numbers with over/under = x.
func asFraction(x float64) (over, under float64, ok bool) {
	for under = 1; under <= 12; under++ {
		over = math.Round(x * under)
		if over != 0 && math.Abs(over) < 1000 && compareFloat(x*under, over) == 0 {
			return over, under, true
		}
	}
	return 0, 0, false
}

func isFraction(x float64) bool {
	_, _, ok := asFraction(x)
	return ok
}

// decimal writes a number in full, 1e+20 as 1e20.
func decimal(x float64) string { return strings.Replace(formatFloat(x), "e+", "e", 1) }

// parameters lists the variables other than n, sorted.
func (v value) parameters() []string {
	var names []string
	for _, s := range v.leading().sum {
		for _, t := range s.log {
			for _, f := range t.mono {
				if f.rung.name != size {
					names = append(names, f.rung.name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
