package statmech

import (
	"context"
	"fmt"
	"math"

	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

// model is all of a task that depends on what is summed: how instances are drawn, in
// which words the templated text describes them, and how its parameters are read back.
// Each lives in one file with its task and its instances, so that a further task is a
// further file and an entry in [Tasks].
type model interface {
	// draw makes the instance that d asks for, at a size inside of the task's domain.
	draw(t Task, d drawing) (instance, error)
	// conventions lists the ways to write the weight between which the templated variant
	// chooses; forms the ways to hand over structure (nil: there is one way).
	conventions() []convention
	forms() []string
	// roles lists what the parameters mean, in the order of the text; arguments are the
	// names under which [model.unpack] hands them to a program.
	roles(form string) []string
	arguments() string
	// write composes the templated text up to the list of parameters, and parameter says
	// in words what one of them is.
	write(w *writer)
	parameter(b binding, role string) string
	// unpack writes Python that turns presented parameters into the canonical ones.
	unpack(p *python)
}

// drawing is a request for one instance.
type drawing struct {
	regime  mapping.Regime
	n, k    int
	s       *stream // the instance's own stream
	beta    float64 // drawn for the tasks that have a temperature
	stratum int     // of the temperature range, also where it draws something else
	flip    func() int
}

// instance is one parameter set in the canonical conventions, whatever a binding
// later makes of it, and what is true of it.
type instance interface {
	size() int
	// heat is the inverse temperature, 0 for the tasks without one.
	heat() float64
	// present adds the parameters to p under the binding's keys, heat excepted; label
	// holds a permutation of the sites in the templated variant, and s draws the rest.
	present(b binding, s *stream, label []int, p map[string]any)
	// reference is the exact value: by enumeration where that is possible, so that at
	// small sizes it rests on no method whose class is in question, and by an exact
	// method of the model's own beyond.
	reference() (mapping.Reference, error)
	// mistakes are the values of nearby wrong models by the name of the mistake, nil
	// beyond enumeration.
	mistakes() (map[string]mapping.Reference, error)
	// structure says what makes the instance tractable and what stands against it, each
	// with a witness that has been checked.
	structure() (mapping.Structure, error)
	// relatives are identities between values of this and of changed instances.
	relatives() []relative
}

// relative is an identity in canonical conventions: a [mapping.Relation] whose calls are
// not presented yet.
type relative struct {
	name, why string
	of        []instance
	relation  func(calls []mapping.Instance) mapping.Relation
}

// same is the identity that two instances have one value, scaled that the second is
// exp(log) times the first.
func same(name, why string, a, b instance) relative { return scaled(name, why, a, b, 0) }

func scaled(name, why string, a, b instance, log float64) relative {
	return relative{name, why, []instance{a, b}, func(c []mapping.Instance) mapping.Relation {
		return mapping.Proportional(name, why, c[0], c[1], log)
	}}
}

// affine is the identity that exp(−log_i) Z_i is an affine function of a parameter.
func affine(name, why string, at, log [3]float64, of [3]instance) relative {
	return relative{name, why, of[:], func(c []mapping.Instance) mapping.Relation {
		return mapping.Affine(name, why, at, log, [3]mapping.Instance(c))
	}}
}

// claimed is what a builtin agent says about a program.
type claimed struct {
	class, complexity, why string
}

// instruments are what the builtin agents know about a task.
type instruments struct {
	// reference is about programs/reference_ID, bruteforce about the enumeration in the
	// given files, mislabel names a class that neither model nor program supports.
	reference  claimed
	bruteforce claimed
	enumerated []string
	mislabel   string
	// overclaim is about programs/overclaim_ID or the given file.
	overclaim     claimed
	overclaimFile string
	// stumble makes the named mistake in programs/stumble_ID; its complexity is that of
	// the reference unless given.
	mistake           string
	stumbleComplexity string
}

// bruteSize is the largest number of spins that are summed configuration by
// configuration.
const bruteSize = 16

// summed is ln Z of an Ising model, by enumeration up to bruteSize and by the given
// exact method beyond.
func summed(m *spin.Model, beyond func() (spin.LogZ, error)) (mapping.Reference, error) {
	var z spin.LogZ
	var err error
	if m.N <= bruteSize {
		z, err = spin.BruteForce(context.Background(), m)
	} else {
		z, err = beyond()
	}
	if err != nil {
		return mapping.Reference{}, err
	}
	return mapping.Reference{LogZ: z.Float64(), ErrorBound: z.ErrorBound, Method: z.Method}, nil
}

// wrongly sums a wrong Ising model under the name of the mistake.
func wrongly(into map[string]mapping.Reference, name string, m *spin.Model, err error) error {
	var z spin.LogZ
	if err == nil {
		z, err = spin.BruteForce(context.Background(), m)
	}
	if err != nil {
		return fmt.Errorf("mistake %q: %w", name, err)
	}
	into[name] = mapping.Reference{LogZ: z.Float64(), ErrorBound: z.ErrorBound, Method: z.Method}
	return nil
}

// negated is the model with every coupling and field negated: the most common mistake.
func negated(m *spin.Model) *spin.Model {
	m.Beta = -m.Beta
	return m
}

// withFields adds a field at each site.
func withFields(m *spin.Model, h []float64) *spin.Model {
	for i, x := range h {
		m.Terms = append(m.Terms, spin.Term{Sites: []int{i}, J: x})
	}
	return m
}

// bond is one two-spin term −J s_i s_j of the energy.
type bond struct {
	i, j int
	J    float64
}

// frustrated reports whether some cycle has an odd number of negative bonds: no
// assignment of signs to sites then satisfies every bond.
func frustrated(n int, bonds []bond) bool {
	adj := make([][]bond, n)
	for _, b := range bonds {
		adj[b.i] = append(adj[b.i], b)
		adj[b.j] = append(adj[b.j], bond{b.j, b.i, b.J})
	}
	sign := make([]float64, n)
	for root := range n {
		if sign[root] != 0 {
			continue
		}
		sign[root] = 1
		for queue := []int{root}; len(queue) > 0; queue = queue[1:] {
			u := queue[0]
			for _, b := range adj[u] {
				switch want := math.Copysign(sign[u], sign[u]*b.J); sign[b.j] {
				case 0:
					sign[b.j] = want
					queue = append(queue, b.j)
				case want:
				default:
					return true
				}
			}
		}
	}
	return false
}
