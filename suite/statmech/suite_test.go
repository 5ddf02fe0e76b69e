package statmech

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping"
)

// subject is what the propose–verify–revise loop asks of a task.
type subject interface {
	ID() string
	Variant() string
	Digest() string
	System() string
	Opening() string
	Feedback(v claim.View) string
	Kind() claim.Kind
	Check(ctx context.Context, reply string, p claim.Profile) (claim.Checked, error)
}

var _ subject = (*Subject)(nil)

func TestNew(t *testing.T) {
	all, err := New(Config{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	digests := map[string]bool{}
	for _, s := range all.Subjects() {
		got = append(got, s.ID()+" "+s.Variant())
		digests[s.Digest()] = true
		if s.Opening() == "" || s.System() == "" || s.Kind().Name != "mapping" || s.Card().ID != s.ID() {
			t.Errorf("%s %s is incomplete", s.ID(), s.Variant())
		}
	}
	if want := 3 * len(Tasks()); len(got) != want || got[0] != "P01 canonical" || len(digests) != want {
		t.Errorf("subjects %v with %d digests", got, len(digests))
	}
	some, err := New(Config{Seed: 1, Tasks: []string{"P05", "P02"}, Variants: []Variant{Templated}})
	if err != nil {
		t.Fatal(err)
	}
	if s := some.Subjects(); len(s) != 2 || s[0].ID() != "P02" || s[1].ID() != "P05" {
		t.Errorf("a selection gives %d subjects", len(s))
	}
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Tasks: []string{"P99"}}, `unknown task "P99"`},
		{Config{Variants: []Variant{"sung"}}, `unknown variant "sung"`},
	} {
		if _, err := New(c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%+v): %v", c.config, err)
		}
	}
}

// The digest changes with everything that shapes a task, and with nothing else.
func TestDigest(t *testing.T) {
	digest := func(c Config) string {
		c.Tasks, c.Variants = []string{"P04"}, []Variant{Templated}
		s, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		return s.Subjects()[0].Digest()
	}
	base := digest(Config{Seed: 3})
	if again := digest(Config{Seed: 3, Verifier: fixed{}}); again != base {
		t.Error("the verifier changes the digest")
	}
	if digest(Config{Seed: 4}) == base {
		t.Error("the seed does not change the digest")
	}
	if digest(Config{Seed: 3, Hint: true}) == base {
		t.Error("the hint does not change the digest")
	}
}

// fixed answers by profile.
type fixed map[claim.Profile]claim.Checked

func (f fixed) CheckReply(_ context.Context, _ mapping.Problem, reply string, p claim.Profile) (claim.Checked, error) {
	if reply == "" {
		return claim.Checked{}, errors.New("the machine is on fire")
	}
	return f[p], nil
}

// The certificate is the profile's, the measures are those of the full audit.
func TestCheck(t *testing.T) {
	f := fixed{
		claim.Published: {Certificate: claim.Certificate{Profile: claim.Published, Verdict: claim.VerdictCertified}, Measures: map[string]float64{"numbers": 1}},
		claim.Final:     {Certificate: claim.Certificate{Profile: claim.Final, Verdict: claim.VerdictFailed}, Measures: map[string]float64{"numbers": 1, "honest": 0}, Labels: map[string]string{"mode": "complexity"}},
	}
	s, err := New(Config{Seed: 1, Tasks: []string{"P01"}, Variants: []Variant{Canonical}, Verifier: f})
	if err != nil {
		t.Fatal(err)
	}
	sub := s.Subjects()[0]
	for p, want := range map[claim.Profile]claim.Verdict{claim.Published: claim.VerdictCertified, claim.Final: claim.VerdictFailed} {
		got, err := sub.Check(t.Context(), "reply", p)
		if err != nil {
			t.Fatal(err)
		}
		if got.Certificate.Verdict != want || got.Certificate.Profile != p {
			t.Errorf("profile %s: certificate %+v", p, got.Certificate)
		}
		if !maps.Equal(got.Measures, f[claim.Final].Measures) || got.Labels["mode"] != "complexity" {
			t.Errorf("profile %s: measures %v, labels %v", p, got.Measures, got.Labels)
		}
	}
	if _, err := sub.Check(t.Context(), "", claim.Final); err == nil || !strings.Contains(err.Error(), "task P01 (canonical): the machine is on fire") {
		t.Errorf("trouble of the machine comes back as %v", err)
	}
	bare, err := New(Config{Tasks: []string{"P01"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bare.Subjects()[0].Check(t.Context(), "reply", claim.Final); err == nil {
		t.Error("a suite without a verifier checked a reply")
	}
}

func TestMetrics(t *testing.T) {
	measures := []string{"numbers", "class_strict", "class_witnessed", "honest", "honest_structure", "certified"}
	seen := map[string]bool{}
	for _, m := range Metrics() {
		if seen[m.Name] || m.Title == "" || m.Meaning == "" || !slices.Contains(measures, m.Measure) {
			t.Errorf("metric %+v", m)
		}
		seen[m.Name] = true
	}
	for _, published := range []string{"tc0_strict", "nm0", "honesty", "kstar", "passed"} {
		if !seen[published] {
			t.Errorf("the published metric %q is missing", published)
		}
	}
}

// A problem hands out what its text announces, and no reference where none is due.
func TestProblem(t *testing.T) {
	for _, task := range Tasks() {
		for _, v := range Variants() {
			p, err := newProblem(task, v, 8, newTruths())
			if err != nil {
				t.Fatal(err)
			}
			if keys := p.ParamKeys(); task.beta != nil && !slices.Contains(keys, p.bind.keys["beta"]) {
				t.Errorf("%s %s: keys %v", task.ID, v, keys)
			}
			if _, square := p.Side(16); square != slices.Contains([]string{"P03", "P04", "P08", "P09", "T02", "T03", "T06", "T08"}, task.ID) {
				t.Errorf("%s: side of 16 sites: %v", task.ID, square)
			}
			for _, r := range regimes {
				n := p.Sizes(r)[0]
				in, err := p.Instance(r, n, 0)
				if err != nil {
					t.Fatal(err)
				}
				var params map[string]json.RawMessage
				if err := json.Unmarshal(in.Params, &params); err != nil {
					t.Fatal(err)
				}
				want := slices.Sorted(slices.Values(p.ParamKeys()))
				if got := slices.Sorted(maps.Keys(params)); !slices.Equal(got, want) {
					t.Errorf("%s %s: parameters %v, want %v", task.ID, v, got, want)
				}
				if growth := r == mapping.AtGrowth; (in.LogZ == nil) != growth || (in.Structure == nil) != growth {
					t.Errorf("%s %s: regime %s has reference %v", task.ID, v, r, in.LogZ)
				}
			}
		}
	}
}

// Every truth is computed once, however many variants and callers ask.
func TestTruthIsShared(t *testing.T) {
	truth := newTruths()
	in, err := Tasks()[0].draw(1, mapping.Probed, 6, 0)
	if err != nil {
		t.Fatal(err)
	}
	key := truthKey{"P01", mapping.Probed, 6, 0}
	results := make(chan *float64)
	for range 8 {
		go func() {
			got, err := truth.of(in, key)
			if err != nil {
				t.Error(err)
			}
			results <- &got.value.LogZ
		}()
	}
	first := *<-results
	for range 7 {
		if x := *<-results; x != first {
			t.Errorf("two values of one truth: %v and %v", first, x)
		}
	}
	if len(truth.m) != 1 {
		t.Errorf("%d truths are kept, want 1", len(truth.m))
	}
}

func ExampleNew() {
	s, err := New(Config{Seed: 1, Tasks: []string{"P01"}, Variants: []Variant{Paraphrased}})
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _, _ := strings.Cut(s.Subjects()[0].Opening(), "\n")
	fmt.Println(text)
	// Output: A weighted sum over sign sequences.
}
