package report

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assay-physics/assay/run/stats"
)

// The house style of figures: one sans serif at 8 points on a page 7 inches wide
// (the width of a two-column journal page), hairlines, no boxes, and no meaning
// carried by colour alone: curves differ in marker and dash, outcomes in shape.
//
// Every colour is an ink with a light and a dark form. A figure is drawn in the
// light one; the HTML page maps each to its dark form by a rule on the colour
// itself, so that one SVG serves paper and both themes. For that to work the light
// forms must be distinct.

// ink is one colour in both themes, as 0xRRGGBB.
type ink struct{ light, dark uint32 }

var (
	inkPaper = ink{0xFFFFFF, 0x17191C}
	inkText  = ink{0x1B1D20, 0xE4E6E9}
	inkFaint = ink{0x6A6F76, 0x9BA1A9}
	inkRule  = ink{0xC9CCD1, 0x43484F}
	// inkOnTone is the text on strong tones, the reverse of inkText.
	inkOnTone = ink{0xFEFEFD, 0x121316}
)

// curveInks are the hues of Okabe and Ito (2008), which people with any of the
// common colour deficiencies can tell apart; yellow is left out and orange darkened, too
// pale on paper.
func curveInks() []ink {
	return []ink{
		{0x0072B2, 0x56B0E8}, {0xD55E00, 0xFF8A3D}, {0x009E73, 0x3FCFA4}, {0xCC79A7, 0xE79BC6},
		{0x4D4D4E, 0xB9BCC1}, {0xA67C00, 0xF2BC46}, {0x3A9BD0, 0x8CD0F5},
	}
}

// outcomeInk is the colour of an outcome's glyph; its shape says the same.
func outcomeInk(o stats.Outcome) ink {
	switch o {
	case stats.OutcomeCertified:
		return ink{0x00664B, 0x45D0A6}
	case stats.OutcomeRight:
		return ink{0x0F6FAA, 0x62B6EA}
	case stats.OutcomeMislabelled:
		return ink{0xB87400, 0xF0B64A}
	case stats.OutcomeWrong:
		return ink{0xC24A00, 0xFF8B55}
	case stats.OutcomeUnreadable:
		return ink{0x8E4A72, 0xD991BE}
	case stats.OutcomeExcluded:
		return ink{0x808489, 0x868C94}
	}
	return inkText
}

// tones is the scale of the heat map, from none to all, in nine steps that also
// order rightly in grey.
func tones() []ink {
	const n = 9
	light := [][3]float64{{0xF6, 0xF3, 0xEE}, {0xF3, 0xC0, 0x8A}, {0xD6, 0x64, 0x28}, {0x7A, 0x1F, 0x0C}}
	dark := [][3]float64{{0x22, 0x24, 0x27}, {0x5C, 0x38, 0x22}, {0xA0, 0x55, 0x25}, {0xFF, 0xC0, 0x80}}
	out := make([]ink, n)
	for i := range out {
		t := float64(i) / (n - 1)
		out[i] = ink{mix(light, t), mix(dark, t)}
	}
	return out
}

// textOn is the ink of text on the tone of a level.
func textOn(level int) ink {
	if level > 5 {
		return inkOnTone
	}
	return inkText
}

// mix interpolates between equidistant stops.
func mix(stops [][3]float64, t float64) uint32 {
	x := t * float64(len(stops)-1)
	i := min(int(x), len(stops)-2)
	var rgb uint32
	for k := range 3 {
		v := stops[i][k] + (x-float64(i))*(stops[i+1][k]-stops[i][k])
		rgb = rgb<<8 | uint32(math.Round(v))
	}
	return rgb
}

// allInks lists every colour that a figure can contain.
func allInks() []ink {
	out := []ink{inkPaper, inkText, inkFaint, inkRule, inkOnTone}
	out = append(out, curveInks()...)
	for _, o := range stats.Outcomes() {
		out = append(out, outcomeInk(o))
	}
	return append(out, tones()...)
}

func (k ink) color() color.Color { return rgb(k.light) }

func rgb(v uint32) color.Color {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}

// figureCSS maps the light colours of inlined figures to their dark form.
func figureCSS() string {
	var b strings.Builder
	for _, k := range allInks() {
		fmt.Fprintf(&b, "svg.figure [fill=\"#%06X\"]{fill:#%06X}svg.figure [stroke=\"#%06X\"]{stroke:#%06X}\n",
			k.light, k.dark, k.light, k.dark)
	}
	return b.String()
}

const (
	textSize  = 8.0 // points
	smallSize = 7.0
	pageWidth = 7 * vg.Inch
)

// typeset is a text style of the house.
func typeset(size vg.Length, k ink, x draw.XAlignment, y draw.YAlignment) text.Style {
	return text.Style{
		Color:   k.color(),
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		XAlign:  x,
		YAlign:  y,
		Handler: plot.DefaultTextHandler,
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

func line(k ink, width vg.Length, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: k.color(), Width: width, Dashes: dashes}
}

// curveStyle is how the i-th agent is drawn in every figure.
type curveStyle struct {
	ink    ink
	dashes []vg.Length
	marker int
}

func styleOf(i int) curveStyle {
	inks := curveInks()
	dashes := [][]vg.Length{nil, {5, 2}, {1.5, 1.5}, {6, 2, 1.5, 2}}
	return curveStyle{ink: inks[i%len(inks)], dashes: dashes[i%len(dashes)], marker: i}
}

// marker draws the glyph of the i-th agent: five filled shapes, then the same open.
func marker(c draw.Canvas, i int, k ink, at vg.Point, r vg.Length) {
	var pts []vg.Point
	polygon := func(n int, start float64) {
		for j := range n {
			s, co := math.Sincos(start + 2*math.Pi*float64(j)/float64(n))
			pts = append(pts, vg.Point{X: at.X + r*vg.Length(co), Y: at.Y + r*vg.Length(s)})
		}
	}
	switch i % 5 {
	case 0:
		polygon(24, 0)
	case 1:
		polygon(4, math.Pi/4)
	case 2:
		polygon(3, math.Pi/2)
	case 3:
		polygon(4, 0)
	case 4:
		polygon(3, -math.Pi/2)
	}
	fill := k
	if i/5%2 == 1 {
		fill = inkPaper
	}
	edge := line(inkPaper, 0.5)
	if i/5%2 == 1 {
		edge = line(k, 0.9)
	}
	c.FillPolygon(fill.color(), pts)
	c.StrokeLines(edge, append(pts, pts[0], pts[1]))
}

// outcomeGlyph draws an outcome as a shape: full disc, ring with a core, half disc,
// cross, question mark, dash.
func outcomeGlyph(c draw.Canvas, o stats.Outcome, at vg.Point, r vg.Length) {
	k := outcomeInk(o)
	disc := func(radius vg.Length, from, angle float64) vg.Path {
		var p vg.Path
		s, co := math.Sincos(from)
		p.Move(vg.Point{X: at.X + radius*vg.Length(co), Y: at.Y + radius*vg.Length(s)})
		p.Arc(at, radius, from, angle)
		p.Close()
		return p
	}
	c.SetColor(k.color())
	switch o {
	case stats.OutcomeCertified:
		c.Fill(disc(r, 0, 2*math.Pi))
	case stats.OutcomeRight, stats.OutcomeMislabelled:
		c.SetLineStyle(line(k, 0.9))
		c.Stroke(disc(r-0.45, 0, 2*math.Pi))
		if o == stats.OutcomeRight {
			c.Fill(disc(r*0.45, 0, 2*math.Pi))
		} else {
			c.Fill(disc(r-0.45, math.Pi/2, math.Pi))
		}
	case stats.OutcomeWrong:
		d := r * 0.75
		l := line(k, 1.3)
		c.StrokeLine2(l, at.X-d, at.Y-d, at.X+d, at.Y+d)
		c.StrokeLine2(l, at.X-d, at.Y+d, at.X+d, at.Y-d)
	case stats.OutcomeUnreadable:
		write(c, bold(typeset(2.3*r, k, draw.XCenter, draw.YCenter)), at, "?")
	default:
		c.StrokeLine2(line(k, 1), at.X-r*0.7, at.Y, at.X+r*0.7, at.Y)
	}
}
