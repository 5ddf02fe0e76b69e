package report

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"github.com/assay-physics/assay/run/stats"
)

// TableOptions says what the terminal can show.
type TableOptions struct {
	// Width in columns; 0 means without limit.
	Width int
	// Color allows ANSI attributes.
	Color bool
}

// OptionsFor looks at where the output goes: a terminal has a width, and colours
// unless NO_COLOR is set; a file or pipe has neither.
func OptionsFor(w io.Writer) TableOptions {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return TableOptions{}
	}
	o := TableOptions{Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
	if width, _, err := term.GetSize(int(f.Fd())); err == nil {
		o.Width = width
	}
	return o
}

// Table writes the table of a run for a terminal: one line a model, policy and
// description, each fraction with its denominator. When the width does not do, first
// the decimal form goes and the fraction stays, then whole columns go, the least
// needed first, and a line below says which.
func Table(w io.Writer, s stats.Summary, o TableOptions) error {
	b := bufio.NewWriter(w)
	t := mainTable(s)
	if len(t.Rows) == 0 {
		fmt.Fprintln(b, "No trials yet.")
		return b.Flush()
	}
	g, dropped := fit(t, o.Width)
	for i, line := range g.lines(o.Color) {
		if i > 0 && i-1 < len(t.Rows) && t.Rows[i-1].Lead && i > 1 && severalPerAgent(t) {
			fmt.Fprintln(b)
		}
		fmt.Fprintln(b, line)
	}
	fmt.Fprintln(b)
	for _, line := range footnotes(s, dropped) {
		fmt.Fprintln(b, wrap(line, o.Width))
	}
	return b.Flush()
}

// severalPerAgent reports whether some agent has more than one row, so that a blank
// line between agents helps the eye.
func severalPerAgent(t table) bool {
	leads := 0
	for _, r := range t.Rows {
		if r.Lead {
			leads++
		}
	}
	return leads < len(t.Rows)
}

func footnotes(s stats.Summary, dropped []string) []string {
	total, out := 0, 0
	var states []string
	for _, c := range terminalCounts(s) {
		total += c.Count
		if c.Count > 0 {
			states = append(states, fmt.Sprintf("%d %s", c.Count, c.Name))
		}
	}
	for _, r := range s.Rows {
		out += r.Excluded
	}
	line := fmt.Sprintf("%s: %s.", plural(total, "trial", "trials"), strings.Join(states, ", "))
	if out > 0 {
		line += fmt.Sprintf(" Left out of every rate: %d.", out)
	}
	if note := policyNote(s); note != "" {
		line += note
	}
	lines := []string{line}
	if len(dropped) > 0 {
		lines = append(lines, "Not shown at this width: "+strings.Join(dropped, ", ")+".")
	}
	return lines
}

// grid is a table as the terminal will see it.
type grid struct {
	head  []head
	cells [][]gridCell
}

type gridCell struct {
	text  string
	faint bool
}

const (
	gutter = 2
	// shortName is how far names are shortened before a column of results goes,
	// shortestName how far at all.
	shortName, shortestName = 24, 10
)

// fit chooses the form of the cells and the columns for a width.
func fit(t table, width int) (grid, []string) {
	g := newGrid(t, false)
	if width <= 0 || g.width() <= width {
		return g, nil
	}
	g = newGrid(t, true)
	gone := map[string]bool{}
	for over := g.width() - width; over > 0; over = g.width() - width {
		rank := 0
		for _, h := range g.head {
			rank = max(rank, h.keep)
		}
		switch longest := g.column(0); {
		case rank < 4 && longest > shortName:
			g.squeeze(min(over, longest-shortName))
		case rank > 0:
			for i := len(g.head) - 1; i >= 0; i-- {
				if g.head[i].keep == rank {
					gone[g.head[i].Title] = true
					g.drop(i)
				}
			}
		case longest > shortestName:
			g.squeeze(min(over, longest-shortestName))
		}
		if rank == 0 && g.column(0) <= shortestName {
			break // no narrower form is readable
		}
	}
	var dropped []string
	for _, h := range t.Head {
		if gone[h.Title] {
			dropped = append(dropped, h.Title)
		}
	}
	return g, dropped
}

func newGrid(t table, short bool) grid {
	g := grid{head: append([]head(nil), t.Head...)}
	for _, r := range t.Rows {
		var line []gridCell
		for _, c := range r.Cells {
			text := c.Main
			switch {
			case c.Same:
				text = ""
			case short && strings.Contains(c.Small, "/"):
				text = c.Small
			case c.Small != "" && !short:
				text += " " + c.Small
			}
			line = append(line, gridCell{text, c.Main == none})
		}
		g.cells = append(g.cells, line)
	}
	return g
}

func (g grid) column(i int) int {
	w := text.StringWidthWithoutEscSequences(g.head[i].Title)
	for _, line := range g.cells {
		w = max(w, text.StringWidthWithoutEscSequences(line[i].text))
	}
	return w
}

func (g grid) width() int {
	w := -gutter
	for i := range g.head {
		w += g.column(i) + gutter
	}
	return w
}

func (g *grid) drop(i int) {
	g.head = append(g.head[:i:i], g.head[i+1:]...)
	for j, line := range g.cells {
		g.cells[j] = append(line[:i:i], line[i+1:]...)
	}
}

// squeeze shortens the names in the first column by the given width.
func (g *grid) squeeze(by int) {
	keep := g.column(0) - by
	for _, line := range g.cells {
		line[0].text = shorten(line[0].text, keep)
	}
}

func (g grid) lines(color bool) []string {
	widths := make([]int, len(g.head))
	for i := range g.head {
		widths[i] = g.column(i)
	}
	render := func(cell func(i int) (string, string)) string {
		var b strings.Builder
		for i := range g.head {
			s, attr := cell(i)
			pad := strings.Repeat(" ", widths[i]-text.StringWidthWithoutEscSequences(s))
			if color && attr != "" && s != "" {
				s = attr + s + "\x1b[0m"
			}
			if i > 0 {
				b.WriteString(strings.Repeat(" ", gutter))
			}
			if g.head[i].Number {
				b.WriteString(pad + s)
			} else {
				b.WriteString(s + pad)
			}
		}
		return strings.TrimRight(b.String(), " ")
	}
	out := []string{render(func(i int) (string, string) { return g.head[i].Title, "\x1b[1m" })}
	for _, line := range g.cells {
		out = append(out, render(func(i int) (string, string) {
			if line[i].faint {
				return line[i].text, "\x1b[2m"
			}
			return line[i].text, ""
		}))
	}
	return out
}

// wrap breaks a line at spaces.
func wrap(s string, width int) string {
	if width <= 0 {
		return s
	}
	lines := strings.Split(text.WrapSoft(s, width), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}
