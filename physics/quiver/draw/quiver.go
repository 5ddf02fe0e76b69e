package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
)

// Options of a picture of a quiver.
type Options struct {
	// ID makes the identifiers of the SVG unique on a page; empty stands for "quiver".
	ID string
	// Title is written above the picture; empty for none.
	Title string
	// R are the R-charges as they shall be written, arrows first, then singlets; nil takes
	// the charges of the theory, and an empty list none.
	R []string
}

// bundle are parallel arrows.
type bundle struct {
	from, to int
	arrows   []int
}

func bundles(t *quiver.Theory) []bundle {
	var list []bundle
	at := map[[2]int]int{}
	for k, a := range t.Arrows {
		e := [2]int{a.Source, a.Target}
		i, ok := at[e]
		if !ok {
			i = len(list)
			at[e] = i
			list = append(list, bundle{from: a.Source, to: a.Target})
		}
		list[i].arrows = append(list[i].arrows, k)
	}
	return list
}

// Quiver draws a theory as an SVG document: a circle with the rank for each gauge node, with
// its number beside it, and an arrow for each set of parallel fields, with as many heads as
// there are fields up to three, and their number where there are more. Beside it stand the
// R-charges, such as 2 × 1/2, 2/3; where that is long, letters stand for
// them, and a legend below says for what.
func Quiver(t *quiver.Theory, opt Options) []byte {
	c := newCanvas()
	r := opt.R
	if r == nil {
		for _, a := range t.Arrows {
			r = append(r, ratText(a.R))
		}
		for _, s := range t.Singlets {
			r = append(r, ratText(s.R))
		}
	}
	p := plan{theory: t, node: 11, charges: r, head: 6, size: 8, width: 0.8, names: true}
	if n := len(t.Nodes); n > 1 {
		p.ring = math.Max(62, 20*float64(n))
	}
	var legend []string
	for _, b := range bundles(t) {
		if len([]rune(p.bundleText(b))) > 10 {
			p.charges, legend = abbreviate(r)
			break
		}
	}
	p.draw(c, point{})
	y := c.most.y + 12
	if len(t.Singlets) > 0 {
		for _, line := range wrap(singletTexts(t, p.charges), 60) {
			c.write(point{0, y}, style{size: 8, ink: text}, line)
			y += 11
		}
	}
	widest := 0.0
	for _, line := range legend {
		widest = math.Max(widest, advance(line, 8))
	}
	for _, line := range legend {
		c.write(point{-widest / 2, y}, style{size: 8, ink: text, anchor: "start"}, line)
		y += 11
	}
	if opt.Title != "" {
		c.write(point{(c.least.x + c.most.x) / 2, c.least.y - 10}, style{size: 9, ink: text, bold: true}, opt.Title)
	}
	id := opt.ID
	if id == "" {
		id = "quiver"
	}
	title := opt.Title
	if title == "" {
		title = t.Name
	}
	return c.document(id, "Quiver "+title, describe(t))
}

// abbreviate replaces charges by letters, which a legend explains.
func abbreviate(r []string) (short, legend []string) {
	letter := map[string]string{}
	for _, q := range r {
		if letter[q] == "" {
			letter[q] = name(len(letter))
			legend = append(legend, letter[q]+" = "+q)
		}
		short = append(short, letter[q])
	}
	return short, legend
}

// name is a, b, …, z, a1, b1, …
func name(i int) string {
	s := string(rune('a' + i%26))
	if i >= 26 {
		s += fmt.Sprint(i / 26)
	}
	return s
}

func ratText(q interface{ RatString() string }) string {
	return strings.Replace(q.RatString(), "-", "−", 1)
}

func singletTexts(t *quiver.Theory, r []string) []string {
	var list []string
	for i, s := range t.Singlets {
		e := s.Label
		if k := len(t.Arrows) + i; k < len(r) {
			e += " (" + r[k] + ")"
		}
		list = append(list, e)
	}
	list[0] = "singlets " + list[0]
	return list
}

// wrap joins words to lines of at most width characters.
func wrap(words []string, width int) []string {
	var lines []string
	line := ""
	for _, w := range words {
		if line != "" && len(line)+2+len(w) > width {
			lines = append(lines, line+",")
			line = ""
		}
		if line != "" {
			line += ", "
		}
		line += w
	}
	return append(lines, line)
}

// describe says in words what the picture shows.
func describe(t *quiver.Theory) string {
	var parts []string
	for i, n := range t.Nodes {
		parts = append(parts, fmt.Sprintf("node %d is SU(%d)", i, n.Rank))
	}
	for _, b := range bundles(t) {
		s := "s"
		if len(b.arrows) == 1 {
			s = ""
		}
		parts = append(parts, fmt.Sprintf("%d arrow%s from %d to %d", len(b.arrows), s, b.from, b.to))
	}
	return strings.Join(parts, "; ")
}

// plan is how one quiver is drawn.
type plan struct {
	theory     *quiver.Theory
	node, ring float64 // radii
	charges    []string
	head, size float64
	width      float64
	names      bool
}

func (p plan) places() []point {
	n := len(p.theory.Nodes)
	places := make([]point, n)
	for i := range places {
		// Two nodes side by side, others from the top (four as a square), clockwise.
		start := -math.Pi / 2
		switch {
		case n == 2:
			start = math.Pi
		case n%2 == 0:
			start -= math.Pi / float64(n)
		}
		places[i] = polar(p.ring, start+2*math.Pi*float64(i)/float64(n))
	}
	return places
}

func (p plan) draw(c *canvas, centre point) {
	t := p.theory
	places := p.places()
	for i := range places {
		places[i] = places[i].plus(centre)
	}
	both := map[[2]int]bool{}
	list := bundles(t)
	for _, b := range list {
		both[[2]int{b.from, b.to}] = true
	}
	var labels []label
	for _, b := range list {
		var k curve
		outward := point{0, -1}
		if d := places[b.from].minus(centre); d.norm() > 0 {
			outward = d.unit()
		}
		if b.from == b.to {
			k = p.loop(places[b.from], outward)
		} else {
			k = p.bow(places[b.from], places[b.to], both[[2]int{b.to, b.from}])
		}
		c.stroke(k, text, p.width, false)
		p.heads(c, k, len(b.arrows), b.from == b.to)
		if s := p.bundleText(b); s != "" {
			labels = append(labels, label{k, b.from == b.to, outward, s})
		}
	}
	for i, n := range t.Nodes {
		c.circle(places[i], p.node, paper, accent, 1.2*math.Min(1, p.node/8))
		c.write(places[i], style{size: p.node * 0.85, ink: text, bold: true}, fmt.Sprint(n.Rank))
		if p.names {
			outward := places[i].minus(centre)
			if outward.norm() == 0 {
				outward = point{0, 1}
			}
			u := outward.unit()
			at := places[i].plus(u.times(p.node + 8))
			if len(t.Loops(i)) > 0 { // beside the loop
				at = places[i].plus(u.times(p.node * 0.8)).plus(u.left().times(p.node + 5))
			}
			c.write(at, style{size: p.size, ink: faint, halo: true}, fmt.Sprint(i))
		}
	}
	p.letter(c, labels, places)
}

// label is a text beside a curve.
type label struct {
	curve   curve
	loop    bool
	outward point
	text    string
}

// letter writes the labels, each at the first of some places along its curve that is free.
func (p plan) letter(c *canvas, labels []label, nodes []point) {
	type box struct{ at, half point }
	var taken []box
	for _, v := range nodes {
		taken = append(taken, box{v, point{p.node, p.node}})
	}
	for _, l := range labels {
		half := point{advance(l.text, p.size) / 2, 0.6 * p.size}
		clash := func(q point) (area float64) {
			for _, b := range taken {
				w := half.x + b.half.x - math.Abs(q.x-b.at.x)
				h := half.y + b.half.y - math.Abs(q.y-b.at.y)
				if w > 0 && h > 0 {
					area += w * h
				}
			}
			return area
		}
		var best point
		least := math.Inf(1)
		fractions := []float64{0.34, 0.28, 0.4, 0.22, 0.46, 0.54, 0.6, 0.16}
		if l.loop {
			fractions = []float64{0.5}
		}
		for _, f := range fractions {
			at := l.curve.where(f)
			q := l.curve.at(at).plus(l.curve.direction(at).left().times(0.15 * p.size))
			if l.loop {
				q = l.curve.at(at).plus(l.outward.times(0.9 * p.size))
			}
			if a := clash(q); a < least {
				best, least = q, a
			}
			if least == 0 {
				break
			}
		}
		taken = append(taken, box{best, half})
		c.write(best, style{size: p.size, ink: text, halo: true}, l.text)
	}
}

// bow is the way from a to b, bent to its left; more where there is one back.
func (p plan) bow(a, b point, both bool) curve {
	d := b.minus(a)
	bend := 0.06
	if both {
		bend = 0.16
	}
	side := d.left().times(bend)
	k := curve{a, mix(a, b, 0.3).plus(side), mix(a, b, 0.7).plus(side), b}
	// From the rim of one node to that of the other.
	from := a.plus(k[1].minus(a).unit().times(p.node))
	to := b.plus(k[2].minus(b).unit().times(p.node + 1))
	return curve{from, k[1], k[2], to}
}

// loop is an adjoint, outside of the circle of nodes.
func (p plan) loop(at, outward point) curve {
	angle := math.Atan2(outward.y, outward.x)
	open := 0.5
	from := at.plus(polar(p.node, angle-open))
	to := at.plus(polar(p.node+1, angle+open))
	reach := p.node * 3
	return curve{from, at.plus(polar(reach, angle-0.75)), at.plus(polar(reach, angle+0.75)), to}
}

// heads puts up to three arrowheads near the end of a curve.
func (p plan) heads(c *canvas, k curve, n int, loop bool) {
	length := 0.0
	for i := range 32 {
		length += k.at(float64(i+1) / 32).minus(k.at(float64(i) / 32)).norm()
	}
	heads := min(n, 3)
	gap := p.head * 0.75
	end := length - p.head*0.6
	if !loop {
		end = math.Min(end, 0.72*length+gap*float64(heads-1)/2)
	}
	for i := range heads {
		f := (end - gap*float64(i)) / length
		if f <= 0 {
			break
		}
		w := k.where(f)
		c.head(k.at(w), k.direction(w), text, p.head)
	}
}

// bundleText is the multiplicity and the charges of parallel arrows.
func (p plan) bundleText(b bundle) string {
	var charges []string
	count := map[string]int{}
	for _, k := range b.arrows {
		if k >= len(p.charges) {
			continue
		}
		if count[p.charges[k]] == 0 {
			charges = append(charges, p.charges[k])
		}
		count[p.charges[k]]++
	}
	if len(charges) == 0 {
		if n := len(b.arrows); n > 3 {
			return fmt.Sprint(n)
		}
		return ""
	}
	if len(b.arrows) == 1 {
		return charges[0]
	}
	parts := make([]string, len(charges))
	for i, q := range charges {
		parts[i] = q
		if count[q] > 1 {
			parts[i] = fmt.Sprintf("%d × %s", count[q], q)
		}
	}
	return strings.Join(parts, ", ")
}
