package expr

import "math/big"

// Rational numbers in expressions are shared and never changed. Most are small integers and
// factors 1, for which math/big would make new numbers even to compare them.

const maxSharedInt = 16

// sharedInts are the integers from −maxSharedInt.
var sharedInts = makeSharedInts()

func makeSharedInts() (table [2*maxSharedInt + 1]*big.Rat) {
	for i := range table {
		table[i] = big.NewRat(int64(i-maxSharedInt), 1)
	}
	return table
}

func intRat(n int64) *big.Rat {
	if n >= -maxSharedInt && n <= maxSharedInt {
		return sharedInts[n+maxSharedInt]
	}
	return big.NewRat(n, 1)
}

// smallInt is the value of an integer of half a word.
func smallInt(r *big.Rat) (int64, bool) {
	if !r.IsInt() || !r.Num().IsInt64() {
		return 0, false
	}
	n := r.Num().Int64()
	return n, n > -1<<31 && n < 1<<31
}

func isOneRat(r *big.Rat) bool {
	n, ok := smallInt(r)
	return ok && n == 1
}

// mulRat is a·b, addRat a + b, negRat −a; the result may be an argument.
func mulRat(a, b *big.Rat) *big.Rat {
	m, okM := smallInt(a)
	n, okN := smallInt(b)
	switch {
	case okM && m == 1:
		return b
	case okN && n == 1:
		return a
	case okM && okN:
		return intRat(m * n)
	}
	return new(big.Rat).Mul(a, b)
}

func addRat(a, b *big.Rat) *big.Rat {
	m, okM := smallInt(a)
	n, okN := smallInt(b)
	switch {
	case okM && m == 0:
		return b
	case okN && n == 0:
		return a
	case okM && okN:
		return intRat(m + n)
	}
	return new(big.Rat).Add(a, b)
}

func negRat(a *big.Rat) *big.Rat {
	if n, ok := smallInt(a); ok {
		return intRat(-n)
	}
	return new(big.Rat).Neg(a)
}

// cmpRat compares, equalRat without ordering.
func cmpRat(a, b *big.Rat) int {
	switch {
	case a == b:
		return 0
	case a.IsInt() && b.IsInt():
		return a.Num().Cmp(b.Num())
	case a.Sign() != b.Sign():
		if a.Sign() < b.Sign() {
			return -1
		}
		return 1
	}
	return a.Cmp(b)
}

func equalRat(a, b *big.Rat) bool {
	if a == b {
		return true
	}
	if a.IsInt() != b.IsInt() || a.Num().Cmp(b.Num()) != 0 {
		return false
	}
	return a.IsInt() || a.Denom().Cmp(b.Denom()) == 0
}

// ratBits is the length of the longer of numerator and denominator.
func ratBits(r *big.Rat) int {
	if r.IsInt() {
		return max(r.Num().BitLen(), 1)
	}
	return max(r.Num().BitLen(), r.Denom().BitLen())
}
