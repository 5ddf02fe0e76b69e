package duality

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

// judgePublishedRest records the rows that the paper does not judge on its benchmark.
func judgePublishedRest(b *book) {
	const optIn = "opt-in in the paper, which does not ask for it here"
	for _, name := range []string{SuperconformalAudit, AMaximization, Soundness, Index} {
		b.without(name, optIn)
	}
	b.notImplemented(Deformations, "the paper's row is never judged")
	b.unknown(EncodedUnitarity, "the claim lists no operators")
}

// publishedLength is the bound on the length of words.
func publishedLength(p claim.Profile) int {
	if p == PublishedFeedback {
		return 3
	}
	return 5
}

// judgePublishedRing counts cyclic words as the paper does: by length and R, or, when
// either theory has singlets, by R up to 2 with singlets and their terms left out. F-terms
// are split by length.
func judgePublishedRing(ctx context.Context, b *book, e, m *quiver.Theory) error {
	for _, name := range []string{ElectricGauge, MagneticGauge, ElectricMixed, MagneticMixed, ElectricSuperpotential, MagneticSuperpotential} {
		i := slices.IndexFunc(b.findings, func(f claim.Finding) bool { return f.Obligation == name })
		if i < 0 || b.findings[i].Status != claim.Certified {
			b.without(ChiralRing, "the paper asks for "+name+" first")
			return nil
		}
	}
	l := publishedLength(b.profile)
	rule := fmt.Sprintf("words of length ≤ %d by length and R", l)
	options := [2]chiralring.PublishedOptions{{MaxLength: l}, {MaxLength: l}}
	if len(e.Singlets)+len(m.Singlets) > 0 {
		top := big.NewRat(2, 1)
		rule = "words without singlets by R ≤ 2"
		for i, t := range []*quiver.Theory{e, m} {
			n := chiralring.PublishedLength(t, top)
			if n < 1 || n > chiralring.MaxPublishedLength {
				b.unknown(ChiralRing, fmt.Sprintf("words of up to %d letters exceed the paper's bound of %d", n, chiralring.MaxPublishedLength))
				return nil
			}
			options[i] = chiralring.PublishedOptions{MaxLength: n, MaxR: top}
		}
	}
	var blocks [2][]chiralring.PublishedBlock
	for i, t := range []*quiver.Theory{e, m} {
		var err error
		blocks[i], err = chiralring.Published(ctx, t, options[i], chiralring.Budget{Operations: ringBudget})
		if errors.Is(err, chiralring.ErrBudget) {
			b.unknown(ChiralRing, "the budget ended before the words were counted")
			return nil
		}
		if err != nil {
			return err
		}
	}
	list := notes()
	if mixesLengths(e) || mixesLengths(m) {
		rule += "; known to be wrong here, for W mixes word lengths and split F-terms set operators to zero that are only related"
		list = append(list, flagged(FlagKnownWrong))
	}
	if x, y, differ := chiralring.PublishedDifference(blocks[0], blocks[1]); differ {
		place := "at R = " + x.R.RatString()
		if x.Length > 0 {
			place = fmt.Sprintf("at length %d, R = %s", x.Length, x.R.RatString())
		}
		b.failed(ChiralRing, fmt.Sprintf("%s: %d operators against %d (%s)", place, x.Dim, y.Dim, rule), list...)
		return nil
	}
	if len(blocks[0]) == 0 && len(blocks[1]) == 0 {
		rule += "; there is no such word, which passes as published"
		list = append(list, flagged(FlagKnownWrong))
	}
	b.certified(ChiralRing, "equal in every block: "+rule, list...)
	return nil
}

// mixesLengths reports whether some F-term has words of different lengths.
func mixesLengths(t *quiver.Theory) bool {
	length := map[int]int{}
	for _, term := range t.W {
		for _, x := range term.Word {
			if l, seen := length[x]; seen && l != len(term.Word) {
				return true
			}
			length[x] = len(term.Word)
		}
	}
	return false
}
