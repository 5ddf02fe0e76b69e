package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/stats"
)

const (
	figureMargin = 8  // points around every figure
	panelGap     = 16 // points between panels
	titleRoom    = 20 // points for the name of a panel
)

// The names of the figures, which are also those of their files.
const (
	figurePass        = "pass-by-round"
	figureMatrix      = "task-matrix"
	figureReliability = "reliability"
	figureObligations = "obligations"
)

// maxMatrixTasks bounds the tasks drawn in the matrix; the page's table has all.
const maxMatrixTasks = 60

// Figures are the plots of a summary, those that have anything to show.
func Figures(s stats.Summary) []Figure {
	var out []Figure
	for _, f := range []func(stats.Summary) (Figure, bool){passFigure, matrixFigure, reliabilityFigure, obligationFigure} {
		if fig, ok := f(s); ok {
			out = append(out, fig)
		}
	}
	return out
}

// passFigure draws the cumulative pass rate by round: descriptions side by side,
// one row of panels a policy, one curve a model.
func passFigure(s stats.Summary) (Figure, bool) {
	type place struct{ policy, variant string }
	curves := map[place][]stats.Curve{}
	rounds := 0
	var policies []string
	for _, c := range s.Curves {
		if len(c.Points) == 0 {
			continue
		}
		rounds = max(rounds, len(c.Points))
		curves[place{c.Policy, c.Variant}] = append(curves[place{c.Policy, c.Variant}], c)
		if !slices.Contains(policies, c.Policy) {
			policies = append(policies, c.Policy)
		}
	}
	if len(curves) == 0 {
		return Figure{}, false
	}
	models := modelsOf(s.Agents)
	names := agentNames(models, 34)
	index := map[string]int{}
	var legend []legendEntry
	for i, a := range models {
		index[a.Model] = i
		legend = append(legend, curveKey(i, names[i]))
	}

	cols := min(len(s.Variants), 3)
	rowsPerPolicy := (len(s.Variants) + cols - 1) / cols
	rows := rowsPerPolicy * len(policies)
	const left, bottom, panelHeight = 40, 32, 118
	lines := legendRows(legend, pageWidth-2*figureMargin-left)
	width := (pageWidth - 2*figureMargin - left - panelGap*vg.Length(cols-1)) / vg.Length(cols)
	if cols == 1 {
		width = min(width, 230)
	}
	rowHeight := vg.Length(titleRoom + panelHeight + bottom)
	height := 2*figureMargin + rowHeight*vg.Length(rows) + legendLine*vg.Length(len(lines)) + 4

	f := Figure{Name: figurePass, Title: "Cumulative pass rate by round", Width: pageWidth, Height: height,
		Caption: "Share of trials " + s.Spec.Words.Passed + " in some round up to the one on the axis. " +
			"Bars are Wilson 95 % intervals. Curves are set apart sideways, and coincident ones a little in height, so that each can be seen.",
		Alt: passAlt(s.Curves)}
	f.draw = func(c draw.Canvas) {
		for pi, policy := range policies {
			for vi, variant := range s.Variants {
				row, col := pi*rowsPerPolicy+vi/cols, vi%cols
				x := figureMargin + left + vg.Length(col)*(width+panelGap)
				y := height - figureMargin - rowHeight*vg.Length(row+1) + bottom
				p := panel{Canvas: box(c, x, y, width, panelHeight), x0: -0.5, x1: float64(rounds) - 0.5, y0: 0, y1: 1}
				p.axes(roundTicks(rounds), unitTicks(), col == 0)
				title := oneLine(variant)
				if len(policies) > 1 {
					title += " · " + oneLine(policy)
				}
				p.title(title)
				if col == 0 {
					p.upright("share passed", 26)
				}
				if pi == len(policies)-1 || rowsPerPolicy > 1 {
					write(p.Canvas, typeset(textSize, inkText, draw.XCenter, draw.YTop), vg.Point{X: p.Center().X, Y: p.Min.Y - 17}, "round")
				}
				drawCurves(p, curves[place{policy, variant}], index)
			}
		}
		drawLegend(c, lines, c.Min.X+figureMargin+left, c.Min.Y+figureMargin+legendLine*vg.Length(len(lines)))
	}
	return f, true
}

// drawCurves draws the curves of one panel, dodged.
func drawCurves(p panel, curves []stats.Curve, index map[string]int) {
	step := min(0.09, 0.5/float64(max(1, len(curves))))
	for i, c := range curves {
		st := styleOf(index[c.Model])
		var pts []vg.Point
		for r, rate := range c.Points {
			v, ok := rate.Value()
			if !ok {
				continue
			}
			same, rank := 0, 0
			for j, o := range curves {
				if r < len(o.Points) {
					if w, ok := o.Points[r].Value(); ok && w == v {
						same++
						if j < i {
							rank++
						}
					}
				}
			}
			at := p.at(float64(r)+(float64(i)-float64(len(curves)-1)/2)*step, v)
			at.Y -= (vg.Length(rank) - vg.Length(same-1)/2) * 1.7
			pts = append(pts, at)
			if lo, hi, ok := rate.Wilson(); ok {
				p.StrokeLine2(line(st.ink, 0.45), at.X, p.y(lo), at.X, p.y(hi))
			}
		}
		if len(pts) > 1 {
			p.StrokeLines(line(st.ink, 1.1, st.dashes...), pts)
		}
		for _, at := range pts {
			marker(p.Canvas, st.marker, st.ink, at, 2.7)
		}
	}
}

func passAlt(curves []stats.Curve) string {
	var parts []string
	for _, c := range curves {
		if len(c.Points) == 0 {
			continue
		}
		first, last := c.Points[0], c.Points[len(c.Points)-1]
		parts = append(parts, fmt.Sprintf("%s (%s), %s: %d of %d in round 0, %d of %d by round %d", oneLine(c.Model), oneLine(c.Policy), oneLine(c.Variant),
			first.Hits, first.Of, last.Hits, last.Of, len(c.Points)-1))
	}
	return strings.Join(parts, "; ")
}

// modelsOf reduces agents to their models, once each.
func modelsOf(agents []stats.Agent) []stats.Agent {
	var out []stats.Agent
	for _, a := range agents {
		if !slices.ContainsFunc(out, func(b stats.Agent) bool { return b.Model == a.Model }) {
			out = append(out, stats.Agent{Model: a.Model})
		}
	}
	return out
}

func curveKey(i int, label string) legendEntry {
	st := styleOf(i)
	return legendEntry{label: label, draw: func(c draw.Canvas, at vg.Point) {
		c.StrokeLine2(line(st.ink, 1.1, st.dashes...), at.X-legendKey/2, at.Y, at.X+legendKey/2, at.Y)
		marker(c, st.marker, st.ink, at, 2.7)
	}}
}

func unitTicks() []tick {
	return []tick{{0, "0"}, {0.25, "0.25"}, {0.5, "0.5"}, {0.75, "0.75"}, {1, "1"}}
}

// roundTicks labels every round, or every few when there are many.
func roundTicks(rounds int) []tick {
	every := (rounds + 9) / 10
	var out []tick
	for r := 0; r < rounds; r += every {
		out = append(out, tick{float64(r), strconv.Itoa(r)})
	}
	return out
}

// matrixFigure draws the task × model matrix: a panel a description, a line an
// agent, a column a task.
func matrixFigure(s stats.Summary) (Figure, bool) {
	if len(s.Cells) == 0 {
		return Figure{}, false
	}
	tasks, most, left := matrixTasks(s)
	names := agentNames(s.Agents, 30)
	labels := vg.Length(0)
	for _, n := range names {
		labels = max(labels, typeset(textSize, inkText, draw.XLeft, draw.YCenter).Width(n))
	}
	labels += 8
	room := pageWidth - 2*figureMargin - labels
	// Panels stand side by side where a cell keeps room for its glyph, else below
	// each other.
	cols := min(len(s.Variants), 3)
	for cols > 1 && (room-panelGap*vg.Length(cols-1))/vg.Length(cols)/vg.Length(most) < 17 {
		cols--
	}
	cell := min(26, (room-panelGap*vg.Length(cols-1))/vg.Length(cols)/vg.Length(most))
	const cellHeight = 17
	rows := (len(s.Variants) + cols - 1) / cols
	rowHeight := titleRoom + 14 + cellHeight*vg.Length(len(s.Agents)) + 10
	var legend []legendEntry
	for _, o := range stats.Outcomes() {
		legend = append(legend, legendEntry{label: s.Spec.Words.Outcomes[o], draw: func(c draw.Canvas, at vg.Point) { outcomeGlyph(c, o, at, 4) }})
	}
	lines := legendRows(legend, pageWidth-2*figureMargin)
	height := 2*figureMargin + rowHeight*vg.Length(rows) + legendLine*vg.Length(len(lines)) + 4

	at := map[string]stats.Cell{}
	key := func(a stats.Agent, variant, task string) string {
		return strings.Join([]string{a.Model, a.Policy, variant, task}, "\x00")
	}
	for _, c := range s.Cells {
		at[key(c.Agent, c.Variant, c.Task)] = c
	}
	caption := "Outcome of each task at the end of the trial. The figure beside a glyph is the round in which " + s.Spec.Words.First + "; with several epochs there is a glyph for each, or a bar whose parts are as wide as their share and the lower the worse the outcome."
	if left > 0 {
		caption += fmt.Sprintf(" The first %d tasks of a description are drawn, %d are left out.", most, left)
	}
	f := Figure{Name: figureMatrix, Title: "Task × model matrix", Caption: caption, Alt: matrixAlt(s), Width: pageWidth, Height: height}
	f.draw = func(c draw.Canvas) {
		for vi, variant := range s.Variants {
			row, col := vi/cols, vi%cols
			x := figureMargin + labels + vg.Length(col)*(cell*vg.Length(most)+panelGap)
			top := height - figureMargin - rowHeight*vg.Length(row)
			p := panel{Canvas: box(c, x, top-rowHeight+10, cell*vg.Length(max(1, len(tasks[vi]))), cellHeight*vg.Length(len(s.Agents)))}
			write(p.Canvas, bold(typeset(textSize, inkText, draw.XLeft, draw.YBottom)), vg.Point{X: p.Min.X, Y: p.Max.Y + 17}, oneLine(variant))
			for ti, task := range tasks[vi] {
				label := shorten(oneLine(task), max(3, int(cell/4)))
				if cell < 12 { // no room for names
					label = ""
					if ti%5 == 0 {
						label = strconv.Itoa(ti + 1)
					}
				}
				write(p.Canvas, typeset(smallSize, inkFaint, draw.XCenter, draw.YBottom),
					vg.Point{X: p.Min.X + (vg.Length(ti)+0.5)*cell, Y: p.Max.Y + 4}, label)
			}
			for ai, a := range s.Agents {
				y := p.Max.Y - (vg.Length(ai)+0.5)*cellHeight
				if col == 0 {
					write(p.Canvas, typeset(textSize, inkText, draw.XRight, draw.YCenter), vg.Point{X: p.Min.X - 6, Y: y}, names[ai])
				}
				p.StrokeLine2(line(inkRule, 0.4), p.Min.X, y+cellHeight/2, p.Max.X, y+cellHeight/2)
				for ti, task := range tasks[vi] {
					entries := at[key(a, variant, task)].Entries
					drawEntries(p.Canvas, entries, vg.Point{X: p.Min.X + (vg.Length(ti)+0.5)*cell, Y: y}, cell)
				}
			}
			p.StrokeLine2(line(inkRule, 0.4), p.Min.X, p.Min.Y, p.Max.X, p.Min.Y)
		}
		drawLegend(c, lines, c.Min.X+figureMargin, c.Min.Y+figureMargin+legendLine*vg.Length(len(lines)))
	}
	return f, true
}

// matrixTasks lists the tasks that are drawn of each description, the largest number of
// them, and how many tasks are left out.
func matrixTasks(s stats.Summary) (tasks [][]string, most, left int) {
	type place struct{ variant, task string }
	has := map[place]bool{}
	for _, c := range s.Cells {
		has[place{c.Variant, c.Task}] = true
	}
	for _, v := range s.Variants {
		var list []string
		for _, t := range s.Tasks {
			switch {
			case !has[place{v, t}]:
			case len(list) == maxMatrixTasks:
				left++
			default:
				list = append(list, t)
			}
		}
		tasks, most = append(tasks, list), max(most, len(list))
	}
	return tasks, most, left
}

// drawEntries draws the trials of one cell around its centre: a glyph and the round
// of the first pass for one, glyphs for a few, a stacked bar for many.
func drawEntries(c draw.Canvas, entries []stats.Entry, at vg.Point, width vg.Length) {
	r := min(4, width*0.3)
	switch n := len(entries); {
	case n == 1:
		if e := entries[0]; e.FirstPass >= 0 && width >= 15 {
			at.X -= 3
			write(c, typeset(6, inkFaint, draw.XLeft, draw.YBottom), vg.Point{X: at.X + r + 1.2, Y: at.Y - 1}, strconv.Itoa(e.FirstPass))
		}
		outcomeGlyph(c, entries[0].Outcome, at, r)
	case vg.Length(n)*(2*r+1) <= width:
		x := at.X - vg.Length(n-1)/2*(2*r+1)
		for _, e := range entries {
			outcomeGlyph(c, e.Outcome, vg.Point{X: x, Y: at.Y}, r)
			x += 2*r + 1
		}
	default:
		full := width - 4
		x := at.X - full/2
		for i, o := range stats.Outcomes() {
			k := 0
			for _, e := range entries {
				if e.Outcome == o {
					k++
				}
			}
			if k == 0 {
				continue
			}
			w := full * vg.Length(k) / vg.Length(n)
			h := 10 - 1.7*vg.Length(i) // the worse the lower, so that grey print shows it too
			c.FillPolygon(outcomeInk(o).color(), []vg.Point{{X: x, Y: at.Y - 5}, {X: x + w, Y: at.Y - 5}, {X: x + w, Y: at.Y - 5 + h}, {X: x, Y: at.Y - 5 + h}})
			x += w
			if x < at.X+full/2-0.1 {
				c.StrokeLine2(line(inkPaper, 0.8), x, at.Y-5, x, at.Y+5)
			}
		}
	}
}

func matrixAlt(s stats.Summary) string {
	count := map[stats.Agent]map[stats.Outcome]int{}
	for _, c := range s.Cells {
		if count[c.Agent] == nil {
			count[c.Agent] = map[stats.Outcome]int{}
		}
		for _, e := range c.Entries {
			count[c.Agent][e.Outcome]++
		}
	}
	var parts []string
	for _, a := range s.Agents {
		var words []string
		for _, o := range stats.Outcomes() {
			if n := count[a][o]; n > 0 {
				words = append(words, fmt.Sprintf("%d %s", n, s.Spec.Words.Outcomes[o]))
			}
		}
		parts = append(parts, fmt.Sprintf("%s (%s): %s", oneLine(a.Model), oneLine(a.Policy), strings.Join(words, ", ")))
	}
	return strings.Join(parts, "; ")
}

// reliabilityFigure draws stated confidence against the share that was right, a
// panel a kind of outcome.
func reliabilityFigure(s stats.Summary) (Figure, bool) {
	var shown []stats.Calibration
	byName := map[string][]stats.Reliability{}
	for _, r := range s.Reliability {
		if r.Brier.N > 0 {
			byName[r.Name] = append(byName[r.Name], r)
		}
	}
	for _, c := range s.Spec.Calibrations {
		if len(byName[c.Name]) > 0 {
			shown = append(shown, c)
		}
	}
	if len(shown) == 0 {
		return Figure{}, false
	}
	names := agentNames(s.Agents, 34)
	index := map[stats.Agent]int{}
	var legend []legendEntry
	for i, a := range s.Agents {
		index[a] = i
		legend = append(legend, curveKey(i, names[i]))
	}
	const left, bottom, side = 40, 36, 172
	lines := legendRows(legend, pageWidth-2*figureMargin-left)
	height := vg.Length(2*figureMargin+titleRoom+side+bottom+4) + legendLine*vg.Length(len(lines))
	f := Figure{Name: figureReliability, Title: "Stated confidence against outcome", Width: pageWidth, Height: height,
		Caption: fmt.Sprintf("Trials in %d bins of stated confidence: mean confidence of a bin against the share that was right, with Wilson 95 %% intervals; "+
			"the area of a marker grows with the number of trials. On the dotted line confidence is honest; below it, too high.", stats.Bins),
		Alt: reliabilityAlt(s.Reliability)}
	f.draw = func(c draw.Canvas) {
		for i, cal := range shown {
			p := panel{Canvas: box(c, figureMargin+left+vg.Length(i)*(side+left+panelGap+16), height-figureMargin-titleRoom-side, side, side), x1: 1, y1: 1}
			p.axes(unitTicks(), unitTicks(), true)
			p.title(cal.Title)
			p.StrokeLine2(line(inkFaint, 0.7, 1.5, 2), p.Min.X, p.Min.Y, p.Max.X, p.Max.Y)
			write(p.Canvas, typeset(textSize, inkText, draw.XCenter, draw.YTop), vg.Point{X: p.Center().X, Y: p.Min.Y - 17}, "stated confidence")
			p.upright("share right", 26)
			for _, r := range byName[cal.Name] {
				// Set apart sideways, so that equal points can be told apart.
				shift := (vg.Length(index[r.Agent]) - vg.Length(len(s.Agents)-1)/2) * 2
				drawReliability(p, r, styleOf(index[r.Agent]), shift)
			}
		}
		drawLegend(c, lines, c.Min.X+figureMargin+left, c.Min.Y+figureMargin+legendLine*vg.Length(len(lines)))
	}
	return f, true
}

func drawReliability(p panel, r stats.Reliability, st curveStyle, shift vg.Length) {
	var pts []vg.Point
	var sizes []vg.Length
	for _, b := range r.Bins {
		x, ok := b.Confidence.Value()
		if !ok {
			continue
		}
		y, _ := b.Right.Value()
		at := p.at(x, y)
		at.X += shift
		pts = append(pts, at)
		sizes = append(sizes, vg.Length(min(7, 2.2+0.55*math.Sqrt(float64(b.Right.Of)))))
		lo, hi, _ := b.Right.Wilson()
		p.StrokeLine2(line(st.ink, 0.45), at.X, p.y(lo), at.X, p.y(hi))
	}
	if len(pts) > 1 {
		p.StrokeLines(line(st.ink, 0.9, st.dashes...), pts)
	}
	for i, at := range pts {
		marker(p.Canvas, st.marker, st.ink, at, sizes[i])
	}
}

func reliabilityAlt(rs []stats.Reliability) string {
	var parts []string
	for _, r := range rs {
		if b, ok := r.Brier.Value(); ok {
			parts = append(parts, fmt.Sprintf("%s (%s), %s: Brier score %.3f over %d trials", oneLine(r.Model), oneLine(r.Policy), r.Name, b, r.Brier.N))
		}
	}
	return strings.Join(parts, "; ")
}

// obligationFigure draws which obligation failed how often: a line an obligation, a
// column an agent, the tone by the share that failed.
func obligationFigure(s stats.Summary) (Figure, bool) {
	if len(s.Obligations) == 0 {
		return Figure{}, false
	}
	var obligations []string
	at := map[string]map[stats.Agent]stats.Tally{}
	for _, t := range s.Obligations {
		if at[t.Obligation] == nil {
			at[t.Obligation] = map[stats.Agent]stats.Tally{}
			obligations = append(obligations, t.Obligation)
		}
		at[t.Obligation][t.Agent] = t
	}
	names := agentNames(s.Agents, 26)
	labelStyle := typeset(textSize, inkText, draw.XRight, draw.YCenter)
	labels := vg.Length(0)
	for _, o := range obligations {
		labels = max(labels, labelStyle.Width(oneLine(o)))
	}
	labels += 8
	headStyle := typeset(textSize, inkText, draw.XLeft, draw.YCenter)
	heads := vg.Length(0)
	for _, n := range names {
		heads = max(heads, headStyle.Width(n))
	}
	// Names that are wider than their column are turned, and then need room beyond
	// the last column.
	const turn = math.Pi / 3.5
	room, n := pageWidth-2*figureMargin-labels, vg.Length(len(s.Agents))
	cell, headRoom := min(116, room/n), vg.Length(16)
	turned := heads > cell-4
	if turned {
		headRoom = heads*vg.Length(math.Sin(turn)) + 14
		cell = min(56, (room-heads*vg.Length(math.Cos(turn)))/(n-0.5))
	}
	const cellHeight = 15
	height := 2*figureMargin + headRoom + cellHeight*vg.Length(len(obligations)) + 26
	f := Figure{Name: figureObligations, Title: "Obligations that failed", Width: pageWidth, Height: height,
		Caption: "Failed / judged findings of the final judge, by obligation. Findings that are unknown, not applicable or not implemented are not in the denominator; a dot marks a cell without any judged finding. In columns too narrow for the figures the tone stands alone.",
		Alt:     obligationAlt(s.Obligations)}
	scale, size := tones(), shareSize(s.Obligations, cell)
	f.draw = func(c draw.Canvas) {
		p := panel{Canvas: box(c, figureMargin+labels, figureMargin+26, cell*vg.Length(len(s.Agents)), cellHeight*vg.Length(len(obligations)))}
		for i, n := range names {
			st, x := headStyle, p.Min.X+vg.Length(i)*cell
			if turned {
				st.Rotation = turn
				st.YAlign = draw.YBottom
				x += cell / 2
			} else {
				st.XAlign, x = draw.XCenter, x+cell/2
			}
			write(p.Canvas, st, vg.Point{X: x, Y: p.Max.Y + 8}, n)
		}
		for i, o := range obligations {
			y := p.Max.Y - vg.Length(i+1)*cellHeight
			write(p.Canvas, labelStyle, vg.Point{X: p.Min.X - 6, Y: y + cellHeight/2}, oneLine(o))
			for j, a := range s.Agents {
				toneCell(p.Canvas, at[o][a], scale, size, vg.Point{X: p.Min.X + vg.Length(j)*cell, Y: y}, cell, cellHeight)
			}
		}
		// The scale.
		x := p.Min.X
		for i := range scale {
			fillBox(c, scale[i], vg.Point{X: x + vg.Length(i)*14, Y: c.Min.Y + figureMargin + 4}, 14, 7)
		}
		small := typeset(smallSize, inkFaint, draw.XRight, draw.YCenter)
		write(c, small, vg.Point{X: x - 4, Y: c.Min.Y + figureMargin + 7.5}, "none failed")
		small.XAlign = draw.XLeft
		write(c, small, vg.Point{X: x + vg.Length(len(scale))*14 + 4, Y: c.Min.Y + figureMargin + 7.5}, "all failed")
	}
	return f, true
}

func toneCell(c draw.Canvas, t stats.Tally, scale []ink, size vg.Length, corner vg.Point, w, h vg.Length) {
	middle := vg.Point{X: corner.X + w/2, Y: corner.Y + h/2}
	if t.Judged() == 0 {
		write(c, typeset(smallSize, inkFaint, draw.XCenter, draw.YCenter), middle, "·")
		return
	}
	failed := t.Counts[claim.Failed]
	level := int(math.Ceil(float64(failed) / float64(t.Judged()) * float64(len(scale)-1))) // one failure is never in the tone of none
	fillBox(c, scale[level], vg.Point{X: corner.X + 0.75, Y: corner.Y + 0.75}, w-1.5, h-1.5)
	if size > 0 {
		write(c, typeset(size, textOn(level), draw.XCenter, draw.YCenter), middle, share(t))
	}
}

// share is what a cell of the heat map says.
func share(t stats.Tally) string { return fmt.Sprintf("%d/%d", t.Counts[claim.Failed], t.Judged()) }

// shareSize is the largest size of text at which every share fits a cell, 0 for none.
func shareSize(ts []stats.Tally, cell vg.Length) vg.Length {
	for _, size := range []vg.Length{smallSize, 6, 5} {
		st := typeset(size, inkText, draw.XCenter, draw.YCenter)
		if !slices.ContainsFunc(ts, func(t stats.Tally) bool { return st.Width(share(t)) > cell-2.5 }) {
			return size
		}
	}
	return 0
}

func fillBox(c draw.Canvas, k ink, corner vg.Point, w, h vg.Length) {
	c.FillPolygon(k.color(), []vg.Point{corner, {X: corner.X + w, Y: corner.Y}, {X: corner.X + w, Y: corner.Y + h}, {X: corner.X, Y: corner.Y + h}})
}

func obligationAlt(ts []stats.Tally) string {
	var parts []string
	for _, t := range ts {
		if n := t.Counts[claim.Failed]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s failed %d of %d times for %s (%s)", oneLine(t.Obligation), n, t.Judged(), oneLine(t.Model), oneLine(t.Policy)))
		}
	}
	if len(parts) == 0 {
		return "No obligation failed."
	}
	return strings.Join(parts, "; ")
}
