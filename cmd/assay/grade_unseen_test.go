package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/equal"
)

// openV1c are the rows of the blind table that are equivalent here or have no verdict, and why.
var openV1c = map[string]equal.Verdict{
	"W552": equal.Equivalent, // Δ ≃ … names the value, as in a row of an earlier table
	"W553": equal.Equivalent,
	"W650": equal.Equivalent, // x² or x²
	"W659": equal.Equivalent, // after a number % is per cent, and the second box is seen
	"W661": equal.Equivalent, // a box in \text is seen
	"W726": equal.Equivalent, // ≡ defines or equates
	"X647": equal.Equivalent, // a list without a declared order
	"W774": equal.Undecided,  // a product that vanishes, as alternatives in two symbols
	"X729": equal.Undecided,  // |x|² of a symbol that may be complex
}

// TestGradeUnseenV1c grades whole replies and statements of a blind test: chains, left sides that
// are no names, text around boxes, conditions, definitions, words, signs and brackets. Pairs that
// are not equivalent may be different, undecided or a violation of the form.
func TestGradeUnseenV1c(t *testing.T) {
	rows, raw := readTable(t, "unseen_V1c.jsonl")
	lines := strings.Split(strings.TrimSpace(assay(t, raw, "grade", "--jsonl", "-").stdout), "\n")
	if len(lines) != len(rows) {
		t.Fatalf("%d lines for %d pairs", len(lines), len(rows))
	}
	listed := 0
	for k, row := range rows {
		var g graded
		if err := json.Unmarshal([]byte(lines[k]), &g); err != nil {
			t.Fatal(err)
		}
		want := row.Verdict
		if v, ok := openV1c[row.ID]; ok {
			listed++
			want = v
		}
		if g.Verdict != want && (want == equal.Equivalent || g.Verdict == equal.Equivalent || strings.Contains(g.Message, "internal error")) {
			t.Errorf("%s: %s | %s: %s, want %s: %s", row.ID, row.Reference, row.Candidate, g.Verdict, want, g.Message)
		}
	}
	if listed != len(openV1c) {
		t.Errorf("%d of the %d rows that are listed as open", listed, len(openV1c))
	}
}

// TestGradeBoxes: the verdict on replies whose box is not simply the answer.
func TestGradeBoxes(t *testing.T) {
	for reply, want := range map[string]equal.Verdict{
		`\boxed{x^2}`: equal.Equivalent, `$E=\boxed{x^2}$`: equal.Equivalent, `-\boxed{x^2}`: equal.Undecided, `\sqrt{\boxed{x^2}}`: equal.Undecided,
		`\boxed{x^2}/2`: equal.Undecided, `It is not \boxed{x^2}.`: equal.Undecided, `\boxed{x^3}\phantom{\boxed{x^2}}`: equal.Different,
		`(a) \boxed{x^3} (b) \boxed{x^2}`: equal.Different, `2\boxed{x^3}`: equal.Undecided, `\boxed{}`: equal.FormViolation,
	} {
		var g graded
		in, err := json.Marshal(map[string]string{"reference": "x^2", "candidate": reply})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(assay(t, string(in)+"\n", "grade", "--jsonl", "-").stdout), &g); err != nil {
			t.Fatal(err)
		}
		if g.Verdict != want {
			t.Errorf("%s: %s, want %s: %s", reply, g.Verdict, want, g.Message)
		}
	}
}
