package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/equal"
)

func TestGradeOnePair(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--ref", `\frac{1}{1+i}`, `\frac{1-i}{2}`}, 0, "equivalent"},
		{[]string{"--ref", `\sqrt{a^2}`, `a`}, 3, "undecided"},
		{[]string{"--ref", `\sqrt{a^2}`, `a`, "--assume", "positive"}, 0, "equivalent"},
		{[]string{"--ref", `\sqrt{a^2}`, `a`, "--context", `{"symbols":{"a":"positive"}}`}, 0, "equivalent"},
		{[]string{"--ref", `x+1`, `x+2`}, 1, "different"},
		{[]string{"--ref", `\frac12`, `\boxed{}`}, 1, "form-violation"},
		{[]string{"--ref", `x`, `\frac{x`}, 2, "malformed"},
		{[]string{"--ref", `-x`, `-\frac{2x}{2}`}, 0, "equivalent"},  // formulas that start like flags
		{[]string{`-2x`, "--ref=-x-x", "--json"}, 0, `"equivalent"`}, // in any order
		{[]string{"--ref", `-1`, "--", `-1`}, 0, "equivalent"},       // and spelt out
		{[]string{"--ref", "x**2", "x*x", "--syntax", "sympy"}, 0, "equivalent"},
		{[]string{"--ref", `x`, `x`, "--assume", "negative"}, 2, ""},
		{[]string{"--ref", `x`, `x`, "--context", `{"symbol":{}}`}, 2, ""},
		{[]string{`x`}, 2, ""},
	} {
		got := assay(t, "", append([]string{"grade"}, c.args...)...)
		if got.code != c.code || !strings.Contains(got.stdout, c.want) {
			t.Errorf("%v: exit %d, want %d with %q\n%s%s", c.args, got.code, c.code, c.want, got.stdout, got.stderr)
		}
	}
}

// Every line in has its line out, in order, whatever it holds.
func TestGradeLines(t *testing.T) {
	var in strings.Builder
	for i := range 200 {
		fmt.Fprintf(&in, `{"id":%d,"reference":"x+%d","candidate":"%d+x"}`+"\n", i, i, i)
	}
	in.WriteString("\nno JSON\n{\"id\":\"half\",\"reference\":\"x\"}\n{\"id\":\"last\",\"reference\":\"x\",\"candidate\":\"y\",\"context\":{\"unknown\":1}}\n")
	got := assay(t, in.String(), "grade", "--jsonl", "-")
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if got.code != 0 || len(lines) != 204 {
		t.Fatalf("exit %d, %d lines of 204\n%s", got.code, len(lines), got.stderr)
	}
	for i, line := range lines {
		var g struct {
			ID      any
			Verdict equal.Verdict
			Message string
		}
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		switch {
		case i < 200 && (g.ID != float64(i) || g.Verdict != equal.Equivalent):
			t.Errorf("line %d: %s", i, line)
		case i >= 200 && (g.Verdict != equal.Malformed || g.Message == ""):
			t.Errorf("line %d: %s", i, line)
		}
	}
	if !strings.Contains(got.stderr, "4 malformed") {
		t.Errorf("the malformed lines are not counted: %s", got.stderr)
	}
}

// tables are the public tables with the verdicts that they ask for, whole replies
// included.
var tables = []string{"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl", "reports_notes.jsonl", "hostile.jsonl", "oracle.jsonl"}

// None of the tables has a false positive, and of the 453 public pairs no more than 13
// are left open.
func TestGradeTables(t *testing.T) {
	for i, name := range tables {
		t.Run(name, func(t *testing.T) {
			rows, raw := readTable(t, name)
			got := assay(t, raw, "grade", "--jsonl", "-")
			lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
			if len(lines) != len(rows) {
				t.Fatalf("%d lines for %d pairs\n%s", len(lines), len(rows), got.stderr)
			}
			open := 0
			for k, row := range rows {
				var g graded
				if err := json.Unmarshal([]byte(lines[k]), &g); err != nil {
					t.Fatal(err)
				}
				switch {
				case row.fits(g.Verdict):
				case g.Verdict == equal.Undecided && i != 4:
					open++
				default:
					t.Errorf("%s: %s, want %s%s\n%s\n%s\n%s", row.ID, g.Verdict, row.Verdict, row.Must, row.Reference, row.Candidate, g.Message)
				}
			}
			if 100*open > 3*len(rows) {
				t.Errorf("%d of %d pairs are left open", open, len(rows))
			}
			t.Logf("%d of %d pairs right, %d left open", len(rows)-open, len(rows), open)
		})
	}
}

type tableRow struct {
	ID, Reference, Candidate string
	Verdict                  equal.Verdict
	Must                     string
}

// fits says whether a verdict is what the row asks for.
func (r tableRow) fits(v equal.Verdict) bool {
	switch r.Must {
	case "":
		return v == r.Verdict
	case "any-verdict-but-equivalent":
		return v != equal.Equivalent
	case "malformed-or-undecided":
		return v == equal.Malformed || v == equal.Undecided
	}
	return string(v) == r.Must
}

func readTable(t *testing.T, name string) (rows []tableRow, raw string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "math", "equal", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(strings.NewReader(string(data)))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r tableRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows, string(data)
}
