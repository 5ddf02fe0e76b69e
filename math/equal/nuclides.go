package equal

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// elements are the symbols of the chemical elements in the order of their charge numbers.
var elements = strings.Fields(`H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
	Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl
	Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`)

var nuclideName = regexp.MustCompile(`^\{\}\^\{(\d{1,3})\}_\{?(\d{1,3})\}?(?:\\mathrm\{)?([A-Z][a-z]?)\}?$`)

// nuclides drops the charge number from the name of a nuclide whose element says it, and reads the
// particles of a decay written side by side as a sum.
func (g *grading) nuclides(n *expr.Node) *expr.Node {
	if !n.HasOp(expr.OpRelation) && !n.HasFact(expr.FactMarked) {
		return n
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		switch m.Op {
		case expr.OpSymbol:
			s := nuclideName.FindStringSubmatch(m.Name)
			if s == nil || g.quality[m].has(qDeclared) {
				return m
			}
			z, _ := strconv.Atoi(s[2])
			if z < 1 || z > len(elements) || elements[z-1] != s[3] {
				return m
			}
			name := s[3]
			if len(name) > 1 {
				name = `\mathrm{` + name + `}`
			}
			return g.pool.Symbol(`{}^{` + s[1] + `}` + name)
		case expr.OpRelation:
			if m.Name == expr.RelArrow {
				return g.pool.With(m, []*expr.Node{g.particles(m.Args[0]), g.particles(m.Args[1])})
			}
		default:
		}
		return m
	})
}

// particles writes a product of symbols of which one carries a charge as a sum.
func (g *grading) particles(n *expr.Node) *expr.Node {
	if n.Op != expr.OpMul {
		return n
	}
	charged := false
	for _, a := range n.Args {
		if a.Op != expr.OpSymbol || g.quality[a].has(qDeclared) {
			return n
		}
		charged = charged || strings.HasSuffix(a.Name, "^{+}") || strings.HasSuffix(a.Name, "^{-}") || strings.HasSuffix(a.Name, "^{0}")
	}
	if !charged {
		return n
	}
	return g.pool.Add(n.Args...)
}
