package model

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The bodies are those that the vendors' documentation and the issue trackers of
// their SDKs show.
func TestClassify(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   FaultKind
	}{
		{"openai rate", 429, `{"error":{"message":"Rate limit reached","type":"tokens","code":"rate_limit_exceeded"}}`, RateLimit},
		{"openai quota", 429, `{"error":{"message":"You exceeded your current quota, please check your plan","type":"insufficient_quota","code":"insufficient_quota"}}`, QuotaExhausted},
		{"openai billing", 400, `{"error":{"message":"Billing hard limit has been reached","code":"billing_hard_limit_reached"}}`, QuotaExhausted},
		{"openai context", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}`, ContextLength},
		{"openai policy", 400, `{"error":{"message":"Invalid prompt: your prompt was flagged","code":"invalid_prompt"}}`, ContentFilter},
		{"azure filter", 400, `{"error":{"message":"The response was filtered due to the prompt triggering the content management policy","code":"content_filter"}}`, ContentFilter},
		{"anthropic balance", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API"}}`, QuotaExhausted},
		{"anthropic context", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"input length and max_tokens exceed context limit: 199000 + 8192 > 200000"}}`, ContextLength},
		{"anthropic output limit", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens"}}`, BadRequest},
		{"anthropic large", 413, `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, ContextLength},
		{"anthropic permission", 403, `{"type":"error","error":{"type":"permission_error","message":"no"}}`, Auth},
		{"anthropic overloaded event", 200, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, Overloaded},
		{"anthropic api event", 200, `{"type":"error","error":{"type":"api_error","message":"Internal server error"}}`, ServerError},
		{"anthropic rate event", 200, `{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}`, RateLimit},
		{"gemini minute", 429, `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]}]}}`, RateLimit},
		{"gemini day", 429, `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"You exceeded your current quota","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}]}}`, QuotaExhausted},
		{"gemini key", 400, `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"API key not valid.","details":[{"reason":"API_KEY_INVALID"}]}}`, Auth},
		{"gemini context", 400, `{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}`, ContextLength},
		{"gemini array", 503, `[{"error":{"code":503,"status":"UNAVAILABLE","message":"overloaded"}}]`, Overloaded},
		{"gemini event", 200, `{"error":{"code":503,"status":"UNAVAILABLE","message":"overloaded"}}`, Overloaded},
		{"openrouter credits", 402, `{"error":{"code":402,"message":"Insufficient credits"}}`, QuotaExhausted},
		{"openrouter inside 200", 200, `{"error":{"code":502,"message":"Provider returned error"}}`, ServerError},
		{"openrouter rate inside 200", 200, `{"error":{"code":429,"message":"Provider returned error"}}`, RateLimit},
		{"openrouter moderation", 403, `{"error":{"code":403,"message":"Your input was flagged","metadata":{"reasons":["x"]}}}`, ContentFilter},
		{"deepseek", 402, `{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}`, QuotaExhausted},
		{"ollama", 404, `{"error":"model \"x\" not found, try pulling it first"}`, NotFound},
		{"llama.cpp context", 400, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`, ContextLength},
		{"vllm", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens","type":"BadRequestError","code":400}`, ContextLength},
		{"fastapi", 422, `{"detail":[{"loc":["body","messages"],"msg":"field required"}]}`, BadRequest},
		{"proxy page", 502, `<html><head><title>502 Bad Gateway</title></head></html>`, ServerError},
		{"empty 500", 500, ``, ServerError},
		{"text 503", 503, `upstream connect error`, Overloaded},
		{"520", 520, `error code: 520`, ServerError},
		{"408", 408, ``, Timeout},
		{"409", 409, ``, ServerError},
		{"401", 401, ``, Auth},
		{"404 page", 404, `<html></html>`, NotFound},
		{"redirect", 307, ``, NotFound},
		{"teapot", 418, ``, BadRequest},
	} {
		f := classify(c.status, nil, []byte(c.body), redactor{})
		if f.Kind != c.want {
			t.Errorf("%s: %s, want %s (%s)", c.name, f.Kind, c.want, f.Message)
		}
		if f.Message == "" || strings.Contains(f.Message, "<") {
			t.Errorf("%s: message %q", c.name, f.Message)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "41", 41 * time.Second},
		{"Retry-After", "0.5", 500 * time.Millisecond},
		{"Retry-After", "Mon, 30 Nov 2026 12:01:30 GMT", 90 * time.Second},
		{"Retry-After", "Mon, 30 Nov 2026 11:00:00 GMT", 0},
		{"Retry-After", "0", 0},
		{"Retry-After", "-5", 0},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "1e300", maxRetryAfter},
		{"Retry-After", "+Inf", maxRetryAfter},
		{"Retry-After", "soon", 0},
		{"Retry-After", "", 0},
		{"Retry-After-Ms", "1500", 1500 * time.Millisecond},
	} {
		h := http.Header{}
		h.Set(c.name, c.value)
		if got := retryAfter(h, now); got != c.want {
			t.Errorf("%s: %s gives %v, want %v", c.name, c.value, got, c.want)
		}
	}
	f := classify(429, nil, []byte(`{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"slow","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"41.5s"}]}}`), redactor{})
	if f.RetryAfter != 41500*time.Millisecond {
		t.Errorf("Gemini's retryDelay gives %v", f.RetryAfter)
	}
}

func TestSendFaults(t *testing.T) {
	for _, c := range []struct {
		err   error
		kind  FaultKind
		cause error
	}{
		{&url.Error{Op: "Post", URL: "http://u:secret@h/", Err: syscall.ECONNREFUSED}, Connection, syscall.ECONNREFUSED},
		{fmt.Errorf("read: %w", syscall.ECONNRESET), Connection, syscall.ECONNRESET},
		{io.EOF, Connection, io.EOF},
		{fmt.Errorf("x: %w", io.ErrUnexpectedEOF), Connection, io.ErrUnexpectedEOF},
		{context.Canceled, Connection, context.Canceled},
		{context.DeadlineExceeded, Connection, context.DeadlineExceeded},
		{&tls.CertificateVerificationError{Err: errors.New("unknown authority")}, BadRequest, nil},
		{errors.New("no such host"), Connection, nil},
	} {
		f := sendFault(c.err, newRedactor("secret-password"))
		if f.Kind != c.kind || !errors.Is(f, c.cause) && c.cause != nil {
			t.Errorf("%v: %v, unwraps to %v", c.err, f, errors.Unwrap(f))
		}
	}
}

func TestRedaction(t *testing.T) {
	const key = "abcd-efgh-1234"
	clean := newRedactor(key)
	for text, want := range map[string]string{
		"key " + key + " is wrong":                      "key [key removed] is wrong",
		"Incorrect API key provided: sk-abc***wxyz123.": "Incorrect API key provided: [key removed]",
		"Authorization: Bearer zzzzzzzzzzzz":            "Authorization: [key removed]",
		"AIzaSyA1234567890":                             "[key removed]",
		"the task-force of risk-takers":                 "the task-force of risk-takers",
	} {
		if got := clean.text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
	if got := newRedactor("x").text("x marks the spot"); got != "x marks the spot" {
		t.Errorf("a short key was taken for a secret: %q", got)
	}
}

func TestClip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		n := rapid.IntRange(8, 50).Draw(t, "n")
		got := clip(s, n)
		if len(got) > n || utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("clip(%q, %d) = %q", s, n, got)
		}
		if len(s) <= n && got != s {
			t.Errorf("clip(%q, %d) cut without need", s, n)
		}
	})
}

// FuzzClassify: no error body may break the reading of it, or make a fault
// without a known kind or with an unbounded message.
func FuzzClassify(f *testing.F) {
	for _, seed := range []string{`{"error":{"message":"x","code":429}}`, `[{"error":null}]`, `<html><title>x</title>`, `{"error":"x"}`, `{"detail":[1]}`, ``,
		`{"error":{"details":[{"retryDelay":"999999999h"}]}}`} {
		f.Add(429, seed)
		f.Add(200, seed)
	}
	known := map[FaultKind]bool{}
	for _, k := range FaultKinds() {
		known[k] = true
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		got := classify(status, http.Header{}, []byte(body), redactor{})
		if !known[got.Kind] || got.Message == "" || len(got.Message) > MaxFaultMessage || got.RetryAfter < 0 || got.RetryAfter > maxRetryAfter {
			t.Errorf("%d %q: %+v", status, body, got)
		}
		if g := checkBody(nil, []byte(body), redactor{}); g != nil && !known[g.Kind] {
			t.Errorf("%q: %+v", body, g)
		}
	})
}

func TestParsePrices(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{ // want: part of the error
		{"unknown key", "models: {a/b: {input: 1, outpt: 2}}", "outpt"},
		{"unknown top key", "currency: EUR", "currency"},
		{"negative", "models: {a/b: {input: -1, output: 2}}", "a/b: input is -1"},
		{"not a number", "models: {a/b: {input: .nan, output: 2}}", "not an amount"},
		{"infinite", "models: {a/b: {input: 1, cached: .inf, output: 2}}", "a/b: cached"},
		{"no provider", "models: {gpt: {input: 1, output: 2}}", `"gpt" is not a name`},
		{"long without above", "models: {a/b: {input: 1, output: 2, long: {input: 1, output: 2}}}", "long.above"},
		{"twice", "models: {a/b: {input: 1}, a/b: {input: 2}}", "already defined"},
		{"two documents", "as_of: x\n---\nas_of: y", "more than one"},
		{"text", "models: {a/b: cheap}", "cannot unmarshal"},
	} {
		if _, err := ParsePrices([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
	}
	if l, err := ParsePrices(nil); err != nil || l.Cost("a/b", Usage{InputTokens: 1}) != nil {
		t.Errorf("an empty list: %v, %v", l, err)
	}
}

func TestPrices(t *testing.T) {
	list, err := LoadPrices("")
	if err != nil {
		t.Fatal(err)
	}
	if list.AsOf == "" || len(list.Models) < 20 {
		t.Errorf("the built-in list is as of %q and has %d models", list.AsOf, len(list.Models))
	}
	own, err := ParsePrices([]byte(`
models:
  a/plain: {input: 1, output: 10}
  a/cache: {input: 4, cached: 0.4, cache_write: 5, output: 20, long: {above: 1000, input: 8, cached: 0.8, output: 40}}`))
	if err != nil {
		t.Fatal(err)
	}
	million := Usage{InputTokens: 1e6, CachedTokens: 1e6, CacheWriteTokens: 1e6, OutputTokens: 1e6, ReasoningTokens: 5e5}
	for _, c := range []struct {
		name string
		use  Usage
		want float64
	}{
		{"a/plain", million, 13},
		{"a/plain-2026-01-31", million, 13},
		{"a/plain-20260131", million, 13},
		{"a/plain-latest", million, 13},
		{"a/cache", Usage{InputTokens: 100, CachedTokens: 200, CacheWriteTokens: 300, OutputTokens: 1000}, (100*4 + 200*.4 + 300*5 + 1000*20) / 1e6},
		{"a/cache", Usage{InputTokens: 1000, OutputTokens: 10}, (1000*4 + 10*20) / 1e6},
		{"a/cache", Usage{InputTokens: 1001, OutputTokens: 10}, (1001*8 + 10*40) / 1e6},
		{"a/cache", Usage{CachedTokens: 2000}, 2000 * .8 / 1e6},
	} {
		got := own.Cost(c.name, c.use)
		if got == nil || *got < c.want*(1-1e-12) || *got > c.want*(1+1e-12) {
			t.Errorf("%s %+v: cost %v, want %v", c.name, c.use, got, c.want)
		}
	}
	for _, name := range []string{"a/plain-mini", "a/plai", "b/plain", "a/plain-2026"} {
		if got := own.Cost(name, million); got != nil {
			t.Errorf("%s has no price, but cost %v", name, *got)
		}
	}
	if got := own.Cost("a/plain", Usage{}); got != nil {
		t.Errorf("unknown usage cost %v", *got)
	}

	path := t.TempDir() + "/prices.yaml"
	if err := os.WriteFile(path, []byte("as_of: today\nmodels: {openai/gpt-5: {input: 7, output: 7}, my/model: {input: 1, output: 1}}"), 0o600); err != nil {
		t.Fatal(err)
	}
	merged, err := LoadPrices(path)
	if err != nil {
		t.Fatal(err)
	}
	if p, _ := merged.Find("openai/gpt-5"); p.Input != 7 || p.Cached != nil || merged.AsOf != "today" {
		t.Errorf("the user's entry did not replace ours: %+v", p)
	}
	if _, ok := merged.Find("my/model"); !ok || len(merged.Models) != len(list.Models)+1 {
		t.Error("the lists were not merged")
	}
	if _, err := LoadPrices(path + ".missing"); err == nil {
		t.Error("a missing file is no error")
	}
}

func FuzzPrices(f *testing.F) {
	f.Add(builtinPrices)
	f.Add([]byte("models: {a/b: {input: 1, output: 2, cached: 0}}"))
	f.Add([]byte("&a [*a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ParsePrices(data)
		if err != nil {
			return
		}
		for name := range list.Models {
			if c := list.Cost(name, Usage{InputTokens: 3, CachedTokens: 2, OutputTokens: 1}); c == nil || *c < 0 {
				t.Errorf("%s: cost %v", name, c)
			}
		}
	})
}

func FuzzRecording(f *testing.F) {
	for _, seed := range []string{
		`{"request":{"messages":[{"role":"user","content":"?"}],"label":{"task":"P01"},"config":{}},"response":{"message":{"role":"assistant","content":"x"},"usage":{"input_tokens":1,"output_tokens":2}}}` + "\n",
		`{"request":{"label":{"task":"P01"}},"fault":{"kind":"timeout","message":"x"}}` + "\n\n" + `{"requ`,
		"{}\n", "[]", "null\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		list, torn, err := ParseRecording(data)
		if err != nil {
			return
		}
		if torn && len(data) > 0 && data[len(data)-1] == '\n' {
			t.Error("a whole line was taken for a torn one")
		}
		r := NewRecording("replay/x", list)
		for i, x := range list {
			got, err := r.Generate(context.Background(), x.Request)
			if (err == nil) == (got.Message.Role == "") {
				t.Errorf("exchange %d: %+v, %v", i, got, err)
			}
			// What was read can be written and read again.
			line, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			if again, _, err := ParseRecording(append(line, '\n')); err != nil || len(again) != 1 {
				t.Errorf("exchange %d does not survive writing: %v\n%s", i, err, line)
			}
		}
		var f *Fault
		if _, err := r.Generate(context.Background(), Request{Label: Label{Task: "not in any fuzz"}}); !errors.As(err, &f) {
			t.Errorf("a miss gave %v", err)
		}
	})
}
