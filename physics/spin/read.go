package spin

import (
	"fmt"
	"math"

	"github.com/assay-physics/assay/math/wide"
	"github.com/assay-physics/assay/physics/modelfile"
)

// ReadModel reads a model from JSON, in explicit form or from a lattice generator:
//
//	{"model":"ising","n":3,"beta":"0.44","terms":[{"sites":[0,1],"J":1},{"sites":[2],"J":"1/3"}]}
//	{"model":"ising","lattice":"square","size":[8,8],"boundary":"torus","couplings":{"pm1":7},"fields":0.1,"beta":0.4}
//
// Lattices: chain [n], square [rows, columns], complete [n], random-regular [n, d] with
// a seed; boundary open (the default) or torus. Couplings: a number; a list in edge
// order; {"pm1":seed}; {"uniform":[lo,hi],"seed":s}; {"mattis":seed}; {"mattis":[ξ…]};
// {"over_n":c}. Fields: a number; a list by site; {"uniform":…} by site; {"beta_h":x}
// for β·h = x. A number is a JSON number or a string with a decimal or a fraction, and
// is read exactly before it is rounded to float64 (see Model.Rounding).
//
// A key that is unknown, repeated or out of place is an error that says where.
func ReadModel(data []byte) (*Model, error) { return readModel(data, maxTerms) }

func readModel(data []byte, limit int) (*Model, error) {
	root, err := modelfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("spin: model: %w", err)
	}
	m, err := modelFrom(root, limit)
	if err != nil {
		return nil, fmt.Errorf("spin: model: %w", err)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

func modelFrom(root *modelfile.Value, limit int) (*Model, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return nil, err
	}
	kind, err := root.Need("model")
	if err != nil {
		return nil, err
	}
	if s, err := kind.Text(); err != nil {
		return nil, err
	} else if s != "ising" {
		return nil, kind.Errorf("%q is not a model that can be read here; \"ising\" is", s)
	}
	b, err := root.Need("beta")
	if err != nil {
		return nil, err
	}
	beta, err := b.Number()
	if err != nil {
		return nil, err
	}
	if root.Get("lattice") == nil {
		return explicitModel(root, beta, limit)
	}
	return latticeModel(root, beta, limit)
}

func explicitModel(root *modelfile.Value, beta modelfile.Number, limit int) (*Model, error) {
	if err := root.Only("model", "beta", "n", "terms"); err != nil {
		return nil, err
	}
	n, err := root.Need("n")
	if err != nil {
		return nil, err
	}
	m := &Model{Beta: beta.Value}
	if m.N, err = n.Integer(1, limit); err != nil {
		return nil, err
	}
	terms, err := root.Need("terms")
	if err != nil {
		return nil, err
	}
	if err := terms.Want(modelfile.Array); err != nil {
		return nil, err
	}
	for _, v := range terms.Items {
		if err := v.Want(modelfile.Object); err != nil {
			return nil, err
		}
		if err := v.Only("sites", "J"); err != nil {
			return nil, err
		}
		sites, err := v.Need("sites")
		if err != nil {
			return nil, err
		}
		var t Term
		if t.Sites, err = sites.Integers(0, m.N-1); err != nil {
			return nil, err
		}
		if err := t.validate(m.N); err != nil {
			return nil, sites.Errorf("%w", err)
		}
		strength, err := v.Need("J")
		if err != nil {
			return nil, err
		}
		j, err := strength.Number()
		if err != nil {
			return nil, err
		}
		t.J = j.Value
		m.Terms = append(m.Terms, t)
		m.Rounding += beta.ProductError(j)
	}
	return m, nil
}

func latticeModel(root *modelfile.Value, beta modelfile.Number, limit int) (*Model, error) {
	if err := root.Only("model", "beta", "lattice", "size", "boundary", "couplings", "fields", "seed"); err != nil {
		return nil, err
	}
	l, edges, err := modelfile.ReadLattice(root, limit)
	if err != nil {
		return nil, err
	}
	m := &Model{N: l.Sites(), Beta: beta.Value, Lattice: l}
	c, err := root.Need("couplings")
	if err != nil {
		return nil, err
	}
	coupling, err := modelfile.Couplings(c, m.N, edges)
	if err != nil {
		return nil, err
	}
	m.Terms = pairTerms(edges, func(k int) float64 {
		j := coupling(k)
		m.Rounding += beta.ProductError(j)
		return j.Value
	})
	if f := root.Get("fields"); f != nil {
		if err := m.readFields(f, beta); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (m *Model) readFields(f *modelfile.Value, beta modelfile.Number) error {
	var field func(i int) modelfile.Number
	switch f.Kind {
	case modelfile.Array:
		list, err := f.Numbers(m.N, "sites")
		if err != nil {
			return err
		}
		field = func(i int) modelfile.Number { return list[i] }
	case modelfile.Object:
		switch {
		case f.Get("uniform") != nil:
			var err error
			if field, err = modelfile.SiteValues(f, m.N); err != nil {
				return err
			}
		case f.Get("beta_h") != nil:
			if err := f.Only("beta_h"); err != nil {
				return err
			}
			x, err := f.Get("beta_h").Number()
			if err != nil {
				return err
			}
			if m.Beta == 0 {
				return f.Get("beta_h").Errorf("beta is 0, so that no field gives beta·h = %v", x.Value)
			}
			h := x.Value / m.Beta
			// What the model holds is β·h; its distance from x is the error.
			product, low := wide.TwoProd(m.Beta, h)
			m.Rounding += float64(m.N) * (math.Abs(product-x.Value) + math.Abs(low) + x.Err)
			beta = modelfile.Number{Value: beta.Value} // accounted for already
			field = func(int) modelfile.Number { return modelfile.Number{Value: h} }
		default:
			return f.Errorf("want a number, a list, or one of the keys uniform, beta_h")
		}
	default:
		h, err := f.Number()
		if err != nil {
			return err
		}
		field = func(int) modelfile.Number { return h }
	}
	h := make([]float64, m.N)
	for i := range h {
		x := field(i)
		h[i] = x.Value
		m.Rounding += beta.ProductError(x)
	}
	m.addFields(h)
	return nil
}
