package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// Tree draws what a search over duals found, from left to right: each theory as a small
// quiver with its ranks, each duality as a line with the number of the dualized node. A solid
// line led to a theory first; dashed ones lead to theories that were known by then. Below a
// quiver stand its number, its fields and the nodes whose dual is the same theory again.
func Tree(e *seiberg.Explored, id, title string) []byte {
	c := newCanvas()
	const (
		ring, cell, column = 20.0, 82.0, 138.0
		size               = 7.0
	)
	children := make([][]int, len(e.Theories))
	for i, f := range e.Theories {
		if f.Parent >= 0 {
			children[f.Parent] = append(children[f.Parent], i)
		}
	}
	places := make([]point, len(e.Theories))
	next := 0.0
	var set func(i int)
	set = func(i int) {
		places[i].x = column * float64(e.Theories[i].Depth)
		if len(children[i]) == 0 {
			places[i].y = next
			next += cell
			return
		}
		for _, k := range children[i] {
			set(k)
		}
		places[i].y = (places[children[i][0]].y + places[children[i][len(children[i])-1]].y) / 2
	}
	for i, f := range e.Theories {
		if f.Parent < 0 {
			set(i)
		}
	}
	type pair struct{ from, to int }
	nodes := map[pair][]string{}
	tree := map[pair]bool{}
	own := make([][]string, len(e.Theories))
	var order []pair
	for _, l := range e.Links {
		if l.To < 0 {
			continue
		}
		if l.From == l.To {
			own[l.From] = append(own[l.From], fmt.Sprint(l.Node))
			continue
		}
		k := pair{l.From, l.To}
		if nodes[k] == nil {
			order = append(order, k)
		}
		nodes[k] = append(nodes[k], fmt.Sprint(l.Node))
		tree[k] = tree[k] || l.Tree
	}
	rim := ring + 12
	for _, solid := range []bool{false, true} {
		for _, k := range order {
			if tree[k] != solid {
				continue
			}
			if !solid && tree[pair{k.to, k.from}] {
				continue // the way back, which always exists
			}
			line := link(places[k.from], places[k.to], rim)
			ink, width := rule, 0.7
			if solid {
				ink, width = faint, 1
			}
			c.stroke(line, ink, width, !solid)
			at := line.where(0.5)
			if !solid {
				at = line.where(0.42)
			}
			c.write(line.at(at), style{size: size, ink: faint, halo: true}, strings.Join(nodes[k], ", "))
		}
	}
	for i, f := range e.Theories {
		p := plan{theory: f.Theory, node: 5.5, ring: ring, charges: []string{}, head: 3.4, size: 6, width: 0.5}
		if len(f.Theory.Nodes) == 1 {
			p.ring = 0
		}
		p.draw(c, places[i])
		line := fmt.Sprintf("#%d · %d fields", i, len(f.Theory.Arrows)+len(f.Theory.Singlets))
		c.write(places[i].plus(point{0, ring + 13}), style{size: size, ink: text, halo: true}, line)
		if len(own[i]) > 0 {
			c.write(places[i].plus(point{0, ring + 21}), style{size: 6, ink: faint, halo: true}, "itself at "+strings.Join(own[i], ", "))
		}
	}
	if title != "" {
		c.write(point{c.least.x, c.least.y - 10}, style{size: 9, ink: text, bold: true, anchor: "start"}, title)
	}
	if id == "" {
		id = "tree"
	}
	return c.document(id, "Dualities of "+title, fmt.Sprintf("A tree of %d theories; %s", len(e.Theories), listing(e)))
}

func listing(e *seiberg.Explored) string {
	parts := make([]string, len(e.Theories))
	for i, f := range e.Theories {
		parts[i] = fmt.Sprintf("#%d has ranks %v after dualizing %v", i, f.Ranks(), f.Path)
	}
	return strings.Join(parts, "; ")
}

// link is a line between two theories, from the side that faces the other.
func link(a, b point, rim float64) curve {
	if math.Abs(a.x-b.x) < 1 { // in one column: around the right side
		out := a.plus(point{rim, 0})
		in := b.plus(point{rim, 0})
		bulge := 16 + 0.08*math.Abs(a.y-b.y)
		return curve{out, out.plus(point{bulge, 0}), in.plus(point{bulge, 0}), in}
	}
	s := 1.0
	if b.x < a.x {
		s = -1
	}
	out, in := a.plus(point{s * rim, 0}), b.minus(point{s * rim, 0})
	half := (in.x - out.x) / 2
	return curve{out, out.plus(point{half, 0}), in.minus(point{half, 0}), in}
}
