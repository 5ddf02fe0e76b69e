// Package graph decides the graph questions that make a partition function
// tractable, and never without a witness: is it planar, can its signs be gauged
// away, how narrow is it.
//
// The types to know:
//
//   - [Graph]: a simple undirected graph in compressed rows, a plain struct.
//   - [Rotation]: the cyclic order of the neighbours round every vertex, which is
//     an embedding; [Kuratowski]: a subdivision of K5 or K3,3, which forbids one.
//   - [Balance]: a switching that makes every sign positive, or a cycle whose
//     product of signs is negative.
//   - [Decomposition]: bags on a tree, the witness of a treewidth bound from above;
//     [Minor]: the witness of a bound from below.
//   - [Ordering]: the narrowest of several elimination orders; [Dissection]: a tree of
//     balanced parts with few edges between them.
//
// Each witness has a checker (the Verify functions, in verify.go) that shares no
// code with the finder: it walks the edge list of the graph and the witness, and
// nothing else. A caller who does not trust the finders needs to read that file only.
//
// Everything is deterministic: ties go to the smallest index, in the greedy searches of
// large graphs to the smallest place in a breadth-first sweep.
//
// Sources. Planarity: the left-right criterion of de Fraysseix and Rosenstiehl in
// the form of U. Brandes, The left-right planarity test (2009), made iterative.
// Balance: F. Harary, Michigan Math. J. 2 (1953) 143. Column counts of an
// elimination order: Gilbert, Ng and Peyton, SIAM J. Matrix Anal. Appl. 15 (1994)
// 1075. Minor-min-width: Gogate and Dechter, UAI 2004; Bodlaender and Koster,
// Inform. Comput. 209 (2011) 1103. Exact treewidth by subsets: Bodlaender et al.,
// ACM Trans. Algorithms 9 (2012) 12.
package graph
