// Package lattice computes exact partition functions of lattice models that are not
// plain Ising models: dimers, ice and other vertex models, spanning trees, hard-core
// gases, Potts and random-cluster models, percolation, and the triangular and honeycomb
// Ising tori in closed form.
//
// The types to know:
//
//   - [Model]: what every kind of model here can do; [Read] makes one from a file.
//   - [Dimer], [Vertex], [SpanningTree], [HardCore], [RandomCluster], [Potts]: the kinds.
//   - [TriangularTorus] and [HoneycombTorus]: Ising models on two tori.
//   - [Network], [Strip] and [Crossing]: bond percolation, exactly.
//
// # Numbers
//
// Parameters are rationals, read as they are written. Results come in one of three
// ways, and LogZ.Precision says in which: products in closed form with 256 bits or more,
// whose relative error is counted factor by factor; exact integers and rationals, put
// together from residues modulo enough primes for a proven bound on their size; and sums
// of positive float64 numbers, which cannot cancel, so that a count of the roundings
// bounds the relative error. Sums with signs carry the sum of the absolute values
// beside them, and go on with more bits where that shows a cancellation.
//
// # Sources
//
// Dimers: P. W. Kasteleyn, Physica 27 (1961) 1209; Temperley and Fisher, Phil. Mag. 6
// (1961) 1061; P. A. MacMahon, Combinatory Analysis (1916), for the hexagon; Elkies,
// Kuperberg, Larsen and Propp, J. Algebr. Comb. 1 (1992) 111, for the Aztec diamond.
// Vertex models: E. H. Lieb, Phys. Rev. 162 (1967) 162; R. J. Baxter, Exactly Solved
// Models in Statistical Mechanics (1982); C. Fan and F. Y. Wu, Phys. Rev. B 2 (1970)
// 723, for free fermions; A. G. Izergin, Sov. Phys. Dokl. 32 (1987) 878 and V. E.
// Korepin, Commun. Math. Phys. 86 (1982) 391, for domain walls. Spanning trees: G.
// Kirchhoff (1847); Grassmann, Taksar and Heyman, Oper. Res. 33 (1985) 1107, for the
// elimination without subtractions. Random clusters: Fortuin and Kasteleyn, Physica 57
// (1972) 536; Blöte and Nightingale, Physica A 112 (1982) 405, for connectivity states.
// Triangular Ising: R. M. F. Houtappel, Physica 16 (1950) 425; G. H. Wannier, Phys. Rev.
// 79 (1950) 357.
package lattice
