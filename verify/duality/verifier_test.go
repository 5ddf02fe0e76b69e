package duality

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

func TestRegistry(t *testing.T) {
	if err := Kind().Validate(); err != nil {
		t.Error(err)
	}
	for _, p := range Profiles() {
		k := KindIn(p)
		if err := k.Validate(); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		for i, o := range k.Obligations {
			if o.Name != Kind().Obligations[i].Name {
				t.Errorf("%s: obligation %d is %s", p, i, o.Name)
			}
		}
	}
	rows := 0
	for _, o := range Kind().Obligations {
		if strings.HasPrefix(o.Source, "DualityCert table 2, row ") {
			rows++
			for _, p := range Profiles() {
				if !o.In(p) {
					t.Errorf("%s of the paper is not judged in %s", o.Name, p)
				}
			}
		}
	}
	if rows != 23 {
		t.Errorf("%d rows of the paper, want 23", rows)
	}
}

func dp0Pair(t testing.TB) (e, m *quiver.Theory) {
	t.Helper()
	p, err := catalogue.Find("dP0")
	if err != nil {
		t.Fatal(err)
	}
	e = p.Theory(3)
	d, err := seiberg.Dualize(e, 0, seiberg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e, d.Theory
}

// The paper judges eleven of its rows on a true pair of quivers and records twelve: five
// unknown metadata, one unknown unitarity, four not applicable, two not implemented.
func TestPaperStatuses(t *testing.T) {
	e, m := dp0Pair(t)
	cert, err := Verifier{}.CheckPair(context.Background(), e, m, Published)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]claim.Status{
		SuperconformalAudit: claim.NotApplicable, AMaximization: claim.NotApplicable, Soundness: claim.NotApplicable, Index: claim.NotApplicable,
		OperatorMapAbelian: claim.NotImplemented, Deformations: claim.NotImplemented, EncodedUnitarity: claim.Unknown,
		MetadataRing: claim.Unknown, MetadataModuli: claim.Unknown, MetadataManifold: claim.Unknown, MetadataSymmetry: claim.Unknown, MetadataProtected: claim.Unknown,
	}
	certified := 0
	for _, o := range Kind().Obligations {
		if !strings.HasPrefix(o.Source, "DualityCert table 2, row ") {
			continue
		}
		f, ok := cert.Finding(o.Name)
		if !ok {
			t.Fatalf("no finding about %s", o.Name)
		}
		if s, listed := want[o.Name]; listed && f.Status != s {
			t.Errorf("%s is %s, want %s", o.Name, f.Status, s)
		}
		if f.Status == claim.Certified {
			certified++
		}
	}
	if certified != 11 {
		t.Errorf("%d rows are certified, want 11", certified)
	}
}

// The published code certifies sixteen and twelve of its obligations on its own examples of
// SQCD and Kutasov claims, and leaves five and six unknown.
func TestPublishedCounts(t *testing.T) {
	for _, tt := range []struct {
		claim              string
		certified, unknown int
	}{
		{`{"duality_profile":"seiberg_sqcd","parameters":{"Nc":3,"Nf":5},"magnetic":{"rank":2}}`, 16, 5},
		{`{"duality_profile":"kutasov","parameters":{"Nc":3,"Nf":5,"k":2},"magnetic":{"rank":7}}`, 12, 6},
	} {
		count := map[claim.Status]int{}
		for _, f := range check(t, []byte(tt.claim), Published).Findings {
			count[f.Status]++
		}
		if count[claim.Certified] != tt.certified || count[claim.Unknown] != tt.unknown || count[claim.Failed] != 0 {
			t.Errorf("%s: %v, want %d certified and %d unknown", tt.claim, count, tt.certified, tt.unknown)
		}
	}
}

// β of a brane tiling survives dualities up to its inverse, and tells a marginal deformation
// where no dual is at hand.
func TestBeta(t *testing.T) {
	for _, p := range catalogue.Phases() {
		e := p.Theory(3)
		for _, factor := range []string{"1", "-1", "3"} {
			deformed := e.Clone()
			scale(0, factor)(deformed)
			for v := range e.Nodes {
				d, err := seiberg.Dualize(e, v, seiberg.Options{})
				if err != nil {
					continue
				}
				if _, toric := d.Theory.Beta(); !toric {
					continue
				}
				b := newBook(claim.Final)
				judgeBeta(b, deformed, d.Theory)
				want := claim.Failed
				if factor == "1" {
					want = claim.Certified
				}
				if got := b.findings[0]; got.Status != want {
					t.Errorf("%s at node %d, a coefficient times %s: %s (%s), want %s", p.Name, v, factor, got.Status, got.Message, want)
				}
			}
		}
	}
}

// The same claim and profile give the same bytes, whoever asks and whatever else runs.
func TestDeterministic(t *testing.T) {
	for _, a := range readAdversarial(t)[:30] {
		if a.Claim == nil {
			continue
		}
		var wait sync.WaitGroup
		texts := make([][]byte, 4)
		for i := range texts {
			wait.Add(1)
			go func() {
				defer wait.Done()
				checked, err := Verifier{}.CheckFile(context.Background(), a.Claim, claim.Final)
				if err != nil {
					t.Error(err)
					return
				}
				if texts[i], err = claim.Canonical(checked.Certificate); err != nil {
					t.Error(err)
				}
			}()
		}
		wait.Wait()
		for _, text := range texts[1:] {
			if !bytes.Equal(text, texts[0]) {
				t.Errorf("%s: two certificates of one claim:\n%s\n%s", a.Name, texts[0], text)
			}
		}
	}
}

// A canceled context ends a check with its error and never with a verdict.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e, m := dp0Pair(t)
	if cert, err := (Verifier{}).CheckPair(ctx, e, m, claim.Final); err == nil {
		t.Errorf("a canceled check says %s", cert.Verdict)
	}
}

// No view tells an agent how to repair: the amounts by which R-charges or coefficients are
// off the dual's stand in private evidence only.
func TestViewsDoNotRepair(t *testing.T) {
	e, m := dp0Pair(t)
	for _, tt := range []struct {
		name   string
		edit   func(*quiver.Theory)
		secret []string
	}{
		{"r_charge", func(th *quiver.Theory) { th.Arrows[0].R.Add(th.Arrows[0].R, big.NewRat(17, 29)) }, []string{"by +17/29", "17/29"}},
		{"rank", func(th *quiver.Theory) { th.Nodes[0] = quiver.Node{Label: "SU(7)_0", Rank: 7} }, []string{"SU(6)"}},
		{"flip", scale(2, "-1"), []string{m.Text(m.W[2])}},
		{"drop", drop(2), []string{m.Text(m.W[2])}},
	} {
		broken := m.Clone()
		tt.edit(broken)
		cert, err := Verifier{}.CheckPair(context.Background(), e, broken, claim.Final)
		if err != nil {
			t.Fatal(err)
		}
		if cert.Verdict != claim.VerdictFailed {
			t.Errorf("%s: %s", tt.name, cert.Verdict)
		}
		for _, level := range claim.Levels() {
			view, err := Kind().Project(cert, level)
			if err != nil {
				t.Fatal(err)
			}
			text, err := claim.Canonical(view)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range tt.secret {
				if strings.Contains(string(text), s) {
					t.Errorf("%s: the %s view says %q: %s", tt.name, level, s, text)
				}
			}
		}
		public, err := claim.Canonical(cert.Public())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(public), "r_shifts") {
			t.Errorf("%s: the public certificate holds the shifts of R", tt.name)
		}
	}
}

// Verdicts do not depend on names, on the order of anything, or on the normalisation of
// fields.
func TestVerdictIsInvariant(t *testing.T) {
	phases := catalogue.Phases()
	rapid.Check(t, func(r *rapid.T) {
		p := phases[rapid.IntRange(0, len(phases)-1).Draw(r, "phase")]
		e := p.Theory(rapid.IntRange(2, 4).Draw(r, "N"))
		d, err := seiberg.Dualize(e, rapid.IntRange(0, len(e.Nodes)-1).Draw(r, "node"), seiberg.Options{})
		if err != nil {
			r.Skip("a node without a dual")
		}
		m := d.Theory.Clone()
		want := claim.VerdictCertified
		if rapid.Bool().Draw(r, "broken") {
			drop(rapid.IntRange(0, len(m.W)-1).Draw(r, "term"))(m)
			want = claim.VerdictFailed
		}
		if len(p.Theory(2).Loops(1)) > 0 {
			r.Skip("a traceless adjoint: its trace is another theory's")
		}
		disguised := disguise(r, m)
		cert, err := Verifier{}.CheckPair(context.Background(), e, disguised, claim.Interaction)
		if err != nil {
			r.Fatal(err)
		}
		if cert.Verdict != want {
			r.Errorf("%s: %s (%s), want %s", p.Name, cert.Verdict, cert.Reason, want)
		}
	})
}

// disguise permutes nodes, arrows and terms, and rescales fields.
func disguise(r *rapid.T, t *quiver.Theory) *quiver.Theory {
	nodes := rapid.Permutation(indices(len(t.Nodes))).Draw(r, "nodes")
	arrows := rapid.Permutation(indices(len(t.Arrows))).Draw(r, "arrows")
	terms := rapid.Permutation(indices(len(t.W))).Draw(r, "terms")
	u := t.Clone()
	for i, to := range nodes {
		u.Nodes[to] = t.Nodes[i]
	}
	scales := make([]*big.Rat, len(t.Arrows))
	for k, to := range arrows {
		a := t.Arrows[k]
		u.Arrows[to] = quiver.Arrow{Label: a.Label, Source: nodes[a.Source], Target: nodes[a.Target], R: new(big.Rat).Set(a.R)}
		scales[k] = big.NewRat(int64(rapid.IntRange(1, 5).Draw(r, "num")), int64(rapid.IntRange(1, 5).Draw(r, "den")))
		if rapid.Bool().Draw(r, "sign") {
			scales[k].Neg(scales[k])
		}
	}
	for i, to := range terms {
		term := t.W[i]
		image := quiver.SuperpotentialTerm{Coefficient: new(big.Rat).Set(term.Coefficient), Singlets: term.Singlets}
		shift := 0
		if len(term.Word) > 0 {
			shift = rapid.IntRange(0, len(term.Word)-1).Draw(r, "rotation")
		}
		for k := range term.Word {
			x := term.Word[(k+shift)%len(term.Word)]
			image.Coefficient.Mul(image.Coefficient, scales[x])
			image.Word = append(image.Word, arrows[x])
		}
		u.W[to] = image
	}
	return u
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// FuzzRead: any text is a claim that is judged, or an error that says where; nothing panics,
// and nothing that was read is lost in its canonical form.
func FuzzRead(f *testing.F) {
	for _, a := range readAdversarial(f) {
		if a.Claim != nil {
			f.Add([]byte(a.Claim))
		} else {
			f.Add([]byte(a.Text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read(data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "claim") {
				t.Errorf("the error does not say where: %v", err)
			}
			return
		}
		again, err := Read(c.Canonical())
		if err != nil {
			t.Fatalf("the canonical form of a claim is refused: %v", err)
		}
		if again.Digest() != c.Digest() {
			t.Error("the canonical form has another digest")
		}
		if c.Flavoured == nil {
			return
		}
		cert, err := Verifier{}.Check(context.Background(), c, claim.Final)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(cert); err != nil {
			t.Fatal(err)
		}
	})
}

func ExampleVerifier_CheckFile() {
	checked, err := Verifier{}.CheckFile(context.Background(), []byte(`{
		"duality_profile": "seiberg_sqcd",
		"parameters": {"Nc": 3, "Nf": 5},
		"magnetic": {"rank": 3}}`), claim.Final)
	if err != nil {
		fmt.Println(err)
		return
	}
	cert := checked.Certificate
	fmt.Println(cert.Verdict)
	f, _ := cert.Finding(MagneticMixed)
	fmt.Println(f.Message)
	f, _ = cert.Finding(OperatorMapFlavour)
	fmt.Println(f.Message)
	// Output:
	// failed
	// SU(3)² U(1)_R = 1, and must be 0
	// Q^3 → q^3: (Λ^3 F, 1) ≠ (Λ^2 F, 1); Qtilde^3 → qtilde^3: (1, Λ^2 F) ≠ (1, Λ^3 F)
}

func ExampleVerifier_CheckPair() {
	phase, err := catalogue.Find("dP0")
	if err != nil {
		fmt.Println(err)
		return
	}
	electric := phase.Theory(3)
	dual, err := seiberg.Dualize(electric, 0, seiberg.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	cert, err := Verifier{}.CheckPair(context.Background(), electric, dual.Theory, claim.Interaction)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(cert.Verdict, Flags(cert))
	f, _ := cert.Finding(ChiralRing)
	fmt.Println(f.Message)
	// Output:
	// certified [seiberg_dual]
	// equal at every level up to R = 4: 38 operators
}

// No true dual is rejected, however far: at one or two nodes it certifies, beyond it is at
// most left open.
func TestTrueDualsAreNotRejected(t *testing.T) {
	phases := catalogue.Phases()
	rapid.Check(t, func(r *rapid.T) {
		e := phases[rapid.IntRange(0, len(phases)-1).Draw(r, "phase")].Theory(rapid.IntRange(2, 4).Draw(r, "N"))
		if rapid.Bool().Draw(r, "traces") {
			full, err := e.WithTraces()
			if err != nil {
				r.Fatal(err)
			}
			e = full
		}
		m := e
		steps := rapid.IntRange(1, 3).Draw(r, "steps")
		for i := range steps {
			d, err := seiberg.Dualize(m, rapid.IntRange(0, len(m.Nodes)-1).Draw(r, fmt.Sprint("node ", i)), seiberg.Options{})
			if err != nil || len(d.Theory.Arrows) > 60 {
				r.Skip("no dual, or a large one")
			}
			m = d.Theory
		}
		cert, err := Verifier{}.CheckPair(context.Background(), e, m, claim.Final)
		if err != nil {
			r.Fatal(err)
		}
		if cert.Verdict != claim.VerdictCertified && (steps < 3 || cert.Verdict != claim.VerdictUndecided) {
			r.Errorf("%s: %s (%s)", m.Name, cert.Verdict, cert.Reason)
		}
	})
}

// A damaged dual is rejected: a term dropped, an R-charge off by a third, a rank off by one;
// a flipped sign exactly where no redefinition of fields absorbs it.
func TestDamagedDualsAreRejected(t *testing.T) {
	phases := catalogue.Phases()
	rapid.Check(t, func(r *rapid.T) {
		e := phases[rapid.IntRange(0, len(phases)-1).Draw(r, "phase")].Theory(rapid.IntRange(2, 4).Draw(r, "N"))
		d, err := seiberg.Dualize(e, rapid.IntRange(0, len(e.Nodes)-1).Draw(r, "node"), seiberg.Options{})
		if err != nil {
			r.Skip("a node without a dual")
		}
		m := d.Theory
		var damaged []quiver.Perturbation
		class := rapid.SampledFrom([]string{"drop", "flip", "charge", "rank"}).Draw(r, "class")
		switch class {
		case "drop":
			damaged = m.Drops()
		case "flip":
			damaged = m.Flips()
		case "charge":
			damaged = m.RShifts(big.NewRat(1, 3), big.NewRat(-1, 3))
		case "rank":
			damaged = m.RankShifts(1, -1)
		}
		p := damaged[rapid.IntRange(0, len(damaged)-1).Draw(r, "which")]
		want := claim.VerdictFailed
		if class == "flip" {
			same, err := quiver.Redefinition(m, p.Theory)
			if err != nil {
				r.Fatal(err)
			}
			if same.Exists {
				want = claim.VerdictCertified
			}
		}
		cert, err := Verifier{}.CheckPair(context.Background(), e, p.Theory, claim.Interaction)
		if err != nil {
			r.Fatal(err)
		}
		if cert.Verdict != want {
			r.Errorf("%s, %s %d: %s (%s), want %s", m.Name, class, p.Index, cert.Verdict, cert.Reason, want)
		}
	})
}
