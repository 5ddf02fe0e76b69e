package lattice

import (
	"context"
	"fmt"
	"math/big"
	"testing"
)

// gridBonds lists the bonds of a grid, with wrapping as asked.
func gridBonds(rows, cols int, boundary string) [][2]int {
	var edges [][2]int
	for r := range rows {
		for c := range cols {
			if c+1 < cols || boundary != "open" {
				edges = append(edges, [2]int{r*cols + c, r*cols + (c+1)%cols})
			}
			if r+1 < rows || boundary == "torus" {
				edges = append(edges, [2]int{r*cols + c, (r+1)%rows*cols + c})
			}
		}
	}
	return edges
}

func TestDimersAgainstEnumeration(t *testing.T) {
	ctx := context.Background()
	for _, boundary := range []string{"open", "cylinder", "torus"} {
		for rows := 1; rows <= 8; rows++ {
			for cols := 1; cols <= 8; cols++ {
				d := &Dimer{Lattice: "square", Size: []int{rows, cols}, Boundary: boundary}
				if d.check() != nil {
					continue
				}
				name := fmt.Sprintf("%d×%d %s", rows, cols, boundary)
				count, err := d.Count(ctx)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if rows*cols <= 30 {
					if want := matchings(rows*cols, gridBonds(rows, cols, boundary)); !count.IsInt64() || count.Int64() != want {
						t.Errorf("%s: counted %v, want %d", name, count, want)
					}
				}
				z, err := d.LogZ(ctx)
				holds(t, name, z, err, new(big.Rat).SetInt(count))
			}
		}
	}
}

// Published numbers: OEIS A004003 for open 2n×2n squares, Kasteleyn's for small tori.
func TestDimerNumbers(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		side     int
		boundary string
		want     string
	}{
		{8, "open", "12988816"}, {10, "open", "258584046368"}, {12, "open", "53060477521960000"},
		{4, "torus", "272"}, {6, "torus", "90176"}, {8, "torus", "311853312"},
	} {
		d := &Dimer{Lattice: "square", Size: []int{c.side, c.side}, Boundary: c.boundary}
		z, err := d.LogZ(ctx)
		want, _ := new(big.Rat).SetString(c.want)
		holds(t, fmt.Sprint(c), z, err, want)
	}
}

// aztec lists the bonds of the Aztec diamond: squares (x, y) with |x+½| + |y+½| ≤ n.
func aztec(n int) (int, [][2]int) {
	number := map[[2]int]int{}
	for x := -n; x < n; x++ {
		for y := -n; y < n; y++ {
			if max(2*x+1, -2*x-1)+max(2*y+1, -2*y-1) <= 2*n {
				number[[2]int{x, y}] = len(number)
			}
		}
	}
	var edges [][2]int
	for x := -n; x < n; x++ {
		for y := -n; y < n; y++ {
			v, ok := number[[2]int{x, y}]
			if !ok {
				continue
			}
			for _, d := range [][2]int{{1, 0}, {0, 1}} {
				if u, ok := number[[2]int{x + d[0], y + d[1]}]; ok {
					edges = append(edges, [2]int{v, u})
				}
			}
		}
	}
	return len(number), edges
}

// planePartitions counts those in an a×b×c box row by row.
func planePartitions(a, b, c int) int64 {
	var rows [][]int
	var build func(row []int)
	build = func(row []int) {
		if len(row) == b {
			rows = append(rows, append([]int(nil), row...))
			return
		}
		top := c
		if len(row) > 0 {
			top = row[len(row)-1]
		}
		for x := range top + 1 {
			build(append(row, x))
		}
	}
	build(nil)
	ways := make([]int64, len(rows))
	for i := range ways {
		ways[i] = 1
	}
	for range a - 1 {
		next := make([]int64, len(rows))
		for i, upper := range rows {
		lower:
			for j, row := range rows {
				for k := range row {
					if row[k] > upper[k] {
						continue lower
					}
				}
				next[j] += ways[i]
			}
		}
		ways = next
	}
	sum := int64(0)
	for _, w := range ways {
		sum += w
	}
	return sum
}

func TestAztecAndHexagon(t *testing.T) {
	ctx := context.Background()
	for n := 1; n <= 4; n++ {
		d := &Dimer{Lattice: "aztec", Size: []int{n}, Boundary: "open"}
		sites, edges := aztec(n)
		if sites != d.Sites() {
			t.Errorf("aztec %d: %d sites, want %d", n, d.Sites(), sites)
		}
		z, err := d.LogZ(ctx)
		holds(t, fmt.Sprint("aztec ", n), z, err, rat(matchings(sites, edges)))
	}
	for _, s := range [][3]int{{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {1, 2, 3}, {4, 2, 3}, {3, 4, 2}, {1, 1, 9}, {5, 1, 1}} {
		d := &Dimer{Lattice: "hexagon", Size: s[:], Boundary: "open"}
		z, err := d.LogZ(ctx)
		holds(t, fmt.Sprint("hexagon ", s), z, err, rat(planePartitions(s[0], s[1], s[2])))
	}
}

// At 400 × 300 the closed form runs along either side and has to agree with itself, and
// per site it has to approach Kasteleyn's G/π.
func TestDimersAtScale(t *testing.T) {
	ctx := context.Background()
	for _, boundary := range []string{"open", "torus"} {
		a, err := (&Dimer{Lattice: "square", Size: []int{400, 300}, Boundary: boundary}).LogZ(ctx)
		if err != nil {
			t.Fatal(err)
		}
		b, err := (&Dimer{Lattice: "square", Size: []int{300, 400}, Boundary: boundary}).LogZ(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d := a.Float64() - b.Float64(); d != 0 {
			t.Errorf("%s: the transposed lattice differs by %g", boundary, d)
		}
		if per := a.Float64() / 120000; per < 0.28 || per > 0.2916 {
			t.Errorf("%s: %v per site", boundary, per)
		}
	}
	// An odd side has to be taken along the other.
	if _, err := (&Dimer{Lattice: "square", Size: []int{3001, 2}, Boundary: "torus"}).LogZ(ctx); err != nil {
		t.Error(err)
	}
	z, err := (&Dimer{Lattice: "hexagon", Size: []int{1000, 1000, 1000}, Boundary: "open"}).LogZ(ctx)
	if err != nil || z.Relative() > 1e-50 {
		t.Errorf("%v %v", z.Relative(), err)
	}
}

func TestDimerLimits(t *testing.T) {
	ctx := context.Background()
	for _, d := range []*Dimer{
		{Lattice: "kagome", Size: []int{2}, Boundary: "open"},
		{Lattice: "square", Size: []int{2}, Boundary: "open"},
		{Lattice: "square", Size: []int{2, 0}, Boundary: "open"},
		{Lattice: "square", Size: []int{1, 4}, Boundary: "torus"},
		{Lattice: "aztec", Size: []int{3}, Boundary: "torus"},
		{Lattice: "aztec", Size: []int{3}},
	} {
		if _, err := d.LogZ(ctx); err == nil {
			t.Errorf("%v: no error", d)
		}
	}
	if _, err := (&Dimer{Lattice: "square", Size: []int{30, 30}, Boundary: "open"}).Count(ctx); err == nil {
		t.Error("a count 30 sites wide: no error")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := (&Dimer{Lattice: "square", Size: []int{1 << 20, 1 << 20}, Boundary: "open"}).LogZ(stopped); err == nil {
		t.Error("the context was ignored")
	}
}
