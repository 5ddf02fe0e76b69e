package latex

// scan is one pass over the tokens: it matches delimiters, notes what stands at the
// level of each, and finds out which letters are indices.

// level is an open delimiter during the pass.
type level struct {
	open  int32 // index of the opening token, −1 at the top
	bars  []int32
	flags uint8
}

func (p *parser) scan() error {
	toks := p.toks
	var room [8]level // enough for most, on the stack
	stack := append(room[:0], level{open: -1})
	top := func() *level { return &stack[len(stack)-1] }
	for i := range toks {
		t := &toks[i]
		switch t.kind {
		case tBraceOpen, tOpen:
			stack = append(stack, level{open: int32(i)})
		case tBraceClose:
			for len(stack) > 1 && toks[top().open].kind != tBraceOpen {
				p.closeBra(top())
				stack = stack[:len(stack)-1] // a half-open interval, or an error that the parser finds
			}
			if len(stack) == 1 {
				return p.errorAt(i, "a closing brace without an opening one", "")
			}
			p.closeLevel(top(), i)
			stack = stack[:len(stack)-1]
		case tClose:
			switch l := top(); {
			case t.name == "⟩" && (l.open < 0 || toks[l.open].name != "⟨"):
				p.markKet(l, i)
			case t.name == "⟩" && len(l.bars) == 2 && p.startsOperator(l.bars[0]+1):
				// ⟨a| + |b⟩: a bra, and the ket of another term.
				toks[l.open].flags |= isBra
				toks[l.open].match = l.bars[0]
				ket := l.bars[1]
				toks[ket].flags |= isKet
				toks[ket].match = int32(i)
				stack = stack[:len(stack)-1]
			case l.open >= 0 && toks[l.open].kind == tOpen:
				for toks[l.open].name == "⟨" && t.name != "⟩" && len(stack) > 1 {
					p.closeBra(l)
					stack = stack[:len(stack)-1]
					l = top()
					if l.open < 0 || toks[l.open].kind != tOpen {
						break
					}
				}
				if l.open >= 0 && toks[l.open].kind == tOpen {
					p.closeLevel(l, i)
					stack = stack[:len(stack)-1]
				}
			}
		case tBar:
			l := top()
			if len(l.bars) < 3 || t.name == "|" && l.open >= 0 && toks[l.open].name != "⟨" || l.open < 0 {
				l.bars = append(l.bars, int32(i))
			}
		case tOp:
			switch t.name {
			case ",", ";":
				top().flags |= hasComma
			case "over", "choose", "atop":
				if o := top().open; o >= 0 {
					if toks[o].over < 0 {
						toks[o].over = int32(i)
					}
				} else if p.topOver < 0 {
					p.topOver = i
				}
			case "→", "↦":
				top().flags |= hasArrow
			default:
				if isRelation(t.name) {
					top().flags |= hasRelation
				}
			}
		default:
		}
	}
	for len(stack) > 1 {
		l := top()
		if toks[l.open].kind == tBraceOpen {
			return p.errorAt(int(l.open), "a brace that is never closed", "")
		}
		p.closeBra(l)
		stack = stack[:len(stack)-1]
	}
	return nil
}

func (p *parser) closeLevel(l *level, i int) {
	t := &p.toks[l.open]
	t.match = int32(i)
	t.flags |= l.flags
	switch {
	case len(l.bars) == 1:
		t.flags |= hasBars1
	case len(l.bars) > 1:
		t.flags |= hasBars2
	}
}

// closeBra notes that an unclosed ⟨ was a bra.
func (p *parser) closeBra(l *level) {
	if l.open >= 0 && p.toks[l.open].name == "⟨" && len(l.bars) > 0 {
		p.toks[l.open].flags |= isBra
		p.toks[l.open].match = l.bars[0]
	}
}

// markKet notes that the last bar of the level opens a ket that ends at i.
func (p *parser) markKet(l *level, i int) {
	if n := len(l.bars); n > 0 {
		bar := l.bars[n-1]
		l.bars = l.bars[:n-1]
		p.toks[bar].flags |= isKet
		p.toks[bar].match = int32(i)
	}
}

func (p *parser) startsOperator(i int32) bool {
	t := &p.toks[i]
	return t.kind == tOp && (t.name == "+" || t.name == "-" || t.name == "," || t.name == "±" || isRelation(t.name))
}

func isRelation(s string) bool {
	switch s {
	case "=", "<", ">", "≤", "≥", "≠", "≈", "∝", "≡", "∈", "∉", "→", "↦", "≪", "≫", "≲", "≳", "⊂", "⊆", "∋", "⇔", "⇒":
		return true
	}
	return false
}

// spanOfScript is the range of tokens of the argument of a ^ or _ at i: inside the braces, or
// the single token with what belongs to it; next is where reading goes on.
func (p *parser) spanOfScript(i int) (from, to, next int) {
	k := i + 1
	t := p.at(k)
	switch t.kind {
	case tBraceOpen:
		return k + 1, int(t.match), int(t.match) + 1
	case tOp:
		if t.name == "-" || t.name == "+" || t.name == "±" || t.name == "∓" {
			n := p.at(k + 1)
			if n.kind == tNumber || n.kind == tLetter && n.space == spaceNone && p.plain && p.at(i).kind == tSup && p.signedLetter(i) {
				return k, k + 2, k + 2
			}
		}
	case tOpen:
		if t.name == "(" && t.match > 0 {
			return k, int(t.match) + 1, int(t.match) + 1
		}
	default:
	}
	end := p.argEnd(k)
	return k, end, end
}

// signedLetter: in e^-x the letter belongs to the exponent, but in S_1^+S_2^- the signs are labels.
func (p *parser) signedLetter(i int) bool {
	after := p.at(i + 3).kind
	return p.at(i+1).name != "+" && after != tSub && after != tSup
}

// argEnd is the index after the macro argument that starts at k.
func (p *parser) argEnd(k int) int {
	for depth := 0; depth < maxDepth; depth++ {
		t := p.at(k)
		switch t.kind {
		case tEnd:
			return k
		case tBraceOpen:
			return int(t.match) + 1
		case tFont, tAccent:
			k++
			continue
		case tCommand:
			return p.commandEnd(k)
		default:
		}
		break
	}
	return k + 1
}

// commandEnd skips \frac12 and \sqrt[3]{x} as a script without braces.
func (p *parser) commandEnd(k int) int {
	name := p.at(k).name
	k++
	var args int
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac", "binom", "dbinom", "tbinom":
		args = 2
	case "sqrt":
		args = 1
		if t := p.at(k); t.kind == tOpen && t.name == "[" && t.match > 0 {
			k = int(t.match) + 1
		}
	case "√", "partial", "nabla", "int", "sum":
		return k
	default:
		args = 1
	}
	for ; args > 0; args-- {
		t := p.at(k)
		if t.kind == tBraceOpen {
			k = int(t.match) + 1
			continue
		}
		if t.kind == tNumber && len(t.name) == args { // \frac12 is one token
			return k + 1
		}
		k++
	}
	return k
}
