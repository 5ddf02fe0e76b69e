package unit

import (
	"math/big"
	"strings"
)

// definition is a row of the table: names (the first is the usual one), size in SI base
// units as a decimal or a fraction, power of π, exponents of m, kg, s, A, K, mol, cd.
type definition struct {
	names    string
	prefixed bool // takes SI prefixes
	size     string
	pi       int32
	dim      [bases]int8
	// relative standard uncertainty; 0: exact
	uncertainty float64
	offset      string // of a temperature scale, in kelvin
}

// Combinations that several units share.
var (
	number      = [bases]int8{}
	lengths     = [bases]int8{1}
	masses      = [bases]int8{0, 1}
	times       = [bases]int8{0, 0, 1}
	rates       = [bases]int8{0, 0, -1}
	energies    = [bases]int8{2, 1, -2}
	forces      = [bases]int8{1, 1, -2}
	pressures   = [bases]int8{-1, 1, -2}
	powers      = [bases]int8{2, 1, -3}
	charges     = [bases]int8{0, 0, 1, 1}
	fields      = [bases]int8{0, 1, -2, -1}
	fluxes      = [bases]int8{2, 1, -2, -1}
	moments     = [bases]int8{2, 0, 0, 1}
	areas       = [bases]int8{2}
	volumes     = [bases]int8{3}
	speeds      = [bases]int8{1, 0, -1}
	actions     = [bases]int8{2, 1, -1}
	temperature = [bases]int8{0, 0, 0, 0, 1}
	doses       = [bases]int8{2, 0, -2}
)

var definitions = []definition{
	// SI base units; the gram carries the prefixes of mass.
	{"m metre meter meters metres", true, "1", 0, lengths, 0, ""},
	{"g gram grams gm", true, "1/1000", 0, masses, 0, ""},
	{"s sec second seconds", true, "1", 0, times, 0, ""},
	{"A ampere amp amperes", true, "1", 0, [bases]int8{0, 0, 0, 1}, 0, ""},
	{"K kelvin kelvins", true, "1", 0, temperature, 0, ""},
	{"mol mole moles", true, "1", 0, [bases]int8{0, 0, 0, 0, 0, 1}, 0, ""},
	{"cd candela", true, "1", 0, [bases]int8{0, 0, 0, 0, 0, 0, 1}, 0, ""},

	// SI derived units.
	{"rad radian radians", true, "1", 0, number, 0, ""},
	{"sr steradian", true, "1", 0, number, 0, ""},
	{"Hz hertz", true, "1", 0, rates, 0, ""},
	{"N newton newtons", true, "1", 0, forces, 0, ""},
	{"Pa pascal", true, "1", 0, pressures, 0, ""},
	{"J joule joules", true, "1", 0, energies, 0, ""},
	{"W watt watts", true, "1", 0, powers, 0, ""},
	{"C coulomb coulombs", true, "1", 0, charges, 0, ""},
	{"V volt volts", true, "1", 0, [bases]int8{2, 1, -3, -1}, 0, ""},
	{"F farad", true, "1", 0, [bases]int8{-2, -1, 4, 2}, 0, ""},
	{"Ohm ohm ohms Ω", true, "1", 0, [bases]int8{2, 1, -3, -2}, 0, ""},
	{"S siemens", true, "1", 0, [bases]int8{-2, -1, 3, 2}, 0, ""},
	{"Wb weber", true, "1", 0, fluxes, 0, ""},
	{"T tesla", true, "1", 0, fields, 0, ""},
	{"H henry", true, "1", 0, [bases]int8{2, 1, -2, -2}, 0, ""},
	{"lm lumen", true, "1", 0, [bases]int8{0, 0, 0, 0, 0, 0, 1}, 0, ""},
	{"lx lux", true, "1", 0, [bases]int8{-2, 0, 0, 0, 0, 0, 1}, 0, ""},
	{"Bq becquerel", true, "1", 0, rates, 0, ""},
	{"Gy gray", true, "1", 0, doses, 0, ""},
	{"Sv sievert", true, "1", 0, doses, 0, ""},
	{"kat katal", true, "1", 0, [bases]int8{0, 0, -1, 0, 0, 1}, 0, ""},

	{"M molar", true, "1000", 0, [bases]int8{-3, 0, 0, 0, 0, 1}, 0, ""},

	// Numbers.
	{"% percent", false, "1/100", 0, number, 0, ""},
	{"‰ permille", false, "1/1000", 0, number, 0, ""},
	{"ppm", false, "1/1000000", 0, number, 0, ""},
	{"ppb", false, "1/1000000000", 0, number, 0, ""},
	{"ppt", false, "1/1000000000000", 0, number, 0, ""},

	// Angles. A turn is 2π.
	{"° deg degree degrees", false, "1/180", 1, number, 0, ""},
	{"′ arcmin arcminute arcminutes", false, "1/10800", 1, number, 0, ""},
	{"″ arcsec arcsecond arcseconds", true, "1/648000", 1, number, 0, ""},
	{"mas", false, "1/648000000", 1, number, 0, ""},
	{"μas", false, "1/648000000000", 1, number, 0, ""},
	{"rev turn", false, "2", 1, number, 0, ""},

	// Times. The year is Julian (IAU), a the SI's accepted symbol for it.
	{"min minute minutes", false, "60", 0, times, 0, ""},
	{"h hr hour hours", false, "3600", 0, times, 0, ""},
	{"d day days", false, "86400", 0, times, 0, ""},
	{"week weeks", false, "604800", 0, times, 0, ""},
	{"yr year years a", true, "31557600", 0, times, 0, ""},
	{"rpm", false, "1/30", 1, rates, 0, ""},

	// Lengths, areas, volumes, speeds.
	{"Å angstrom Angstrom ångström", false, "1e-10", 0, lengths, 0, ""},
	{"micron microns", false, "1e-6", 0, lengths, 0, ""},
	{"fermi", false, "1e-15", 0, lengths, 0, ""},
	{"au AU", false, "149597870700", 0, lengths, 0, ""},
	{"ly lightyear", true, "9460730472580800", 0, lengths, 0, ""},
	{"pc parsec parsecs", true, "96939420213600000", -1, lengths, 0, ""}, // 648000/π au
	{"in inch inches", false, "0.0254", 0, lengths, 0, ""},
	{"ft foot feet", false, "0.3048", 0, lengths, 0, ""},
	{"yd yard", false, "0.9144", 0, lengths, 0, ""},
	{"mi mile miles", false, "1609.344", 0, lengths, 0, ""},
	{"b barn barns", true, "1e-28", 0, areas, 0, ""},
	{"ha hectare", false, "10000", 0, areas, 0, ""},
	{"L l liter litre liters litres ℓ", true, "1/1000", 0, volumes, 0, ""},
	{"cc", false, "1e-6", 0, volumes, 0, ""},
	{"gal gallon", false, "0.003785411784", 0, volumes, 0, ""},
	{"mph", false, "0.44704", 0, speeds, 0, ""},
	{"kn knot", false, "1852/3600", 0, speeds, 0, ""},
	{"Gal", true, "1/100", 0, [bases]int8{1, 0, -2}, 0, ""},

	// Masses and forces.
	{"t tonne ton", true, "1000", 0, masses, 0, ""},
	{"lb pound lbs", false, "0.45359237", 0, masses, 0, ""},
	{"oz ounce", false, "0.028349523125", 0, masses, 0, ""},
	{"u Da amu dalton", true, "1.66053906892e-27", 0, masses, 3.1e-10, ""}, // CODATA 2022
	{"dyn dyne dynes", false, "1e-5", 0, forces, 0, ""},
	{"lbf", false, "4.4482216152605", 0, forces, 0, ""},
	{"kgf kp", false, "9.80665", 0, forces, 0, ""},

	// Pressures.
	{"bar", true, "100000", 0, pressures, 0, ""},
	{"atm atmosphere", false, "101325", 0, pressures, 0, ""},
	{"Torr torr", true, "101325/760", 0, pressures, 0, ""},
	{"mmHg", false, "133.322387415", 0, pressures, 0, ""},
	{"psi", false, "44482216152605/6451600000", 0, pressures, 0, ""},
	{"barye Ba", false, "1/10", 0, pressures, 0, ""},

	// Energies and powers.
	{"eV electronvolt", true, "1.602176634e-19", 0, energies, 0, ""},
	{"erg ergs", false, "1e-7", 0, energies, 0, ""},
	{"cal calorie calories", true, "4.184", 0, energies, 0, ""}, // thermochemical
	{"BTU Btu", false, "1055.05585262", 0, energies, 0, ""},
	{"Wh", true, "3600", 0, energies, 0, ""},
	{"Ry rydberg", true, "2.1798723611030e-18", 0, energies, 1.1e-12, ""},             // CODATA 2022
	{"Ha hartree Hartree E_h", true, "4.3597447222060e-18", 0, energies, 1.1e-12, ""}, // CODATA 2022
	{"hp horsepower", false, "745.69987158227022", 0, powers, 0, ""},
	{"foe", false, "1e44", 0, energies, 0, ""},

	// Electromagnetism in Gaussian units, by the SI quantity they correspond to.
	{"G gauss Gauss Gs", true, "1e-4", 0, fields, 0, ""},
	{"Oe oersted", true, "250", -1, [bases]int8{-1, 0, 0, 1}, 0, ""},
	{"Mx maxwell", false, "1e-8", 0, fluxes, 0, ""},
	{"statC esu", false, "1/2997924580", 0, charges, 0, ""},
	{"D debye Debye", false, "1e-21/299792458", 0, [bases]int8{1, 0, 1, 1}, 0, ""},

	// Viscosities, radioactivity, astronomy.
	{"P poise", true, "1/10", 0, [bases]int8{-1, 1, -1}, 0, ""},
	{"St stokes", true, "1e-4", 0, [bases]int8{2, 0, -1}, 0, ""},
	{"Ci curie", true, "37000000000", 0, rates, 0, ""},
	{"rem", true, "1/100", 0, doses, 0, ""},
	{"Jy jansky", true, "1e-26", 0, [bases]int8{0, 1, -2}, 0, ""},
	{"M_⊙ M_sun Msun M_☉", false, "1.98841e30", 0, masses, 2e-5, ""}, // nominal GM over CODATA 2018 G
	{"L_⊙ L_sun Lsun", false, "3.828e26", 0, powers, 0, ""},
	{"R_⊙ R_sun Rsun", false, "695700000", 0, lengths, 0, ""},
	{"R_⊕ R_earth", false, "6378100", 0, lengths, 0, ""},
	{"M_⊕ M_earth", false, "5.97217e24", 0, masses, 2e-5, ""}, // nominal GM over CODATA 2018 G

	// Constants that serve as units: GeV/c², ħ, electron masses.
	{"c", false, "299792458", 0, speeds, 0, ""},
	{"ħ hbar", false, "3.313035075e-34", -1, actions, 0, ""}, // h/(2π)
	{"k_B", false, "1.380649e-23", 0, [bases]int8{2, 1, -2, 0, -1}, 0, ""},
	{"e", false, "1.602176634e-19", 0, charges, 0, ""},
	{"a_0 bohr", false, "5.29177210544e-11", 0, lengths, 1.6e-10, ""},
	{"m_e", false, "9.1093837139e-31", 0, masses, 3.1e-10, ""},
	{"m_p", false, "1.67262192595e-27", 0, masses, 3.1e-10, ""},
	{"μ_B mu_B", false, "9.2740100657e-24", 0, moments, 3.1e-10, ""},
	{"μ_N mu_N", false, "5.0507837393e-27", 0, moments, 3.1e-10, ""},

	// Temperature scales: differences as written, a lone value from the offset.
	{"°C degC celsius Celsius", false, "1", 0, temperature, 0, "273.15"},
	{"°F degF fahrenheit Fahrenheit", false, "5/9", 0, temperature, 0, "45967/180"},
}

// prefixes of the SI, with the spellings of micro.
var prefixes = map[string]int{
	"q": -30, "r": -27, "y": -24, "z": -21, "a": -18, "f": -15, "p": -12, "n": -9, "u": -6, "μ": -6, "µ": -6, "m": -3, "c": -2, "d": -1,
	"da": 1, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18, "Z": 21, "Y": 24, "R": 27, "Q": 30,
}

// longPrefixes are spelled out before a unit that is spelled out.
var longPrefixes = map[string]int{
	"femto": -15, "pico": -12, "nano": -9, "micro": -6, "milli": -3, "centi": -2, "kilo": 3, "mega": 6, "giga": 9, "tera": 12,
}

// spellings replaces what LaTeX and typists write.
var spellings = strings.NewReplacer(`\mu`, "μ", "µ", "μ", `\Omega`, "Ohm", "Ω", "Ohm", "Ω", "Ohm", `\AA`, "Å", `\mathring{A}`, "Å", "Å", "Å",
	`\odot`, "⊙", `\oplus`, "⊕", `\hbar`, "ħ", `^\circ`, "°", `^{\circ}`, "°", `\circ`, "°", `\degree`, "°", `\%`, "%", `\ell`, "ℓ",
	`\,`, "", " ", "", "~", "", "{", "", "}", "", "º", "°")

var byName = func() map[string]int {
	m := map[string]int{}
	for k, d := range definitions {
		for _, name := range strings.Fields(d.names) {
			m[name] = k
		}
	}
	return m
}()

// rational reads "1e-10", "5/9", "1e-21/299792458"; the table's tests read every row.
func rational(s string) *big.Rat {
	num, den, isFraction := strings.Cut(s, "/")
	r, ok := new(big.Rat).SetString(num)
	if !ok {
		return new(big.Rat)
	}
	if isFraction {
		d, ok := new(big.Rat).SetString(den)
		if !ok || d.Sign() == 0 {
			return new(big.Rat)
		}
		r.Quo(r, d)
	}
	return r
}
