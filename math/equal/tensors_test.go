package equal

import "testing"

// TestTensorPairs grades pairs of index expressions, γ matrices, operators, states and
// vectors end to end, from their text. Each has a near miss or is one; the verdicts are by
// explicit components and matrices, or by inspection, as the note of the pair says.
func TestTensorPairs(t *testing.T) {
	for _, r := range readRows(t, "tensor_pairs.jsonl") {
		if got := r.compare(t); got.Verdict != r.Verdict {
			t.Errorf("%s [%s] want %s: %s | %s: %v", r.ID, r.Topic, r.Verdict, r.Reference, r.Candidate, got)
		}
	}
}

// TestTensorProof checks that an equality found at random components or generators is not
// called proved, and one by normal form is.
func TestTensorProof(t *testing.T) {
	for _, c := range []struct {
		reference, candidate string
		context              Context
		proved               bool
	}{
		{`\gamma^\mu\gamma^\nu+\gamma^\nu\gamma^\mu`, `2g^{\mu\nu}`, Context{}, true},
		{`R_{\mu\nu\rho\sigma}+R_{\mu\rho\sigma\nu}+R_{\mu\sigma\nu\rho}`, `0`, Context{Tensors: map[string]string{"R": "riemann"}, Dimension: "4"}, false},
	} {
		got := Compare(t.Context(), Pair{Reference: c.reference, Candidate: c.candidate, Context: &c.context}, Options{})
		if got.Verdict != Equivalent || got.Evidence.Proved != c.proved {
			t.Errorf("%s | %s: %v, proved %v, want %v", c.reference, c.candidate, got, got.Evidence.Proved, c.proved)
		}
	}
}
