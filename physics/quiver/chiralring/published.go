package chiralring

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/poly"
	"github.com/assay-physics/assay/physics/quiver"
)

// PublishedOptions are the settings of the ring comparison as the DualityCert paper does
// it. It is kept to obtain published outcomes again and is wrong where W has terms of
// different lengths: an F-term p₂ + p₃ = 0 is read as p₂ = 0 and p₃ = 0. Singlets and the
// terms that contain them are left out.
type PublishedOptions struct {
	// MaxLength of the words; the paper's are 3 and 5.
	MaxLength int
	// MaxR set: words are counted by R-charge alone up to MaxR, else by length and R.
	MaxR *big.Rat
	// IgnoreR counts words by length alone.
	IgnoreR bool
}

// PublishedBlock is the count of one block: Dim = Words − rank of the relations.
type PublishedBlock struct {
	Length int // 0 where words are counted by R-charge alone
	R      *big.Rat
	Words  int
	Dim    int
}

// MaxPublishedLength is the cap of the published code on the length of words.
const MaxPublishedLength = 8

// Published counts cyclic words modulo F-terms split by length. Blocks ascend by length and
// R-charge; every one has a word. ErrBudget says that the budget does not suffice.
func Published(ctx context.Context, t *quiver.Theory, opt PublishedOptions, budget Budget) ([]PublishedBlock, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("chiralring: %w", err)
	}
	if opt.MaxLength < 1 || opt.MaxLength > MaxPublishedLength {
		return nil, fmt.Errorf("chiralring: published counting is for words of length 1 … %d, not %d", MaxPublishedLength, opt.MaxLength)
	}
	blocks, err := published(ctx, t, opt, newScalars(smallRational, poly.Field{}), budget)
	field := poly.Mersenne()
	for errors.Is(err, errOverflow) {
		blocks, err = published(ctx, t, opt, newScalars(modular, field), budget)
		var none error
		if field, none = field.Next(); none != nil {
			return nil, none
		}
	}
	return blocks, err
}

// PublishedLength is the cutoff that the published code uses for a theory in a comparison by
// R-charge: words of R ≤ top have at most top/min R factors. It is 0 if a field has R ≤ 0.
func PublishedLength(t *quiver.Theory, top *big.Rat) int {
	var least *big.Rat
	for _, a := range t.Arrows {
		if least == nil || a.R.Cmp(least) < 0 {
			least = a.R
		}
	}
	if least == nil || least.Sign() <= 0 {
		return 0
	}
	q := new(big.Rat).Quo(top, least)
	n := new(big.Int).Quo(q.Num(), q.Denom())
	if !n.IsInt64() || n.Int64() > 1<<20 {
		return 1 << 20
	}
	return int(n.Int64())
}

type publishedCounter struct {
	ctx    context.Context
	t      *quiver.Theory
	opt    PublishedOptions
	s      *scalars
	blocks map[string]*publishedBlock
	out    [][]int // arrows by source
	spent  int64
	budget int64
}

type publishedBlock struct {
	PublishedBlock
	words map[string]int32
	rows  [][]publishedEntry
}

type publishedEntry struct {
	col  int32
	coef uint64
}

type publishedRelation struct {
	source, target int
	length         int
	terms          []relationTerm
}

func published(ctx context.Context, t *quiver.Theory, opt PublishedOptions, s *scalars, budget Budget) ([]PublishedBlock, error) {
	c := &publishedCounter{ctx: ctx, t: t, opt: opt, s: s, blocks: make(map[string]*publishedBlock), budget: budget.operations()}
	c.out = make([][]int, len(t.Nodes))
	for k, a := range t.Arrows {
		c.out[a.Source] = append(c.out[a.Source], k)
	}
	for v := range t.Nodes {
		if err := c.walks(v, v, opt.MaxLength, nil, func(w []int) error {
			if len(w) > 0 {
				c.word(w)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	for _, r := range c.relations() {
		if err := c.walks(r.target, r.source, opt.MaxLength-r.length, nil, func(w []int) error {
			c.relate(r, w)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return c.count()
}

// walks calls f for every path from v to end with at most n arrows, the empty one too.
func (c *publishedCounter) walks(v, end, n int, w []int, f func([]int) error) error {
	if n < 0 {
		return nil
	}
	if c.spent++; c.spent > c.budget {
		return ErrBudget
	}
	if c.spent&0xffff == 0 && c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	if v == end {
		if err := f(w); err != nil {
			return err
		}
	}
	if n == 0 {
		return nil
	}
	for _, x := range c.out[v] {
		if err := c.walks(c.t.Arrows[x].Target, end, n-1, append(w, x), f); err != nil {
			return err
		}
	}
	return nil
}

// word is the block of a closed word and its column there, nil if it is not counted.
func (c *publishedCounter) word(w []int) (*publishedBlock, int32) {
	c.spent += int64(len(w) * len(w))
	r := new(big.Rat)
	for _, x := range w {
		r.Add(r, c.t.Arrows[x].R)
	}
	if c.opt.MaxR != nil && r.Cmp(c.opt.MaxR) > 0 {
		return nil, 0
	}
	length := len(w)
	if c.opt.MaxR != nil {
		length = 0
	}
	if c.opt.IgnoreR {
		r = nil
	}
	key := fmt.Sprint(length, r)
	b := c.blocks[key]
	if b == nil {
		b = &publishedBlock{PublishedBlock: PublishedBlock{Length: length, R: r}, words: make(map[string]int32)}
		c.blocks[key] = b
	}
	name := fmt.Sprint(quiver.CanonicalRotation(w))
	col, ok := b.words[name]
	if !ok {
		col = int32(len(b.words))
		b.words[name] = col
	}
	return b, col
}

// relations are the F-terms, each divided into its parts of one length.
func (c *publishedCounter) relations() []publishedRelation {
	var list []publishedRelation
	for k, x := range c.t.Arrows {
		parts := make(map[int]*publishedRelation)
		var lengths []int
		for _, term := range c.t.W {
			if len(term.Singlets) > 0 {
				continue
			}
			n := len(term.Word)
			for i, y := range term.Word {
				if y != k {
					continue
				}
				path := make([]int32, 0, n-1)
				for j := 1; j < n; j++ {
					path = append(path, int32(term.Word[(i+j)%n]))
				}
				p := parts[n-1]
				if p == nil {
					p = &publishedRelation{source: x.Target, target: x.Source, length: n - 1}
					parts[n-1] = p
					lengths = append(lengths, n-1)
				}
				p.terms = append(p.terms, relationTerm{c.s.of(term.Coefficient), path})
			}
		}
		slices.Sort(lengths)
		for _, n := range lengths {
			list = append(list, *parts[n])
		}
	}
	return list
}

func (c *publishedCounter) relate(r publishedRelation, w []int) {
	var row []publishedEntry
	var in *publishedBlock
	for _, term := range r.terms {
		closed := slices.Clone(w)
		for _, x := range term.path {
			closed = append(closed, int(x))
		}
		if len(closed) == 0 {
			return // the F-term of a linear term: a constant, no word
		}
		b, col := c.word(closed)
		if b == nil {
			return
		}
		if in != nil && b != in {
			// Terms of W with different R-charges: there is no block for the relation.
			return
		}
		in = b
		row = append(row, publishedEntry{col, term.coef})
	}
	in.rows = append(in.rows, row)
	c.spent += int64(len(row))
}

func (c *publishedCounter) count() ([]PublishedBlock, error) {
	list := make([]PublishedBlock, 0, len(c.blocks))
	var e elimination
	for _, b := range c.blocks {
		b.Words = len(b.words)
		e.start(c.s, b.Words)
		for _, row := range b.rows {
			for _, x := range row {
				e.add(x.col, x.coef)
			}
			e.insert()
			if c.spent+e.spent > c.budget {
				return nil, ErrBudget
			}
		}
		if c.s.overflow {
			return nil, errOverflow
		}
		c.spent += e.spent
		b.Dim = b.Words - e.rank
		list = append(list, b.PublishedBlock)
	}
	slices.SortFunc(list, comparePublished)
	return list, nil
}

func comparePublished(x, y PublishedBlock) int {
	if x.Length != y.Length {
		return x.Length - y.Length
	}
	if x.R == nil || y.R == nil {
		return 0
	}
	return x.R.Cmp(y.R)
}

// PublishedDifference is the first block with different dimensions; a block that one side
// lacks has dimension 0 there. It reports false if there is none.
func PublishedDifference(a, b []PublishedBlock) (x, y PublishedBlock, differ bool) {
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		var order int
		switch {
		case i == len(a):
			order = 1
		case j == len(b):
			order = -1
		default:
			order = comparePublished(a[i], b[j])
		}
		x, y = PublishedBlock{}, PublishedBlock{}
		if order <= 0 {
			x = a[i]
			i++
		}
		if order >= 0 {
			y = b[j]
			j++
		}
		if order < 0 {
			y.Length, y.R = x.Length, x.R
		}
		if order > 0 {
			x.Length, x.R = y.Length, y.R
		}
		if x.Dim != y.Dim {
			return x, y, true
		}
	}
	return PublishedBlock{}, PublishedBlock{}, false
}
