package duality

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// repairer looks for the smallest change of theory B that makes the pair pass, by exact
// reasoning and without any knowledge of how B was made:
//
//   - ranks and R-charges from the linear equations that gauge anomalies, R-anomalies and
//     R(W) = 2 are, with one or two unknowns and the rest as it stands;
//   - signs and coefficients of the terms of W, terms too many, and missing terms from all
//     closed words with R = 2, by comparing chiral rings.
//
// Every candidate must be free of anomalies and have the central charges of A, then its
// chiral ring, level by level, and in the end what the judge asks for.
type repairer struct {
	ctx      context.Context
	verifier Verifier
	a        *quiver.Theory
	trR, tr3 *big.Rat
	flavour  int // number of flavour U(1)s of A
	// again is theory A in other words, found on the way.
	again *quiver.Theory
	// halfway are theories on the way whose matter is right and whose ring is not.
	halfway []*quiver.Theory
	// left is the work that may still be spent, in candidates whose rings are compared.
	left int
}

// maxCandidates bounds the rings that one repair compares.
const maxCandidates = 4000

// repairPair returns the action that repairs the pair.
func repairPair(ctx context.Context, v Verifier, a, b *quiver.Theory) (Action, error) {
	r := &repairer{ctx: ctx, verifier: v, a: a, left: maxCandidates}
	r.trR, r.tr3 = a.Traces()
	r.flavour = len(a.Symmetries().Flavour())
	ok, err := r.accepted(b)
	if err != nil {
		return Action{}, err
	}
	if ok {
		return Action{Verb: NoChange, Reasoning: "The pair passes every check as it stands."}, nil
	}
	steps := []func(*quiver.Theory) (*quiver.Theory, string, error){r.ranks, r.charges}
	if r.sound(b) {
		steps = append(steps, r.coefficients, r.terms)
	}
	for _, step := range steps {
		if a, err := tried(step(b)); a != nil || err != nil {
			return *a, err
		}
	}
	if !r.sound(b) {
		// The matter was wrong, and what the equations made of it needs another W.
		for _, t := range slices.Clone(r.halfway) {
			for _, step := range []func(*quiver.Theory) (*quiver.Theory, string, error){r.coefficients, r.terms} {
				if a, err := tried(step(t)); a != nil || err != nil {
					return *a, err
				}
			}
		}
	}
	if r.again != nil {
		return Action{Verb: Edit, Theory: presentable(r.again, "B"), Reasoning: "The smallest change that makes the pair pass gives a theory that is its own dual."}, nil
	}
	return Action{Verb: Abstain, Reasoning: "No small change of ranks, R-charges or the superpotential makes the pair pass."}, nil
}

// tried is the action that a step leads to; nil if to none.
func tried(t *quiver.Theory, why string, err error) (*Action, error) {
	switch {
	case errors.Is(err, errSpent):
		return nil, nil
	case err != nil:
		return &Action{}, err
	case t == nil:
		return nil, nil
	}
	return &Action{Verb: Edit, Theory: presentable(t, "B"), Reasoning: clip(why, MaxReasoning)}, nil
}

var errSpent = errors.New("the repairer has spent its budget")

// sound reports whether the matter of a theory is free of anomalies and has the traces of
// theory A. No change of W repairs what is not.
func (r *repairer) sound(t *quiver.Theory) bool {
	for _, n := range t.GaugeAnomalies() {
		if !n.Cancels() {
			return false
		}
	}
	for _, x := range t.RAnomalies() {
		if x.Sign() != 0 {
			return false
		}
	}
	x, y := t.Traces()
	return x.Cmp(r.trR) == 0 && y.Cmp(r.tr3) == 0
}

// charged reports whether every term of W has R = 2.
func charged(t *quiver.Theory) bool {
	two := big.NewRat(2, 1)
	return !slices.ContainsFunc(t.W, func(term quiver.SuperpotentialTerm) bool { return t.RCharge(term).Cmp(two) != 0 })
}

// accepted reports whether a theory is what the environment asks for: dual to A for the
// judge, and not A again.
func (r *repairer) accepted(t *quiver.Theory) (bool, error) {
	if !charged(t) || !r.sound(t) {
		return false, nil
	}
	if r.left--; r.left < 0 {
		return false, errSpent
	}
	ok, err := r.agrees(t)
	if !ok && err == nil && len(r.halfway) < maxHalfway {
		r.halfway = append(r.halfway, t)
	}
	return ok, err
}

// maxHalfway bounds the theories that are changed a second time.
const maxHalfway = 4

// agrees reports whether a theory with the right matter has the right ring, and passes.
func (r *repairer) agrees(t *quiver.Theory) (bool, error) {
	for _, top := range []int64{2, 4} {
		c, err := chiralring.Compare(r.ctx, chiralring.Side{Theory: r.a}, chiralring.Side{Theory: t}, big.NewRat(top, 1), chiralring.Budget{})
		if err != nil {
			return false, err
		}
		if c.Difference != nil {
			return false, nil
		}
	}
	// In the form in which it will be sent, so that what is found about it here is known
	// when it comes back.
	cert, err := r.verifier.CheckPair(r.ctx, r.a, presentable(t, "B"), claim.Final)
	if err != nil || cert.Verdict != claim.VerdictCertified {
		return false, err
	}
	same, err := isCopy(r.ctx, r.a, t)
	switch {
	case errors.Is(err, quiver.ErrUndecided):
		return true, nil
	case err != nil:
		return false, err
	case same && r.again == nil:
		r.again = t // a repair only if the dual of A is A; another is looked for first
	}
	return !same, nil
}

// ranks solves the anomaly equations for one or two ranks. Both the cubic anomalies and the
// R-anomalies are linear in the ranks, so that all others being given the equations either
// fix an unknown rank or exclude it. (Of SU(2) nodes too the matter must balance: the dual
// of a theory that exists for every N does.)
func (r *repairer) ranks(b *quiver.Theory) (*quiver.Theory, string, error) {
	n := len(b.Nodes)
	rows := make([][]*big.Rat, 0, 2*n)
	for v := range n {
		balance, anomaly := zeros(n), zeros(n)
		anomaly[v].SetInt64(1)
		for _, x := range b.Arrows {
			shift := new(big.Rat).Sub(x.R, big.NewRat(1, 1))
			half := new(big.Rat).Mul(shift, big.NewRat(1, 2))
			switch {
			case x.IsLoop() && x.Source == v:
				anomaly[v].Add(anomaly[v], shift)
			case x.Target == v:
				balance[x.Source].Add(balance[x.Source], big.NewRat(1, 1))
				anomaly[x.Source].Add(anomaly[x.Source], half)
			case x.Source == v:
				balance[x.Target].Sub(balance[x.Target], big.NewRat(1, 1))
				anomaly[x.Target].Add(anomaly[x.Target], half)
			}
		}
		rows = append(rows, balance, anomaly)
	}
	now := make([]*big.Rat, n)
	for v, node := range b.Nodes {
		now[v] = big.NewRat(int64(node.Rank), 1)
	}
	residual := residuals(rows, zeros(2*n), now)
	for _, s := range subsets(n) {
		solution := shifted(rows, residual, now, s)
		if solution == nil {
			continue
		}
		t := b.Clone()
		ok := true
		for _, v := range s {
			x := solution[v]
			ok = ok && x.IsInt() && x.Num().IsInt64() && x.Num().Int64() >= 2 && x.Num().Int64() <= maxRank
			if ok {
				t.Nodes[v].Rank = int(x.Num().Int64())
			}
		}
		if !ok {
			continue
		}
		if ok, err := r.accepted(t); err != nil {
			return nil, "", err
		} else if ok {
			return t, fmt.Sprintf("The gauge anomalies fix the rank of node %d to be %d.", s[0], t.Nodes[s[0]].Rank), nil
		}
	}
	return nil, "", nil
}

// charges solves R(W) = 2 and the R-anomaly equations for one or two R-charges.
func (r *repairer) charges(b *quiver.Theory) (*quiver.Theory, string, error) {
	n := len(b.Arrows) + len(b.Singlets)
	var rows [][]*big.Rat
	var right []*big.Rat
	for _, term := range b.W {
		row := zeros(n)
		for _, x := range term.Word {
			row[x].Add(row[x], big.NewRat(1, 1))
		}
		for _, s := range term.Singlets {
			k := len(b.Arrows) + s
			row[k].Add(row[k], big.NewRat(1, 1))
		}
		rows, right = append(rows, row), append(right, big.NewRat(2, 1))
	}
	for v, node := range b.Nodes {
		row, sum := zeros(n), big.NewRat(-int64(node.Rank), 1)
		for k, x := range b.Arrows {
			weight := new(big.Rat)
			switch {
			case x.IsLoop() && x.Source == v:
				weight.SetInt64(int64(node.Rank))
			case x.Target == v:
				weight.SetFrac64(int64(b.Nodes[x.Source].Rank), 2)
			case x.Source == v:
				weight.SetFrac64(int64(b.Nodes[x.Target].Rank), 2)
			default:
				continue
			}
			row[k].Add(row[k], weight)
			sum.Add(sum, weight)
		}
		rows, right = append(rows, row), append(right, sum)
	}
	now := b.RCharges()
	residual := residuals(rows, right, now)
	for _, s := range subsets(n) {
		solution := shifted(rows, residual, now, s)
		if solution == nil {
			continue
		}
		t := b.Clone()
		t.SetRCharges(solution)
		if ok, err := r.accepted(t); err != nil {
			return nil, "", err
		} else if ok {
			return t, fmt.Sprintf("R(W) = 2 and the R-anomalies fix the R-charge of %s to be %s.", fieldLabel(b, s[0]), solution[s[0]].RatString()), nil
		}
	}
	return nil, "", nil
}

func fieldLabel(t *quiver.Theory, k int) string {
	if n := len(t.Arrows); k >= n {
		return t.Singlets[k-n].Label
	}
	return t.Arrows[k].Label
}

// coefficients tries the terms of W with the other sign, then without each of them.
func (r *repairer) coefficients(b *quiver.Theory) (*quiver.Theory, string, error) {
	for i := range b.W {
		t := b.Clone()
		t.W[i].Coefficient.Neg(t.W[i].Coefficient)
		if ok, err := r.accepted(t); err != nil {
			return nil, "", err
		} else if ok {
			return t, fmt.Sprintf("The chiral rings agree when the term %s has the other sign.", b.Text(b.W[i])), nil
		}
	}
	for i := range b.W {
		t := b.Clone()
		t.W = append(t.W[:i], t.W[i+1:]...)
		if ok, err := r.accepted(t); err != nil {
			return nil, "", err
		} else if ok {
			return t, fmt.Sprintf("The chiral rings agree without the term %s.", b.Text(b.W[i])), nil
		}
	}
	return nil, "", nil
}

// terms tries the closed words with R = 2 that W does not have: those first with which B
// has as many flavour symmetries as A, then the shorter ones.
func (r *repairer) terms(b *quiver.Theory) (*quiver.Theory, string, error) {
	type option struct {
		term    quiver.SuperpotentialTerm
		flavour int
	}
	var options []option
	has := map[string]bool{}
	for _, term := range b.W.Normalize() {
		has[fmt.Sprint(term.Singlets, term.Word)] = true
	}
	marginal := marginalTerms(b)
	for _, term := range marginal {
		if has[fmt.Sprint(term.Singlets, term.Word)] {
			continue
		}
		o := option{term: term}
		if len(marginal) <= maxCandidates {
			t := b.Clone()
			t.W = append(t.W, term)
			off := len(t.Symmetries().Flavour()) - r.flavour
			o.flavour = max(off, -off)
		}
		options = append(options, o)
	}
	slices.SortStableFunc(options, func(x, y option) int {
		return cmp.Or(cmp.Compare(x.flavour, y.flavour), cmp.Compare(len(x.term.Word)+len(x.term.Singlets), len(y.term.Word)+len(y.term.Singlets)))
	})
	for _, o := range options {
		for _, c := range r.strengths(b, o.term) {
			t := b.Clone()
			term := o.term
			term.Coefficient = c
			t.W = append(t.W, term)
			if ok, err := r.accepted(t); err != nil {
				return nil, "", err
			} else if ok {
				return t, fmt.Sprintf("The chiral rings agree when W has the term %s as well.", t.Text(term)), nil
			}
		}
	}
	return nil, "", nil
}

// strengths are the coefficients to try for a new term: 1 alone where a rescaling of the
// fields takes any other to it, and otherwise those that W has, with both signs.
func (r *repairer) strengths(b *quiver.Theory, term quiver.SuperpotentialTerm) []*big.Rat {
	t := b.Clone()
	t.W = append(t.W, term)
	last := len(t.W) - 1
	invariants, err := t.CoefficientInvariants()
	free := err == nil // otherwise they are too many to list, and the coefficient may matter
	for _, inv := range invariants {
		free = free && inv.Exponents[last] == 0
	}
	list := []*big.Rat{big.NewRat(1, 1)}
	if free {
		return list
	}
	list = append(list, big.NewRat(-1, 1))
	for _, other := range b.W {
		for _, c := range []*big.Rat{other.Coefficient, new(big.Rat).Neg(other.Coefficient)} {
			if !slices.ContainsFunc(list, func(x *big.Rat) bool { return x.Cmp(c) == 0 }) {
				list = append(list, c)
			}
		}
	}
	return list
}

// Bounds on the closed words that are looked at.
const (
	maxWordLength = 10
	maxWords      = 20_000
)

// marginalTerms lists the closed words with R = 2, singlet prefactors included, in
// canonical rotation; at most maxWords of at most maxWordLength factors.
func marginalTerms(t *quiver.Theory) []quiver.SuperpotentialTerm {
	var list []quiver.SuperpotentialTerm
	seen := map[string]bool{}
	steps := 0
	var walk func(word, singlets []int, left *big.Rat)
	walk = func(word, singlets []int, left *big.Rat) {
		if steps++; steps > 40*maxWords || len(list) >= maxWords {
			return
		}
		if left.Sign() == 0 && len(word) > 1 && t.Arrows[word[len(word)-1]].Target == t.Arrows[word[0]].Source {
			w := quiver.CanonicalRotation(word)
			if key := fmt.Sprint(singlets, w); !seen[key] {
				seen[key] = true
				list = append(list, quiver.SuperpotentialTerm{Coefficient: big.NewRat(1, 1), Singlets: slices.Clone(singlets), Word: w})
			}
		}
		if left.Sign() <= 0 || len(word) >= maxWordLength {
			return
		}
		for k, x := range t.Arrows {
			// A cyclic word begins with the smallest of its letters.
			if len(word) > 0 && (k < word[0] || x.Source != t.Arrows[word[len(word)-1]].Target) {
				continue
			}
			rest := new(big.Rat).Sub(left, x.R)
			if rest.Sign() < 0 {
				continue
			}
			walk(append(slices.Clone(word), k), singlets, rest)
		}
	}
	walk(nil, nil, big.NewRat(2, 1))
	for s, x := range t.Singlets {
		walk(nil, []int{s}, new(big.Rat).Sub(big.NewRat(2, 1), x.R))
	}
	return list
}

// subsets lists the subsets of n with one element, then those with two.
func subsets(n int) [][]int {
	var list [][]int
	for i := range n {
		list = append(list, []int{i})
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			list = append(list, []int{i, j})
		}
	}
	return list
}

func zeros(n int) []*big.Rat {
	row := make([]*big.Rat, n)
	for i := range row {
		row[i] = new(big.Rat)
	}
	return row
}

// residuals are right − rows · x.
func residuals(rows [][]*big.Rat, right, x []*big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(rows))
	for i, row := range rows {
		out[i] = new(big.Rat).Set(right[i])
		for k, c := range row {
			if c.Sign() != 0 {
				out[i].Sub(out[i], new(big.Rat).Mul(c, x[k]))
			}
		}
	}
	return out
}

// solveFor looks for the shifts of the unknowns in s, at most two, that make every equation
// hold whose residuals are given. unique is false when there are none or more than one
// choice.
func solveFor(rows [][]*big.Rat, residual []*big.Rat, s []int) (shift []*big.Rat, unique bool) {
	type equation struct {
		c []*big.Rat
		r *big.Rat
	}
	var pivots []equation
	for i, row := range rows {
		e := equation{r: new(big.Rat).Set(residual[i])}
		for _, k := range s {
			e.c = append(e.c, new(big.Rat).Set(row[k]))
		}
		for _, p := range pivots {
			j := leading(p.c)
			if f := new(big.Rat).Quo(e.c[j], p.c[j]); f.Sign() != 0 {
				for k := range e.c {
					e.c[k].Sub(e.c[k], new(big.Rat).Mul(f, p.c[k]))
				}
				e.r.Sub(e.r, new(big.Rat).Mul(f, p.r))
			}
		}
		switch j := leading(e.c); {
		case j >= 0:
			pivots = append(pivots, e)
		case e.r.Sign() != 0:
			return nil, false
		}
	}
	if len(pivots) < len(s) {
		return nil, false
	}
	shift = zeros(len(s))
	// Back substitution: a pivot holds unknowns of later pivots only.
	for i := len(pivots) - 1; i >= 0; i-- {
		p := pivots[i]
		j := leading(p.c)
		v := new(big.Rat).Set(p.r)
		for k := range p.c {
			if k != j {
				v.Sub(v, new(big.Rat).Mul(p.c[k], shift[k]))
			}
		}
		shift[j] = v.Quo(v, p.c[j])
	}
	return shift, true
}

// shifted solves for the unknowns in s and gives all values, or nil if the solution is not
// unique or leaves one of them as it is.
func shifted(rows [][]*big.Rat, residual, now []*big.Rat, s []int) []*big.Rat {
	shift, unique := solveFor(rows, residual, s)
	if !unique || slices.ContainsFunc(shift, func(x *big.Rat) bool { return x.Sign() == 0 }) {
		return nil
	}
	x := slices.Clone(now)
	for i, k := range s {
		x[k] = new(big.Rat).Add(now[k], shift[i])
	}
	return x
}

func leading(c []*big.Rat) int {
	return slices.IndexFunc(c, func(x *big.Rat) bool { return x.Sign() != 0 })
}
