package latex

// diracLetter: beside γ matrices, one letter on a γ is an index also where it stands once: the i
// of γ^0γ^i.
func (p *parser) diracLetter(sc script) bool {
	if !p.dirac || sc.to != sc.from+1 || !sc.up {
		return false
	}
	t := p.at(sc.from)
	if t.kind != tLetter || p.declared(t.name) {
		return false
	}
	switch t.name {
	case "i", "j", "k", "l", "a", "b", "m", "n":
	default:
		return false
	}
	u := p.use[t.name]
	return u == nil || u.other == 0 || t.name == "i"
}

// chiralWritten: γ_5, γ^5 alone in brackets, and 1 ± γ^5 are written of the chiral matrix; without other
// γ matrices it may still be a power of a number, or a number with a label.
func (p *parser) chiralWritten(i int) bool {
	if p.declared(`\gamma`) || p.declared(`\gamma_5`) {
		return false
	}
	n := p.at(i + 1)
	from, to, next := p.spanOfScript(i + 1)
	if to != from+1 || p.at(from).name != "5" {
		return false
	}
	if n.kind == tSub {
		return p.choose("gamma5", `\gamma_5 is a number`, `\gamma_5 is the chiral matrix`) == 1
	}
	b := p.at(i - 1)
	projector := b.kind == tOp && (b.name == "-" || b.name == "+") && p.at(i-2).name == "1"
	return (projector || b.kind == tOpen && int(b.match) == next) && p.choose("gamma5", `\gamma^5 is a power`, `\gamma^5 is the chiral matrix`) == 1
}
