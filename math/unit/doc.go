// Package unit knows physical units: what MeV/c², km s⁻¹ or 12 ″ are in terms of the SI.
//
// A Quantity is a number (an expression of math/expr) times a Scale of a Dimension. Parse
// finds the units in an expression; quantities are first compared by dimension, then by
// value in common units. Scales are exact: rational numbers, powers of π (degrees, parsecs,
// reduced Planck constant), and roots where a unit carries a fractional power. A unit that is
// only measured (the unified atomic mass, the solar mass) carries its relative uncertainty.
//
// Sources: SI Brochure, 9th edition (2019), for the SI, its exact constants and the units
// accepted beside it; CODATA 2022 (Mohr et al., Rev. Mod. Phys. 97, 025002) for measured
// ones; IAU resolutions 2012 B2 (astronomical unit), 2015 B2 and B3 (parsec, nominal solar
// and planetary values); NIST SP 811 for inches, pounds and the like.
package unit
