package equal

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// Subscripts of two letters are labels unless something says that they are indices. Where
// letters that commonly are indices stand twice in every term, and the same ones once, both
// sides may be contractions: A_{ij}B_{jk}C_{ki} is B_{ab}C_{bc}A_{ca}.

// latinIndices compares a pair that is different by its labels with the labels as summed
// indices; only an equality by that reading counts.
func (g *grading) latinIndices(ref, cand *expr.Node) (Result, bool) {
	if g.tensorial(ref) || g.tensorial(cand) {
		return Result{}, false
	}
	a, freeA, rankA := g.contracted(ref)
	b, freeB, rankB := g.contracted(cand)
	if a == nil || b == nil || freeA != freeB || !rankA || !rankB {
		return Result{}, false
	}
	r := g.tensors(a, b)
	if r.Verdict != Equivalent {
		return Result{}, false
	}
	r.Message += ", with repeated letters as summed indices"
	return r, true
}

// indexLetters are those of one alphabet; V_{ub} and the like have letters of their own meaning.
var indexLetters = []string{"ijklmnpqr", "abcd"}

// labelLetters splits A_{ij} into its head and its letters.
func labelLetters(name string) (head, letters string, ok bool) {
	head, label, found := strings.Cut(name, "_")
	if !found || strings.ContainsAny(head, "^'") || head == "" {
		return "", "", false
	}
	letters = strings.TrimSuffix(strings.TrimPrefix(label, "{"), "}")
	if letters == "" || len(letters) > 4 {
		return "", "", false
	}
	for _, alphabet := range indexLetters {
		if strings.Trim(letters, alphabet) == "" {
			return head, letters, true
		}
	}
	return "", "", false
}

// contracted writes the labels of a sum of products as indices. free are the letters that stand
// once, the same in every term; rank tells that a head with two letters is among them. nil where
// the labels cannot be indices.
func (g *grading) contracted(n *expr.Node) (out *expr.Node, free string, rank bool) {
	terms := termsOf(n)
	made := make([]*expr.Node, len(terms))
	repeats := false
	for i, t := range terms {
		factors := factorsOf(t)
		count := map[rune]int{}
		indexed := make([]*expr.Node, len(factors))
		for j, f := range factors {
			indexed[j] = f
			if f.Op != expr.OpSymbol {
				if contains(f, func(s *expr.Node) bool {
					_, _, ok := labelLetters(s.Name)
					return s.Op == expr.OpSymbol && ok
				}) {
					return nil, "", false
				}
				continue
			}
			head, letters, ok := labelLetters(f.Name)
			if !ok || g.quality[f].has(qDeclared) {
				continue
			}
			rank = rank || len(letters) > 1
			args := []*expr.Node{g.pool.Symbol(head)}
			for _, r := range letters {
				count[r]++
				args = append(args, g.pool.Make(expr.OpLower, g.pool.Symbol(string(r))))
			}
			indexed[j] = g.pool.Make(expr.OpIndexed, args...)
		}
		var once strings.Builder
		for _, alphabet := range indexLetters {
			for _, r := range alphabet {
				switch count[r] {
				case 0:
				case 1:
					once.WriteRune(r)
				case 2:
					repeats = true
				default:
					return nil, "", false
				}
			}
		}
		if i > 0 && once.String() != free {
			return nil, "", false
		}
		free = once.String()
		made[i] = indexed[0]
		if len(indexed) > 1 {
			made[i] = g.pool.Mul(indexed...)
		}
	}
	if !repeats {
		return nil, "", false
	}
	if len(made) == 1 {
		return made[0], free, rank
	}
	return g.pool.Add(made...), free, rank
}
