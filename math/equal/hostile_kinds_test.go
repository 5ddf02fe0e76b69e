package equal

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// hostileInput is a pair that tries to be expensive. Whatever must not come back is in not:
// a pair that is right to call equivalent leaves it empty.
type hostileInput struct {
	kind string
	pair Pair
	not  Verdict
}

// fill repeats f(0), f(1), … with a separator up to about n bytes.
func fill(n int, sep string, f func(i int) string) string {
	var b strings.Builder
	for i := 0; ; i++ {
		s := f(i)
		if b.Len()+len(sep)+len(s) > n {
			return b.String()
		}
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(s)
	}
}

// list is fill by number.
func list(n int, sep string, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, sep)
}

// nest is pre…pre core post…post.
func nest(n int, pre, core, post string) string {
	return strings.Repeat(pre, n) + core + strings.Repeat(post, n)
}

// matrixText is an n×n matrix in LaTeX.
func matrixText(env string, n int, f func(i, j int) string) string {
	return `\begin{` + env + `}` + list(n, `\\`, func(i int) string {
		return list(n, "&", func(j int) string { return f(i, j) })
	}) + `\end{` + env + `}`
}

// full is nearly the largest side that is read.
const full = maxText - 64

func contextText(s string) *Context {
	c, err := ReadContext(json.RawMessage(s))
	if err != nil {
		panic(err)
	}
	return c
}

// hostileInputs are inputs of many kinds, most at several sizes up to the largest.
func hostileInputs() []hostileInput {
	var all []hostileInput
	kind := ""
	add := func(ref, cand string, not Verdict) {
		ref, cand = ref[:min(len(ref), full)], cand[:min(len(cand), full)]
		all = append(all, hostileInput{kind, Pair{Reference: ref, Candidate: cand}, not})
	}
	in := func(context, ref, cand string, not Verdict) {
		all = append(all, hostileInput{kind, Pair{Reference: ref, Candidate: cand, Context: contextText(context)}, not})
	}
	as := func(syntax, ref, cand string, not Verdict) {
		ref, cand = ref[:min(len(ref), full)], cand[:min(len(cand), full)]
		all = append(all, hostileInput{kind, Pair{Reference: ref, Candidate: cand, Syntax: syntax}, not})
	}
	rng := rand.New(rand.NewPCG(4, 64)) //nolint:gosec // reproducible inputs
	name := func(i int) string { return fmt.Sprintf("x_{%d}", i) }

	kind = "brackets"
	for _, n := range []int{100, 240, 1000, 10000, 30000} {
		add("y", nest(n, "(", "x", ")"), Equivalent)
		add("y", nest(n, "{", "x", "}"), Equivalent)
		add("x", nest(n, `\left[`, "x", `\right]`), "")
		add("y", nest(n/2, "|", "x", "|"), Equivalent)
		add("y", strings.Repeat(`\{`, n), Equivalent)
		add("y", strings.Repeat("(", n), Equivalent)
		add("y", strings.Repeat("((x)", n), Equivalent)
	}
	kind = "nested functions"
	for _, n := range []int{20, 100, 250, 1000, 6000} {
		for _, f := range []string{"sin", "exp", "ln", "tan", "Gamma", "erf", "arctan"} {
			s := nest(n, `\`+f+`(`, "x", ")")
			if f == "Gamma" || f == "erf" {
				s = nest(n, `\operatorname{`+strings.ToLower(f)+`}(`, "x", ")")
			}
			if len(s) <= full {
				add(s+"+1", s, Equivalent)
			}
		}
		if n < 6000 {
			add("1+x", nest(n, `\sin^3(`, "x+1", ")"), Equivalent)
			add("1+x", nest(n, `\sqrt{1+`, "x", "}"), Equivalent)
			add("x", nest(n, `\sqrt[7]{y+`, "x", "}"), Equivalent)
			add("x", nest(n, `\frac{1}{1+`, "x", "}"), Equivalent)
			add("x", nest(n, `\ln|\sin(`, "x", ")|"), Equivalent)
		}
	}
	kind = "towers"
	for _, s := range []string{
		"9^{9^{9^9}}", nest(30, "9^{", "9", "}"), nest(1000, "x^{", "x", "}"), nest(6000, "2^{", "2", "}"), "2^{2^{2^{2^{2^{2}}}}}",
		"(((9^9)^9)^9)^9", "10^{10^{10}}+1", "x^{10^{9}}", "x^{10^{30}}", "(1+x)^{10^9}", "(1+x+y)^{4000}", "(x+1)^{100000}-(x-1)^{100000}",
		"100000!", "(10^9)!", nest(10, "(", "5", "!)"), "9" + strings.Repeat("!", 30), `\binom{10^9}{5\cdot 10^8}`, `\binom{100000}{50000}`,
		`\sqrt[100000]{2}`, `2^{1/3^{40}}`, `\Gamma(10^{20})`, `e^{e^{e^{e^{10}}}}`, `\sin(10^{10^{6}})`, `\cos(10^{30000})`, `e^{-10^{300}}`, `\zeta(10^{15})`,
		`\zeta(\frac12+10^{9}i)`, `\sin(e^{e^{9}})`, `\tan(2^{99999}\pi)`, `\pi^{\pi^{\pi^{\pi}}}`,
	} {
		add("1", s, Equivalent)
		add("x", s, Equivalent)
		add(s, "2+"+s, Equivalent)
	}
	kind = "wide sums"
	for _, n := range []int{1000, 8000, full} {
		s := fill(n, "+", name)
		add(s, s+"+1", Equivalent)
		add(s, fill(n, "-", name), Equivalent)
		t := fill(n, "+", func(i int) string { return fmt.Sprintf(`\frac{1}{x-%d}`, i+1) })
		add("0", t, Equivalent)
		add(t, t+"+x", Equivalent)
		t = fill(n, "+", func(i int) string { return fmt.Sprintf(`\sin(%dx)`, i+1) })
		add(t, t+"+10^{-30}x", Equivalent)
		t = fill(n, "+", func(i int) string { return fmt.Sprintf(`\sqrt{%d}`, i+2) })
		add(t, t+"+10^{-300}", Equivalent)
		t = fill(n, "+", func(i int) string { return fmt.Sprintf(`\sqrt{x+%d}`, i+2) })
		add(t, t+"+10^{-30}", Equivalent)
		t = fill(n, "+", func(i int) string { return fmt.Sprintf(`|x-%d|`, i+2) })
		add(t, t+"+10^{-30}", Equivalent)
		t = fill(n, "+", func(i int) string { return fmt.Sprintf(`%d\ln(x_{%d}y_{%d})`, i+2, i, i) })
		u := fill(n, "+", func(i int) string { return fmt.Sprintf(`%d\ln x_{%d}+%d\ln y_{%d}`, i+2, i, i+2, i) })
		add(t, u, "")
		t = fill(n, "+", func(i int) string { return fmt.Sprintf(`e^{%dx}`, i) })
		add(t, t+"+x", Equivalent)
	}
	kind = "wide products"
	for _, n := range []int{500, 8000, full} {
		t := fill(n, "", func(i int) string { return fmt.Sprintf(`(x-%d)`, i+1) })
		add(t, t+"(x+1)", Equivalent)
		add(t, t+"+10^{-50}", Equivalent)
		add(t, "-"+fill(n, "", func(i int) string { return fmt.Sprintf(`(%d-x)`, i+1) }), "")
		t = fill(n, "", func(i int) string { return fmt.Sprintf(`(x_{%d}-x_{%d})`, i, i+1) })
		add(t, t+"+10^{-50}", Equivalent)
		t = fill(n, "", func(i int) string { return fmt.Sprintf(`\sin(x_{%d})`, i) })
		add(t, "-"+t, Equivalent)
		t = fill(n, `\cdot `, func(i int) string { return fmt.Sprintf(`%d`, i+10) })
		add(t, t+"+1", Equivalent)
		t = fill(n, "", func(i int) string { return fmt.Sprintf(`(1+x^{%d})`, i+1) })
		add(t, t+"+x", Equivalent)
		t = fill(n, "", func(i int) string { return "x" })
		add(t, t+"y", Equivalent)
		t = fill(n, "", func(i int) string { return fmt.Sprintf(`(x+\sqrt{%d})`, i+2) })
		add(t, t+"+10^{-50}", Equivalent)
	}
	kind = "expansions"
	for _, p := range [][2]string{
		{"(a+b+c+d+f+g)^{200}", "(a+b+c+d+f+h)^{200}"}, {"(a+b+c+d)^{40}", "(a+b)^{40}+(c+d)^{40}"},
		{"(a+b+c)^{20}(a-b-c)^{20}", "((a+b+c)(a-b-c))^{20}+10^{-40}"}, {"(x+1)^{2000}", "(x^2+2x+1)^{1000}+10^{-99}"},
		{nest(12, "(1+", "x+y", ")^2"), nest(12, "(1+", "x-y", ")^2")}, {nest(30, "(x+", "y", ")^2"), nest(30, "(x+", "y", ")^2") + "+10^{-90}"},
		{`\frac{x^{1000}-1}{x-1}`, `\frac{1-x^{1000}}{1-x}+10^{-40}`}, {`(\sin x+\cos y)^{300}`, `(\cos y+\sin x)^{300}+10^{-80}`},
		{`(\sqrt2+\sqrt3+\sqrt5+\sqrt7)^{50}`, `(\sqrt7+\sqrt5+\sqrt3+\sqrt2)^{50}+10^{-400}`},
		{`\left(\frac{a}{b}+\frac{b}{c}+\frac{c}{d}+\frac{d}{f}\right)^{60}`, `\left(\frac{a}{b}+\frac{b}{c}+\frac{c}{d}+\frac{d}{g}\right)^{60}`},
		{`(1+x)(1+x^2)(1+x^4)(1+x^8)(1+x^{16})(1+x^{32})(1+x^{64})(1+x^{128})(1+x^{256})(1+x^{512})`, `\frac{1-x^{1024}}{1-x}+10^{-70}`},
		{`x^{4001}+x^{2000}y^{1999}+1`, `x^{4001}+x^{2000}y^{1999}+1+10^{-99}`},
	} {
		add(p[0], p[1], Equivalent)
		in(`{"symbols":{"a":"positive","b":"positive","x":"positive","y":"positive"}}`, p[0], p[1], Equivalent)
	}
	kind = "polynomials of high degree"
	for _, n := range []int{60, 500, 4000} {
		p := list(n, "+", func(i int) string { return fmt.Sprintf("%dx^{%d}", 1+(i*7919)%101, i) })
		q := list(n, "+", func(i int) string { return fmt.Sprintf("%dx^{%d}", 1+((n-1-i)*7919)%101, n-1-i) })
		if len(p) > full-20 {
			continue
		}
		add(p, q, Different)
		add(p, q+"+10^{-60}", Equivalent)
		add(`\frac{`+p+`}{x^2+1}`, `\frac{`+q+`}{x^2+2}`, Equivalent)
		add(p+"=0", q+"=1", Equivalent)
		add(p+"<0", q+"<1", Equivalent)
		in(`{"relations":["`+list(min(n, 200), "+", func(i int) string { return fmt.Sprintf("%dx^{%d}", i+1, i) })+` = 0"]}`, "x", "x+"+p, Equivalent)
		r := list(n/2, "+", func(i int) string { return fmt.Sprintf("x^{%d}y^{%d}z^{%d}", i%17, i%13, i%11) })
		add(`\frac{`+r+`}{1+`+r+`}`, `1-\frac{1}{1+`+r+`}`, Different)
	}
	kind = "nested radicals"
	for _, n := range []int{5, 12, 40, 300} {
		add("2", nest(n, `\sqrt{2+`, "2", "}"), Different)
		add("2", nest(n, `\sqrt{2+`, `\sqrt{3}`, "}"), Equivalent)
		add(fmt.Sprintf(`2\cos\frac{\pi}{2^{%d}}`, n+1), nest(n, `\sqrt{2+`, "0", "}"), Different)
		add(nest(n, `\sqrt{1+`, "x", "}"), nest(n, `\sqrt{1+`, "x+10^{-40}", "}"), Equivalent)
		add(nest(n, `\sqrt[3]{7+`, `\sqrt5`, "}"), nest(n, `\sqrt[3]{7+`, `\sqrt5+10^{-90}`, "}"), Equivalent)
		s := list(n, "+", func(i int) string { return fmt.Sprintf(`\sqrt[%d]{%d}`, i%9+2, i+2) })
		add(s, s+"+10^{-350}", Equivalent)
		s = list(n, "", func(i int) string { return fmt.Sprintf(`(1+\sqrt[%d]{%d})`, i%5+2, i+2) })
		add(s, s+"+10^{-320}", Equivalent)
		add(`\frac{1}{`+list(n, "+", func(i int) string { return fmt.Sprintf(`\sqrt{%d}`, i+2) })+`}`, "0", Equivalent)
	}
	kind = "matrices"
	for _, n := range []int{4, 12, 40, 70} {
		for _, e := range []func(i, j int) string{
			func(i, j int) string { return fmt.Sprint((i*31 + j*17 + i*j) % 97) },
			func(i, j int) string { return fmt.Sprintf("a_{%d}", (i*n+j)%400) },
			func(i, j int) string { return fmt.Sprintf(`x^{%d}`, (i*j)%50) },
		} {
			m := matrixText("pmatrix", n, e)
			if len(m) > full/2-20 {
				continue
			}
			add(m, m+`+`+matrixText("pmatrix", n, func(i, j int) string { return fmt.Sprint(b2i(i == n-1 && j == n-1)) }), Equivalent)
			add(`\det`+m, "1+"+matrixText("vmatrix", n, e), Equivalent)
			add(m+m, m+"^2", "")
			add(m+"^{-1}", m, Equivalent)
			add(m+"^{30}", m, Equivalent)
			add(`e^{`+m+`}`, m, Equivalent)
			add(`\operatorname{tr}(`+m+`)`, "0", Equivalent)
			in(`{"kind":"matrix"}`, m, m+"^T", "")
		}
	}
	add(matrixText("pmatrix", 2, func(i, j int) string { return "x" })+"^{1000000}", "1", Equivalent)
	kind = "tensors"
	for _, n := range []int{4, 9, 30, 400} {
		idx := func(i int) string { return fmt.Sprintf(`\mu_{%d}`, i) }
		chain := list(n, "", func(i int) string { return `g_{` + idx(i) + idx(i+1) + `}` })
		add(chain, `g_{`+idx(0)+idx(n)+`}`, "")
		r := list(n, "", func(i int) string { return `R_{` + idx(i) + idx(i+1) + idx(i+2) + idx(i+3) + `}` })
		in(`{"tensors":{"R":"riemann"},"dimension":4}`, r, "2"+r, Equivalent)
		eps := list(n, "", func(i int) string { return `\epsilon^{` + idx(4*i) + idx(4*i+1) + idx(4*i+2) + idx(4*i+3) + `}` })
		in(`{"dimension":4,"signature":"+---"}`, eps, eps+"+1", Equivalent)
		in(`{"dimension":4,"signature":"+---"}`, eps+eps, "24", Equivalent)
		f := list(n, "", func(i int) string { return `F_{` + idx(i) + ` ` + idx(i+1) + `}` })
		in(`{"tensors":{"F":"maxwell"}}`, f, "-"+f, "")
		t := `T_{` + list(n, "", idx) + `}`
		in(`{"tensors":{"T":"symmetric"}}`, t, `T_{`+list(n, "", func(i int) string { return idx(n - 1 - i) })+`}`, "")
		d := list(n, "+", func(i int) string { return fmt.Sprintf(`\delta^{a_{%d}}_{b_{%d}}`, i, i) })
		add(d, d+"+1", Equivalent)
		p := list(n, "", func(i int) string { return fmt.Sprintf(`(p_{\mu_{%d}}+q_{\mu_{%d}})`, i, i) })
		add(p, p+"+"+p, Equivalent)
	}
	kind = "traces"
	for _, n := range []int{8, 12, 16, 24, 60, 600} {
		mu := list(n, "", func(i int) string { return fmt.Sprintf(`\gamma^{\mu_{%d}}`, i) })
		add("0", `\operatorname{tr}(`+mu+`)`, "")
		add("0", `\operatorname{tr}(`+mu+`\gamma^5)`, "")
		add("4", `\operatorname{tr}(`+list(n/2, "", func(i int) string { return fmt.Sprintf(`\gamma^{\mu_{%d}}`, i) })+list(n/2, "", func(i int) string { return fmt.Sprintf(`\gamma_{\mu_{%d}}`, i) })+`)`, "")
		add("4", `\operatorname{tr}(`+list(n, "", func(i int) string { return fmt.Sprintf(`(\slashed{p}_{%d}+m)`, i) })+`)`, Equivalent)
		in(`{"dimension":"d"}`, "4", `\gamma^{\nu}`+mu+`\gamma_{\nu}`, Equivalent)
		ta := list(n, "", func(i int) string { return fmt.Sprintf(`T^{a_{%d}}`, i) })
		in(`{"group":"SU(N)"}`, "0", `\operatorname{tr}(`+ta+`)`, "")
		in(`{"group":"SU(N)"}`, "0", `\operatorname{tr}(`+ta+`)\operatorname{tr}(`+list(n, "", func(i int) string { return fmt.Sprintf(`T^{a_{%d}}`, (i*7)%n) })+`)`, "")
		in(`{"group":"SU(N)"}`, "N", list(n, "", func(i int) string {
			return fmt.Sprintf(`f^{a_{%d}a_{%d}b_{%d}}`, i, (i+1)%n, i)
		})+list(n, "", func(i int) string { return fmt.Sprintf(`f^{b_{%d}c_{%d}c_{%d}}`, i, i, (i+1)%n) }), "")
		x := list(n, "", func(i int) string { return []string{"x", "p"}[i%2] })
		in(`{"symbols":{"x":"operator","p":"operator"},"commutators":["[x,p] = i\\hbar"]}`, x, list(n, "", func(i int) string { return []string{"p", "x"}[i%2] }), "")
		in(`{"symbols":{"x":"operator","p":"operator"},"commutators":["[x,p] = i\\hbar"]}`, "(x+p)^{"+fmt.Sprint(n)+"}", "(x-p)^{"+fmt.Sprint(n)+"}", "")
		in(`{"symbols":{"x":"operator","p":"operator"},"commutators":["[x,p] = i\\hbar"]}`, nest(n, "[x,", "p^{9}", "]"), "0", "")
	}
	kind = "second readings"
	for _, n := range []int{20, 600, 2400, 6000} {
		down := func(f func(i int) string) func(i int) string { return func(i int) string { return f(n - 1 - i) } }
		of := func(format string) func(i int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
		for _, p := range [][2]string{
			{"x=" + list(n, "=", of("y_{%d}")), "x=" + list(n, "=", down(of("y_{%d}")))},
			{"x", "x" + fill(n, "", func(int) string { return "=x+0" })},
			{"x", "x" + fill(n, "", func(i int) string { return fmt.Sprintf("=x+%d-%d", i, i) })},
			{list(n, ",", of("E_{%[1]d}=y_{%[1]d}=%[1]d")), list(n, ",", down(of("E_{%[1]d}=y_{%[1]d}=%[1]d")))},
			{list(n, ",", of("x_{%[1]d}=%[1]d")), list(n, ",", down(of("x_{%[1]d}=%[1]d")))},
			{list(n, `\ ,\ `, of(`f=x_{%d}\text{ for }x<1`)), "f=x"},
			{"x", "x+" + list(n, "+", of(`\theta(10^{-3}-|x-%d|)`))},
			{"x", "x+" + list(n, "+", of(`\delta_{x,%d}`))},
			{"x", "x+" + list(n, "+", of(`\max(0,1-(x-%d)^2)`))},
			{`P\,dV`, list(n, "+", of(`x_{%[1]d}\,dy_{%[1]d}`))},
			{"ds^2=" + list(n, "+", of("g_{%[1]d}dx_{%[1]d}^2")), "ds^2=" + list(n, "+", down(of("g_{%[1]d}dx_{%[1]d}^2")))},
			{list(n, "+", of("V_{%d}(0)")), list(n, "+", down(of("V_{%d}(0)")))},
			{list(n, "+", of("V_{%d}(0)x")), list(n, "+", down(of("V_{%d}(0)x")))},
			{list(n, "+", of("T_{%d}^{ab}")), list(n, "+", down(of("T_{%d}^{ab}")))},
			{list(n, "+", of(`\nabla(f_{%d}g)`)), list(n, "+", down(of(`\nabla(f_{%d}g)`)))},
			{list(n, "+", of(`\partial_t(f_{%d}g)`)), "g\\partial_t f"},
			{list(n, "", of(`\hat A_{%d}`)), list(n, "", down(of(`\hat A_{%d}`)))},
			{list(n, "", of("A_{%d}^{-1}")) + "B", "B"},
			{list(n, "+", of(`|\psi_{%d}|^2`)), list(n, "+", down(of(`\psi_{%d}^2`)))},
			{list(n, "+", of(`\bar z_{%[1]d}z_{%[1]d}`)), list(n, "+", down(of(`z_{%d}^2`)))},
			{list(n, ",", of(`\pm x_{%d}`)), "x"},
			{list(n, "+", of("E_{%d}'")), "E'=" + list(n, "+", of("E_{%d}'"))},
			{list(n, "", of("(x+%d)")) + "y=0", list(n, "", of("(x-%d)")) + "y=0"},
			{list(n, "+", of("x^%d")), list(n, "+", down(of("x^{%d}")))},
			{list(n, "+", of(`i^{%dn}`)), "i^n"},
			{"x^2", fill(n, "", func(int) string { return `\boxed{x^2}` })},
			{"x^2", list(n, " or ", func(int) string { return "x^2" })},
			{list(n, "+", of("u_{x}v_{%d}")), "u_x"},
			{list(n, "+", of(`a_xb_{%d}`)), `\mathbf a\cdot\mathbf b`},
		} {
			if len(p[0]) < full && len(p[1]) < full {
				add(p[0], p[1], "")
				add(p[1], p[0], "")
			}
		}
	}
	kind = "lists and sets"
	for _, n := range []int{30, 500, 4000, 12000} {
		num := func(i int) string { return fmt.Sprint(i * i % 100003) }
		rev := func(i int) string { return num(n - 1 - i) }
		alg := func(i int) string { return fmt.Sprintf(`\sqrt{%d}`, i+2) }
		fun := func(i int) string { return fmt.Sprintf(`%d\sin x`, i+2) }
		two := func(i int) string { return fmt.Sprintf(`2\sin\frac x2\cos\frac x2+%d`, i) }
		one := func(i int) string { return fmt.Sprintf(`%d+\sin x`, n-1-i) }
		for _, p := range [][2]func(int) string{
			{num, rev}, {alg, func(i int) string { return fmt.Sprintf(`\frac{%d}{\sqrt{%d}}`, n+1-i, n+1-i) }}, {fun, func(i int) string { return fun(n - 1 - i) }}, {one, two},
			{name, func(i int) string { return name(n - i) }},
		} {
			a, b := list(n, ",", p[0]), list(n, ",", p[1])
			if len(a) > full-20 || len(b) > full-20 {
				continue
			}
			add(a, b, "")
			add(`\{`+a+`\}`, `\{`+b+`\}`, "")
			add("("+a+")", "("+b+")", "")
			in(`{"kind":"set"}`, a, b+",-7", Equivalent)
			in(`{"kind":"list"}`, a, b, "")
		}
		e := list(n, ",", func(i int) string { return fmt.Sprintf("x_{%d}=%d", i, i) })
		if len(e) < full {
			add(e, list(n, ",", func(i int) string { return fmt.Sprintf("x_{%d}=%d", n-1-i, n-1-i) }), "")
		}
		e = list(n, `\cup`, func(i int) string { return fmt.Sprintf("[%d,%d]", 2*i, 2*i+1) })
		if len(e) < full {
			add(e, list(n, `\cup`, func(i int) string { return fmt.Sprintf("[%d,%d]", 2*(n-1-i), 2*(n-1-i)+1) }), "")
		}
		e = list(n, `\text{ or }`, func(i int) string { return fmt.Sprintf(`x=%d`, i) })
		if len(e) < full {
			add(e, list(n, `\text{ or }`, func(i int) string { return fmt.Sprintf(`x=%d`, n-1-i) }), "")
		}
	}
	kind = "signs and intervals"
	for _, n := range []int{8, 40, 400} {
		pm := list(n, `\pm`, func(i int) string { return fmt.Sprintf(`\sqrt{%d}`, i+2) })
		add(pm, list(n, `\mp`, func(i int) string { return fmt.Sprintf(`\sqrt{%d}`, i+2) }), "")
		add(list(n, "", func(i int) string { return fmt.Sprintf(`(x-%d)`, i) })+">0", list(n, "", func(i int) string { return fmt.Sprintf(`(x-%d)`, n-1-i) })+">0", "")
		add(list(n, "", func(i int) string { return fmt.Sprintf(`(x-%d)`, i) })+"=0", list(n, ",", func(i int) string { return fmt.Sprintf(`x=%d`, n-1-i) }), "")
		add(list(n, `\wedge `, func(i int) string { return fmt.Sprintf(`x_{%d}>%d`, i, i) }), list(n, `\wedge `, func(i int) string { return fmt.Sprintf(`x_{%d}>%d`, n-1-i, n-1-i) }), "")
		add(`\begin{cases}`+list(n, `\\`, func(i int) string { return fmt.Sprintf(`x^{%d}&x<%d`, i, i) })+`\end{cases}`, `\begin{cases}`+list(n, `\\`, func(i int) string { return fmt.Sprintf(`x^{%d}&x<%d`, i, i) })+`\\0&x>1000\end{cases}`, "")
		add(list(n, "+", func(i int) string { return fmt.Sprintf(`\theta(x-%d)`, i) }), list(n, "+", func(i int) string { return fmt.Sprintf(`\theta(%d+x)`, i) }), Equivalent)
		add(list(n, "+", func(i int) string { return fmt.Sprintf(`\delta(x-%d)`, i) }), list(n, "+", func(i int) string { return fmt.Sprintf(`\delta(%d-x)`, n-1-i) }), "")
		add(list(n, "", func(i int) string { return fmt.Sprintf(`|x_{%d}|`, i) }), list(n, "", func(i int) string { return fmt.Sprintf(`x_{%d}`, i) }), Equivalent)
		add(list(n, "", func(i int) string { return fmt.Sprintf(`\sqrt{x_{%d}^2}`, i) }), `\sqrt{`+list(n, "", func(i int) string { return fmt.Sprintf(`x_{%d}^2`, i) })+`}`, "")
		add(list(n, "+", func(i int) string { return fmt.Sprintf(`\lfloor %dx\rfloor`, i+1) }), list(n, "+", func(i int) string { return fmt.Sprintf(`\lfloor %dx\rfloor`, n-i) })+"+10^{-40}", Equivalent)
	}
	kind = "special functions"
	for _, p := range [][2]string{
		{`{}_2F_1(1,1;2;x)`, `-\frac{\ln(1-x)}{x}`}, {`{}_2F_1(\frac12,\frac12;1;x^2)`, `\frac{2}{\pi}K(x)`}, {`{}_2F_1(a,b;a+b;x)`, `{}_2F_1(b,a;a+b;x)+10^{-30}`},
		{`{}_2F_1(a,a;c;-x)`, `(1+x)^{-a}{}_2F_1(a,c-a;c;\frac{x}{1+x})`}, {`{}_2F_1(1,2;3;x)+{}_2F_1(1,2;4;x)`, `{}_2F_1(2,1;3;x)+{}_2F_1(2,1;4;x)+10^{-30}`},
		{`{}_3F_2(1,1,1;2,2;x)`, `\frac{\operatorname{Li}_2(x)}{x}`}, {`{}_3F_2(1,1,1;2,2;1)`, `\zeta(2)`}, {`{}_3F_2(a,b,c;d,f;1)`, `{}_3F_2(b,a,c;d,f;1)+10^{-40}`},
		{nest(6, `J_0(`, "x", ")"), nest(6, `J_0(`, "x", ")") + "+10^{-40}"}, {nest(8, `\Gamma(`, "x+1", ")"), nest(8, `\Gamma(`, "x+2", ")")},
		{nest(5, `\zeta(1+`, "x^2", ")"), nest(5, `\zeta(1+`, "x^2", ")") + "+10^{-40}"}, {`\zeta(x+iy)\Gamma(x+iy)\operatorname{Li}_3(x+iy)`, `\operatorname{Li}_3(x+iy)\Gamma(x+iy)\zeta(x+iy)+10^{-40}`},
		{`J_{1000}(1000x)`, `J_{1000}(1000x)+10^{-60}`}, {`J_{x}(10^6)`, `J_{x}(10^6)+10^{-60}`}, {`K_{x}(10^{-9})`, `K_{x}(10^{-9})+10^{-60}`},
		{`\operatorname{Li}_{x}(y)`, `\operatorname{Li}_{x}(y)+10^{-40}`}, {`P_{500}(x)`, `P_{500}(-x)+10^{-60}`}, {`P_{x}(y)`, `P_{-1-x}(y)`}, {`H_{400}(x)`, `H_{400}(-x)+10^{-60}`},
		{`L_{300}(x)`, `L_{300}(x)+10^{-40}`}, {`\operatorname{Ai}(1000x)`, `\operatorname{Ai}(1000x)+10^{-60}`}, {`\operatorname{erf}(1000x)+\psi(x)`, `\operatorname{erf}(1000x)+\psi(x)+10^{-60}`},
		{`W(x)e^{W(x)}`, `x+10^{-40}`}, {`K(x)E(y)+\Pi(x,y)`, `K(x)E(y)+\Pi(x,y)+10^{-40}`}, {`\operatorname{Ei}(x)+\operatorname{Si}(100x)`, `\operatorname{Si}(100x)+\operatorname{Ei}(x)+10^{-40}`},
		{list(40, "+", func(i int) string { return fmt.Sprintf(`J_{%d}(x)`, i) }), list(40, "+", func(i int) string { return fmt.Sprintf(`J_{%d}(x)`, 39-i) }) + "+10^{-40}"},
		{list(40, "+", func(i int) string { return fmt.Sprintf(`\zeta(x+%d)`, i+2) }), list(40, "+", func(i int) string { return fmt.Sprintf(`\zeta(x+%d)`, 41-i) }) + "+10^{-40}"},
		{list(60, "+", func(i int) string { return fmt.Sprintf(`{}_2F_1(1,%d;%d;x)`, i+1, i+3) }), list(60, "+", func(i int) string { return fmt.Sprintf(`{}_2F_1(%d,1;%d;x)`, i+1, i+3) }) + "+10^{-40}"},
		{fill(full, "+", func(i int) string { return fmt.Sprintf(`\Gamma(x+%d)`, i) }), fill(full, "+", func(i int) string { return fmt.Sprintf(`\Gamma(x+%d)`, i) }) + "+x"},
		{fill(full, "+", func(i int) string { return fmt.Sprintf(`J_{%d}(x)`, i) }), fill(full, "+", func(i int) string { return fmt.Sprintf(`J_{%d}(x)`, i) }) + "+x"},
		{fill(full, "+", func(i int) string { return fmt.Sprintf(`\operatorname{Li}_{%d}(x)`, i) }), fill(full, "+", func(i int) string { return fmt.Sprintf(`\operatorname{Li}_{%d}(x)`, i) }) + "+x"},
		{`K(\sqrt{1-k^2})`, `K'(k)+10^{-40}`}, {`\Pi(n,k)`, `\Pi(n,k)+10^{-40}`}, {`\theta_3(x,q)`, `\theta_3(x,q)+10^{-40}`}, {`{}_1F_1(a;b;1000x)`, `e^{1000x}{}_1F_1(b-a;b;-1000x)`},
		{`{}_1F_1(a;b;x)`, `e^{x}{}_1F_1(b-a;b;-x)+10^{-50}`}, {`{}_2F_1(x,y;z;w)`, `(1-w)^{z-x-y}{}_2F_1(z-x,z-y;z;w)`}, {`{}_4F_3(1,1,1,1;2,2,2;1)`, `\zeta(3)+10^{-30}`},
	} {
		add(p[0], p[1], "")
		in(`{"symbols":{"x":"positive","y":"positive","a":"positive","b":"positive","c":"positive"}}`, p[0], p[1], "")
		in(`{"symbols":{"x":"complex","y":"complex","a":"complex"}}`, p[0], p[1], "")
	}
	in(`{"functions":{"K":"ellipk"},"relations":["k = \\sqrt{1-m^2}","m = \\sin\\theta"]}`, "K(k)", `K(\cos\theta)`, "")
	in(`{"functions":{"K":"ellipk","E":"ellipe"},"relations":["M = K(k)"]}`, "M", `K(k)+10^{-50}`, "")
	in(`{"functions":{"K":"ellipk"},"relations":["T = 4\\sqrt{L/g}K(k)","k = \\sin(\\theta/2)"],"symbols":{"L":"positive","g":"positive"}}`, "T", `4\sqrt{\frac{L}{g}}K(\sin\frac{\theta}{2})`, "")
	kind = "integrals"
	for _, p := range [][2]string{
		{`\int_0^\infty e^{-ax}J_0(bx)\,dx`, `\frac{1}{\sqrt{a^2+b^2}}`}, {`\int_0^1\int_0^1\frac{1}{1-xy}\,dx\,dy`, `\frac{\pi^2}{6}`},
		{`\int_0^1\int_0^1\int_0^1\cos(xyz)\,dx\,dy\,dz`, `1`}, {`\int_0^\infty\frac{\sin x}{x}\,dx`, `\frac\pi2+10^{-30}`}, {`\int_0^\infty\sin(x^2)\,dx`, `\sqrt{\frac{\pi}{8}}`},
		{`\int_0^1\frac{\sin(1/x)}{x}dx`, `1`}, {`\int_0^1\sin\frac{1}{x^5}dx`, `1`}, {`\int_{-\infty}^\infty e^{-x^4+ax^2}dx`, `2\int_0^\infty e^{-x^4+ax^2}dx+10^{-30}`},
		{`\int_0^{10^6}\sin^2(x^2)\,dx`, `5`}, {`\int_0^1 x^{x^{x}}dx`, `1`}, {`\int_0^{1}\lfloor 1/x\rfloor^{-1}dx`, `\frac{\pi^2}{6}-1`}, {`\int_0^{2\pi}\frac{d\theta}{a+b\cos\theta}`, `\frac{2\pi}{\sqrt{a^2-b^2}}`},
		{`\int_0^1\int_0^x\int_0^y\int_0^z e^{x+y+z+w}dw\,dz\,dy\,dx`, `1`}, {`\int_0^\infty\int_0^\infty e^{-x-y-xy}dx\,dy`, `1`},
		{`\int_0^1\frac{\ln x\ln(1-x)}{x}dx`, `\zeta(3)`}, {`\int_0^\infty\frac{x^{s-1}}{e^x-1}dx`, `\Gamma(s)\zeta(s)`}, {`\int_0^1 \Gamma(x+1)J_0(x)\zeta(x+2)dx`, `1`},
		{`\int_{0}^{1}\zeta(\tfrac12+1000it)dt`, `1`}, {`\int_0^\infty J_0(x)J_1(x)J_2(x)dx`, `1`}, {nest(10, `\int_0^1 e^{`, "x", `}dx`), "1"},
		{list(30, "+", func(i int) string { return fmt.Sprintf(`\int_0^1 x^{%d}e^{-x^2}dx`, i) }), `1`}, {fill(full, "+", func(i int) string { return fmt.Sprintf(`\int_0^%d e^{-x^2}dx`, i+1) }), `1`},
		{strings.Repeat(`\int`, 5000) + "x", "1"}, {`\oint`, "1"}, {strings.Repeat(`\int_0^1`, 300) + `x` + strings.Repeat(`dx`, 300), "1"},
		{`\int_0^1\frac{dx}{\sqrt{x(1-x)(1-k^2x)}}`, `2K(k)`}, {`\int_0^{\pi/2}\frac{d\theta}{\sqrt{1-k^2\sin^2\theta}}`, `K(k)+10^{-30}`}, {`\int_{-1}^{1}\frac{dx}{x^2}`, "-2"}, {`\int_{-1}^{1}\frac{dx}{x}`, "0"},
		{`\int_a^b f(x)dx`, `-\int_b^a f(x)dx`}, {`\int_0^t\int_0^{s}e^{-(t-s)u}J_0(us)du\,ds`, `t`},
	} {
		add(p[0], p[1], "")
		in(`{"symbols":{"a":"positive","b":"positive","s":"positive","t":"positive"}}`, p[0], p[1], "")
	}
	kind = "sums and limits"
	for _, p := range [][2]string{
		{`\sum_{n=1}^{10^{12}}1`, `10^{12}+1`}, {`\sum_{n=1}^{10^5}\frac1{n^2}`, `\frac{\pi^2}{6}`}, {`\sum_{n=1}^\infty\frac1{n^2}`, `\frac{\pi^2}{6}+10^{-30}`}, {`\sum_{n=1}^\infty\frac{\ln n}{n^{2}}`, `-\zeta'(2)`},
		{`\sum_{n=1}^\infty\sum_{m=1}^\infty\frac{1}{n^2+m^2+n^4m^4}`, `1`}, {`\sum_{n=0}^\infty\sum_{m=0}^n\sum_{k=0}^m\frac{1}{2^n3^m5^k}`, `2`}, {`\sum_{n=1}^\infty\frac{(-1)^n}{\sqrt n}`, `(\sqrt2-1)\zeta(\frac12)`},
		{`\sum_{n=2}^\infty\frac{1}{n\ln^2 n}`, `2`}, {`\sum_{n=1}^{\infty}\frac{\sin(n x)}{n}`, `\frac{\pi-x}{2}`}, {`\sum_{n=-\infty}^\infty e^{-\pi n^2x}`, `\frac{1}{\sqrt x}\sum_{n=-\infty}^\infty e^{-\pi n^2/x}`},
		{`\sum_{n=1}^{N}n^{20}`, `\frac{N^{21}}{21}`}, {`\sum_{n=0}^{1000}\binom{1000}{n}x^n`, `(1+x)^{1000}+10^{-50}`}, {`\sum_{i=1}^{n}\sum_{j=1}^{n}\sum_{k=1}^{n}\frac{1}{i+j+k}`, `n`}, {`\prod_{n=1}^{\infty}\left(1-\frac{x^2}{n^2}\right)`, `\frac{\sin\pi x}{\pi x}`},
		{`\prod_{n=1}^{10^6}(1+x/n)`, `1`}, {`\prod_{i=1}^{n}\prod_{j=1}^{n}(i+j)`, `n!`}, {`\lim_{x\to0}\frac{\sin x}{x}`, `1`}, {`\lim_{n\to\infty}\sum_{k=1}^n\frac{n}{n^2+k^2}`, `\frac\pi4`},
		{`\lim_{n\to\infty}\lim_{m\to\infty}\cos^{2m}(n!\pi x)`, `0`}, {`\lim_{x\to\infty}x^{1/\ln\ln\ln x}`, `1`}, {nest(12, `\lim_{x\to0}\sin(`, "x", ")"), `0`},
		{`\sum_{n=1}^\infty J_n(x)^2\zeta(n+1)`, `1`}, {`\sum_{n=0}^\infty\frac{\Gamma(n+a)\Gamma(n+b)}{\Gamma(n+c)n!}`, `1`}, {`\sum_{n=1}^{\infty}\int_0^1 x^n e^{-nx}dx`, `1`}, {`\int_0^1\sum_{n=1}^\infty\frac{x^n}{n^3}dx`, `1`},
		{fill(full, "+", func(i int) string { return fmt.Sprintf(`\sum_{n=1}^{\infty}\frac{1}{n^{%d}}`, i+2) }), `1`}, {strings.Repeat(`\sum`, 8000) + "x", "1"}, {strings.Repeat(`\sum_{n=1}^{9}`, 1000) + "n", "1"},
		{`\sum_{n=1}^\infty\frac{1}{n^{1.01}}`, `\zeta(1.01)+10^{-40}`}, {`\sum_{n=0}^{\infty}\frac{x^{n!}}{n!}`, `e^x`}, {`\sum_{n=1}^{\infty}\frac{\mu(n)}{n^2}`, `\frac{6}{\pi^2}`}, {`\sum_{p}\frac1{p^2}`, `1`},
	} {
		add(p[0], p[1], "")
		in(`{"symbols":{"x":"positive","a":"positive","b":"positive","n":["positive","integer"]}}`, p[0], p[1], "")
	}
	kind = "coincidences"
	for _, p := range [][2]string{
		{`e^{\pi\sqrt{163}}`, `640320^3+744`}, {`1`, "0." + strings.Repeat("9", 9000)}, {`\sum_{n=1}^{\infty}\frac{\lfloor n\tanh\pi\rfloor}{10^n}`, `\frac1{81}`},
		{`\int_0^\infty\cos(2x)\prod_{n=1}^{\infty}\cos\frac xn dx`, `\frac\pi8`}, {`\sin(10^{-200})`, `10^{-200}`}, {`\sqrt{10^{600}+1}-10^{300}`, `\frac{1}{2\cdot10^{300}}`},
		{`\pi`, "3." + strings.Repeat("14159", 1800)}, {`\left(1+10^{-400}\right)^{10^{400}}`, `e`}, {`\tanh(1000)`, `1`}, {`\tanh(10^{9}x)`, `\frac{x}{|x|}`},
		{`e^{-1000000}`, `e^{-1000001}`}, {`\frac{1}{1+10^{-9999}x}`, `1`}, {`x+10^{-3000}`, `x`}, {`\ln(1+10^{-2000}x)`, `10^{-2000}x`}, {`(2+\sqrt3)^{2000}`, `(2+\sqrt3)^{2000}+(2-\sqrt3)^{2000}`},
		{`\Gamma(x+10^{-300})`, `\Gamma(x)`}, {`\zeta(2000)`, `1`}, {`\frac{\sin(2^{60}x)}{2^{60}\sin x}`, list(60, "", func(i int) string { return fmt.Sprintf(`\cos(2^{%d}x)`, i) })},
	} {
		add(p[0], p[1], "")
		add("x+"+p[0], "x+"+p[1], "")
	}
	kind = "long numbers"
	for _, n := range []int{1000, 9900, 60000} {
		d := strings.Repeat("1234567890", n/10)
		add(d, d+"1", Equivalent)
		add("0."+d, "0."+d+"1", Equivalent)
		add(`\frac{`+d[:n/2-3]+`}{`+d[:n/2-4]+`}`, "10", Equivalent)
		add(`\sqrt{`+d+`}`, `\sqrt{`+d[:n-1]+`}`, Equivalent)
		add(`\sin(`+d+`)`, `\cos(`+d+`)`, Equivalent)
		add(`x^{`+d+`}`, `x`, Equivalent)
		add("1e"+d[:min(n, 40)], "1", Equivalent)
		add(d+`\,\mathrm{m}`, d+`1\,\mathrm{km}`, Equivalent)
		add(fill(n, "", func(i int) string { return "1\\," }), "1", "")
		add(fill(n, "+", func(i int) string { return "1" }), "1", Equivalent)
		add(fill(n, "+", func(i int) string { return fmt.Sprintf(`\frac{1}{%d}`, i+1) }), "1", Equivalent)
		add(fill(n, "+", func(i int) string { return fmt.Sprintf(`%d^{-%d}`, i+3, i+3) }), "1", Equivalent)
		add("["+fill(n, ",", func(i int) string { return fmt.Sprintf("0.%d", i) })+"]", "0", Equivalent)
	}
	kind = "continued fractions"
	for _, n := range []int{50, 200, 700} {
		s := nest(n, `1+\cfrac{1}{`, "2", "}")
		add("1", s, Equivalent)
		add("1", nest(n, `x+\frac{1}{`, "x", "}"), Equivalent)
		add(nest(n, `x+\frac{y}{`, "x", "}"), nest(n, `x+\frac{y}{`, "x+y", "}"), Equivalent)
		add("1", nest(n, `x_1+\frac{\sqrt{x}}{`, "x", "}"), Equivalent)
	}
	kind = "derivatives"
	for _, n := range []int{3, 10, 40, 300} {
		add("1", fmt.Sprintf(`\frac{d^{%d}}{dx^{%d}}e^{-x^2}\sin(x^3)\Gamma(x)`, n, n), "")
		add("1", nest(n, `\frac{d}{dx}\left(x`, `\sin x`, `\right)`), "")
		add(nest(n, `\frac{\partial}{\partial x}\frac{1}{1+`, "x^2y", `}`), "0", "")
		add("0", fmt.Sprintf(`\frac{d^{%d}}{dx^{%d}}`, n, n)+nest(n, `\sin(`, "x", ")"), "")
		add("0", "f"+strings.Repeat("'", n)+"(x)", "")
		add("0", fmt.Sprintf(`\frac{d^{%d}}{dx^{%d}}(1+x+x^2)^{%d}`, n, n, n), "")
		add("0", `\nabla^2\frac{1}{r}+`+strings.Repeat(`\nabla`, n)+"f", "")
	}
	kind = "definitions"
	for _, n := range []int{10, 40, 300} {
		w := list(n, `,\ `, func(i int) string { return fmt.Sprintf(`x_{%d}=x_{%d}^2+x_{%d}`, i+1, i, i) })
		add("2", fmt.Sprintf(`x_{%d},\ \text{where }`, n)+w, Equivalent)
		w = list(n, `,\ `, func(i int) string { return fmt.Sprintf(`x_{%d}=(x_{%d}+x_{%d})\sin x_{%d}`, i+2, i+1, i, i) })
		add("2", fmt.Sprintf(`x_{%d},\ \text{where }`, n)+w, Equivalent)
		rel := make([]string, n)
		for i := range rel {
			rel[i] = fmt.Sprintf(`x_{%d} = x_{%d}^2+x_{%d}`, i+1, i, i)
		}
		js, _ := json.Marshal(map[string]any{"relations": rel})
		in(string(js), fmt.Sprintf("x_{%d}", n), "x_{0}", Equivalent)
		for i := range rel {
			rel[i] = fmt.Sprintf(`x_{%d}^2+x_{%d}x_{%d}=x_{%d}^3`, i+1, i, i+1, i)
		}
		js, _ = json.Marshal(map[string]any{"relations": rel})
		in(string(js), fmt.Sprintf("x_{%d}", n), "x_{0}", Equivalent)
		con := make([]string, n)
		for i := range con {
			con[i] = fmt.Sprintf(`x_{%d} > x_{%d}^2+1`, i+1, i)
		}
		js, _ = json.Marshal(map[string]any{"constraints": con})
		in(string(js), list(n, "+", name), list(n, "+", func(i int) string { return name(n - 1 - i) })+"+10^{-40}", Equivalent)
		for i := range con {
			con[i] = fmt.Sprintf(`x_{%d}^2+x_{%d}^2 < 1`, i+1, i)
		}
		js, _ = json.Marshal(map[string]any{"constraints": con})
		in(string(js), list(n, "", name)+"+x_{1}", list(n, "", name)+"-x_{1}+2\\sin x_{1}", Equivalent)
	}
	kind = "text and units"
	add("x", `\text{`+strings.Repeat("the answer is ", 4600)+`}`, Equivalent)
	add("x", strings.Repeat("the answer is ", 4600)+"x", "")
	add("x", strings.Repeat("a ", 32000), Equivalent)
	add("x", strings.Repeat("f(x)", 16000), Equivalent)
	add("x", strings.Repeat("a(b+1)", 10000), Equivalent)
	add("x", strings.Repeat(`1/2x`, 16000), Equivalent)
	add("x", strings.Repeat(`x'`, 30000), Equivalent)
	add("x", strings.Repeat(`x^2_3`, 13000), Equivalent)
	add("x", strings.Repeat(`\alpha`, 10900), Equivalent)
	add("x", strings.Repeat(`\operatorname{foo}`, 3600), Equivalent)
	add("x", strings.Repeat(`\unknown`, 8000), Equivalent)
	add("x", strings.Repeat(`\\`, 32000), Equivalent)
	add("x", strings.Repeat(`&`, 65000), Equivalent)
	add("x", strings.Repeat(`|x`, 32000), Equivalent)
	add("x", strings.Repeat(`\langle x|`, 6500), Equivalent)
	add("x", strings.Repeat(`\pm x`, 13000), Equivalent)
	add("x", strings.Repeat(`[x,`, 21000), Equivalent)
	add("x", strings.Repeat(`=x`, 32000), "")
	add("x", strings.Repeat(`<x`, 32000), Equivalent)
	add("x", strings.Repeat(`,x`, 32000), Equivalent)
	add("x", strings.Repeat(`\sqrt`, 13000), Equivalent)
	add("x", strings.Repeat(`\frac`, 13000), Equivalent)
	add("x", strings.Repeat(`x^`, 32000), Equivalent)
	add("x", strings.Repeat("\u202e\u200b", 10000)+"x", "")
	add("5\\,\\mathrm{m}", "5"+strings.Repeat(`\,\mathrm{m}`, 5500), Equivalent)
	add("5\\,\\mathrm{m}", "5"+strings.Repeat(`\,\mathrm{km/s}`, 4000), Equivalent)
	add("5\\,\\mathrm{m}", `5\,\mathrm{m}^{`+strings.Repeat("9", 5000)+`}`, Equivalent)
	add("x", strings.Repeat(`\begin{pmatrix}`, 4000), Equivalent)
	add("x", nest(200, `\begin{pmatrix}`, "x", `\end{pmatrix}`), "")
	add("x", nest(1000, `\begin{cases}`, "x", `\end{cases}`), "")
	add("f(x)", nest(2000, `f(`, "x", ")"), Equivalent)
	add(nest(150, `f(`, "x", ")"), nest(150, `f(`, "x+1-1", ")"), "")
	kind = "random text"
	tokens := strings.Fields(`x y z a b c 1 2 37 0.5 + - * / ^ _ { } ( ) [ ] | , = < > \frac \sqrt \sin \cos \ln \exp \Gamma \int \sum \prod \lim _{n=1} ^{\infty} ^2 ^{-1} _0 \pi \infty \alpha \beta \mu \nu e i dx dy
		\left( \right) \cdot \times \pm \mp ! ' \partial \nabla \hbar \text{m} \mathrm{kg} \langle \rangle \begin{pmatrix} \end{pmatrix} & \\ \gamma^\mu \gamma_\mu T^a f^{abc} \slashed{p} \delta_{ij} \epsilon_{ijk} J_0(x) \zeta(3) \operatorname{Li}_2 K(k)`)
	for _, n := range []int{30, 300, 3000, 15000} {
		for range 24 {
			var a, b strings.Builder
			for a.Len() < n {
				a.WriteString(tokens[rng.IntN(len(tokens))] + " ")
			}
			for b.Len() < n {
				b.WriteString(tokens[rng.IntN(len(tokens))] + " ")
			}
			add(a.String(), b.String(), "")
		}
	}
	kind = "random formulas"
	for _, n := range []int{10, 60, 400, 2000} {
		for range 20 {
			f := randomFormula(rng, n)
			add(f, f+"+10^{-45}", Equivalent)
			add(f, randomFormula(rng, n), "")
		}
	}
	kind = "SymPy text"
	for _, n := range []int{100, 390, 3000, 15000} {
		as("sympy", "x", nest(n, "sin(", "x", ")"), Equivalent)
		as("sympy", "x", nest(n, "(", "x", ")"), "")
		as("sympy", "x", fill(4*n, "+", func(i int) string { return fmt.Sprintf("x%d**%d", i, i) }), Equivalent)
		as("sympy", "x", fill(4*n, "**", func(i int) string { return "9" }), Equivalent)
		as("sympy", "x", "["+fill(4*n, ",", func(i int) string { return fmt.Sprintf("x%d", i) })+"]", Equivalent)
		as("text", "x", fill(4*n, " ", func(i int) string { return "x" }), Equivalent)
		as("text", "x", nest(n, "sqrt(1+", "x", ")"), Equivalent)
		as("sympy", "Integral(exp(-x**2),(x,0,oo))", "Sum(1/n**2,(n,1,oo))+"+fill(4*n, "+", func(i int) string { return fmt.Sprintf("besselj(%d,x)", i) }), Equivalent)
	}
	return all
}

// randomFormula has about n nodes.
func randomFormula(r *rand.Rand, n int) string {
	if n <= 1 {
		return []string{"x", "y", "z", "2", "3", `\pi`, "a", "b"}[r.IntN(8)]
	}
	k := 1 + r.IntN(n)
	if k == n {
		k = n - 1
	}
	f := func(n int) string { return randomFormula(r, n) }
	switch r.IntN(12) {
	case 0, 1, 2:
		return f(k) + "+" + f(n-k)
	case 3, 4:
		return "(" + f(k) + ")(" + f(n-k) + ")"
	case 5:
		return `\frac{` + f(k) + `}{1+(` + f(n-k) + `)^2}`
	case 6:
		return `\sin(` + f(n-1) + `)`
	case 7:
		return `\sqrt{1+(` + f(n-1) + `)^2}`
	case 8:
		return `\arctan(` + f(n-1) + `)`
	case 9:
		return `\ln(2+(` + f(n-1) + `)^2)`
	case 10:
		return "(" + f(n-1) + `)^2`
	}
	return `|` + f(n-1) + `|`
}
