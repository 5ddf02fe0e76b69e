// Package index computes superconformal indices of quiver gauge theories: exactly at large
// N, from the matrix χ(t) of the quiver (Laurent polynomials), and at finite N as a series
// with integer coefficients up to a given order.
//
// The types to know are Gauge (what an index sees), Laurent, SeriesResult and Budget.
// Formulas: C. Römelsberger, hep-th/0510060; F. Dolan, H. Osborn, arXiv:0801.4947; R. Eager,
// J. Schmude, Y. Tachikawa, arXiv:1207.0573; C. Beem, A. Gadde, arXiv:1212.1484.
package index
