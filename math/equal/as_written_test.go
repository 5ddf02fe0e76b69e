package equal

import "testing"

// TestAsWritten: signs of approximation, “and” and “or”, the case of words, brackets around arrays,
// bars between arguments, convolutions and Poisson brackets. The verdicts are by inspection.
func TestAsWritten(t *testing.T) { gradeTopics(t, "kinds_V1c.jsonl", "signs", "words", "brackets") }

// TestRemainders: remainders that are as large as a term.
func TestRemainders(t *testing.T) { gradeTopics(t, "kinds_V1c.jsonl", "orders") }

func TestSameSpelling(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"MeV", "meV", false}, {"CO", "Co", false}, {"NO", "No", false}, {"Pa", "PA", false}, {"p", "P", false}, {"K", "k", false}, {"eV", "EV", false},
		{"Yes", "yes", true}, {"No", "no", true}, {"Diverges", "diverges", true}, {"DIVERGES", "diverges", true}, {"spin in CO", "spin in Co", false},
		{"Spin up", "spin up", true}, {"the U(1) symmetry", "The U(1) symmetry", true}, {"U(1)", "u(1)", false}, {"SU(2)", "su(2)", false},
	} {
		if got := sameSpelling(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
