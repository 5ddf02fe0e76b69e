package latex

import (
	"strings"
	"unicode/utf8"
)

// siunitx reads \SI{3}{m/s}, \qty{3}{\metre\per\second}, \num{1e5}, \unit{…} and \ang{90}: the number
// is lexed as always, the unit becomes upright text.
func (l *lexer) siunitx(name string, start int) error {
	hasNumber := name != "si" && name != "unit"
	if hasNumber {
		from := l.i
		raw, ok := l.braced()
		if !ok {
			if name == "qty" { // \qty(…) of the physics package sizes brackets
				return nil
			}
			return l.fail(from, `\`+name+" without its argument", "")
		}
		end := l.i
		l.i = end - 1 - len(raw)
		if err := l.run(end - 1); err != nil {
			return err
		}
		l.i = end
	}
	switch name {
	case "num":
		return nil
	case "ang":
		l.uprightToken("°", false, false, start)
		return nil
	}
	from := l.i
	raw, ok := l.braced()
	if !ok {
		return l.fail(from, `\`+name+" without its unit", "")
	}
	unit, ok := siUnits(raw)
	if !ok {
		return l.fail(from, "a unit that is not known", "")
	}
	l.widen(spaceThin)
	l.uprightToken(unit, false, false, start)
	return nil
}

// siUnits writes the unit macros of siunitx as plain text: \kilo\metre\per\second is km s^{-1}.
func siUnits(s string) (string, bool) {
	if !utf8.ValidString(s) || len(s) > 256 {
		return "", false
	}
	if !strings.ContainsRune(s, '\\') {
		return strings.TrimSpace(s), true
	}
	var b strings.Builder
	prefix, per, power := "", false, ""
	for i := 0; i < len(s); {
		if s[i] == ' ' || s[i] == '.' || s[i] == '~' {
			i++
			continue
		}
		if s[i] != '\\' {
			return "", false
		}
		end := i + 1
		for end < len(s) && isASCIILetter(s[end]) {
			end++
		}
		word := s[i+1 : end]
		i = end
		switch word {
		case "per":
			per = true
			continue
		case "square":
			power = "2"
			continue
		case "cubic":
			power = "3"
			continue
		}
		if p, ok := siPrefixes[word]; ok {
			prefix = p
			continue
		}
		u, ok := siNames[word]
		if !ok {
			return "", false
		}
		exponent := power
		if rest := s[i:]; strings.HasPrefix(rest, `\squared`) {
			exponent = "2"
			i += len(`\squared`)
		} else if strings.HasPrefix(rest, `\cubed`) {
			exponent = "3"
			i += len(`\cubed`)
		}
		if exponent == "" {
			exponent = "1"
		}
		if per {
			exponent = "-" + exponent
		}
		b.WriteString(prefix + u)
		if exponent != "1" {
			b.WriteString("^{" + exponent + "}")
		}
		b.WriteByte(' ')
		prefix, per, power = "", false, ""
	}
	return strings.TrimSpace(b.String()), b.Len() > 0
}

// siPrefixes are the names of the prefixes, in macros and in words.
var siPrefixes = map[string]string{
	"femto": "f", "pico": "p", "nano": "n", "micro": "μ", "milli": "m", "centi": "c", "deci": "d", "hecto": "h", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "atto": "a", "exa": "E",
}

var siNames = map[string]string{
	"meter": "m", "metre": "m", "gram": "g", "second": "s", "ampere": "A", "kelvin": "K", "mole": "mol", "candela": "cd", "hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "coulomb": "C", "volt": "V",
	"farad": "F", "ohm": "Ω", "tesla": "T", "weber": "Wb", "henry": "H", "electronvolt": "eV", "eV": "eV", "radian": "rad", "steradian": "sr", "degree": "°", "percent": "%", "bar": "bar", "barn": "b", "angstrom": "Å",
	"kilogram": "kg", "kg": "kg", "m": "m", "s": "s", "J": "J", "K": "K", "keV": "keV", "MeV": "MeV", "GeV": "GeV", "TeV": "TeV", "meV": "meV", "km": "km", "cm": "cm", "mm": "mm", "nm": "nm", "fm": "fm", "Hz": "Hz", "minute": "min", "hour": "h", "day": "d", "celsius": "°C", "degreeCelsius": "°C", "liter": "L", "litre": "L", "clight": "c", "becquerel": "Bq", "dalton": "Da", "parsec": "pc", "lightyear": "ly",
}
