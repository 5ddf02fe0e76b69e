package duality

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// huge are valid theories at the limits of what is read.
func huge() map[string]*quiver.Theory {
	r := rand.New(rand.NewPCG(1, 2))
	empty := func(name string, nodes, rank int) *quiver.Theory {
		t := &quiver.Theory{Name: name, EncodesR: true}
		for i := range nodes {
			t.Nodes = append(t.Nodes, quiver.Node{Label: fmt.Sprintf("n%d", i), Rank: rank})
		}
		return t
	}
	random := empty("random", 64, 3)
	for range 1024 {
		addArrow(random, r.IntN(64), r.IntN(64), "2/3")
	}
	walks(r, random, 4096, 12)

	star := empty("star", 3, 5)
	for range 512 {
		addArrow(star, 1, 0, "1/2")
		addArrow(star, 0, 2, "1/2")
	}

	loops := empty("loops", 1, 1_000_000)
	for range 1024 {
		addArrow(loops, 0, 0, "1/1024")
	}
	walks(r, loops, 512, 64)

	masses := empty("masses", 2, 3)
	for i := range 1024 {
		addArrow(masses, i%2, 1-i%2, "1")
	}
	for i := 0; i < 512; i++ {
		for j := range 8 {
			masses.W = append(masses.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(int64(1+r.IntN(9)), int64(1+r.IntN(9))), Word: []int{2 * i, 2*((i+j)%512) + 1}})
		}
	}

	singlets := empty("singlets", 2, 3)
	addArrow(singlets, 0, 1, "1/2")
	addArrow(singlets, 1, 0, "1/2")
	for range 1024 {
		s := addSinglet(singlets, "1/512")
		singlets.W = append(singlets.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(1, 1), Singlets: []int{s}, Word: []int{0, 1}})
	}
	// The largest of some shapes that is still worked out.
	sparse := empty("sparse", 3, 5)
	for i := range 189 {
		addArrow(sparse, i%3, (i+1)%3, "2/3")
	}
	dense := empty("dense", 3, 5)
	for i := range 120 {
		addArrow(dense, i%3, (i+1)%3, "2/3")
	}
	walks(r, dense, 200, 3)
	necklaces := necklace(60, 1)
	return map[string]*quiver.Theory{"sparse": sparse, "dense": dense, "necklace": necklaces, "random": random, "star": star, "loops": loops, "masses": masses, "singlets": singlets}
}

// walks adds closed walks as terms.
func walks(r *rand.Rand, t *quiver.Theory, terms, length int) {
	from := map[int][]int{}
	for k, a := range t.Arrows {
		from[a.Source] = append(from[a.Source], k)
	}
	for range 200 * terms {
		if len(t.W) == terms {
			return
		}
		start := r.IntN(len(t.Nodes))
		at := start
		var word []int
		for range length {
			next := from[at]
			if len(next) == 0 {
				break
			}
			k := next[r.IntN(len(next))]
			word = append(word, k)
			at = t.Arrows[k].Target
			if at == start {
				break
			}
		}
		if at == start && len(word) > 0 {
			t.W = append(t.W, quiver.SuperpotentialTerm{Coefficient: big.NewRat(int64(1+r.IntN(1000)), int64(1+r.IntN(1000))), Word: word})
		}
	}
}

// Whatever is read is judged in bounded time: budgets count operations, and what exceeds
// them is left open and said to be.
func TestHostileSizes(t *testing.T) {
	for name, th := range huge() {
		for _, p := range []claim.Profile{claim.Final, Published} {
			start := time.Now()
			cert, err := Verifier{}.CheckPair(context.Background(), th, th.Clone(), p)
			if err != nil {
				t.Errorf("%s, %s: %v", name, p, err)
				continue
			}
			t.Logf("%s, %s: %s in %v", name, p, cert.Verdict, time.Since(start))
			if p == claim.Final && name != "necklace" && cert.Verdict == claim.VerdictCertified {
				t.Errorf("%s is certified: %s", name, cert.Reason)
			}
		}
	}
}
