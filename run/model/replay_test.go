package model_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

// untimed is a response as JSON without the figures of the clock.
func untimed(t *testing.T, r model.Response) string {
	t.Helper()
	r.Attempts = append([]model.Attempt(nil), r.Attempts...)
	for i := range r.Attempts {
		r.Attempts[i].StartedAt, r.Attempts[i].Duration, r.Attempts[i].Wait = time.Time{}, 0, 0
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The same replies over HTTP, through the vendors' real SDKs, and from a
// recording give the same responses, faults and all; only the clock differs.
func TestReplayEqualsHTTP(t *testing.T) {
	answers := func(c modeltest.Call) modeltest.Step {
		switch last := c.Messages[len(c.Messages)-1].Content; {
		case strings.Contains(last, "refuse"):
			return modeltest.Fail(modeltest.Refused)
		case strings.Contains(last, "too long"):
			return modeltest.Fail(modeltest.TooLong)
		case strings.Contains(last, "stumble") && c.Number%2 == 1:
			return modeltest.Fail(modeltest.StreamCut)
		default:
			return modeltest.Step{Reply: modeltest.Reply{
				Text: "You said <" + last + "> & \u2028 “quotes”", Reasoning: "echo", Usage: model.Usage{InputTokens: 10, CachedTokens: 3, ReasoningTokens: 4, OutputTokens: 9},
			}}
		}
	}
	questions := []string{"hello", "refuse", "this is too long", "stumble", "say it in “Greek”: αβγ"}
	for vendor, serve := range vendors {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/stream=%v", vendor, stream), func(t *testing.T) {
				s := serve(answers)
				defer s.Close()
				path := filepath.Join(t.TempDir(), "talk.jsonl")
				recorder, err := model.CreateRecorder(path)
				if err != nil {
					t.Fatal(err)
				}
				live := recorder.Record(open(t, s, model.Options{Retry: quick}))
				var want []string
				ask := func(m model.Model, i int) string {
					r := ask(questions[i], stream)
					r.Label = model.Label{Suite: "test", Task: "T1", Round: i}
					res, err := m.Generate(t.Context(), r)
					return fmt.Sprintf("%s\n%v", untimed(t, res), err)
				}
				for i := range questions {
					want = append(want, ask(live, i))
				}
				if err := recorder.Close(); err != nil {
					t.Fatal(err)
				}
				replayed, err := model.Open(t.Context(), []model.Provider{model.Replay()}, "replay/"+path, model.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for i := range questions {
					if d := cmp.Diff(want[i], ask(replayed, i)); d != "" {
						t.Errorf("%s: -live +replayed\n%s", questions[i], d)
					}
				}
			})
		}
	}
}

// A recording grows over several runs, also when one of them died in the middle
// of a line; a file that is no recording is left alone.
func TestRecordingIsAppended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "talk.jsonl")
	s := modeltest.OpenAI(func(c modeltest.Call) modeltest.Step { return modeltest.Say(fmt.Sprint("answer ", c.Number)) })
	defer s.Close()
	m := open(t, s, model.Options{})
	for run := range 3 {
		rec, err := model.CreateRecorder(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rec.Record(m).Generate(t.Context(), ask(fmt.Sprint("question ", run), false)); err != nil {
			t.Fatal(err)
		}
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		// A crash in the middle of the next line.
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(`{"request":{"messages":[{"ro`); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := model.OpenRecording(path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range run + 1 {
			res, err := r.Generate(t.Context(), ask(fmt.Sprint("question ", i), false))
			if err != nil || res.Message.Content != fmt.Sprint("answer ", i+1) {
				t.Errorf("run %d, question %d: %q, %v", run, i, res.Message.Content, err)
			}
		}
	}

	for name, text := range map[string]string{"a line": "my thesis\n", "no line": "my thesis", "other JSON": `{"a":1}` + "\n"} {
		path := filepath.Join(t.TempDir(), "thesis.txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := model.CreateRecorder(path); err == nil {
			t.Errorf("%s: a file that is no recording was accepted", name)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%s: the file was changed to %q (%v)", name, got, err)
		}
	}
}

// A recorder may be shared by many calls at once.
func TestRecorderIsShared(t *testing.T) {
	var out bytes.Buffer
	s := modeltest.OpenAI(modeltest.Steps(modeltest.Say("x")))
	defer s.Close()
	rec := model.NewRecorder(&out)
	m := rec.Record(open(t, s, model.Options{}))
	var done sync.WaitGroup
	for i := range 50 {
		done.Go(func() {
			if _, err := m.Generate(t.Context(), ask(strings.Repeat("y", i), false)); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	list, torn, err := model.ParseRecording(out.Bytes())
	if err != nil || torn || len(list) != 50 || rec.Close() != nil {
		t.Errorf("%d exchanges, torn %v, %v", len(list), torn, err)
	}
}

type brokenDisk struct{}

func (brokenDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A recording with a hole cannot be replayed: the call says so.
func TestRecorderThatCannotWrite(t *testing.T) {
	s := modeltest.OpenAI(modeltest.Steps(modeltest.Say("x")))
	defer s.Close()
	rec := model.NewRecorder(brokenDisk{})
	_, err := rec.Record(open(t, s, model.Options{})).Generate(t.Context(), ask("?", false))
	var f *model.Fault
	if !errors.As(err, &f) || f.Terminal() != "operator" || !strings.Contains(f.Message, "no space left") {
		t.Errorf("error %v", err)
	}
	if rec.Close() == nil {
		t.Error("Close forgot the error")
	}
}

func TestReplayMissesSayWhy(t *testing.T) {
	say := func(text string) *model.Response {
		return &model.Response{Message: model.Message{Role: model.Assistant, Content: text}}
	}
	user := func(text string) []model.Message { return []model.Message{{Role: model.User, Content: text}} }
	r := model.NewRecording("replay/f", []model.Exchange{
		{Request: model.Request{Messages: user("alpha beta gamma"), Label: model.Label{Task: "P01", Epoch: 1}}, Response: say("old")},
		{Request: model.Request{Messages: user("alpha beta gamma"), Label: model.Label{Task: "P01", Epoch: 1}}, Response: say("new")},
		{Request: model.Request{Label: model.Label{Task: "P02"}}, Response: say("by label")},
		{Request: model.Request{Messages: user("only words")}, Fault: &model.Fault{Kind: model.Timeout, Message: "recorded fault"}},
	})
	for _, c := range []struct {
		name string
		ask  model.Request
		want string // the answer, or part of the error
	}{
		{"exact; the last one counts", model.Request{Messages: user("alpha beta gamma"), Label: model.Label{Task: "P01", Epoch: 1}}, "new"},
		{"thinking is not compared", model.Request{Messages: []model.Message{{Role: model.User, Content: "alpha beta gamma", Reasoning: "hm"}}, Label: model.Label{Task: "P01", Epoch: 1}}, "new"},
		{"config is not compared", model.Request{Messages: user("alpha beta gamma"), Label: model.Label{Task: "P01", Epoch: 1}, Config: model.Config{MaxTokens: 5}}, "new"},
		{"by label", model.Request{Messages: user("whatever"), Label: model.Label{Task: "P02"}}, "by label"},
		{"a fault", model.Request{Messages: user("only words")}, "recorded fault"},
		{"other words", model.Request{Messages: user("alpha beta delta"), Label: model.Label{Task: "P01", Epoch: 1}}, `message 1 (user) differs from byte 11 on: recorded "gamma", asked "delta"`},
		{"more words", model.Request{Messages: append(user("alpha beta gamma"), user("?")...), Label: model.Label{Task: "P01", Epoch: 1}}, "recorded 1, asked 2"},
		{"other label", model.Request{Messages: user("alpha beta gamma"), Label: model.Label{Task: "P01", Epoch: 2}}, "another label: epoch recorded 1, asked 2"},
		{"neither", model.Request{Messages: user("x"), Label: model.Label{Task: "P02", Epoch: 9, Policy: "ss"}}, "the nearest of 4 exchanges is number 3: policy recorded , asked ss; epoch recorded 0, asked 9"},
	} {
		res, err := r.Generate(t.Context(), c.ask)
		got := res.Message.Content
		if err != nil {
			got = err.Error()
		}
		if got != c.want && !(err != nil && strings.Contains(got, c.want)) {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	var f *model.Fault
	if _, err := model.NewRecording("replay/none", nil).Generate(t.Context(), ask("?", false)); !errors.As(err, &f) || f.Terminal() != "operator" {
		t.Errorf("an empty recording: %v", err)
	}
}

func TestRecordingErrors(t *testing.T) {
	good := `{"request":{"messages":[{"role":"user","content":"?"}],"label":{},"config":{}},"response":{"message":{"role":"assistant","content":"x"},"usage":{"input_tokens":1,"output_tokens":2}}}`
	for text, want := range map[string]string{
		good + "\n{\n":          "line 2",
		good + good + "\n":      "more than one",
		`{"request":{}}` + "\n": "a response or a fault",
		strings.Replace(good, `"label"`, `"labels"`, 1) + "\n":                               "labels",
		`{"request":{"label":{"task":"x"}},"fault":{"kind":"gremlins","message":""}}` + "\n": "gremlins",
		`{"request":{},"fault":{"kind":"timeout","message":""}}` + "\n":                      "messages, or a label",
	} {
		if _, _, err := model.ParseRecording([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", text, err, want)
		}
	}
	for _, name := range []string{"replay/" + t.TempDir() + "/none.jsonl", "replay/" + t.TempDir()} {
		_, err := model.Open(t.Context(), []model.Provider{model.Replay()}, name, model.Options{})
		var f *model.Fault
		if !errors.As(err, &f) || f.Terminal() != "operator" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
