package duality

import (
	"context"
	"testing"
)

// What a run pays before its first question.
func BenchmarkReadManifest(b *testing.B) {
	for b.Loop() {
		if _, err := ReadManifest(builtinManifest); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(context.Background(), Config{Seed: BuiltinSeed, Verifier: shared}); err != nil {
			b.Fatal(err)
		}
	}
}

// One fixture repaired from its prompt: the equations, the rings, the judge.
func BenchmarkRepair(b *testing.B) {
	for _, id := range []string{"dp0_N3_d1_node0_rank_perturb_00", dropped, "f0_N3_d1_node0_drop_w_term_00"} {
		b.Run(id, func(b *testing.B) {
			s := fixture(b, id)
			for b.Loop() {
				if _, err := Reply(context.Background(), "repair", NewExact(), Ask{Shown: s.Opening()}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
