package quiver

import "math/big"

// The same algorithms as in lattice.go on machine integers, as long as every entry stays
// below 2³¹: a product of two then fits, and so does its difference with a third.

const small = 1 << 31

func isSmall(x int64) bool { return -small < x && x < small }

// echelon64 is echelon; ok is false, and the rows spoilt, if an entry grew too large.
func echelon64(rows [][]int64, width int) (rank int, ok bool) {
	for col := 0; col < width && rank < len(rows); col++ {
		for {
			best := -1
			others := false
			for i := rank; i < len(rows); i++ {
				if rows[i][col] == 0 {
					continue
				}
				if best >= 0 {
					others = true
				}
				if best < 0 || abs(rows[i][col]) < abs(rows[best][col]) {
					best = i
				}
			}
			if best < 0 {
				break
			}
			rows[rank], rows[best] = rows[best], rows[rank]
			if rows[rank][col] < 0 {
				for j := range rows[rank] {
					rows[rank][j] = -rows[rank][j]
				}
			}
			if !others {
				for i := range rank {
					if !subtractFloor64(rows[i], rows[rank], col) {
						return 0, false
					}
				}
				rank++
				break
			}
			for i := rank + 1; i < len(rows); i++ {
				if !subtractFloor64(rows[i], rows[rank], col) {
					return 0, false
				}
			}
		}
	}
	return rank, true
}

func abs(x int64) int64 { return max(x, -x) }

func subtractFloor64(row, pivot []int64, col int) bool {
	q := row[col] / pivot[col]
	if row[col]%pivot[col] < 0 {
		q--
	}
	if q == 0 {
		return true
	}
	for j := range row {
		row[j] -= q * pivot[j]
		if !isSmall(row[j]) {
			return false
		}
	}
	return true
}

// intMatrix allocates rows in one block.
func intMatrix(rows, columns int) [][]int64 {
	block := make([]int64, rows*columns)
	m := make([][]int64, rows)
	for i := range m {
		m[i] = block[i*columns : (i+1)*columns : (i+1)*columns]
	}
	return m
}

// kernel64 is the Hermite basis of {x ∈ ℤⁿ : m·x = 0}, for a matrix of small entries; ok is
// false if the way there leads through large ones.
func kernel64(m [][]int64, n int) (basis [][]int64, ok bool) {
	rows := intMatrix(n, len(m)+n)
	for j := range rows {
		for i := range m {
			if rows[j][i] = m[i][j]; !isSmall(m[i][j]) {
				return nil, false
			}
		}
		rows[j][len(m)+j] = 1
	}
	rank, ok := echelon64(rows, len(m))
	if !ok {
		return nil, false
	}
	for _, row := range rows[rank:] {
		basis = append(basis, row[len(m):])
	}
	_, ok = echelon64(basis, n)
	return basis, ok
}

// integerKernel is the Hermite basis of {x ∈ ℤⁿ : m·x = 0}, by machine integers if they do;
// ok is false if it needs too much work.
func integerKernel(m [][]int64, n int) (basis []intVector, ok bool) {
	rows := independent(m, n)
	if len(rows) == n {
		return nil, true // a rank modulo a prime is a lower bound
	}
	if basis, ok := kernel64(rows, n); ok && annihilates(m, basis) {
		return toBig(basis), true
	}
	work := kernelWork
	return kernel(toBig(m), n, &work)
}

// annihilates reports whether m·x = 0 for the vectors of a basis. That can fail for a basis
// from rows that are independent modulo the prime, if others depend on them modulo it only.
func annihilates(m [][]int64, basis [][]int64) bool {
	for _, row := range m {
		for _, v := range basis {
			sum := int64(0)
			for k, x := range row {
				if sum += x * v[k]; !isSmall(sum) {
					return false
				}
			}
			if sum != 0 {
				return false
			}
		}
	}
	return true
}

// independent are rows of m that are a basis of its rows modulo the prime 2³¹ − 1.
func independent(m [][]int64, n int) [][]int64 {
	const p = 1<<31 - 1
	var kept [][]int64
	var reduced [][]int64
	var pivots []int
	for _, row := range m {
		r := make([]int64, n)
		for k, x := range row {
			if r[k] = x % p; r[k] < 0 {
				r[k] += p
			}
		}
		for i, b := range reduced {
			f := r[pivots[i]]
			if f == 0 {
				continue
			}
			f = p - f
			for k := range n {
				r[k] = (r[k] + f*b[k]) % p
			}
		}
		lead := 0
		for lead < n && r[lead] == 0 {
			lead++
		}
		if lead == n {
			continue
		}
		inverse := power(r[lead], p-2, p)
		for k := range n {
			r[k] = r[k] * inverse % p
		}
		kept, reduced, pivots = append(kept, row), append(reduced, r), append(pivots, lead)
	}
	return kept
}

// power is x^e mod p.
func power(x, e, p int64) int64 {
	y := int64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			y = y * x % p
		}
		x = x * x % p
	}
	return y
}

func toBig(m [][]int64) []intVector {
	out := make([]intVector, len(m))
	for i, row := range m {
		out[i] = make(intVector, len(row))
		for j, x := range row {
			out[i][j] = big.NewInt(x)
		}
	}
	return out
}

// toSmall reports whether all entries are small.
func toSmall(m []intVector, n int) ([][]int64, bool) {
	out := intMatrix(len(m), n)
	for i, row := range m {
		for j, x := range row {
			if !x.IsInt64() || !isSmall(x.Int64()) {
				return nil, false
			}
			out[i][j] = x.Int64()
		}
	}
	return out, true
}
