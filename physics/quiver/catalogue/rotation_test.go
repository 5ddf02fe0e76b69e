package catalogue

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/internal/sample"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// rotated applies a random change of basis, of determinant 1 and with small integers, to
// every multiplet of arrows with equal ends and R-charge.
func rotated(rng *rand.Rand, t *quiver.Theory) *quiver.Theory {
	class := make(map[string][]int)
	name := func(a quiver.Arrow) string { return fmt.Sprint(a.Source, a.Target, a.R) }
	for k, a := range t.Arrows {
		class[name(a)] = append(class[name(a)], k)
	}
	matrix := make(map[int]map[int]*big.Rat)
	for k := range len(t.Arrows) + len(t.Singlets) {
		matrix[k] = map[int]*big.Rat{k: big.NewRat(1, 1)}
	}
	for _, c := range slices.Sorted(maps.Keys(class)) {
		members := class[c]
		for range 2 * (len(members) - 1) {
			i, j := members[rng.IntN(len(members))], members[rng.IntN(len(members))]
			if i == j {
				continue
			}
			sign := big.NewRat(int64(1-2*rng.IntN(2)), 1)
			for k, x := range matrix[j] {
				if matrix[i][k] == nil {
					matrix[i][k] = new(big.Rat)
				}
				matrix[i][k].Add(matrix[i][k], new(big.Rat).Mul(sign, x))
			}
		}
	}
	c := t.Clone()
	c.W = sample.Substituted(t, matrix)
	return c
}

// Rotations of the multiplets of every phase and of its duals are recognized, and never
// where a sign flip or a dropped term makes another theory of it.
func TestRotations(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	opt := quiver.IsomorphismOptions{Rotations: true}
	found, undecided, wrong := 0, 0, 0
	for _, p := range Phases() {
		theories := []*quiver.Theory{p.Theory(2)}
		for v := range theories[0].Nodes {
			d, err := seiberg.Dualize(theories[0], v, seiberg.Options{})
			var refusal *seiberg.Refusal
			if errors.As(err, &refusal) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			theories = append(theories, d.Theory)
		}
		for i, th := range theories {
			r := rotated(rng, th)
			iso, err := quiver.FindIsomorphism(t.Context(), th, r, opt)
			switch {
			case errors.Is(err, quiver.ErrUndecided):
				undecided++
				t.Logf("%s/%d (%d terms, %d after the rotation): undecided", p.Name, i, len(th.W), len(r.W))
			case err != nil:
				t.Error(err)
			case iso == nil:
				t.Errorf("%s/%d: a rotation of the theory was declared another theory", p.Name, i)
			default:
				found++
				verifyMap(t, th, r, iso)
			}
			for _, broken := range append(th.Drops(), th.Flips()...) {
				same, err := quiver.Redefinition(th, broken.Theory)
				if err == nil && same.Exists {
					continue
				}
				iso, err := quiver.FindIsomorphism(t.Context(), r, broken.Theory, opt)
				if err != nil && !errors.Is(err, quiver.ErrUndecided) {
					t.Error(err)
				}
				if iso != nil {
					// A permutation or a rotation may undo a flip; it is checked like any other.
					verifyMap(t, r, broken.Theory, iso)
					wrong++
					t.Logf("%s/%d: %s %d is undone", p.Name, i, broken.Class, broken.Index)
				}
			}
		}
	}
	t.Logf("%d found, %d undecided, %d broken theories equivalent", found, undecided, wrong)
	if undecided > 0 || wrong > 0 {
		t.Errorf("%d undecided, %d broken theories equivalent", undecided, wrong)
	}
}

// verifyMap substitutes the image of every field in W of a and compares with W of b.
func verifyMap(t *testing.T, a, b *quiver.Theory, iso *quiver.Isomorphism) {
	t.Helper()
	if iso.Conjugated || len(iso.Reversed) > 0 {
		t.Fatalf("%s → %s: a map that conjugates, which no option asked for", a.Name, b.Name)
	}
	image := make(map[int]map[int]*big.Rat)
	if iso.Rotated {
		for _, r := range iso.Rotations {
			for i, f := range r.From {
				image[f] = make(map[int]*big.Rat)
				for j, g := range r.To {
					image[f][g] = r.Matrix[i][j]
				}
			}
		}
	} else {
		for f, g := range iso.Arrows {
			image[f] = map[int]*big.Rat{g: big.NewRat(1, 1)}
		}
		for f, g := range iso.Singlets {
			image[len(a.Arrows)+f] = map[int]*big.Rat{len(b.Arrows) + g: big.NewRat(1, 1)}
		}
	}
	c := b.Clone()
	c.W = sample.Substituted(a, image)
	r, err := quiver.Redefinition(c, b)
	if err != nil || !r.Exists {
		t.Errorf("%s → %s: the map that was found does not take W to W: %v", a.Name, b.Name, err)
	}
}

// In the dual of dP0, W = Σ M_ij q_i q̃_j with M symmetric, a term M' q_i q̃_j more is absorbed
// by a shift of M_ij if i = j; for i ≠ j it breaks the symmetry, and is not.
func TestMesonShift(t *testing.T) {
	p, err := Find("dP0")
	if err != nil {
		t.Fatal(err)
	}
	d, err := seiberg.Dualize(p.Theory(3), 0, seiberg.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := d.Theory
	added := 0
	for i := range a.W {
		for j := range a.W {
			// The meson of term i with the quarks of term j.
			meson := func(w []int) int {
				return slices.IndexFunc(w, func(x int) bool { return a.Arrows[x].R.Cmp(big.NewRat(4, 3)) == 0 })
			}
			word := slices.Clone(a.W[j].Word)
			word[meson(word)] = a.W[i].Word[meson(a.W[i].Word)]
			b := a.Clone()
			b.W = append(b.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(1, 1), Word: word})
			b.W = b.W.Normalize()
			if len(b.W) != len(a.W)+1 {
				continue
			}
			added++
			uses := 0
			for _, w := range a.W {
				if slices.Contains(w.Word, a.W[j].Word[meson(a.W[j].Word)]) {
					uses++
				}
			}
			iso, err := quiver.FindIsomorphism(t.Context(), b, a, quiver.IsomorphismOptions{Rotations: true})
			if err != nil {
				t.Fatal(err)
			}
			if (iso != nil) != (uses == 1) {
				t.Errorf("%s: absorbed %v, by a meson with %d terms", b.Text(b.W[len(b.W)-1]), iso != nil, uses)
			}
			if iso != nil {
				verifyMap(t, b, a, iso)
			}
		}
	}
	if added != 66 {
		t.Errorf("%d terms were added, want 66", added)
	}
}

// With every equivalence allowed, each theory with a term of W dropped or flipped is told
// from the dual it comes from, unless signs of fields undo it.
func TestBrokenTheories(t *testing.T) {
	opt := quiver.IsomorphismOptions{Conjugation: true, PseudoReal: true, Rotations: true}
	broken := 0
	for _, p := range Phases() {
		th := p.Theory(2)
		for v := range th.Nodes {
			d, err := seiberg.Dualize(th, v, seiberg.Options{SkipBare: true})
			var refusal *seiberg.Refusal
			if errors.As(err, &refusal) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range append(d.Theory.Drops(), d.Theory.Flips()...) {
				broken++
				r, err := quiver.Redefinition(d.Theory, b.Theory)
				same := err == nil && r.Exists
				iso, err := quiver.FindIsomorphism(t.Context(), d.Theory, b.Theory, opt)
				if err != nil || (iso != nil) != same {
					t.Errorf("%s node %d, %s %d: isomorphic %v (%v), want %v", p.Name, v, b.Class, b.Index, iso != nil, err, same)
				}
			}
		}
	}
	if broken < 404 {
		t.Errorf("%d broken theories", broken)
	}
}
