package equal_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/equal"
)

// The message about dimensions gives each side its own.
func TestDimensionMessage(t *testing.T) {
	var p equal.Pair
	if err := json.Unmarshal([]byte(`{"reference":"5\\,\\mathrm{m/s}","candidate":"5\\,\\mathrm{m\\,s}"}`), &p); err != nil {
		t.Fatal(err)
	}
	r := equal.Compare(t.Context(), p, equal.Options{})
	if r.Verdict != equal.Different || !strings.Contains(r.Message, "the reference has the dimension m s^-1, the candidate m s") {
		t.Errorf("%s: %s", r.Verdict, r.Message)
	}
}
