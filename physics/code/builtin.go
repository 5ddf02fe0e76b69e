package code

import "fmt"

// maxLattice bounds the qubits of a code made by a constructor (a toric code of 128×128).
const maxLattice = 1 << 15

// maxColor is the largest distance of a colour code within that.
const maxColor = 207

// Repetition is the code of n qubits in a row with stabilizers Z_i Z_{i+1}, which detect
// bit flips. Its logical operators are X on all qubits and Z on the first.
func Repetition(n int) (*Code, error) {
	return repetition(n, "repetition", OnZ, OnX)
}

// PhaseRepetition is the same code turned around: stabilizers X_i X_{i+1} detect phase
// flips, and bit flips deform into each other along the row.
func PhaseRepetition(n int) (*Code, error) {
	c, err := repetition(n, "phase repetition", OnX, OnZ)
	if err != nil {
		return nil, err
	}
	c.LogicalX, c.LogicalZ = c.LogicalZ, c.LogicalX
	return c, nil
}

func repetition(n int, name string, check, all func(n int, qubits ...int) Pauli) (*Code, error) {
	if n < 1 || n > maxLattice {
		return nil, fmt.Errorf("code: %s code of %d qubits, want 1 … %d", name, n, maxLattice)
	}
	c := &Code{Name: fmt.Sprintf("%s(%d)", name, n), N: n, LogicalX: []Pauli{all(n, upTo(n)...)}, LogicalZ: []Pauli{check(n, 0)}}
	for i := range n - 1 {
		c.Stabilizers = append(c.Stabilizers, check(n, i, i+1))
	}
	return c, nil
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Toric is the toric code on rows×cols vertices (Kitaev, Ann. Phys. 303 (2003) 2). Qubit
// h(r,c) = 2(r·cols+c) joins the vertices (r,c) and (r,c+1), qubit v(r,c) = h(r,c)+1
// joins (r,c) and (r+1,c). Stabilizers: first the X stars, one per vertex, then the Z
// plaquettes, plaquette (r,c) being h(r,c), h(r+1,c), v(r,c), v(r,c+1); both row-major,
// the last of each depending on the others. Logical Z: h along row 0, v along column 0;
// logical X: h along column 0, v along row 0.
func Toric(rows, cols int) (*Code, error) {
	if rows < 2 || cols < 2 || rows > maxLattice/2/cols {
		return nil, fmt.Errorf("code: toric code of %d×%d vertices, want at least 2×2 and at most %d qubits", rows, cols, maxLattice)
	}
	n := 2 * rows * cols
	h := func(r, c int) int { return 2 * ((r+rows)%rows*cols + (c+cols)%cols) }
	v := func(r, c int) int { return h(r, c) + 1 }
	c := &Code{Name: fmt.Sprintf("toric(%d,%d)", rows, cols), N: n, torus: []int{rows, cols}}
	for r := range rows {
		for k := range cols {
			c.Stabilizers = append(c.Stabilizers, OnX(n, h(r, k), h(r, k-1), v(r, k), v(r-1, k)))
		}
	}
	for r := range rows {
		for k := range cols {
			c.Stabilizers = append(c.Stabilizers, OnZ(n, h(r, k), h(r+1, k), v(r, k), v(r, k+1)))
		}
	}
	var hRow, vCol, hCol, vRow []int
	for k := range cols {
		hRow, vRow = append(hRow, h(0, k)), append(vRow, v(0, k))
	}
	for r := range rows {
		hCol, vCol = append(hCol, h(r, 0)), append(vCol, v(r, 0))
	}
	c.LogicalZ = []Pauli{OnZ(n, hRow...), OnZ(n, vCol...)}
	c.LogicalX = []Pauli{OnX(n, hCol...), OnX(n, vRow...)}
	return c, nil
}

// PlaquetteChains lists, for every column, the h qubits of a toric code from the top, and
// for every row the v qubits from the left: neighbours in a list are opposite sides of a
// plaquette.
func PlaquetteChains(rows, cols int) [][]int {
	var chains [][]int
	for c := range cols {
		var list []int
		for r := range rows {
			list = append(list, 2*(r*cols+c))
		}
		chains = append(chains, list)
	}
	for r := range rows {
		var list []int
		for c := range cols {
			list = append(list, 2*(r*cols+c)+1)
		}
		chains = append(chains, list)
	}
	return chains
}

// RotatedSurface is the rotated surface code on rows×cols qubits, qubit r·cols+c. The
// face between rows r, r+1 and columns c, c+1 is an X check where r+c is even and a Z
// check where it is odd; the top and bottom sides have X checks of two qubits, the left
// and right sides Z checks. Stabilizers: the X checks, then the Z checks, row-major.
// Logical Z is row 0, logical X column 0. The distance is min(rows, cols).
func RotatedSurface(rows, cols int) (*Code, error) {
	if rows < 1 || cols < 1 || rows > maxLattice/cols {
		return nil, fmt.Errorf("code: surface code of %d×%d qubits, want at least one and at most %d", rows, cols, maxLattice)
	}
	n := rows * cols
	c := &Code{Name: fmt.Sprintf("surface(%d,%d)", rows, cols), N: n}
	for _, kind := range []int{X, Z} {
		for r := -1; r < rows; r++ {
			for k := -1; k < cols; k++ {
				rowEdge, colEdge := r < 0 || r == rows-1, k < 0 || k == cols-1
				isX := (r+k+2)%2 == 0
				if isX != (kind == X) || rowEdge && (colEdge || !isX) || colEdge && isX {
					continue
				}
				var face []int
				for _, q := range [][2]int{{r, k}, {r, k + 1}, {r + 1, k}, {r + 1, k + 1}} {
					if q[0] >= 0 && q[0] < rows && q[1] >= 0 && q[1] < cols {
						face = append(face, q[0]*cols+q[1])
					}
				}
				c.Stabilizers = append(c.Stabilizers, on(n, kind, face))
			}
		}
	}
	var column []int
	for r := range rows {
		column = append(column, r*cols)
	}
	c.LogicalX = []Pauli{OnX(n, column...)}
	c.LogicalZ = []Pauli{OnZ(n, upTo(cols)...)}
	return c, nil
}

// FiveQubit is the [[5,1,3]] code with stabilizers XZZXI and its cyclic shifts (Laflamme,
// Miquel, Paz and Zurek, Phys. Rev. Lett. 77 (1996) 198).
func FiveQubit() (*Code, error) {
	return fromStrings("five-qubit", []string{"XZZXI", "IXZZX", "XIXZZ", "ZXIXZ"}, []string{"XXXXX"}, []string{"ZZZZZ"})
}

// FourTwoTwo is the [[4,2,2]] code.
func FourTwoTwo() (*Code, error) {
	return fromStrings("4,2,2", []string{"XXXX", "ZZZZ"}, []string{"XXII", "XIXI"}, []string{"ZIZI", "ZZII"})
}

// Shor is the [[9,1,3]] code (Shor, Phys. Rev. A 52 (1995) R2493).
func Shor() (*Code, error) {
	return fromStrings("shor", []string{
		"XXXXXXIII", "IIIXXXXXX",
		"ZZIIIIIII", "IZZIIIIII", "IIIZZIIII", "IIIIZZIII", "IIIIIIZZI", "IIIIIIIZZ",
	}, []string{"XXXIIIIII"}, []string{"ZIIZIIZII"})
}

// Steane is the [[7,1,3]] code (Steane, Proc. R. Soc. A 452 (1996) 2551).
func Steane() (*Code, error) {
	faces := [][]int{{3, 4, 5, 6}, {1, 2, 5, 6}, {0, 2, 4, 6}}
	return selfDual("steane", 7, faces)
}

// Color666 is the triangular colour code of the honeycomb lattice with odd distance d
// (Bombin and Martin-Delgado, Phys. Rev. Lett. 97 (2006) 180501), on (3d²+1)/4 qubits.
// Of the points (x,y) of a triangular lattice with x, y ≥ 0 and x+y ≤ 3(d−1)/2, those
// with x−y = 1 modulo 3 are faces, whose up to six neighbours are its qubits.
func Color666(d int) (*Code, error) {
	if d < 1 || d%2 == 0 || d > maxColor {
		return nil, fmt.Errorf("code: colour code of distance %d, want an odd one, at most %d", d, maxColor)
	}
	side := 3 * (d - 1) / 2
	number := map[[2]int]int{}
	var centres [][2]int
	for x := range side + 1 {
		for y := range side + 1 - x {
			if (x-y+3*side+2)%3 == 0 {
				centres = append(centres, [2]int{x, y})
			} else {
				number[[2]int{x, y}] = len(number)
			}
		}
	}
	var faces [][]int
	for _, f := range centres {
		var face []int
		for _, step := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
			if q, ok := number[[2]int{f[0] + step[0], f[1] + step[1]}]; ok {
				face = append(face, q)
			}
		}
		faces = append(faces, face)
	}
	return selfDual(fmt.Sprintf("color666(%d)", d), len(number), faces)
}

// Color488 is the triangular colour code of the square-octagon lattice with distance 3
// (the Steane code) or 5 (17 qubits).
func Color488(d int) (*Code, error) {
	switch d {
	case 3:
		return selfDual("color488(3)", 7, [][]int{{0, 1, 2, 3}, {1, 2, 4, 5}, {2, 3, 5, 6}})
	case 5:
		return selfDual("color488(5)", 17, [][]int{
			{0, 1, 2, 3}, {0, 2, 4, 5}, {4, 5, 8, 9}, {6, 7, 10, 11}, {8, 9, 12, 13}, {10, 11, 14, 15}, {7, 11, 15, 16},
			{2, 3, 5, 6, 9, 10, 13, 14},
		})
	}
	return nil, fmt.Errorf("code: colour code 4.8.8 of distance %d, want 3 or 5", d)
}

// selfDual has an X and a Z stabilizer on every face and, the number of qubits being odd,
// X and Z on all qubits as logical operators.
func selfDual(name string, n int, faces [][]int) (*Code, error) {
	c := &Code{Name: name, N: n, LogicalX: []Pauli{OnX(n, upTo(n)...)}, LogicalZ: []Pauli{OnZ(n, upTo(n)...)}}
	for _, kind := range []int{X, Z} {
		for _, f := range faces {
			c.Stabilizers = append(c.Stabilizers, on(n, kind, f))
		}
	}
	return c, nil
}

// BaconShor is the subsystem code on rows×cols qubits, qubit r·cols+c (Bacon, Phys. Rev.
// A 73 (2006) 012340). Gauge generators: X on neighbours in a column, then Z on
// neighbours in a row; stabilizers: X on two neighbouring rows, then Z on two
// neighbouring columns. Logical X is row 0, logical Z column 0.
func BaconShor(rows, cols int) (*Code, error) {
	if rows < 1 || cols < 1 || rows > maxLattice/cols {
		return nil, fmt.Errorf("code: Bacon–Shor code of %d×%d qubits, want at least one and at most %d", rows, cols, maxLattice)
	}
	n := rows * cols
	row := func(r int) (list []int) {
		for c := range cols {
			list = append(list, r*cols+c)
		}
		return list
	}
	column := func(c int) (list []int) {
		for r := range rows {
			list = append(list, r*cols+c)
		}
		return list
	}
	b := &Code{
		Name: fmt.Sprintf("bacon-shor(%d,%d)", rows, cols), N: n, Gauge: []Pauli{},
		LogicalX: []Pauli{OnX(n, row(0)...)}, LogicalZ: []Pauli{OnZ(n, column(0)...)},
	}
	for r := range rows - 1 {
		b.Stabilizers = append(b.Stabilizers, OnX(n, append(row(r), row(r+1)...)...))
		for c := range cols {
			b.Gauge = append(b.Gauge, OnX(n, r*cols+c, (r+1)*cols+c))
		}
	}
	for c := range cols - 1 {
		b.Stabilizers = append(b.Stabilizers, OnZ(n, append(column(c), column(c+1)...)...))
		for r := range rows {
			b.Gauge = append(b.Gauge, OnZ(n, r*cols+c, r*cols+c+1))
		}
	}
	return b, nil
}

// fromStrings builds a code from operators written as letters.
func fromStrings(name string, stabilizers, xs, zs []string) (*Code, error) {
	var lists [3][]Pauli
	for i, list := range [][]string{stabilizers, xs, zs} {
		for _, s := range list {
			p, err := ParsePauli(s)
			if err != nil {
				return nil, err
			}
			lists[i] = append(lists[i], p)
		}
	}
	return New(name, len(stabilizers[0]), lists[0], nil, lists[1], lists[2])
}
