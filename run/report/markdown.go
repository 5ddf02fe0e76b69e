package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/assay-physics/assay/run/stats"
)

// writeMarkdown writes report.md: what the page's summary says, for a repository or
// a message. The figures are referred to, not embedded.
func writeMarkdown(w io.Writer, in Input, s stats.Summary, figures []Figure) error {
	b := bufio.NewWriter(w)
	p := func(format string, args ...any) { fmt.Fprintf(b, format, args...) } // bufio keeps the error for Flush
	p("# %s, run %s\n\n", mdText(in.Run.Suite), mdText(in.Run.ID))
	for _, f := range facts(in, s) {
		p("- %s: %s\n", f.Name, mdText(f.Value))
	}
	var counts []string
	for _, t := range terminalCounts(s) {
		counts = append(counts, fmt.Sprintf("%d %s", t.Count, t.Name))
	}
	p("- by state: %s\n", strings.Join(counts, ", "))
	for _, warning := range warnings(in) {
		p("\n> **Note.** %s\n", mdText(warning))
	}
	p("\nEvery fraction is followed by the trials it rests on; – means that no trial has a value. Trials that ended by a fault of the provider, the machine or the operator are counted above and left out of every rate.\n")
	for _, t := range summaryTables(s) {
		writeMarkdownTable(b, t)
	}
	for _, f := range figures {
		p("\n## %s\n\n![%s](figures/%s.svg)\n\n%s\n", mdText(f.Title), mdText(f.Alt), f.Name, mdText(f.Caption))
		if f.Name == figureReliability {
			writeMarkdownTable(b, calibrationTable(s))
		}
	}
	p("\n## What the columns mean\n\n")
	for _, c := range s.Columns {
		p("- **%s**: %s\n", mdText(c.Title), mdText(c.Meaning))
	}
	return b.Flush()
}

func writeMarkdownTable(b *bufio.Writer, t table) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n|", mdText(t.Title), mdText(t.Caption))
	for _, h := range t.Head {
		fmt.Fprintf(b, " %s |", mdText(h.Title))
	}
	fmt.Fprint(b, "\n|")
	for _, h := range t.Head {
		fmt.Fprint(b, map[bool]string{false: " --- |", true: " ---: |"}[h.Number])
	}
	fmt.Fprintln(b)
	for _, r := range t.Rows {
		fmt.Fprint(b, "|")
		for _, c := range r.Cells {
			text := mdText(c.Main)
			if c.Small != "" {
				text += " (" + mdText(c.Small) + ")"
			}
			fmt.Fprintf(b, " %s |", text)
		}
		fmt.Fprintln(b)
	}
}

// mdText escapes whatever Markdown or HTML would read as markup.
func mdText(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		switch r {
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '&':
			b.WriteString("&amp;")
		case '\\', '`', '*', '_', '[', ']', '|', '~', '#', '!', '$':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	// Bare addresses would become links.
	return strings.ReplaceAll(b.String(), "://", ":&#47;&#47;")
}
