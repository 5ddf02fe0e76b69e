package tiling

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/assay-physics/assay/claim"
)

// File is the written form of a tiling, which Parse reads.
type File struct {
	Name string `json:"name,omitempty"`
	// White lists, for each white vertex, its edges in clockwise order, Black those of each
	// black vertex in counterclockwise order.
	White [][]string `json:"white"`
	Black [][]string `json:"black"`
}

// maxBytes bounds what Parse reads.
const maxBytes = 1 << 20

// Parse reads a tiling from JSON:
//
//	{"name": "conifold", "white": [["A1", "B1", "A2", "B2"]], "black": [["A1", "B2", "A2", "B1"]]}
//
// white lists, for each white vertex, its edges in clockwise order, black those of the black
// vertices in counterclockwise order: the words of the positive and the negative terms of W.
// Edges are numbered in the order in which they first occur in white. Unknown and repeated
// keys are errors.
func Parse(data []byte) (*Tiling, error) {
	if len(data) > maxBytes {
		return nil, fmt.Errorf("tiling: the file is larger than %d bytes", maxBytes)
	}
	if _, err := claim.CanonicalJSON(data); err != nil { // one document, no repeated keys
		return nil, fmt.Errorf("tiling: %w", err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var f File
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("tiling: %w (keys are name, white and black)", err)
	}
	index := map[string]int{}
	var edges []string
	read := func(words [][]string, colour string, create bool) ([][]int, error) {
		out := make([][]int, len(words))
		for v, w := range words {
			for _, l := range w {
				e, ok := index[l]
				if !ok {
					if !create {
						return nil, fmt.Errorf("tiling %q: %s vertex %d: edge %q has no white end", f.Name, colour, v, l)
					}
					e = len(edges)
					index[l] = e
					edges = append(edges, l)
				}
				out[v] = append(out[v], e)
			}
		}
		return out, nil
	}
	white, err := read(f.White, "white", true)
	if err != nil {
		return nil, err
	}
	black, err := read(f.Black, "black", false)
	if err != nil {
		return nil, err
	}
	return New(f.Name, edges, white, black)
}

// MarshalJSON writes the form that Parse reads.
func (t *Tiling) MarshalJSON() ([]byte, error) {
	f := File{Name: t.Name}
	write := func(words [][]int) [][]string {
		out := make([][]string, len(words))
		for v, w := range words {
			for _, e := range w {
				out[v] = append(out[v], t.Edges[e])
			}
		}
		return out
	}
	f.White, f.Black = write(t.White), write(t.Black)
	return json.Marshal(f)
}
