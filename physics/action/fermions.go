package action

import (
	"context"
	"fmt"

	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/partition"
)

// Quantum is a quantum spin chain as a state.
type Quantum struct{ *chain.Model }

// Form is "quantum_chain".
func (Quantum) Form() string { return "quantum_chain" }

// LogZ is the trace over the 2^n states by exact diagonalisation, for few sites; longer
// chains by their free fermions.
func (s Quantum) LogZ(ctx context.Context) (partition.LogZ, error) {
	terms, rounding := s.PauliTerms()
	if s.N > chain.MaxDense {
		return s.Model.LogZ(ctx)
	}
	z, err := chain.Diagonalise(ctx, terms, s.N, s.Beta)
	return z.Widen(rounding + s.Rounding), err
}

// Describe counts sites and terms.
func (s Quantum) Describe() string {
	terms, _ := s.PauliTerms()
	return fmt.Sprintf("a quantum chain of %s and %s", count(s.N, "site"), count(len(terms), "term"))
}

// JordanWigner replaces Pauli matrices by Majorana operators, c_2j = Z_0…Z_{j−1} X_j and
// c_2j+1 = Z_0…Z_{j−1} Y_j (up to the choice of axes). It applies where every term becomes
// a product of two of them, possibly times the parity; the trace splits into the two
// parity sectors then. The certificate is the image of every term, which
// chain.VerifyMapping checks by multiplying Pauli strings out.
type JordanWigner struct{}

// Kind is "jordan_wigner".
func (*JordanWigner) Kind() string { return "jordan_wigner" }

func (a *JordanWigner) apply(before State) (outcome, error) {
	q, ok := before.(Quantum)
	if !ok {
		return outcome{}, fmt.Errorf("it acts on quantum chains, not on %s", before.Form())
	}
	terms, rounding := q.PauliTerms()
	m, obstruction, err := chain.JordanWigner(terms, q.N)
	if err != nil {
		return outcome{}, err
	}
	if obstruction != nil {
		return outcome{}, obstruction
	}
	if err := chain.VerifyMapping(terms, m); err != nil {
		return outcome{}, err
	}
	f, err := chain.NewForm(terms, m, q.Beta)
	if err != nil {
		return outcome{}, err
	}
	f.Rounding += rounding + q.Rounding
	say := fmt.Sprintf("write every one of %s as a product of two Majorana operators", count(len(terms), "term"))
	if m.Sectors {
		say += "; some carry the parity, so that there are two sectors"
	}
	return outcome{branches: one(0, 0, &FermionModes{f}), cert: m, say: say}, nil
}

// FermionModes is Tr e^{−βH} of a quadratic form in Majorana operators.
type FermionModes struct {
	Modes *chain.Form
}

// Form is "fermion_modes".
func (*FermionModes) Form() string { return "fermion_modes" }

// LogZ is chain.Form.Evaluate.
func (f *FermionModes) LogZ(ctx context.Context) (partition.LogZ, error) {
	g, err := f.Modes.Evaluate(ctx)
	return g.LogZ, err
}

// Describe counts modes and sectors.
func (f *FermionModes) Describe() string {
	if f.Modes.Odd != nil {
		return fmt.Sprintf("%s of free fermions in two parity sectors", count(f.Modes.Sites, "mode"))
	}
	return fmt.Sprintf("%s of free fermions", count(f.Modes.Sites, "mode"))
}
