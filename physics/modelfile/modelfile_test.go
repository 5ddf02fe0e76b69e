package modelfile

import (
	"fmt"
	"testing"
)

// The values that the description of the format gives.
func TestSplitMix64(t *testing.T) {
	for k, want := range []uint64{10451216379200822465, 13757245211066428519, 17911839290282890590} {
		if got := SplitMix64(1, uint64(k)); got != want {
			t.Errorf("output %d of seed 1 is %d, want %d", k, got, want)
		}
	}
	if Sign(1, 0) != -1 || Sign(9, 3) != 1-2*int8(SplitMix64(9, 3)>>63) {
		t.Error("signs do not follow the top bit")
	}
	if u := Uniform(1, 0); u != float64(10451216379200822465>>11)/(1<<53) {
		t.Errorf("Uniform(1, 0) = %v", u)
	}
}

func TestRegularLattices(t *testing.T) {
	for _, c := range []struct{ n, d int }{{4, 3}, {6, 3}, {10, 3}, {60, 3}, {1000, 3}, {7, 4}, {9, 8}, {20, 10}, {2, 1}, {40, 20}, {41, 20}, {30, 15}, {60, 57}, {63, 32}} {
		for seed := range uint64(4) {
			edges, err := regularEdges(c.n, c.d, seed, MaxTerms)
			if err != nil {
				t.Fatalf("%d-regular on %d: %v", c.d, c.n, err)
			}
			degree := make([]int, c.n)
			last := [2]int{-1, -1}
			for _, e := range edges {
				if e[0] >= e[1] || e[0] < last[0] || e[0] == last[0] && e[1] <= last[1] {
					t.Fatalf("%d-regular on %d: %v after %v", c.d, c.n, e, last)
				}
				last = e
				degree[e[0]]++
				degree[e[1]]++
			}
			for v, d := range degree {
				if d != c.d {
					t.Fatalf("%d-regular on %d: site %d has degree %d", c.d, c.n, v, d)
				}
			}
		}
	}
	// Every one of the 70 cubic graphs on six labelled sites turns up, the prism (60
	// labellings) and K3,3 (10) each about as often as they are many.
	seen := map[string]int{}
	for seed := range uint64(4000) {
		edges, err := regularEdges(6, 3, seed, MaxTerms)
		if err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(edges)]++
	}
	if len(seen) != 70 {
		t.Fatalf("%d different cubic graphs on six sites, there are 70", len(seen))
	}
	for g, n := range seen {
		if n < 20 || n > 130 { // 57 expected
			t.Errorf("%s was drawn %d times of 4000", g, n)
		}
	}
}
