package latex

import "strings"

// Units in words: "watts per square meter" is W/m^2. The names of units in the singular, with
// the symbols that package unit knows.
var unitWords = map[string]string{
	"meter": "m", "metre": "m", "second": "s", "gram": "g", "gramme": "g", "ampere": "A", "amp": "A", "kelvin": "K", "mole": "mol", "candela": "cd",
	"hertz": "Hz", "newton": "N", "pascal": "Pa", "joule": "J", "watt": "W", "coulomb": "C", "volt": "V", "farad": "F", "ohm": "Ω", "siemens": "S",
	"weber": "Wb", "tesla": "T", "henry": "H", "lumen": "lm", "lux": "lx", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "radian": "rad", "steradian": "sr",
	"electronvolt": "eV", "electron-volt": "eV", "erg": "erg", "calorie": "cal", "dyne": "dyn", "gauss": "G", "oersted": "Oe", "maxwell": "Mx", "debye": "D", "poise": "P",
	"minute": "min", "hour": "h", "day": "d", "week": "week", "year": "yr", "degree": "°", "arcminute": "arcmin", "arcsecond": "arcsec", "revolution": "rev", "turn": "rev",
	"angstrom": "Å", "ångström": "Å", "ångstrom": "Å", "micron": "micron", "fermi": "fermi", "lightyear": "ly", "light-year": "ly", "parsec": "pc", "barn": "b",
	"liter": "L", "litre": "L", "bar": "bar", "atmosphere": "atm", "torr": "Torr", "tonne": "t", "dalton": "u", "curie": "Ci", "jansky": "Jy", "rydberg": "Ry", "hartree": "Ha",
	"inch": "in", "foot": "ft", "mile": "mi", "pound": "lb", "percent": "%", "celsius": "°C", "fahrenheit": "°F", "horsepower": "hp", "bohr": "a_0",
}

// unitPhrases are units of two words.
var unitPhrases = map[string]string{
	"electron volt": "eV", "light year": "ly", "solar mass": "M_⊙", "solar luminosity": "L_⊙", "solar radius": "R_⊙", "earth mass": "M_⊕", "earth radius": "R_⊕",
	"astronomical unit": "au", "degree celsius": "°C", "degree fahrenheit": "°F", "degree kelvin": "K", "atomic mass": "u", "bohr radius": "a_0", "bohr magneton": "μ_B",
}

// pluralWords have plurals of their own.
var pluralWords = map[string]string{
	"henries": "henry", "henrys": "henry", "feet": "foot", "inches": "inch", "masses": "mass", "radii": "radius", "luminosities": "luminosity", "lux": "lux", "siemens": "siemens", "hertz": "hertz", "gauss": "gauss", "celsius": "celsius",
}

// spelledUnit is the symbol of one unit in words, singular or plural, with a prefix or without.
func spelledUnit(word string) (string, bool) {
	w := singular(strings.ToLower(word))
	if s, ok := unitWords[w]; ok {
		return s, true
	}
	for prefix, symbol := range siPrefixes {
		rest, ok := strings.CutPrefix(w, prefix)
		if !ok {
			continue
		}
		if s, ok := unitWords[strings.TrimPrefix(rest, "-")]; ok && prefixable[s] {
			return symbol + s, true
		}
	}
	return "", false
}

func singular(w string) string {
	if s, ok := pluralWords[w]; ok {
		return s
	}
	return strings.TrimSuffix(w, "s")
}

// spelledUnits writes a phrase of units in words with symbols. It is false where a word is no
// unit, or where no word is spelled out.
func spelledUnits(text string) (string, bool) {
	words := strings.Fields(strings.ReplaceAll(text, "/", " / "))
	if len(words) == 0 || len(words) > 16 {
		return "", false
	}
	var out strings.Builder
	spelled, divided, power := false, false, ""
	put := func(symbol string) {
		if out.Len() > 0 && !divided {
			out.WriteByte(' ')
		}
		if divided {
			out.WriteByte('/')
		}
		out.WriteString(symbol)
		if power != "" {
			out.WriteString("^" + power)
		}
		divided, power = false, ""
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		lower := strings.ToLower(w)
		switch {
		case lower == "per" || w == "/":
			if divided || next == "" {
				return "", false
			}
			divided = true
			continue
		case (lower == "square" || lower == "cubic") && next != "":
			power = map[string]string{"square": "2", "cubic": "3"}[lower]
			spelled = true
			continue
		case lower == "squared" || lower == "cubed":
			s := out.String()
			if s == "" || strings.HasSuffix(s, "^2") || strings.HasSuffix(s, "^3") {
				return "", false
			}
			out.WriteString(map[string]string{"squared": "^2", "cubed": "^3"}[lower])
			spelled = true
			continue
		}
		if s, ok := unitPhrases[singular(lower)+" "+singular(strings.ToLower(next))]; ok && next != "" {
			put(s)
			i, spelled = i+1, true
			if strings.ToLower(next) == "mass" && i+1 < len(words) && singular(strings.ToLower(words[i+1])) == "unit" {
				i++ // atomic mass unit
			}
			continue
		}
		if s, ok := unitPhrases[singular(lower)]; ok {
			put(s)
			spelled = true
			continue
		}
		if s, ok := spelledUnit(w); ok {
			put(s)
			spelled = true
			continue
		}
		if parts := strings.Split(w, "-"); len(parts) > 1 { // newton-meters
			for _, part := range parts {
				s, ok := spelledUnit(part)
				if !ok {
					return "", false
				}
				put(s)
			}
			spelled = true
			continue
		}
		if !isUnit(w) {
			return "", false
		}
		put(w)
	}
	if divided || power != "" || !spelled {
		return "", false
	}
	return out.String(), true
}
