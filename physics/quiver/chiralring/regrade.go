package chiralring

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/quiver"
)

// Flavour is a U(1) of both sides of a duality: its charges on the fields of either.
type Flavour struct {
	First, Second quiver.Charges
}

// Regrade mixes U(1)_R with flavour symmetries until every closed word of both theories has
// a positive R-charge: R' = R + Σ x_i F_i with the same x on both sides, so that their
// tables under R' can be compared. It maximizes the least R'(X), up to node potentials
// that closed words do not see, by linear programming over ℚ. The R-charges are those that
// the theories encode; the F_i must be the images of one another under the duality. It is
// false if no such R' exists.
//
// Compare needs it only if it finds closed words with R ≤ 0.
func Regrade(a, b *quiver.Theory, flavours []Flavour) (first, second quiver.Charges, ok bool, err error) {
	sides := []*quiver.Theory{a, b}
	charges := func(i int, f Flavour) quiver.Charges {
		if i == 0 {
			return f.First
		}
		return f.Second
	}
	for i, t := range sides {
		if err := t.Validate(); err != nil {
			return nil, nil, false, fmt.Errorf("chiralring: %w", err)
		}
		for k, f := range flavours {
			if err := checkCharges(t, charges(i, f), fmt.Sprintf("of flavour %d", k)); err != nil {
				return nil, nil, false, err
			}
		}
	}
	// Variables: x_i, the potentials of all nodes, and the slack ε above the least R.
	p := &program{variables: len(flavours) + len(a.Nodes) + len(b.Nodes)}
	least := new(big.Rat)
	for _, t := range sides {
		for _, x := range t.Arrows {
			if x.R.Cmp(least) < 0 {
				least.Set(x.R)
			}
		}
	}
	node := len(flavours)
	one := big.NewRat(1, 1)
	minus := big.NewRat(-1, 1)
	for i, t := range sides {
		component := strongComponents(t)
		for k, x := range t.Arrows {
			if component[x.Source] != component[x.Target] {
				continue
			}
			// ε − Σ x_i F_i(X) − φ_source + φ_target ≤ R(X) − least
			row := make(map[int]*big.Rat)
			for j, f := range flavours {
				if q := charges(i, f)[k]; q.Sign() != 0 {
					row[j] = new(big.Rat).Neg(q)
				}
			}
			if x.Source != x.Target {
				row[node+x.Source] = minus
				row[node+x.Target] = one
			}
			p.atMost(row, new(big.Rat).Sub(x.R, least))
		}
		node += len(t.Nodes)
	}
	if size := len(p.rows) * (2*p.variables + len(p.rows)); size > maxProgram {
		return nil, nil, false, fmt.Errorf("chiralring: theories %q and %q: they are too large to be regraded: %w", a.Name, b.Name, ErrBudget)
	}
	// Nothing is gained beyond a least R' of 1/4; the bound keeps the program bounded.
	p.limit = new(big.Rat).Sub(big.NewRat(1, 4), least)
	epsilon, x := p.maximize()
	if epsilon.Add(epsilon, least).Sign() <= 0 {
		return nil, nil, false, nil
	}
	mixed := func(i int, t *quiver.Theory) quiver.Charges {
		var out quiver.Charges
		for _, f := range t.Arrows {
			out = append(out, new(big.Rat).Set(f.R))
		}
		for _, f := range t.Singlets {
			out = append(out, new(big.Rat).Set(f.R))
		}
		for k := range out {
			for j, f := range flavours {
				out[k].Add(out[k], new(big.Rat).Mul(x[j], charges(i, f)[k]))
			}
		}
		return out
	}
	return mixed(0, a), mixed(1, b), true, nil
}

// maxProgram bounds the entries of the tableau, maxPivots the steps; a solution that is not
// the best one is one too.
const (
	maxProgram = 1 << 19
	maxPivots  = 2000
)

// program is: maximize ε ≥ 0 with ε + Σ row·x ≤ bound for every row, bound ≥ 0, ε ≤ limit,
// x free. It is feasible at 0 and solved by the simplex method with Bland's rule.
type program struct {
	variables int
	rows      []map[int]*big.Rat
	bounds    []*big.Rat
	limit     *big.Rat
}

func (p *program) atMost(row map[int]*big.Rat, bound *big.Rat) {
	p.rows = append(p.rows, row)
	p.bounds = append(p.bounds, bound)
}

// maximize returns ε and x.
func (p *program) maximize() (*big.Rat, []*big.Rat) {
	// Columns: ε, then x⁺ and x⁻ of each variable, then one slack a row. tableau[i] is row i
	// with its bound last; the objective row is minus the gradient.
	m := len(p.rows) + 1
	structural := 1 + 2*p.variables
	n := structural + m
	tableau := make([][]*big.Rat, m+1)
	for i := range tableau {
		tableau[i] = make([]*big.Rat, n+1)
		for j := range tableau[i] {
			tableau[i][j] = new(big.Rat)
		}
	}
	basis := make([]int, m)
	for i := range m {
		tableau[i][0].SetInt64(1)
		tableau[i][structural+i].SetInt64(1)
		basis[i] = structural + i
		if i == m-1 {
			tableau[i][n].Set(p.limit)
			break
		}
		for v, c := range p.rows[i] {
			tableau[i][1+2*v].Set(c)
			tableau[i][2+2*v].Neg(c)
		}
		tableau[i][n].Set(p.bounds[i])
	}
	tableau[m][0].SetInt64(-1)
	ratio, best, product := new(big.Rat), new(big.Rat), new(big.Rat)
	for range maxPivots {
		enter := -1
		for j := range n {
			if tableau[m][j].Sign() < 0 {
				enter = j
				break
			}
		}
		if enter < 0 {
			break
		}
		leave := -1
		for i := range m {
			if tableau[i][enter].Sign() <= 0 {
				continue
			}
			ratio.Quo(tableau[i][n], tableau[i][enter])
			if c := ratio.Cmp(best); leave < 0 || c < 0 || c == 0 && basis[i] < basis[leave] {
				leave = i
				best.Set(ratio)
			}
		}
		if leave < 0 {
			break // unbounded: excluded by the limit on ε
		}
		basis[leave] = enter
		pivot := tableau[leave]
		inverse := new(big.Rat).Inv(pivot[enter])
		for j := range pivot {
			if pivot[j].Sign() != 0 {
				pivot[j].Mul(pivot[j], inverse)
			}
		}
		for i, row := range tableau {
			if i == leave || row[enter].Sign() == 0 {
				continue
			}
			c := new(big.Rat).Set(row[enter])
			for j := range row {
				if pivot[j].Sign() != 0 {
					row[j].Sub(row[j], product.Mul(c, pivot[j]))
				}
			}
		}
	}
	value := make([]*big.Rat, structural)
	for j := range value {
		value[j] = new(big.Rat)
	}
	for i, j := range basis {
		if j < structural {
			value[j].Set(tableau[i][n])
		}
	}
	x := make([]*big.Rat, p.variables)
	for v := range x {
		x[v] = new(big.Rat).Sub(value[1+2*v], value[2+2*v])
	}
	return value[0], x
}
