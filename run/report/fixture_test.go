package report_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/report"
	"github.com/assay-physics/assay/run/store"
)

// The synthetic run: three models with different habits on six tasks and three
// descriptions. `steady` is right and honest; `stumbler` repairs its numbers from
// round to round and keeps a wrong label; `guesser` is confident and mostly wrong.

func mappingKind() claim.Kind {
	all := []claim.Profile{claim.Interaction, claim.Final, claim.Published}
	judge := []claim.Profile{claim.Interaction, claim.Final}
	o := func(name string, c claim.Category, meaning string, ps []claim.Profile) claim.Obligation {
		return claim.Obligation{Name: name, Category: c, Meaning: meaning, Source: "synthetic", Required: true, Waiver: "the claim is exponential", Profiles: ps}
	}
	return claim.Kind{Name: "mapping", Meaning: "a model is computed by a program of a class at a cost", Obligations: []claim.Obligation{
		o("form.fields", claim.CategoryFormat, "the reply holds the five fields", all),
		o("program.imports", claim.CategoryExecution, "only allowed imports", all),
		o("program.runs", claim.CategoryExecution, "the program runs and returns a finite number", all),
		o("numbers.probe", "numbers", "agrees with brute force at the probed sizes", all),
		o("numbers.scale", "numbers", "agrees with exact values at sizes far over 16", judge),
		o("class.structure", "class", "the class's precondition holds for the task", judge),
		o("class.program", "class", "the program does what its class says", judge),
		o("complexity.claim", "complexity", "the claim reads as a growth law", judge),
		o("complexity.program", "complexity", "the program's cost is not above the claim", judge),
	}}
}

type habit struct {
	name       string
	passRound  func(task, variant int) int // −1 never
	classRight func(task, variant int) bool
	honest     bool
	confidence float64
	invalid    func(task, variant int) bool
	priced     bool
}

func habits() []habit {
	never := func(int, int) bool { return false }
	return []habit{
		{name: "builtin/steady", passRound: func(int, int) int { return 0 }, classRight: func(int, int) bool { return true },
			honest: true, confidence: 0.97, invalid: never},
		{name: "openai-api/lab/stumbler-7b-instruct", passRound: func(t, v int) int { return min(3, (t+v)%4) },
			classRight: func(t, v int) bool { return t < 4-v }, honest: true, confidence: 0.72, invalid: never, priced: true},
		{name: "openrouter/acme/guesser-2", passRound: func(t, v int) int {
			if t < 3-v {
				return 1 + v
			}
			return -1
		}, classRight: func(t, v int) bool { return t == 0 && v == 0 }, confidence: 0.95, invalid: func(t, v int) bool { return t == 5 }},
	}
}

const maxRounds = 4

func syntheticTrials(t testing.TB) []store.Trial {
	t.Helper()
	var out []store.Trial
	for _, h := range habits() {
		for vi, variant := range []string{"canonical", "paraphrased", "templated"} {
			for ti := range 6 {
				out = append(out, syntheticTrial(t, h, ti, vi, variant))
			}
		}
	}
	// One trial died of its provider: it must leave every denominator.
	last := &out[len(out)-2]
	last.Terminal, last.Error = claim.Infrastructure, "503 service unavailable, 8 attempts"
	last.Rounds, last.Final, last.FinalMeasures, last.FinalLabels, last.Accepted = nil, nil, nil, nil, -1
	return out
}

func syntheticTrial(t testing.TB, h habit, ti, vi int, variant string) store.Trial {
	task := fmt.Sprintf("P%02d", ti+1)
	sum := sha256.Sum256([]byte(h.name + variant + task))
	tr := store.Trial{Key: hex.EncodeToString(sum[:]), Run: "r-synthetic", Model: h.name, Policy: "mag", Task: task, Variant: variant,
		Terminal: claim.OK, Accepted: -1, Started: fixtureTime.Add(time.Duration(ti) * time.Minute)}
	system := "You are given a partition function."
	opening := fmt.Sprintf("Task %s, %s description: sum over s of exp(-beta H) & return JSON with \"code\" <five fields>.", task, variant)
	classes := []string{"transfer_matrix", "pfaffian", "gauge"}
	pass, prev, feedback := h.passRound(ti, vi), "", ""
	for r := range maxRounds {
		right := pass >= 0 && r >= pass
		class := classes[(ti+1)%3]
		if h.classRight(ti, vi) {
			class = classes[ti%3]
		}
		code := fmt.Sprintf("import math\n\ndef Z_efficient(params, n):\n    # round %d of %s\n    beta = params[\"beta\"]\n    return (2 * math.cosh(beta * params[\"J\"])) ** %s\n", r, task, map[bool]string{true: "(n - 1) * 2", false: "n"}[right])
		claimJSON, err := claim.Canonical(map[string]any{"tractable_class": class, "complexity_O": "O(n)", "confidence": h.confidence,
			"justification": "Every bond factor depends on the product of neighbours only, so that the sum factorises.", "code": code})
		if err != nil {
			t.Fatal(err)
		}
		reply := "Here is the mapping.\n```json\n" + string(claimJSON) + "\n```"
		if h.invalid(ti, vi) {
			reply, claimJSON = "I would rather describe the idea: diagonalise the row matrix …", json.RawMessage("null")
		}
		rd := store.Round{Index: r, Reply: reply, StopReason: "stop", Claim: claimJSON, Feedback: "", Seconds: 1.25,
			Prompt: []model.Message{{Role: model.System, Content: system}, {Role: model.User, Content: opening}},
			Usage:  model.Usage{InputTokens: 900 + int64(100*r), OutputTokens: 640, ReasoningTokens: 128}}
		if r > 0 {
			rd.Prompt = append(rd.Prompt, model.Message{Role: model.Assistant, Content: prev}, model.Message{Role: model.User, Content: feedback})
		}
		rd.Certificate = certificate(t, h, ti, vi, right, claim.Published)
		rd.Measures, rd.Labels = measures(h, ti, vi, right, claim.Published)
		rd.View = claim.View{Level: claim.Magnitudes, Accepted: rd.Certificate.Verdict == claim.VerdictCertified}
		if h.priced {
			c := 0.0021
			rd.CostUSD = &c
		}
		rd.Attempts = []model.Attempt{{Number: 1, StartedAt: fixtureTime, Duration: time.Second, Usage: rd.Usage}}
		accepted := rd.View.Accepted
		if !accepted {
			rd.Feedback = fmt.Sprintf("The claim was not accepted. %d of 10 probes failed; relative errors 1.2e+00, 3.4e-01.", 10-r)
			feedback = rd.Feedback
		}
		prev = reply
		tr.Rounds = append(tr.Rounds, rd)
		tr.Usage = tr.Usage.Add(rd.Usage)
		tr.WallSeconds += rd.Seconds + 0.4
		if accepted {
			tr.Accepted = r
			break
		}
	}
	if h.priced {
		c := 0.0021 * float64(len(tr.Rounds))
		tr.CostUSD = &c
	}
	final := certificate(t, h, ti, vi, tr.Accepted >= 0, claim.Final)
	tr.Final = &final
	tr.FinalMeasures, tr.FinalLabels = measures(h, ti, vi, tr.Accepted >= 0, claim.Final)
	if h.invalid(ti, vi) {
		tr.Terminal = claim.ModelInvalid
	}
	tr.Finished = tr.Started.Add(time.Duration(tr.WallSeconds * float64(time.Second)))
	return tr
}

var fixtureTime = time.Date(2026, 11, 3, 9, 30, 0, 0, time.UTC)

const secret = "PRIVATE-REFERENCE-VALUE-41b7"

func certificate(t testing.TB, h habit, ti, vi int, right bool, p claim.Profile) claim.Certificate {
	k := mappingKind()
	digest := strings.Repeat("ab", 32)
	if h.invalid(ti, vi) {
		return k.Malformed(digest, p, "no JSON object was found in the reply", claim.Finding{Obligation: "form.fields", Status: claim.Failed, Message: "no JSON object was found in the reply"})
	}
	private, err := claim.NewEvidence("reference", map[string]any{"log_z": secret})
	if err != nil {
		t.Fatal(err)
	}
	table, err := claim.NewEvidence("residuals", []map[string]any{{"n": 9, "relative_error": "1.2e+00"}, {"n": 16, "relative_error": "3.4e-01"}})
	if err != nil {
		t.Fatal(err)
	}
	var fs []claim.Finding
	for _, o := range k.Obligations {
		if !o.In(p) {
			continue
		}
		f := claim.Finding{Obligation: o.Name, Status: claim.Certified, Message: o.Meaning}
		fail := func(msg string) { f.Status, f.Message = claim.Failed, msg }
		switch o.Name {
		case "numbers.probe":
			f.Private = []claim.Evidence{private}
			if !right {
				fail("7 of 10 probes differ from brute force")
				f.Magnitude = &claim.Magnitude{Failed: 7, Total: 10, Errors: []string{"1.2e+00", "3.4e-01"}}
				f.Evidence = []claim.Evidence{table}
			}
		case "numbers.scale":
			if !right {
				f.Status, f.Message = claim.Unknown, "not tried, because the probes already differ"
			}
		case "class.structure":
			if !h.classRight(ti, vi) {
				fail("pfaffian needs a planar graph without fields; this one has a Kuratowski subdivision")
			}
		case "complexity.program":
			if !h.honest {
				fail("the program enumerates 2^n states, the claim is O(n)")
			}
		}
		fs = append(fs, f)
	}
	c, err := k.Certify(digest, p, fs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func measures(h habit, ti, vi int, right bool, p claim.Profile) (map[string]float64, map[string]string) {
	one := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	if h.invalid(ti, vi) {
		return map[string]float64{"readable": 0, "numbers": 0, "class_strict": 0, "class_witnessed": 0, "certified": 0}, map[string]string{"mode": "format"}
	}
	cert := right && (p == claim.Published || h.honest && h.classRight(ti, vi))
	m := map[string]float64{"readable": 1, "numbers": one(right), "class_strict": one(h.classRight(ti, vi)), "class_witnessed": one(h.classRight(ti, vi)),
		"honest": one(h.honest), "honest_structure": one(h.classRight(ti, vi)), "confidence": h.confidence, "certified": one(cert)}
	l := map[string]string{"class": "transfer_matrix", "mode": ""}
	switch {
	case !right:
		l["mode"] = "numbers"
	case !h.classRight(ti, vi):
		l["mode"] = "class"
	case !h.honest:
		l["mode"] = "complexity"
	}
	return m, l
}

func syntheticInput(t testing.TB) report.Input {
	return report.Input{
		Run: store.Run{ID: "r-synthetic", Suite: "statmech", Seed: 18446744073709551557, Created: fixtureTime, State: "complete",
			Version: "v0.1.0", Plan: json.RawMessage(`{"epochs":1,"rounds":4}`)},
		Trials: syntheticTrials(t),
		Kind:   mappingKind(),
		Tasks: []report.Task{{ID: "P01", Title: "Ising chain, open", Gold: "transfer_matrix, O(n)"}, {ID: "P02", Title: "the same with fields", Gold: "transfer_matrix, O(n)"},
			{ID: "P03", Title: "ferromagnet on a torus", Gold: "transfer_matrix, poly(L)·2^L"}, {ID: "P04", Title: "±J glass on an open grid", Gold: "pfaffian, O(n³)"},
			{ID: "P05", Title: "Mattis model", Gold: "gauge, O(n)"}, {ID: "P06", Title: "±J on a random cubic graph", Gold: "no_efficient_known, O(2^n)"}},
	}
}
