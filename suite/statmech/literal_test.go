package statmech

import (
	"encoding/json"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-physics/assay/verify/mapping"
)

// literal evaluates the sum that a description states, from the words of the text and
// the presented parameters alone: it reads sign, heat, index origin and form out of
// the text, as a careful reader would, and adds up all 2^n configurations.
type literal struct {
	t       *testing.T
	text    string
	p       map[string]json.RawMessage
	n       int
	formula string // the definition of the function in the exponent
}

func newLiteral(t *testing.T, text string, params json.RawMessage, n int) literal {
	l := literal{t: t, text: text, n: n}
	if err := json.Unmarshal(params, &l.p); err != nil {
		t.Fatal(err)
	}
	body, _, _ := strings.Cut(text, "    Z = ")
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "    ") {
			l.formula += strings.TrimSpace(line) + " "
		}
	}
	return l
}

func (l literal) get(key string, v any) {
	raw, ok := l.p[key]
	if !ok {
		l.t.Fatalf("no parameter %q in %v", key, l.p)
	}
	if err := json.Unmarshal(raw, v); err != nil {
		l.t.Fatal(err)
	}
}

func (l literal) find(pattern string) []string {
	m := regexp.MustCompile(pattern).FindStringSubmatch(l.text)
	if m == nil {
		l.t.Fatalf("the text has no %q:\n%s", pattern, l.text)
	}
	return m
}

// weight is the factor w in exp(w·F).
func (l literal) weight() float64 {
	m := l.find(`exp\((-?)(?:(\w+) \* \w+\(\w\)|\w+\(\w\) / (\w+))\)`)
	var w float64
	if m[2] != "" {
		l.get(m[2], &w)
	} else {
		l.get(m[3], &w)
		w = 1 / w
	}
	if m[1] == "-" {
		w = -w
	}
	return w
}

// sign is the sign in front of the first sum, second that in front of the second.
func (l literal) sign() float64 {
	_, rhs, _ := strings.Cut(l.formula, "= ")
	if strings.HasPrefix(rhs, "-") {
		return -1
	}
	return 1
}

func (l literal) second(word string) float64 {
	m := regexp.MustCompile(`([-+]) `+word).FindAllStringSubmatch(l.formula, -1)
	if m == nil {
		l.t.Fatalf("%q has no second sum %q", l.formula, word)
	}
	if m[len(m)-1][1] == "-" {
		return -1
	}
	return 1
}

func (l literal) origin() int {
	if strings.Contains(l.text, " from 1 to") || regexp.MustCompile(`variables \w_1|Let \w_1`).MatchString(l.text) {
		return 1
	}
	return 0
}

// value is Z of a task, by enumeration.
func (l literal) value(task string) float64 {
	keys := mentioned(l.text)
	w, sgn := l.weight(), l.sign()
	o := l.origin()
	var bonds []bond // coefficient of s_i s_j in F
	h := make([]float64, l.n)
	side := int(math.Sqrt(float64(l.n)) + 0.5)
	switch task {
	case "P01", "P02":
		var j float64
		l.get(keys[1], &j)
		row := make([]int, l.n)
		for i := range row {
			row[i] = i
		}
		if task == "P02" {
			var fields []float64
			l.get(keys[2], &fields)
			s2 := l.second("sum_")
			for i := range h {
				h[i] = s2 * fields[i]
			}
		}
		switch {
		case len(keys) == 4 && strings.Contains(l.text, "R("):
			l.get(keys[3], &row)
			for i := range row {
				row[i] -= o
			}
			for i := range l.n - 1 {
				bonds = append(bonds, bond{row[i], row[i+1], sgn * j})
			}
		case len(keys) == 4:
			var links [][2]int
			l.get(keys[3], &links)
			for _, e := range links {
				bonds = append(bonds, bond{e[0] - o, e[1] - o, sgn * j})
			}
		default:
			for i := range l.n - 1 {
				bonds = append(bonds, bond{i, i + 1, sgn * j})
			}
		}
	case "P03":
		var j float64
		l.get(keys[1], &j)
		if (j > 0) != strings.Contains(l.text, "a positive float.\n- `n`") {
			l.t.Fatalf("J = %v against the text:\n%s", j, l.text)
		}
		for r := range side {
			for c := range side {
				bonds = append(bonds, bond{r*side + c, r*side + (c+1)%side, sgn * j}, bond{r*side + c, (r+1)%side*side + c, sgn * j})
			}
		}
	case "P04":
		var jh, jv [][]float64
		l.get(keys[1], &jh)
		l.get(keys[2], &jv)
		columns := strings.Contains(l.text, "one list for each column")
		s2 := l.second("sum")
		for r := range side {
			for c := range side {
				if c+1 < side {
					bonds = append(bonds, bond{r*side + c, r*side + c + 1, sgn * jh[r][c]})
				}
				if r+1 < side && columns {
					bonds = append(bonds, bond{r*side + c, (r+1)*side + c, s2 * jv[c][r]})
				} else if r+1 < side {
					bonds = append(bonds, bond{r*side + c, (r+1)*side + c, s2 * jv[r][c]})
				}
			}
		}
	case "P05":
		var xi []float64
		l.get(keys[1], &xi)
		for i := range xi {
			for j := range i { // the square form is the pair sum: (Σ ξ s)² − n = 2 Σ_{i<j}
				bonds = append(bonds, bond{i, j, sgn * xi[i] * xi[j]})
			}
		}
		if strings.Contains(l.formula, "(1/2)") != strings.Contains(l.formula, ")^2 - n ]") {
			l.t.Fatalf("half and square do not go together: %s", l.formula)
		}
	case "P14":
		var j, field float64
		l.get(keys[1], &j)
		l.get(keys[2], &field)
		for i := range l.n {
			h[i] = l.second(regexp.QuoteMeta(keys[2])) * field
			for k := range i {
				bonds = append(bonds, bond{i, k, sgn * j / float64(l.n)})
			}
		}
		if !strings.Contains(l.formula, "^2 - n ]") && !strings.Contains(l.formula, "sum over all pairs") {
			l.t.Fatalf("neither square nor pairs: %s", l.formula)
		}
	case "P06", "P10":
		if task == "P10" {
			var fields []float64
			l.get(keys[len(keys)-1], &fields)
			keys = keys[:len(keys)-1]
			for i, x := range fields {
				h[i] = l.second("sum_") * x
			}
		}
		if len(keys) == 2 {
			var triples [][3]float64
			l.get(keys[1], &triples)
			for _, e := range triples {
				bonds = append(bonds, bond{int(e[0]) - o, int(e[1]) - o, sgn * e[2]})
			}
		} else {
			var pairs [][2]int
			var js []float64
			l.get(keys[1], &pairs)
			l.get(keys[2], &js)
			for k, e := range pairs {
				bonds = append(bonds, bond{e[0] - o, e[1] - o, sgn * js[k]})
			}
		}
	}
	return enumerate(l.n, w, bonds, h)
}

// enumerate adds exp(w·(Σ J s s + Σ h s)) over all configurations, the plain way.
func enumerate(n int, w float64, bonds []bond, h []float64) float64 {
	var z float64
	s := make([]float64, n)
	for state := range 1 << n {
		for i := range s {
			s[i] = float64(1 - 2*(state>>i&1))
		}
		var f float64
		for _, b := range bonds {
			f += b.J * s[b.i] * s[b.j]
		}
		for i, x := range h {
			f += x * s[i]
		}
		z += math.Exp(w * f)
	}
	return z
}

// In all three variants, text and parameters together state the sum whose reference
// value the verifier uses, whatever the seed draws.
func TestTextAndParametersStateTheSum(t *testing.T) {
	for _, task := range spinTasks() {
		n := 6
		if task.square() {
			n = 9
		}
		for seed := range uint64(60) {
			in := drawSpins(t, task, seed, mapping.Probed, n, int(seed)%5)
			want := enumerate(n, in.heat(), in.bonds(), in.fields())
			for _, v := range Variants() {
				text, b := descriptionOf(t, task, v, seed)
				params, err := b.params(in, mapping.Probed, int(seed)%5)
				if err != nil {
					t.Fatal(err)
				}
				got := newLiteral(t, text, params, n).value(task.ID)
				if math.Abs(got/want-1) > 1e-11 {
					t.Fatalf("%s %s, seed %d: the text gives %v, the instance %v\n%s\n%s", task.ID, v, seed, got, want, text, params)
				}
			}
		}
	}
}
