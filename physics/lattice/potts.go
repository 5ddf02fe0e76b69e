package lattice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// PottsTerm is one interaction −J δ: of two or more sites, δ = 1 where all of them are in
// the same state; of one site, a field, δ = 1 where it is in state State.
type PottsTerm struct {
	Sites []int
	State int // of a field only
	J     float64
}

// Potts is a model of N sites in one of Q states each, with H = −Σ J δ over its terms, at
// inverse temperature Beta (of either sign). Z is the sum of exp(−Beta·H) over the Q^N
// configurations.
type Potts struct {
	Q, N  int
	Beta  float64
	Terms []PottsTerm
	// Rounding bounds how much ln Z can differ between the numbers in the file and the
	// float64 numbers here: Σ |δ(βJ)| over the terms, since 0 ≤ ∂ ln Z/∂(βJ) ≤ 1.
	Rounding float64
	// Lattice says by which generator the terms were made, nil for explicit ones.
	Lattice *modelfile.Lattice
}

const (
	maxStates    = 1 << 20 // of one site
	maxTable     = 1 << 20 // joint states of one term in the factor model
	maxExponent  = 1e6     // |βJ| in the closed forms
	maxPottsSize = 1 << 21 // sites or terms
)

// ReadPotts reads explicit terms, or a lattice with couplings as of the Ising model:
//
//	{"model":"potts","q":3,"n":2,"beta":1,"terms":[{"sites":[0,1],"J":1},{"sites":[0],"state":2,"J":"1/2"}]}
//	{"model":"potts","q":4,"lattice":"square","size":[4,4],"boundary":"torus","couplings":1,"beta":"0.5"}
func ReadPotts(root *modelfile.Value) (*Potts, error) {
	m, err := readPotts(root, maxPottsSize)
	if err != nil {
		return nil, fmt.Errorf("lattice: Potts model: %w", err)
	}
	return m, nil
}

func readPotts(root *modelfile.Value, limit int) (*Potts, error) {
	if _, err := wantKind(root, "potts"); err != nil {
		return nil, err
	}
	m := &Potts{}
	v, err := root.Need("q")
	if err != nil {
		return nil, err
	}
	if m.Q, err = v.Integer(1, maxStates); err != nil {
		return nil, err
	}
	if v, err = root.Need("beta"); err != nil {
		return nil, err
	}
	beta, err := v.Number()
	if err != nil {
		return nil, err
	}
	m.Beta = beta.Value
	if root.Get("lattice") != nil {
		err = m.readLattice(root, beta, limit)
	} else {
		err = m.readTerms(root, beta, limit)
	}
	if err != nil {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, root.Errorf("%w", err)
	}
	return m, nil
}

func (m *Potts) readLattice(root *modelfile.Value, beta modelfile.Number, limit int) error {
	if err := root.Only(append([]string{"model", "q", "beta", "couplings"}, latticeKeys...)...); err != nil {
		return err
	}
	b, err := readBonds(root, limit)
	if err != nil {
		return err
	}
	v, err := root.Need("couplings")
	if err != nil {
		return err
	}
	J, err := modelfile.Couplings(v, b.n, b.edges)
	if err != nil {
		return err
	}
	m.N, m.Lattice = b.n, b.lattice
	m.Terms = make([]PottsTerm, 0, len(b.edges))
	for k, e := range b.edges {
		j := J(k)
		m.Rounding += beta.ProductError(j)
		if e[0] == e[1] {
			return root.Errorf("the lattice joins site %d to itself", e[0])
		}
		m.Terms = append(m.Terms, PottsTerm{Sites: []int{e[0], e[1]}, J: j.Value})
	}
	return nil
}

func (m *Potts) readTerms(root *modelfile.Value, beta modelfile.Number, limit int) error {
	if err := root.Only("model", "q", "n", "beta", "terms"); err != nil {
		return err
	}
	v, err := root.Need("n")
	if err != nil {
		return err
	}
	if m.N, err = v.Integer(1, limit); err != nil {
		return err
	}
	if v, err = root.Need("terms"); err != nil {
		return err
	}
	if err := v.Want(modelfile.Array); err != nil {
		return err
	}
	if len(v.Items) > limit {
		return v.Errorf("%d terms, the limit is %d", len(v.Items), limit)
	}
	m.Terms = make([]PottsTerm, len(v.Items))
	for k, item := range v.Items {
		t := &m.Terms[k]
		if err := item.Want(modelfile.Object); err != nil {
			return err
		}
		if err := item.Only("sites", "state", "J"); err != nil {
			return err
		}
		sites, err := item.Need("sites")
		if err != nil {
			return err
		}
		if t.Sites, err = sites.Integers(0, m.N-1); err != nil {
			return err
		}
		state := item.Get("state")
		if (state != nil) != (len(t.Sites) == 1) {
			return item.Errorf("key \"state\" belongs to a term of one site, and only to that")
		}
		if state != nil {
			if t.State, err = state.Integer(0, m.Q-1); err != nil {
				return err
			}
		}
		j, err := item.Need("J")
		if err != nil {
			return err
		}
		number, err := j.Number()
		if err != nil {
			return err
		}
		t.J = number.Value
		m.Rounding += beta.ProductError(number)
	}
	return nil
}

func (m *Potts) check() error {
	if m.Q < 1 || m.Q > maxStates {
		return fmt.Errorf("q = %d is outside of 1 … %d", m.Q, maxStates)
	}
	if m.N < 1 {
		return fmt.Errorf("%d sites", m.N)
	}
	if math.IsNaN(m.Beta) || math.IsInf(m.Beta, 0) {
		return fmt.Errorf("beta is %v", m.Beta)
	}
	for k, t := range m.Terms {
		if len(t.Sites) == 0 {
			return fmt.Errorf("terms[%d]: no sites", k)
		}
		for i, s := range t.Sites {
			if s < 0 || s >= m.N {
				return fmt.Errorf("terms[%d]: site %d is outside of 0 … %d", k, s, m.N-1)
			}
			if slices.Contains(t.Sites[:i], s) {
				return fmt.Errorf("terms[%d]: site %d occurs twice", k, s)
			}
		}
		if len(t.Sites) == 1 && (t.State < 0 || t.State >= m.Q) {
			return fmt.Errorf("terms[%d]: state %d is outside of 0 … %d", k, t.State, m.Q-1)
		}
		if x := m.Beta * t.J; math.IsNaN(x) || math.Abs(x) > maxExponent {
			return fmt.Errorf("terms[%d]: beta·J = %v is outside of ±%v", k, x, maxExponent)
		}
	}
	return nil
}

// MarshalJSON writes the explicit form, whatever the model was made from.
func (m *Potts) MarshalJSON() ([]byte, error) {
	type term struct {
		Sites []int   `json:"sites"`
		State *int    `json:"state,omitempty"`
		J     float64 `json:"J"`
	}
	terms := make([]term, len(m.Terms))
	for k, t := range m.Terms {
		terms[k] = term{Sites: t.Sites, J: t.J}
		if len(t.Sites) == 1 {
			state := t.State
			terms[k].State = &state
		}
	}
	return json.Marshal(struct {
		Model string  `json:"model"`
		Q     int     `json:"q"`
		N     int     `json:"n"`
		Beta  float64 `json:"beta"`
		Terms []term  `json:"terms"`
	}{"potts", m.Q, m.N, m.Beta, terms})
}

// Kind is "potts".
func (m *Potts) Kind() string { return "potts" }

// Sites is the number of sites.
func (m *Potts) Sites() int { return m.N }

// clusters is the random-cluster model with the same Z, at v = e^(βJ) − 1 of each pair;
// ok is false where fields or terms of three and more sites stand in the way. The v are
// not set: they are no rational numbers.
func (m *Potts) clusters() (*RandomCluster, bool) {
	c := &RandomCluster{N: m.N, Q: rat(int64(m.Q)), Lattice: m.Lattice, Edges: make([][2]int, 0, len(m.Terms))}
	for _, t := range m.Terms {
		if len(t.Sites) != 2 {
			return nil, false
		}
		c.Edges = append(c.Edges, [2]int{t.Sites[0], t.Sites[1]})
	}
	c.V = make([]*big.Rat, len(m.Terms))
	return c, true
}

// Factors is the model as a product of tables, of which the caller can take marginals,
// correlations and samples. A term of k sites makes a table of Q^k weights.
func (m *Potts) Factors() (*factor.Model, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("lattice: Potts model: %w", err)
	}
	f := &factor.Model{Card: make([]int, m.N), Factors: make([]factor.Factor, len(m.Terms)), Rounding: m.Rounding}
	for i := range f.Card {
		f.Card[i] = m.Q
	}
	for k, t := range m.Terms {
		size := 1
		for range t.Sites {
			if size *= m.Q; size > maxTable {
				return nil, fmt.Errorf("lattice: Potts model: terms[%d] of %d sites makes a table of more than %d weights", k, len(t.Sites), maxTable)
			}
		}
		// The product is rounded once.
		K := m.Beta * t.J
		table := make([]float64, size)
		if len(t.Sites) == 1 {
			table[t.State] = K
		} else {
			step := 0 // between joint states that differ by one in every site
			for range t.Sites {
				step = step*m.Q + 1
			}
			for s := range m.Q {
				table[s*step] = K
			}
		}
		f.Factors[k] = factor.Factor{Sites: t.Sites, Log: table, Err: unit * math.Abs(K)}
	}
	return f, nil
}

// Explain names the two ways and the one that LogZ takes first.
func (m *Potts) Explain() []string {
	c, ok := m.clusters()
	if !ok {
		return []string{"Fields or terms of more than two sites: a product of tables, summed site by site along an elimination order."}
	}
	lines := []string{"exp(βJδ) = 1 + vδ with v = e^(βJ) − 1 turns Z into the sum over clusters of the random-cluster model at the same q (Fortuin and Kasteleyn)."}
	if _, simple := c.components(); simple {
		return append(lines, "Every component has at most one cycle: a tree gives q ∏(q+v), a ring ∏(q+v) + (q−1)∏v, in closed form.")
	}
	return append(lines, fmt.Sprintf("Either connectivity states on a frontier of %d sites at any q, or an elimination of sites with tables of powers of %d, whichever is cheaper.", c.sweep().width, m.Q))
}

// LogZ takes the closed form of trees and rings, and else the cheaper of connectivity
// states and the elimination of tables; with fields or terms of three and more sites
// the latter.
func (m *Potts) LogZ(ctx context.Context) (partition.LogZ, error) {
	if err := m.check(); err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: Potts model: %w", err)
	}
	z, err := m.logZ(ctx)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("lattice: Potts model: %w", err)
	}
	return z, nil
}

func (m *Potts) logZ(ctx context.Context) (partition.LogZ, error) {
	c, ok := m.clusters()
	if !ok {
		return m.eliminate(ctx)
	}
	if _, simple := c.components(); simple {
		return m.connect(ctx, c)
	}
	// Catalan numbers grow as 4^width; a state costs some 50 times what an entry of a
	// table does. Antiferromagnets alternate in signs there.
	width := float64(c.sweep().width)
	states := 2*width - 1.5*math.Log2(width) + math.Log2(50*float64(len(c.Edges)))
	tables := math.Inf(1)
	if f, err := m.Factors(); err == nil {
		if g, err := f.Graph(); err == nil {
			if _, cost, err := factor.Order(g, f.Card); err == nil {
				tables = cost
			}
		}
	}
	first, second := m.eliminate, func(ctx context.Context) (partition.LogZ, error) { return m.connect(ctx, c) }
	if states < tables && !slices.ContainsFunc(m.Terms, func(t PottsTerm) bool { return m.Beta*t.J < 0 }) {
		first, second = second, first
	}
	z, err := first(ctx)
	if err == nil || ctx.Err() != nil {
		return z, err
	}
	other, err2 := second(ctx)
	if err2 != nil {
		return z, errors.Join(err, err2)
	}
	return other, nil
}

func (m *Potts) eliminate(ctx context.Context) (partition.LogZ, error) {
	f, err := m.Factors()
	if err != nil {
		return partition.LogZ{}, err
	}
	return factor.LogZ(ctx, f, factor.Options{}) // adds Rounding
}

// connect sums over clusters. It has the Rounding of the model in its bound.
func (m *Potts) connect(ctx context.Context, c *RandomCluster) (partition.LogZ, error) {
	z, err := randomClusters(ctx, c, new(big.Float).SetInt64(int64(m.Q)), func(p *precise.Context) (func(k int) *big.Float, *big.Float, *big.Float) {
		known := map[float64]*big.Float{}
		return func(k int) *big.Float {
			J := m.Terms[k].J
			v := known[J]
			if v == nil {
				v = expMinusOne(p, p.New().Mul(p.Float(m.Beta), p.Float(J)))
				known[J] = v
			}
			return v
		}, p.Int(int64(m.Q)), p.Int(int64(m.Q) - 1)
	})
	if err != nil {
		return z, err
	}
	return z.Widen(m.Rounding), nil
}
