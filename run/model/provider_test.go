package model_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

func env(pairs ...string) model.Lookup {
	return func(name string) (string, bool) {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name string
		look model.Lookup
		kind model.FaultKind // "" when it opens
		want string
	}{
		{"openai/gpt-5", env("OPENAI_API_KEY", testKey), "", ""},
		{"openai/gpt-5", env(), model.Auth, "OPENAI_API_KEY is not set"},
		{"openai/gpt-5", env("OPENAI_API_KEY", ""), model.Auth, "OPENAI_API_KEY"},
		{"openai/mine", env("OPENAI_BASE_URL", "http://localhost:1/v1"), "", ""},
		{"openai/gpt-5", env("OPENAI_API_KEY", testKey, "OPENAI_BASE_URL", "localhost:1"), model.BadRequest, "https://host/path"},
		{"openai/gpt-5", env("OPENAI_API_KEY", testKey, "OPENAI_BASE_URL", "ftp://x/"), model.BadRequest, "https://host/path"},
		{"anthropic/claude-opus-5", env("ANTHROPIC_API_KEY", testKey), "", ""},
		{"anthropic/claude-opus-5", env("OPENAI_API_KEY", testKey), model.Auth, "ANTHROPIC_API_KEY"},
		{"google/gemini-2.5-pro", env("GEMINI_API_KEY", testKey), "", ""},
		{"google/gemini-2.5-pro", env("GEMINI_BASE_URL", "http://localhost:1"), model.Auth, "GOOGLE_API_KEY or GEMINI_API_KEY"},
		{"openrouter/org/name", env("OPENROUTER_API_KEY", testKey), "", ""},
		{"openrouter/org/name", env(), model.Auth, "OPENROUTER_API_KEY"},
		{"ollama/qwen3:8b", env(), "", ""},
		{"openai-api/my-lab/org/name", env("MY_LAB_BASE_URL", "http://localhost:1/v1"), "", ""},
		{"openai-api/my-lab/name", env(), model.BadRequest, "MY_LAB_BASE_URL is not set"},
		{"openai-api/my-lab", env(), model.BadRequest, "openai-api/NAME/model"},
		{"openai-api/a b/x", env(), model.BadRequest, "openai-api/NAME/model"},
		{"gpt-5", env(), model.BadRequest, "provider/model"},
		{"openai/", env(), model.BadRequest, "provider/model"},
		{"opnai/gpt-5", env(), model.NotFound, "there are: openai, anthropic, google, openrouter, ollama, openai-api"},
		{"openai/gpt-5", env("OPENAI_API_KEY", testKey, "ASSAY_PRICES", "/no/such/file"), model.BadRequest, "/no/such/file"},
	} {
		m, err := model.Open(t.Context(), model.Standard(), c.name, model.Options{Lookup: c.look})
		if c.kind == "" {
			if err != nil || m.Name() != c.name {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var f *model.Fault
		if !errors.As(err, &f) || f.Kind != c.kind || f.Terminal() != "operator" || !strings.Contains(f.Message, c.want) {
			t.Errorf("%s: %v, want %s with %q", c.name, err, c.kind, c.want)
		}
	}
}

func TestBaseURLs(t *testing.T) {
	for _, c := range []struct {
		serve    func(modeltest.Script) *modeltest.Server
		name     string
		variable string
		suffix   string
	}{
		{modeltest.OpenAI, "openai/x", "OPENAI_BASE_URL", ""}, {modeltest.OpenAI, "openai/x", "OPENAI_BASE_URL", "/"},
		{modeltest.OpenAI, "openrouter/x", "OPENROUTER_BASE_URL", ""}, {modeltest.OpenAI, "ollama/x", "OLLAMA_BASE_URL", ""},
		{modeltest.OpenAI, "openai-api/a-b/x", "A_B_BASE_URL", ""},
		{modeltest.Anthropic, "anthropic/x", "ANTHROPIC_BASE_URL", ""}, {modeltest.Anthropic, "anthropic/x", "ANTHROPIC_BASE_URL", "/v1/"},
		{modeltest.Gemini, "google/x", "GOOGLE_BASE_URL", ""}, {modeltest.Gemini, "google/x", "GEMINI_BASE_URL", "/v1beta"},
	} {
		s := c.serve(modeltest.Steps(modeltest.Say("here")))
		look := env(c.variable, s.URL+c.suffix, "GOOGLE_API_KEY", testKey)
		m, err := model.Open(t.Context(), model.Standard(), c.name, model.Options{Lookup: look})
		if err != nil {
			t.Fatal(err)
		}
		if res, err := m.Generate(t.Context(), ask("?", false)); err != nil || res.Message.Content != "here" {
			t.Errorf("%s by %s%s: %v", c.name, c.variable, c.suffix, err)
		}
		s.Close()
	}
}

func TestEnvironment(t *testing.T) {
	path := filepath.Join(t.TempDir(), ".env")
	if err := os.WriteFile(path, []byte("# keys\nASSAY_TEST_A=from-file\nexport ASSAY_TEST_B=\"quoted value\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASSAY_TEST_A", "from-environment")
	look, err := model.Environment(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"ASSAY_TEST_A": "from-environment", "ASSAY_TEST_B": "quoted value", "ASSAY_TEST_C": ""} {
		if got, _ := look(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if v := os.Getenv("ASSAY_TEST_B"); v != "" {
		t.Error("the process's environment was changed")
	}
	if _, err := model.Environment(path + ".missing"); err != nil {
		t.Errorf("a missing file: %v", err)
	}
	if err := os.WriteFile(path, []byte(testKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := model.Environment(path); err == nil || strings.Contains(err.Error(), testKey) {
		t.Errorf("a broken file: %v", err)
	}
}

// TestKeysStayInside has servers quote the key in everything they say, and then
// looks for it in every error, every fault's JSON, every response, the recording,
// the log and what is printed of the objects themselves.
func TestKeysStayInside(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)

	var recording bytes.Buffer
	rec := model.NewRecorder(&recording)
	var all strings.Builder
	var board model.Board
	for vendor, serve := range vendors {
		for _, stream := range []bool{false, true} {
			for _, fault := range append(append(modeltest.Faults(), modeltest.StreamFaults()...), "") {
				s := serve(func(c modeltest.Call) modeltest.Step {
					step := modeltest.Fail(fault)
					step.Reply.Text = "your key is " + testKey + ", is it not? " + strings.Repeat(testKey, 3)
					step.Reply.Reasoning = "the key " + testKey
					step.Header.Set("X-Echo", testKey)
					return step
				})
				r := ask("?", stream)
				r.Config.Timeout, r.Config.IdleTimeout = 100*time.Millisecond, 50*time.Millisecond
				m := rec.Record(open(t, s, model.Options{Retry: model.Retry{MaxRetries: -1}, Watcher: &board}))
				res, err := m.Generate(t.Context(), r)
				if (err == nil) != (fault == "") && !errors.As(err, new(*model.Fault)) {
					t.Errorf("%s %s: %v", vendor, fault, err)
				}
				text, marshalErr := json.Marshal(res)
				if marshalErr != nil {
					t.Fatal(marshalErr)
				}
				fmt.Fprintf(&all, "%s\n%v\n%+v\n%#v\n%s\n%+v\n%v\n", text, err, err, err, errors.Unwrap(err), res, board.Waits())
				faultText, marshalErr := json.Marshal(err)
				if marshalErr != nil {
					t.Fatal(marshalErr)
				}
				all.Write(faultText)
				s.Close()
			}
		}
	}
	// Opening fails in ways that could quote the key, too.
	for _, base := range []string{"http://user:" + testKey + "@h\x7f/", "://" + testKey, "http://127.0.0.1:1/?key=" + testKey} {
		m, err := model.Open(t.Context(), model.Standard(), "openai/x", model.Options{BaseURL: base, Lookup: env("OPENAI_API_KEY", testKey), Retry: model.Retry{MaxRetries: -1}})
		fmt.Fprintln(&all, err)
		if err == nil {
			_, err = m.Generate(t.Context(), ask("?", false))
			fmt.Fprintln(&all, err)
		}
	}
	for _, p := range model.Standard() {
		b, err := p.Open(t.Context(), "a/b", model.Options{BaseURL: "http://localhost:1", Pool: model.NewPool(model.Limits{}), Lookup: func(string) (string, bool) { return testKey, true }})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%v %+v %#v %s\n", b, b, b, b)
	}
	for name, text := range map[string]string{"errors and responses": all.String(), "the recording": recording.String(), "the log": logged.String()} {
		if strings.Contains(text, testKey) {
			i := strings.Index(text, testKey)
			t.Errorf("the key is in %s: …%s…", name, text[max(0, i-200):i+60])
		}
	}
	if logged.Len() > 0 {
		t.Errorf("an SDK writes to the log: %s", logged.String())
	}
	if !strings.Contains(recording.String(), "[key removed]") {
		t.Error("the servers quoted no key: the test tests nothing")
	}
}

// Connections are kept. A connection comes back to the transport's pool a moment
// after its reply, so that a few more than the limit may be opened; a transport
// that keeps too few idle ones would open one for nearly every call.
func TestConnectionsAreReused(t *testing.T) {
	s := modeltest.OpenAI(modeltest.Steps(modeltest.Say("x")))
	defer s.Close()
	pool := model.NewPool(model.Limits{MaxConnections: 8})
	defer pool.Close()
	m := open(t, s, model.Options{Pool: pool})
	for range 4 {
		errs := make(chan error, 32)
		for range cap(errs) {
			go func() {
				_, err := m.Generate(t.Context(), ask("?", false))
				errs <- err
			}()
		}
		for range cap(errs) {
			if err := <-errs; err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := s.Connections(); n > 24 {
		t.Errorf("128 calls, 8 at once, opened %d connections", n)
	}
	if l := pool.Loads(); len(l) != 1 || l[0].Active != 0 || l[0].Queued != 0 || l[0].Model != "test-model" {
		t.Errorf("loads %+v", l)
	}
}
