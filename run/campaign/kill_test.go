package campaign_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// childEnv makes the test binary run the campaign in the folder that it names and
// nothing else: the process that the kill test kills.
const childEnv = "ASSAY_CAMPAIGN_CHILD"

// slowEnv makes the child's calls last until it is killed.
const slowEnv = "ASSAY_CAMPAIGN_SLOW"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const killConnections = 4

// killPlan is a campaign with every way of ending, two models and five policies.
func killPlan() campaign.Plan {
	return campaign.Plan{Suite: "numbers", Models: []string{"scripted/a", "scripted/b"},
		Policies: []string{"mag", "vf", "gr", "best_of_n", "ss"}, Rounds: 4, Epochs: 1, Seed: 7,
		Limits: campaign.Limits{MaxConnections: killConnections}}
}

// child starts the campaign of a folder, or resumes it. Every call is written to the
// file "calls" at the moment when a provider would bill it.
func child(dir string) error {
	ctx := context.Background()
	calls, err := os.OpenFile(filepath.Join(dir, "calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer calls.Close()
	s, err := store.Open(ctx, filepath.Join(dir, "assay.db"))
	if err != nil {
		return err
	}
	defer s.Close()
	c := campaign.Campaign{Store: s,
		Suite: func(string) (campaign.Suite, error) {
			return numbers{n: 4, edit: func(s *agenttest.Subject) { s.Delay = 200 * time.Microsecond }}, nil
		},
		Model: func(_ context.Context, name string) (model.Model, error) {
			m := scripted(name)
			m.Latency = time.Millisecond
			if os.Getenv(slowEnv) != "" {
				m.Latency = time.Hour
			}
			m.Before = func(r model.Request) {
				l := r.Label
				call := line(store.Trial{Model: name, Policy: l.Policy, Task: l.Task, Variant: l.Variant}, l.Round+l.Sample)
				if _, err := calls.WriteString(call + "\n"); err != nil {
					panic(err)
				}
			}
			return m, nil
		}}
	runs, err := s.Runs(ctx)
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		_, err = c.Start(ctx, killPlan())
	} else {
		_, err = c.Resume(ctx, runs[0].ID, nil)
	}
	return err
}

// TestKill kills a campaign at random moments and resumes it until it is complete,
// again and again, and compares with a run that nothing disturbed. ASSAY_KILLS sets
// the number of kills.
func TestKill(t *testing.T) {
	kills := 60
	if text := os.Getenv("ASSAY_KILLS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		kills = n
	}
	whole := t.TempDir()
	begin := time.Now()
	if out, err := run(whole).CombinedOutput(); err != nil {
		t.Fatalf("the unbroken run: %v\n%s", err, out)
	}
	unbroken := time.Since(begin)
	reference := records(t, whole)
	terminals := map[claim.Terminal]int{}
	for _, tr := range reference {
		terminals[tr.Terminal]++
	}
	for _, state := range []claim.Terminal{claim.OK, claim.ModelInvalid, claim.Limit, claim.Infrastructure} {
		if terminals[state] == 0 {
			t.Errorf("no trial of the unbroken run ends as %q: the comparison is too easy", state)
		}
	}
	t.Logf("the unbroken run: %v, %d trials %v, %d calls", unbroken.Round(time.Millisecond), len(reference), terminals, len(lines(t, whole)))

	seen := tally{}
	rng := rand.New(rand.NewPCG(1, 2))
	for campaigns := 1; seen.kills < kills; campaigns++ {
		dir := t.TempDir()
		broken(t, dir, rng, &seen, kills, unbroken)
		if diff := cmp.Diff(reference, records(t, dir)); diff != "" {
			t.Fatalf("campaign %d differs from the unbroken run after %d kills (-unbroken +broken):\n%s", campaigns, seen.kills, diff)
		}
		seen.campaigns = campaigns
	}
	t.Logf("%+v in %v", seen, time.Since(begin).Round(time.Millisecond))
	if seen.duplicates > seen.unanswered {
		t.Errorf("%d calls were made again, and only %d are recorded as possibly billed twice", seen.duplicates, seen.unanswered)
	}
	if most := seen.kills * 2 * killConnections; seen.unanswered > most {
		t.Errorf("%d calls were lost in %d kills with at most %d in flight each", seen.unanswered, seen.kills, 2*killConnections)
	}
	if seen.kills >= 60 {
		for what, n := range map[string]int{"before the run was recorded": seen.beforeStore + seen.beforeRun,
			"before the process made a call": seen.opening, "with calls in flight": seen.inFlight,
			"between answer and check": seen.unscored, "between replies": seen.unfinished} {
			if n == 0 {
				t.Errorf("no kill landed %s: the delays do not reach everywhere", what)
			}
		}
	}
}

// tally counts what the kills did.
type tally struct {
	campaigns, kills int
	// Where the kills landed. A kill may count in several.
	beforeStore, beforeRun, opening, idle, inFlight, unscored, unfinished int
	// unanswered calls are recorded as started only; duplicates were made again,
	// those not counted that had failed and were tried again by right.
	unanswered, duplicates int
}

// broken runs one campaign to its end, killing it on the way.
func broken(t *testing.T, dir string, rng *rand.Rand, seen *tally, kills int, unbroken time.Duration) {
	t.Helper()
	for {
		before := len(lines(t, dir))
		known := answered(t, dir)
		cmd := run(dir)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if seen.kills < kills {
			// Half of the kills fall into start, opening and migration.
			reach := unbroken
			if rng.IntN(2) == 0 {
				reach = unbroken / 8
			}
			time.Sleep(time.Duration(rng.Int64N(int64(reach))))
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
		}
		err := cmd.Wait()
		// Nothing that was answered before this process began was asked by it.
		for _, call := range lines(t, dir)[before:] {
			if known[call] {
				t.Fatalf("after %d kills: the recorded call %q was made again", seen.kills, call)
			}
		}
		if err == nil {
			break
		}
		if cmd.ProcessState.Exited() { // by itself, with an error
			t.Fatalf("after %d kills: %v\n%s", seen.kills, err, out.Bytes())
		}
		seen.kills++
		if len(lines(t, dir)) == before {
			seen.opening++
		}
		seen.landed(t, dir)
	}
	failed := map[string]bool{}
	for _, tr := range read(t, dir) {
		seen.unanswered += tr.Unanswered
		for _, c := range tr.Broken {
			if !c.Ended.IsZero() {
				failed[line(tr, c.Round)] = true
			}
		}
	}
	times := map[string]int{}
	for _, call := range lines(t, dir) {
		times[call]++
		if times[call] > 1 && !failed[call] {
			seen.duplicates++
		}
	}
}

// line is how the file "calls" names the call for a reply.
func line(tr store.Trial, round int) string {
	return fmt.Sprintf("%s %s %s %s %d", tr.Model, tr.Policy, tr.Task, tr.Variant, round)
}

// landed notes what a kill left behind.
func (s *tally) landed(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(dir, "assay.db")); err != nil {
		s.beforeStore++
		return
	}
	trials := read(t, dir)
	if trials == nil {
		s.beforeRun++
		return
	}
	var inFlight, unscored, unfinished bool
	for _, tr := range trials {
		if tr.Terminal != "" {
			continue
		}
		inFlight = inFlight || tr.Unanswered > 0
		unfinished = unfinished || len(tr.Rounds) > 0
		for _, r := range tr.Rounds {
			unscored = unscored || !r.Checked()
		}
	}
	for _, w := range []struct {
		yes bool
		n   *int
	}{{inFlight, &s.inFlight}, {unscored, &s.unscored}, {unfinished, &s.unfinished}, {!inFlight && !unfinished, &s.idle}} {
		if w.yes {
			*w.n++
		}
	}
}

func run(dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	return cmd
}

// lines lists the calls that were made in a folder, in order. The last line is there
// in full, because a write of this size is not torn by a kill.
func lines(t *testing.T, dir string) []string {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "calls"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []string
	for in := bufio.NewScanner(f); in.Scan(); {
		list = append(list, in.Text())
	}
	return list
}

// read lists the trials of the folder's run, nil if there is none yet.
func read(t *testing.T, dir string) []store.Trial {
	t.Helper()
	s, err := store.Open(context.Background(), filepath.Join(dir, "assay.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs, err := s.Runs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) == 0 {
		return nil
	}
	return trials(t, s, runs[0].ID)
}

// answered is the set of calls whose answer is recorded, as lines names them.
func answered(t *testing.T, dir string) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	if _, err := os.Stat(filepath.Join(dir, "assay.db")); err != nil {
		return known
	}
	for _, tr := range read(t, dir) {
		for _, r := range tr.Rounds {
			known[line(tr, r.Index)] = true
		}
	}
	return known
}

// records is what must not depend on kills: the trials without times, ids, call
// numbers, and what is kept of calls that did not come back.
func records(t *testing.T, dir string) []store.Trial {
	t.Helper()
	list := read(t, dir)
	for i := range list {
		if list[i].Terminal == "" {
			t.Fatalf("trial %d has no outcome", i)
		}
		strip(&list[i])
	}
	return list
}
