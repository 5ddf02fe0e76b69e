package latex

import (
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/expr"
)

// The target for a typical answer is 20 µs; typesetting parsers of Go take 60 µs.
func BenchmarkParse(b *testing.B) {
	for _, bench := range []struct{ name, src string }{
		{"short", `\frac{g^2 N}{16\pi^2}`},
		{"typical", `\frac{m^2}{16\pi^2}\left(\ln\frac{m^2}{\bar\mu^2}-1\right)`},
		{"long", `-J-k_BT\,\ln\!\left\{\cosh\!\left(\frac{h}{k_BT}\right)+\sqrt{\sinh^2\!\left(\frac{h}{k_BT}\right)+e^{-4J/(k_BT)}}\right\}`},
		{"tensor", `4\left(g^{\mu\nu}g^{\rho\sigma}-g^{\mu\rho}g^{\nu\sigma}+g^{\mu\sigma}g^{\nu\rho}\right)`},
		{"integral", `\int_0^1dx\int_0^{1-x}dy\,\frac{1}{\left[xA+yB+(1-x-y)C\right]^3}`},
		{"64KiB", strings.Repeat(`x^2+\frac{1}{y}-`, 4096) + "1"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bench.src)))
			for b.Loop() {
				if _, err := Parse(expr.NewPool(), bench.src, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
