package factor

import (
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/modelfile"
)

// Read reads a model from its JSON tree:
//
//	{"model":"factors","cardinality":[2,2,3],"factors":[{"sites":[0,2],"table":[1,"1/2",0,-1,2,3]}]}
//
// A table holds the weights row-major, the last site fastest. An entry is a number, read
// exactly (a JSON number, or a string with a decimal or a fraction), or a pair [re, im].
func Read(root *modelfile.Value) (*Model, error) {
	m, err := modelFrom(root)
	if err != nil {
		return nil, fmt.Errorf("factor: model: %w", err)
	}
	return m, nil
}

func modelFrom(root *modelfile.Value) (*Model, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return nil, err
	}
	kind, err := root.Need("model")
	if err != nil {
		return nil, err
	}
	if name, err := kind.Text(); err != nil {
		return nil, err
	} else if name != "factors" {
		return nil, kind.Errorf("%q is not \"factors\"", name)
	}
	if err := root.Only("model", "cardinality", "factors"); err != nil {
		return nil, err
	}
	card, err := root.Need("cardinality")
	if err != nil {
		return nil, err
	}
	m := &Model{}
	if m.Card, err = card.Integers(1, math.MaxInt32); err != nil {
		return nil, err
	}
	factors, err := root.Need("factors")
	if err != nil {
		return nil, err
	}
	if err := factors.Want(modelfile.Array); err != nil {
		return nil, err
	}
	entries := 0
	for _, v := range factors.Items {
		f, err := factorFrom(v, m.Card)
		if err != nil {
			return nil, err
		}
		if entries += len(f.Log); entries > maxExactEntries {
			f.exact = nil
		}
		m.Factors = append(m.Factors, f)
	}
	return m, nil
}

func factorFrom(v *modelfile.Value, card []int) (f Factor, err error) {
	if err := v.Want(modelfile.Object); err != nil {
		return f, err
	}
	if err := v.Only("sites", "table"); err != nil {
		return f, err
	}
	sites, err := v.Need("sites")
	if err != nil {
		return f, err
	}
	if f.Sites, err = sites.Integers(0, len(card)-1); err != nil {
		return f, err
	}
	table, err := v.Need("table")
	if err != nil {
		return f, err
	}
	if err := table.Want(modelfile.Array); err != nil {
		return f, err
	}
	p := precise.New(128)
	for _, item := range table.Items {
		if item.Kind == modelfile.Array {
			if err := f.addComplex(item); err != nil {
				return f, err
			}
			continue
		}
		x, err := item.Rational()
		if err != nil {
			return f, err
		}
		log, bound := logRational(p, x)
		f.add(log, x.Sign() < 0, bound)
		f.exactly(x)
	}
	if err := f.validate(card); err != nil {
		return f, v.Errorf("%w", err)
	}
	return f, nil
}

// logRational is ln|x| rounded once.
func logRational(p *precise.Context, x *big.Rat) (log, bound float64) {
	if x.Sign() == 0 {
		return math.Inf(-1), 0
	}
	a := new(big.Rat).Abs(x)
	if a.IsInt() && a.Num().IsInt64() && a.Num().Int64() == 1 {
		return 0, 0
	}
	log, _ = p.Log(new(big.Float).SetPrec(160).SetRat(a)).Float64()
	return log, unit*math.Abs(log) + 0x1p-110
}

// addComplex appends an entry [re, im].
func (f *Factor) addComplex(item *modelfile.Value) error {
	parts, err := item.Numbers(2, "parts of a complex number")
	if err != nil {
		return err
	}
	re, im := parts[0].Value, parts[1].Value
	size := math.Hypot(re, im)
	if math.IsInf(size, 0) || size != 0 && size < 0x1p-1000 {
		return item.Errorf("the absolute value of %v, %v is out of range", re, im)
	}
	if im == 0 {
		// Let real numbers of a complex table be as exact as others.
		x, err := item.Items[0].Rational()
		if err != nil {
			return err
		}
		log, bound := logRational(precise.New(128), x)
		f.add(log, re < 0, bound+parts[1].Err/max(size, math.SmallestNonzeroFloat64))
		return nil
	}
	log, phase := math.Log(size), math.Atan2(im, re)
	f.add(log, false, 0)
	if f.Phase == nil {
		f.Phase = make([]float64, len(f.Log))
	}
	f.Phase[len(f.Log)-1] = phase
	off := (parts[0].Err + parts[1].Err) / size
	f.Err = max(f.Err, 2*off+unit*(elementary*(math.Abs(log)+math.Abs(phase))+4))
	return nil
}
