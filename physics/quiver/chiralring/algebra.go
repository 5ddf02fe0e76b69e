package chiralring

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sync"

	"github.com/assay-physics/assay/physics/quiver"
)

// algebra is the Jacobi algebra up to some degree, built upwards. Its elements are vectors
// over basis words; a basis word is an arrow times a shorter basis word, or the empty word
// at a node.
type algebra struct {
	scalars
	arrows    []gradedArrow
	relations []relation
	nodes     int
	max       int64
	// back[s·nodes+t] is the least degree of a path from s to t, noPath if there is none.
	back      []int64
	nIn, nOut []int32

	blocks   []block
	bySource [][]int32 // blocks in ascending degree, by first node
	byTarget [][]int32 // and by last node
	first    []int32   // of each basis word: its first arrow, −1 for the empty word
	rest     []int32   // and the basis word that follows
	blockOf  []int32

	// left[leftAt[w]+i] is X·w for the i-th arrow X into the node where w starts,
	// right[rightAt[w]+i] is w·X for the i-th arrow out of the node where it ends.
	leftAt, rightAt []int32
	left, right     []vector
	// entries of the vectors of more than one word.
	words []int32
	coefs []uint64

	leftCursor, rightCursor, relationCursor []int32
	pending                                 []socleRelation
	spent, budget                           int64

	// Scratch of one degree.
	groups       []group
	pairs        []pair
	applications []application
	table        groupTable
	elim         elimination
	vecA, vecB   accumulator
}

type gradedArrow struct {
	source, target  int32
	inSlot, outSlot int32 // position among the arrows into target, out of source
	degree          int64
	charge          uint64
}

// relation is the F-term of an arrow, a combination of paths from source to target.
type relation struct {
	source, target int32
	degree         int64
	charge         uint64
	terms          []relationTerm
	inside         bool // it holds only inside longer words
}

type relationTerm struct {
	coef uint64
	path []int32
}

// block is the part of the algebra of paths from source to target with one degree and charge.
type block struct {
	source, target int32
	degree         int64
	charge         uint64
	start, count   int32 // its basis words
}

// vector is a combination of basis words: zero for n = 0, the basis word at for n = −1,
// else the entries at … at+n.
type vector struct{ at, n int32 }

// group is a block in the making: the products X·w, candidates for its basis.
type group struct {
	source, target int32
	charge         uint64
	count          int32 // candidates
	firstPair      int32
	lastPair       int32
	firstUse       int32
	lastUse        int32
}

// pair are the candidates X·w for all w of one block.
type pair struct {
	arrow, block int32
	base         int32 // number of the first candidate within the group
	next         int32
}

// application is a relation times a block (relation ≥ 0), or a socle relation (−1 − number).
type application struct {
	relation, block int32
	next            int32
}

// socleRelation is X · ∂W/∂Φ = 0 for a loop Φ whose F-term holds inside words only.
type socleRelation struct {
	degree int64
	arrow  int32
	value  vector
}

// maxCandidates bounds one group, whose rows are dense while they are reduced.
const maxCandidates = 1 << 24

const noPath = math.MaxInt64 / 4

var algebras = sync.Pool{New: func() any { return new(algebra) }}

// newAlgebra prepares the algebra of t; release gives its memory back.
func newAlgebra(t *quiver.Theory, g Grading, d *degrees, s *scalars, prune bool, budget int64) *algebra {
	a := algebras.Get().(*algebra)
	a.scalars = *s
	a.nodes = len(t.Nodes)
	a.max = d.max
	a.spent, a.budget = 0, budget
	a.limit = budget
	a.nIn = resized(a.nIn, a.nodes)
	a.nOut = resized(a.nOut, a.nodes)
	a.arrows = a.arrows[:0]
	for k, x := range t.Arrows {
		a.arrows = append(a.arrows, gradedArrow{
			source: int32(x.Source), target: int32(x.Target),
			inSlot: a.nIn[x.Target], outSlot: a.nOut[x.Source],
			degree: d.arrow[k], charge: d.torus[k],
		})
		a.nIn[x.Target]++
		a.nOut[x.Source]++
	}
	a.returnDegrees(prune)
	a.makeRelations(t, g, d)
	a.reset()
	return a
}

func (a *algebra) release() {
	a.values = nil
	algebras.Put(a)
}

// resized is s with n zero elements.
func resized[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// maxNodesForDistances bounds the table of all distances.
const maxNodesForDistances = 256

func (a *algebra) returnDegrees(prune bool) {
	if !prune || a.nodes > maxNodesForDistances {
		a.back = nil
		return
	}
	n := a.nodes
	a.back = resized(a.back, n*n)
	for i := range a.back {
		a.back[i] = noPath
	}
	for v := range n {
		a.back[v*n+v] = 0
	}
	for _, x := range a.arrows {
		i := int(x.source)*n + int(x.target)
		a.back[i] = min(a.back[i], x.degree)
	}
	for k := range n {
		for i := range n {
			through := a.back[i*n+k]
			if through >= noPath {
				continue
			}
			for j := range n {
				if c := through + a.back[k*n+j]; c < a.back[i*n+j] {
					a.back[i*n+j] = c
				}
			}
		}
	}
}

// beyond reports whether no closed word through a path of this degree is below the cutoff.
func (a *algebra) beyond(source, target int32, degree int64) bool {
	if a.back == nil {
		return degree > a.max
	}
	return degree+a.back[int(target)*a.nodes+int(source)] > a.max
}

// makeRelations writes down the F-terms. Terms with a singlet in front give products only,
// but for S·Tr Φ, which makes the F-term of a loop with trace ∂W/∂Φ + S·1 = 0: inside words
// that is ∂W/∂Φ = 0, up to products, and its trace is a relation of its own (traceRelations).
func (a *algebra) makeRelations(t *quiver.Theory, g Grading, d *degrees) {
	type path struct {
		coef *big.Rat
		word []int32
	}
	paths := make([][]path, len(t.Arrows))
	flipped := make([]bool, len(t.Arrows))
	for _, term := range t.W {
		if len(term.Singlets) == 1 && len(term.Word) == 1 {
			flipped[term.Word[0]] = true
		}
		if len(term.Singlets) > 0 {
			continue
		}
		n := len(term.Word)
		if !g.TracePart && n == 1 {
			continue // Tr Φ = 0
		}
		double := make([]int32, 2*n)
		for i, x := range term.Word {
			double[i], double[n+i] = int32(x), int32(x)
		}
		for i, x := range term.Word {
			paths[x] = append(paths[x], path{term.Coefficient, double[i+1 : i+n]})
		}
	}
	a.relations = a.relations[:0]
	for k, list := range paths {
		if len(list) == 0 {
			continue
		}
		x := t.Arrows[k]
		r := relation{
			source: int32(x.Target), target: int32(x.Source),
			degree: d.wDegree - d.arrow[k],
			charge: negCharge(d.torus[k]),
			inside: x.IsLoop() && (!g.TracePart || flipped[k]),
		}
		slices.SortStableFunc(list, func(p, q path) int { return slices.Compare(p.word, q.word) })
		for i := 0; i < len(list); {
			sum := list[i].coef
			word := list[i].word
			for i++; i < len(list) && slices.Equal(list[i].word, word); i++ {
				sum = new(big.Rat).Add(sum, list[i].coef)
			}
			if sum.Sign() != 0 {
				r.terms = append(r.terms, relationTerm{a.of(sum), word})
			}
		}
		if len(r.terms) > 0 {
			a.relations = append(a.relations, r)
		}
	}
}

// noVacuum says why a theory has no ring.
const noVacuum = "W is linear in a field: there is no supersymmetric vacuum"

// isLinear reports whether an F-term has a constant part.
func (a *algebra) isLinear() bool {
	for _, r := range a.relations {
		for _, term := range r.terms {
			if len(term.path) == 0 {
				return true
			}
		}
	}
	return false
}

// Charges add modulo 2⁶¹ − 1.
const chargeModulus = 1<<61 - 1

func addCharge(x, y uint64) uint64 {
	if x += y; x >= chargeModulus {
		x -= chargeModulus
	}
	return x
}

func negCharge(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return chargeModulus - x
}

func (a *algebra) reset() {
	a.blocks = a.blocks[:0]
	a.first, a.rest, a.blockOf = a.first[:0], a.rest[:0], a.blockOf[:0]
	a.leftAt, a.rightAt, a.left, a.right = a.leftAt[:0], a.rightAt[:0], a.left[:0], a.right[:0]
	a.words, a.coefs = a.words[:0], a.coefs[:0]
	a.pending, a.pairs, a.groups = a.pending[:0], a.pairs[:0], a.groups[:0]
	a.bySource = emptied(a.bySource, a.nodes)
	a.byTarget = emptied(a.byTarget, a.nodes)
	a.leftCursor = resized(a.leftCursor, len(a.arrows))
	a.rightCursor = resized(a.rightCursor, len(a.arrows))
	a.relationCursor = resized(a.relationCursor, len(a.relations))
	for v := range a.nodes {
		b := a.addBlock(int32(v), int32(v), 0, 0)
		a.addWord(-1, -1, b)
	}
}

func emptied(s [][]int32, n int) [][]int32 {
	for len(s) < n {
		s = append(s, nil)
	}
	s = s[:n]
	for i := range s {
		s[i] = s[i][:0]
	}
	return s
}

func (a *algebra) addBlock(source, target int32, degree int64, charge uint64) int32 {
	id := int32(len(a.blocks))
	a.blocks = append(a.blocks, block{source: source, target: target, degree: degree, charge: charge, start: int32(len(a.first))})
	a.bySource[source] = append(a.bySource[source], id)
	a.byTarget[target] = append(a.byTarget[target], id)
	return id
}

func (a *algebra) addWord(first, rest, blockID int32) int32 {
	id := int32(len(a.first))
	b := &a.blocks[blockID]
	b.count++
	a.first = append(a.first, first)
	a.rest = append(a.rest, rest)
	a.blockOf = append(a.blockOf, blockID)
	a.leftAt = append(a.leftAt, int32(len(a.left)))
	a.rightAt = append(a.rightAt, int32(len(a.right)))
	a.left = extended(a.left, int(a.nIn[b.source]))
	a.right = extended(a.right, int(a.nOut[b.target]))
	// An operation stands for 16 bytes of the tables.
	a.spent += int64(a.nIn[b.source]+a.nOut[b.target])/2 + 2
	return id
}

func extended(s []vector, n int) []vector {
	k := len(s)
	s = slices.Grow(s, n)[:k+n]
	clear(s[k:])
	return s
}

// nextDegree is the least degree above the last at which there is something to build,
// noPath if none is left.
func (a *algebra) nextDegree() int64 {
	next := int64(noPath)
	a.spent += int64(len(a.arrows) + len(a.relations))
	for k := range a.arrows {
		x := &a.arrows[k]
		list := a.bySource[x.target]
		for int(a.leftCursor[k]) < len(list) {
			b := &a.blocks[list[a.leftCursor[k]]]
			degree := b.degree + x.degree
			if degree >= next {
				break
			}
			if !a.beyond(x.source, b.target, degree) {
				next = degree
				break
			}
			a.leftCursor[k]++
		}
	}
	return next
}

// build makes the blocks of one degree, given all of lower degree.
func (a *algebra) build(ctx context.Context, degree int64) error {
	if err := a.collect(degree); err != nil {
		return err
	}
	for g := range a.groups {
		if err := a.close(&a.groups[g], degree); err != nil {
			return err
		}
		if g&1023 == 1023 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	a.multiplyRight(degree)
	a.socle(degree)
	return a.check()
}

// check reports whether the results so far are void.
func (a *algebra) check() error {
	if a.overflow {
		return errOverflow
	}
	if a.exhausted || a.spent > a.budget {
		return ErrBudget
	}
	return nil
}

// collect finds the groups of one degree, their candidates and their relations.
func (a *algebra) collect(degree int64) error {
	a.groups, a.pairs, a.applications = a.groups[:0], a.pairs[:0], a.applications[:0]
	a.table.reset()
	for k := range a.arrows {
		x := &a.arrows[k]
		list := a.bySource[x.target]
		for ; int(a.leftCursor[k]) < len(list); a.leftCursor[k]++ {
			id := list[a.leftCursor[k]]
			b := &a.blocks[id]
			if b.degree+x.degree > degree {
				break
			}
			if b.count == 0 || a.beyond(x.source, b.target, degree) {
				continue
			}
			charge := addCharge(b.charge, x.charge)
			g := a.table.find(a, x.source, b.target, charge, true)
			p := int32(len(a.pairs))
			grp := &a.groups[g]
			a.pairs = append(a.pairs, pair{arrow: int32(k), block: id, base: grp.count, next: -1})
			if grp.lastPair >= 0 {
				a.pairs[grp.lastPair].next = p
			} else {
				grp.firstPair = p
			}
			grp.lastPair = p
			grp.count += b.count
			if a.spent += 2; a.spent > a.budget || grp.count > maxCandidates {
				return ErrBudget
			}
		}
	}
	for k := range a.relations {
		r := &a.relations[k]
		list := a.bySource[r.target]
		for ; int(a.relationCursor[k]) < len(list); a.relationCursor[k]++ {
			id := list[a.relationCursor[k]]
			b := &a.blocks[id]
			if b.degree+r.degree > degree {
				break
			}
			if b.degree+r.degree < degree || r.inside && b.degree == 0 {
				continue
			}
			if g := a.table.find(a, r.source, b.target, addCharge(b.charge, r.charge), false); g >= 0 {
				a.apply(g, int32(k), id)
			}
		}
	}
	for k, s := range a.pending {
		if s.degree == degree {
			b := &a.blocks[a.blockOf[a.someWord(s.value)]]
			x := &a.arrows[s.arrow]
			if g := a.table.find(a, x.source, b.target, addCharge(b.charge, x.charge), false); g >= 0 {
				a.apply(g, int32(-1-k), -1)
			}
		}
	}
	return nil
}

func (a *algebra) apply(g, relation, blockID int32) {
	grp := &a.groups[g]
	u := int32(len(a.applications))
	a.applications = append(a.applications, application{relation: relation, block: blockID, next: -1})
	if grp.lastUse >= 0 {
		a.applications[grp.lastUse].next = u
	} else {
		grp.firstUse = u
	}
	grp.lastUse = u
}

func (a *algebra) someWord(v vector) int32 {
	if v.n < 0 {
		return v.at
	}
	return a.words[v.at]
}

// close divides the candidates of a group by its relations, makes the block of what is left
// and writes down the products.
//
// While it works, left of a word holds the number of the candidate, as a basis word of the
// group.
func (a *algebra) close(g *group, degree int64) error {
	for p := g.firstPair; p >= 0; p = a.pairs[p].next {
		pr := &a.pairs[p]
		b := &a.blocks[pr.block]
		slot := a.arrows[pr.arrow].inSlot
		for i := range b.count {
			a.left[a.leftAt[b.start+i]+slot] = vector{pr.base + i, -1}
		}
	}
	a.spent += int64(g.count)
	e := &a.elim
	e.start(&a.scalars, int(g.count))
	for u := g.firstUse; u >= 0; u = a.applications[u].next {
		use := a.applications[u]
		if use.relation < 0 {
			s := a.pending[-1-use.relation]
			a.addProduct(e, a.arrows[s.arrow].inSlot, s.value, a.one())
			e.insert()
			continue
		}
		r := &a.relations[use.relation]
		b := a.blocks[use.block]
		for w := b.start; w < b.start+b.count; w++ {
			a.addRelation(e, r, w)
			e.insert()
			if a.exhausted || a.spent+e.spent > a.budget {
				a.spent += e.spent
				return ErrBudget
			}
		}
	}
	done := e.reduceFully(a.budget - a.spent)
	a.spent += e.spent
	if !done {
		return ErrBudget
	}
	if err := a.check(); err != nil {
		return err
	}
	if e.rank == int(g.count) {
		for p := g.firstPair; p >= 0; p = a.pairs[p].next {
			pr := &a.pairs[p]
			b := &a.blocks[pr.block]
			slot := a.arrows[pr.arrow].inSlot
			for i := range b.count {
				a.left[a.leftAt[b.start+i]+slot] = vector{}
			}
		}
		return nil
	}
	id := a.addBlock(g.source, g.target, degree, g.charge)
	// New words for the candidates that are not leading.
	e.name = slices.Grow(e.name[:0], int(g.count))[:g.count]
	for p := g.firstPair; p >= 0; p = a.pairs[p].next {
		pr := &a.pairs[p]
		b := a.blocks[pr.block]
		for i := range b.count {
			if c := pr.base + i; e.row[c] < 0 {
				e.name[c] = a.addWord(pr.arrow, b.start+i, id)
			}
		}
	}
	for p := g.firstPair; p >= 0; p = a.pairs[p].next {
		pr := &a.pairs[p]
		b := &a.blocks[pr.block]
		slot := a.arrows[pr.arrow].inSlot
		for i := range b.count {
			a.left[a.leftAt[b.start+i]+slot] = a.normalForm(e, pr.base+i)
		}
	}
	return nil
}

// normalForm is candidate c in terms of the new basis words.
func (a *algebra) normalForm(e *elimination, c int32) vector {
	k := e.row[c]
	if k < 0 {
		return vector{e.name[c], -1}
	}
	cols, coefs := e.reduced(k)
	if len(cols) == 0 {
		return vector{}
	}
	if len(cols) == 1 && a.isOne(a.neg(coefs[0])) {
		return vector{e.name[cols[0]], -1}
	}
	at := int32(len(a.words))
	for i, col := range cols {
		a.words = append(a.words, e.name[col])
		a.coefs = append(a.coefs, a.neg(coefs[i]))
	}
	a.spent += int64(len(cols))
	return vector{at, int32(len(cols))}
}

// addRelation adds the relation times the basis word w to the row of e, over candidates.
func (a *algebra) addRelation(e *elimination, r *relation, w int32) {
	for i := range r.terms {
		term := &r.terms[i]
		v := vector{w, -1}
		k := len(term.path) - 1
		for ; k > 0 && v.n < 0; k-- {
			v = a.left[a.leftAt[v.at]+a.arrows[term.path[k]].inSlot]
		}
		a.spent += int64(len(term.path))
		if v.n == 0 {
			continue
		}
		slot := a.arrows[term.path[0]].inSlot
		if k == 0 {
			a.addProduct(e, slot, v, term.coef)
			continue
		}
		// The general case: one arrow after the other on whole vectors.
		acc, other := &a.vecA, &a.vecB
		acc.load(a, v)
		for ; k > 0; k-- {
			acc.multiplyLeft(a, other, a.arrows[term.path[k]].inSlot)
			acc, other = other, acc
		}
		for j, u := range acc.words {
			if c := acc.coefs[j]; c != 0 {
				e.add(a.left[a.leftAt[u]+slot].at, a.mul(term.coef, c))
			}
		}
		a.spent += int64(len(acc.words))
	}
}

// addProduct adds coef · X·v to the row of e, over candidates.
func (a *algebra) addProduct(e *elimination, slot int32, v vector, coef uint64) {
	if v.n < 0 {
		e.add(a.left[a.leftAt[v.at]+slot].at, coef)
		return
	}
	for i := v.at; i < v.at+v.n; i++ {
		e.add(a.left[a.leftAt[a.words[i]]+slot].at, a.mul(coef, a.coefs[i]))
	}
	a.spent += int64(v.n)
}

// multiplyRight fills in the products w·X of one degree: (Y·w)·X = Y·(w·X).
func (a *algebra) multiplyRight(degree int64) {
	for k := range a.arrows {
		x := &a.arrows[k]
		list := a.byTarget[x.source]
		for ; int(a.rightCursor[k]) < len(list); a.rightCursor[k]++ {
			b := &a.blocks[list[a.rightCursor[k]]]
			if b.degree+x.degree > degree {
				break
			}
			if b.degree+x.degree < degree || a.beyond(b.source, x.target, degree) {
				continue
			}
			for w := b.start; w < b.start+b.count; w++ {
				at := a.rightAt[w] + x.outSlot
				if a.first[w] < 0 {
					// The empty word: X itself, as X times the empty word at its end.
					a.right[at] = a.left[a.leftAt[x.target]+x.inSlot]
					continue
				}
				a.right[at] = a.multiply(a.first[w], a.right[a.rightAt[a.rest[w]]+x.outSlot])
			}
			a.spent += int64(b.count)
		}
	}
}

// multiply is X·v.
func (a *algebra) multiply(x int32, v vector) vector {
	slot := a.arrows[x].inSlot
	if v.n < 0 {
		return a.left[a.leftAt[v.at]+slot]
	}
	if v.n == 0 {
		return vector{}
	}
	a.vecA.load(a, v)
	a.vecA.multiplyLeft(a, &a.vecB, slot)
	return a.store(&a.vecB)
}

func (a *algebra) store(v *accumulator) vector {
	at := int32(len(a.words))
	for i, w := range v.words {
		if c := v.coefs[i]; c != 0 {
			a.words = append(a.words, w)
			a.coefs = append(a.coefs, c)
		}
	}
	n := int32(len(a.words)) - at
	a.spent += int64(n)
	if n == 1 && a.isOne(a.coefs[at]) {
		word := a.words[at]
		a.words, a.coefs = a.words[:at], a.coefs[:at]
		return vector{word, -1}
	}
	return vector{at, n}
}

// path is the normal form of a word of arrows that ends at its last one.
func (a *algebra) path(word []int32) vector {
	last := a.arrows[word[len(word)-1]]
	v := vector{last.target, -1}
	for k := len(word) - 1; k >= 0; k-- {
		v = a.multiply(word[k], v)
	}
	return v
}

// socle notes, once the degree of an F-term that holds inside words only is built, that every
// arrow times it is zero.
func (a *algebra) socle(degree int64) {
	for k := range a.relations {
		r := &a.relations[k]
		if !r.inside || r.degree != degree {
			continue
		}
		sum := &accumulator{}
		for _, term := range r.terms {
			if a.beyond(r.source, r.target, degree) {
				break
			}
			v := a.path(term.path)
			sum.add(a, v, term.coef)
		}
		v := a.store(sum)
		if v.n == 0 {
			continue
		}
		for x := range a.arrows {
			if a.arrows[x].target == r.source {
				a.pending = append(a.pending, socleRelation{degree + a.arrows[x].degree, int32(x), v})
			}
		}
	}
}

// accumulator is a vector in the making; coefficients may be zero.
type accumulator struct {
	words []int32
	coefs []uint64
}

func (v *accumulator) load(a *algebra, x vector) {
	v.words, v.coefs = v.words[:0], v.coefs[:0]
	v.add(a, x, a.one())
}

// add adds coef · x. Vectors are short, so that a linear search is the fastest.
func (v *accumulator) add(a *algebra, x vector, coef uint64) {
	if x.n < 0 {
		v.addWord(a, x.at, coef)
		return
	}
	for i := x.at; i < x.at+x.n; i++ {
		v.addWord(a, a.words[i], a.mul(coef, a.coefs[i]))
	}
}

func (v *accumulator) addWord(a *algebra, w int32, coef uint64) {
	for i, u := range v.words {
		if u == w {
			v.coefs[i] = a.scalars.add(v.coefs[i], coef)
			a.spent += int64(i)
			return
		}
	}
	a.spent += int64(len(v.words))
	v.words = append(v.words, w)
	v.coefs = append(v.coefs, coef)
}

func (v *accumulator) multiplyLeft(a *algebra, to *accumulator, slot int32) {
	to.words, to.coefs = to.words[:0], to.coefs[:0]
	for i, w := range v.words {
		if c := v.coefs[i]; c != 0 {
			to.add(a, a.left[a.leftAt[w]+slot], c)
		}
	}
	a.spent += int64(len(v.words))
}

// groupTable finds groups by their ends and charge: open addressing, emptied by a stamp.
type groupTable struct {
	slots []groupSlot
	stamp uint32
	used  int
}

type groupSlot struct {
	stamp uint32
	group int32
}

func (t *groupTable) reset() {
	t.stamp++
	t.used = 0
	if t.slots == nil || t.stamp == 0 {
		t.slots = make([]groupSlot, max(256, len(t.slots)))
		t.stamp = 1
	}
}

func groupHash(source, target int32, charge uint64) uint64 {
	z := charge ^ uint64(source)<<40 ^ uint64(target)<<52
	z = (z ^ z>>32) * 0x9E3779B97F4A7C15
	return z ^ z>>29
}

// find is the group with these ends and charge, a new one if create, else −1.
func (t *groupTable) find(a *algebra, source, target int32, charge uint64, create bool) int32 {
	mask := uint64(len(t.slots) - 1)
	i := groupHash(source, target, charge) & mask
	for ; t.slots[i].stamp == t.stamp; i = (i + 1) & mask {
		g := &a.groups[t.slots[i].group]
		if g.charge == charge && g.source == source && g.target == target {
			return t.slots[i].group
		}
	}
	if !create {
		return -1
	}
	if 2*t.used >= len(t.slots) {
		t.grow(a)
		return t.find(a, source, target, charge, true)
	}
	t.used++
	id := int32(len(a.groups))
	t.slots[i] = groupSlot{t.stamp, id}
	a.groups = append(a.groups, group{source: source, target: target, charge: charge, firstPair: -1, lastPair: -1, firstUse: -1, lastUse: -1})
	return id
}

func (t *groupTable) grow(a *algebra) {
	old := t.slots
	t.slots = make([]groupSlot, 2*len(old))
	mask := uint64(len(t.slots) - 1)
	for _, s := range old {
		if s.stamp != t.stamp {
			continue
		}
		g := &a.groups[s.group]
		i := groupHash(g.source, g.target, g.charge) & mask
		for t.slots[i].stamp == t.stamp {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}
