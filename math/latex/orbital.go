package latex

import (
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// An electron configuration, 1s^2 2s^2 2p^6 or [Ne] 3s^2, is no product of numbers and letters:
// 1s^1 2s^2 is not 1s^2 2s^1. It is read as a product of symbols 1s, 2s, … with the occupations
// as powers, whose order does not matter.

// orbitalLetters in the order of ℓ.
const orbitalLetters = "spdfg"

// nobleGases are the closed shells that a symbol in brackets stands for.
var nobleGases = []struct{ symbol, shells string }{
	{"He", "1s2"}, {"Ne", "2s2 2p6"}, {"Ar", "3s2 3p6"}, {"Kr", "3d10 4s2 4p6"}, {"Xe", "4d10 5s2 5p6"}, {"Rn", "4f14 5d10 6s2 6p6"},
}

// orbital is one shell with its electrons.
type orbital struct {
	name      string
	electrons int64
}

// configuration reads a whole text as an electron configuration of at least two shells, nil if
// it is none: shells n from 1 to 8, ℓ < n, at most 2(2ℓ + 1) electrons in each, none twice, and
// no letter declared as a symbol.
func configuration(pool *expr.Pool, src string, t *Table) *expr.Node {
	s := plainConfiguration(src)
	if len(s) < 4 || len(s) > 256 || s[0] != '[' && (s[0] < '1' || s[0] > '8') {
		return nil
	}
	var all []orbital
	if rest, ok := strings.CutPrefix(s, "["); ok {
		core, after, found := strings.Cut(rest, "]")
		k := slices.IndexFunc(nobleGases, func(g struct{ symbol, shells string }) bool { return g.symbol == core })
		if !found || k < 0 {
			return nil
		}
		for _, g := range nobleGases[:k+1] {
			for _, shell := range strings.Fields(g.shells) {
				o, _ := readShells(shell[:2]+"^"+shell[2:], nil)
				all = append(all, o...)
			}
		}
		s = after
	}
	all, ok := readShells(s, all)
	if !ok || len(all) < 2 {
		return nil
	}
	seen := map[string]bool{}
	factors := make([]*expr.Node, len(all))
	for i, o := range all {
		if _, declared := t.symbol(o.name[1:]); declared || seen[o.name] {
			return nil
		}
		seen[o.name] = true
		factors[i] = pool.Pow(pool.Symbol(o.name), pool.Int(o.electrons))
	}
	return pool.Mul(factors...)
}

// plainConfiguration drops spaces, braces and fonts.
func plainConfiguration(s string) string {
	if len(s) > 1024 || !strings.Contains(s, "^") {
		return ""
	}
	if s = strings.TrimLeft(s, "{} $~"); s == "" || s[0] != '\\' && s[0] != '[' && (s[0] < '1' || s[0] > '8') {
		return "" // no core and no shell comes first
	}
	if s[0] == '\\' && !slices.ContainsFunc(fontsAndSpaces, func(c string) bool { return strings.HasPrefix(s, c) }) {
		return "" // nor does it behind a command that is not dropped
	}
	return withoutFonts.Replace(s)
}

var (
	fontsAndSpaces = []string{`\mathrm`, `\text`, `\rm`, `\,`, `\;`, `\ `}
	withoutFonts   = newWithoutFonts()
)

func newWithoutFonts() *strings.Replacer {
	var pairs []string
	for _, dropped := range slices.Concat(fontsAndSpaces, []string{"{", "}", " ", "$", "~"}) {
		pairs = append(pairs, dropped, "")
	}
	return strings.NewReplacer(pairs...)
}

// readShells reads n ℓ ^ electrons to the end; of the digits after ^ the last is the n of the
// next shell where one follows.
func readShells(s string, before []orbital) ([]orbital, bool) {
	if s == "" {
		return before, true
	}
	if len(s) < 4 || s[0] < '1' || s[0] > '8' || s[2] != '^' {
		return nil, false
	}
	l := strings.IndexByte(orbitalLetters, s[1])
	if l < 0 || l >= int(s[0]-'0') {
		return nil, false
	}
	electrons := int64(0)
	for i := 3; i < len(s) && i < 5 && s[i] >= '0' && s[i] <= '9'; i++ {
		electrons = 10*electrons + int64(s[i]-'0')
		if electrons == 0 || electrons > int64(2*(2*l+1)) {
			return nil, false
		}
		if all, ok := readShells(s[i+1:], append(slices.Clone(before), orbital{s[:2], electrons})); ok {
			return all, true
		}
	}
	return nil, false
}
