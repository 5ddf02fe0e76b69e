// Package tiling reads brane tilings: bipartite graphs on a torus whose faces are gauge
// nodes, whose edges are chiral fields and whose vertices are the terms of a toric
// superpotential. From a tiling it derives the quiver and W, the zig-zag paths with their
// windings, the Kasteleyn determinant and the toric diagram of the moduli space, and
// whether all of that is consistent.
//
// The types to know are Tiling, ZigZag, Polygon and Report. A white vertex lists its edges
// in clockwise order, a black vertex in counterclockwise order: so each list is the word of
// a term of W, positive at white vertices, negative at black ones. No coordinates are
// needed: the two cyclic orders determine the surface.
//
// Sources. Tilings, perfect matchings, Kasteleyn matrix: A. Hanany, K. Kennaway,
// hep-th/0503149; S. Franco, A. Hanany, K. Kennaway, D. Vegh, B. Wecht, hep-th/0504110.
// Zig-zag paths: A. Hanany, D. Vegh, hep-th/0511063; B. Feng, Y.-H. He, K. Kennaway,
// C. Vafa, hep-th/0511287. Consistency as minimal crossing: A. Ishii, K. Ueda,
// arXiv:0901.4662; D. Gulotta, arXiv:0807.3012. Charges from zig-zags: A. Butti,
// A. Zaffaroni, hep-th/0506232.
package tiling
