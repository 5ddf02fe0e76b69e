package duality

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver/catalogue"
)

// conifold is a small theory in the published form.
func conifold(t testing.TB) string {
	t.Helper()
	phase, err := catalogue.Find("conifold")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(presentable(phase.Theory(2), "B"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestReadAction(t *testing.T) {
	theory := conifold(t)
	quoted, err := json.Marshal(theory)
	if err != nil {
		t.Fatal(err)
	}
	edit := `{"action":"edit_candidate","full_theory":` + theory + `,"reasoning":"a sign"}`
	for _, c := range []struct {
		name, reply string
		verb        Verb
		wrong       string // what the error says
	}{
		{"alone", edit, Edit, ""},
		{"in a fence", "I think so.\n```json\n" + edit + "\n```\nDone.", Edit, ""},
		{"among other braces", "W = {a, {b}} and {} then " + edit + " {the end}", Edit, ""},
		{"twice the same", edit + "\n" + edit, Edit, ""},
		{"as a string", `{"action":"edit_candidate","full_theory":` + string(quoted) + `}`, Edit, ""},
		{"a tool call written out", `{"name":"answer","arguments":` + edit + `}`, Edit, ""},
		{"a tool call written out as a string", `{"name":"answer","arguments":"{\"action\":\"abstain\"}"}`, Abstain, ""},
		{"further keys", `{"confidence":1,"action":"no_change","reasoning":"x"}`, NoChange, ""},
		{"no change with a theory beside it", `{"action":"no_change","full_theory":{"nonsense":true}}`, NoChange, ""},
		{"abstain", `{"action":"abstain"}`, Abstain, ""},
		{"nothing", "I would rather not say.", "", `no JSON object with the key "action"`},
		{"another object", `{"verb":"abstain"}`, "", `no JSON object with the key "action"`},
		{"two different", `{"action":"abstain"} {"action":"no_change"}`, "", "2 different"},
		{"unknown verb", `{"action":"repair"}`, "", `unknown action "repair"`},
		{"verb of another type", `{"action":1}`, "", "the answer"},
		{"edit without a theory", `{"action":"edit_candidate"}`, "", "needs a whole theory"},
		{"edit with null", `{"action":"edit_candidate","full_theory":null}`, "", "needs a whole theory"},
		{"repeated key", `{"action":"abstain","action":"abstain"}`, "", "action"},
		{"cut off", edit[:len(edit)/2], "", `no JSON object with the key "action"`},
		{"unknown key in the theory", strings.Replace(edit, `"ranks"`, `"colours"`, 1), "", "full_theory"},
		{"rank one", strings.Replace(edit, `"ranks":[2,2]`, `"ranks":[2,1]`, 1), "", "full_theory"},
		{"enormous rank", strings.Replace(edit, `"ranks":[2,2]`, `"ranks":[2,900000]`, 1), "", "rank 900000"},
		{"enormous R-charge", strings.Replace(edit, `"r_charge":"1/2"`, `"r_charge":"1`+strings.Repeat("0", 90)+`"`, 1), "", "field X01[0]"},
		{"enormous denominator", strings.Replace(edit, `"r_charge":"1/2"`, `"r_charge":"1/1000000007"`, 1), "", "field X01[0]"},
		{"enormous coefficient", strings.Replace(edit, `"coefficient":"1"`, `"coefficient":"1`+strings.Repeat("0", 90)+`"`, 1), "", "coefficient"},
		{"open word", strings.Replace(edit, `"X01[0]","X10[0]"`, `"X01[0]","X01[0]"`, 1), "", "full_theory"},
		{"too long", strings.Repeat(" ", maxReply+1), "", "longer than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := ReadAction(c.reply)
			switch {
			case c.wrong == "" && err != nil:
				t.Fatal(err)
			case c.wrong != "" && (err == nil || !strings.Contains(err.Error(), c.wrong)):
				t.Fatalf("error %v, want one that says %q", err, c.wrong)
			case a.Verb != c.verb || (a.Verb == Edit) != (a.Theory != nil):
				t.Fatalf("%+v", a)
			}
		})
	}
}

// Reasoning is cut by characters, not in the middle of one.
func TestReasoningIsCut(t *testing.T) {
	a, err := ReadAction(`{"action":"abstain","reasoning":"` + strings.Repeat("α", 500) + `"}`)
	if err != nil || a.Reasoning != strings.Repeat("α", MaxReasoning) {
		t.Errorf("%d bytes, %v", len(a.Reasoning), err)
	}
}

func FuzzReadAction(f *testing.F) {
	theory := conifold(f)
	for _, s := range []string{`{"action":"edit_candidate","full_theory":` + theory + `}`, `{"action":"abstain"}`, strings.Repeat("{", 400), `{"a":{"action":"no_change"}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		a, err := ReadAction(reply)
		if err != nil {
			return
		}
		text, err := a.Text()
		if err != nil {
			t.Fatalf("an action that was read cannot be written: %v", err)
		}
		again, err := ReadAction(text)
		if err != nil || again.Verb != a.Verb || again.Reasoning != a.Reasoning {
			t.Fatalf("%q reads as %+v, and what is written of it as %+v, %v", reply, a, again, err)
		}
	})
}
