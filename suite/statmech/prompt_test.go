package statmech

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-physics/assay/claim"
)

// The wording of every level, by example.
func TestFeedback(t *testing.T) {
	raw, err := os.ReadFile("testdata/feedback.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	levels := map[claim.Level]bool{}
	for sc := bufio.NewScanner(bytes.NewReader(raw)); sc.Scan(); {
		var c struct {
			View claim.View
			Text string
		}
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		levels[c.View.Level] = true
		if diff := cmp.Diff(c.Text, feedback(c.View)); diff != "" {
			t.Errorf("level %s (-want +got):\n%s", c.View.Level, diff)
		}
	}
	if len(levels) != len(claim.Levels()) {
		t.Errorf("%d of %d levels have an example", len(levels), len(claim.Levels()))
	}
}

// Whatever a certificate holds, feedback of a level says nothing that the level's
// view does not show.
func TestFeedbackAddsNothing(t *testing.T) {
	item := claim.Item{Position: 3, Obligation: "class.program", Category: "class", Status: claim.Failed}
	for _, l := range claim.Levels() {
		v := claim.View{Level: l, Items: []claim.Item{item}}
		named := strings.Contains(feedback(v), "class.program")
		if want := l == claim.Named || l == claim.Full; named != want {
			t.Errorf("level %s names the obligation: %v, want %v", l, named, want)
		}
		if numbered := strings.Contains(feedback(v), "3"); numbered != (l == claim.Masked) {
			t.Errorf("level %s gives the position: %v", l, numbered)
		}
	}
}
