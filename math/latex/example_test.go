package latex_test

import (
	"fmt"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
)

func ExampleParse() {
	r, err := latex.Parse(expr.NewPool(), `-\frac{\alpha}{3\pi}\ln\frac{Q^2}{A m_e^2},\quad\text{where } A=e^{5/3}`, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Readings[0].Node)
	// Output:
	// (where (* -1 \alpha (^ (* 3 %pi) -1) (log (* (^ Q 2) (^ (* A (^ m_e 2)) -1)))) (relation = A (^ %e 5/3)))
}

func ExampleParse_readings() {
	r, err := latex.Parse(expr.NewPool(), `1/2x`, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range r.Readings {
		fmt.Printf("%v (%s)\n", x.Node, x.Why)
	}
	// Output:
	// (* 1/2 x) ()
	// (* 1 (^ (* 2 x) -1)) (1/2x is 1/(2x))
}

func ExampleParse_table() {
	t := &latex.Table{}
	for _, err := range []error{t.DeclareFunction(`\psi`, "digamma"), t.Declare(`\mathbf a`, latex.Vector), t.Declare("e", latex.Scalar)} {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	r, err := latex.Parse(expr.NewPool(), `e^2\psi(\tfrac12)|\mathbf{a}|`, t)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Readings[0].Node)
	// Output:
	// (* (^ e 2) (digamma 1/2) (abs \mathbf{a}))
}

func ExampleParse_error() {
	_, err := latex.Parse(expr.NewPool(), `\frac{1}{x(y-z}`, nil)
	fmt.Println(err)
	// Output:
	// latex: at byte 14, “}”: a closing delimiter is missing
}

func ExampleCanonicalName() {
	for _, s := range []string{`m_{\rm eff}`, `m_{\text{eff}}`, `\overline{\mu}`, `\bar\mu`, `E_{F}`} {
		name, err := latex.CanonicalName(s)
		fmt.Println(name, err)
	}
	// Output:
	// m_{eff} <nil>
	// m_{eff} <nil>
	// \bar{\mu} <nil>
	// \bar{\mu} <nil>
	// E_F <nil>
}
