package engine

import (
	"context"
	"fmt"
	"testing"
)

// What a user waits for: planning and evaluation of a model that has been read. Targets on
// two cores stand beside each row.
func BenchmarkLogZ(b *testing.B) {
	for _, c := range []struct{ name, model, method string }{
		{"glass/L=64(20ms)", `{"model":"ising","lattice":"square","size":[64,64],"couplings":{"pm1":1},"beta":1}`, ""},
		{"glass/L=512(1.5s)", `{"model":"ising","lattice":"square","size":[512,512],"couplings":{"pm1":1},"beta":1}`, ""},
		{"brute/n=26(0.15s)", `{"model":"ising","lattice":"random-regular","size":[26,3],"seed":1,"couplings":{"pm1":2},"beta":1}`, Brute},
		{"brute/n=30(2s)", `{"model":"ising","lattice":"random-regular","size":[30,3],"seed":1,"couplings":{"pm1":2},"beta":1}`, Brute},
		{"fields/L=20(0.3s)", `{"model":"ising","lattice":"square","size":[20,20],"couplings":{"pm1":1},"fields":{"uniform":[-1,1],"seed":3},"beta":1}`, Transfer},
		{"fields/L=24(6s)", `{"model":"ising","lattice":"square","size":[24,24],"couplings":{"pm1":1},"fields":{"uniform":[-1,1],"seed":3},"beta":1}`, Transfer},
	} {
		s, err := Read([]byte(c.model))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := LogZ(context.Background(), s, Options{Method: c.method}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Where planning itself goes.
func BenchmarkPlans(b *testing.B) {
	for _, L := range []int{16, 64, 256} {
		s, err := Read(fmt.Appendf(nil, `{"model":"ising","lattice":"square","size":[%d,%d],"couplings":{"pm1":1},"beta":1}`, L, L))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("glass/L=%d", L), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := Plans(s, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
