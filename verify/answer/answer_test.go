package answer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-physics/assay/verify/answer"
)

// The cases are those of public reports of other graders (named where there is one) and of
// replies as models write them; each answer was decided by reading the reply.
var cases = []struct {
	name, reply, text string
	source            answer.Source
	problems          []answer.Problem
}{
	{"plain box", `so $\boxed{5}$.`, `5`, answer.Box, nil},
	{"thousands separator, opencompass 2647", `\boxed{9{,}500}`, `9{,}500`, answer.Box, nil},
	{"retracted box, tinker-cookbook 895", `My first try was $\boxed{5}$, but I dropped a sign. The corrected value is $\boxed{7}$.`, `7`, answer.Box, []answer.Problem{answer.Several}},
	{"final box cut off, marin 9163", `An intermediate step gives $\boxed{12}$. Adding the surface term, the result is $\boxed{`, ``, answer.Box, []answer.Problem{answer.Empty, answer.Several}},
	{"prose after the box, tool-eval-bench 80", `\boxed{500\,\mathrm{K}} (the kelvin, unlike the degree Fahrenheit, takes no degree sign)`, `500\,\mathrm{K}`, answer.Box, nil},
	{"the same box twice, Math-Verify 44", `\boxed{840} … thus \boxed{840}`, `840`, answer.Box, nil},
	{"empty", `\boxed{}`, ``, answer.Box, []answer.Problem{answer.Empty}},
	{"only spacing", `\boxed{\; ~ {}}`, `\; ~ {}`, answer.Box, []answer.Problem{answer.Empty}},
	{"nested", `\boxed{\boxed{\frac{1}{2}}}`, `\frac{1}{2}`, answer.Box, nil},
	{"nested with more", `\boxed{x = \boxed{5}\,\text{m}}`, `x = 5\,\text{m}`, answer.Box, nil},
	{"display", `$$\boxed{\;\dfrac{1}{2}\;}$$`, `\;\dfrac{1}{2}\;`, answer.Box, nil},
	{"missing brace", `\boxed{x+1`, `x+1`, answer.Box, []answer.Problem{answer.Unterminated}},
	{"missing brace before a dollar", `$\boxed{x+1$`, `x+1`, answer.Box, []answer.Problem{answer.Unterminated}},
	{"missing brace inside a sentence", `Thus \(\boxed{x+1\) holds.`, `x+1`, answer.Box, []answer.Problem{answer.Unterminated}},
	{"cut inside a group", `\boxed{\frac{1}{2`, `\frac{1}{2`, answer.Box, []answer.Problem{answer.Truncated}},
	{"cut after an operator", `\boxed{x +`, `x +`, answer.Box, []answer.Problem{answer.Truncated}},
	{"cut inside a delimiter", `\boxed{\left(x+1`, `\left(x+1`, answer.Box, []answer.Problem{answer.Truncated}},
	{"escaped braces", `\boxed{\{1,2\}}`, `\{1,2\}`, answer.Box, nil},
	{"unmatched brace earlier", `the set {1, 2 and then \boxed{3}`, `3`, answer.Box, nil},
	{"unclosed box, then a box", `\boxed{ I mean: the result is \boxed{3}`, `3`, answer.Box, nil},
	{"fbox with dollars", `\fbox{$x^2$}`, `x^2`, answer.Box, nil},
	{"blank before the brace", `\boxed {7}`, `7`, answer.Box, nil},
	{"one character", `\boxed 7`, `7`, answer.Box, nil},
	{"doubly escaped", `The result is \\boxed{7}.`, `7`, answer.Box, nil},
	{"after a line break", `a \\ \boxed{7}`, `7`, answer.Box, nil},
	{"mentioned in code", "Result: $\\boxed{7}$. (I was asked to use `\\boxed{}`.)", `7`, answer.Box, nil},
	{"only in code", "`\\boxed{7}`", `7`, answer.Box, nil},
	{"list of boxes", `$x=\boxed{1}$ and $\boxed{2}$`, `1, 2`, answer.Box, nil},
	{"alternatives", `$\boxed{1}$ or $\boxed{2}$`, `1 \text{ or } 2`, answer.Box, nil},
	{"reasoning", "<think>maybe \\boxed{1}</think>\nIt is \\boxed{2}.", `2`, answer.Box, nil},
	{"only reasoning", "<think>maybe \\boxed{1}</think>\n", ``, answer.Whole, []answer.Problem{answer.Empty, answer.OnlyThinking}},
	{"final answer line", "We find this.\n\n**Final answer:** $\\frac{1}{2}$.", `\frac{1}{2}`, answer.FinalAnswer, []answer.Problem{answer.NotBoxed}},
	{"the answer is", `The answer is $x^2$.`, `x^2`, answer.FinalAnswer, []answer.Problem{answer.NotBoxed}},
	{"final answer below", "Final answer:\n\n$$\nx^2\n$$\n", `x^2`, answer.FinalAnswer, []answer.Problem{answer.NotBoxed}},
	{"final answer then box, OpenCompass style", `I first obtained $\boxed{\frac{1}{3}}$, but this misses the ghost loop. Final answer: $\boxed{\dfrac{11}{3}}$.`, `\dfrac{11}{3}`, answer.Box, []answer.Problem{answer.Several}},
	{"hash marks", "blah\n#### 42", `42`, answer.FinalAnswer, []answer.Problem{answer.NotBoxed}},
	{"trailing display", "Hence the energy is\n\\[ E = mc^2 \\]", `E = mc^2`, answer.Display, nil},
	{"whole", `\frac{1}{2}`, `\frac{1}{2}`, answer.Whole, nil},
	{"whole in dollars", `$\frac{1}{2}$`, `\frac{1}{2}`, answer.Whole, nil},
	{"two formulas", `$a$ or $b$`, `$a$ or $b$`, answer.Whole, nil},
	{"content of a box", `\text{The answer is } 5`, `\text{The answer is } 5`, answer.Whole, nil},
	{"delimiter with a dot", `\left.\frac{df}{dx}\right.`, `\left.\frac{df}{dx}\right.`, answer.Whole, nil},
	{"nothing", "  \n", ``, answer.Whole, []answer.Problem{answer.Empty}},
	{"reversed braces", `}}}}{{{{`, `}}}}{{{{`, answer.Whole, nil},
}

func TestExtract(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := answer.Extract(c.reply)
			if e.Text != c.text || e.Source != c.source || !slices.Equal(e.Problems, c.problems) {
				t.Errorf("got %q from %s, problems %v; want %q from %s, %v", e.Text, e.Source, e.Problems, c.text, c.source, c.problems)
			}
			check(t, c.reply, e)
		})
	}
}

// Violations are exactly the problems that leave nothing to compare.
// TestDefinitions: what stands behind a box after "where"; the expectations are read off the
// replies.
func TestDefinitions(t *testing.T) {
	for _, c := range []struct {
		reply string
		want  []string
	}{
		{`The rate is $\boxed{\beta^2}$, where $\beta = b$ is the reduced speed.`, []string{`\beta = b`}},
		{`\[\boxed{\gamma\beta}\] with \(\beta=v/c\) and \(\gamma=1/\sqrt{1-\beta^2}\).`, []string{`\beta=v/c`, `\gamma=1/\sqrt{1-\beta^2}`}},
		{`$$\boxed{x}.$$ Here $x$ is a length.`, nil},
		{`$\boxed{x}$. We used $y=2$.`, nil},
		{`$\boxed{x}$ whereas $x=2$ is wrong`, nil},
		{`$\boxed{x`, nil},
	} {
		if got := answer.Extract(c.reply).Definitions; !slices.Equal(got, c.want) {
			t.Errorf("%s: definitions %q, want %q", c.reply, got, c.want)
		}
	}
}

func TestViolation(t *testing.T) {
	for reply, want := range map[string]answer.Problem{
		`\boxed{}`: answer.Empty, `\boxed{\frac{1}{`: answer.Truncated, `\boxed{x`: "", `\boxed{1} no, \boxed{2}`: "",
		`The answer is 5`: answer.NotBoxed, "<think>\\boxed{1}": answer.OnlyThinking,
	} {
		if got := answer.Extract(reply).Violation(); got != want {
			t.Errorf("%q: violation %q, want %q", reply, got, want)
		}
	}
}

// A reply of a megabyte of any of these takes one pass.
func TestLong(t *testing.T) {
	for _, unit := range []string{"{", "}", `\boxed{`, `\boxed{1}`, "$", "`", `\`, "answer is ", "<think>", `\[`, "**", `\boxed{1}, `} {
		reply := strings.Repeat(unit, 1<<20/len(unit))
		check(t, reply, answer.Extract(reply))
	}
}

func check(t *testing.T, reply string, e answer.Extraction) {
	t.Helper()
	if e.Start < 0 || e.Start > e.End || e.End > len(reply) {
		t.Fatalf("the answer stands at [%d, %d) of %d bytes", e.Start, e.End, len(reply))
	}
	if e.Source == answer.Box && len(e.Boxes) == 0 {
		t.Fatal("the answer is in a box, but there is none")
	}
	if e.Text == "" && e.Violation() == "" {
		t.Fatal("no answer, and no problem with that")
	}
}

func FuzzExtract(f *testing.F) {
	for _, c := range cases {
		f.Add(c.reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		e := answer.Extract(reply)
		check(t, reply, e)
		if utf8.ValidString(reply) && !utf8.ValidString(e.Text) {
			t.Fatalf("%q cuts a character", e.Text)
		}
		if boxed := answer.Extract(`\boxed{` + "x" + `}` + strings.ReplaceAll(strings.ReplaceAll(reply, "box", ""), "<", "")); boxed.Source != answer.Box {
			t.Fatalf("a box was lost: %+v", boxed)
		}
	})
}

func ExampleExtract() {
	e := answer.Extract(`First I found $\boxed{\frac{1}{3}}$, but the ghost loop was missing: $\boxed{\frac{11}{3}}$.`)
	fmt.Println(e.Text, e.Source, e.Problems)

	e = answer.Extract(`The coefficient is $\boxed{12}$. With the surface term it becomes $\boxed{`)
	fmt.Printf("%q %s\n", e.Text, e.Violation())
	// Output:
	// \frac{11}{3} box [several]
	// "" empty
}

func BenchmarkExtract(b *testing.B) {
	reply := strings.Repeat("Some words about the calculation with $x^2$. ", 50) + `\boxed{\frac{11}{3}}`
	b.SetBytes(int64(len(reply)))
	for b.Loop() {
		answer.Extract(reply)
	}
}
