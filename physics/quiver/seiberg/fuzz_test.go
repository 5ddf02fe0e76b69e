package seiberg_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// Any theory that can be read is dualized or refused, and what duality must preserve is
// preserved whether or not the theory makes sense.
func FuzzDualize(f *testing.F) {
	for _, p := range catalogue.Phases() {
		data, err := json.Marshal(p.Theory(3))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		full, err := p.Theory(2).WithTraces()
		if err != nil {
			f.Fatal(err)
		}
		if data, err = json.Marshal(full); err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		th, err := quiver.ParseTheory(data)
		if err != nil {
			return
		}
		if _, _, err := seiberg.IntegrateOut(th); err != nil {
			var intractable *seiberg.IntractableError
			if !errors.As(err, &intractable) {
				t.Fatal(err)
			}
		}
		symmetries := th.Symmetries()
		for v := range th.Nodes {
			d, err := seiberg.Dualize(th, v, seiberg.Options{})
			if err != nil {
				var refusal *seiberg.Refusal
				var intractable *seiberg.IntractableError
				if !errors.As(err, &refusal) && !errors.As(err, &intractable) {
					t.Fatal(err)
				}
				continue
			}
			for u, a := range d.Theory.GaugeAnomalies() {
				before := th.GaugeAnomalies()[u]
				if a.In-a.Out != before.In-before.Out && u != v {
					t.Fatalf("node %d: cubic anomaly %d became %d at node %d", v, before.In-before.Out, a.In-a.Out, u)
				}
			}
			for _, q := range symmetries.Flavour() {
				if !d.Theory.IsFlavour(d.Map.Flavour(q)) {
					t.Fatalf("node %d: a flavour symmetry is lost", v)
				}
			}
			if symmetries.R != nil && !d.Theory.IsAnomalyFreeR(d.Map.R(symmetries.R)) {
				t.Fatalf("node %d: the R-symmetry is lost", v)
			}
			r := d.Map.R(th.RCharges())
			for k, x := range d.Theory.RCharges() {
				if x.Cmp(r[k]) != 0 {
					t.Fatalf("node %d: field %d of the dual has R = %v, and the map says %v", v, k, x, r[k])
				}
			}
		}
	})
}
