package graph

import "fmt"

// Grid builds the square lattice of rows × cols vertices, vertex (r,c) being
// r·cols+c. Its edges come row-major, at each vertex first the horizontal one to
// (r,c+1), then the vertical one to (r+1,c). On the torus both indices wrap, and
// each side must then be at least 3 long for the graph to be simple.
func Grid(rows, cols int, torus bool) (*Graph, error) {
	least := 1
	if torus {
		least = 3
	}
	if rows < least || cols < least {
		return nil, fmt.Errorf("graph: a %d×%d lattice (torus: %t) needs sides of at least %d", rows, cols, torus, least)
	}
	edges := make([]Edge, 0, 2*rows*cols)
	for r := range rows {
		for c := range cols {
			if torus || c+1 < cols {
				edges = append(edges, Edge{r*cols + c, r*cols + (c+1)%cols})
			}
			if torus || r+1 < rows {
				edges = append(edges, Edge{r*cols + c, (r+1)%rows*cols + c})
			}
		}
	}
	return New(rows*cols, edges)
}

// TorusRotation is the embedding of Grid(rows, cols, true) on the torus: round
// every vertex right, up, left, down. Its faces are the rows·cols squares, so that
// V − E + F = 0 and VerifyEmbedding finds genus 1. Sides must be at least 3 long.
func TorusRotation(rows, cols int) (Rotation, error) {
	if rows < 3 || cols < 3 {
		return nil, fmt.Errorf("graph: a %d×%d torus has parallel edges; its rotation system needs sides of at least 3", rows, cols)
	}
	rot := make(Rotation, rows*cols)
	cells := make([]int, 4*rows*cols)
	for r := range rows {
		for c := range cols {
			v := r*cols + c
			at := cells[4*v : 4*v+4 : 4*v+4]
			at[0] = r*cols + (c+1)%cols
			at[1] = (r+rows-1)%rows*cols + c
			at[2] = r*cols + (c+cols-1)%cols
			at[3] = (r+1)%rows*cols + c
			rot[v] = at
		}
	}
	return rot, nil
}
