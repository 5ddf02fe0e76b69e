package catalogue

import (
	"errors"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// All 28 cells: the time for mutation alone, the symmetries of both sides, the search for an
// isomorphism of both sides.
func BenchmarkCells(b *testing.B) {
	var electric []*quiver.Theory
	for _, p := range Phases() {
		electric = append(electric, p.Theory(3))
	}
	dual := func(f func(t *quiver.Theory, v int)) {
		for _, t := range electric {
			for v := range t.Nodes {
				f(t, v)
			}
		}
	}
	var duals []*seiberg.Dual
	dual(func(t *quiver.Theory, v int) {
		d, err := seiberg.Dualize(t, v, seiberg.Options{})
		var refusal *seiberg.Refusal
		if errors.As(err, &refusal) {
			return
		}
		if err != nil {
			b.Fatal(err)
		}
		duals = append(duals, d)
	})
	b.Run("dualize", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, d := range duals {
				if _, err := seiberg.Dualize(d.Electric, d.Node, seiberg.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("dualize, not bare", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, d := range duals {
				if _, err := seiberg.Dualize(d.Electric, d.Node, seiberg.Options{SkipBare: true}); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("symmetries", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, d := range duals {
				d.Theory.Symmetries()
			}
		}
	})
	b.Run("hooft", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, d := range duals {
				s := d.Theory.Symmetries()
				d.Theory.Hooft(s.R, s.Flavour())
			}
		}
	})
	b.Run("isomorphism", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, d := range duals {
				if _, err := quiver.FindIsomorphism(b.Context(), d.Electric, d.Theory, quiver.IsomorphismOptions{Conjugation: true}); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("self", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, d := range duals {
				if iso, err := quiver.FindIsomorphism(b.Context(), d.Theory, d.Theory, quiver.IsomorphismOptions{}); err != nil || iso == nil {
					b.Fatal(err)
				}
			}
		}
	})
}
