package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/assay-physics/assay/run/model"
)

type anthropic struct{}

func (anthropic) name() string { return "anthropic" }
func (anthropic) path() string { return "" }

func (anthropic) read(r *http.Request, body []byte, c *Call) error {
	if r.URL.Path != "/v1/messages" {
		return fmt.Errorf("no %s here", r.URL.Path)
	}
	var q struct {
		Model     string          `json:"model"`
		Stream    bool            `json:"stream"`
		MaxTokens int             `json:"max_tokens"`
		System    json.RawMessage `json:"system"`
		Messages  []struct {
			Role    model.Role      `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return err
	}
	if q.MaxTokens <= 0 {
		return fmt.Errorf("max_tokens: field required")
	}
	c.Model, c.Stream = q.Model, q.Stream
	if len(q.System) > 0 {
		c.Messages = append(c.Messages, model.Message{Role: model.System, Content: textOf(q.System)})
	}
	for _, m := range q.Messages {
		turn := model.Message{Role: m.Role, Content: textOf(m.Content)}
		var blocks []struct {
			Type      string          `json:"type"`
			ID        string          `json:"id"`
			Name      string          `json:"name"`
			Input     json.RawMessage `json:"input"`
			ToolUseID string          `json:"tool_use_id"`
			Content   json.RawMessage `json:"content"`
		}
		if json.Unmarshal(m.Content, &blocks) == nil {
			for _, b := range blocks {
				switch b.Type {
				case "tool_use":
					turn.ToolCalls = append(turn.ToolCalls, model.ToolCall{ID: b.ID, Name: b.Name, Arguments: string(b.Input)})
				case "tool_result":
					c.Messages = append(c.Messages, model.Message{Role: model.ToolReply, ToolCallID: b.ToolUseID, Content: textOf(b.Content)})
				}
			}
		}
		if turn.Content != "" || len(turn.ToolCalls) > 0 {
			c.Messages = append(c.Messages, turn)
		}
	}
	return nil
}

func (anthropic) usage(u model.Usage) map[string]any {
	return map[string]any{
		"input_tokens": u.InputTokens, "cache_read_input_tokens": u.CachedTokens, "cache_creation_input_tokens": u.CacheWriteTokens,
		"output_tokens": u.OutputTokens, "output_tokens_details": map[string]any{"thinking_tokens": u.ReasoningTokens},
	}
}

func (anthropic) blocks(r Reply) []map[string]any {
	list := []map[string]any{}
	if r.Reasoning != "" {
		list = append(list, map[string]any{"type": "thinking", "thinking": r.Reasoning, "signature": "c2lnbmVk"})
	}
	if r.Text != "" {
		list = append(list, map[string]any{"type": "text", "text": r.Text})
	}
	for _, t := range r.ToolCalls {
		list = append(list, map[string]any{"type": "tool_use", "id": t.ID, "name": t.Name, "input": json.RawMessage(t.Arguments)})
	}
	return list
}

func (anthropic) stop(r Reply) string {
	switch {
	case r.Cut:
		return "max_tokens"
	case len(r.ToolCalls) > 0:
		return "tool_use"
	}
	return "end_turn"
}

func (s anthropic) message(c Call, blocks []map[string]any, stop any, u model.Usage) map[string]any {
	return map[string]any{
		"id": "msg_test", "type": "message", "role": "assistant", "model": c.Model, "content": blocks,
		"stop_reason": stop, "stop_sequence": nil, "usage": s.usage(u),
	}
}

func (s anthropic) whole(c Call, r Reply) string {
	return document(s.message(c, s.blocks(r), s.stop(r), r.Usage))
}

func (s anthropic) events(c Call, r Reply) []string {
	begun := r.Usage
	begun.OutputTokens, begun.ReasoningTokens = 1, 0
	list := []string{
		typed(map[string]any{"type": "message_start", "message": s.message(c, []map[string]any{}, nil, begun)}),
		typed(map[string]any{"type": "ping"}),
	}
	for i, b := range s.blocks(r) {
		var deltas []map[string]any
		start := map[string]any{}
		for k, v := range b {
			start[k] = v
		}
		switch b["type"] {
		case "thinking":
			start["thinking"], start["signature"] = "", ""
			for _, p := range pieces(r.Reasoning) {
				deltas = append(deltas, map[string]any{"type": "thinking_delta", "thinking": p})
			}
			deltas = append(deltas, map[string]any{"type": "signature_delta", "signature": b["signature"]})
		case "text":
			start["text"] = ""
			for _, p := range pieces(r.Text) {
				deltas = append(deltas, map[string]any{"type": "text_delta", "text": p})
			}
		case "tool_use":
			start["input"] = map[string]any{}
			for _, p := range pieces(string(b["input"].(json.RawMessage))) {
				deltas = append(deltas, map[string]any{"type": "input_json_delta", "partial_json": p})
			}
		}
		list = append(list, typed(map[string]any{"type": "content_block_start", "index": i, "content_block": start}))
		for _, d := range deltas {
			list = append(list, typed(map[string]any{"type": "content_block_delta", "index": i, "delta": d}))
		}
		list = append(list, typed(map[string]any{"type": "content_block_stop", "index": i}))
	}
	return append(list, s.ending(s.stop(r), r.Usage)...)
}

func (s anthropic) ending(stop string, u model.Usage) []string {
	return []string{
		typed(map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": s.usage(u)}),
		typed(map[string]any{"type": "message_stop"}),
	}
}

func (anthropic) complaint(kind, message string) map[string]any {
	return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": message}, "request_id": "req_test"}
}

func (s anthropic) failure(f Fault) (int, string) {
	complain := func(status int, kind, message string) (int, string) {
		return status, document(s.complaint(kind, message))
	}
	switch f {
	case TooManyRequests:
		return complain(429, "rate_limit_error", "This request would exceed the rate limit of your organization.")
	case NoQuota:
		return complain(400, "invalid_request_error", "Your credit balance is too low to access the API. Please go to Plans & Billing.")
	case Unavailable:
		return complain(503, "api_error", "Service unavailable.")
	case Overloaded:
		return complain(529, "overloaded_error", "Overloaded")
	case Unauthorized:
		return complain(401, "authentication_error", "invalid x-api-key")
	case NoSuchModel:
		return complain(404, "not_found_error", "model: test-model")
	case TooLong:
		return complain(400, "invalid_request_error", "prompt is too long: 209001 tokens > 200000 maximum")
	case Invalid:
		return complain(400, "invalid_request_error", "temperature: range: 0..1")
	default:
		return complain(500, "api_error", "Internal server error")
	}
}

func (s anthropic) declined(c Call, f Fault) (string, []string) {
	u := model.Usage{InputTokens: 11, OutputTokens: 2}
	blocks := []map[string]any{}
	if f == Refused {
		blocks = s.blocks(Reply{Text: "I cannot help with that."})
	}
	begun := []string{typed(map[string]any{"type": "message_start", "message": s.message(c, []map[string]any{}, nil, u)})}
	return document(s.message(c, blocks, "refusal", u)), append(begun, s.ending("refusal", u)...)
}

func (s anthropic) errorEvent() string { return typed(s.complaint("overloaded_error", "Overloaded")) }
