package report

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is one plot, drawn in vector form and rendered on demand.
type Figure struct {
	// Name is the base of the file names.
	Name  string
	Title string
	// Caption says what is drawn and how to read it; Alt says in words what it shows.
	Caption, Alt  string
	Width, Height vg.Length
	draw          func(c draw.Canvas)
}

// pngDPI gives a full-width figure about 1500 pixels.
const pngDPI = 220

// SVG renders the figure as a document of its own, in the colours of paper.
func (f Figure) SVG() ([]byte, error) {
	body, err := f.vector()
	if err != nil {
		return nil, err
	}
	return append([]byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"), body...), nil
}

// PNG renders the figure as pixels.
func (f Figure) PNG() ([]byte, error) {
	img := vgimg.NewWith(vgimg.UseWH(f.Width, f.Height), vgimg.UseDPI(pngDPI), vgimg.UseBackgroundColor(inkPaper.color()))
	f.draw(draw.New(img))
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: img}).WriteTo(&b); err != nil {
		return nil, fmt.Errorf("report: figure %s: PNG: %w", f.Name, err)
	}
	return b.Bytes(), nil
}

var (
	svgOpen  = regexp.MustCompile(`(?s)^.*?<svg[^>]*>`)
	svgStyle = regexp.MustCompile(`\s*style="([^"]*)"`)
	svgDecl  = regexp.MustCompile(`([a-z-]+):([^;]*)`)
)

// vector renders the <svg> element. Style attributes become presentation
// attributes, which a page with a strict content policy may carry and which its
// style sheet can override.
func (f Figure) vector() ([]byte, error) {
	canvas := vgsvg.New(f.Width, f.Height)
	c := draw.New(canvas)
	c.SetColor(inkPaper.color())
	c.Fill(c.Rectangle.Path())
	f.draw(c)
	var raw bytes.Buffer
	if _, err := canvas.WriteTo(&raw); err != nil {
		return nil, fmt.Errorf("report: figure %s: SVG: %w", f.Name, err)
	}
	open := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" aria-labelledby="%[1]s-title %[1]s-desc" viewBox="0 0 %.5[2]g %.5[3]g" width="%.5[2]gpt" height="%.5[3]gpt">
<title id="%[1]s-title">%[4]s</title>
<desc id="%[1]s-desc">%[5]s</desc>`,
		f.Name, f.Width.Points(), f.Height.Points(), html.EscapeString(f.Title), html.EscapeString(f.Alt))
	body := svgOpen.ReplaceAllLiteral(raw.Bytes(), []byte(open))
	return svgStyle.ReplaceAllFunc(body, func(m []byte) []byte {
		var out strings.Builder
		for _, d := range svgDecl.FindAllSubmatch(svgStyle.FindSubmatch(m)[1], -1) {
			name, value := string(d[1]), string(d[2])
			switch {
			case name == "font-variant", name == "font-style" && value == "normal", name == "font-weight" && value == "normal":
				continue
			case name == "font-family":
				value += ", Arial, Helvetica, sans-serif"
			}
			fmt.Fprintf(&out, " %s=\"%s\"", name, value)
		}
		return []byte(out.String())
	}), nil
}

// panel is a rectangle of a figure with linear axes.
type panel struct {
	draw.Canvas
	x0, x1, y0, y1 float64
}

func (p panel) x(v float64) vg.Length { return p.X((v - p.x0) / (p.x1 - p.x0)) }
func (p panel) y(v float64) vg.Length { return p.Y((v - p.y0) / (p.y1 - p.y0)) }

func (p panel) at(x, y float64) vg.Point { return vg.Point{X: p.x(x), Y: p.y(y)} }

// tick is a labelled place on an axis.
type tick struct {
	at    float64
	label string
}

// axes draws the two spines with outward ticks, and faint lines across at the y
// ticks; labels of y only where the panel is the first of its row.
func (p panel) axes(xs, ys []tick, yLabels bool) {
	for _, t := range ys {
		y := p.y(t.at)
		p.StrokeLine2(line(inkRule, 0.4), p.Min.X, y, p.Max.X, y)
		if yLabels {
			p.StrokeLine2(line(inkText, 0.5), p.Min.X-3, y, p.Min.X, y)
			write(p.Canvas, typeset(textSize, inkText, draw.XRight, draw.YCenter), vg.Point{X: p.Min.X - 5, Y: y}, t.label)
		}
	}
	for _, t := range xs {
		x := p.x(t.at)
		p.StrokeLine2(line(inkText, 0.5), x, p.Min.Y-3, x, p.Min.Y)
		write(p.Canvas, typeset(textSize, inkText, draw.XCenter, draw.YTop), vg.Point{X: x, Y: p.Min.Y - 5}, t.label)
	}
	spine := line(inkText, 0.6)
	p.StrokeLine2(spine, p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
	p.StrokeLine2(spine, p.Min.X, p.Min.Y, p.Min.X, p.Max.Y)
}

// title writes a panel's name above it, flush left.
func (p panel) title(s string) {
	write(p.Canvas, bold(typeset(textSize, inkText, draw.XLeft, draw.YBottom)), vg.Point{X: p.Min.X, Y: p.Max.Y + 5}, s)
}

// upright writes the name of the y axis, reading upward, the given distance to the
// left of the axis.
func (p panel) upright(s string, distance vg.Length) {
	st := typeset(textSize, inkText, draw.XCenter, draw.YBottom)
	st.Rotation = math.Pi / 2
	write(p.Canvas, st, vg.Point{X: p.Min.X - distance, Y: p.Center().Y}, s)
}

// write sets a line of text. Centred text is centred on the height of its capitals,
// as the eye does, not on ascent and descent.
func write(c draw.Canvas, st text.Style, at vg.Point, s string) {
	if st.YAlign == draw.YCenter && st.Rotation == 0 {
		at.Y += st.Font.Size * 0.1
	}
	c.FillText(st, at, s)
}

// box is the part of c with its lower left corner at (x, y), in points from the
// lower left of c.
func box(c draw.Canvas, x, y, w, h vg.Length) draw.Canvas {
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: c.Min.X + x, Y: c.Min.Y + y},
		Max: vg.Point{X: c.Min.X + x + w, Y: c.Min.Y + y + h},
	}}
}

// entry is one item of a legend.
type legendEntry struct {
	label string
	draw  func(c draw.Canvas, at vg.Point) // around the centre of a key 20 points wide
}

const (
	legendLine = 13 // points from one legend line to the next
	legendKey  = 20
)

// legendRows breaks entries into lines of at most width.
func legendRows(entries []legendEntry, width vg.Length) [][]legendEntry {
	var rows [][]legendEntry
	used := vg.Length(0)
	for _, e := range entries {
		w := legendWidth(e)
		if len(rows) == 0 || used+w > width {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		used += w
	}
	return rows
}

func legendWidth(e legendEntry) vg.Length {
	return legendKey + 4 + typeset(textSize, inkText, draw.XLeft, draw.YCenter).Width(e.label) + 14
}

// drawLegend writes the lines downward from the top left corner given.
func drawLegend(c draw.Canvas, rows [][]legendEntry, left, top vg.Length) {
	y := top - legendLine/2
	for _, row := range rows {
		x := left
		for _, e := range row {
			e.draw(c, vg.Point{X: x + legendKey/2, Y: y})
			write(c, typeset(textSize, inkText, draw.XLeft, draw.YCenter), vg.Point{X: x + legendKey + 4, Y: y}, e.label)
			x += legendWidth(e)
		}
		y -= legendLine
	}
}
