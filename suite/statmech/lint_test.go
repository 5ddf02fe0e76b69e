package statmech

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/verify/mapping"
)

// Words that would give a class or a complexity away, in any variant.
var leaks = beginnings(
	"transfer", "matrix", "matrices", "pfaffian", "determinant", "fermion", "gauge", "percolat", "cluster", "nishimori",
	"treewidth", "tree-width", "width", "eliminat", "polynomial", "exponential", "efficient", "complexity", "o(", "np-",
	"hard", "solvable", "closed form", "exactly solv", "planar", "crossing", "fast", "slow", "dynamic program", "recursi",
	"frustrat", "balanced", "tractable", "runtime", "brute", "enumerat", "method", "trick", "easy",
)

// Words that name a model or its physics; paraphrased and templated texts have none.
var physics = beginnings(
	"ising", "spin", "mattis", "glass", "edwards", "anderson", "magnet", "ferro", "torus", "lattice", "chain", "boltzmann",
	"partition function", "temperature", "hamiltonian", "exchange", "coupling", "field", "energy", "physic", "thermal",
	"bond", "site", "vertex", "vertices", "graph", "statistical", "disorder", "quench",
)

// beginnings matches the given beginnings of words.
func beginnings(words ...string) *regexp.Regexp {
	for i, w := range words {
		words[i] = regexp.QuoteMeta(w)
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(words, "|") + `)`)
}

func descriptionOf(t *testing.T, task Task, v Variant, seed uint64) (string, binding) {
	t.Helper()
	b := bind(task, v, seed)
	text, err := describe(task, b)
	if err != nil {
		t.Fatal(err)
	}
	return text, b
}

// lint returns the listed words that begin a word of the text.
func lint(text string, words *regexp.Regexp) (found []string) {
	return words.FindAllString(strings.ToLower(text), -1)
}

func TestNoDescriptionLeaks(t *testing.T) {
	for _, task := range Tasks() {
		t.Run(task.ID, func(t *testing.T) {
			t.Parallel()
			for _, v := range Variants() {
				seeds := 1
				if v == Templated {
					seeds = 500
				}
				for seed := range seeds {
					leaksNothing(t, task, v, uint64(seed))
				}
			}
		})
	}
}

func leaksNothing(t *testing.T, task Task, v Variant, seed uint64) {
	t.Helper()
	text, b := descriptionOf(t, task, v, seed)
	found := lint(text, leaks)
	if v != Canonical {
		found = append(found, lint(text, physics)...)
	}
	if found != nil {
		t.Fatalf("%s %s, seed %d: the text contains %q:\n%s", task.ID, v, seed, found, text)
	}
	if got, want := mentioned(text), b.paramKeys(); !slices.Equal(got, want) {
		t.Fatalf("%s %s, seed %d: the text mentions params %v, presented are %v", task.ID, v, seed, got, want)
	}
	for _, n := range task.Sizes {
		if !regexp.MustCompile(`\b` + fmt.Sprint(n) + `\b`).MatchString(text) {
			t.Fatalf("%s %s: size %d is not announced", task.ID, v, n)
		}
	}
}

// The lint itself must see what it looks for.
func TestLintSeesLeaks(t *testing.T) {
	if got := lint("This can be done in Polynomial time by a transfer matrix.", leaks); !slices.Equal(got, []string{"polynomial", "transfer", "matrix"}) {
		t.Errorf("lint found %q", got)
	}
}

var paramMention = regexp.MustCompile("(?m)^- `params\\[\"(\\w+)\"\\]`")

// mentioned lists the parameters that the bullets of a description introduce.
func mentioned(text string) (keys []string) {
	for _, m := range paramMention.FindAllStringSubmatch(text, -1) {
		keys = append(keys, m[1])
	}
	return keys
}

// Canonical and paraphrased texts state the same facts: the same formulas up to the
// name of the variable, the same parameters, shapes and index ranges, the same numbers.
func TestParaphraseStatesTheSame(t *testing.T) {
	configurations := regexp.MustCompile(`2\^n (spin configurations|sequences|tables)`)
	variable := regexp.MustCompile(`\bs(_|\))`)
	parts := strings.NewReplacer("dimers", "pairs", "coverings", "pairings", "bonds", "links")
	formulas := func(text string) (lines []string) {
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, "    ") {
				l = configurations.ReplaceAllString(l, "2^n assignments")
				lines = append(lines, variable.ReplaceAllString(parts.Replace(l), "x$1"))
			}
		}
		return lines
	}
	nouns := strings.NewReplacer("bonds", "factors", "exchange constants", "factors", "edges", "pairs", "edge", "pair", "joins", "belongs to",
		"fields", "biases", "the generators", "the sets", "the reference error", "the start", "qubits", "positions", "links", "factors", "the inverse temperature ", "", "the probability ", "", "the field ", "", "the exchange constant ", "", "the pattern, ", "")
	shapes := func(text string) (lines []string) {
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, "- ") {
				lines = append(lines, nouns.Replace(l))
			}
		}
		return lines
	}
	numbers := func(text string) []string {
		found := regexp.MustCompile(`\d+`).FindAllString(text, -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	for _, task := range Tasks() {
		canonical, _ := descriptionOf(t, task, Canonical, 1)
		paraphrased, _ := descriptionOf(t, task, Paraphrased, 1)
		if a, b := formulas(canonical), formulas(paraphrased); len(a) < 2 || !slices.Equal(a, b) {
			t.Errorf("%s: formulas differ:\n%q\n%q", task.ID, a, b)
		}
		if a, b := shapes(canonical), shapes(paraphrased); !slices.Equal(a, b) {
			t.Errorf("%s: parameters differ:\n%s\n%s", task.ID, strings.Join(a, ""), strings.Join(b, ""))
		}
		if a, b := numbers(canonical), numbers(paraphrased); !slices.Equal(a, b) {
			t.Errorf("%s: numbers differ: %v and %v", task.ID, a, b)
		}
	}
}

// What a hint must not say: it may point at the structure (crossings of a drawing, what
// a row hands over), but the class and its cost are the agent's to find.
var hintLeaks = beginnings("o(", "pfaffian", "determinant", "matrix", "transfer", "gauge", "treewidth", "fermion", "polynomial", "exponential", "2^")

// Everything after the description is the same for every task, so it cannot leak.
func TestAnswerFormatIsCommon(t *testing.T) {
	for _, task := range Tasks() {
		for _, v := range Variants() {
			text, _ := descriptionOf(t, task, v, 3)
			plain, hinted := opening(task, text, false), opening(task, text, true)
			if want := strings.TrimSpace(text) + "\n\n" + strings.TrimSpace(answerFormat()) + "\n"; plain != want {
				t.Errorf("%s %s: the prompt is not description and answer format", task.ID, v)
			}
			if hinted != plain+"\nHint: "+task.Hint+"\n" {
				t.Errorf("%s %s: the hint is not the only addition", task.ID, v)
			}
		}
		if found := append(lint(task.Hint, hintLeaks), lint(task.Hint, physics)...); found != nil {
			t.Errorf("%s: the hint gives away %q", task.ID, found)
		}
	}
	for _, c := range Classes() {
		if !strings.Contains(answerFormat(), `"`+c+`"`) {
			t.Errorf("class %q is not offered", c)
		}
	}
}

// Templated descriptions differ between seeds in every respect that can be drawn.
func TestTemplatesVary(t *testing.T) {
	for _, task := range Tasks() {
		texts, keys, conventions := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for seed := range uint64(200) {
			text, b := descriptionOf(t, task, Templated, seed)
			texts[text] = true
			keys[fmt.Sprint(b.paramKeys())] = true
			conventions[fmt.Sprint(b.convention, b.temperature, b.origin, b.form)] = true
		}
		want := 12 // conventions × heat × origin
		switch task.ID {
		case "P08", "P09", "P11", "P12", "P13", "T01", "T02", "T03", "T04", "T05", "T06", "T07", "T08": // origin × forms
			want = 4
		case "P02", "P04", "P06", "P10", "P14": // × forms
			want = 24
		case "P15": // one convention less
			want = 8
		case "P05": // × forms, but one convention less
			want = 16
		}
		if len(texts) < 190 || len(keys) < 100 || len(conventions) != want {
			t.Errorf("%s: 200 seeds give %d texts, %d sets of keys, %d of %d conventions", task.ID, len(texts), len(keys), len(conventions), want)
		}
	}
}

// The same seed gives the same text and parameters; another seed gives others.
func TestSeedDetermines(t *testing.T) {
	for _, task := range Tasks() {
		p := map[string]int{}
		for _, seed := range []uint64{7, 7, 8} {
			in, err := task.draw(seed, mapping.Probed, task.Sizes[0], 2)
			if err != nil {
				t.Fatal(err)
			}
			text, b := descriptionOf(t, task, Templated, seed)
			raw, err := b.params(in, mapping.Probed, 2)
			if err != nil {
				t.Fatal(err)
			}
			p[text+string(raw)]++
		}
		if len(p) != 2 {
			t.Errorf("%s: seeds 7, 7, 8 give %d different questions, want 2", task.ID, len(p))
		}
	}
}
