package duality

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

var update = flag.Bool("update", false, "write testdata/adversarial.jsonl anew from the constructions below")

// adversarial is a claim that was made to be judged wrongly: true ones that look false, false
// ones that look true, and texts that are no claims. Its construction says what is true.
type adversarial struct {
	Name    string          `json:"name"`
	Verdict claim.Verdict   `json:"verdict"`
	Why     string          `json:"why"`
	Flags   []Flag          `json:"flags,omitempty"`
	Failed  []string        `json:"failed,omitempty"` // obligations that must be among the failures
	Text    string          `json:"text,omitempty"`   // a text that is not JSON
	Claim   json.RawMessage `json:"claim,omitempty"`
}

func adversarialFile() string { return filepath.Join("testdata", "adversarial.jsonl") }

func TestAdversarial(t *testing.T) {
	made := construct(t)
	if *update {
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		for _, a := range made {
			if err := e.Encode(a); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(adversarialFile(), out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stored := readAdversarial(t)
	if len(stored) < 30 || len(stored) != len(made) {
		t.Fatalf("%d stored claims and %d constructions", len(stored), len(made))
	}
	for i, a := range stored {
		// What is stored is judged: it does not change with the code that constructs duals.
		if a.Name != made[i].Name || a.Verdict != made[i].Verdict {
			t.Errorf("%s (%s): the construction is %s (%s)", a.Name, a.Verdict, made[i].Name, made[i].Verdict)
		}
		t.Run(a.Name, func(t *testing.T) {
			text := []byte(a.Text)
			if a.Claim != nil {
				text = a.Claim
			}
			for _, p := range []claim.Profile{claim.Interaction, claim.Final} {
				cert := check(t, text, p)
				if cert.Verdict != a.Verdict {
					t.Errorf("%s: %s (%s), want %s: %s", p, cert.Verdict, cert.Reason, a.Verdict, a.Why)
				}
				for _, f := range a.Flags {
					if !slices.Contains(Flags(cert), f) {
						t.Errorf("%s: flags %v lack %s", p, Flags(cert), f)
					}
				}
				for _, name := range a.Failed {
					if f, ok := cert.Finding(name); !ok || f.Status != claim.Failed {
						t.Errorf("%s: %s is %s (%s), want failed", p, name, f.Status, f.Message)
					}
				}
			}
		})
	}
}

func readAdversarial(t testing.TB) []adversarial {
	t.Helper()
	data, err := os.ReadFile(adversarialFile())
	if err != nil {
		t.Fatal(err)
	}
	var list []adversarial
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var a adversarial
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

// builder makes claims.
type builder struct {
	t    *testing.T
	list []adversarial
}

func (b *builder) phase(name string, n int) *quiver.Theory {
	b.t.Helper()
	p, err := catalogue.Find(name)
	if err != nil {
		b.t.Fatal(err)
	}
	return p.Theory(n)
}

func (b *builder) dual(t *quiver.Theory, nodes ...int) *quiver.Theory {
	b.t.Helper()
	for _, v := range nodes {
		d, err := seiberg.Dualize(t, v, seiberg.Options{})
		if err != nil {
			b.t.Fatal(err)
		}
		t = d.Theory
	}
	return t
}

// pair adds a claim of two theories; edit changes the magnetic one, which is a copy.
func (b *builder) pair(name string, v claim.Verdict, why string, e, m *quiver.Theory, edit func(*quiver.Theory), more ...func(*adversarial)) {
	b.t.Helper()
	m = m.Clone()
	if edit != nil {
		edit(m)
	}
	c, err := NewPair(name, e.Relabel(), m.Relabel())
	if err != nil {
		b.t.Fatalf("%s: %v", name, err)
	}
	a := adversarial{Name: name, Verdict: v, Why: why, Claim: c.Canonical()}
	for _, f := range more {
		f(&a)
	}
	b.list = append(b.list, a)
}

func (b *builder) text(name string, v claim.Verdict, why, text string, more ...func(*adversarial)) {
	a := adversarial{Name: name, Verdict: v, Why: why}
	if raw, err := claim.CanonicalJSON([]byte(text)); err == nil {
		a.Claim = raw
	} else {
		a.Text = text
	}
	for _, f := range more {
		f(&a)
	}
	b.list = append(b.list, a)
}

func flags(list ...Flag) func(*adversarial) { return func(a *adversarial) { a.Flags = list } }
func fails(list ...string) func(*adversarial) {
	return func(a *adversarial) { a.Failed = list }
}

// addArrow adds an arrow and returns its number.
func addArrow(t *quiver.Theory, source, target int, r string) int {
	t.Arrows = append(t.Arrows, quiver.Arrow{Label: fmt.Sprintf("new%d", len(t.Arrows)), Source: source, Target: target, R: rational(r)})
	return len(t.Arrows) - 1
}

func addSinglet(t *quiver.Theory, r string) int {
	t.Singlets = append(t.Singlets, quiver.Singlet{Label: fmt.Sprintf("S0[%d]", len(t.Singlets)), R: rational(r)})
	return len(t.Singlets) - 1
}

func rational(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

func drop(i int) func(*quiver.Theory) {
	return func(t *quiver.Theory) { t.W = slices.Delete(t.W, i, i+1) }
}

func scale(i int, by string) func(*quiver.Theory) {
	return func(t *quiver.Theory) { t.W[i].Coefficient.Mul(t.W[i].Coefficient, rational(by)) }
}

func construct(t *testing.T) []adversarial {
	t.Helper()
	b := &builder{t: t}
	trueButUnlikely(b)
	falseButLikely(b)
	flavouredClaims(b)
	notClaims(b)
	return b.list
}

// trueButUnlikely are dualities that a careless check rejects.
func trueButUnlikely(b *builder) {
	const yes = claim.VerdictCertified
	conifold, dp0, dp1, dp2 := b.phase("conifold", 3), b.phase("dP0", 3), b.phase("dP1", 3), b.phase("dP2-I", 3)
	b.pair("conifold_with_itself", yes, "its quartic words pass each node twice and are gauge invariant", conifold, conifold, nil, flags(FlagIdentical, FlagCopy))
	b.pair("conifold_dual", yes, "Klebanov and Witten 1998: the dual is the conifold again", b.phase("conifold", 2), b.dual(b.phase("conifold", 2), 0), nil, flags(FlagCopy, FlagSeibergDual))
	b.pair("dp1_rank_changing_dual", yes, "F-terms mix word lengths, and dual quarks need the baryonic shift of R", dp1, b.dual(dp1, 2), nil, flags(FlagSeibergDual))
	b.pair("dp2_dual_at_node_3_conjugated", yes, "charge conjugation of a true dual", dp2, b.dual(dp2, 3).Conjugate(), nil, flags(FlagSeibergDual))
	b.pair("dp0_two_duals", yes, "two steps of the Markov tree", dp0, b.dual(dp0, 0, 1), nil, flags(FlagSeibergDual))
	b.pair("f0_three_duals", yes, "beyond the depth at which a witness is looked for", b.phase("F0-I", 2), b.dual(b.phase("F0-I", 2), 0, 1, 3), nil)
	b.pair("dp0_rescaled_fields", yes, "coefficients changed by a rescaling of fields", dp0, b.dual(dp0, 0), func(t *quiver.Theory) {
		for i := range t.W {
			for _, x := range t.W[i].Word {
				if x == 0 || x == 3 {
					t.W[i].Coefficient.Mul(t.W[i].Coefficient, rational("-7/3"))
				}
			}
		}
	}, flags(FlagSeibergDual, FlagRemovable))
	b.pair("dp0_massive_pair", yes, "a pair of opposite arrows with a mass term is absent in the infrared", dp0, b.dual(dp0, 0), func(t *quiver.Theory) {
		x, y := addArrow(t, 1, 2, "1/2"), addArrow(t, 2, 1, "3/2")
		t.W = append(t.W, quiver.SuperpotentialTerm{Coefficient: rational("5"), Word: []int{x, y}})
	}, flags(FlagMassive, FlagSeibergDual))
	b.pair("f0_w_without_signs", yes, "both terms with a minus sign change it: the signs of one field absorb that", b.phase("F0-I", 3), b.phase("F0-I", 3), func(t *quiver.Theory) {
		for i := range t.W {
			t.W[i].Coefficient.Abs(t.W[i].Coefficient)
		}
	}, flags(FlagCopy, FlagRemovable))
	b.pair("f0_mixed_flavour_basis", yes, "a doublet rotated by a matrix that is no permutation: more terms and fewer manifest U(1)s", b.phase("F0-I", 3), b.phase("F0-I", 3), func(t *quiver.Theory) {
		rotateFirst(t, 0, 1, "3/2")
	})
	b.pair("conifold_su2_arrow_turned", yes, "a bifundamental of SU(2) × SU(2) is pseudo-real: both theories have W = 0 and four of them", turnedConifold(b, false), turnedConifold(b, true), nil, flags(FlagCopy))
	if y32, err := families.Ypq(3, 2, 3); err == nil {
		b.pair("y32_dual", yes, "Y^{3,2}", y32, b.dual(y32, 0), nil, flags(FlagSeibergDual))
	} else {
		b.t.Fatal(err)
	}
	spp, err := b.phase("SPP", 3).WithTraces()
	if err != nil {
		b.t.Fatal(err)
	}
	b.pair("spp_with_traces", yes, "adjoints with their traces: the loop moves to another node", spp, b.dual(spp, 2), nil, flags(FlagSeibergDual))
	z2 := b.phase("C3/(Z2xZ2)", 2)
	b.pair("z2z2_singlets", yes, "the traces of diagonal mesons are singlets with couplings", z2, b.dual(z2, 1), nil, flags(FlagSeibergDual))
}

// turnedConifold is SU(2) × SU(2) with four bifundamentals and no superpotential, two of them
// written one way and two the other, or three and one.
func turnedConifold(b *builder, turned bool) *quiver.Theory {
	t := b.phase("conifold", 2)
	t.W = nil
	if turned {
		a := &t.Arrows[3]
		a.Source, a.Target = a.Target, a.Source
	}
	return t
}

// rotateFirst substitutes X_i → X_i + c X_j in W.
func rotateFirst(t *quiver.Theory, i, j int, c string) {
	var w quiver.Superpotential
	for _, term := range t.W {
		w = append(w, term)
		for k, x := range term.Word {
			if x != i {
				continue
			}
			word := slices.Clone(term.Word)
			word[k] = j
			w = append(w, quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Mul(term.Coefficient, rational(c)), Singlets: term.Singlets, Word: word})
		}
	}
	t.W = w.Normalize()
}

// falseButLikely are no dualities, and pass checks that one might trust.
func falseButLikely(b *builder) {
	const no = claim.VerdictFailed
	dp0, dp1, dp2, f0 := b.phase("dP0", 3), b.phase("dP1", 3), b.phase("dP2-I", 3), b.phase("F0-I", 3)
	d0, d1, d2 := b.dual(dp0, 0), b.dual(dp1, 0), b.dual(dp2, 3)
	ring := fails(ChiralRing)
	b.pair("dp1_sign_flip", no, "one sign flipped: an exactly marginal deformation with the same anomalies", dp1, d1, scale(0, "-1"), flags(FlagMarginal), fails(ChiralRing, Coefficients))
	b.pair("dp2_node3_sign_flip", no, "no word of length five or less sees it", dp2, d2, scale(1, "-1"), flags(FlagMarginal), ring)
	b.pair("f0_beta_two", no, "a coefficient doubled: the β-deformation at β ≠ 1", f0, f0, scale(2, "2"), flags(FlagMarginal), ring)
	b.pair("dp0_drop_and_two_singlets", no, "a dropped term, and singlets with R = 1 whose fermions have R = 0", dp0, d0, func(t *quiver.Theory) {
		drop(3)(t)
		addSinglet(t, "1")
		addSinglet(t, "1")
	}, ring)
	b.pair("dp0_opposite_singlets", no, "uncoupled singlets of R = 1/2 and 3/2 cancel in Tr R and Tr R³", dp0, d0, func(t *quiver.Theory) {
		addSinglet(t, "1/2")
		addSinglet(t, "3/2")
	}, ring)
	b.pair("dp0_massless_pair_and_singlet", no, "an arrow pair of R = 1 without a mass and a singlet that could give it one", dp0, d0, func(t *quiver.Theory) {
		addArrow(t, 1, 2, "1")
		addArrow(t, 2, 1, "1")
		addSinglet(t, "1")
	}, ring)
	b.pair("dp0_flipped_meson", no, "a singlet of R = 0 flips an operator of R = 2, which no R-anomaly of order one sees", dp0, d0, func(t *quiver.Theory) {
		s := addSinglet(t, "0")
		t.W = append(t.W, quiver.SuperpotentialTerm{Coefficient: rational("1"), Singlets: []int{s}, Word: slices.Clone(t.W[0].Word)})
	}, fails(GlobalAnomalies))
	b.pair("dp1_quartic_dropped", no, "only words of four letters see it", dp1, d1, dropLongest, ring)
	b.pair("dp0_term_replaced", no, "a term of W replaced by another closed word of R = 2", dp0, d0, replaceWord, ring)
	b.pair("dp0_rank_up", no, "the dualized node has one colour too many", dp0, d0, func(t *quiver.Theory) {
		t.Nodes[0].Rank++
	}, fails(MagneticGauge))
	b.pair("dp0_charge_up", no, "an R-charge raised by 1/3", dp0, d0, func(t *quiver.Theory) {
		t.Arrows[0].R.Add(t.Arrows[0].R, rational("1/3"))
	}, fails(MagneticMixed, MagneticSuperpotential))
	b.pair("dp1_r_mixed_with_flavour", no, "the dual with its R-symmetry moved by a flavour U(1): what fails is the identification of U(1)_R", dp1, b.dual(dp1, 2), mixR(false), flags(FlagFlavourMixing), fails(RIdentification))
	b.pair("conifold_r_mixed_with_baryon", no, "R moved by the baryonic U(1), to which every closed word is neutral", b.phase("conifold", 3), b.dual(b.phase("conifold", 3), 0), mixR(true), flags(FlagFlavourMixing))
	b.pair("dp0_decoupled_sector", no, "SU(2) × SU(2) with bifundamentals beside the dual", dp0, d0, func(t *quiver.Theory) {
		n := len(t.Nodes)
		t.Nodes = append(t.Nodes, quiver.Node{Label: "extra1", Rank: 2}, quiver.Node{Label: "extra2", Rank: 2})
		for range 2 {
			addArrow(t, n, n+1, "1/2")
			addArrow(t, n+1, n, "1/2")
		}
	}, fails(GlobalAnomalies))
	b.pair("long_rings", no, "one ring of twelve nodes and two of six, with W = 0", necklace(12, 1), necklace(6, 2), nil, ring)
	b.pair("odd_doublets", no, "SU(2) with an odd number of doublets, the other anomalies as they were", witten(false), witten(true), nil, fails(MagneticGauge))
	a, errA := families.Orbifold(7, [3]int{1, 2, 4}, 2)
	c, errC := families.Orbifold(7, [3]int{1, 1, 5}, 2)
	if errA != nil || errC != nil {
		b.t.Fatal(errA, errC)
	}
	b.pair("orbifolds_of_order_seven", no, "as many nodes and fields, all R = 2/3, equal anomalies, a and c", a, c, nil)
	z2 := b.phase("C3/(Z2xZ2)", 2)
	b.pair("z2z2_singlet_coupling_dropped", no, "a singlet without its coupling leaves an operator too many", z2, b.dual(z2, 1), func(t *quiver.Theory) {
		t.W = slices.DeleteFunc(t.W, func(term quiver.SuperpotentialTerm) bool { return len(term.Singlets) > 0 && term.Singlets[0] == 0 })
	}, ring)
	spp := b.phase("SPP", 2)
	b.pair("spp_singlet_flips_one_of_two", no, "a singlet multiplied Tr X02 X20 + Tr X12 X21 and now one of them: as many operators, equal index, another theory on the conformal manifold", spp, b.dual(spp, 0), func(t *quiver.Theory) {
		for i, term := range t.W {
			if len(term.Singlets) == 1 && term.Singlets[0] == 1 {
				drop(i)(t)
				return
			}
		}
	}, flags(FlagMarginal), fails(Coefficients))
	b.pair("no_symmetry_encoded", claim.VerdictUndecided, "a true dual that encodes no U(1)_R: nothing can be matched", dp0.Clone(), d0, func(t *quiver.Theory) { t.EncodesR = false })
	last := &b.list[len(b.list)-1]
	last.Claim = bytes.Replace(last.Claim, []byte(`"u1_globals":["U(1)_R"]`), []byte(`"u1_globals":[]`), 2)
}

func dropLongest(t *quiver.Theory) {
	longest := 0
	for i, term := range t.W {
		if len(term.Word) > len(t.W[longest].Word) {
			longest = i
		}
	}
	drop(longest)(t)
}

// replaceWord replaces a word by another of the same path of nodes.
func replaceWord(t *quiver.Theory) {
	word := slices.Clone(t.W[0].Word)
	for k, a := range t.Arrows {
		if k != word[0] && a.Source == t.Arrows[word[0]].Source && a.Target == t.Arrows[word[0]].Target && a.R.Cmp(t.Arrows[word[0]].R) == 0 {
			word[0] = k
			break
		}
	}
	t.W[0].Word = word
	t.W = t.W.Normalize()
}

// mixR moves R along a flavour symmetry.
func mixR(baryonic bool) func(*quiver.Theory) {
	return func(t *quiver.Theory) {
		s := t.Symmetries()
		f := s.Mesonic[0]
		if baryonic {
			f = s.Baryonic[0]
		}
		r := t.RCharges()
		moved := make(quiver.Charges, len(r))
		for k := range r {
			moved[k] = new(big.Rat).Add(r[k], new(big.Rat).Mul(rational("1/16"), f[k]))
		}
		t.SetRCharges(moved)
	}
}

// necklace is a number of rings of SU(2) nodes with two arrows on each link.
func necklace(n, rings int) *quiver.Theory {
	t := &quiver.Theory{Name: fmt.Sprintf("%d rings of %d", rings, n), EncodesR: true}
	for k := range rings {
		for i := range n {
			t.Nodes = append(t.Nodes, quiver.Node{Label: fmt.Sprintf("n%d", k*n+i), Rank: 2})
		}
		for i := range n {
			for range 2 {
				addArrow(t, k*n+i, k*n+(i+1)%n, "1/2")
			}
		}
	}
	return t
}

// witten is SU(2) × SU(3) with bifundamentals, where SU(3) has no cubic anomaly; odd gives
// SU(2) an odd number of doublets.
func witten(odd bool) *quiver.Theory {
	t := &quiver.Theory{Name: "SU(2) × SU(3)", EncodesR: true, Nodes: []quiver.Node{{Label: "a", Rank: 2}, {Label: "b", Rank: 3}}}
	addArrow(t, 0, 1, "1/2")
	addArrow(t, 1, 0, "1/2")
	if odd {
		addArrow(t, 1, 0, "1")
	}
	return t
}

// flavouredClaims are SQCD and Kutasov–Schwimmer claims.
func flavouredClaims(b *builder) {
	const yes, no, bad = claim.VerdictCertified, claim.VerdictFailed, claim.VerdictError
	sqcd := func(nc, nf int, rest string) string {
		return fmt.Sprintf(`{"duality_profile":"seiberg_sqcd","parameters":{"Nc":%d,"Nf":%d}%s}`, nc, nf, rest)
	}
	ks := func(nc, nf, k int, rest string) string {
		return fmt.Sprintf(`{"duality_profile":"kutasov","parameters":{"Nc":%d,"Nf":%d,"k":%d}%s}`, nc, nf, k, rest)
	}
	b.text("sqcd_free_magnetic", yes, "R(M) = 4/7 < 2/3: M is free, and the duality stands", sqcd(5, 7, `,"magnetic":{"rank":2}`), flags(FlagMagneticFree, FlagDecoupled))
	b.text("sqcd_lower_edge", yes, "Nf = Nc + 2, magnetic SU(2)", sqcd(9, 11, `,"magnetic":{"rank":2}`), flags(FlagMagneticFree))
	b.text("sqcd_self_dual", yes, "Nf = 2 Nc", sqcd(6, 12, `,"magnetic":{"rank":6}`))
	b.text("sqcd_large", yes, "ranks of a million are exact too", sqcd(400000, 900000, `,"magnetic":{"rank":500000}`))
	b.text("sqcd_ignored_annotations", yes, "annotations change nothing", sqcd(3, 5, `,"requested_checks":["none"],"expected_outcome":"failed","metadata":{"author":"x"}`))
	b.text("sqcd_empty_map", yes, "an empty operator map does not switch the textbook's maps off", sqcd(3, 5, `,"operator_map":{}`))
	b.text("sqcd_rank_up", no, "the magnetic rank is one too large", sqcd(4, 7, `,"magnetic":{"rank":4}`), fails(GlobalAnomalies, OperatorMapFlavour, MassFlow))
	b.text("sqcd_neutral_quark", no, "B(q) = 0", sqcd(3, 5, `,"magnetic":{"rank":2,"charges":{"q_B_override":"0"}}`), fails(MagneticMixed, MagneticSuperpotential))
	b.text("sqcd_quark_charge", no, "R(q) = 1/2", sqcd(3, 5, `,"magnetic":{"quark_R_override":"1/2"}`), fails(MagneticMixed))
	b.text("sqcd_mass_term_for_w", no, "W = q qtilde lifts the magnetic quarks", sqcd(3, 5, `,"superpotential":{"terms":[["q","qtilde"]]}`), fails(MesonLifting))
	b.text("sqcd_extra_term", no, "a second term of wrong charge", sqcd(3, 5, `,"superpotential":{"terms":[["M","q","qtilde"],["M","M"]]}`), fails(MagneticSuperpotential))
	b.text("sqcd_missing_meson", no, "W speaks of a meson that is not there", sqcd(3, 5, `,"magnetic":{"include_meson":false}`), fails(MagneticSuperpotential))
	b.text("sqcd_wrong_map", no, "the baryon is mapped to a product of two mesons", sqcd(3, 5, `,"operator_map":{"Q^3":"M^2"}`), fails(OperatorMapAbelian))
	b.text("sqcd_colour_open", no, "a map of something that is not gauge invariant", sqcd(4, 7, `,"operator_map":{"Q^2":"q^2"}`), fails(OperatorMapAbelian))
	b.text("sqcd_declares_index", bad, "a claim that brings its own evidence", sqcd(3, 5, `,"magnetic":{"rank":3},"protected_quantities":{"index":{"electric":"1+x","magnetic":"1+x"}}`))
	b.text("sqcd_metadata_index", bad, "the same inside of metadata", sqcd(3, 5, `,"metadata":{"index":{"electric":"1","magnetic":"1"}}`))
	b.text("sqcd_kind_lie", no, "the kind it calls itself is not what it is", sqcd(3, 5, `,"theory_kind":"flavored_quiver"`), fails(TheoryKind))
	b.text("sqcd_deformed_moduli", bad, "Nf = Nc", sqcd(4, 4, ``))
	b.text("sqcd_no_vacuum", bad, "Nf < Nc", sqcd(4, 3, ``))
	b.text("sqcd_confining", bad, "Nf = Nc + 1 with the rank left out", sqcd(4, 5, ``))
	b.text("kutasov_k2", yes, "rank 2·5 − 3", ks(3, 5, 2, `,"magnetic":{"rank":7}`))
	b.text("kutasov_k4_baryons", yes, "five dressings and decoupled mesons", ks(9, 4, 4, `,"magnetic":{"rank":7}`))
	b.text("kutasov_two_flavours", yes, "SU(2) flavour has Witten's parity in place of a cubic anomaly", ks(3, 2, 4, `,"magnetic":{"rank":5}`))
	b.text("kutasov_one_flavour", yes, "no non-abelian flavour at all", ks(2, 1, 5, `,"magnetic":{"rank":3}`))
	b.text("kutasov_no_mesons", no, "the mesons are left out", ks(3, 5, 2, `,"magnetic":{"rank":7,"include_meson":false}`), fails(MesonTower, GlobalAnomalies))
	b.text("kutasov_short_tower", no, "one meson has no coupling", ks(3, 5, 2, `,"superpotential":{"terms":[["Y","Y","Y"],["M0","q","Y","qtilde"]]}`), fails(MesonLifting))
	b.text("kutasov_rank_as_sqcd", no, "Nf − Nc", ks(3, 5, 2, `,"magnetic":{"rank":2}`), fails(GlobalAnomalies, DressedBaryons))
	b.text("kutasov_no_k", bad, "k is missing", `{"duality_profile":"kutasov","parameters":{"Nc":3,"Nf":5}}`)
}

// notClaims cannot be read.
func notClaims(b *builder) {
	const bad = claim.VerdictError
	pair := string(b.list[0].Claim)
	edit := func(old, text string) string {
		b.t.Helper()
		if !strings.Contains(pair, old) {
			b.t.Fatalf("%q does not occur in %.200s", old, pair)
		}
		return strings.Replace(pair, old, text, 1)
	}
	b.text("empty", bad, "no text", " ")
	b.text("list", bad, "a list", `[1]`)
	b.text("two_documents", bad, "text behind the document", pair+"{}")
	b.text("duplicate_key", bad, "a key stands twice", edit(`"name":`, `"name":"x","name":`))
	b.text("deep", bad, "nested deeper than any claim", strings.Repeat(`{"a":`, 2000)+"1"+strings.Repeat("}", 2000))
	b.text("rank_one", bad, "SU(1)", edit(`"ranks":[3,3]`, `"ranks":[3,1]`))
	b.text("rank_huge", bad, "a rank that no integer holds", edit(`"ranks":[3,3]`, `"ranks":[3,99999999999999999999999]`))
	b.list = append(b.list, adversarial{Name: "rank_float", Verdict: bad, Why: "3.0 is no rank", Text: edit(`"ranks":[3,3]`, `"ranks":[3.0,3]`)})
	b.text("ranks_short", bad, "fewer ranks than nodes", edit(`"ranks":[3,3]`, `"ranks":[3]`))
	b.text("zero_coefficient", bad, "a term times zero", edit(`"coefficient":"1"`, `"coefficient":"0"`))
	b.text("zero_denominator", bad, "1/0", edit(`"r_charge":"1/2"`, `"r_charge":"1/0"`))
	b.text("huge_exponent", bad, "a number of a billion digits", edit(`"r_charge":"1/2"`, `"r_charge":"1e1000000000"`))
	b.text("hexadecimal", bad, "0x1", edit(`"r_charge":"1/2"`, `"r_charge":"0x1/2"`))
	b.text("duplicate_label", bad, "two arrows of one label", edit(`"X01[1]"`, `"X01[0]"`))
	b.text("unknown_factor", bad, "a word with a field that is not there", edit(`"factors":["X01[0]"`, `"factors":["X01[7]"`))
	b.text("other_symmetry", bad, "a U(1) other than R", edit(`["U(1)_R"]`, `["U(1)_R","U(1)_B"]`))
	b.text("steered", bad, "the claim sets how far it is judged", edit(`"electric":`, `"bounded_chiral_ring":{"max_length":1},"electric":`))
	b.text("one_theory", bad, "the magnetic theory is missing", `{"electric":{}}`)
	b.text("other_schema", bad, "a schema of another version", edit(`"quiver_pair_v0"`, `"quiver_pair_v9"`))
}
