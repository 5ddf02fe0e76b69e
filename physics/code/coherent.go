package code

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/assay-physics/assay/math/precise"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/partition"
)

// Coherent noise is the rotation e^{iθX} of every qubit. Expanded in products of X, it is
// cosⁿθ Σ_F (i tan θ)^wt(F) F; the products that give one syndrome and one class act on
// the code alike, so that after the syndrome of E has been measured the encoded state is
// E Σ_c A_c X̄^c, with the amplitudes
//
//	A_c = cosⁿθ Σ_g (i tan θ)^wt(E X̄^c g)
//
// summed over the products g of X stabilizers. As a spin model it has the complex
// couplings e^{2K} = −i cot θ (Venn, Behrends and Béri, Phys. Rev. Lett. 131 (2023)
// 060603). Codes must be of X checks and Z checks (with + signs).
//
// Everything is a function of tan θ, which is rational here.

// coherentSpins are the X stabilizers of a code that coherent X rotations fit.
func coherentSpins(c *Code, tan *big.Rat, e Pauli) ([]Pauli, error) {
	switch {
	case c.Gauge != nil || !c.CSS():
		return nil, errors.New("code: coherent X rotations: want a stabilizer code of X checks and Z checks")
	case e.n != c.N:
		return nil, fmt.Errorf("code: coherent X rotations: the error %w: %d instead of %d", errQubits, e.n, c.N)
	case !e.pureX():
		return nil, fmt.Errorf("code: coherent X rotations: the error %s is not a product of X", e.Sparse())
	case tan == nil || tan.Sign() == 0:
		return nil, errors.New("code: coherent X rotations: tan θ is zero or missing")
	case tan.Num().BitLen() > maxBits || tan.Denom().BitLen() > maxBits:
		return nil, fmt.Errorf("code: coherent X rotations: tan θ has more than %d bits", maxBits)
	}
	var spins []Pauli
	for _, g := range c.Stabilizers {
		if g.pureX() {
			spins = append(spins, g)
		}
	}
	return spins, eliminationFits(c.N, len(spins))
}

// Amplitude is an exact amplitude cosⁿθ·(Re + i·Im).
type Amplitude struct {
	N           int
	Tan, Re, Im *big.Rat
}

// CoherentAmplitude sums over the products of the X stabilizers by their weights: exact,
// for at most MaxEnumerate independent ones. e must be a product of X.
func CoherentAmplitude(c *Code, tan *big.Rat, e Pauli) (Amplitude, error) {
	spins, err := coherentSpins(c, tan, e)
	if err != nil {
		return Amplitude{}, err
	}
	weights, err := WeightEnumerator(e, spins)
	if err != nil {
		return Amplitude{}, err
	}
	a := Amplitude{N: c.N, Tan: tan, Re: new(big.Rat), Im: new(big.Rat)}
	power, t := big.NewRat(1, 1), new(big.Rat)
	for w, count := range weights {
		t.Mul(power, t.SetInt(count))
		part := a.Re
		if w%2 == 1 {
			part = a.Im
		}
		if w%4 < 2 {
			part.Add(part, t)
		} else {
			part.Sub(part, t)
		}
		power.Mul(power, tan)
	}
	return a, nil
}

// Probability is |A|², exactly. Summed over the X classes of all syndromes it is 1.
func (a Amplitude) Probability() *big.Rat {
	p := new(big.Rat).Mul(a.Re, a.Re)
	p.Add(p, new(big.Rat).Mul(a.Im, a.Im))
	norm := new(big.Rat).Mul(a.Tan, a.Tan)
	norm.Add(norm, one)
	for range a.N {
		p.Quo(p, norm)
	}
	return p
}

// LogZ is ln|A| to 192 bits, with the phase in float64.
func (a Amplitude) LogZ() partition.LogZ {
	z := LogProbability(a.Probability())
	z.Method = "exact sum over X stabilizers"
	if z.Value.IsInf() {
		return z
	}
	z.Value.Quo(z.Value, big.NewFloat(2))
	// Bring both parts below 1 before they become float64.
	re, im := new(big.Float).SetPrec(prec).SetRat(a.Re), new(big.Float).SetPrec(prec).SetRat(a.Im)
	e := max(re.MantExp(nil), im.MantExp(nil))
	if re.Sign() == 0 {
		e = im.MantExp(nil)
	} else if im.Sign() == 0 {
		e = re.MantExp(nil)
	}
	x, _ := re.SetMantExp(re, -e).Float64()
	y, _ := im.SetMantExp(im, -e).Float64()
	phase := math.Atan2(y, x)
	if phase == -math.Pi { // from a negative zero
		phase = math.Pi
	}
	z.Phase = new(big.Float).SetFloat64(phase)
	// Two roundings turn the angle by less than 2·2⁻⁵³; Atan2 is good to a few units.
	z.PhaseBound = 8 * math.Pi * 0x1p-53
	return z
}

// ComplexMapping is the spin model of an amplitude. One spin per X stabilizer; qubit q has
// the weight exp(K₀ + K·Sign·∏ s) over the stabilizers on it, Sign being −1 where E has
// an X, with
//
//	K  = −½ ln|tan θ| − iπ/4·sgn θ,   so that e^{2K} = −i cot θ,
//	K₀ = ½ ln(|tan θ|/(1+tan²θ)) + iπ/4·sgn θ.
//
// The amplitude is Z·exp(n·K₀)/2^Dependent with Z = Σ_s exp(K Σ Times ∏ s).
type ComplexMapping struct {
	Error     Pauli
	Spins     []Pauli
	Dependent int
	Terms     []ComplexTerm
	// KRe is the real part of K to 192 bits and KQuarter its imaginary part in units of
	// π/4 (∓1); K0Re is the real part of K₀, whose imaginary part is the opposite.
	KRe, K0Re *big.Float
	KQuarter  int

	n   int
	tan *big.Rat
}

// ComplexTerm is Times·K·∏ s over Spins; without spins it is a constant. Terms on the same
// spins are added up, and Times is not zero.
type ComplexTerm struct {
	Spins []int
	Times int
}

// MapCoherent builds the spin model of the amplitude of e.
func MapCoherent(c *Code, tan *big.Rat, e Pauli) (*ComplexMapping, error) {
	spins, err := coherentSpins(c, tan, e)
	if err != nil {
		return nil, err
	}
	m := &ComplexMapping{Error: e, Spins: spins, Dependent: len(spins) - rankOf(c.N, spins), n: c.N, tan: tan}
	p := precise.New(prec)
	size := new(big.Rat).Abs(tan)
	m.KRe = logRat(p, size)
	m.KRe.Quo(m.KRe, p.Int(-2))
	norm := new(big.Rat).Mul(tan, tan)
	norm.Add(norm, one)
	m.K0Re = logRat(p, new(big.Rat).Quo(size, norm))
	m.K0Re.Quo(m.K0Re, p.Int(2))
	m.KQuarter = -tan.Sign()
	at := map[string]int{}
	for q, on := range m.spinsOn() {
		sign := 1
		if e.At(q)&X != 0 {
			sign = -1
		}
		key := fmt.Sprint(on)
		k, ok := at[key]
		if !ok {
			k = len(m.Terms)
			at[key] = k
			m.Terms = append(m.Terms, ComplexTerm{Spins: on})
		}
		m.Terms[k].Times += sign
	}
	kept := m.Terms[:0]
	for _, t := range m.Terms {
		if t.Times != 0 {
			kept = append(kept, t)
		}
	}
	m.Terms = kept
	return m, nil
}

// spinsOn lists, for each qubit, the stabilizers on it.
func (m *ComplexMapping) spinsOn() [][]int {
	on := make([][]int, m.n)
	for k, g := range m.Spins {
		for _, q := range g.Support() {
			on[q] = append(on[q], k)
		}
	}
	return on
}

// Coupling is K, rounded.
func (m *ComplexMapping) Coupling() complex128 {
	re, _ := m.KRe.Float64()
	return complex(re, float64(m.KQuarter)*math.Pi/4)
}

// ComplexBonds is a model of bonds with complex couplings: Z = Σ_s exp(Σ K_e s_u s_v).
type ComplexBonds struct {
	N     int
	Edges [][2]int
	K     []complex128 // βJ of each edge
	// Rounding bounds Σ |δK| over the edges. It bounds the error of ln Z only times
	// Σ_s |weight|/|Z|, since complex weights cancel.
	Rounding float64
	// Ghost says that spin N−1 is one to which fields have become bonds; then Z is twice
	// that of the mapping.
	Ghost bool
	// Constant is the real and imaginary part of the constant terms Σ Times·K.
	Constant complex128
}

// Bonds writes the model as bonds, for evaluators of complex planar models: the surface
// code's is planar with the ghost. It fails where a qubit is on three X stabilizers.
func (m *ComplexMapping) Bonds() (ComplexBonds, error) {
	b := ComplexBonds{N: len(m.Spins)}
	k := m.Coupling()
	_, each := rounded(m.KRe)
	each += 0x1p-53 // π/4
	for _, t := range m.Terms {
		times := complex(float64(t.Times), 0)
		switch len(t.Spins) {
		case 0:
			b.Constant += times * k
			continue
		case 1:
			b.Ghost = true
			b.Edges = append(b.Edges, [2]int{t.Spins[0], len(m.Spins)})
		case 2:
			b.Edges = append(b.Edges, [2]int{t.Spins[0], t.Spins[1]})
		default:
			return ComplexBonds{}, fmt.Errorf("code: coherent X rotations: a term of %d spins is no bond", len(t.Spins))
		}
		b.K = append(b.K, times*k)
		// The product of an integer and K is rounded once more in each part.
		b.Rounding += math.Abs(float64(t.Times)) * (each + 2*0x1p-53*(math.Abs(real(k))+1))
	}
	if b.Ghost {
		b.N++
	}
	return b, nil
}

// Text writes the condition on the couplings out.
func (m *ComplexMapping) Text() string {
	sign := "−"
	if m.KQuarter > 0 {
		sign = "+"
	}
	return fmt.Sprintf("K = %.8f %s iπ/4, e^{2K} = −i cot θ, tan θ = %s", m.KRe, sign, m.tan.RatString())
}

// Factors is the amplitude over cosⁿθ, times 2^Dependent, as a sum over products of
// tables: value 0 of variable k means that stabilizer k is not applied, and every qubit
// has a table with the weight 1 where it is not flipped and i·tan θ where it is.
func (m *ComplexMapping) Factors() *factor.Model {
	out := &factor.Model{Card: make([]int, len(m.Spins))}
	for k := range out.Card {
		out.Card[k] = 2
	}
	p := precise.New(prec)
	log, delta := rounded(logRat(p, new(big.Rat).Abs(m.tan)))
	phase := float64(m.tan.Sign()) * math.Pi / 2
	for q, on := range m.spinsOn() {
		f := factor.Factor{Sites: on, Log: make([]float64, 1<<len(on)), Phase: make([]float64, 1<<len(on)), Err: delta}
		for x := range f.Log {
			flipped := m.Error.At(q) & X
			for y := x; y != 0; y &= y - 1 {
				flipped ^= X
			}
			if flipped != 0 {
				f.Log[x], f.Phase[x] = log, phase
			}
		}
		out.Factors = append(out.Factors, f)
	}
	return out
}

// LogAmplitude is ln|A| and arg A by variable elimination over complex tables, of a width
// like the smaller side of a surface code. It depends on opt what is too wide.
func (m *ComplexMapping) LogAmplitude(ctx context.Context, opt factor.Options) (partition.LogZ, error) {
	z, err := factor.LogZ(ctx, m.Factors(), opt)
	if err != nil {
		return partition.LogZ{}, fmt.Errorf("code: coherent amplitude: %w", err)
	}
	if z.Value.IsInf() {
		return z, nil
	}
	// ln cos θ = −½ ln(1+tan²θ).
	p := precise.New(prec)
	norm := new(big.Rat).Mul(m.tan, m.tan)
	cosine := logRat(p, norm.Add(norm, one))
	cosine.Mul(cosine, p.New().Quo(p.Int(int64(-m.n)), p.Int(2)))
	cosine.Sub(cosine, p.New().Mul(p.Ln2, p.Int(int64(m.Dependent))))
	v := new(big.Float).SetPrec(max(z.Value.Prec(), prec)).Add(z.Value, cosine)
	size, _ := cosine.Float64()
	z.Value = v
	return z.Widen(math.Ldexp(math.Abs(size)+float64(m.n+m.Dependent), 40-prec)), nil
}
