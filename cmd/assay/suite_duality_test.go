package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
	"github.com/assay-physics/assay/run/store"
	"github.com/assay-physics/assay/suite/duality"
)

const (
	droppedTerm = "dp0_N3_d1_node0_drop_w_term_00"
	shiftedRank = "spp_N2_d1_node0_rank_perturb_00"
	twoSteps    = "dp1_N2_d2_node0_1_r_charge_perturb_00"
	leftWhole   = "dp0_N3_d1_node0_whole"
)

// runDuality runs the suite and reads what --json prints.
func runDuality(t *testing.T, args ...string) runDocument {
	t.Helper()
	r := assay(t, "", append([]string{"run", "duality", "--json", "--display", "none"}, args...)...)
	if r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.stderr)
	}
	var d runDocument
	if err := json.Unmarshal([]byte(r.stdout), &d); err != nil {
		t.Fatalf("%v\n%s", err, r.stdout)
	}
	return d
}

// Both built-in agents under all six policies: complete records, a report, and a run that
// resumes to itself. Nothing needs a sandbox.
func TestRunDuality(t *testing.T) {
	inTempDir(t)
	d := runDuality(t, "-m", "builtin/repair,builtin/random-edit", "--policy", "ss,gr,vf,vf_masked,best_of_n,portfolio",
		"--task", strings.Join([]string{droppedTerm, shiftedRank, twoSteps, leftWhole}, ","), "--out", "r")
	if d.Suite != "duality" || len(d.Rows) != 2*6*3 {
		t.Fatalf("%d rows", len(d.Rows))
	}
	for _, row := range d.Rows {
		name := fmt.Sprint(row["model"], row["policy"], row["variant"])
		trials := map[any]float64{"depth1": 2, "depth2": 1, "whole": 0}[row["variant"]]
		if row["trials"] != trials {
			t.Errorf("%s: %v trials count", name, row["trials"])
		}
		if row["model"] == "builtin/repair" && (row["certified"] != trials || row["passed"] != trials) {
			t.Errorf("%s: certified %v, passed %v of %v", name, row["certified"], row["passed"], trials)
		}
		if row["invalid"] != 0.0 || row["copies"] != 0.0 || row["abstained"] != 0.0 {
			t.Errorf("%s: %v", name, row)
		}
	}
	for _, tr := range trialsOf(t, d.Run, "r") {
		calls := len(tr.Rounds)
		most := map[string]int{"ss": 1, "gr": 5, "vf": 5, "vf_masked": 5, "best_of_n": 11, "portfolio": 11}[tr.Policy]
		switch {
		case tr.Task == leftWhole && (calls != 0 || tr.Cause != "standing" || tr.Final == nil || tr.Final.Verdict != claim.VerdictCertified):
			t.Errorf("%s %s: a pair that is right was asked about: %d calls, %s", tr.Policy, tr.Task, calls, tr.Cause)
		case tr.Task != leftWhole && (calls < 1 || calls > most):
			t.Errorf("%s %s: %d replies", tr.Policy, tr.Task, calls)
		}
		if tr.Terminal != claim.OK {
			t.Errorf("%s %s: %s %s", tr.Policy, tr.Task, tr.Terminal, tr.Error)
		}
	}
	for _, f := range []string{"report.html", "report.md", "tables.tex", "results.jsonl", "figures"} {
		if _, err := os.Stat(filepath.Join("r", f)); err != nil {
			t.Error(err)
		}
	}
	if r := assay(t, "", "resume", "r", "--json"); r.code != 0 {
		t.Errorf("resume: exit %d, %s", r.code, r.stderr)
	}
	if r := assay(t, "", "score", "r", "--json"); r.code != 0 {
		t.Errorf("score: exit %d, %s", r.code, r.stderr)
	}
}

// A model that answers through the tool: it is wrong, invalid or right by its round, and
// every round shows what the reply before made of theory B.
func TestRunDualityToolCalls(t *testing.T) {
	inTempDir(t)
	var mu sync.Mutex
	var requests []modeltest.Call
	first := ""
	server := modeltest.OpenAI(func(c modeltest.Call) modeltest.Step {
		mu.Lock()
		defer mu.Unlock()
		requests = append(requests, c)
		// Wrong at first, and in the second round the repair of what the first one showed.
		ask, agent := duality.Ask{Shown: c.Messages[len(c.Messages)-1].Content, Draw: 3}, "random-edit"
		if first == "" {
			first = ask.Shown
		}
		if strings.Contains(ask.Shown, "does not pass") {
			ask.Shown, agent = first, "repair"
		}
		text, err := duality.Reply(t.Context(), agent, dualPairs, ask)
		if err != nil {
			t.Error(err)
		}
		return modeltest.Step{Reply: modeltest.Reply{Usage: model.Usage{InputTokens: 100, OutputTokens: 50},
			ToolCalls: []model.ToolCall{{ID: "call_1", Name: "answer", Arguments: text}}}}
	})
	defer server.Close()
	t.Setenv("LAB_BASE_URL", server.URL)
	t.Setenv("LAB_API_KEY", "key-of-the-test")
	d := runDuality(t, "-m", "openai-api/lab/some-model", "--policy", "ss,vf,gr,portfolio", "--task", droppedTerm, "--max-connections", "1", "--out", "live")
	for _, tr := range trialsOf(t, d.Run, "live") {
		want := map[string]int{"ss": 1, "vf": 2, "gr": 2, "portfolio": 3}[tr.Policy]
		certified := tr.Final != nil && tr.Final.Verdict == claim.VerdictCertified
		if len(tr.Rounds) != want || certified != (tr.Policy != "ss") {
			t.Errorf("%s: %d replies, certified %v", tr.Policy, len(tr.Rounds), certified)
		}
		checkRounds(t, tr)
	}
	for i, c := range requests {
		var body struct {
			Tools []struct {
				Function struct {
					Name string `json:"name"`
				} `json:"function"`
			} `json:"tools"`
		}
		if err := json.Unmarshal(c.Body, &body); err != nil || len(body.Tools) != 1 || body.Tools[0].Function.Name != "answer" {
			t.Errorf("call %d offers %+v, %v", i, body.Tools, err)
		}
	}
	if len(requests) != 5 {
		t.Errorf("%d calls: the portfolio asks nothing", len(requests))
	}
}

// checkRounds compares what a round shows with what the reply before it sent.
func checkRounds(t *testing.T, tr store.Trial) {
	t.Helper()
	for i, r := range tr.Rounds {
		if i == 0 || tr.Policy == "portfolio" || tr.Policy == "best_of_n" {
			continue
		}
		before, err := duality.ReadAction(tr.Rounds[i-1].Reply)
		if err != nil {
			t.Fatal(err)
		}
		shown := r.Prompt[len(r.Prompt)-1].Content
		for _, x := range before.Theory.Arrows {
			if !strings.Contains(shown, fmt.Sprintf(`{"label":%q,"source":%d,"target":%d,"r_charge":%q}`, x.Label, x.Source, x.Target, x.R.RatString())) {
				t.Errorf("%s: round %d does not show %s as it was sent", tr.Policy, i, x.Label)
			}
		}
	}
}

// Faults of a model end a conversation and are flagged; draws go on; nothing is a failure of
// the provider.
func TestRunDualityModelFaults(t *testing.T) {
	inTempDir(t)
	for _, c := range []struct {
		name, text, policy string
		replies            int
		invalid, abstained float64
	}{
		{"prose", "I believe that a term is missing.", "vf", 1, 1, 0},
		{"prose in draws", "I believe that a term is missing.", "best_of_n", 11, 1, 0},
		{"abstain", `{"action":"abstain","reasoning":"too hard"}`, "gr", 1, 0, 1},
		{"no change", `{"action":"no_change"}`, "vf_masked", 5, 0, 0},
		{"malformed theory", `{"action":"edit_candidate","full_theory":{"name":"B"}}`, "vf", 1, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := modeltest.OpenAI(modeltest.Steps(modeltest.Say(c.text)))
			defer server.Close()
			t.Setenv("LAB_BASE_URL", server.URL)
			t.Setenv("LAB_API_KEY", "k")
			out := strings.ReplaceAll(c.name, " ", "_")
			d := runDuality(t, "-m", "openai-api/lab/some-model", "--policy", c.policy, "--task", droppedTerm, "--out", out)
			row := d.Rows[0]
			if row["invalid"] != c.invalid || row["abstained"] != c.abstained || row["certified"] != 0.0 || row["trials"] != 1.0 {
				t.Errorf("%v", row)
			}
			if tr := trialsOf(t, d.Run, out)[0]; len(tr.Rounds) != c.replies {
				t.Errorf("%d replies, want %d", len(tr.Rounds), c.replies)
			}
		})
	}
}

// The suite, its fixtures and its built-in agents are listed, in the text the first of many.
func TestSuitesListDuality(t *testing.T) {
	r := assay(t, "", "suites", "--json")
	var list []suiteInfo
	if err := json.Unmarshal([]byte(r.stdout), &list); r.code != 0 || err != nil {
		t.Fatalf("exit %d, %v", r.code, err)
	}
	n := map[string]int{}
	for _, s := range list {
		n[s.Name] = len(s.Tasks)
	}
	if n["duality"] != 145+120+14 || n["statmech"] == 0 {
		t.Errorf("%v", n)
	}
	if r := assay(t, "", "suites"); r.code != 0 || !strings.Contains(r.stdout, "more; --json lists them all") {
		t.Errorf("exit %d\n%s", r.code, r.stdout)
	}
	if r := assay(t, "", "models"); r.code != 0 || !strings.Contains(r.stdout, "builtin/repair") {
		t.Errorf("exit %d\n%s", r.code, r.stdout)
	}
}
