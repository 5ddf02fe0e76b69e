package gas

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// Model is a gas or mean-field model.
type Model interface {
	// Kind is the name of the family in a model file.
	Kind() string
	// Sites is the number of particles or spins.
	Sites() int
	// Validate checks the parameters and the limits of the evaluator.
	Validate() error
	LogZ(ctx context.Context) (partition.LogZ, error)
	// Explain says why Z is tractable, a sentence a line.
	Explain() []string
}

// MaxSites bounds the models that are read; each evaluator has limits of its own.
const MaxSites = 1 << 40

// Read reads a model from JSON:
//
//	{"model":"coulomb_1d","size":[3],"gamma":"1"}
//	{"model":"tonks","size":[1000000],"length":"2000000","rod":"1"}
//	{"model":"spherical","size":[100],"betaJ":"2.0"}
//	{"model":"spherical","lattice":"square","size":[8,8],"boundary":"torus","betaJ":"0.4"}
//
// Numbers are JSON numbers or strings with a decimal or a fraction and are kept exactly.
func Read(data []byte) (Model, error) {
	root, err := modelfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("gas: model: %w", err)
	}
	m, err := fromTree(root)
	if err != nil {
		return nil, fmt.Errorf("gas: model: %w", err)
	}
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return m, nil
}

func fromTree(root *modelfile.Value) (Model, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return nil, err
	}
	kind, err := root.Need("model")
	if err != nil {
		return nil, err
	}
	name, err := kind.Text()
	if err != nil {
		return nil, err
	}
	switch name {
	case "coulomb_1d":
		return readJellium(root)
	case "tonks":
		return readTonks(root)
	case "spherical":
		return readSpherical(root)
	}
	return nil, kind.Errorf("%q is not a model that can be read here; \"coulomb_1d\", \"tonks\" and \"spherical\" are", name)
}

func readJellium(root *modelfile.Value) (Model, error) {
	if err := root.Only("model", "size", "gamma"); err != nil {
		return nil, err
	}
	n, err := count(root)
	if err != nil {
		return nil, err
	}
	g, err := rational(root, "gamma")
	if err != nil {
		return nil, err
	}
	return &Jellium{N: n, Gamma: g}, nil
}

func readTonks(root *modelfile.Value) (Model, error) {
	if err := root.Only("model", "size", "length", "rod"); err != nil {
		return nil, err
	}
	n, err := count(root)
	if err != nil {
		return nil, err
	}
	length, err := rational(root, "length")
	if err != nil {
		return nil, err
	}
	rod, err := rational(root, "rod")
	if err != nil {
		return nil, err
	}
	return &Tonks{N: n, Length: length, Rod: rod}, nil
}

func readSpherical(root *modelfile.Value) (Model, error) {
	if root.Get("lattice") == nil {
		if err := root.Only("model", "size", "betaJ"); err != nil {
			return nil, err
		}
		n, err := count(root)
		if err != nil {
			return nil, err
		}
		k, err := rational(root, "betaJ")
		if err != nil {
			return nil, err
		}
		m := &Spherical{N: n, BetaJ: k}
		return m, nil
	}
	if err := root.Only("model", "lattice", "size", "boundary", "betaJ"); err != nil {
		return nil, err
	}
	l, _, err := modelfile.ReadLattice(root, maxLatticeSpins)
	if err != nil {
		return nil, err
	}
	k, err := rational(root, "betaJ")
	if err != nil {
		return nil, err
	}
	return &LatticeSpherical{Lattice: *l, BetaJ: k}, nil
}

// count reads size: one number.
func count(root *modelfile.Value) (int, error) {
	v, err := root.Need("size")
	if err != nil {
		return 0, err
	}
	size, err := v.Integers(1, MaxSites)
	if err != nil {
		return 0, err
	}
	if len(size) != 1 {
		return 0, v.Errorf("%d numbers, want [N]", len(size))
	}
	return size[0], nil
}

func rational(root *modelfile.Value, key string) (*big.Rat, error) {
	v, err := root.Need(key)
	if err != nil {
		return nil, err
	}
	return v.Rational()
}

// MarshalJSON writes the form that Read takes.
func (m *Jellium) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Model string `json:"model"`
		Size  []int  `json:"size"`
		Gamma string `json:"gamma"`
	}{m.Kind(), []int{m.N}, m.Gamma.RatString()})
}

// MarshalJSON writes the form that Read takes.
func (m *Tonks) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Model  string `json:"model"`
		Size   []int  `json:"size"`
		Length string `json:"length"`
		Rod    string `json:"rod"`
	}{m.Kind(), []int{m.N}, m.Length.RatString(), m.Rod.RatString()})
}

// MarshalJSON writes the form that Read takes.
func (m *Spherical) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Model string `json:"model"`
		Size  []int  `json:"size"`
		BetaJ string `json:"betaJ"`
	}{m.Kind(), []int{m.N}, m.BetaJ.RatString()})
}

// MarshalJSON writes the form that Read takes.
func (m *LatticeSpherical) MarshalJSON() ([]byte, error) {
	boundary := "open"
	if m.Lattice.Torus {
		boundary = "torus"
	}
	return json.Marshal(struct {
		Model    string `json:"model"`
		Lattice  string `json:"lattice"`
		Size     []int  `json:"size"`
		Boundary string `json:"boundary"`
		BetaJ    string `json:"betaJ"`
	}{m.Kind(), m.Lattice.Kind, m.Lattice.Size, boundary, m.BetaJ.RatString()})
}

// positive refuses a missing parameter and one outside of (0, limit].
func positive(name string, x *big.Rat, low, high float64) error {
	if x == nil {
		return fmt.Errorf("gas: %s is missing", name)
	}
	f, _ := x.Float64()
	if x.Sign() <= 0 || f < low || f > high {
		return fmt.Errorf("gas: %s = %.6g is outside of %g … %g", name, f, low, high)
	}
	return nil
}
