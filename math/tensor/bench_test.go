package tensor_test

import (
	"testing"

	"github.com/assay-physics/assay/math/tensor"
)

// BenchmarkCompare is the mean over all pairs of the test data, without reading them.
func BenchmarkCompare(b *testing.B) {
	var ps []*prepared
	for _, p := range allPairs(b) {
		q, err := prepare(p)
		if err != nil {
			b.Fatal(err)
		}
		ps = append(ps, q)
	}
	for i := 0; b.Loop(); i++ {
		ps[i%len(ps)].compare()
	}
}

// BenchmarkApplies is the price for a pair of plain numbers.
func BenchmarkApplies(b *testing.B) {
	q, err := prepare(pair{Reference: `\frac{m^2}{16\pi^2}\left(1+\ln\frac{m^2}{\mu^2}\right)`, Candidate: `\frac{m^2}{8\pi^2}`})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if tensor.Applies(q.pool, q.ref, q.cand, q.ctx) {
			b.Fatal("a number taken for a tensor")
		}
	}
}
