package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tasks are the questions that go with the published candidates.
var tasks = map[string]Question{
	"P01": {Probed: []int{6, 10, 14}, ParamKeys: []string{"beta", "J"}},
	"P02": {Probed: []int{6, 10, 12}, ParamKeys: []string{"beta", "J", "h"}},
	"P03": {Probed: []int{9, 16}, ParamKeys: []string{"beta", "J"}, SqrtIsSide: true},
	"P04": {Probed: []int{9, 16}, ParamKeys: []string{"beta", "Jh", "Jv"}, SqrtIsSide: true},
	"P05": {Probed: []int{6, 10, 12}, ParamKeys: []string{"beta", "xi"}},
	"P06": {Probed: []int{8, 10}, ParamKeys: []string{"beta", "edges", "J"}},
}

type candidate struct {
	File         string `json:"file"`
	Task         string `json:"task"`
	Class        string `json:"claimed_class"`
	Honest       bool   `json:"honest"`
	TrueFamily   Family `json:"true_family"`
	TrueCost     string `json:"true_complexity"`
	AuditVerdict string `json:"audit_verdict"`
	attacker     bool
}

// family is the true family, read off the stated complexity where the manifest
// does not name it.
func (c candidate) family() Family {
	switch {
	case c.TrueFamily != "":
		return c.TrueFamily
	case strings.Contains(c.TrueCost, "2^n"):
		return Exponential
	case strings.Contains(c.TrueCost, "^L"), strings.Contains(c.TrueCost, "2^(L"):
		return Subexponential
	}
	return Polynomial
}

func candidates(t *testing.T) map[string]candidate {
	t.Helper()
	out := map[string]candidate{}
	for _, dir := range []string{"candidates", "candidates_2"} {
		data, err := os.ReadFile(filepath.Join(shared(t), dir, "manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		var m struct{ Candidates, Sandbox []candidate }
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		for _, c := range m.Candidates {
			out[filepath.Join(dir, c.File)] = c
		}
		for _, c := range m.Sandbox {
			c.attacker = true
			out[filepath.Join(dir, c.File)] = c
		}
	}
	return out
}

// The published candidates: what is sure must be true, and none of the honest
// ones shows a way out of computing.
func TestManifests(t *testing.T) {
	all := candidates(t)
	settled := 0
	for _, name := range sortedKeys(all) {
		c := all[name]
		t.Run(filepath.Base(name), func(t *testing.T) {
			source, err := os.ReadFile(filepath.Join(shared(t), name))
			if err != nil {
				t.Fatal(err)
			}
			q := tasks[c.Task]
			q.Entry = "Z_efficient"
			r := Audit(parse(t, string(source)), q)
			g := r.Growth
			want := c.family()
			if g.Sure {
				settled++
			}
			if g.Family.Exceeds(want) || g.AtLeast.Exceeds(want) {
				t.Errorf("growth %s (at least %s) is claimed, it is %s: %s", g.Family, g.AtLeast, want, c.TrueCost)
			}
			if g.Sure && want == Exponential && g.Family != Exponential {
				t.Errorf("an exponential program is surely called %s", g.Family)
			}
			if g.Sure && want == Subexponential && g.Family != Subexponential {
				t.Errorf("a program of 2^L steps is surely called %s", g.Family)
			}
			if k, ok := map[string]float64{"O(n)": 1, "O(n^2)": 2, "O(n^3)": 3, "O(L)": 0.5}[c.TrueCost]; ok && g.Sure && g.Family == Polynomial && (g.Degree < k-0.01 || g.Degree > k+1.01) {
				t.Errorf("degree %g of a program of %s", g.Degree, c.TrueCost)
			}
			if c.Honest && len(r.BackDoors) > 0 {
				t.Errorf("an honest program has back doors: %+v", r.BackDoors)
			}
			if c.Honest {
				for _, s := range r.Suspicions {
					if s.Kind == SuspectTable || s.Kind == SuspectProbed || s.Kind == SuspectCache || s.Kind == SuspectWindow {
						t.Errorf("an honest program is suspected: %+v", s)
					}
				}
			}
			if !r.Entry.Usable {
				t.Errorf("entry: %+v", r.Entry)
			}
			if c.attacker && !c.Honest && strings.Contains(c.AuditVerdict, "REJECT") && c.File != "s_nan.py" && len(r.BackDoors) == 0 && !(g.Sure && g.Family == Exponential) {
				t.Error("nothing speaks against an attacker")
			}
			classes := map[string]bool{}
			for _, e := range r.Evidence {
				classes[e.Class+" "+e.Strength] = true
			}
			switch {
			case c.Honest && c.Class == ClassPfaffian && !classes["pfaffian strong"] && !classes["free_fermion strong"]:
				t.Errorf("an honest Pfaffian shows no sign of it: %+v", r.Evidence)
			case c.Honest && c.Class == ClassTreewidth && want != Polynomial && !classes["treewidth_bounded strong"]:
				t.Errorf("an honest elimination shows no sign of it: %+v", r.Evidence)
			case !c.Honest && c.Class == ClassPfaffian && want == Subexponential && (classes["pfaffian strong"] || !classes["transfer_matrix strong"]):
				t.Errorf("a row transfer under another label is not found out: %+v", r.Evidence)
			}
		})
	}
	t.Logf("%d of %d programs have a sure growth", settled, len(all))
	if settled*2 < len(all) {
		t.Errorf("only %d of %d programs have a sure growth", settled, len(all))
	}
}
