package equal

import (
	"context"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/expr"
)

// TestFunctionKinds: a context names functions as package expr does, or as other systems do; a
// name that nobody knows is an error with those that are near it.
func TestFunctionKinds(t *testing.T) {
	for _, f := range expr.Functions {
		if kind, ok := functionKind(f.Name); !ok || kind != f.Name {
			t.Errorf("%s is read as %q, %t", f.Name, kind, ok)
		}
	}
	for kind, want := range map[string]string{"BesselJ": "besselj", "ellipk": "elliptick", "legendreP": "legendre", "Kronecker_Delta": "kronecker", "function": "function", "ln": "log"} {
		if got, ok := functionKind(kind); !ok || got != want {
			t.Errorf("%s is read as %q, %t, want %s", kind, got, ok, want)
		}
	}
	for kind, near := range map[string]string{"beselj": "besselj", "digama": "digamma", "legndre": "legendre", "hevyside": "heaviside"} {
		_, err := ReadContext([]byte(`{"functions":{"F":"` + kind + `"}}`))
		if err == nil || !strings.Contains(err.Error(), near) || !strings.Contains(err.Error(), kind) {
			t.Errorf("%s: %v, want an error that names %s", kind, err, near)
		}
	}
	for plain, want := range kindSynonyms {
		if got, ok := functionKind(plain); !ok || got != want {
			t.Errorf("synonym %s of %s is read as %q, %t", plain, want, got, ok)
		}
	}
}

// TestHintNames: a factor one is not written.
func TestHintNames(t *testing.T) {
	for cand, want := range map[string]string{`\pi x`: "times π", `-\pi x`: "times −π", `\frac{x}{\pi^2}`: "times π^-2", `2\sqrt3x`: "times 2 √3", `3x`: "times 3", `\sqrt2x`: "times √2"} {
		r := Compare(context.Background(), Pair{Reference: "x", Candidate: cand}, Options{})
		if r.Verdict != Different || !strings.HasSuffix(r.Evidence.Hint, want) {
			t.Errorf("%s: %s, hint %q, want …%s", cand, r.Verdict, r.Evidence.Hint, want)
		}
	}
}

// TestMatrixElementsInMessages: what a message says of a matrix element is what was written.
func TestMatrixElementsInMessages(t *testing.T) {
	for pair, want := range map[[2]string]string{
		{`\langle a|b\rangle`, `\langle b|a\rangle`}:               "⟨a|b⟩ and ⟨b|a⟩",
		{`\langle 0|\phi|0\rangle`, `0`}:                           `⟨0|\phi|0⟩ and 0`,
		{`\langle a|\hat A|b\rangle`, `\langle b|\hat A|a\rangle`}: `⟨a|\hat{A}|b⟩ and ⟨b|\hat{A}|a⟩`,
	} {
		r := Compare(context.Background(), Pair{Reference: pair[0], Candidate: pair[1]}, Options{})
		if r.Verdict != Different || !strings.Contains(r.Message, want) {
			t.Errorf("%v: %s: %q, want %q in it", pair, r.Verdict, r.Message, want)
		}
	}
}
