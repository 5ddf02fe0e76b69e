package latex

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// number reads a number literal. Its token's name is one of
//
//	123   1.5   .5        as written, separators of thousands removed
//	1.5e-3                with an exponent, which may also be written \mathrm{e}{-3}
//	0.1(6)                repeating, from 0.1\overline{6} or 0.1\dot{6}
//	1.0~2                 1.0(2), an uncertainty in units of the last digit
//	7/2                   vulgar fraction characters
func (l *lexer) number() error {
	start := l.i
	l.digits()
	grouped := l.thousands(start)
	text := l.src[start:l.i]
	point := false
	if l.i+1 < len(l.src) && l.src[l.i] == '.' && l.digitAt(l.i+1) && !strings.HasPrefix(l.src[l.i:], "...") {
		point = true
		l.i++
		l.digits()
		text = l.src[start:l.i]
	} else if rest, ok := strings.CutPrefix(l.src[l.i:], "{,}"); ok && !grouped && rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		point = true // 0{,}5 with a decimal comma
		l.i += len("{,}")
		l.digits()
		text = strings.Replace(l.src[start:l.i], "{,}", ".", 1)
	} else if text[0] == '.' || strings.HasPrefix(l.src[start:], ".") {
		point = true
	}
	if grouped {
		text = ungroup(text)
	}
	if l.i-start > maxDigits {
		return l.fail(start, "a number with more than "+strconv.Itoa(maxDigits)+" digits", "")
	}
	if l.digitAt(l.i+1) && l.i < len(l.src) && l.src[l.i] == '.' {
		return l.fail(l.i, "a second decimal point", "")
	}
	switch {
	case point && l.uncertainty(&text):
	case l.repeating(point, &text):
	case point && l.endless(&text):
	}
	l.exponent(&text)
	l.put(tNumber, text, start)
	if e := l.i; point && e < len(l.src) && l.src[e] == '.' && l.digitAt(e+1) {
		return l.fail(e, "a second decimal point", "")
	}
	return nil
}

func (l *lexer) digits() {
	if l.i < len(l.src) && l.src[l.i] == '.' {
		l.i++
	}
	for l.digitAt(l.i) {
		l.i++
	}
}

// thousands continues a number over {,} and \, and, outside brackets, commas, where exactly
// three digits follow each.
func (l *lexer) thousands(start int) bool {
	if l.i-start > 3 || l.src[start] == '.' || l.src[start] == '0' {
		return false
	}
	grouped := false
	for _, sep := range []string{"{,}", `\,`, `{\,}`, "~", `\;`, `\ `, "\u2009", "\u202f", ","} {
		end, groups := l.i, 0
		for strings.HasPrefix(l.src[end:], sep) && l.threeDigits(end+len(sep)) {
			end += len(sep) + 3
			groups++
		}
		if groups == 0 {
			continue
		}
		if sep == "," {
			decimal := end+1 < len(l.src) && l.src[end] == '.' && l.digitAt(end+1)
			if !decimal && (l.depth > 0 || l.split) {
				return false
			}
			if !decimal {
				l.maybe = true
			}
		}
		l.i, grouped = end, true
		break
	}
	return grouped
}

func (l *lexer) threeDigits(i int) bool {
	return l.digitAt(i) && l.digitAt(i+1) && l.digitAt(i+2) && !l.digitAt(i+3)
}

func ungroup(s string) string {
	return strings.NewReplacer("{,}", "", `{\,}`, "", `\,`, "", "~", "", `\;`, "", `\ `, "", "\u2009", "", "\u202f", "", ",", "").Replace(s)
}

// uncertainty reads (2) directly after a decimal.
func (l *lexer) uncertainty(text *string) bool {
	if l.i >= len(l.src) || l.src[l.i] != '(' {
		return false
	}
	k := l.i + 1
	for l.digitAt(k) {
		k++
	}
	if k == l.i+1 || k >= len(l.src) || l.src[k] != ')' || k-l.i > 8 {
		return false
	}
	*text += "~" + l.src[l.i+1:k]
	l.i = k + 1
	return true
}

// repeating reads \overline{3} or \dot{3} or \bar{3} after a decimal point.
func (l *lexer) repeating(point bool, text *string) bool {
	i := l.i
	if !point {
		if i >= len(l.src) || l.src[i] != '.' {
			return false
		}
		i++
	}
	for _, c := range []string{`\overline`, `\bar`, `\dot`} {
		rest, ok := strings.CutPrefix(l.src[i:], c)
		if !ok {
			continue
		}
		digits := ""
		n := len(c)
		if strings.HasPrefix(rest, "{") {
			end := strings.IndexByte(rest, '}')
			if end < 0 {
				return false
			}
			digits = rest[1:end]
			n += end + 1
		} else if bare := strings.TrimLeft(rest, " "); bare != "" {
			digits = bare[:1]
			n += len(rest) - len(bare) + 1
		}
		if digits == "" || strings.Trim(digits, "0123456789") != "" {
			return false
		}
		if !point {
			*text += "."
		}
		l.i = i + n
		if c == `\dot` { // 0.\dot12\dot3: the dots stand over the first and the last digit
			digits += l.lastDot()
		}
		*text += "(" + digits + ")"
		return true
	}
	return false
}

// exponent reads e-5, E+8, \mathrm{e}{-15} directly after a number.
func (l *lexer) exponent(text *string) {
	rest := l.src[l.i:]
	n := 0
	roman := false
	switch {
	case strings.HasPrefix(rest, "e") || strings.HasPrefix(rest, "E"):
		n = 1
	default:
		for _, s := range []string{`\mathrm{e}`, `\mathrm{E}`, `\text{e}`, `\text{E}`, `\mathrm e`, `\rm{e}`, `{\rm e}`, `{\rm E}`} {
			if strings.HasPrefix(rest, s) {
				n, roman = len(s), true
			}
		}
	}
	if n == 0 {
		return
	}
	k := n
	braced := roman && k < len(rest) && rest[k] == '{'
	if braced {
		k++
	}
	from := k
	if k < len(rest) && (rest[k] == '-' || rest[k] == '+') {
		k++
	} else if strings.HasPrefix(rest[k:], "−") {
		k += len("−")
	}
	digits := k
	for k < len(rest) && rest[k] >= '0' && rest[k] <= '9' {
		k++
	}
	if k == digits || k-digits > 12 {
		return
	}
	if !roman && rest[0] == 'e' && digits > from && strings.Trim(*text, "0123456789") == "" {
		l.maybeE = true // 3e-2 may be 3e − 2
		if l.eulerE {
			return
		}
	}
	value := strings.ReplaceAll(rest[from:k], "−", "-")
	if braced {
		if k >= len(rest) || rest[k] != '}' {
			return
		}
		k++
	}
	*text += "e" + value
	l.i += k
}

// vulgar reads ½, alone or after a whole number.
func (l *lexer) vulgar(frac string, start int) {
	if n := len(l.toks); n > 0 && l.space == spaceNone && l.toks[n-1].kind == tNumber && strings.Trim(l.toks[n-1].name, "0123456789") == "" && len(l.toks[n-1].name) < 18 {
		whole, _ := new(big.Rat).SetString(l.toks[n-1].name)
		part, _ := new(big.Rat).SetString(frac)
		l.toks[n-1].name = whole.Add(whole, part).RatString()
		l.toks[n-1].end = int32(l.i)
		return
	}
	l.put(tNumber, frac, start)
}

// literal is the node of a number token's name.
func (p *parser) literal(name string) *expr.Node {
	if len(name) < 18 && strings.Trim(name, "0123456789") == "" {
		n, _ := strconv.ParseInt(name, 10, 64)
		return p.pool.Int(n)
	}
	if mantissa, spread, ok := strings.Cut(name, "~"); ok {
		power := ""
		if k := strings.IndexByte(spread, 'e'); k >= 0 {
			spread, power = spread[:k], spread[k:]
		}
		_, decimals, _ := strings.Cut(mantissa, ".")
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(decimals))), nil)
		u, _ := new(big.Int).SetString(spread, 10)
		pm := p.pool.MakeNamed(expr.OpPlusMinus, "", p.literal(mantissa), p.pool.Decimal(new(big.Rat).SetFrac(u, scale), len(strings.TrimLeft(spread, "0"))))
		if power == "" {
			return pm
		}
		return p.pool.Mul(pm, p.literal("1"+power))
	}
	mantissa, power, hasPower := strings.Cut(name, "e")
	exponent := int64(0)
	if hasPower {
		exponent, _ = strconv.ParseInt(power, 10, 64)
	}
	if hasPower && (exponent > maxExponent || exponent < -maxExponent) {
		return p.pool.Mul(p.literal(mantissa), p.pool.Pow(p.pool.Int(10), p.pool.Int(exponent)))
	}
	if head, rep, ok := strings.Cut(mantissa, "("); ok {
		return p.repeatingDecimal(head, strings.TrimSuffix(rep, ")"))
	}
	r, ok := new(big.Rat).SetString(mantissa)
	if !ok {
		return p.pool.Constant(expr.ConstUndefined)
	}
	if hasPower {
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(abs64(exponent)), nil)
		if exponent < 0 {
			r.Quo(r, new(big.Rat).SetInt(ten))
		} else {
			r.Mul(r, new(big.Rat).SetInt(ten))
		}
	}
	if !hasPower && !strings.Contains(mantissa, ".") {
		return p.pool.Number(r)
	}
	return p.pool.Decimal(r, significant(mantissa))
}

// significant counts the digits of a decimal that mean something: leading zeros do not, and
// a zero has those after its point.
func significant(s string) int {
	t := strings.TrimLeft(strings.ReplaceAll(s, ".", ""), "0")
	if t == "" {
		_, decimals, _ := strings.Cut(s, ".")
		return max(1, len(decimals))
	}
	return len(t)
}

// repeatingDecimal is exact: 0.1(6) = 0.1 + 6/90.
func (p *parser) repeatingDecimal(head, rep string) *expr.Node {
	whole, decimals, _ := strings.Cut(head, ".")
	all, _ := new(big.Int).SetString("0"+whole+decimals+rep, 10)
	part, _ := new(big.Int).SetString("0"+whole+decimals, 10)
	ten := big.NewInt(10)
	nines := new(big.Int).Exp(ten, big.NewInt(int64(len(rep))), nil)
	nines.Sub(nines, big.NewInt(1))
	den := nines.Mul(nines, new(big.Int).Exp(ten, big.NewInt(int64(len(decimals))), nil))
	return p.pool.Number(new(big.Rat).SetFrac(all.Sub(all, part), den))
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
