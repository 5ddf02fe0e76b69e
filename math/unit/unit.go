package unit

import (
	"math/big"
	"strings"
)

// Unit is a unit by one of its names.
type Unit struct {
	Name      string // as looked up
	Dimension Dimension
	Scale     Scale
	// Offset is the zero of a temperature scale in kelvin (°C, °F), else nil.
	Offset *big.Rat
}

// Lookup finds a unit by name or LaTeX spelling, with an SI prefix where it takes one:
// "MeV", `\mu m`, "Å", `M_\odot`. A unit's own name goes before a prefix ("min" is the
// minute, "cd" the candela).
func Lookup(name string) (Unit, bool) {
	spelled := spellings.Replace(name)
	if k, ok := byName[spelled]; ok {
		return definitions[k].unit(name, 0), true
	}
	for _, length := range []int{1, 2} { // "μ" has two bytes, as "da" has
		if len(spelled) <= length {
			break
		}
		power, ok := prefixes[spelled[:length]]
		if !ok {
			continue
		}
		k, ok := byName[spelled[length:]]
		if ok && definitions[k].prefixed && isSymbol(spelled[length:]) {
			return definitions[k].unit(name, power), true
		}
	}
	for prefix, power := range longPrefixes {
		if rest, ok := strings.CutPrefix(spelled, prefix); ok {
			if k, ok := byName[rest]; ok && definitions[k].prefixed && !isSymbol(rest) {
				return definitions[k].unit(name, power), true
			}
		}
	}
	return Unit{}, false
}

// isSymbol tells the short names, which take short prefixes, from words.
func isSymbol(name string) bool {
	switch name {
	case "bar", "cal", "barn", "rad", "mol", "Torr", "torr", "rem", "Ohm", "yr", "eV", "Gal", "kat", "ohm", "gauss", "Gauss", "pc", "arcsec":
		return true
	}
	return len([]rune(name)) <= 2
}

// Known reports whether Lookup finds the name.
func Known(name string) bool {
	_, ok := Lookup(name)
	return ok
}

func (d definition) unit(name string, power int) Unit {
	size := rational(d.size)
	ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(power, -power))), nil))
	if power < 0 {
		size.Quo(size, ten)
	} else {
		size.Mul(size, ten)
	}
	u := Unit{Name: name, Dimension: dimension(d.dim), Scale: Scale{Rational: size, Uncertainty: d.uncertainty}}
	if d.pi != 0 {
		u.Scale.Pi = Exponent{d.pi, 1}
	}
	if d.offset != "" {
		u.Offset = rational(d.offset)
	}
	return u
}

// Names lists every name in the table, without prefixes, in order.
func Names() []string {
	var names []string
	for _, d := range definitions {
		names = append(names, strings.Fields(d.names)...)
	}
	return names
}
