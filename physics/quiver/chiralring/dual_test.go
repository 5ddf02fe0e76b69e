package chiralring_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

func dualize(tb testing.TB, t *quiver.Theory, nodes ...int) *seiberg.Dual {
	tb.Helper()
	var d *seiberg.Dual
	for _, v := range nodes {
		var err error
		if d, err = seiberg.Dualize(t, v, seiberg.Options{}); err != nil {
			tb.Fatal(err)
		}
		t = d.Theory
	}
	return d
}

// Every dual of the catalogue at SU(N), adjoints without traces; with the massive fields
// kept too.
func TestDualsOfCatalogue(t *testing.T) {
	count := 0
	for _, p := range catalogue.Phases() {
		electric := p.Theory(3)
		for v := range electric.Nodes {
			if len(electric.Loops(v)) > 0 {
				continue
			}
			count++
			d := dualize(t, electric, v)
			if c := compare(t, electric, d.Theory, chiralring.Grading{}); !c.Equal() {
				t.Errorf("%s at node %d: %v %s", electric.Name, v, c.Difference, c.Untested)
			}
			if c := compare(t, electric, d.Bare, chiralring.Grading{}); !c.Equal() {
				t.Errorf("%s at node %d, massive fields kept: %v %s", electric.Name, v, c.Difference, c.Untested)
			}
		}
	}
	if count != 28 {
		t.Errorf("%d cells, want 28", count)
	}
}

// Two steps, the second wherever it is possible; R ≤ 0 of single arrows is no obstacle.
func TestTwoSteps(t *testing.T) {
	low := 0
	for _, p := range catalogue.Phases() {
		electric := p.Theory(2)
		for v := range electric.Nodes {
			first, err := seiberg.Dualize(electric, v, seiberg.Options{})
			if err != nil {
				continue
			}
			for w := range electric.Nodes {
				second, err := seiberg.Dualize(first.Theory, w, seiberg.Options{})
				if err != nil || w == v {
					continue
				}
				c, err := chiralring.Compare(context.Background(), chiralring.Side{Theory: electric}, chiralring.Side{Theory: second.Theory}, rat("3"), chiralring.Budget{})
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range second.Theory.Arrows {
					if a.R.Sign() <= 0 {
						low++
						break
					}
				}
				if !c.Equal() {
					t.Errorf("%s at nodes %d, %d: %v %s", electric.Name, v, w, c.Difference, c.Untested)
				}
			}
		}
	}
	t.Logf("%d theories with an arrow of R ≤ 0", low)
	if low == 0 {
		t.Error("no theory with an arrow of R ≤ 0 was met")
	}
}

// What has no table says why, and is never equal to anything.
func TestUntested(t *testing.T) {
	dP0 := phase(t, "dP0")
	wrongR := dP0.Clone()
	wrongR.Arrows[0].R = rat("1")
	loop := build("low", []int{2, 2}, []string{"A 0 1 1/2", "B 1 0 -1/2", "C 1 0 1"}, nil)
	tiny := build("tiny", []int{2, 2}, []string{"A 0 1 1/3", "B 1 0 1/999999999989"}, nil)
	linear := build("linear", []int{2}, []string{"A 0 0 1", "S - - 2"}, []string{"1 S"})
	acyclic := build("acyclic", []int{2, 2}, []string{"A 0 1 1/2"}, nil)
	for _, c := range []struct {
		theory *quiver.Theory
		says   string
	}{
		{wrongR, "superpotential term 0 has R = 7/3 instead of 2"},
		{loop, "Tr A B has R = 0"},
		{tiny, "common denominator"},
		{linear, "no supersymmetric vacuum"},
	} {
		table, err := chiralring.Dimensions(context.Background(), c.theory, chiralring.Grading{}, rat("4"), chiralring.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(table.Untested, c.says) || table.Tested() {
			t.Errorf("%s: %q", c.theory.Name, table.Untested)
		}
		if cmp := compare(t, c.theory, c.theory, chiralring.Grading{}); cmp.Equal() || cmp.Untested == "" {
			t.Errorf("%s against itself: %+v", c.theory.Name, cmp)
		}
	}
	if cmp := compare(t, acyclic, acyclic, chiralring.Grading{}); cmp.Equal() || !strings.Contains(cmp.Untested, "no") && !strings.Contains(cmp.Untested, "neither") {
		t.Errorf("acyclic: %+v", cmp)
	}
	if cmp := compare(t, acyclic, dP0, chiralring.Grading{}); cmp.Equal() || cmp.Difference == nil {
		t.Errorf("acyclic against dP0: %+v", cmp)
	}
}

// Twelve nodes in one ring against two rings of six: no words up to R = 4 in the first.
func TestRings(t *testing.T) {
	ring := func(name string, rings, length int) *quiver.Theory {
		var fields []string
		var ranks []int
		for i := range rings {
			for k := range length {
				a := i*length + k
				b := i*length + (k+1)%length
				ranks = append(ranks, 2)
				fields = append(fields, strings.Join([]string{"x" + big.NewInt(int64(a)).String(), big.NewInt(int64(a)).String(), big.NewInt(int64(b)).String(), "1/2"}, " "))
			}
		}
		return build(name, ranks, fields, nil)
	}
	a, b := ring("one", 1, 12), ring("two", 2, 6)
	if c := compare(t, a, b, chiralring.Grading{}); c.Difference == nil || c.Difference.String() != "at R = 3: 0 operators against 2" {
		t.Errorf("%+v", c)
	}
}

// Any theory ends within the budget, with the levels below Reached complete.
func TestBudget(t *testing.T) {
	var fields []string
	for k := range 30 {
		fields = append(fields, "x"+big.NewInt(int64(k)).String()+" 0 0 1/7")
	}
	free := build("free", []int{3}, fields, nil)
	for _, ops := range []int64{1, 1000, 100_000, 3_000_000} {
		table, err := chiralring.Dimensions(context.Background(), free, chiralring.Grading{TracePart: true}, rat("6"), chiralring.Budget{Operations: ops})
		if err != nil {
			t.Fatal(err)
		}
		if table.Complete || table.Tested() {
			t.Fatalf("budget %d: complete", ops)
		}
		if table.Operations > 2*ops+10_000 {
			t.Errorf("budget %d: %d operations", ops, table.Operations)
		}
		// Necklaces of 30 colours.
		for n, want := range []int{0, 30, 465, 9020} {
			r := big.NewRat(int64(n), 7)
			if n > 0 && table.Reached != nil && r.Cmp(table.Reached) < 0 && table.Dim(r) != want {
				t.Errorf("budget %d: %d words of length %d, want %d", ops, table.Dim(r), n, want)
			}
		}
		cmp, err := chiralring.Compare(context.Background(), chiralring.Side{Theory: free}, chiralring.Side{Theory: free}, rat("6"), chiralring.Budget{Operations: ops})
		if err != nil || cmp.Equal() || cmp.Untested == "" {
			t.Errorf("budget %d: %+v, %v", ops, cmp, err)
		}
	}
}

// Coefficients without a small form: two primes, and over ℚ where they matter.
func TestLargeCoefficients(t *testing.T) {
	dP1 := phase(t, "dP1")
	big1 := dP1.Clone()
	scale := rat("100000000000000000000/7")
	for i := range big1.W { // all terms alike: the same theory
		big1.W[i].Coefficient.Mul(big1.W[i].Coefficient, scale)
	}
	c := compare(t, dP1, big1, chiralring.Grading{})
	if !c.Equal() || c.Tables[1].Method != chiralring.TwoPrimes {
		t.Errorf("rescaled: %+v, method %s", c, c.Tables[1].Method)
	}
	// One coefficient that no rescaling of fields removes.
	marginal := dP1.Clone()
	marginal.W[0].Coefficient = scale
	c = compare(t, dP1, marginal, chiralring.Grading{})
	if c.Difference == nil || !c.Difference.Exact || c.Tables[1].Method != chiralring.Exact {
		t.Errorf("deformed: %+v, method %s", c, c.Tables[1].Method)
	}
	// A prime of the computation in a coefficient.
	prime := dP1.Clone()
	for i := range prime.W {
		prime.W[i].Coefficient.Mul(prime.W[i].Coefficient, rat("2305843009213693951"))
	}
	if c = compare(t, dP1, prime, chiralring.Grading{}); !c.Equal() {
		t.Errorf("rescaled by the prime: %+v", c)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := chiralring.Dimensions(ctx, phase(t, "dP0"), chiralring.Grading{}, rat("4"), chiralring.Budget{}); err == nil {
		t.Error("no error")
	}
}

func TestMalformed(t *testing.T) {
	dP0 := phase(t, "dP0")
	bad := dP0.Clone()
	bad.Arrows[0].Target = 7
	half := quiver.Charges{}
	for range dP0.Arrows {
		half = append(half, rat("1/2"))
	}
	half[0] = rat("1")
	for name, f := range map[string]func() error{
		"theory": func() error {
			_, err := chiralring.Dimensions(context.Background(), bad, chiralring.Grading{}, rat("4"), chiralring.Budget{})
			return err
		},
		"no level": func() error {
			_, err := chiralring.Dimensions(context.Background(), dP0, chiralring.Grading{}, nil, chiralring.Budget{})
			return err
		},
		"short charges": func() error {
			_, err := chiralring.Dimensions(context.Background(), dP0, chiralring.Grading{Split: []quiver.Charges{{}}}, rat("4"), chiralring.Budget{})
			return err
		},
		"no symmetry": func() error {
			_, err := chiralring.Dimensions(context.Background(), dP0, chiralring.Grading{Split: []quiver.Charges{half}}, rat("4"), chiralring.Budget{})
			return err
		},
		"lengths": func() error {
			_, err := chiralring.Published(context.Background(), dP0, chiralring.PublishedOptions{MaxLength: 9}, chiralring.Budget{})
			return err
		},
	} {
		if f() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
