package equal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// kindSynonyms are names of functions in other systems, without capitals and underscores.
var kindSynonyms = map[string]string{
	"unknown": "function", "arbitrary": "function", "undefinedfunction": "function",
	"psi": "digamma", "polygamma0": "digamma", "gammafunction": "gamma", "lngamma": "loggamma", "gammaln": "loggamma",
	"ellipk": "elliptick", "ellipe": "elliptice", "ellipf": "ellipticf", "ellippi": "ellipticpi",
	"sphericalbesselj": "sphericalj", "sphericalbessely": "sphericaly", "jn": "sphericalj", "yn": "sphericaly",
	"legendrep": "legendre", "assoclegendre": "assoc_legendre", "legendrepoly": "legendre", "hermiteh": "hermite", "laguerrel": "laguerre",
	"modifiedbesseli": "besseli", "modifiedbesselk": "besselk", "diracdelta": "dirac_delta", "delta": "dirac_delta",
	"step": "heaviside", "unitstep": "heaviside", "heavisidetheta": "heaviside", "kroneckerdelta": "kronecker",
	"riemannzeta": "zeta", "hurwitzzeta": "zeta", "riemannsiegel": "zeta", "dilog": "polylog", "betafunction": "beta", "betainc": "beta",
	"eta": "dirichlet_eta", "hyp2f1": "hyper", "hypergeometric": "hyper", "hyper2f1": "hyper", "productlog": "lambertw", "sgn": "sign", "signum": "sign",
	"ln": "log", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
}

// functionKind is the name in expr.Functions of what a context calls a function, "function" for
// an unknown one.
func functionKind(kind string) (string, bool) {
	if kind == "function" || slices.ContainsFunc(expr.Functions, func(f expr.Function) bool { return f.Name == kind }) {
		return kind, true
	}
	plain := plainKind(kind)
	if s, ok := kindSynonyms[plain]; ok && (s == "function" || slices.ContainsFunc(expr.Functions, func(f expr.Function) bool { return f.Name == s })) {
		return s, true
	}
	for _, f := range expr.Functions {
		if plainKind(f.Name) == plain {
			return f.Name, true
		}
	}
	return "", false
}

func plainKind(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

// unknownFunctionKind says which names are near one that is not known.
func unknownFunctionKind(name, kind string) error {
	type candidate struct {
		name string
		far  int
	}
	var all []candidate
	plain := plainKind(kind)
	for _, f := range expr.Functions {
		all = append(all, candidate{f.Name, editDistance(plain, plainKind(f.Name))})
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
	near := []string{`"function" for an unknown function`}
	for _, c := range all {
		if len(near) > 4 || c.far > max(2, len(plain)/2) {
			break
		}
		near = append(near, c.name)
	}
	return fmt.Errorf("context: functions: %s: unknown kind %q; near names: %s", name, kind, strings.Join(near, ", "))
}

// editDistance counts the insertions, deletions and replacements of bytes between two words.
func editDistance(a, b string) int {
	const longest = 64
	a, b = a[:min(len(a), longest)], b[:min(len(b), longest)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := min(row[j]+1, row[j+1]+1, diagonal+b2i(a[i] != b[j]))
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
