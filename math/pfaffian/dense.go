package pfaffian

import "math"

// Dense is the Pfaffian of a small skew-symmetric matrix, of which it reads the part
// above the diagonal: ln|Pf a| and its sign, −∞ and 0 for a singular one. It is the
// plain algorithm of Parlett and Reid (BIT 10, 1970) with partial pivoting in O(n³),
// without a bound on the error: a reference for tests and tiny problems. Rows shorter
// than the order count as filled up with zeros.
func Dense(a [][]float64) (logAbs float64, sign int) {
	n := len(a)
	if n%2 == 1 {
		return math.Inf(-1), 0
	}
	b := make([][]float64, n)
	for i := range b {
		b[i] = make([]float64, n)
	}
	for i := range b {
		for j := i + 1; j < min(n, len(a[i])); j++ {
			b[i][j], b[j][i] = a[i][j], -a[i][j]
		}
	}
	sign = 1
	for j := 0; j < n; j += 2 {
		p := j + 1
		for q := j + 2; q < n; q++ {
			if math.Abs(b[j][q]) > math.Abs(b[j][p]) {
				p = q
			}
		}
		if p != j+1 {
			b[p], b[j+1] = b[j+1], b[p]
			for i := range b {
				b[i][p], b[i][j+1] = b[i][j+1], b[i][p]
			}
			sign = -sign
		}
		pivot := b[j][j+1]
		if pivot == 0 {
			return math.Inf(-1), 0
		}
		if pivot < 0 {
			sign = -sign
		}
		logAbs += math.Log(math.Abs(pivot))
		for i := j + 2; i < n; i++ {
			u, v := b[j][i]/pivot, b[j+1][i]
			for k := j + 2; k < n; k++ {
				b[i][k] += v*b[j][k]/pivot - u*b[j+1][k]
			}
		}
	}
	return logAbs, sign
}
