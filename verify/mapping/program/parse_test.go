package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		name, source string
		line         int
	}{
		{"unclosed", "x = (1,\ny = 2\n", 1},
		{"indent", "def f():\nreturn 1\n", 2},
		{"python 2", "def Z_efficient(params, n):\n    print 'x'\n", 2},
		{"markdown left in", "```python\nx = 1\n```\n", 1},
		{"null byte", "x = 1\x00", 0},
		{"long literal", "x = " + strings.Repeat("9", 6000), 1},
		{"lone surrogate bytes", "x = 1\ny = '\xff'", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(context.Background(), &local, c.source)
			var se *SyntaxError
			if !errors.As(err, &se) {
				t.Fatalf("error %v", err)
			}
			if se.Line != c.line || se.Message == "" {
				t.Errorf("line %d: %q", se.Line, se.Message)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	for name, source := range map[string]string{
		"long":                "x = 1\n" + strings.Repeat("# padding padding padding\n", 1<<16),
		"many nodes":          strings.Repeat("x = [1, 2, 3, 4, 5, 6, 7, 8]\n", 8000),
		"deep sum":            "x = " + strings.Repeat("1 + ", 3000) + "1\n",
		"deep parentheses":    "x = " + strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000),
		"deep negation":       "x = " + strings.Repeat("-", 3000) + "1",
		"deep attribute walk": "x = a" + strings.Repeat(".b", 3000),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse(context.Background(), &local, source)
			var le *LimitError
			var se *SyntaxError // the parser itself refuses some of them
			if !errors.As(err, &le) && !errors.As(err, &se) {
				t.Fatalf("error %v", err)
			}
		})
	}
}

type failing struct{}

func (failing) Dump(context.Context, string) ([]byte, error) {
	return nil, errors.New("no interpreter")
}

func TestDumperFails(t *testing.T) {
	_, err := Parse(context.Background(), failing{}, "x = 1")
	if err == nil || !strings.Contains(err.Error(), "no interpreter") {
		t.Fatal(err)
	}
}

// What a hostile dumper could answer is refused, not followed.
func TestDecodeRefuses(t *testing.T) {
	for name, data := range map[string]string{
		"not JSON":        `{`,
		"no nodes":        `{"nodes":[]}`,
		"wrong root":      `{"nodes":[["Name",1,0,1,1,{}]]}`,
		"short node":      `{"nodes":[["Module",1]]}`,
		"self loop":       `{"nodes":[["Module",0,0,0,0,{"body":[0]}]]}`,
		"backwards":       `{"nodes":[["Module",0,0,0,0,{"body":[1]}],["Expr",0,0,0,0,{"value":0}]]}`,
		"shared child":    `{"nodes":[["Module",0,0,0,0,{"body":[1,1]}],["Pass",0,0,0,0,{}]]}`,
		"out of range":    `{"nodes":[["Module",0,0,0,0,{"body":[7]}]]}`,
		"fraction":        `{"nodes":[["Module",0,0,0,0,{"body":[0.5]}],["Pass",0,0,0,0,{}]]}`,
		"object as field": `{"nodes":[["Module",0,0,0,0,{"body":{"a":1}}]]}`,
		"nested list":     `{"nodes":[["Module",0,0,0,0,{"body":[[1]]}],["Pass",0,0,0,0,{}]]}`,
		"line is text":    `{"nodes":[["Module","x",0,0,0,{}]]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if tree, err := decode([]byte(data), ""); err == nil {
				t.Fatalf("accepted: %+v", tree)
			}
		})
	}
}

// The dumper tells the positions and kinds of Python's own ast.
func TestTree(t *testing.T) {
	tree := parse(t, "import numpy as np\n\ndef f(a, b=2):\n    return a**b + 'é'.x  # tail\n")
	var kinds []string
	tree.root.walk(func(n *node) bool { kinds = append(kinds, fmt.Sprintf("%s@%d", n.kind, n.line)); return true })
	want := "Module@0 Import@1 alias@1 FunctionDef@3 arguments@0 arg@3 arg@3 Constant@3 Return@4 BinOp@4 BinOp@4 Name@4 Pow@0 Name@4 Add@0 Attribute@4 Constant@4"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var ret *node
	tree.root.walk(func(n *node) bool {
		if n.is("Return") {
			ret = n.child("value")
		}
		return true
	})
	if s := tree.source(ret); s != "a**b + 'é'.x" {
		t.Errorf("source %q", s)
	}
}

// The same program and question give the same bytes.
func TestDeterminism(t *testing.T) {
	source := `
import itertools, numpy as np
CACHE = {}
def helper(n, *, kind="x", **kw):
    return [s for s in itertools.product((1, -1), repeat=n)]
def Z_efficient(params, n):
    CACHE[n] = helper(n, a=1, b=2, c=3)
    v = {k: np.zeros(1 << n) for k in "abc"}
    open("x"); eval("1"); __import__("os")
    return float(sum(v["a"]))
`
	var first string
	for range 5 {
		data, err := json.Marshal(Audit(parse(t, source), chain()))
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(data)
		}
		if string(data) != first {
			t.Fatalf("got  %s\nwant %s", data, first)
		}
	}
	if strings.Contains(first, "null") {
		t.Errorf("an empty list is written as null: %s", first)
	}
}

// Programs that are made to exhaust an analyser end in an honest "unknown".
func TestHostileShapes(t *testing.T) {
	nest := func(depth int, head, tail string) string {
		var b strings.Builder
		b.WriteString("def Z_efficient(params, n):\n    z = [0]\n")
		for i := range depth {
			fmt.Fprintf(&b, "%s"+head+"\n", strings.Repeat(" ", 4+i), i)
		}
		fmt.Fprintf(&b, "%s%s\n    return 1.0\n", strings.Repeat(" ", 4+depth), tail)
		return b.String()
	}
	chainOf := func(k int) string {
		var b strings.Builder
		b.WriteString("def f0(x, n):\n    return x\n")
		for i := 1; i <= k; i++ {
			fmt.Fprintf(&b, "def f%d(x, n):\n    for i in range(n):\n        x = f%d(f%d(x, n), n)\n    return x\n", i, i-1, i-1)
		}
		fmt.Fprintf(&b, "def Z_efficient(params, n):\n    return f%d(1.0, n)\n", k)
		return b.String()
	}
	for name, source := range map[string]string{
		"nested loops":     nest(18, "for i%d in range(n):", "z = z + z"),
		"nested whiles":    nest(18, "while len(z) < n + %d:", "z.append(1)"),
		"nested branches":  nest(60, "if params['beta'] > %d:", "z.append(1)"),
		"call tower":       chainOf(14),
		"nested lambdas":   "def Z_efficient(params, n):\n    f = " + strings.Repeat("lambda: ", 80) + "1\n    return f" + strings.Repeat("()", 80) + "\n",
		"comprehensions":   "def Z_efficient(params, n):\n    return sum(1 " + strings.Repeat("for i in range(n) ", 17) + ")\n",
		"many symbols":     "def Z_efficient(params, n):\n    a, b, c, d, e, f = 1, 1, 1, 1, 1, 1\n    for i in range(n):\n        a, b, c, d, e, f = a + b, b * c, c + d * a, d + e, e * f, f + a\n    return [0] * a\n",
		"powers of powers": "def Z_efficient(params, n):\n    x = 2 ** n\n    for i in range(n):\n        x = 2 ** x\n    return [0] * x\n",
		"self referring":   "def Z_efficient(params, n):\n    a = []\n    for i in range(n):\n        a.append(a)\n        a = [a, a]\n    return 1.0\n",
		"class of itself":  "class A:\n    def __init__(self):\n        self.a = A()\ndef Z_efficient(params, n):\n    return A()\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := Audit(parse(t, source), chain())
			if _, err := json.Marshal(r); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"nodes":[["Module",0,0,0,0,{"body":[1]}],["Pass",1,0,1,4,{}]]}`))
	f.Add([]byte(`{"error":{"kind":"syntax","message":"invalid syntax","line":1,"column":2}}`))
	for _, source := range []string{"def Z_efficient(params, n):\n    return sum(1 for i in range(2 ** n))\n", "class A:\n    x: int = 1\n", "while True:\n    break\n"} {
		data, err := local.Dump(context.Background(), source)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, err := decode(data, "def Z_efficient(params, n):\n    return 1\n")
		if err != nil {
			return
		}
		r := Audit(tree, square())
		if _, err := json.Marshal(r); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzSource(f *testing.F) {
	f.Add("def Z_efficient(params, n):\n    return 2.0 ** n\n")
	f.Add("import numpy as np\nZ_efficient = lambda p, n: np.zeros((2,) * n).sum()\n")
	f.Add("def Z_efficient(params, n):\n    while n:\n        n &= n - 1\n    return [x for x in range(n) if x][0]\n")
	f.Add("match x:\n  case [1, *rest] if rest: pass\n  case {'a': y, **z}: pass\n")
	f.Add("async def f():\n    async with a as b, c: yield [await x async for x in y]\n")
	f.Add("@d(1)\nclass A(B, metaclass=C):\n    def __init__(self, *a, k=1, **kw): global g; g = self\n")
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 4000 {
			return
		}
		tree, err := Parse(context.Background(), &local, source)
		if err != nil {
			var se *SyntaxError
			var le *LimitError
			if !errors.As(err, &se) && !errors.As(err, &le) {
				t.Fatal(err)
			}
			return
		}
		if _, err := json.Marshal(Audit(tree, chain())); err != nil {
			t.Fatal(err)
		}
	})
}

// The whole report of one program, as other packages store it.
func TestReportForm(t *testing.T) {
	source := `import itertools
from os import path
TABLE = {6: 1.0, 10: 2.0}
def Z_efficient(params, n, unused=None):
    if n in TABLE:
        return TABLE[n]
    if n <= 12:
        return float(sum(1 for s in itertools.product((1, -1), repeat=n)))
    return 2.0 ** n
`
	got, err := json.MarshalIndent(Audit(parse(t, source), chain()), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	const golden = "testdata/report.golden.json"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func BenchmarkAudit(b *testing.B) {
	a, err := txtar.ParseFile("testdata/styles.txtar")
	if err != nil {
		b.Fatal(err)
	}
	var trees []*Tree
	for _, f := range a.Files {
		trees = append(trees, parse(b, string(f.Data)))
	}
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		Audit(trees[i%len(trees)], chain())
	}
}
