package tensor

// definition is what a relation says about a tensor, F_{\mu\nu} = …, with the names of its
// slots.
type definition struct {
	slots []string
	value sum
}

// defined puts the labels of a use in the slots of a definition.
func (e *engine) defined(d definition, labels []label) sum {
	out := e.refreshed(d.value)
	for i := range out {
		out[i].eachLabel(func(l *label) {
			for k, name := range d.slots {
				if l.kind == freeIndex && l.name == name {
					*l = labels[k]
					return
				}
			}
		})
		e.contract(&out[i])
	}
	return e.collected(out)
}

// ricciTensor is R_{bd} = R^a_{bad} where the curvature tensor occurs, else a tensor of its
// own.
func (e *engine) ricciTensor(l []label) sum {
	f := factor{kind: tensorFactor, head: "R", symmetry: symmetric, idx: append([]label(nil), l...)}
	if e.ricci == 4 {
		d := e.freshDummy(lorentz)
		f.symmetry, f.idx = riemann, []label{d, l[0], d, l[1]}
	}
	t := term{coef: intPoly(1), factors: []factor{f}}
	e.contract(&t)
	return sum{t}
}
