package latex

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/expr"
)

// written is a formula with its value, made together: the value does not pass through the parser.
type written struct {
	src   string
	value complex128
	level int // 0 sum, 1 product, 2 factor
}

// drawFormula makes a formula in a random mixture of notations.
func drawFormula(t *rapid.T, depth int) written {
	if depth == 0 {
		switch rapid.IntRange(0, 3).Draw(t, "leaf") {
		case 0:
			n := rapid.IntRange(1, 99).Draw(t, "int")
			return written{strconv.Itoa(n), complex(float64(n), 0), 2}
		case 1:
			n := rapid.IntRange(1, 99).Draw(t, "hundredths")
			return written{fmt.Sprintf("0.%02d", n), complex(float64(n)/100, 0), 2}
		}
		names := []string{"x", "y", "a", "b", `\mu`, `\alpha`, "m_1", "m_{1}", "{m}_1", `m_{\rm 1}`, `\hbar`, "k_B", `\theta `}
		name := rapid.SampledFrom(names).Draw(t, "name")
		key, err := CanonicalName(name)
		if err != nil {
			t.Fatal(err)
		}
		return written{name, point[key], 2}
	}
	sub := func() written { return drawFormula(t, depth-1) }
	switch rapid.IntRange(0, 8).Draw(t, "kind") {
	case 0, 1:
		a, b := sub(), sub()
		op := rapid.SampledFrom([]string{"+", "-", " - ", "\\,+\\,", "−"}).Draw(t, "op")
		if strings.Contains(op, "+") {
			return written{a.src + op + b.src, a.value + b.value, 0}
		}
		return written{a.src + op + group(t, b, 1), a.value - b.value, 0}
	case 2:
		a, b := sub(), sub()
		op := rapid.SampledFrom([]string{`\cdot `, `\times `, "*", "·", `\,\cdot\,`}).Draw(t, "times")
		return written{group(t, a, 1) + op + group(t, b, 2), a.value * b.value, 1}
	case 3:
		a, b := sub(), sub()
		return written{bracket(t, a) + rapid.SampledFrom([]string{"", `\,`, " ", `\;`, `\!`}).Draw(t, "space") + bracket(t, b), a.value * b.value, 1}
	case 4:
		a, b := sub(), sub()
		switch rapid.IntRange(0, 2).Draw(t, "fraction") {
		case 0:
			return written{`{` + a.src + `\over ` + b.src + `}`, a.value / b.value, 2}
		case 1:
			return written{bracket(t, a) + "/" + bracket(t, b), a.value / b.value, 1}
		}
		f := rapid.SampledFrom([]string{`\frac`, `\dfrac`, `\tfrac`, `\cfrac`}).Draw(t, "frac")
		return written{f + "{" + a.src + "}{" + b.src + "}", a.value / b.value, 2}
	case 5:
		a := sub()
		n := rapid.IntRange(-3, 3).Draw(t, "power")
		if n == 0 {
			n = 2
		}
		return written{bracket(t, a) + fmt.Sprintf("^{%d}", n), cmplx.Pow(a.value, complex(float64(n), 0)), 2}
	case 6:
		a := sub()
		name := rapid.SampledFrom([]string{"sin", "cos", "exp", "tanh", "arctan", "ln"}).Draw(t, "function")
		src := `\` + name
		if rapid.Bool().Draw(t, "word") && name != "ln" {
			src = rapid.SampledFrom([]string{`\operatorname{` + name + `}`, `\mathrm{` + name + `}`}).Draw(t, "style")
		}
		v, _ := evaluateFunction(functionWords[name], []complex128{a.value})
		return written{src + bracket(t, a), v, 2}
	case 7:
		a := sub()
		return written{`\sqrt{` + a.src + "}", cmplx.Sqrt(a.value), 2}
	default:
		a := sub()
		bars := rapid.SampledFrom([][2]string{{"|", "|"}, {`\left|`, `\right|`}, {`\lvert `, `\rvert `}}).Draw(t, "bars")
		return written{bars[0] + a.src + bars[1], complex(cmplx.Abs(a.value), 0), 2}
	}
}

// bracket puts a formula into random brackets.
func bracket(t *rapid.T, w written) string {
	pairs := [][2]string{{"(", ")"}, {`\left(`, `\right)`}, {`\bigl[`, `\bigr]`}, {"[", "]"}, {`\left\{`, `\right\}`}, {`\Big(`, `\Big)`}}
	p := rapid.SampledFrom(pairs).Draw(t, "bracket")
	return p[0] + w.src + p[1]
}

func group(t *rapid.T, w written, level int) string {
	if w.level < level {
		return bracket(t, w)
	}
	return w.src
}

// TestRandomNotation: a formula written in any notation has the value it was made with.
func TestRandomNotation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawFormula(t, rapid.IntRange(1, 4).Draw(t, "depth"))
		r, err := Parse(expr.NewPool(), w.src, nil)
		if err != nil {
			t.Fatalf("%s: %v", w.src, err)
		}
		if len(r.Readings) != 1 {
			t.Fatalf("%s: %d readings", w.src, len(r.Readings))
		}
		got, ok := evaluate(r.Readings[0].Node, point)
		if !ok {
			t.Fatalf("%s: no value: %v", w.src, r.Readings[0].Node)
		}
		if cmplx.IsNaN(w.value) || cmplx.IsInf(w.value) || cmplx.Abs(w.value) > 1e12 || math.Abs(cmplx.Abs(w.value)) < 1e-12 {
			return
		}
		// Sums cancel and ln and √ jump across their cuts, so that only clear differences count.
		if cmplx.Abs(got-w.value) > 1e-6*(1+cmplx.Abs(w.value)) && cmplx.Abs(cmplx.Conj(got)-w.value) > 1e-6*(1+cmplx.Abs(w.value)) {
			t.Fatalf("%s: %v, made with %v; read as %v", w.src, got, w.value, r.Readings[0].Node)
		}
	})
}

// checkResult holds for every input.
func checkResult(t interface{ Fatalf(string, ...any) }, src string) {
	pool := expr.NewPool()
	r, err := Parse(pool, src, nil)
	if err != nil {
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%q: an error of type %T", src, err)
		}
		if e.Offset < 0 || e.Offset > len(src) || e.Problem == "" {
			t.Fatalf("%q: %+v", src, e)
		}
		if r != nil {
			t.Fatalf("%q: a result beside an error", src)
		}
		return
	}
	if n := len(r.Readings); n == 0 || n > maxReadings || r.Readings[0].Why != "" {
		t.Fatalf("%q: %d readings, the first because %q", src, n, r.Readings[0].Why)
	}
	if pool.Len() > 64*(len(src)+8) {
		t.Fatalf("%q: %d nodes for %d bytes", src, pool.Len(), len(src))
	}
	again, err := Parse(expr.NewPool(), src, nil)
	if err != nil || len(again.Readings) != len(r.Readings) {
		t.Fatalf("%q: another result the second time: %v", src, err)
	}
	for i, x := range r.Readings {
		if y := again.Readings[i]; y.Why != x.Why || len(src) < 2000 && y.Node.String() != x.Node.String() {
			t.Fatalf("%q: %v the first time, %v the second", src, x.Node, y.Node)
		}
	}
}

func FuzzParse(f *testing.F) {
	raw, err := os.ReadFile("testdata/readings.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.SplitSeq(string(raw), "\n") {
		if line != "" && line[0] != '\t' && line[0] != '@' && !strings.HasPrefix(line, "# ") {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, src string) { checkResult(t, src) })
}

func FuzzCanonicalName(f *testing.F) {
	for _, s := range []string{"m", `m_{\rm eff}`, `\bar\mu`, `\hat{\mathbf{r}}`, "x'_1", `\mathbf{10}`, `\Lambda_{\overline{\rm MS}}`, `{g}_{k}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		name, err := CanonicalName(src)
		if err != nil {
			return
		}
		again, err := CanonicalName(name)
		if err != nil || again != name {
			t.Fatalf("%q: %q, and that is %q (%v)", src, name, again, err)
		}
	})
}

// TestHostile reads inputs of 64 KiB that are made to exhaust a parser. What counts is that an
// answer comes, and that it obeys checkResult.
func TestHostile(t *testing.T) {
	const size = 64 << 10
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	half := func(a, b, c string) string {
		n := size / (len(a) + len(c))
		return strings.Repeat(a, n) + b + strings.Repeat(c, n)
	}
	for name, src := range map[string]string{
		"parentheses": half("(", "x", ")"), "braces": half("{", "x", "}"), "left": half(`\left(`, "x", `\right)`), "open": fill("("), "close": fill(")"),
		"brackets": half("[", "A", ",A]"), "sets": half(`\{`, "1", `\}`), "bars": fill("|"), "angles": half(`\langle `, "x", `\rangle `), "kets": fill(`|0\rangle`), "bras": fill(`\langle 0|`),
		"powers": half("x^{", "x", "}"), "scripts": "x" + fill("_1"), "scripts and powers": "x" + fill("_1^2"), "primes": "x" + fill("'"), "empty": "x" + fill("{}_1"),
		"functions": fill(`\sin`) + "x", "fractions": fill(`\frac`), "nested fractions": half(`\frac{1}{`, "1", "}"), "roots": half(`\sqrt{`, "2", "}"), "bare roots": fill(`\sqrt`),
		"quotients": "x" + fill("/x"), "numbers": "1" + fill("/2"), "dots": "x" + fill(`\cdot x`), "signs": fill("-") + "x", "plus minus": "x" + fill(`\pm x`), "factorials": "5" + fill("!"),
		"integrals": fill(`\int`) + "x" + fill("dx"), "differentials": `\int x` + fill("dx"), "nested integrals": half(`\int `, "x", "dx"), "sums": fill(`\sum_{k=1}^{n}`) + "k", "derivatives": fill(`\frac{d}{dx}`) + "x",
		"begin": fill(`\begin{pmatrix}`), "matrices": half(`\begin{pmatrix}`, "1", `\end{pmatrix}`), "cells": `\begin{pmatrix}` + fill("1&") + `1\end{pmatrix}`, "rows": `\begin{cases}` + fill(`1&x>0\\`) + `\end{cases}`,
		"commas": "1" + fill(",1"), "relations": "x" + fill("=x"), "definitions": "a" + fill(",x=a"), "chain of definitions": "x_{1}" + fill(`,\ x_{1}=x_{2}`), "or": "1" + fill(` \text{or} 1`),
		"calls": half("f(", "x+1", ")"), "heads": heads(size), "accents": fill(`\hat`) + "x", "bold": fill(`\mathbf`) + "x", "words": `\text{` + fill("the answer is ") + "}", "spaces": "x" + fill(`\!`), "letters": fill("ab"),
		"digits": "0." + fill("9"), "thousands": "1" + fill(",000"), "over": half("{1\\over ", "1", "}"), "slashes": fill(`\slashed{`), "times": "x" + fill(`\times x`), "wheres": "x" + fill(` \text{where} x=1`), "commands": fill(`\foo`), "dollars": fill("$"), "mixed dollars": "a $" + fill("x$ and $") + "x$",
		"traces": `\operatorname{tr}(` + fill(`\gamma^{\mu}`) + ")", "indices": fill(`F^{\mu\nu}`), "evaluated": half(`\left.`, "x", `\right|_{x=1}`), "spin": "|" + fill(`\uparrow`) + `\rangle`, "hyper": fill("{}_2F_1"), "choices": fill("1/2x+f(x+1)+"), "labels": fill(`\theta(t)=1,`) + "x", "bare powers": fill(`\sin^22`) + "x", "deltas": fill(`\Delta x`), "not": fill(`\not`), "unions": "(0,1)" + fill(`\cup(0,1)`),
	} {
		t.Run(name, func(t *testing.T) { checkResult(t, src) })
	}
}

// heads are calls of many different letters, each with two readings.
func heads(size int) string {
	var b strings.Builder
	for k := 0; b.Len() < size; k++ {
		fmt.Fprintf(&b, "f_{%d}(x+1)+", k)
	}
	return b.String() + "1"
}
