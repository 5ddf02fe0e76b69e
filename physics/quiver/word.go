package quiver

import "slices"

// CanonicalRotation is the rotation of a cyclic word that is first in lexicographic order,
// the one representative of Tr(word). The result is new.
func CanonicalRotation(word []int) []int {
	n := len(word)
	best := 0
	for i := 1; i < n; i++ {
		if rotationLess(word, i, best) {
			best = i
		}
	}
	return append(slices.Clone(word[best:]), word[:best]...)
}

func rotationLess(word []int, i, j int) bool {
	n := len(word)
	for k := range n {
		if a, b := word[(i+k)%n], word[(j+k)%n]; a != b {
			return a < b
		}
	}
	return false
}
