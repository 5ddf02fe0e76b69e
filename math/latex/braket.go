package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// ket reads |…⟩.
func (p *parser) ket() (*expr.Node, error) {
	end := int(p.peek().match)
	n, err := p.ketLabel(p.i+1, end)
	if err != nil {
		return nil, err
	}
	p.i = end + 1
	return p.pool.Make(expr.OpKet, n), nil
}

// ketLabel reads what stands in a ket: 00 are two labels, + and − are labels.
func (p *parser) ketLabel(from, to int) (*expr.Node, error) {
	if from >= to {
		return nil, p.errorAt(from, "an empty state", "")
	}
	if to == from+1 {
		t := p.at(from)
		switch {
		case t.kind == tNumber && len(t.name) > 1 && strings.Trim(t.name, "0123456789") == "":
			out := make([]*expr.Node, 0, len(t.name))
			for _, d := range t.name {
				out = append(out, p.pool.Int(int64(d-'0')))
			}
			return p.pool.Make(expr.OpList, out...), nil
		case t.kind == tOp:
			return p.pool.MakeNamed(expr.OpText, t.name), nil
		}
	}
	allSigns := true // |++⟩, |↑↓⟩
	for i := from; i < to; i++ {
		t := p.at(i)
		allSigns = allSigns && (t.kind == tOp && (t.name == "+" || t.name == "-") || t.kind == tLetter && (t.name == `\uparrow` || t.name == `\downarrow`))
	}
	if allSigns {
		out := make([]*expr.Node, 0, to-from)
		for i := from; i < to; i++ {
			if t := p.at(i); t.kind == tOp {
				out = append(out, p.pool.MakeNamed(expr.OpText, t.name))
			} else {
				out = append(out, p.pool.Symbol(t.name))
			}
		}
		if len(out) == 1 {
			return out[0], nil
		}
		return p.pool.Make(expr.OpList, out...), nil
	}
	if name, ok := p.nameIn(from, to); ok {
		return p.pool.Symbol(name), nil
	}
	return p.within(from, to, p.statements)
}

// angle reads ⟨…⟩: an expectation value, ⟨a|b⟩, ⟨a|O|b⟩, or a bra alone.
func (p *parser) angle() (*expr.Node, error) {
	open := p.peek()
	if open.flags&isBra != 0 {
		n, err := p.ketLabel(p.i+1, int(open.match))
		if err != nil {
			return nil, err
		}
		p.i = int(open.match) + 1
		return p.pool.Make(expr.OpBra, n), nil
	}
	end := int(open.match)
	if end < 0 {
		return nil, p.errorHere("a closing angle bracket is missing", "")
	}
	var bars []int
	depth := 0
	for i := p.i + 1; i < end; i++ {
		switch t := p.at(i); t.kind {
		case tBraceOpen, tOpen:
			depth++
		case tBraceClose, tClose:
			depth--
		case tBar:
			if depth == 0 && t.name == "|" {
				bars = append(bars, i)
			}
		case tOp:
			if depth == 0 && t.name == "∣" { // \mid
				bars = append(bars, i)
			}
		default:
		}
	}
	from := p.i + 1
	if len(bars) > 0 && bars[0] == from || len(bars) > 2 {
		bars = nil
	}
	switch len(bars) {
	case 0:
		n, err := p.within(from, end, p.statements)
		if err != nil {
			return nil, err
		}
		p.i = end + 1
		return p.pool.Make(expr.OpExpectation, n), nil
	case 1:
		a, err := p.ketLabel(from, bars[0])
		if err != nil {
			return nil, err
		}
		b, err := p.ketLabel(bars[0]+1, end)
		if err != nil {
			return nil, err
		}
		p.i = end + 1
		return p.pool.Mul(p.pool.Make(expr.OpBra, a), p.pool.Make(expr.OpKet, b)), nil
	}
	a, err := p.ketLabel(from, bars[0])
	if err != nil {
		return nil, err
	}
	if bars[1] == bars[0]+1 { // ⟨a| |b⟩
		b, err := p.ketLabel(bars[1]+1, end)
		if err != nil {
			return nil, err
		}
		p.i = end + 1
		return p.pool.Mul(p.pool.Make(expr.OpBra, a), p.pool.Make(expr.OpKet, b)), nil
	}
	o, err := p.within(bars[0]+1, bars[1], p.additive)
	if err != nil {
		return nil, err
	}
	b, err := p.ketLabel(bars[1]+1, end)
	if err != nil {
		return nil, err
	}
	p.i = end + 1
	return p.pool.Mul(p.pool.Make(expr.OpBra, a), o, p.pool.Make(expr.OpKet, b)), nil
}

// diracMacro reads \ket{n}, \braket{a|b}, \mel{a}{O}{b} and the like.
func (p *parser) diracMacro(name string) (*expr.Node, error) {
	p.next()
	label := func() (*expr.Node, error) {
		t := p.peek()
		if t.kind != tBraceOpen {
			return p.arg()
		}
		n, err := p.ketLabel(p.i+1, int(t.match))
		p.i = int(t.match) + 1
		return n, err
	}
	switch name {
	case "ket", "Ket", "bra", "Bra":
		n, err := label()
		if err != nil {
			return nil, err
		}
		if name == "ket" || name == "Ket" {
			return p.pool.Make(expr.OpKet, n), nil
		}
		return p.pool.Make(expr.OpBra, n), nil
	case "ev", "expval":
		n, err := p.arg()
		if err != nil {
			return nil, err
		}
		if p.peek().kind == tBraceOpen && p.peek().space == spaceNone { // \expval{A}{\psi} is ⟨ψ|A|ψ⟩
			state, err := label()
			if err != nil {
				return nil, err
			}
			return p.pool.Mul(p.pool.Make(expr.OpBra, state), n, p.pool.Make(expr.OpKet, state)), nil
		}
		return p.pool.Make(expr.OpExpectation, n), nil
	case "innerproduct":
		name = "braket"
	case "outerproduct":
		name = "ketbra"
	}
	switch name {
	case "braket", "Braket", "ip":
		if t := p.peek(); t.kind == tBraceOpen {
			for i := p.i + 1; i < int(t.match); i++ {
				if p.at(i).kind == tBar {
					a, err := p.ketLabel(p.i+1, i)
					if err != nil {
						return nil, err
					}
					b, err := p.ketLabel(i+1, int(t.match))
					if err != nil {
						return nil, err
					}
					p.i = int(t.match) + 1
					return p.pool.Mul(p.pool.Make(expr.OpBra, a), p.pool.Make(expr.OpKet, b)), nil
				}
			}
		}
	}
	a, err := label()
	if err != nil {
		return nil, err
	}
	if p.peek().kind != tBraceOpen {
		switch name {
		case "braket", "ip":
			return p.pool.Make(expr.OpExpectation, a), nil
		case "ketbra", "dyad":
			return p.pool.Mul(p.pool.Make(expr.OpKet, a), p.pool.Make(expr.OpBra, a)), nil
		}
	}
	var o *expr.Node
	if name == "mel" || name == "matrixel" {
		if o, err = p.arg(); err != nil {
			return nil, err
		}
	}
	b, err := label()
	if err != nil {
		return nil, err
	}
	switch {
	case o != nil:
		return p.pool.Mul(p.pool.Make(expr.OpBra, a), o, p.pool.Make(expr.OpKet, b)), nil
	case name == "ketbra" || name == "dyad":
		return p.pool.Mul(p.pool.Make(expr.OpKet, a), p.pool.Make(expr.OpBra, b)), nil
	}
	return p.pool.Mul(p.pool.Make(expr.OpBra, a), p.pool.Make(expr.OpKet, b)), nil
}
