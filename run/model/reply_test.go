package model_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

// body is the JSON that a server got, as a tree.
func body(t *testing.T, c modeltest.Call) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(c.Body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// at walks a tree by keys.
func at(v any, path ...string) any {
	for _, key := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[key]
	}
	return v
}

// One reply with everything in it comes out of all three formats, whole and
// streamed, as the same message and the same usage.
func TestReplies(t *testing.T) {
	said := modeltest.Reply{
		Text: "Die Lösung ist $x = 42$.\n\n```python\nprint(42)\n```", Reasoning: "Six times seven, über den Daumen.",
		ToolCalls: []model.ToolCall{{ID: "call_a", Name: "add", Arguments: `{"a":6,"b":[7]}`}, {ID: "call_b", Name: "now", Arguments: `{}`}},
		Usage:     model.Usage{InputTokens: 100, CachedTokens: 40, ReasoningTokens: 20, OutputTokens: 50},
	}
	for vendor, serve := range vendors {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/stream=%v", vendor, stream), func(t *testing.T) {
				s := serve(modeltest.Steps(modeltest.Step{Reply: said}, modeltest.Step{Reply: modeltest.Reply{Text: "cut", Cut: true, Usage: said.Usage}}))
				defer s.Close()
				m := open(t, s, model.Options{})
				res, err := m.Generate(t.Context(), ask("What is six times seven?", stream))
				if err != nil {
					t.Fatal(err)
				}
				want := model.Response{
					Message:    model.Message{Role: model.Assistant, Content: said.Text, Reasoning: said.Reasoning, ToolCalls: said.ToolCalls},
					StopReason: model.StopToolCalls, Model: "test-model", Usage: said.Usage,
				}
				ignore := cmpopts.IgnoreFields(model.Response{}, "Raw", "Attempts", "Message.Opaque")
				if d := cmp.Diff(want, res, ignore); d != "" {
					t.Errorf("-want +got\n%s", d)
				}
				if !json.Valid(res.Raw) || !strings.Contains(string(res.Raw), "test-model") {
					t.Errorf("raw: %s", res.Raw)
				}
				if len(res.Attempts) != 1 || res.Attempts[0].Usage != said.Usage {
					t.Errorf("attempts: %+v", res.Attempts)
				}
				res, err = m.Generate(t.Context(), ask("More.", stream))
				if err != nil || res.StopReason != model.StopMaxTokens || res.Message.Content != "cut" {
					t.Errorf("a cut reply: %+v, %v", res, err)
				}
				for _, c := range s.Calls() {
					if !strings.Contains(fmt.Sprint(c.Header), testKey) {
						t.Error("the key was not sent")
					}
				}
			})
		}
	}
}

// A conversation with a tool in it arrives as it was meant, in all three formats.
func TestConversations(t *testing.T) {
	talk := []model.Message{
		{Role: model.System, Content: "Be brief."},
		{Role: model.User, Content: "What is 6·7?"},
		{Role: model.Assistant, Content: "I multiply.", Reasoning: "not to be sent", ToolCalls: []model.ToolCall{
			{ID: "c1", Name: "mul", Arguments: `{"a":6,"b":7}`}, {ID: "c2", Name: "now", Arguments: `{}`}}},
		{Role: model.ToolReply, ToolCallID: "c1", Content: "42"},
		{Role: model.ToolReply, ToolCallID: "c2", Content: "noon"},
		{Role: model.Assistant, Content: "It is 42."},
		{Role: model.User, Content: "Sure?"},
	}
	for vendor, serve := range vendors {
		t.Run(vendor, func(t *testing.T) {
			s := serve(modeltest.Steps(modeltest.Say("yes")))
			defer s.Close()
			_, err := open(t, s, model.Options{}).Generate(t.Context(), model.Request{Messages: talk, Tools: []model.Tool{
				{Name: "mul", Description: "multiplies", Parameters: json.RawMessage(`{"type":"object","properties":{"a":{"type":"number"}},"required":["a"]}`)},
				{Name: "now"},
			}})
			if err != nil {
				t.Fatal(err)
			}
			got := s.Calls()[0]
			want := append([]model.Message(nil), talk...)
			want[2].Reasoning = ""
			if d := cmp.Diff(want, got.Messages); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
			if strings.Contains(string(got.Body), "not to be sent") {
				t.Error("thinking text was sent back")
			}
			for _, part := range []string{"mul", "multiplies", `"required":["a"]`} {
				if !strings.Contains(string(got.Body), part) {
					t.Errorf("the tools lack %s: %s", part, got.Body)
				}
			}
		})
	}
}

// What a vendor signed goes back to it unchanged.
func TestOpaqueTurns(t *testing.T) {
	for _, vendor := range []string{"anthropic", "google"} {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/stream=%v", vendor, stream), func(t *testing.T) {
				s := vendors[vendor](modeltest.Steps(modeltest.Step{Reply: modeltest.Reply{
					Reasoning: "I need the sum.", Text: "Adding.", ToolCalls: []model.ToolCall{{ID: "c1", Name: "add", Arguments: `{"a":1}`}},
				}}, modeltest.Say("1")))
				defer s.Close()
				m := open(t, s, model.Options{})
				r := ask("Add.", stream)
				res, err := m.Generate(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				// Through JSON, as a store would keep it.
				kept, err := json.Marshal(res.Message)
				if err != nil {
					t.Fatal(err)
				}
				var turn model.Message
				if err := json.Unmarshal(kept, &turn); err != nil {
					t.Fatal(err)
				}
				r.Messages = append(r.Messages, turn, model.Message{Role: model.ToolReply, ToolCallID: "c1", Content: "1"})
				if _, err := m.Generate(t.Context(), r); err != nil {
					t.Fatal(err)
				}
				sent := string(s.Calls()[1].Body)
				if !strings.Contains(sent, "c2lnbmVk") {
					t.Errorf("the signature did not come back: %s", sent)
				}
			})
		}
	}
}

// Settings reach each vendor under its own names, and what a vendor cannot take
// is said, not dropped in silence.
func TestSettings(t *testing.T) {
	f := func(v float64) *float64 { return &v }
	n := func(v int64) *int64 { return &v }
	schema := &model.Schema{Name: "answer", Strict: true, JSON: json.RawMessage(`{"type":"object","properties":{"x":{"type":"number"}}}`)}
	for _, c := range []struct {
		name, provider, model string
		config                model.Config
		want                  map[string]any // dotted path in the body
		ignored               []string
	}{
		{"openai", "openai", "gpt-5", model.Config{MaxTokens: 9, Temperature: f(0.5), TopP: f(0.9), Seed: n(3), Stop: []string{"END"}, ReasoningEffort: "high", ReasoningTokens: 5},
			map[string]any{"max_completion_tokens": 9.0, "max_tokens": nil, "temperature": 0.5, "top_p": 0.9, "seed": 3.0, "stop": []any{"END"},
				"reasoning_effort": "high", "response_format.json_schema.name": "answer", "response_format.json_schema.strict": true}, []string{"reasoning_tokens"}},
		{"compatible", "openai-api", "local/tiny", model.Config{MaxTokens: 9, Stream: true},
			map[string]any{"max_tokens": 9.0, "max_completion_tokens": nil, "temperature": nil, "reasoning_effort": nil, "stream_options.include_usage": true, "model": "tiny"}, nil},
		{"ollama", "ollama", "qwen3:8b", model.Config{MaxTokens: 9}, map[string]any{"max_tokens": 9.0, "model": "qwen3:8b"}, nil},
		{"openrouter effort", "openrouter", "org/name", model.Config{ReasoningEffort: "low"},
			map[string]any{"reasoning.effort": "low", "reasoning_effort": nil, "usage.include": true, "model": "org/name"}, nil},
		{"openrouter tokens", "openrouter", "org/name", model.Config{ReasoningEffort: "low", ReasoningTokens: 2000},
			map[string]any{"reasoning.max_tokens": 2000.0, "reasoning.effort": nil}, []string{"reasoning_effort"}},
		{"anthropic plain", "anthropic", "claude-opus-5", model.Config{Temperature: f(0.5), Seed: n(3), Stop: []string{"END"}},
			map[string]any{"max_tokens": 16384.0, "temperature": 0.5, "thinking": nil, "stop_sequences": []any{"END"}, "output_config.format.type": "json_schema"}, []string{"seed"}},
		{"anthropic budget", "anthropic", "claude-sonnet-4-5-20250929", model.Config{MaxTokens: 1000, Temperature: f(0.5), ReasoningTokens: 5000},
			map[string]any{"max_tokens": 6000.0, "thinking.type": "enabled", "thinking.budget_tokens": 5000.0, "temperature": nil, "output_config.effort": nil}, []string{"temperature"}},
		{"anthropic effort as budget", "anthropic", "claude-haiku-4-5", model.Config{MaxTokens: 1000, ReasoningEffort: "low"},
			map[string]any{"max_tokens": 5096.0, "thinking.budget_tokens": 4096.0}, nil},
		{"anthropic effort", "anthropic", "claude-opus-4-8", model.Config{MaxTokens: 1000, ReasoningEffort: "xhigh", ReasoningTokens: 5000},
			map[string]any{"max_tokens": 1000.0, "thinking.type": "adaptive", "output_config.effort": "xhigh"}, []string{"reasoning_tokens"}},
		{"anthropic off", "anthropic", "claude-opus-4-8", model.Config{ReasoningEffort: "none", Temperature: f(1)},
			map[string]any{"thinking.type": "disabled", "temperature": 1.0}, nil},
		{"anthropic long", "anthropic", "claude-opus-4-8", model.Config{MaxTokens: 64000}, map[string]any{"stream": true}, nil},
		{"anthropic short", "anthropic", "claude-opus-4-8", model.Config{MaxTokens: 20000}, map[string]any{"stream": nil}, nil},
		{"gemini budget", "google", "gemini-2.5-pro", model.Config{MaxTokens: 100, Temperature: f(0.5), TopP: f(0.25), Seed: n(3), ReasoningTokens: 500},
			map[string]any{"generationConfig.maxOutputTokens": 600.0, "generationConfig.temperature": 0.5, "generationConfig.topP": 0.25, "generationConfig.seed": 3.0,
				"generationConfig.thinkingConfig.thinkingBudget": 500.0, "generationConfig.thinkingConfig.includeThoughts": true,
				"generationConfig.responseMimeType": "application/json", "generationConfig.responseJsonSchema.type": "object"}, nil},
		{"gemini effort as budget", "google", "gemini-2.5-flash", model.Config{ReasoningEffort: "high"},
			map[string]any{"generationConfig.thinkingConfig.thinkingBudget": 16384.0}, nil},
		{"gemini level", "google", "gemini-3-pro-preview", model.Config{ReasoningEffort: "low"},
			map[string]any{"generationConfig.thinkingConfig.thinkingLevel": "LOW", "generationConfig.thinkingConfig.thinkingBudget": nil}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			serve := map[string]func(modeltest.Script) *modeltest.Server{"anthropic": modeltest.Anthropic, "google": modeltest.Gemini}[c.provider]
			if serve == nil {
				serve = modeltest.OpenAI
			}
			s := serve(modeltest.Steps(modeltest.Say("{}")))
			defer s.Close()
			m, err := model.Open(t.Context(), model.Standard(), c.provider+"/"+c.model, model.Options{Lookup: s.Lookup(testKey)})
			if err != nil {
				t.Fatal(err)
			}
			r := ask("?", false)
			r.Config, r.Schema = c.config, schema
			res, err := m.Generate(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			sent := body(t, s.Calls()[0])
			for path, want := range c.want {
				if got := at(sent, strings.Split(path, ".")...); !cmp.Equal(got, want) {
					t.Errorf("%s is %v, want %v in %v", path, got, want, sent)
				}
			}
			if d := cmp.Diff(c.ignored, res.Ignored); d != "" {
				t.Errorf("ignored settings: -want +got\n%s", d)
			}
		})
	}
}

// Requests that cannot be said in a vendor's format fail without being sent.
func TestRequestsThatCannotBeSent(t *testing.T) {
	seed := int64(1 << 40)
	for name, c := range map[string]struct {
		vendor string
		edit   func(*model.Request)
	}{
		"role":             {"openai", func(r *model.Request) { r.Messages[0].Role = "judge" }},
		"role anthropic":   {"anthropic", func(r *model.Request) { r.Messages[1].Role = "judge" }},
		"role gemini":      {"google", func(r *model.Request) { r.Messages[1].Role = "judge" }},
		"schema":           {"openai", func(r *model.Request) { r.Schema = &model.Schema{Name: "s", JSON: json.RawMessage(`[1]`)} }},
		"schema anthropic": {"anthropic", func(r *model.Request) { r.Schema = &model.Schema{Name: "s", JSON: json.RawMessage(`{`)} }},
		"tool":             {"google", func(r *model.Request) { r.Tools = []model.Tool{{Name: "t", Parameters: json.RawMessage(`1`)}} }},
		"seed":             {"google", func(r *model.Request) { r.Config.Seed = &seed }},
		"orphan result": {"google", func(r *model.Request) {
			r.Messages = append(r.Messages, model.Message{Role: model.ToolReply, ToolCallID: "none"})
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := vendors[c.vendor](modeltest.Steps(modeltest.Say("x")))
			defer s.Close()
			r := ask("?", false)
			c.edit(&r)
			_, err := open(t, s, model.Options{}).Generate(t.Context(), r)
			var f *model.Fault
			if !errors.As(err, &f) || f.Kind != model.BadRequest || len(s.Calls()) != 0 {
				t.Errorf("%v, after %d calls", err, len(s.Calls()))
			}
		})
	}
}

// Thinking that a local server leaves in the text never reaches Content.
func TestThinkingInTheText(t *testing.T) {
	for text, want := range map[string][2]string{ // reasoning, content
		"plain":                                {"", "plain"},
		"<think>a\nb</think>\n\nc":             {"a\nb", "c"},
		"  \n<think>a</think>c":                {"a", "c"},
		"<think></think>c":                     {"", "c"},
		"<thinking>a</thinking>c":              {"a", "c"},
		"<think>never closed":                  {"never closed", ""},
		"begun in the prompt</think>c":         {"begun in the prompt", "c"},
		"I use <think>tags</think> in my text": {"", "I use <think>tags</think> in my text"},
		"":                                     {"", ""},
	} {
		s := modeltest.OpenAI(modeltest.Steps(modeltest.Say(text)))
		m, err := model.Open(t.Context(), model.Standard(), "openai-api/local/tiny", model.Options{Lookup: s.Lookup("")})
		if err != nil {
			t.Fatal(err)
		}
		for _, stream := range []bool{false, true} {
			res, err := m.Generate(t.Context(), ask("?", stream))
			if err != nil {
				t.Fatal(err)
			}
			if res.Message.Reasoning != want[0] || res.Message.Content != want[1] {
				t.Errorf("%q, stream %v: reasoning %q, content %q", text, stream, res.Message.Reasoning, res.Message.Content)
			}
		}
		s.Close()
	}
}

// A keyless server gets no key, and variables of the real environment do not
// reach the SDKs.
func TestNothingLeaksFromTheEnvironment(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "GEMINI_API_KEY"} {
		t.Setenv(name, "http://ambient.invalid/"+name)
	}
	for vendor, serve := range vendors {
		s := serve(modeltest.Steps(modeltest.Say("x")))
		name, key := s.ModelName(), testKey
		if vendor == "openai" {
			name, key = "openai-api/local/tiny", ""
		}
		m, err := model.Open(t.Context(), model.Standard(), name, model.Options{Lookup: s.Lookup(key)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Generate(t.Context(), ask("?", false)); err != nil {
			t.Fatal(err)
		}
		if h := s.Calls()[0].Header; strings.Contains(fmt.Sprint(h), "ambient") || vendor == "openai" && h.Get("Authorization") != "" {
			t.Errorf("%s: headers %v", vendor, h)
		}
		s.Close()
	}
}

// Any text and any usage survive each format's way there and back.
func TestTextRoundTrip(t *testing.T) {
	var say modeltest.Step
	servers := map[string]model.Model{}
	calls := map[string]*modeltest.Server{}
	for vendor, serve := range vendors {
		s := serve(func(modeltest.Call) modeltest.Step { return say })
		defer s.Close()
		servers[vendor], calls[vendor] = open(t, s, model.Options{}), s
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[^\x00]{1,60}`).Draw(t, "text")
		asked := rapid.StringMatching(`[a-zA-Zäöü$\\{}<>"' \n]{1,40}x`).Draw(t, "asked")
		u := model.Usage{
			InputTokens:  rapid.Int64Range(0, 1e6).Draw(t, "input"),
			CachedTokens: rapid.Int64Range(0, 1e6).Draw(t, "cached"), ReasoningTokens: rapid.Int64Range(0, 1e5).Draw(t, "reasoning"),
		}
		u.OutputTokens = u.ReasoningTokens + rapid.Int64Range(1, 1e5).Draw(t, "output")
		stream := rapid.Bool().Draw(t, "stream")
		say = modeltest.Step{Reply: modeltest.Reply{Text: "." + text, Usage: u}}
		for vendor, m := range servers {
			res, err := m.Generate(t.Context(), ask(asked, stream))
			if err != nil {
				t.Fatalf("%s: %v", vendor, err)
			}
			if res.Message.Content != "."+text || res.Usage != u {
				t.Errorf("%s: said %q %+v, got %q %+v", vendor, "."+text, u, res.Message.Content, res.Usage)
			}
			seen := calls[vendor].Calls()
			if got := seen[len(seen)-1].Messages; got[len(got)-1].Content != asked {
				t.Errorf("%s: asked %q, arrived %q", vendor, asked, got[len(got)-1].Content)
			}
		}
	})
}

// Config and messages are plain data: they survive JSON.
func TestRequestJSON(t *testing.T) {
	temperature, seed := 0.7, int64(-3)
	r := model.Request{
		Messages: []model.Message{{Role: model.User, Content: "a"}},
		Label:    model.Label{Suite: "statmech", Task: "P01", Epoch: 2, Seed: 1<<64 - 1},
		Config:   model.Config{Temperature: &temperature, Seed: &seed, Timeout: time.Second, Stop: []string{"x"}},
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back model.Request
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r, back); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}
