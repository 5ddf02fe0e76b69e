package chiralring_test

import (
	"context"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
)

func phase(tb testing.TB, name string) *quiver.Theory {
	for _, c := range cells(tb) {
		if c.Name == name {
			return c.theory
		}
	}
	tb.Fatalf("no cell %q", name)
	return nil
}

func published(t *testing.T, th *quiver.Theory, length int) []chiralring.PublishedBlock {
	t.Helper()
	b, err := chiralring.Published(context.Background(), th, chiralring.PublishedOptions{MaxLength: length}, chiralring.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The published code gives these outcomes for true duals (run on its public snapshot).
func TestPublishedOutcomes(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		length int
		equal  bool
	}{
		{"F0-I", "F0-I/node 0", 3, false},
		{"F0-I", "F0-I/node 0", 5, false},
		{"dP1", "dP1/node 0", 3, true},
		{"dP1", "dP1/node 0", 5, true},
		{"dP2-I", "dP2-I/node 4", 3, true},
		{"dP2-I", "dP2-I/node 4", 4, false},
		{"dP2-I", "dP2-I/node 4", 5, false},
		{"dP1", "dP1/node 2", 5, false},
		{"dP1", "dP1/node 3", 5, false},
		{"dP2-I", "dP2-I/node 0", 5, false},
		{"dP2-I", "dP2-I/node 1", 5, false},
		{"dP2-I", "dP2-I/node 2", 5, false},
		{"F0-II", "F0-II/node 1", 5, false},
		{"dP0", "dP0/node 0", 3, true},
		{"dP0", "dP0/node 0", 5, true},
	} {
		x, y, differ := chiralring.PublishedDifference(published(t, phase(t, c.a), c.length), published(t, phase(t, c.b), c.length))
		if differ == c.equal {
			t.Errorf("%s against %s, L = %d: differ %v (%v, %v)", c.a, c.b, c.length, differ, x, y)
		}
		if c.b == "dP2-I/node 4" && c.length == 4 && (x.Dim != 1 || y.Dim != 0 || x.Length != 4) {
			t.Errorf("dP2 at node 4: first difference %v, %v, want 1 against 0 at length 4", x, y)
		}
	}
	// dP1 loses its three operators of R = 2.
	for _, b := range published(t, phase(t, "dP1"), 5) {
		if b.R.Cmp(rat("2")) == 0 && b.Dim != 0 {
			t.Errorf("dP1: %v", b)
		}
	}
}

// At R = 8/3 the published counting finds 9 operators of ℂ³/(ℤ₂×ℤ₂) and 6 of its dual, for
// it splits the F-terms of the sextic terms; kept whole they are 9 on both sides.
func TestPublishedByR(t *testing.T) {
	top := rat("8/3")
	for name, want := range map[string]int{"C3/Z2xZ2": 9, "C3/Z2xZ2/node 0": 6} {
		th := phase(t, name)
		n := chiralring.PublishedLength(th, top)
		blocks, err := chiralring.Published(context.Background(), th, chiralring.PublishedOptions{MaxLength: n, MaxR: top}, chiralring.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		last := blocks[len(blocks)-1]
		if last.R.Cmp(top) != 0 || last.Dim != want {
			t.Errorf("%s, words of up to %d letters: %+v, want %d at R = 8/3", name, n, last, want)
		}
		if got := dimensions(t, th, chiralring.Grading{TracePart: true}, "8/3").Dim(top); got != 9 {
			t.Errorf("%s: %d, want 9", name, got)
		}
	}
}

func TestHilbertSeries(t *testing.T) {
	for _, c := range cells(t) {
		check, err := chiralring.CheckHilbert(context.Background(), c.theory, rat("4"), chiralring.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if check.Failure != nil || check.Untested != "" || check.Level.Cmp(rat("4")) != 0 {
			t.Errorf("%s: %+v", c.Name, check)
		}
	}
}

// Without one of its terms none of the tilings of the catalogue satisfies the condition.
func TestHilbertSeriesOfBrokenTheories(t *testing.T) {
	for _, c := range cells(t) {
		if c.Name != c.Phase {
			continue
		}
		for k := range c.theory.W {
			broken := c.theory.Clone()
			broken.W = slices.Delete(broken.W, k, k+1)
			check, err := chiralring.CheckHilbert(context.Background(), broken, rat("3"), chiralring.Budget{})
			if err != nil || check.Failure == nil {
				t.Errorf("%s without term %d: %+v, %v", c.Name, k, check, err)
			}
		}
	}
}
