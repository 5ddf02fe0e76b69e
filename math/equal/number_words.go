package equal

import (
	"math/big"
	"slices"
	"strings"
)

// numberWords are the numbers that are written as one word, by value.
var numberWords = []string{
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
}

// tensWords are 20, 30, … 90; partWords 1/2, 1/3, …
var (
	tensWords = []string{"twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
	partWords = []string{"half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}
)

// numberInWords reads twenty-one, minus one third, a half, three quarters.
func numberInWords(words string) (*big.Rat, bool) {
	f := strings.Fields(unhyphened(words))
	negative := len(f) > 1 && (f[0] == "minus" || f[0] == "negative")
	if negative {
		f = f[1:]
	}
	r, ok := countInWords(f)
	if n := len(f); !ok && n > 0 {
		part := strings.TrimSuffix(strings.Replace(f[n-1], "halves", "half", 1), "s")
		if part == "fourth" {
			part = "quarter"
		}
		k := slices.Index(partWords, part)
		count := big.NewRat(1, 1)
		switch {
		case k < 0:
			return nil, false
		case n == 1 && f[0] == "half":
		case n == 2 && (f[0] == "a" || f[0] == "an"):
		default:
			if count, ok = countInWords(f[:n-1]); !ok {
				return nil, false
			}
		}
		r = count.Mul(count, big.NewRat(1, int64(k)+2))
	}
	if r == nil {
		return nil, false
	}
	if negative {
		r.Neg(r)
	}
	return r, true
}

// countInWords reads a whole number below 100.
func countInWords(f []string) (*big.Rat, bool) {
	switch len(f) {
	case 1:
		if k := slices.Index(numberWords, f[0]); k >= 0 {
			return big.NewRat(int64(k), 1), true
		}
		if k := slices.Index(tensWords, f[0]); k >= 0 {
			return big.NewRat(int64(10*k+20), 1), true
		}
	case 2:
		tens, ones := slices.Index(tensWords, f[0]), slices.Index(numberWords[:10], f[1])
		if tens >= 0 && ones > 0 {
			return big.NewRat(int64(10*tens+20+ones), 1), true
		}
	}
	return nil, false
}
