package statmech

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"github.com/assay-physics/assay/verify/mapping"
)

// The sums that are no sums over signs, from the words of the text and the presented
// parameters alone: see literal.
var literals = map[string]struct {
	sizes []int
	value func(l literal, keys []string) float64
}{
	"P07": {[]int{2, 3, 4}, literal.trace},
	"P08": {[]int{4, 9}, literal.evenSets},
	"P09": {[]int{4, 16}, literal.pairings},
	"P11": {[]int{2, 3}, func(l literal, keys []string) float64 { return l.linkSets(0, keys[0], keys[1], true) }},
	"P12": {[]int{2, 3}, func(l literal, keys []string) float64 {
		var q float64
		l.get(keys[0], &q)
		return l.linkSets(q, keys[1], keys[2], false)
	}},
	"P13": {[]int{4, 6}, literal.meanEnergy},
	"P15": {[]int{3, 4}, literal.sphereMean},
	"T01": {[]int{4, 6}, literal.flips},
	"T02": {[]int{4, 9}, literal.flips},
	"T03": {[]int{4, 9}, literal.flips},
	"T04": {[]int{2, 3}, literal.pauli},
	"T05": {[]int{2, 3}, literal.strung},
	"T06": {[]int{4, 9}, literal.amplitudes},
	"T07": {[]int{1, 2}, literal.faulty},
	"T08": {[]int{4, 9}, literal.flips},
}

func TestTextAndParametersStateTheOtherSums(t *testing.T) {
	for _, task := range Tasks() {
		lit, ok := literals[task.ID]
		if !ok {
			continue
		}
		for seed := range uint64(24) {
			for _, r := range []mapping.Regime{mapping.Probed, mapping.Aside} {
				n := lit.sizes[int(seed)%len(lit.sizes)]
				k := int(seed) % samples(r)
				in, err := task.draw(seed, r, n, k)
				if err != nil {
					t.Fatal(err)
				}
				ref, err := in.reference()
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range Variants() {
					text, b := descriptionOf(t, task, v, seed)
					params, err := b.params(in, r, k)
					if err != nil {
						t.Fatal(err)
					}
					l := newLiteral(t, text, params, n)
					if got, want := lit.value(l, mentioned(text)), signed(ref); !(math.Abs(got/want-1) < 1e-10) {
						t.Fatalf("%s %s, seed %d: the text gives %v, the reference %v\n%s\n%s", task.ID, v, seed, got, want, text, params)
					}
				}
			}
		}
	}
}

// Every task is read from its words by one of the two tests.
func TestEveryTaskIsReadLiterally(t *testing.T) {
	read := map[string]bool{}
	for _, task := range spinTasks() {
		read[task.ID] = true
	}
	for id := range literals {
		read[id] = true
	}
	for _, task := range Tasks() {
		if !read[task.ID] {
			t.Errorf("%s is not", task.ID)
		}
	}
}

// trace is Tr exp(w F) by scaling and squaring the power series.
func (l literal) trace(keys []string) float64 {
	m := l.find(`exp\((-?)(?:(\w+) \* \w+|\w+ / (\w+))\)`)
	var w float64
	l.get(m[2]+m[3], &w)
	if m[3] != "" {
		w = 1 / w
	}
	if m[1] == "-" {
		w = -w
	}
	var js, hs []float64
	l.get(keys[1], &js)
	l.get(keys[2], &hs)
	first, second := l.sign(), l.second(`sum_[^+]*B_`)
	dim := 1 << l.n
	product := func(a, b []float64) []float64 {
		c := make([]float64, dim*dim)
		for i := range dim {
			for k := range dim {
				for j := range dim {
					c[i*dim+j] += a[i*dim+k] * b[k*dim+j]
				}
			}
		}
		return c
	}
	const halvings = 12
	f, term, sum := make([]float64, dim*dim), make([]float64, dim*dim), make([]float64, dim*dim)
	for s := range dim {
		bit := func(i int) float64 { return 1 - 2*float64(s>>i&1) }
		for i, j := range js {
			f[s*dim+s] += w * first * j * bit(i) * bit(i+1) / (1 << halvings)
		}
		for i, h := range hs {
			f[s*dim+(s^1<<i)] += w * second * h / (1 << halvings)
		}
		term[s*dim+s], sum[s*dim+s] = 1, 1
	}
	for k := 1; k < 12; k++ {
		term = product(term, f)
		for i := range term {
			term[i] /= float64(k)
			sum[i] += term[i]
		}
	}
	for range halvings {
		sum = product(sum, sum)
	}
	z := 0.0
	for s := range dim {
		z += sum[s*dim+s]
	}
	return z
}

// evenSets goes through all sets of links of the square table.
func (l literal) evenSets(keys []string) float64 {
	side := int(math.Sqrt(float64(l.n)) + 0.5)
	weights := func(key string) func(r, c, k int) float64 {
		var cells [][][]float64
		l.get(key, &cells)
		tables := regexp.MustCompile(`params\["` + key + `"\]` + "`: the [a-z ]* weights, a list of \\d tables").MatchString(l.text)
		return func(r, c, k int) float64 {
			if tables {
				return cells[k][r][c]
			}
			return cells[r][c][k]
		}
	}
	e, s, c := weights(keys[0]), weights(keys[1]), weights(keys[2])
	type link struct{ r, c, down int }
	var links []link
	for r := range side {
		for c := range side {
			if c+1 < side {
				links = append(links, link{r, c, 0})
			}
			if r+1 < side {
				links = append(links, link{r, c, 1})
			}
		}
	}
	var z float64
	for set := range 1 << len(links) {
		used := map[string]bool{}
		at := func(r, c int, way string) bool { return used[fmt.Sprint(r, c, way)] }
		for i, k := range links {
			if set>>i&1 == 1 {
				used[fmt.Sprint(k.r, k.c, []string{"right", "down"}[k.down])] = true
				used[fmt.Sprint(k.r+k.down, k.c+1-k.down, []string{"left", "up"}[k.down])] = true
			}
		}
		x := 1.0
		for i := range l.n {
			r, col := i/side, i%side
			var w float64
			switch fmt.Sprint(at(r, col, "right"), at(r, col, "up"), at(r, col, "left"), at(r, col, "down")) {
			case "false false false false":
				w = e(r, col, 0)
			case "true true true true":
				w = e(r, col, 1)
			case "true false true false":
				w = s(r, col, 0)
			case "false true false true":
				w = s(r, col, 1)
			case "true true false false":
				w = c(r, col, 0)
			case "false true true false":
				w = c(r, col, 1)
			case "false false true true":
				w = c(r, col, 2)
			case "true false false true":
				w = c(r, col, 3)
			}
			if x *= w; x == 0 {
				break
			}
		}
		z += x
	}
	return z
}

// pairings pairs the last free cell with its left or upper neighbour.
func (l literal) pairings(keys []string) float64 {
	side := int(math.Sqrt(float64(l.n)) + 0.5)
	var x, y [][]float64
	l.get(keys[0], &x)
	l.get(keys[1], &y)
	columns := strings.Contains(l.text, "one list for each column")
	var sum func(free uint) float64
	sum = func(free uint) float64 {
		if free == 0 {
			return 1
		}
		last := l.n - 1
		for free>>last&1 == 0 {
			last--
		}
		r, c := last/side, last%side
		free &^= 1 << last
		var z float64
		if c > 0 && free>>(last-1)&1 == 1 {
			z += x[r][c-1] * sum(free&^(1<<(last-1)))
		}
		if r > 0 && free>>(last-side)&1 == 1 {
			w := y[r-1][c%len(y[0])]
			if columns {
				w = y[c][r-1]
			}
			z += w * sum(free&^(1<<(last-side)))
		}
		return z
	}
	return sum(1<<l.n - 1)
}

// linkSets goes through all sets of links of the strip, and colours the cells group by
// group.
func (l literal) linkSets(q float64, along, across string, probability bool) float64 {
	var h, v [][]float64
	l.get(along, &h)
	l.get(across, &v)
	columns := strings.Contains(l.text, "a list of n-1 lists of 3")
	entry := func(m [][]float64, r, c int) float64 {
		if columns {
			return m[c][r]
		}
		return m[r][c]
	}
	type link struct {
		a, b int
		w    float64
	}
	var links []link
	for c := range l.n {
		for r := range 3 {
			if c+1 < l.n {
				links = append(links, link{3*c + r, 3*c + 3 + r, entry(h, r, c)})
			}
			if r < 2 {
				links = append(links, link{3*c + r, 3*c + r + 1, entry(v, r, c)})
			}
		}
	}
	var z float64
	for set := range 1 << len(links) {
		x := 1.0
		colour := make([]int, 3*l.n)
		for i := range colour {
			colour[i] = i
		}
		for range colour { // the smallest label spreads through each group
			for i, k := range links {
				if set>>i&1 == 1 {
					low := min(colour[k.a], colour[k.b])
					colour[k.a], colour[k.b] = low, low
				}
			}
		}
		groups := map[int]bool{}
		for _, c := range colour {
			groups[c] = true
		}
		for i, k := range links {
			switch on := set>>i&1 == 1; {
			case on:
				x *= k.w
			case probability:
				x *= 1 - k.w
			}
		}
		if !probability {
			z += x * math.Pow(q, float64(len(groups)))
			continue
		}
		tied := false
		for i := range 9 {
			tied = tied || colour[i/3] == colour[3*(l.n-1)+i%3]
		}
		if tied {
			z += x
		}
	}
	return z
}

// meanEnergy averages the mean over all signs.
func (l literal) meanEnergy(keys []string) float64 {
	var p, j float64
	l.get(keys[0], &p)
	l.get(keys[1], &j)
	o := l.origin()
	var pairs [][2]int
	if len(keys) == 4 {
		var from, to []int
		l.get(keys[2], &from)
		l.get(keys[3], &to)
		for i := range from {
			pairs = append(pairs, [2]int{from[i] - o, to[i] - o})
		}
	} else {
		l.get(keys[2], &pairs)
		for i := range pairs {
			pairs[i][0] -= o
			pairs[i][1] -= o
		}
	}
	beta := math.Log((1-p)/p) / (2 * j)
	var mean float64
	for g := range 1 << len(pairs) {
		weight := 1.0
		var bonds []bond
		for k, e := range pairs {
			sign := 1.0
			if g>>k&1 == 1 {
				sign = -1
				weight *= p
			} else {
				weight *= 1 - p
			}
			bonds = append(bonds, bond{e[0], e[1], sign * j})
		}
		var z, e float64
		for s := range 1 << l.n {
			h := 0.0
			for _, b := range bonds {
				h -= b.J * float64(1-2*((s>>b.i^s>>b.j)&1))
			}
			z += math.Exp(-beta * h)
			e += h * math.Exp(-beta*h)
		}
		mean += weight * e / z
	}
	return mean
}

// sphereMean averages in coordinates in which the sphere's measure is flat: height and
// longitude in three dimensions (Archimedes), two angles and how the square of the radius
// is shared between their planes in four (Hopf).
func (l literal) sphereMean(keys []string) float64 {
	var j float64
	l.get(keys[1], &j)
	j *= l.weight() * l.sign()
	const steps, points = 72, 72
	turn := func(f func(s, c float64) float64) (sum float64) {
		for k := range steps {
			sum += f(math.Sincos(2 * math.Pi * float64(k) / steps))
		}
		return sum / steps
	}
	n := float64(l.n)
	weight := func(x ...float64) float64 {
		f := 0.0
		for i := range x {
			f += x[i] * x[(i+1)%len(x)]
		}
		return math.Exp(j * f)
	}
	if l.n == 3 {
		return quad.Fixed(func(z float64) float64 {
			r := math.Sqrt(n * (1 - z*z))
			return turn(func(s, c float64) float64 { return weight(r*c, r*s, math.Sqrt(n)*z) })
		}, -1, 1, points, quad.Legendre{}, 0) / 2
	}
	return quad.Fixed(func(u float64) float64 {
		p, q := math.Sqrt(n*u), math.Sqrt(n*(1-u))
		return turn(func(s, c float64) float64 {
			return turn(func(s2, c2 float64) float64 { return weight(p*c, p*s, q*c2, q*s2) })
		})
	}, 0, 1, points, quad.Legendre{}, 0)
}
