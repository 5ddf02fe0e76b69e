package answer_test

import (
	"strings"
	"testing"

	"github.com/assay-physics/assay/verify/answer"
)

// TestAround: boxes that are a part of a formula, that words deny, or that cannot be seen, and
// the same surroundings where they are harmless. The expectations are by inspection.
func TestAround(t *testing.T) {
	for _, c := range []struct {
		reply string
		doubt answer.Problem
		text  string
	}{
		// Parts of a formula.
		{`-\boxed{x^2}`, answer.Inside, `x^2`},
		{`2\boxed{x^2}`, answer.Inside, `x^2`},
		{`$2\boxed{x^2}$`, answer.Inside, `x^2`},
		{`The result is $2\,\boxed{x^2}$.`, answer.Inside, `x^2`},
		{`$E=\pi\boxed{x^2}$`, answer.Inside, `x^2`},
		{`\[E=\left(\boxed{x^2}\right)^{-1}\]`, answer.Inside, `x^2`},
		{`\boxed{x^2}^2`, answer.Inside, `x^2`},
		{`$\boxed{x^2}_{0}$`, answer.Inside, `x^2`},
		{`\boxed{x^2}+1`, answer.Inside, `x^2`},
		{`$\boxed{x^2} - 1$`, answer.Inside, `x^2`},
		{`\boxed{x^2}/2`, answer.Inside, `x^2`},
		{`\boxed{x^2}\cdot 3`, answer.Inside, `x^2`},
		{`\boxed{x^2}\pi`, answer.Inside, `x^2`},
		{`$\boxed{x^2}\,\mathrm{m}$`, answer.Inside, `x^2`},
		{`\sqrt{\boxed{x^2}}`, answer.Inside, `x^2`},
		{`\sqrt[3]{\boxed{x^2}}`, answer.Inside, `x^2`},
		{`\frac{\boxed{x^2}}{2}`, answer.Inside, `x^2`},
		{`\frac{1}{\boxed{x^2}}`, answer.Inside, `x^2`},
		{`e^{\boxed{x^2}}`, answer.Inside, `x^2`},
		{`$E\ne\boxed{x^2}$`, answer.Inside, `x^2`},
		{`$\ln\boxed{x^2}$`, answer.Inside, `x^2`},
		// Answers.
		{`$E=\boxed{x^2}$`, "", `x^2`},
		{`$$E \;=\; \boxed{x^2}.$$`, "", `x^2`},
		{`$E\approx\boxed{3.2}$ eV`, "", `3.2`},
		{`\begin{align}E&=mc^2\\&=\boxed{x^2}\end{align}`, "", `x^2`},
		{`\[\boxed{x^2}\tag{1}\]`, "", `x^2`},
		{`\[\boxed{x^2}\qquad\blacksquare\]`, "", `x^2`},
		{`{\color{red}\boxed{x^2}}`, "", `x^2`},
		{`\color{red}{\boxed{x^2}}`, "", `x^2`},
		{`\textbf{Answer: }\boxed{x^2}`, "", `x^2`},
		{`**Answer:** $\boxed{x^2}$`, "", `x^2`},
		{`\text{\boxed{x^2}}`, "", `x^2`},
		{`\displaystyle\boxed{x^2}`, "", `x^2`},
		{"For question 2\n\\boxed{x^2}", "", `x^2`},
		{"So we find:\n- \\boxed{x^2}", "", `x^2`},
		{"* \\boxed{x^2}\n\nThat is all.", "", `x^2`},
		{`$\therefore\boxed{x^2}$`, "", `x^2`},
		{`$mc^2 \Rightarrow \boxed{x^2}$`, "", `x^2`},
		{`\boxed{x^2} (up to first order)`, "", `x^2`},
		{`\boxed{x^2} - that is, the square`, "", `x^2`},
		{`The factor is \boxed{x^2}, which agrees with $y^2$.`, "", `x^2`},
		{`so $x=1$ and $\boxed{x^2}$ follows`, "", `x^2`},
		{"costs \\$5 and $2$, so $\\boxed{x^2}$ results", "", `x^2`},
		// Denied.
		{`The answer is not \boxed{x^2}.`, answer.Denied, `x^2`},
		{`It cannot be \boxed{x^2}.`, answer.Denied, `x^2`},
		{`It isn't $\boxed{x^2}$.`, answer.Denied, `x^2`},
		{`\boxed{x^3}. This equals $\boxed{x^2}$? No.`, answer.Denied, `x^2`},
		{`$\boxed{x^2}$ is wrong.`, answer.Denied, `x^2`},
		{`\boxed{x^2} is not the answer.`, answer.Denied, `x^2`},
		{`The field does not vanish, so the answer is \boxed{x^2}.`, "", `x^2`},
		{`The first guess was wrong. The answer is \boxed{x^2}.`, "", `x^2`},
		{`This is not needed: \boxed{x^2}`, "", `x^2`},
		{`\boxed{x^2} is the answer.`, "", `x^2`},
		{`$\boxed{x^2}$ or $x^3$`, answer.Denied, `x^2`},
		{`$\boxed{x^2}$, or perhaps $x^3$.`, answer.Denied, `x^2`},
		{`~~\boxed{x^2}~~`, answer.Denied, `x^2`},
		{`\cancel{\boxed{x^2}}`, answer.Inside, `x^2`},
		{`$\boxed{x^2}$, or equivalently $x\cdot x$.`, "", `x^2`},
		{`$\boxed{x^2}$ or in other words a square`, "", `x^2`},
		// Invisible.
		{`\boxed{x^3} <!-- \boxed{x^2} -->`, "", `x^3`},
		{`$x<!$ \boxed{x^3}`, "", `x^3`},
		{"\\boxed{x^3}\n\\begin{comment}\n\\boxed{x^2}\n\\end{comment}", "", `x^3`},
		{`\boxed{x^3}\phantom{\boxed{x^2}}`, "", `x^3`},
		{"$\\boxed{x^3}$ % \\boxed{x^2}", "", `x^3`},
		{`\verb|\boxed{x^2}| $\boxed{x^3}$`, "", `x^3`},
		{"An efficiency of 50% gives $\\boxed{x^2}$", "", `x^2`},
		{"An efficiency of 50 % gives $\\boxed{x^2}$", "", `x^2`},
		{`a margin of $5\%$ leads to \boxed{x^2}`, "", `x^2`},
		// Parts of a question.
		{`(a) \boxed{x^3} (b) \boxed{x^2}`, "", `x^3, x^2`},
	} {
		e := answer.Extract(c.reply)
		if e.Doubt() != c.doubt || e.Text != c.text {
			t.Errorf("%s: %q, doubt %q; want %q, %q", c.reply, e.Text, e.Doubt(), c.text, c.doubt)
		}
		check(t, c.reply, e)
	}
	for _, reply := range []string{`\phantom{\boxed{x^2}}`, `% \boxed{x^2}`, `\verb|\boxed{x^2}|`} {
		if e := answer.Extract(reply); e.Source == answer.Box {
			t.Errorf("%s: the box cannot be seen", reply)
		}
	}
	for _, unit := range []string{`{}`, `^{`, `\frac{1}{`, `[]{`, `\phantom{`, `% box `, `\verb|`, `\boxed{1}^`, `<!--`, `<!-- -->`, `\begin{comment}`, `\iffalse `} {
		reply := strings.Repeat(unit, 1<<19/len(unit))
		check(t, reply, answer.Extract(reply))
	}
}
