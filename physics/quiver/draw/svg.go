// Package draw draws quivers and trees of dualities as SVG that reads well in print: nodes
// with their ranks, arrows with their multiplicities and R-charges.
//
// Quiver draws one theory, Tree what seiberg.Explore found. The pictures are plain text
// without fonts, scripts or style sheets of their own; every colour is an attribute, in its
// form on white paper, and Dark gives the rules by which a page shows them on black.
package draw

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// The inks of the house (see run/report), on paper and on black. Arrows differ by their
// heads and labels, never by colour alone.
const (
	paper  = "#FFFFFF"
	text   = "#1B1D20"
	faint  = "#6A6F76"
	rule   = "#C9CCD1"
	accent = "#0072B2"
)

// Dark are CSS rules that show a figure of class "figure" on a dark page.
func Dark() string {
	var b strings.Builder
	for _, k := range [][2]string{{paper, "#17191C"}, {text, "#E4E6E9"}, {faint, "#9BA1A9"}, {rule, "#43484F"}, {accent, "#56B0E8"}} {
		fmt.Fprintf(&b, "svg.figure [fill=\"%[1]s\"]{fill:%[2]s}svg.figure [stroke=\"%[1]s\"]{stroke:%[2]s}\n", k[0], k[1])
	}
	return b.String()
}

// point is a place in points from the upper left corner.
type point struct{ x, y float64 }

func (p point) plus(q point) point    { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point   { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float64) point { return point{p.x * f, p.y * f} }
func (p point) norm() float64         { return math.Hypot(p.x, p.y) }
func (p point) unit() point           { return p.times(1 / p.norm()) }
func (p point) left() point           { return point{p.y, -p.x} } // as seen on the page, y downward
func polar(r, angle float64) point    { s, c := math.Sincos(angle); return point{r * c, r * s} }
func mix(p, q point, f float64) point { return p.times(1 - f).plus(q.times(f)) }
func number(x float64) string         { return trim(fmt.Sprintf("%.2f", x+0)) }
func coordinates(p point) string      { return number(p.x) + " " + number(p.y) }
func trim(s string) string {
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// canvas collects elements.
type canvas struct {
	strings.Builder
	least, most point // what has been drawn
	empty       bool
}

func newCanvas() *canvas { return &canvas{empty: true} }

// reach extends the picture to a place with room around it.
func (c *canvas) reach(p point, room float64) { c.reachBox(p, room, room) }

func (c *canvas) reachBox(p point, w, h float64) {
	lo, hi := point{p.x - w, p.y - h}, point{p.x + w, p.y + h}
	if c.empty {
		c.least, c.most, c.empty = lo, hi, false
		return
	}
	c.least = point{math.Min(c.least.x, lo.x), math.Min(c.least.y, lo.y)}
	c.most = point{math.Max(c.most.x, hi.x), math.Max(c.most.y, hi.y)}
}

// curve is a cubic Bézier curve.
type curve [4]point

func (k curve) at(t float64) point {
	u := 1 - t
	return k[0].times(u * u * u).plus(k[1].times(3 * u * u * t)).plus(k[2].times(3 * u * t * t)).plus(k[3].times(t * t * t))
}

func (k curve) direction(t float64) point {
	u := 1 - t
	return k[1].minus(k[0]).times(u * u).plus(k[2].minus(k[1]).times(2 * u * t)).plus(k[3].minus(k[2]).times(t * t)).unit()
}

// where is the parameter at a fraction of the length.
func (k curve) where(fraction float64) float64 {
	const n = 64
	var length [n + 1]float64
	for i := 1; i <= n; i++ {
		length[i] = length[i-1] + k.at(float64(i)/n).minus(k.at(float64(i-1)/n)).norm()
	}
	want := fraction * length[n]
	for i := 1; i <= n; i++ {
		if length[i] >= want {
			return (float64(i-1) + (want-length[i-1])/(length[i]-length[i-1])) / n
		}
	}
	return 1
}

func (c *canvas) stroke(k curve, ink string, width float64, dashed bool) {
	dash := ""
	if dashed {
		dash = ` stroke-dasharray="3 2"`
	}
	fmt.Fprintf(c, `<path d="M%s C%s %s %s" fill="none" stroke="%s" stroke-width="%s"%s/>`+"\n",
		coordinates(k[0]), coordinates(k[1]), coordinates(k[2]), coordinates(k[3]), ink, number(width), dash)
	for i := range 9 {
		c.reach(k.at(float64(i)/8), width)
	}
}

// head is an arrowhead with its middle at p.
func (c *canvas) head(p, direction point, ink string, size float64) {
	tip := p.plus(direction.times(size * 0.6))
	back := p.minus(direction.times(size * 0.5))
	side := direction.left().times(size * 0.42)
	notch := p.minus(direction.times(size * 0.25))
	fmt.Fprintf(c, `<path d="M%s L%s L%s L%sZ" fill="%s"/>`+"\n",
		coordinates(tip), coordinates(back.plus(side)), coordinates(notch), coordinates(back.minus(side)), ink)
}

func (c *canvas) circle(p point, r float64, fill, ink string, width float64) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="%s" stroke-width="%s"/>`+"\n",
		number(p.x), number(p.y), number(r), fill, ink, number(width))
	c.reach(p, r+width)
}

// style of a line of text; its middle is at the point given, unless start or end is set.
type style struct {
	size   float64
	ink    string
	bold   bool
	halo   bool // paper behind it, where it is centred
	anchor string
}

// advance is the rough width of a text, enough for margins.
func advance(s string, size float64) float64 { return 0.56 * size * float64(len([]rune(s))) }

func (c *canvas) write(p point, st style, s string) {
	attr := ""
	if st.bold {
		attr += ` font-weight="bold"`
	}
	if st.anchor == "" {
		st.anchor = "middle"
	}
	w := advance(s, st.size)
	if st.halo {
		fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n",
			number(p.x-w/2), number(p.y-0.55*st.size), number(w), number(1.1*st.size), paper)
	}
	fmt.Fprintf(c, `<text x="%s" y="%s" text-anchor="%s" font-size="%s"%s fill="%s">%s</text>`+"\n",
		number(p.x), number(p.y+0.35*st.size), st.anchor, number(st.size), attr, st.ink, html.EscapeString(s))
	switch st.anchor {
	case "start":
		c.reachBox(point{p.x + w/2, p.y}, w/2, st.size*0.7)
	case "end":
		c.reachBox(point{p.x - w/2, p.y}, w/2, st.size*0.7)
	default:
		c.reachBox(p, w/2, st.size*0.7)
	}
}

// document closes the picture with a margin.
func (c *canvas) document(id, title, description string) []byte {
	const margin = 6
	x, y := c.least.x-margin, c.least.y-margin
	w, h := c.most.x-c.least.x+2*margin, c.most.y-c.least.y+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" aria-labelledby="%[1]s-title %[1]s-desc" viewBox="%[2]s %[3]s %[4]s %[5]s" width="%[4]spt" height="%[5]spt" font-family="Liberation Sans, Arial, Helvetica, sans-serif">
<title id="%[1]s-title">%[6]s</title>
<desc id="%[1]s-desc">%[7]s</desc>
<rect x="%[2]s" y="%[3]s" width="%[4]s" height="%[5]s" fill="%[8]s"/>
`, id, number(x), number(y), number(w), number(h), html.EscapeString(title), html.EscapeString(description), paper)
	b.WriteString(c.String())
	b.WriteString("</svg>\n")
	return []byte(b.String())
}
