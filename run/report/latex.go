package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/assay-physics/assay/run/stats"
)

// writeLaTeX writes tables.tex, to be read by \input: one table environment each,
// with the rules of booktabs, made
// narrower where it would not fit the page.
func writeLaTeX(w io.Writer, in Input, s stats.Summary) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%% Tables of run %s (suite %s, seed %d).\n", texComment(in.Run.ID), texComment(in.Run.Suite), in.Run.Seed)
	fmt.Fprint(b, "% \\usepackage{booktabs,graphicx}; the text is UTF-8.\n")
	tables := summaryTables(s)
	if len(s.Reliability) > 0 {
		tables = append(tables, calibrationTable(s))
	}
	for _, t := range tables {
		writeLaTeXTable(b, t)
	}
	return b.Flush()
}

func writeLaTeXTable(b *bufio.Writer, t table) {
	spec := ""
	for _, h := range t.Head {
		spec += map[bool]string{false: "l", true: "r"}[h.Number]
	}
	fmt.Fprintf(b, "\n\\begin{table*}\n\\centering\\small\n\\caption{\\textbf{%s.} %s}\n\\label{tab:assay-%s}\n\\setlength{\\tabcolsep}{4pt}\n\\resizebox{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}{!}{%%\n\\begin{tabular}{@{}%s@{}}\n\\toprule\n",
		texText(t.Title), texText(t.Caption), t.ID, spec)
	var heads []string
	for _, h := range t.Head {
		heads = append(heads, texText(h.Title))
	}
	fmt.Fprintf(b, "%s \\\\\n\\midrule\n", strings.Join(heads, " & "))
	for i, r := range t.Rows {
		if r.Lead && i > 0 {
			fmt.Fprint(b, "\\addlinespace\n")
		}
		var cells []string
		for _, c := range r.Cells {
			text := texText(c.Main)
			switch {
			case c.Same:
				text = ""
			case c.Small != "":
				text += " {\\scriptsize " + texText(c.Small) + "}"
			}
			cells = append(cells, text)
		}
		fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
	}
	fmt.Fprint(b, "\\bottomrule\n\\end{tabular}}\n\\end{table*}\n")
}

// texText escapes text for LaTeX.
func texText(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		switch r {
		case '\\':
			b.WriteString(`\textbackslash{}`)
		case '&', '%', '$', '#', '_', '{', '}':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '~':
			b.WriteString(`\textasciitilde{}`)
		case '^':
			b.WriteString(`\textasciicircum{}`)
		case '<', '⟨':
			b.WriteString(`\textless{}`)
		case '>', '⟩':
			b.WriteString(`\textgreater{}`)
		case '|':
			b.WriteString(`\textbar{}`)
		case '"':
			b.WriteString(`\textquotedbl{}`)
		case '−':
			b.WriteString(`$-$`)
		case '±':
			b.WriteString(`$\pm$`)
		case '·':
			b.WriteString(`$\cdot$`)
		case '×':
			b.WriteString(`$\times$`)
		case 'Δ':
			b.WriteString(`$\Delta$`)
		case '–':
			b.WriteString(`--`)
		case '…':
			b.WriteString(`\ldots{}`)
		default:
			b.WriteRune(r)
		}
	}
	// k* is the one symbol of the headings that reads better as mathematics.
	return strings.ReplaceAll(b.String(), "k*", "$k^*$")
}

// texComment keeps text on its comment line.
func texComment(s string) string { return strings.ReplaceAll(oneLine(s), "%", "") }
