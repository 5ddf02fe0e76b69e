package campaign_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-physics/assay/run/agent"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// numbers is a suite of n tasks in two variants; edit may change each subject.
type numbers struct {
	n    int
	edit func(*agenttest.Subject)
}

func want(task string) int {
	var i int
	if _, err := fmt.Sscanf(task, "T%02d", &i); err != nil {
		panic(err)
	}
	return 7*i + 3
}

func (s numbers) Name() string { return "numbers" }

func (s numbers) Subjects(_ context.Context, sel campaign.Selection) ([]agent.Subject, error) {
	var list []agent.Subject
	for i := range s.n {
		for _, v := range []string{"canonical", "paraphrased"} {
			sub := &agenttest.Subject{Name: fmt.Sprintf("T%02d", i), Form: v}
			sub.Want = want(sub.Name)
			if s.edit != nil {
				s.edit(sub)
			}
			if (len(sel.Tasks) == 0 || slices.Contains(sel.Tasks, sub.Name)) && (len(sel.Variants) == 0 || slices.Contains(sel.Variants, v)) {
				list = append(list, sub)
			}
		}
	}
	return list, nil
}

// bench is a campaign of scripted models on a fresh store.
type bench struct {
	campaign.Campaign
	models map[string]*agenttest.Model
}

func newBench(t testing.TB, suite numbers, models ...*agenttest.Model) *bench {
	t.Helper()
	b := &bench{models: map[string]*agenttest.Model{}}
	for _, m := range models {
		b.models[m.ModelName] = m
	}
	b.Store = open(t, filepath.Join(t.TempDir(), "assay.db"))
	b.Suite = func(name string) (campaign.Suite, error) {
		if name != suite.Name() {
			return nil, fmt.Errorf("unknown suite %q", name)
		}
		return suite, nil
	}
	b.Model = func(_ context.Context, name string) (model.Model, error) {
		m, ok := b.models[name]
		if !ok {
			return nil, fmt.Errorf("unknown model %q", name)
		}
		return m, nil
	}
	return b
}

func open(t testing.TB, path string) store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func scripted(name string) *agenttest.Model {
	return &agenttest.Model{ModelName: name, Answer: agenttest.Script(want)}
}

func trials(t testing.TB, s store.Store, run string) []store.Trial {
	t.Helper()
	var list []store.Trial
	for tr, err := range s.Trials(context.Background(), run) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, tr)
	}
	return list
}
