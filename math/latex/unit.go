package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/unit"
)

// prefixable units take the SI prefixes; the others stand as they are. What units are worth
// is the business of package unit; here they, and all others that it knows, only are recognized.
var prefixable = map[string]bool{
	"m": true, "g": true, "s": true, "A": true, "K": true, "mol": true, "cd": true, "Hz": true, "N": true, "Pa": true, "J": true, "W": true, "C": true, "V": true, "F": true, "T": true, "Wb": true, "H": true,
	"eV": true, "b": true, "L": true, "l": true, "bar": true, "pc": true, "G": true, "cal": true, "rad": true, "sr": true, "Bq": true, "Gy": true, "Sv": true, "S": true, "Ω": true, "ohm": true, "Torr": true, "lm": true, "lx": true, "Ci": true, "dB": true, "M": true,
}

var plainUnits = map[string]bool{
	"Å": true, "u": true, "Da": true, "amu": true, "erg": true, "ergs": true, "dyn": true, "dyne": true, "atm": true, "torr": true, "mmHg": true, "psi": true, "min": true, "h": true, "hr": true, "d": true, "day": true, "days": true, "yr": true, "year": true, "years": true, "a": true, "ly": true, "au": true, "AU": true,
	"deg": true, "degree": true, "degrees": true, "percent": true, "%": true, "°": true, "ppm": true, "ppb": true, "barn": true, "Gauss": true, "gauss": true, "fermi": true, "in": true, "ft": true, "mi": true, "lb": true, "kt": true, "sec": true, "arcsec": true, "arcmin": true, "ohms": true, "°C": true, "°F": true, "Ry": true, "Ha": true, "D": true, "cc": true, "hbar": true, "Oe": true, "Mx": true, "P": true, "St": true, "Gal": true, "R": true, "parsec": true, "lightyear": true, "kgf": true, "hp": true, "btu": true, "BTU": true, "meV": true, "radian": true, "radians": true,
	"meter": true, "meters": true, "metre": true, "metres": true, "second": true, "seconds": true, "kilogram": true, "kilograms": true, "gram": true, "grams": true, "joule": true, "joules": true, "newton": true, "newtons": true, "watt": true, "watts": true, "kelvin": true, "kelvins": true, "hertz": true, "volt": true, "volts": true, "tesla": true, "teslas": true, "pascal": true, "pascals": true, "coulomb": true, "coulombs": true, "ampere": true, "amperes": true, "amps": true, "minutes": true, "hours": true, "hour": true, "minute": true, "km/s": false,
}

var unitPrefixes = []string{"da", "q", "r", "y", "z", "a", "f", "p", "n", "μ", "µ", "u", "m", "c", "d", "h", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"}

// isUnit reports whether a word is a unit.
func isUnit(s string) bool {
	if prefixable[s] || plainUnits[s] || strings.HasSuffix(s, "_⊙") || strings.HasSuffix(s, "_⊕") || len(s) > 1 && !strings.ContainsAny(s, `_\ {}~`) && s != "hbar" && unit.Known(s) {
		return true
	}
	for _, p := range unitPrefixes {
		if rest, ok := strings.CutPrefix(s, p); ok && prefixable[rest] {
			return true
		}
	}
	return false
}

// isUnitText: an upright word that is made of units.
func (p *parser) isUnitText(t *token) bool {
	name := strings.TrimSpace(t.name)
	if name == "" || len(name) > 64 {
		return false
	}
	if isUnit(name) {
		return true
	}
	if s, ok := spelledUnits(name); ok {
		name = s
	}
	for _, w := range splitUnits(name) {
		if !isUnit(w.name) && !(w.name == "c" || w.name == "1" || w.name == `\hbar`) {
			return false
		}
	}
	return true
}

// unitFactor is one factor of a unit like m s^{-1}.
type unitFactor struct {
	name    string
	power   string
	divided bool
}

// splitUnits takes m\,s^{-1}, kg·m/s^2 and eV/c^2 apart.
func splitUnits(s string) []unitFactor {
	var out []unitFactor
	divided := false
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c == '*' || c == '~' || c == '.' || c == '{' || c == '}':
			i++
			continue
		case strings.HasPrefix(s[i:], "·") || strings.HasPrefix(s[i:], "⋅"):
			i += len("·")
			if strings.HasPrefix(s[i-len("·"):], "⋅") {
				i += len("⋅") - len("·")
			}
			continue
		case c == '/':
			divided = true
			i++
			continue
		case c == '(':
			group, next, ok := unitGroup(s, i)
			if !ok {
				return []unitFactor{{name: "?"}}
			}
			for _, f := range group {
				f.divided = f.divided != divided
				out = append(out, f)
			}
			i = next
			continue
		case strings.HasPrefix(s[i:], "per "):
			divided = true
			i += len("per ")
			continue
		case c == '\\':
			end := i + 1
			for end < len(s) && isASCIILetter(s[end]) {
				end++
			}
			if end == i+1 {
				end = min(len(s), i+2)
			}
			switch word := s[i:end]; word {
			case `\cdot`, `\,`, `\ `, `\;`, `\:`, `\!`, `\times`, `\mathrm`, `\text`, `\rm`, `\quad`:
				i = end
				continue
			case `\mu`:
				out = append(out, unitFactor{name: "μ", divided: divided})
				i = end
				for i < len(s) && (s[i] == ' ' || s[i] == '{' || s[i] == '}') {
					i++
				}
				k := i
				for k < len(s) && isASCIILetter(s[k]) {
					k++
				}
				out[len(out)-1].name += s[i:k]
				i = k
			case `\Omega`:
				prefix := "" // k in \mathrm{k\Omega}
				if n := len(out) - 1; n >= 0 && i > 0 && len(out[n].name) == 1 && s[i-1] == out[n].name[0] && strings.Contains("mkMGT", out[n].name) {
					prefix, divided = out[n].name, out[n].divided
					out = out[:n]
				}
				out = append(out, unitFactor{name: prefix + "Ω", divided: divided})
				i = end
			case `\AA`:
				out = append(out, unitFactor{name: "Å", divided: divided})
				i = end
			case `\%`:
				out = append(out, unitFactor{name: "%", divided: divided})
				i = end
			case `\degree`, `\circ`:
				out = append(out, unitFactor{name: "°", divided: divided})
				i = end
			default:
				out = append(out, unitFactor{name: word, divided: divided})
				i = end
			}
		case c == '^':
			i++
			k := i
			for k < len(s) && (s[k] == '{' || s[k] == '-' || s[k] == '+' || s[k] >= '0' && s[k] <= '9' || s[k] == '}') {
				k++
				if s[k-1] == '}' {
					break
				}
			}
			power := strings.Trim(s[i:k], "{}")
			if len(out) > 0 && power != "" {
				out[len(out)-1].power = power
			}
			if k == i {
				return []unitFactor{{name: "?"}}
			}
			i = k
		default:
			k := i
			for k < len(s) && (isASCIILetter(s[k]) || s[k] == '_' && k > i && k+1 < len(s) && s[k+1] >= 0x80 || s[k] >= 0x80 && !strings.HasPrefix(s[k:], "·") && !strings.HasPrefix(s[k:], "⋅") || s[k] == '%' || s[k] == '1' && k == i) {
				k++
			}
			if k == i {
				return []unitFactor{{name: "?"}}
			}
			name := s[i:k]
			power := ""
			for r, d := range map[string]string{"⁻¹": "-1", "⁻²": "-2", "²": "2", "³": "3", "⁻³": "-3"} {
				if rest, ok := strings.CutSuffix(name, r); ok && (r[0] != 0xC2 || !strings.HasSuffix(rest, "⁻")) {
					name, power = rest, d
				}
			}
			if k < len(s) && (s[k] == '-' || s[k] >= '2' && s[k] <= '9') && s[k-1] != '1' { // s-1, m2
				e := k + 1
				for e < len(s) && s[e] >= '0' && s[e] <= '9' {
					e++
				}
				power = s[k:e]
				k = e
			}
			out = append(out, unitFactor{name: name, power: power, divided: divided})
			i = k
		}
	}
	if len(out) == 0 {
		return []unitFactor{{name: "?"}}
	}
	return out
}

// unitNode is the node of an upright word made of units.
func (p *parser) unitNode(name string) (*expr.Node, error) {
	name = strings.TrimSpace(name)
	if s, ok := spelledUnits(name); ok && !unit.Known(name) {
		name = s
	}
	if isUnit(name) {
		return p.oneUnit(name), nil
	}
	var factors []*expr.Node
	for _, w := range splitUnits(name) {
		if w.name == "1" {
			continue
		}
		n := p.oneUnit(w.name)
		power := int64(1)
		if w.power != "" {
			neg := strings.HasPrefix(w.power, "-")
			digits := strings.TrimLeft(w.power, "+-")
			if len(digits) == 0 || len(digits) > 3 || strings.Trim(digits, "0123456789") != "" {
				return nil, p.errorHere("the power of a unit", "")
			}
			power = 0
			for _, d := range digits {
				power = power*10 + int64(d-'0')
			}
			if neg {
				power = -power
			}
		}
		if w.divided {
			power = -power
		}
		if power != 1 {
			n = p.pool.Pow(n, p.pool.Int(power))
		}
		factors = append(factors, n)
	}
	if len(factors) == 0 {
		return nil, p.errorHere("a unit is missing", "")
	}
	return p.times(factors), nil
}

// oneUnit is the node of a unit; masses of the Sun and the like are written as symbols.
func (p *parser) oneUnit(name string) *expr.Node {
	switch base, body, ok := strings.Cut(name, "_"); {
	case ok && body == "⊙":
		return p.pool.Symbol(base + `_{\odot}`)
	case ok && body == "⊕":
		return p.pool.Symbol(base + `_{\oplus}`)
	}
	return p.pool.MakeNamed(expr.OpUnit, unitName(name))
}

// unitName gives the micro sign one spelling.
func unitName(s string) string {
	s = strings.ReplaceAll(s, "µ", "μ")
	switch s {
	case "percent":
		return "%"
	case "degree", "degrees", "deg":
		return "°"
	case "radian", "radians":
		return "rad"
	}
	return s
}

// textFactor reads an upright word as a factor: a unit after a number, else a symbol.
func (p *parser) textFactor() (*expr.Node, error) {
	t := p.peek()
	if n, ok := p.uprightValue(t); ok {
		return p.postfix(n)
	}
	if n := p.peekAt(1); p.units && len(t.name) == 1 && n.kind == tLetter && n.name == `\Omega` && n.space == spaceNone && strings.Contains("kMmG", t.name) {
		p.i += 2
		return p.postfix(p.pool.MakeNamed(expr.OpUnit, t.name+"Ω"))
	}
	if p.isUnitText(t) && !(p.peekAt(1).kind == tSub) && (p.units || t.word || len(t.name) > 1 && unmistakable(t.name) && p.peekAt(1).kind != tOpen) {
		p.next()
		n, err := p.unitNode(t.name)
		if err != nil {
			p.i--
			return nil, err
		}
		if n.Op == expr.OpMul && p.peek().kind == tSup && !inParentheses(t.name) { // m/s^2: the power belongs to the last unit
			last := len(n.Args) - 1
			return p.lastUnitPower(n.Args[:last], n.Args[last])
		}
		return p.postfix(n)
	}
	if isConstantWord(t.name) {
		p.next()
		return p.pool.Symbol(`\mathrm{const}`), nil
	}
	if t.word {
		return nil, p.errorHere("these words are not understood", "")
	}
	if strings.ContainsAny(t.name, `\/^ ·`) {
		return nil, p.errorHere("upright text that is neither a name nor a unit", "")
	}
	return p.symbolFactor()
}

// lastUnitPower reads the power after a product of units.
func (p *parser) lastUnitPower(before []*expr.Node, last *expr.Node) (*expr.Node, error) {
	base, sign := last, int64(1)
	if last.Op == expr.OpPow {
		if !isMinusOne(last.Args[1]) {
			return nil, p.errorHere("two powers of a unit", "")
		}
		base, sign = last.Args[0], -1
	}
	n, err := p.postfix(base)
	if err != nil {
		return nil, err
	}
	if sign < 0 {
		n = p.pool.Pow(n, p.pool.Int(-1))
	}
	return p.times(append(append([]*expr.Node{}, before...), n)), nil
}

// unmistakable units are read as units even without a number before them.
func unmistakable(s string) bool {
	switch s {
	case "eV", "keV", "MeV", "GeV", "TeV", "meV", "fm", "km", "cm", "mm", "nm", "kg", "Hz", "kHz", "MHz", "GHz", "THz", "mol", "erg", "Pa", "pb", "fb", "Mpc", "kpc", "m/s", "km/s", "cm/s", "kWh", "MWh", "kJ", "MJ", "GJ", "kW", "MW", "GW", "kPa", "MPa", "GPa", "atm", "kN", "kV", "MV":
		return true
	}
	return strings.ContainsAny(s, "/^") || strings.Contains(s, `\,`)
}

// unitLetter reads \mu\mathrm{m}, \AA, ^\circ and \Omega after a number.
func (p *parser) unitLetter(base string, start int) *expr.Node {
	if !p.units {
		return nil
	}
	if slash := p.at(start - 1); len(base) == 1 && prefixable[base] && slash.kind == tOp && slash.name == "/" && p.at(start-2).kind == tText && isUnit(p.at(start-2).name) {
		return p.pool.MakeNamed(expr.OpUnit, base) // km/s
	}
	switch base {
	case `\AA`:
		return p.pool.MakeNamed(expr.OpUnit, "Å")
	case `\degree`:
		return p.pool.MakeNamed(expr.OpUnit, "°")
	case `\Omega`: // 3 Ω m, where a unit follows
		next := p.peek()
		if next.kind == tOp && next.name == `\cdot` {
			next = p.peekAt(1)
		}
		if _, declared := p.table.symbol(base); !declared && next.kind == tText && isUnit(strings.TrimSpace(next.name)) {
			return p.pool.MakeNamed(expr.OpUnit, "Ω")
		}
	case `\mu`:
		if t := p.peek(); t.kind == tText && t.space == spaceNone && prefixable[strings.TrimSpace(t.name)] {
			p.next()
			return p.pool.MakeNamed(expr.OpUnit, "μ"+strings.TrimSpace(t.name))
		}
	}
	return nil
}
