package campaign_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

func certified(t store.Trial) bool {
	return t.Final != nil && t.Final.Verdict == claim.VerdictCertified
}

// A portfolio asks nothing: its trials hold the rounds of the other policies' up to the
// first success, whatever else went on, and stay open while a part of them is.
func TestPortfolio(t *testing.T) {
	down := true
	m := scripted("scripted/a")
	script := m.Answer
	m.Answer = func(r model.Request) (string, error) {
		if down && r.Label.Task == "T01" && r.Label.Policy == "gr" {
			return "", &model.Fault{Kind: model.Overloaded, Message: "down"}
		}
		return script(r)
	}
	bench := newBench(t, numbers{n: 12}, m)
	p := plan("scripted/a")
	p.Policies = []string{"portfolio", "vf", "ss", "gr"} // in any order
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, tr := range trials(t, bench.Store, res.Run.ID) {
		if tr.Policy == "portfolio" && tr.Task == "T01" && tr.Terminal == "" {
			open++
		}
	}
	if open != 2 {
		t.Errorf("%d portfolios of the task that broke are open, want both of its variants", open)
	}
	down = false
	calls := m.Calls()
	if res, err = bench.Resume(ctx, res.Run.ID, nil); err != nil {
		t.Fatal(err)
	}
	checkPortfolios(t, trials(t, bench.Store, res.Run.ID))
	asked := m.Calls()
	if asked == calls {
		t.Error("the resume asked nothing")
	}

	// Scored again: what is certified then, with other rules, decides.
	strict := newBench(t, numbers{n: 12, edit: func(s *agenttest.Subject) { s.Strict = true }}, m)
	strict.Store = bench.Store
	if _, err := strict.Rescore(ctx, res.Run.ID); err != nil {
		t.Fatal(err)
	}
	checkPortfolios(t, trials(t, bench.Store, res.Run.ID))
	if m.Calls() != asked {
		t.Error("a new scoring asked the model")
	}
}

// A portfolio whose parts the budget cut short waits for them.
func TestPortfolioWaitsForTheBudget(t *testing.T) {
	m := scripted("scripted/a")
	bench := newBench(t, numbers{n: 6}, m)
	p := plan("scripted/a")
	p.Policies, p.TokenLimit = []string{"ss", "gr", "vf", "portfolio"}, 600
	res, err := bench.Start(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	open, cut := 0, 0
	for _, tr := range trials(t, bench.Store, res.Run.ID) {
		if tr.Terminal == claim.Limit && tr.Cause == campaign.CauseBudget {
			cut++
		}
		if tr.Policy == "portfolio" && tr.Terminal == "" {
			open++
		}
	}
	if open == 0 || cut == 0 || res.Open < open {
		t.Fatalf("%d portfolios are open (%d trials in all), %d trials cut short", open, res.Open, cut)
	}
	if res, err = bench.Resume(ctx, res.Run.ID, &campaign.Limits{}); err != nil {
		t.Fatal(err)
	}
	checkPortfolios(t, trials(t, bench.Store, res.Run.ID))
}

// checkPortfolios compares every portfolio with the trials that it replays.
func checkPortfolios(t *testing.T, list []store.Trial) {
	t.Helper()
	byPolicy := map[string]store.Trial{}
	place := func(tr store.Trial, policy string) string { return fmt.Sprint(policy, tr.Task, tr.Variant, tr.Epoch) }
	for _, tr := range list {
		byPolicy[place(tr, tr.Policy)] = tr
	}
	n, success := 0, 0
	for _, tr := range list {
		if tr.Policy != "portfolio" {
			continue
		}
		won, complete := false, true
		for _, policy := range []string{"ss", "gr", "vf"} {
			part := byPolicy[place(tr, policy)]
			won = won || certified(part)
			complete = complete && store.Final(part.Terminal)
		}
		if !complete {
			if tr.Terminal != "" {
				t.Errorf("%s: replayed although a part is not complete", place(tr, "portfolio"))
			}
			continue
		}
		if tr.Terminal == "" {
			t.Errorf("%s is open although its parts are complete", place(tr, "portfolio"))
		}
		n++
		if won {
			success++
		}
		if certified(tr) != won {
			t.Errorf("%s: certified %v, its parts %v", place(tr, "portfolio"), certified(tr), won)
		}
		if tr.Usage != (model.Usage{}) || tr.CostUSD == nil || *tr.CostUSD != 0 {
			t.Errorf("%s costs %+v, %v", place(tr, "portfolio"), tr.Usage, tr.CostUSD)
		}
	}
	if n == 0 || success == 0 || success == n {
		t.Errorf("%d of %d portfolios succeed: the test sees one case only", success, n)
	}
}

func TestPortfolioNeedsItsParts(t *testing.T) {
	bench := newBench(t, numbers{n: 1}, scripted("scripted/a"))
	p := plan("scripted/a")
	p.Policies = []string{"ss", "portfolio", "vf"}
	if _, err := bench.Start(ctx, p); err == nil || !strings.Contains(err.Error(), "ss, gr, vf") || errors.Is(err, campaign.ErrInterrupted) {
		t.Errorf("error %v", err)
	}
}
