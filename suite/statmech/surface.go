package statmech

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/assay-physics/assay/math/graph"
	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/planar"
	"github.com/assay-physics/assay/physics/spin"
	"github.com/assay-physics/assay/verify/mapping"
)

const surfaceDomain = "n = L*L with L at least 2"

func surfaceRoutes() []Route {
	return []Route{
		{"transfer_matrix", "poly(L)*2^L", "from one column of the code to the next"},
		{"treewidth_bounded", "poly(L)*2^L", "elimination column by column"},
	}
}

// surfaceTask is T03.
func surfaceTask() Task {
	return Task{
		ID: "T03", Title: "Rotated surface code under bit flips",
		Hamiltonian: `Z = \sum_b P(E \prod_f A_f^{b_f}),\quad A_f = \prod_{q \in f} X_q`,
		Gold:        mapping.Gold{Class: "pfaffian", Complexity: "O(n^3)"},
		Also:        surfaceRoutes(),
		Sources:     []string{"E. Dennis, A. Kitaev, A. Landahl and J. Preskill, J. Math. Phys. 43, 4452 (2002)", "S. Bravyi, M. Suchara and A. Vargo, Phys. Rev. A 90, 032326 (2014)"},
		Hint:        "Draw a line for every position between its sets, and let the lines with one end meet in a further point.",
		Domain:      surfaceDomain, Sizes: []int{9, 25},
		least: 4, aside: []int{4, 9, 16, 25}, scale: []int{36, 49, 64, 100, 144}, ladder: squareLadder(),
		far:   &far{from: 200, to: 1600},
		most:  784,
		model: surface{},
		instruments: instruments{
			reference:  claimed{"pfaffian", "O(n^3)", "The sum over closed curves of a drawing without intersections, the lines at the sides joined to one further point, is the square root of a determinant over directed lines."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^n)", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T01"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "pfaffian", complexity: "O(n^3)"},
			mistake:   "error",
		},
	}
}

// coherentTask is T06.
func coherentTask() Task {
	return Task{
		ID: "T06", Title: "Rotated surface code under coherent X rotations",
		Hamiltonian: `Z = \left| \sum_b A(E \prod_f A_f^{b_f}) \right|^2,\quad A(E) = \prod_q \cos\theta\, (i \tan\theta)^{|E|}`,
		Gold:        mapping.Gold{Class: "pfaffian", Complexity: "O(n^3)"},
		Also:        append(surfaceRoutes(), Route{"free_fermion", "O(n^3)", "F. Venn, J. Behrends and B. Béri, Phys. Rev. Lett. 131, 060603 (2023)"}),
		Sources:     []string{"S. Bravyi, M. Englbrecht, R. König and N. Peard, npj Quantum Information 4, 55 (2018)", "F. Venn, J. Behrends and B. Béri, Phys. Rev. Lett. 131, 060603 (2023)"},
		Hint:        "Draw a line for every position between its sets, let the lines with one end meet in a further point, and ask whether anything in the argument needs positive weights.",
		Domain:      surfaceDomain, Sizes: []int{9, 25},
		least: 4, aside: []int{4, 9, 16, 25}, scale: []int{36, 49, 64}, ladder: squareLadder(),
		most:  784,
		model: surfaceRotated{},
		instruments: instruments{
			reference:  claimed{"pfaffian", "O(n^3)", "With complex couplings the sum over closed curves of a drawing without intersections is still the square root of a determinant over directed lines, and its sign drops out of the square."},
			bruteforce: claimed{"no_efficient_known", "O(n^2 2^n)", "All choices are added up."}, enumerated: []string{"enumerate_deform", "bruteforce_T06"},
			mislabel:  "rbim_nishimori", // one error, no average
			overclaim: claimed{class: "pfaffian", complexity: "O(n^3)"},
			mistake:   "error",
		},
	}
}

// surface is the rotated surface code of L × L qubits, qubit rL+c, with X checks on the
// faces r, c between rows r, r+1 and columns c, c+1 with r+c even, and on pairs of qubits
// along the first and the last row. Bit flips deformed by them are a random-bond Ising
// model on a piece of the square lattice with fields on two sides, planar with a ghost
// spin.
type surface struct{}

// surfaceRotated is the same code under exp(iθX) on every qubit.
type surfaceRotated struct{ surface }

// drawn makes the code with an error whose weight the checks cannot bring to zero.
func (surface) drawn(c code, d drawing, rate float64) deformed {
	in := deformed{code: c, n: d.n, gens: faces(d.n), rates: []float64{rate}, start: marks(d.s, d.n, 0.3)}
	// Logical Z, one row, anticommutes with the class that is not trivial: every check has
	// two qubits or none in common with the first row.
	l, _ := side(d.n)
	odd := false
	for _, on := range in.start[:l] {
		odd = odd != on
	}
	if !odd {
		in.start[0] = !in.start[0]
	}
	return in
}

func (c surface) draw(_ Task, d drawing) (instance, error) { return c.drawn(c, d, flipRate(d)), nil }

// draw takes angles of either sign; aside smaller ones, larger ones, and beyond π/4.
func (c surfaceRotated) draw(_ Task, d drawing) (instance, error) {
	lo, hi := 0.15, 0.7
	if d.regime == mapping.Aside {
		lo, hi = []float64{0.05, 0.7, 0.85}[d.stratum], []float64{0.15, 0.75, 1.2}[d.stratum]
	}
	return c.drawn(c, d, round(float64(d.flip())*(lo+(hi-lo)*d.s.unit()))), nil
}

// faces are the X checks.
func faces(n int) (out [][]int) {
	l, _ := side(n)
	for r := -1; r < l; r++ {
		for c := range l - 1 {
			if (r+c+2)%2 != 0 {
				continue
			}
			var face []int
			for _, y := range []int{r, r + 1} {
				if y >= 0 && y < l {
					face = append(face, y*l+c, y*l+c+1)
				}
			}
			out = append(out, face)
		}
	}
	return out
}

func (surface) rateRoles() []string       { return []string{"p"} }
func (surface) conventions() []convention { return []convention{energy} }
func (surface) forms() []string           { return errorForms() }
func (surface) roles(string) []string     { return []string{"p", "sets", "start"} }
func (surface) arguments() string         { return "n, p, sets, start" }

func (surfaceRotated) rateRoles() []string   { return []string{"theta"} }
func (surfaceRotated) roles(string) []string { return []string{"theta", "sets", "start"} }
func (surfaceRotated) arguments() string     { return "n, theta, sets, start" }
func (surfaceRotated) amplitudes()           {}

func (surface) special(in deformed) map[string]complex128 {
	return map[string]complex128{"K": nishimoriStrength(in.rates[0])}
}

// special: e^{2K} = −i cot θ (Venn, Behrends and Béri).
func (surfaceRotated) special(in deformed) map[string]complex128 {
	t := math.Tan(in.rates[0])
	return map[string]complex128{"K": complex(-math.Log(math.Abs(t))/2, -math.Copysign(math.Pi/4, t))}
}

func (surface) strengths(b binding) string { return b.oneStrength() }

func (surfaceRotated) strengths(b binding) string {
	return fmt.Sprintf("Its entry \"K\" is the complex number K, as a function of `params[%q]`, for which the weights exp( K * sum over the positions i of (-1)^(e_i) * product of t_k over the sets k that hold i ) are proportional to A(b) for every start e; multiples of j*pi do not matter.", b.keys["theta"])
}

// squares says in words which sets there are.
func (w *writer) squares() string {
	position := "r*L+c"
	if w.b.origin == 1 {
		position = "r*L+c+1"
	}
	return fmt.Sprintf(w.pick(
		"The n = L*L positions form a table of L rows and L columns, counted by r and c from 0 to L-1; position %s stands in row r and column c. There are m sets, in no particular order: for r and c from 0 to L-2 with r+c even the four positions (r,c), (r,c+1), (r+1,c), (r+1,c+1); for each odd c from 0 to L-2 the two positions (0,c), (0,c+1); and for each c from 0 to L-2 with L-1+c even the two positions (L-1,c), (L-1,c+1).",
		"Take a table with rows r and columns c from 0 to L-1, n = L*L, and call the cell (r,c) position %s. The m sets come in no particular order. They are the squares of (r,c), (r,c+1), (r+1,c), (r+1,c+1) for all r and c from 0 to L-2 whose sum is even, the pairs of (0,c), (0,c+1) for all odd c up to L-2, and the pairs of (L-1,c), (L-1,c+1) for all c from 0 to L-2 for which L-1+c is even.",
	), position)
}

func (surface) write(w *writer) {
	w.flipSum(w.squares(), fmt.Sprintf("[ %[1]s if d_i(b) = 1, 1 - %[1]s if d_i(b) = 0 ]", w.key("p")))
}

func (surfaceRotated) write(w *writer) {
	w.markSum(w.squares())
	w.para(w.pick("With j*j = -1 the amplitude of a choice is", "To a choice belongs a complex number, with j*j = -1,"))
	w.para(fmt.Sprintf("    A(b) = product over all positions i of [ j*sin(%[1]s) if d_i(b) = 1, cos(%[1]s) if d_i(b) = 0 ]", w.key("theta")))
	w.wanted()
	w.para("    Z = | sum over all 2^m choices b of A(b) |^2")
}

func (surface) parameter(b binding, role string) string {
	if role == "p" {
		return b.keys[role] + ", a float between 0 and 1"
	}
	return b.errorParameter(role, "m", "n")
}

func (c surfaceRotated) parameter(b binding, role string) string {
	if role == "theta" {
		return b.keys[role] + ", a float of either sign between -1.5 and 1.5"
	}
	return c.surface.parameter(b, role)
}

func (surface) unpack(p *python) {
	p.line("p = %s", p.get("p"))
	p.unpackError()
}

func (surfaceRotated) unpack(p *python) {
	p.line("theta = %s", p.get("theta"))
	p.unpackError()
}

func (surface) tables(in deformed) []weightTable {
	return independentFlips(func(int) float64 { return in.rates[0] }, in.n)
}

func (surfaceRotated) tables(in deformed) []weightTable {
	theta := in.rates[0]
	ts := make([]weightTable, in.n)
	for i := range ts {
		ts[i] = weightTable{[]int{i}, []complex128{complex(math.Log(math.Cos(theta)), 0), complex(math.Log(math.Abs(math.Sin(theta))), math.Copysign(math.Pi/2, theta))}}
	}
	return ts
}

func (surface) beyond(in deformed) (mapping.Reference, error) {
	return in.evaluated(func(ctx context.Context, m *spin.Model) (spin.LogZ, error) {
		return planar.LogZ(ctx, m, planar.Options{Tolerance: referenceTolerance})
	})
}

// beyond sums the amplitudes by elimination over complex tables: cos θ is taken out of
// every location, so that its two weights are 1 and i tan θ, and only ln tan θ is
// rounded. What that does to a sum that cancels is in the bound.
func (surfaceRotated) beyond(in deformed) (mapping.Reference, error) {
	on := make([][]int, in.n)
	for k, g := range in.gens {
		for _, i := range g {
			on[i] = append(on[i], k)
		}
	}
	theta := in.rates[0]
	p := precise.New(128)
	v := p.Versine(p.Float(math.Abs(theta)))
	cos := p.New().Sub(p.Int(1), v)
	sin := p.New().Sqrt(v.Mul(v, p.New().Sub(p.Int(2), v)))
	logCos := p.Log(cos.Abs(cos))
	logTan, _ := p.New().Sub(p.Log(sin), logCos).Float64()
	m := &factor.Model{Card: slices.Repeat([]int{2}, len(in.gens))}
	for i := range in.n {
		f := factor.Factor{
			Sites: on[i], Log: make([]float64, 1<<len(on[i])), Phase: make([]float64, 1<<len(on[i])),
			Err: 0x1p-53*math.Abs(logTan) + 0x1p-100,
		}
		for x := range f.Log {
			if parity(x) != in.start[i] {
				f.Log[x], f.Phase[x] = logTan, math.Copysign(math.Pi/2, theta)
			}
		}
		m.Factors = append(m.Factors, f)
	}
	z, err := factor.LogZ(context.Background(), m, factor.Options{Tolerance: referenceTolerance})
	if err != nil {
		return mapping.Reference{}, err
	}
	taken := p.New().Mul(logCos, p.Int(int64(in.n)))
	sum, _ := taken.Add(taken, z.Value).Float64()
	return mapping.Reference{
		LogZ: 2 * sum, ErrorBound: 2*z.ErrorBound + 0x1p-51*(1+math.Abs(sum)), Method: z.Method + " of amplitudes",
	}, nil
}

// relabelled turns the code by half a turn, which maps checks onto checks, and draws an
// order of the checks.
func (surface) relabelled(in deformed, s *stream) deformed {
	turned := s.below(2) == 1
	order := s.perm(len(in.gens))
	out := in
	out.gens, out.start = make([][]int, len(in.gens)), slices.Clone(in.start)
	if turned {
		slices.Reverse(out.start)
	}
	for k, g := range in.gens {
		set := slices.Clone(g)
		if turned {
			for j := range set {
				set[j] = in.n - 1 - set[j]
			}
		}
		out.gens[order[k]] = set
	}
	return out
}

// ghosted writes fields as bonds to one further spin.
func ghosted(m *spin.Model) *spin.Model {
	out := &spin.Model{N: m.N + 1, Beta: m.Beta}
	for _, t := range m.Terms {
		if len(t.Sites) == 1 {
			t.Sites = []int{t.Sites[0], m.N}
		}
		out.Terms = append(out.Terms, t)
	}
	return out
}

// witnesses look at the graph, which is the same for all errors, angles and rates: with
// couplings that do not cancel.
func (surface) witnesses(in deformed) (mapping.Structure, error) {
	s, err := in.skeleton(in.n)
	if err != nil {
		return s, err
	}
	clean := deformed{code: surface{}, n: in.n, gens: in.gens, start: make([]bool, in.n), rates: []float64{0.1}}
	m, _, err := clean.model()
	if err != nil {
		return s, err
	}
	drawing, err := spin.Analyze(ghosted(m))
	if err != nil {
		return s, err
	}
	if err := spin.CheckStructure(ghosted(m), drawing); err != nil {
		return s, fmt.Errorf("a witness does not hold: %w", err)
	}
	if !drawing.Planar {
		return s, fmt.Errorf("the checks of %d qubits were not found to be planar with a ghost spin", in.n)
	}
	rotation, err := rawWitness(drawing.Embedding)
	if err != nil {
		return s, err
	}
	g, err := m.Interaction()
	if err != nil {
		return s, err
	}
	elimination := graph.MinFillOrder(g, spin.MaxWidth)
	order, err := rawWitness(map[string]any{"order": elimination, "width": drawing.Width})
	if err != nil {
		return s, err
	}
	s.Planar, s.Field, s.Width, s.WidthLower = true, true, drawing.Width, drawing.WidthLower
	s.Routes = []mapping.Route{
		{Class: "pfaffian", Complexity: "O(n^{3/2})", Why: "a spin for each check, and one ghost spin for the fields at the two sides, which lies on their common face: planar, by a rotation system", Witness: rotation},
		{Class: "free_fermion", Complexity: "O(n^3)", Why: "the same sum is a network of free fermions (Bravyi, Suchara and Vargo; Venn, Behrends and Béri)", Witness: rotation},
		{Class: "transfer_matrix", Complexity: "poly(L)*2^L", Why: "a lattice of columns: the checks of one column are the state of the transfer", Witness: order},
		{Class: "treewidth_bounded", Complexity: "poly(L)*2^L", Why: fmt.Sprintf("an elimination order of width %d at n = %d is witnessed; the width grows as √n", drawing.Width, in.n), Witness: order},
	}
	if drawing.WidthLower > 2 {
		s.Obstructions = append(s.Obstructions, mapping.Obstruction{Class: "treewidth_bounded", Bounded: true, Witness: order, Why: "the width of the checks of L rows and columns grows as √n, while the claimed cost is polynomial"})
	}
	return s, nil
}

func (surface) related(in deformed) []relative {
	return []relative{in.sameClass(), in.complementary()}
}

// related: the opposite angle conjugates the amplitude; angle and complement to a right
// angle exchange the two factors, and with all marks exchanged the sum is conjugate up to
// a phase.
func (surfaceRotated) related(in deformed) []relative {
	opposite, right := in, in
	opposite.rates = []float64{-in.rates[0]}
	right.rates = []float64{math.Copysign(math.Pi/2, in.rates[0]) - in.rates[0]}
	right.start = slices.Clone(in.start)
	for i := range right.start {
		right.start[i] = !right.start[i]
	}
	return []relative{in.sameClass(),
		same("conjugate", "the opposite angle makes the conjugate number of every weight", in, opposite),
		same("right angle", "with every mark exchanged and the angle for its complement to a right one the sizes of all weights stay", in, right)}
}
