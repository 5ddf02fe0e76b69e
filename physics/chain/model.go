package chain

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// Model is a quantum chain of N spins ½ at inverse temperature Beta, of either sign.
type Model struct {
	// Family is "tfim", "xy_chain" or "pauli_chain".
	Family string
	N      int
	Beta   float64
	// Ring joins the last site with the first (tfim, xy_chain).
	Ring bool
	// J has an entry for each bond (i, i+1), N of them on a ring; H one for each site.
	//
	//	tfim:      H = −Σ J Z Z − Σ H X
	//	xy_chain:  H = −Σ J [(1+γ)/2 X X + (1−γ)/2 Y Y] − Σ H Z,   γ from Gamma
	J, Gamma, H []float64
	// Terms is the Hamiltonian of a pauli_chain; the others leave it nil.
	Terms []PauliTerm
	// Rounding bounds how much ln Z can differ between the numbers in the file and the
	// float64 numbers here: Σ |δ(βJ)|, since a Pauli string has norm one.
	Rounding float64
}

// MaxSites bounds the chains that are read.
const MaxSites = 1 << 23

// Kind is Family.
func (m *Model) Kind() string { return m.Family }

// Sites is N.
func (m *Model) Sites() int { return m.N }

// Read reads a chain from JSON:
//
//	{"model":"tfim","size":[8],"boundary":"open","J":{"uniform":["0.5","1.5"],"seed":401},"h":"0.7","beta":"1.0"}
//	{"model":"xy_chain","size":[8],"boundary":"torus","J":1,"gamma":"0.5","h":"0.7","beta":"1.5"}
//	{"model":"pauli_chain","n":3,"beta":1,"terms":[{"sites":[0,1],"ops":"XX","J":1},{"sites":[2],"ops":"Z","J":"1/3"}]}
//
// The boundary is open (the default) or torus. J is a number, a list by bond, or drawn as
// for classical models (uniform, pm1, mattis, over_n); gamma a number, a list by bond or
// uniform; h a number, a list by site or uniform. A number is a JSON number or a string
// with a decimal or a fraction, read exactly before it is rounded.
func Read(data []byte) (*Model, error) { return read(data, MaxSites) }

func read(data []byte, limit int) (*Model, error) {
	root, err := modelfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("chain: model: %w", err)
	}
	m, err := fromTree(root, limit)
	if err != nil {
		return nil, fmt.Errorf("chain: model: %w", err)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

func fromTree(root *modelfile.Value, limit int) (*Model, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return nil, err
	}
	kind, err := root.Need("model")
	if err != nil {
		return nil, err
	}
	m := &Model{}
	if m.Family, err = kind.Text(); err != nil {
		return nil, err
	}
	switch m.Family {
	case "tfim":
		err = root.Only("model", "size", "boundary", "J", "h", "beta")
	case "xy_chain":
		err = root.Only("model", "size", "boundary", "J", "gamma", "h", "beta")
	case "pauli_chain":
		err = root.Only("model", "n", "beta", "terms")
	default:
		err = kind.Errorf("%q is not a chain that can be read here; \"tfim\", \"xy_chain\" and \"pauli_chain\" are", m.Family)
	}
	if err != nil {
		return nil, err
	}
	b, err := root.Need("beta")
	if err != nil {
		return nil, err
	}
	beta, err := b.Number()
	if err != nil {
		return nil, err
	}
	m.Beta = beta.Value
	if m.Family == "pauli_chain" {
		return m, m.readTerms(root, beta, limit)
	}
	return m, m.readLattice(root, beta, limit)
}

func (m *Model) readTerms(root *modelfile.Value, beta modelfile.Number, limit int) error {
	n, err := root.Need("n")
	if err != nil {
		return err
	}
	if m.N, err = n.Integer(1, limit); err != nil {
		return err
	}
	terms, err := root.Need("terms")
	if err != nil {
		return err
	}
	if err := terms.Want(modelfile.Array); err != nil {
		return err
	}
	m.Terms = []PauliTerm{}
	for _, v := range terms.Items {
		if err := v.Want(modelfile.Object); err != nil {
			return err
		}
		if err := v.Only("sites", "ops", "J"); err != nil {
			return err
		}
		sites, err := v.Need("sites")
		if err != nil {
			return err
		}
		var t PauliTerm
		if t.Sites, err = sites.Integers(0, m.N-1); err != nil {
			return err
		}
		ops, err := v.Need("ops")
		if err != nil {
			return err
		}
		if t.Ops, err = ops.Text(); err != nil {
			return err
		}
		strength, err := v.Need("J")
		if err != nil {
			return err
		}
		j, err := strength.Number()
		if err != nil {
			return err
		}
		t.J = j.Value
		if err := t.validate(m.N); err != nil {
			return v.Errorf("%w", err)
		}
		m.Terms = append(m.Terms, t)
		m.Rounding += beta.ProductError(j)
	}
	return nil
}

func (m *Model) readLattice(root *modelfile.Value, beta modelfile.Number, limit int) error {
	size, err := root.Need("size")
	if err != nil {
		return err
	}
	lattice := modelfile.Lattice{Kind: "chain"}
	if lattice.Size, err = size.Integers(1, math.MaxInt32); err != nil {
		return err
	}
	if v := root.Get("boundary"); v != nil {
		s, err := v.Text()
		if err != nil {
			return err
		}
		if s != "open" && s != "torus" {
			return v.Errorf("%q is neither \"open\" nor \"torus\"", s)
		}
		m.Ring = s == "torus"
	}
	lattice.Torus = m.Ring
	edges, err := lattice.Edges(limit)
	if err != nil {
		return err
	}
	m.N = lattice.Size[0]
	c, err := root.Need("J")
	if err != nil {
		return err
	}
	coupling, err := modelfile.Couplings(c, m.N, edges)
	if err != nil {
		return err
	}
	field, err := siteValues(root, "h", m.N)
	if err != nil {
		return err
	}
	gamma := func(int) modelfile.Number { return modelfile.Number{Value: 1} }
	if m.Family == "xy_chain" {
		if gamma, err = siteValues(root, "gamma", len(edges)); err != nil {
			return err
		}
	}
	m.J, m.H = make([]float64, len(edges)), make([]float64, m.N)
	if m.Family == "xy_chain" {
		m.Gamma = make([]float64, len(edges))
	}
	for k := range edges {
		j, g := coupling(k), gamma(k)
		m.J[k] = j.Value
		if m.Family == "xy_chain" {
			m.Gamma[k] = g.Value
		}
		// Two strings with J(1±γ)/2: |δ| ≤ |δ(βJ)|(1+|γ|+δγ)/2 each, and |βJ| δγ/2.
		m.Rounding += beta.ProductError(j)*(1+math.Abs(g.Value)+g.Err) + 2*math.Abs(beta.Value*j.Value)*g.Err
	}
	for i := range m.N {
		h := field(i)
		m.H[i] = h.Value
		m.Rounding += beta.ProductError(h)
	}
	return nil
}

func siteValues(root *modelfile.Value, key string, n int) (func(i int) modelfile.Number, error) {
	v, err := root.Need(key)
	if err != nil {
		return nil, err
	}
	return modelfile.SiteValues(v, n)
}

// Validate checks what every method relies on. Models from Read satisfy it.
func (m *Model) Validate() error {
	if m.N < 1 || m.N > MaxSites {
		return fmt.Errorf("chain: model of %d sites, the limit is %d", m.N, MaxSites)
	}
	if math.IsNaN(m.Beta) || math.IsInf(m.Beta, 0) {
		return fmt.Errorf("chain: beta is %v", m.Beta)
	}
	switch m.Family {
	case "pauli_chain":
		if m.J != nil || m.H != nil || m.Gamma != nil || m.Ring {
			return fmt.Errorf("chain: a pauli_chain has terms only")
		}
		return validateTerms(m.Terms, m.N)
	case "tfim", "xy_chain":
	default:
		return fmt.Errorf("chain: %q is not a family", m.Family)
	}
	bonds := m.N - 1
	if m.Ring {
		bonds = m.N
		if m.N < 2 {
			return fmt.Errorf("chain: a ring of %d sites", m.N)
		}
	}
	gammas := 0
	if m.Family == "xy_chain" {
		gammas = bonds
	}
	if len(m.J) != bonds || len(m.H) != m.N || len(m.Gamma) != gammas || m.Terms != nil {
		return fmt.Errorf("chain: %s of %d sites with %d couplings, %d anisotropies and %d fields", m.Family, m.N, len(m.J), len(m.Gamma), len(m.H))
	}
	for _, list := range [][]float64{m.J, m.Gamma, m.H} {
		for i, x := range list {
			if math.IsNaN(m.Beta*x) || math.Abs(m.Beta*x) > maxWeight || math.Abs(x) > maxWeight {
				return fmt.Errorf("chain: parameter %d: %v at beta = %v is out of range", i, x, m.Beta)
			}
		}
	}
	return nil
}

// PauliTerms writes the Hamiltonian out. The rounding bound is that of the products
// J(1±γ)/2, as a bound on Σ |δJ|.
func (m *Model) PauliTerms() (terms []PauliTerm, rounding float64) {
	if m.Family == "pauli_chain" {
		return m.Terms, 0
	}
	terms = make([]PauliTerm, 0, 3*m.N)
	for k, j := range m.J {
		sites := []int{k, (k + 1) % m.N}
		if m.Family == "tfim" {
			terms = append(terms, PauliTerm{sites, "ZZ", j})
			continue
		}
		x, y, err := anisotropic(j, m.Gamma[k])
		terms = append(terms, PauliTerm{sites, "XX", x}, PauliTerm{sites, "YY", y})
		rounding += err
	}
	field := "X"
	if m.Family == "xy_chain" {
		field = "Z"
	}
	for i, h := range m.H {
		terms = append(terms, PauliTerm{[]int{i}, field, h})
	}
	return terms, rounding
}

// anisotropic returns J(1+γ)/2 and J(1−γ)/2 with a bound on the sum of their errors.
func anisotropic(j, gamma float64) (x, y, err float64) {
	x, y = j/2*(1+gamma), j/2*(1-gamma)
	return x, y, 2 * unit * (math.Abs(x) + math.Abs(y))
}

// translationInvariant returns the form of a ring with equal parameters, rotated so that
// the field is along Z.
func (m *Model) translationInvariant() (r Ring, rounding float64, ok bool) {
	if !m.Ring || m.N < 3 || !constant(m.J) || !constant(m.Gamma) || !constant(m.H) {
		return Ring{}, 0, false
	}
	r = Ring{N: m.N, Beta: m.Beta, Jx: m.J[0], H: m.H[0]}
	if m.Family == "xy_chain" {
		r.Jx, r.Jy, rounding = anisotropic(m.J[0], m.Gamma[0])
		rounding *= float64(m.N)
	}
	return r, rounding, true
}

func constant(x []float64) bool {
	return !slices.ContainsFunc(x, func(y float64) bool { return y != x[0] })
}

// Evaluate computes ln Z and the energy, the model's own rounding included in both
// bounds. A chain without a free-fermion form gives its *Obstruction as the error.
func (m *Model) Evaluate(ctx context.Context) (Gaussian, error) {
	if err := m.Validate(); err != nil {
		return Gaussian{}, err
	}
	g, rounding, total, err := m.evaluate(ctx)
	if err != nil {
		return Gaussian{}, err
	}
	rounding = rounding*math.Abs(m.Beta) + m.Rounding
	g.LogZ = g.LogZ.Widen(rounding)
	g.BetaEnergyBound += rounding * (1 + 2*total)
	return g, nil
}

// evaluate also returns what the terms lost (as Σ |δJ|) and Σ |βJ|.
func (m *Model) evaluate(ctx context.Context) (g Gaussian, rounding, total float64, err error) {
	if r, rounding, ok := m.translationInvariant(); ok {
		g, err = r.Evaluate(ctx)
		return g, rounding, math.Abs(m.Beta) * float64(m.N) * (math.Abs(r.Jx) + math.Abs(r.Jy) + math.Abs(r.H)), err
	}
	terms, rounding := m.PauliTerms()
	mapping, obstruction, err := JordanWigner(terms, m.N)
	if err != nil {
		return Gaussian{}, 0, 0, err
	}
	if obstruction != nil {
		return Gaussian{}, 0, 0, obstruction
	}
	f, err := NewForm(terms, mapping, m.Beta)
	if err != nil {
		return Gaussian{}, 0, 0, err
	}
	for _, t := range terms {
		total += math.Abs(m.Beta * t.J)
	}
	g, err = f.Evaluate(ctx)
	return g, rounding, total, err
}

// LogZ is ln Tr e^(−βH).
func (m *Model) LogZ(ctx context.Context) (partition.LogZ, error) {
	g, err := m.Evaluate(ctx)
	return g.LogZ, err
}

// Energy is the thermal mean of H with an absolute bound on its error. At β = 0 it is
// the mean over all states, zero.
func (m *Model) Energy(ctx context.Context) (value, bound float64, err error) {
	if m.Beta == 0 {
		return 0, 0, m.Validate()
	}
	g, err := m.Evaluate(ctx)
	if err != nil {
		return 0, 0, err
	}
	value = g.BetaEnergy / m.Beta
	return value, g.BetaEnergyBound/math.Abs(m.Beta) + unit*math.Abs(value), nil
}

// Explain says why the chain is or is not tractable, a sentence a line.
func (m *Model) Explain() []string {
	if err := m.Validate(); err != nil {
		return []string{err.Error()}
	}
	terms, _ := m.PauliTerms()
	mapping, obstruction, err := JordanWigner(terms, m.N)
	if err != nil {
		return []string{err.Error()}
	}
	if obstruction != nil {
		lines := []string{"No Jordan–Wigner transformation of this order of sites makes the Hamiltonian quadratic."}
		for _, o := range obstruction.Offenses {
			if o.Against >= 0 {
				lines = append(lines, fmt.Sprintf("%v: terms[%d] carries the parity, with which terms[%d], a single Majorana operator, does not commute", o.Frame, o.Term, o.Against))
				continue
			}
			lines = append(lines, fmt.Sprintf("%v: terms[%d] = %v is a product of %d Majorana operators", o.Frame, o.Term, terms[o.Term], o.Degree))
		}
		if c := obstruction.Claw; c != nil {
			lines = append(lines, fmt.Sprintf("terms[%d] anticommutes with terms %d, %d and %d, which commute with each other: a claw, which no assignment of bilinears to the terms has", c[0], c[1], c[2], c[3]))
		}
		return lines
	}
	lines := []string{fmt.Sprintf("Jordan–Wigner transformation (%v): each of the %d terms is a product of two Majorana operators", mapping.Frame, len(terms))}
	if mapping.Linear {
		lines = append(lines, "terms that are a single Majorana operator are multiplied by an ancilla, which doubles Z")
	}
	if mapping.Sectors {
		lines = append(lines, "terms that go around the ring carry the parity of the fermions: two sectors, with antiperiodic and periodic boundaries")
	}
	if _, _, ok := m.translationInvariant(); ok {
		return append(lines, "all couplings are equal: the modes have definite momenta")
	}
	return append(lines, "Z is a product over the singular values of the quadratic form")
}

// MarshalJSON writes the explicit form, whatever the model was read from.
func (m *Model) MarshalJSON() ([]byte, error) {
	if m.Family == "pauli_chain" {
		terms := m.Terms
		if terms == nil {
			terms = []PauliTerm{}
		}
		return json.Marshal(struct {
			Model string      `json:"model"`
			N     int         `json:"n"`
			Beta  float64     `json:"beta"`
			Terms []PauliTerm `json:"terms"`
		}{m.Family, m.N, m.Beta, terms})
	}
	boundary := "open"
	if m.Ring {
		boundary = "torus"
	}
	out := struct {
		Model    string  `json:"model"`
		Size     []int   `json:"size"`
		Boundary string  `json:"boundary"`
		J        any     `json:"J"`
		Gamma    any     `json:"gamma,omitempty"`
		H        any     `json:"h"`
		Beta     float64 `json:"beta"`
	}{m.Family, []int{m.N}, boundary, compact(m.J), nil, compact(m.H), m.Beta}
	if m.Family == "xy_chain" {
		out.Gamma = compact(m.Gamma)
	}
	return json.Marshal(out)
}

// compact writes equal numbers as one.
func compact(x []float64) any {
	if len(x) > 0 && constant(x) {
		return x[0]
	}
	if x == nil {
		return []float64{}
	}
	return x
}

// UnmarshalJSON is Read.
func (m *Model) UnmarshalJSON(data []byte) error {
	read, err := Read(data)
	if err != nil {
		return err
	}
	*m = *read
	return nil
}
