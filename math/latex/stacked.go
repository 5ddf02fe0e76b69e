package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// stacked takes the range under a sum apart that says which numbers count: "n odd", "n=1, n odd",
// \substack{n=1\\ n\,\mathrm{odd}}. It returns the range without that, and the parity: "odd",
// "even" or "".
func (p *parser) stacked(lower *script) (*script, string) {
	if lower == nil {
		return nil, ""
	}
	from, to := lower.from, lower.to
	for from < to && p.at(from).kind == tBraceOpen && int(p.at(from).match) == to-1 { // the braces of \substack
		from, to = from+1, to-1
	}
	parity := ""
	if t := p.at(to - 1); to > from && t.kind == tText && isParity(t.name) {
		parity = strings.TrimSpace(t.name)
		end := to - 1
		if end-1 > from && p.at(end-1).kind == tText && strings.TrimSpace(p.at(end-1).name) == "is" {
			end--
		}
		// The name before the word repeats the index, unless it is all that stands here.
		start := end
		for start > from && !(p.at(start-1).kind == tNewline || p.at(start-1).kind == tOp && p.at(start-1).name == ",") {
			start--
		}
		switch _, ok := p.nameIn(start, end); {
		case start == from && ok:
			to = end
		case start == from && start < end: // n=1 odd
			to = end
		case ok || start == end:
			to = start - 1
		default:
			return lower, ""
		}
	}
	for i := from; i < to; i++ {
		if p.at(i).kind == tNewline {
			return lower, "" // several conditions
		}
	}
	return &script{from: from, to: to}, parity
}

func isParity(s string) bool {
	s = strings.TrimSpace(s)
	return s == "odd" || s == "even"
}

// withParity keeps the odd or even numbers of a range: its values are listed as a progression.
func (p *parser) withParity(r *summationRange, parity string) error {
	if parity == "" || len(r.vars) != 1 {
		if parity != "" && len(r.vars) != 0 {
			return p.errorHere("a parity of several indices", "")
		}
		return nil
	}
	first := int64(1)
	if parity == "even" {
		first = 2
	}
	switch {
	case r.lower == nil: // positive numbers are meant
	case isInteger(r.lower) && r.lower.Rat.Num().IsInt64():
		first = r.lower.Rat.Num().Int64()
		if (first%2 != 0) != (parity == "odd") {
			first++
		}
	default:
		return p.errorHere("a parity of an index whose first value is not a number", "")
	}
	list := []*expr.Node{p.pool.Int(first), p.pool.Int(first + 2), p.pool.Make(expr.OpEllipsis)}
	if r.upper != nil {
		list = append(list, r.upper)
	}
	r.condition = p.pool.MakeNamed(expr.OpRelation, expr.RelEqual, p.pool.Symbol(r.vars[0]), p.pool.Make(expr.OpList, list...))
	r.parity = r.vars
	r.vars, r.lower, r.upper = nil, nil, nil
	return nil
}
