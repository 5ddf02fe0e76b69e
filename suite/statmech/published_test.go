package statmech

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/published.jsonl")

// pinned is what one description of a task was when it was published: results are
// comparable across versions of this code only while none of it changes.
type pinned struct {
	Task    string  `json:"task"`
	Variant Variant `json:"variant"`
	Seed    uint64  `json:"seed"`
	Digest  string  `json:"digest"`
	// SHA-256 of the prompt, of every presented parameter set of every regime, and of
	// the builtin agents' replies of two rounds.
	Prompt  string `json:"prompt"`
	Params  string `json:"params"`
	Replies string `json:"replies"`
}

func pin(t *testing.T, sub *Subject, seed uint64) pinned {
	t.Helper()
	hash := func(parts ...[]byte) string {
		h := sha256.New()
		for _, p := range parts {
			fmt.Fprintf(h, "%d:", len(p))
			h.Write(p)
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	var params, replies [][]byte
	for _, r := range regimes {
		for _, n := range sub.problem.Sizes(r) {
			for k := range sub.problem.Samples(r) {
				in, err := sub.problem.task.draw(seed, r, n, k)
				if err != nil {
					t.Fatal(err)
				}
				raw, err := sub.problem.bind.params(in, r, k)
				if err != nil {
					t.Fatal(err)
				}
				params = append(params, raw)
			}
		}
	}
	for _, a := range Agents() {
		for round := range 2 {
			if slow := a.Name == "hardcode" || a.Name == "structure"; slow && round > 0 && os.Getenv("ASSAY_LONG") == "" {
				replies = append(replies, replies[len(replies)-1]) // they do not look at the round
				continue
			}
			reply, err := Reply(a.Name, Ask{Task: sub.ID(), Variant: sub.Variant(), Seed: seed, Round: round})
			if err != nil {
				t.Fatal(err)
			}
			replies = append(replies, []byte(reply))
		}
	}
	return pinned{Task: sub.ID(), Variant: Variant(sub.Variant()), Seed: seed, Digest: sub.Digest(),
		Prompt: hash([]byte(sub.System()), []byte(sub.Opening())), Params: hash(params...), Replies: hash(replies...)}
}

// Prompts, parameters, digests and the builtin agents' replies of every task are those
// of the day it was added.
func TestPublishedTasksStay(t *testing.T) {
	const file = "testdata/published.jsonl"
	want := map[string]pinned{}
	raw, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for sc := bufio.NewScanner(bytes.NewReader(raw)); sc.Scan(); {
		var p pinned
		if err := json.Unmarshal(sc.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		want[fmt.Sprint(p.Task, p.Variant, p.Seed)] = p
	}
	seeds := []uint64{1, 2, 3}
	got := make([][]pinned, len(seeds))
	for i, seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s, err := New(Config{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			for _, sub := range s.Subjects() {
				p := pin(t, sub, seed)
				got[i] = append(got[i], p)
				if diff := cmp.Diff(want[fmt.Sprint(p.Task, p.Variant, p.Seed)], p); diff != "" && !*update {
					t.Errorf("%s %s, seed %d (-want +got):\n%s", p.Task, p.Variant, seed, diff)
				}
			}
		})
	}
	t.Cleanup(func() {
		if *update {
			rewrite(t, file, slices.Concat(got...))
		}
	})
}

func rewrite(t *testing.T, file string, pins []pinned) {
	t.Helper()
	var out bytes.Buffer
	for _, p := range pins {
		line, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(line, '\n'))
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
