package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// Derivatives are written in three ways, y″, ÿ and d²y/dx². Where the two sides use different
// ones for the same function, both are rewritten with one name for each derivative: an
// identity or an equation then holds between these names, as between independent unknowns.

// jets is what is known of the derivatives of one function on one side.
type jets struct {
	primes, leibniz bool
	argument        *expr.Node // of y'(t)
	variable        *expr.Node // of dy/dx
	other           bool       // called with other arguments, or derivatives that are mixed
}

// primesAgainst rewrites the pair if primes on one side meet differential quotients on the
// other. implied is set if nothing but custom says what the prime differentiates by.
func (g *grading) primesAgainst(ref, cand *expr.Node) (r, c *expr.Node, implied, done bool) {
	ref, cand = g.dottedCalls(ref), g.dottedCalls(cand)
	a, b := map[string]*jets{}, map[string]*jets{}
	collectJets(ref, a)
	collectJets(cand, b)
	changed := false
	for _, name := range sortedKeys(a) {
		x, y := a[name], b[name]
		if y == nil || x.other || y.other || x.primes == y.primes || x.leibniz == y.leibniz {
			continue
		}
		primed, quotient := x, y
		if y.primes {
			primed, quotient = y, x
		}
		v := quotient.variable
		if primed.argument != nil && primed.argument != v || quotient.argument != nil && quotient.argument != v {
			continue
		}
		implied = implied || primed.argument == nil && v.Name != "x"
		ref, cand = g.jetNames(ref, name, v), g.jetNames(cand, name, v)
		changed = true
	}
	return ref, cand, implied, changed
}

// dottedCalls reads ẋ(t) as dx/dt.
func (g *grading) dottedCalls(n *expr.Node) *expr.Node {
	if !n.HasOp(expr.OpCall) {
		return n
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		if m.Op != expr.OpCall || len(m.Args) != 1 || m.Args[0].Op != expr.OpSymbol || m.Args[0].Name != "t" {
			return m
		}
		for k, accent := range []string{`\dot{`, `\ddot{`} {
			inner, ok := strings.CutPrefix(m.Name, accent)
			if ok && strings.HasSuffix(inner, "}") && !strings.ContainsAny(inner[:len(inner)-1], "{}") {
				return g.pool.MakeNamed(expr.OpDerivative, "total", g.pool.Symbol(inner[:len(inner)-1]), m.Args[0], g.pool.Int(int64(k+1)))
			}
		}
		return m
	})
}

func collectJets(n *expr.Node, into map[string]*jets) {
	of := func(name string) *jets {
		if into[name] == nil {
			into[name] = &jets{}
		}
		return into[name]
	}
	argue := func(j *jets, args []*expr.Node) {
		if len(args) != 1 || args[0].Op != expr.OpSymbol || j.argument != nil && j.argument != args[0] {
			j.other = true
			return
		}
		j.argument = args[0]
	}
	expr.Walk(n, func(m *expr.Node) bool {
		switch m.Op {
		case expr.OpSymbol:
			if base := strings.TrimRight(m.Name, "'"); base != m.Name {
				of(base).primes = true
			}
		case expr.OpPrime:
			switch f := m.Args[0]; f.Op {
			case expr.OpSymbol, expr.OpCall:
				of(f.Name).primes = true
			default:
			}
		case expr.OpCall:
			if base := strings.TrimRight(m.Name, "'"); base != m.Name {
				of(base).primes = true
				argue(of(base), m.Args)
			} else {
				argue(of(m.Name), m.Args)
			}
		case expr.OpDerivative:
			f := m.Args[0]
			if f.Op != expr.OpSymbol && f.Op != expr.OpCall {
				break
			}
			j := of(f.Name)
			j.leibniz = true
			if len(m.Args) != 3 || m.Name != "total" || j.variable != nil && j.variable != m.Args[1] || m.Args[1].Op != expr.OpSymbol {
				j.other = true
				break
			}
			if k, ok := smallInt(m.Args[2]); !ok || k < 1 || k > 8 {
				j.other = true
			}
			j.variable = m.Args[1]
		default:
		}
		return true
	})
}

// jetNames writes y, y', y″ as symbols, for the function of that name of v.
func (g *grading) jetNames(n *expr.Node, name string, v *expr.Node) *expr.Node {
	symbol := func(primes int64) *expr.Node { return g.pool.Symbol(name + strings.Repeat("'", int(primes))) }
	is := func(f *expr.Node) bool {
		return f.Name == name && (f.Op == expr.OpSymbol || f.Op == expr.OpCall && len(f.Args) == 1 && f.Args[0] == v)
	}
	return rewrite(g.pool, n, func(m *expr.Node) *expr.Node {
		switch m.Op {
		case expr.OpCall:
			if base := strings.TrimRight(m.Name, "'"); base == name && len(m.Args) == 1 && m.Args[0] == v {
				return symbol(int64(len(m.Name) - len(base)))
			}
		case expr.OpPrime:
			if is(m.Args[0]) && m.Rat.Num().IsInt64() && m.Rat.Num().Int64() <= 8 {
				return symbol(m.Rat.Num().Int64())
			}
		case expr.OpDerivative:
			if k, ok := smallInt(m.Args[len(m.Args)-1]); ok && len(m.Args) == 3 && is(m.Args[0]) && m.Args[1] == v {
				return symbol(k)
			}
		default:
		}
		return m
	})
}

// inPrimes compares a pair after primesAgainst.
func (g *grading) inPrimes(ref, cand *expr.Node) (Result, bool) {
	if !mentionsPrime(ref) && !mentionsPrime(cand) && g.dottedCalls(ref) == ref && g.dottedCalls(cand) == cand {
		return Result{}, false
	}
	r, c, implied, done := g.primesAgainst(ref, cand)
	if !done {
		if r == ref && c == cand {
			return Result{}, false
		}
		return g.answers(r, c), true
	}
	res := g.answers(r, c)
	switch {
	case res.Verdict == Equivalent && implied:
		return undecided("equal if the prime is the derivative that the other side writes out"), true
	case res.Verdict == Different && (containsOp(r, expr.OpDerivative, expr.OpPrime) || containsOp(c, expr.OpDerivative, expr.OpPrime)):
		return undecided("primes on one side and derivatives of other expressions on the other: " + res.Message), true
	case res.Verdict == Different && implied:
		return undecided("the variable of the prime is not stated: " + res.Message), true
	}
	return res, true
}

func mentionsPrime(n *expr.Node) bool {
	return (n.HasOp(expr.OpPrime) || n.HasFact(expr.FactMarked)) && contains(n, func(m *expr.Node) bool {
		return m.Op == expr.OpPrime || (m.Op == expr.OpSymbol || m.Op == expr.OpCall) && strings.HasSuffix(m.Name, "'")
	})
}
