package lattice

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/partition"
)

// Model is what every kind of model here can do.
type Model interface {
	// Kind is the name of the kind in a file.
	Kind() string
	// Sites is how many places carry a degree of freedom: vertices of a dimer model,
	// a tree or a gas, spins, arrows.
	Sites() int
	// LogZ is ln Z with a bound on its error, by the method that Explain names.
	LogZ(ctx context.Context) (partition.LogZ, error)
	// Explain says in plain words why the sum is tractable, with its witness.
	Explain() []string
}

// Kinds lists the kinds that Read knows, in the order of the alphabet.
func Kinds() []string {
	return []string{"dimer", "eight_vertex", "hard_core", "potts", "random_cluster", "six_vertex", "spanning_tree"}
}

// Read reads a model of any of the Kinds; its key "model" says which.
func Read(root *modelfile.Value) (Model, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return nil, fmt.Errorf("lattice: model: %w", err)
	}
	kind, err := root.Need("model")
	if err != nil {
		return nil, fmt.Errorf("lattice: model: %w", err)
	}
	name, err := kind.Text()
	if err != nil {
		return nil, fmt.Errorf("lattice: model: %w", err)
	}
	switch name {
	case "dimer":
		return model(ReadDimer(root))
	case "eight_vertex", "six_vertex":
		return model(ReadVertex(root))
	case "hard_core":
		return model(ReadHardCore(root))
	case "potts":
		return model(ReadPotts(root))
	case "random_cluster":
		return model(ReadRandomCluster(root))
	case "spanning_tree":
		return model(ReadSpanningTree(root))
	}
	return nil, fmt.Errorf("lattice: model: %w", kind.Errorf("%q is not one of %s", name, strings.Join(Kinds(), ", ")))
}

// model keeps a nil pointer from becoming a Model that is not nil.
func model[T any, P interface {
	*T
	Model
}](m P, err error) (Model, error) {
	if err != nil {
		return nil, err
	}
	return m, nil
}

// Parse is Read of a JSON document.
func Parse(data []byte) (Model, error) {
	root, err := modelfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("lattice: model: %w", err)
	}
	return Read(root)
}

// wantKind refuses a file of another kind.
func wantKind(root *modelfile.Value, names ...string) (string, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return "", err
	}
	kind, err := root.Need("model")
	if err != nil {
		return "", err
	}
	s, err := kind.Text()
	if err != nil {
		return "", err
	}
	if !slices.Contains(names, s) {
		return "", kind.Errorf("%q is not %s", s, strings.Join(names, " or "))
	}
	return s, nil
}

// shape is a named lattice of a model that needs no list of bonds.
type shape struct {
	lattice, boundary string
	size              []int
}

// readShape reads the keys lattice, size and boundary. dimensions says how many sizes
// each lattice may have, the first of boundaries is the default.
func readShape(root *modelfile.Value, dimensions map[string][]int, limit int, boundaries ...string) (shape, error) {
	var s shape
	v, err := root.Need("lattice")
	if err != nil {
		return s, err
	}
	if s.lattice, err = v.Text(); err != nil {
		return s, err
	}
	counts, ok := dimensions[s.lattice]
	if !ok {
		var names []string
		for name := range dimensions {
			names = append(names, name)
		}
		slices.Sort(names)
		return s, v.Errorf("lattice %q is not one of %s", s.lattice, strings.Join(names, ", "))
	}
	if v, err = root.Need("size"); err != nil {
		return s, err
	}
	if s.size, err = v.Integers(1, limit); err != nil {
		return s, err
	}
	if !slices.Contains(counts, len(s.size)) {
		return s, v.Errorf("%d numbers, the size of a %s lattice has %s", len(s.size), s.lattice, strings.Trim(fmt.Sprint(counts), "[]"))
	}
	s.boundary = boundaries[0]
	if v = root.Get("boundary"); v != nil {
		if s.boundary, err = v.Text(); err != nil {
			return s, err
		}
		if !slices.Contains(boundaries, s.boundary) {
			return s, v.Errorf("boundary %q is not one of %s", s.boundary, strings.Join(boundaries, ", "))
		}
	}
	return s, nil
}

// bonds is a list of bonds on n sites, from a generator where lattice is not nil.
type bonds struct {
	n       int
	edges   [][2]int
	lattice *modelfile.Lattice
}

// latticeKeys are the keys of a file that readBonds reads.
var latticeKeys = []string{"lattice", "size", "boundary", "seed"}

// readBonds reads a lattice, or n and a list of edges [i,j].
func readBonds(root *modelfile.Value, limit int) (bonds, error) {
	var b bonds
	if root.Get("lattice") != nil {
		for _, key := range []string{"n", "edges"} {
			if v := root.Get(key); v != nil {
				return b, v.Errorf("a model has either a lattice or a list of edges")
			}
		}
		l, edges, err := modelfile.ReadLattice(root, limit)
		if err != nil {
			return b, err
		}
		return bonds{l.Sites(), edges, l}, nil
	}
	for _, key := range latticeKeys[1:] {
		if v := root.Get(key); v != nil {
			return b, v.Errorf("key %q belongs to a lattice, and there is none", key)
		}
	}
	v, err := root.Need("n")
	if err != nil {
		return b, err
	}
	if b.n, err = v.Integer(1, limit); err != nil {
		return b, err
	}
	if v, err = root.Need("edges"); err != nil {
		return b, err
	}
	if err := v.Want(modelfile.Array); err != nil {
		return b, err
	}
	if len(v.Items) > limit {
		return b, v.Errorf("%d edges, the limit is %d", len(v.Items), limit)
	}
	b.edges = make([][2]int, len(v.Items))
	for k, item := range v.Items {
		ends, err := item.Integers(0, b.n-1)
		if err != nil {
			return b, err
		}
		if len(ends) != 2 {
			return b, item.Errorf("%d sites, an edge joins two", len(ends))
		}
		if ends[0] == ends[1] {
			return b, item.Errorf("an edge from site %d to itself", ends[0])
		}
		b.edges[k] = [2]int{ends[0], ends[1]}
	}
	return b, nil
}

// rationals reads one number for all of n places, or a list of n.
func rationals(v *modelfile.Value, n int, of string) ([]*big.Rat, error) {
	if v.Kind != modelfile.Array {
		x, err := v.Rational()
		if err != nil {
			return nil, err
		}
		return []*big.Rat{x}, nil
	}
	if len(v.Items) != n {
		return nil, v.Errorf("%d numbers for %d %s", len(v.Items), n, of)
	}
	list := make([]*big.Rat, n)
	for i, item := range v.Items {
		var err error
		if list[i], err = item.Rational(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// at is entry k of a list as rationals reads it.
func at(list []*big.Rat, k int) *big.Rat {
	if len(list) == 1 {
		return list[0]
	}
	return list[k]
}

// record is a JSON object with its keys in the order in which they are set.
type record struct{ buffer []byte }

func newRecord(model string) *record { return (&record{}).set("model", model) }

func (r *record) set(key string, value any) *record {
	data, err := json.Marshal(value)
	if err != nil { // strings, integers and lists of them only
		data = []byte("null")
	}
	if len(r.buffer) > 0 {
		r.buffer = append(r.buffer, ',')
	}
	r.buffer = fmt.Appendf(r.buffer, "%q:%s", key, data)
	return r
}

func (r *record) bytes() []byte { return fmt.Appendf(nil, "{%s}", r.buffer) }

// setBonds writes what readBonds reads.
func (r *record) setBonds(n int, edges [][2]int, l *modelfile.Lattice) *record {
	if l == nil {
		if edges == nil {
			edges = [][2]int{}
		}
		return r.set("n", n).set("edges", edges)
	}
	r.set("lattice", l.Kind).set("size", l.Size)
	if l.Torus {
		r.set("boundary", "torus")
	}
	if l.Kind == "random-regular" {
		r.set("seed", l.Seed)
	}
	return r
}

// text writes a rational so that it is read back as the same number.
func text(x *big.Rat) string { return x.RatString() }

// texts writes what rationals reads.
func texts(list []*big.Rat) any {
	if len(list) == 1 {
		return text(list[0])
	}
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = text(x)
	}
	return out
}

// checkBonds checks what readBonds guarantees of a model made by hand.
func checkBonds(n int, edges [][2]int) error {
	if n < 1 {
		return fmt.Errorf("%d sites", n)
	}
	for k, e := range edges {
		if e[0] < 0 || e[0] >= n || e[1] < 0 || e[1] >= n {
			return fmt.Errorf("edge %d joins %d and %d, but the sites are 0 … %d", k, e[0], e[1], n-1)
		}
	}
	return nil
}
