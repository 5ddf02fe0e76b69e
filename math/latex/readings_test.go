package latex

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/expr"
)

var update = flag.Bool("update", false, "write what is read into testdata/readings.txt; every changed line has to be checked by eye")

// TestReadings compares every reading of a string, as S-expression, with what testdata/readings.txt
// says. Its lines:
//
//	# a comment
//	@ \psi=digamma \mathbf{a}:vector F~maxwell \epsilon==\varepsilon strict mixed group=SU(N)   a table, until the next @
//	a string
//		what it is read as
//		another reading  [the choice that leads to it]
//		! part of the error
func TestReadings(t *testing.T) {
	const file = "testdata/readings.txt"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	table := &Table{}
	lines := strings.Split(string(raw), "\n")
	cases := 0
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
			if i+1 < len(lines) {
				out.WriteString(line + "\n")
			}
			continue
		case strings.HasPrefix(line, "@"):
			table = readTable(t, line)
			out.WriteString(line + "\n")
			continue
		}
		var want []string
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t") {
			i++
			want = append(want, lines[i][1:])
		}
		got := show(line, table)
		cases++
		out.WriteString(line + "\n\t" + strings.Join(got, "\n\t") + "\n")
		if *update {
			continue
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s\n\tread as  %s\n\texpected %s", line, strings.Join(got, "\n\t         "), strings.Join(want, "\n\t         "))
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if cases < 300 {
		t.Errorf("only %d cases", cases)
	}
}

func show(src string, table *Table) []string {
	r, err := Parse(expr.NewPool(), src, table)
	if err != nil {
		return []string{"! " + strings.TrimPrefix(err.Error(), "latex: ")}
	}
	var out []string
	for _, x := range r.Readings {
		s := x.Node.String()
		if x.Why != "" {
			s += "  [" + x.Why + "]"
		}
		out = append(out, s)
	}
	return out
}

func readTable(t *testing.T, line string) *Table {
	t.Helper()
	table := &Table{}
	kinds := map[string]Kind{"scalar": Scalar, "integer": Integer, "complex": Complex, "vector": Vector, "operator": Operator, "matrix": Matrix}
	for _, word := range strings.Fields(line[1:]) {
		var err error
		if a, b, ok := strings.Cut(word, "=="); ok {
			err = table.DeclareSynonyms(a, b)
		} else if a, b, ok := strings.Cut(word, "="); ok && a == "group" {
			table.Group = b
		} else if ok {
			err = table.DeclareFunction(a, b)
		} else if a, b, ok := strings.Cut(word, "~"); ok {
			err = table.DeclareTensor(a, b)
		} else if a, b, ok := strings.Cut(word, ":"); ok {
			k, known := kinds[b]
			if !known {
				t.Fatalf("%s: kind %q", line, b)
			}
			err = table.Declare(a, k)
		} else {
			switch word {
			case "strict":
				table.Strict = true
			case "mixed":
				table.MixedNumbers = true
			default:
				t.Fatalf("%s: %q", line, word)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return table
}
