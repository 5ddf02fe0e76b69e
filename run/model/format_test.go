package model_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-physics/assay/run/model"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The format of recordings is a contract: files of last year must be read.
func TestRecordingFormat(t *testing.T) {
	temperature, seed, cost := 0.7, int64(11), 0.0125
	begun := time.Date(2026, 11, 30, 12, 0, 0, 5000, time.UTC)
	request := model.Request{
		Messages: []model.Message{
			{Role: model.System, Content: "Be brief."},
			{Role: model.User, Content: "Is \\(a<b\\) & “c”?\n"},
			{Role: model.Assistant, Reasoning: "hm", ToolCalls: []model.ToolCall{{ID: "c1", Name: "less", Arguments: `{"a":1}`}},
				Opaque: &model.Opaque{Vendor: "anthropic", Content: json.RawMessage(`[{"type":"thinking"}]`)}},
			{Role: model.ToolReply, ToolCallID: "c1", Content: "true"},
		},
		Config: model.Config{MaxTokens: 100, Temperature: &temperature, Seed: &seed, Stop: []string{"END"}, ReasoningEffort: "high",
			ReasoningTokens: 2000, Timeout: time.Minute, IdleTimeout: time.Second, Stream: true},
		Tools:  []model.Tool{{Name: "less", Description: "compares", Parameters: json.RawMessage(`{"type":"object"}`)}},
		Schema: &model.Schema{Name: "s", JSON: json.RawMessage(`{"type":"object"}`), Strict: true},
		Label:  model.Label{Suite: "statmech", Task: "P01", Variant: "canonical", Policy: "vf", Epoch: 1, Round: 2, Sample: 3, Seed: 1<<64 - 1},
	}
	failed := model.Attempt{Number: 1, StartedAt: begun, Duration: time.Second, Usage: model.Usage{InputTokens: 10},
		Fault: &model.Fault{Kind: model.RateLimit, Status: 429, RetryAfter: 41 * time.Second, Message: "slow down"}}
	exchanges := []model.Exchange{
		{Request: request, Response: &model.Response{
			Message: model.Message{Role: model.Assistant, Content: "Yes: a < b & “c”", Reasoning: "clear"}, StopReason: model.StopEnd, Model: "test-model",
			Usage: model.Usage{InputTokens: 20, CachedTokens: 5, CacheWriteTokens: 6, ReasoningTokens: 7, OutputTokens: 30}, CostUSD: &cost,
			Attempts: []model.Attempt{failed, {Number: 2, StartedAt: begun.Add(42 * time.Second), Duration: 2 * time.Second, WaitedFor: "retry after 429", Wait: 41 * time.Second, Usage: model.Usage{InputTokens: 10, OutputTokens: 30}}},
			Ignored:  []string{"seed"}, Raw: json.RawMessage(`{"id":"x","text":"a < b"}`),
		}},
		{Request: model.Request{Label: model.Label{Task: "P02"}}, Fault: failed.Fault, Response: &model.Response{Attempts: []model.Attempt{failed}}},
	}
	var wrote bytes.Buffer
	enc := json.NewEncoder(&wrote)
	enc.SetEscapeHTML(false)
	for _, x := range exchanges {
		if err := enc.Encode(x); err != nil {
			t.Fatal(err)
		}
	}
	const path = "testdata/recording.jsonl"
	if *update {
		if err := os.WriteFile(path, wrote.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(golden), wrote.String()); d != "" {
		t.Errorf("-golden +written\n%s", d)
	}
	read, torn, err := model.ParseRecording(golden)
	if err != nil || torn {
		t.Fatal(torn, err)
	}
	if d := cmp.Diff(exchanges, read, cmpopts.IgnoreUnexported(model.Fault{})); d != "" {
		t.Errorf("-want +read\n%s", d)
	}
	// Computed by Python from the golden file: hashlib.sha256(json.dumps({"messages":…,
	// "label":…}, separators=(",", ":"), ensure_ascii=False)), without the reasoning.
	const digest = "d72d0e502e"
	if got := model.Digest(request)[:10]; got != digest {
		t.Errorf("the digest of a question changed from %s to %s: recordings and stores no longer match", digest, got)
	}
}
