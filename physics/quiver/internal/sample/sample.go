// Package sample makes quiver theories for tests: random ones, and ones written in short lines.
package sample

import (
	"fmt"
	"math/big"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/physics/quiver"
)

// Theory draws theories without regard to physics: small ranks, adjoints, singlets, words
// that pass a node several times.
func Theory(t *rapid.T) *quiver.Theory {
	th := &quiver.Theory{Name: "random", EncodesR: true}
	n := rapid.IntRange(1, 4).Draw(t, "nodes")
	for v := range n {
		th.Nodes = append(th.Nodes, quiver.Node{Label: fmt.Sprint("n", v), Rank: rapid.IntRange(2, 4).Draw(t, "rank")})
	}
	rational := func(name string) *big.Rat {
		return big.NewRat(int64(rapid.IntRange(-3, 7).Draw(t, name)), int64(rapid.IntRange(1, 4).Draw(t, name)))
	}
	for k := range rapid.IntRange(0, 9).Draw(t, "arrows") {
		th.Arrows = append(th.Arrows, quiver.Arrow{
			Label:  fmt.Sprint("x", k),
			Source: rapid.IntRange(0, n-1).Draw(t, "source"), Target: rapid.IntRange(0, n-1).Draw(t, "target"),
			R: rational("R"),
		})
	}
	for k := range rapid.IntRange(0, 2).Draw(t, "singlets") {
		th.Singlets = append(th.Singlets, quiver.Singlet{Label: fmt.Sprintf("S%d[0]", k), R: rational("R")})
	}
	for range rapid.IntRange(0, 8).Draw(t, "terms") {
		term := quiver.SuperpotentialTerm{Coefficient: rational("coefficient")}
		if term.Coefficient.Sign() == 0 {
			term.Coefficient.SetInt64(1)
		}
		if len(th.Arrows) > 0 {
			term.Word = closedWalk(t, th)
		}
		for s := range th.Singlets {
			if rapid.Bool().Draw(t, "singlet") {
				term.Singlets = append(term.Singlets, s)
			}
		}
		if len(term.Word)+len(term.Singlets) > 0 {
			th.W = append(th.W, term)
		}
	}
	th.W = th.W.Normalize()
	if err := th.Validate(); err != nil {
		t.Fatal(err)
	}
	return th
}

// closedWalk follows random arrows until it is back, or gives up with nothing.
func closedWalk(t *rapid.T, th *quiver.Theory) []int {
	start := rapid.IntRange(0, len(th.Nodes)-1).Draw(t, "start")
	var word []int
	at := start
	for range 6 {
		var next []int
		for k, a := range th.Arrows {
			if a.Source == at {
				next = append(next, k)
			}
		}
		if len(next) == 0 {
			return nil
		}
		k := rapid.SampledFrom(next).Draw(t, "step")
		word = append(word, k)
		if at = th.Arrows[k].Target; at == start {
			return word
		}
	}
	return nil
}

// Disguised is the theory with nodes, fields and terms in another order, words rotated, and
// every field rescaled.
func Disguised(t *rapid.T, th *quiver.Theory) *quiver.Theory {
	nodes := rapid.Permutation(indices(len(th.Nodes))).Draw(t, "node order")
	arrows := rapid.Permutation(indices(len(th.Arrows))).Draw(t, "arrow order")
	singlets := rapid.Permutation(indices(len(th.Singlets))).Draw(t, "singlet order")
	d := &quiver.Theory{Name: "disguised", EncodesR: true, Nodes: make([]quiver.Node, len(nodes)), Arrows: make([]quiver.Arrow, len(arrows)), Singlets: make([]quiver.Singlet, len(singlets))}
	for v, w := range nodes {
		d.Nodes[w] = quiver.Node{Label: fmt.Sprint("m", w), Rank: th.Nodes[v].Rank}
	}
	scale := func() *big.Rat {
		return big.NewRat(rapid.SampledFrom([]int64{1, -1, 2, -3, 5}).Draw(t, "scale"), rapid.Int64Range(1, 3).Draw(t, "scale"))
	}
	var scaleArrow, scaleSinglet []*big.Rat
	for k, l := range arrows {
		a := th.Arrows[k]
		d.Arrows[l] = quiver.Arrow{Label: fmt.Sprint("y", l), Source: nodes[a.Source], Target: nodes[a.Target], R: a.R}
		scaleArrow = append(scaleArrow, scale())
	}
	for k, l := range singlets {
		d.Singlets[l] = quiver.Singlet{Label: fmt.Sprintf("S%d[0]", l), R: th.Singlets[k].R}
		scaleSinglet = append(scaleSinglet, scale())
	}
	for _, term := range th.W {
		image := quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Set(term.Coefficient)}
		for _, x := range term.Word {
			image.Word = append(image.Word, arrows[x])
			image.Coefficient.Mul(image.Coefficient, scaleArrow[x])
		}
		for _, s := range term.Singlets {
			image.Singlets = append(image.Singlets, singlets[s])
			image.Coefficient.Mul(image.Coefficient, scaleSinglet[s])
		}
		if n := len(image.Word); n > 0 {
			k := rapid.IntRange(0, n-1).Draw(t, "rotation")
			image.Word = append(image.Word[k:n:n], image.Word[:k]...)
		}
		d.W = append(d.W, image)
	}
	d.W = d.W.Normalize()
	return d
}

func indices(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}
