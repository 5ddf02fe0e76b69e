package model_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

// answering is a server that answers every request with one body.
func answering(t *testing.T, contentType, body string) model.Lookup {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(s.Close)
	return env("OPENROUTER_BASE_URL", s.URL, "OPENROUTER_API_KEY", testKey, "ANTHROPIC_BASE_URL", s.URL, "ANTHROPIC_API_KEY", testKey,
		"GEMINI_BASE_URL", s.URL, "GEMINI_API_KEY", testKey)
}

// What a router adds to OpenAI's format, and replies that are valid JSON of the
// wrong kind.
func TestRoutersAndStrangeReplies(t *testing.T) {
	const sse = "text/event-stream"
	priced := `{"id":"g","model":"org/name","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"42","reasoning":"six sevens"}}],` +
		`"usage":{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12,"cost":0.00125}}`
	for _, c := range []struct {
		name, model, media, body string
		kind                     model.FaultKind // "" for the reply 42
	}{
		{"priced", "openrouter/org/name", "application/json", priced, ""},
		{"priced stream", "openrouter/org/name", sse, ": OPENROUTER PROCESSING\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"42\",\"reasoning\":\"six sevens\"},\"finish_reason\":\"stop\"}]}\n\n" +
			"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,\"total_tokens\":12,\"cost\":0.00125}}\n\ndata: [DONE]\n\n", ""},
		{"no [DONE]", "openrouter/org/name", sse, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"42\",\"reasoning\":\"six sevens\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,\"total_tokens\":12,\"cost\":0.00125}}\n\n", ""},
		{"error inside 200", "openrouter/org/name", "application/json", `{"error":{"code":429,"message":"Provider returned error"}}`, model.RateLimit},
		{"error in a choice", "openrouter/org/name", "application/json", `{"choices":[{"index":0,"finish_reason":"error","message":{"role":"assistant","content":"par"},"error":{"code":502,"message":"upstream"}}]}`, model.ServerError},
		{"error finish", "openrouter/org/name", "application/json", `{"choices":[{"index":0,"finish_reason":"error","message":{"role":"assistant","content":"par"}}]}`, model.ServerError},
		{"error in a chunk", "openrouter/org/name", sse, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\",\"error\":{\"code\":429,\"message\":\"busy\"}}]}\n\n", model.RateLimit},
		{"no choice", "openrouter/org/name", "application/json", `{"choices":[]}`, model.MalformedBody},
		{"a document for a stream", "openrouter/org/name", "text/event-stream-not/json", priced, model.MalformedBody},
		{"only white space", "openrouter/org/name", "application/json", " \n", model.EmptyBody},
		{"only comments", "openrouter/org/name", sse, ": ping\n\n: ping\n\n", model.TruncatedStream},
		{"anthropic: no message", "anthropic/x", "application/json", `{"ok":true}`, model.MalformedBody},
		{"gemini: no candidate", "google/x", "application/json", `{"usageMetadata":{"promptTokenCount":3}}`, model.EmptyBody},
		{"gemini: a list", "google/x", "application/json", `[{"candidates":[]}]`, model.MalformedBody},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := model.Open(t.Context(), model.Standard(), c.model, model.Options{Lookup: answering(t, c.media, c.body), Retry: model.Retry{MaxRetries: -1}})
			if err != nil {
				t.Fatal(err)
			}
			res, err := m.Generate(t.Context(), ask("?", c.media != "application/json"))
			if c.kind != "" {
				var f *model.Fault
				if !errors.As(err, &f) || f.Kind != c.kind {
					t.Errorf("%v, want %s", err, c.kind)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if res.Message.Content != "42" || res.Message.Reasoning != "six sevens" || res.CostUSD == nil || *res.CostUSD != 0.00125 || res.Usage.InputTokens != 10 {
				t.Errorf("%+v", res)
			}
		})
	}
}

// Efforts that an older model knows only as budgets, from least to most.
func TestEffortsGrow(t *testing.T) {
	for _, c := range []struct{ vendor, name, path string }{
		{"anthropic", "claude-sonnet-4-5", "thinking.budget_tokens"},
		{"google", "gemini-2.5-flash", "generationConfig.thinkingConfig.thinkingBudget"},
	} {
		s := vendors[c.vendor](modeltest.Steps(modeltest.Say("x")))
		m, err := model.Open(t.Context(), model.Standard(), c.vendor+"/"+c.name, model.Options{Lookup: s.Lookup(testKey)})
		if err != nil {
			t.Fatal(err)
		}
		last := 0.0
		for i, effort := range []string{"minimal", "low", "medium", "high", "max"} {
			r := ask("?", false)
			r.Config.ReasoningEffort = effort
			if _, err := m.Generate(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			budget, _ := at(body(t, s.Calls()[i]), strings.Split(c.path, ".")...).(float64)
			if budget <= last {
				t.Errorf("%s: %s is a budget of %v, not more than %v before", c.name, effort, budget, last)
			}
			last = budget
		}
		s.Close()
	}
	s := modeltest.Gemini(modeltest.Steps(modeltest.Say("x")))
	defer s.Close()
	m, err := model.Open(t.Context(), model.Standard(), "google/gemini-3-pro-preview", model.Options{Lookup: s.Lookup(testKey)})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct{ effort, level string }{{"minimal", "MINIMAL"}, {"low", "LOW"}, {"medium", "MEDIUM"}, {"high", "HIGH"}, {"max", "HIGH"}} {
		r := ask("?", false)
		r.Config.ReasoningEffort = c.effort
		if _, err := m.Generate(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if got := at(body(t, s.Calls()[i]), "generationConfig", "thinkingConfig", "thinkingLevel"); got != c.level {
			t.Errorf("%s is level %v, want %s", c.effort, got, c.level)
		}
	}
}

// A redirect is not followed: the key would go along.
func TestRedirects(t *testing.T) {
	for vendor, name := range map[string]string{"anthropic": "anthropic/x", "google": "google/x", "openrouter": "openrouter/x"} {
		elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			t.Errorf("%s: redirected with headers %v", vendor, r.Header)
		}))
		s := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
		up := strings.ToUpper(vendor)
		m, err := model.Open(t.Context(), model.Standard(), name, model.Options{Lookup: env(up+"_BASE_URL", s.URL, up+"_API_KEY", testKey)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Generate(t.Context(), ask("?", false))
		var f *model.Fault
		if !errors.As(err, &f) || f.Kind != model.NotFound || f.Status != 307 {
			t.Errorf("%s: %v", vendor, err)
		}
		s.Close()
		elsewhere.Close()
	}
}
