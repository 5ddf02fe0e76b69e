package statmech

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// deformations reads a sum over choices of sets from the words: where numbers start,
// how the start is handed over, and what a position weighs.
func (l literal) deformations(weight func(marks []int) float64, keys []string) float64 {
	sets, start := l.sets(keys)
	total := 0.0
	for b := range 1 << len(sets) {
		marks := slices.Clone(start)
		for k, set := range sets {
			if b>>k&1 == 1 {
				for _, i := range set {
					marks[i] ^= 1
				}
			}
		}
		total += weight(marks)
	}
	return total
}

// sets reads sets and start; the last two parameters hold them.
func (l literal) sets(keys []string) (sets [][]int, start []int) {
	setsKey, startKey := keys[len(keys)-2], keys[len(keys)-1]
	l.get(setsKey, &sets)
	origin := 0
	if strings.Contains(l.text, "integers from 1") {
		origin = 1
	}
	positions := 0
	for _, set := range sets {
		for i := range set {
			set[i] -= origin
			positions = max(positions, set[i]+1)
		}
	}
	var given []int
	l.get(startKey, &given)
	if !regexp.MustCompile("`params\\[\"" + startKey + "\"\\]`: the list of all positions").MatchString(l.text) {
		return sets, given
	}
	start = make([]int, positions)
	for _, i := range given {
		start[i-origin] = 1
	}
	return sets, start
}

// flips is the product over positions of p and 1 − p.
func (l literal) flips(keys []string) float64 {
	var p float64
	l.get(keys[0], &p)
	m := l.find(`\[ (\w+) if d_i\(b\) = 1, 1 - (\w+) if d_i\(b\) = 0 \]`)
	if m[1] != keys[0] || m[2] != keys[0] {
		l.t.Fatalf("the weight speaks of %q", m)
	}
	return l.deformations(func(marks []int) float64 {
		ones := 0
		for _, e := range marks {
			ones += e
		}
		return math.Pow(p, float64(ones)) * math.Pow(1-p, float64(len(marks)-ones))
	}, keys)
}

// amplitudes is the square of the sum of the products of cos θ and i sin θ.
func (l literal) amplitudes(keys []string) float64 {
	var theta float64
	l.get(keys[0], &theta)
	l.find(`\[ j\*sin\(` + keys[0] + `\) if d_i\(b\) = 1, cos\(` + keys[0] + `\) if d_i\(b\) = 0 \]`)
	var parts [2]float64 // real and imaginary
	for part := range parts {
		parts[part] = l.deformations(func(marks []int) float64 {
			w, ones := 1.0, 0
			for _, e := range marks {
				if ones += e; e == 1 {
					w *= math.Sin(theta)
				} else {
					w *= math.Cos(theta)
				}
			}
			if ones%2 != part {
				return 0
			}
			if ones%4 >= 2 {
				w = -w
			}
			return w
		}, keys)
	}
	return parts[0]*parts[0] + parts[1]*parts[1]
}

// pauli is the product over pairs of positions of 1 − p and p/3.
func (l literal) pauli(keys []string) float64 {
	var p float64
	l.get(keys[0], &p)
	m := l.find(`\[ 1 - (\w+) if d_i\(b\) = d_\{i\+4n\}\(b\) = 0, (\w+)/3 otherwise \]`)
	if m[1] != keys[0] || m[2] != keys[0] {
		l.t.Fatalf("the weight speaks of %q", m)
	}
	return l.deformations(func(marks []int) float64 {
		w, half := 1.0, len(marks)/2
		for i := range half {
			if marks[i] == 0 && marks[half+i] == 0 {
				w *= 1 - p
			} else {
				w *= p / 3
			}
		}
		return w
	}, keys)
}

// faulty is the product over two kinds of positions of p or q and their complements.
func (l literal) faulty(keys []string) float64 {
	const factor = `\[ (\w+) if d_i\(b\) = 1, 1 - (\w+) if d_i\(b\) = 0 \]`
	m := l.find(`product over i from (\d) to 8n(-1)? of ` + factor + ` \* product over i from 8n(\+1)? to 12n-(\d) of ` + factor)
	first, last := 0, 5
	if strings.Contains(l.text, "integers from 1") {
		first, last = 1, 4
	}
	if m[1] != strconv.Itoa(first) || m[6] != strconv.Itoa(last) || (m[2] == "") != (first == 1) || (m[5] == "") != (first == 0) ||
		m[3] != keys[0] || m[4] != keys[0] || m[7] != keys[1] || m[8] != keys[1] {
		l.t.Fatalf("the weight speaks of %q", m)
	}
	var p, q float64
	l.get(keys[0], &p)
	l.get(keys[1], &q)
	return l.deformations(func(marks []int) float64 {
		w := 1.0
		for i, e := range marks {
			rate := p
			if i >= 8*l.n {
				rate = q
			}
			if e == 0 {
				rate = 1 - rate
			}
			w *= rate
		}
		return w
	}, keys)
}

// strung is the product along lines of p or r and their complements.
func (l literal) strung(keys []string) float64 {
	var p, r float64
	var lines [][]int
	m := l.find(`x_i = (\w+) if d_j\(b\) = 1 for the position j just before i on its line, (\w+) if d_j\(b\) = 0 or if i is the first on its line`)
	l.get(m[2], &p)
	l.get(m[1], &r)
	l.get(keys[2], &lines)
	if strings.Contains(l.text, "integers from 1") {
		for _, line := range lines {
			for j := range line {
				line[j]--
			}
		}
	}
	return l.deformations(func(marks []int) float64 {
		w := 1.0
		for _, line := range lines {
			x := p
			for _, i := range line {
				if marks[i] == 1 {
					w *= x
					x = r
				} else {
					w *= 1 - x
					x = p
				}
			}
		}
		return w
	}, keys)
}
