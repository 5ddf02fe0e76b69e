package tensor_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assay-physics/assay/math/tensor"
)

// TestHostile: what would explode ends undecided, by counting operations.
func TestHostile(t *testing.T) {
	var gammas, free, eps strings.Builder
	for i := range 60 {
		fmt.Fprintf(&gammas, `\gamma^{\mu_{%d}}`, i)
	}
	for range 24 {
		free.WriteString(`(A+B+C+D)`)
	}
	for i := range 12 {
		fmt.Fprintf(&eps, `\epsilon^{\mu_{%d}\nu_{%d}\rho_{%d}\sigma_{%d}}`, i, i, i, i)
	}
	// One object with many dummies: a trace of 24 generators, contracted in another order.
	var many, turned strings.Builder
	for i := range 24 {
		fmt.Fprintf(&many, ` T^{a_{%d}}`, i)
		fmt.Fprintf(&turned, ` T^{a_{%d}}`, (7*i+1)%24)
	}
	escaped := func(s string) string { return strings.ReplaceAll(s, `\`, `\\`) }
	var relations []string
	for i := range 60 {
		relations = append(relations, fmt.Sprintf(`"x_{%d}=x_{%d}x_{%d}"`, i+1, i, i))
	}
	rows := []string{
		`{"id":"definitions","reference":"x_{60}A","candidate":"[A,x_{60}]","context":{"symbols":{"A":"operator"},"relations":[` + strings.Join(relations, ",") + `]}}`,
		`{"id":"trace","reference":"0","candidate":"\\operatorname{tr}(` + escaped(gammas.String()) + `)","context":{"dimension":4}}`,
		`{"id":"word","reference":"0","candidate":"` + escaped(gammas.String()) + `","context":{"dimension":"d"}}`,
		`{"id":"epsilons","reference":"0","candidate":"` + escaped(eps.String()) + `","context":{"dimension":4}}`,
		`{"id":"free","reference":"A","candidate":"` + free.String() + `","context":{"symbols":{"A":"operator","B":"operator","C":"operator","D":"operator"}}}`,
		`{"id":"power","reference":"A","candidate":"(A+B+C+D)^{64}","context":{"symbols":{"A":"operator","B":"operator","C":"operator","D":"operator"}}}`,
		`{"id":"scalars","reference":"A","candidate":"(a+b+c+d+f+g)^{60}A","context":{"symbols":{"A":"operator"}}}`,
		`{"id":"ladder","reference":"\\hat a","candidate":"(\\hat a+\\hat a^\\dagger)^{60}","context":{"commutators":["[\\hat a,\\hat a^\\dagger]=1"]}}`,
		`{"id":"symmetric","reference":"0","candidate":"S_{abcdefgh}S^{abcdefgh}","context":{"tensors":{"S":"symmetric"}}}`,
		`{"id":"colour","reference":"0","candidate":"` + strings.Repeat(`f^{abc}f^{ade}f^{bdg}f^{ceg}`, 1) + strings.Repeat(`d^{hij}d^{hkl}d^{ikm}d^{jlm}`, 1) + `","context":{"group":"SU(N)"}}`,
		`{"id":"traces","reference":"\\operatorname{Tr}(` + escaped(many.String()) + `)","candidate":"\\operatorname{Tr}(` + escaped(many.String()) + `)\\operatorname{Tr}(` + escaped(turned.String()) + `)","context":{"group":"SU(N)"}}`,
		`{"id":"tower","reference":"A","candidate":"A^{9^{9^9}}","context":{"symbols":{"A":"operator"}}}`,
		`{"id":"bigpower","reference":"A","candidate":"9^{64}7^{64}A^{-64}","context":{"symbols":{"A":"operator"}}}`,
		`{"id":"riemanns","reference":"0","candidate":"R_{abcd}R^{ab}{}_{ef}R^{cd}{}_{gh}R^{efgh}-R_{abcd}R^{a}{}_{e}{}^{c}{}_{f}R^{bgdh}R_g{}^e{}_h{}^f","context":{"tensors":{"R":"riemann"},"dimension":4}}`,
	}
	for _, row := range rows {
		p := parsePair(t, []byte(row))
		q, err := prepare(p)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		start := time.Now()
		r := q.compare()
		t.Logf("%s: %v %v %s", p.ID, time.Since(start), r.Verdict, r.Message[:min(len(r.Message), 100)])
		if r.Verdict == tensor.Equal {
			t.Errorf("%s: equal", p.ID)
		}
	}
}
