package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/assay-physics/assay/run/model"
)

type openAI struct{}

func (openAI) name() string { return "openai" }
func (openAI) path() string { return "/v1" }

func (openAI) read(r *http.Request, body []byte, c *Call) error {
	if r.URL.Path != "/v1/chat/completions" {
		return fmt.Errorf("no %s here", r.URL.Path)
	}
	var q struct {
		Model    string `json:"model"`
		Stream   bool   `json:"stream"`
		Messages []struct {
			Role       model.Role `json:"role"`
			Content    string     `json:"content"`
			ToolCallID string     `json:"tool_call_id"`
			ToolCalls  []struct {
				ID       string `json:"id"`
				Function struct {
					Name      string `json:"name"`
					Arguments string `json:"arguments"`
				} `json:"function"`
			} `json:"tool_calls"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return err
	}
	c.Model, c.Stream = q.Model, q.Stream
	for _, m := range q.Messages {
		turn := model.Message{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID}
		for _, t := range m.ToolCalls {
			turn.ToolCalls = append(turn.ToolCalls, model.ToolCall{ID: t.ID, Name: t.Function.Name, Arguments: t.Function.Arguments})
		}
		c.Messages = append(c.Messages, turn)
	}
	return nil
}

func (openAI) usage(u model.Usage) map[string]any {
	prompt := u.InputTokens + u.CachedTokens
	return map[string]any{
		"prompt_tokens": prompt, "completion_tokens": u.OutputTokens, "total_tokens": prompt + u.OutputTokens,
		"prompt_tokens_details":     map[string]any{"cached_tokens": u.CachedTokens},
		"completion_tokens_details": map[string]any{"reasoning_tokens": u.ReasoningTokens},
	}
}

func (openAI) toolCalls(calls []model.ToolCall, indexed bool) []map[string]any {
	var list []map[string]any
	for i, t := range calls {
		call := map[string]any{"id": t.ID, "type": "function", "function": map[string]any{"name": t.Name, "arguments": t.Arguments}}
		if indexed {
			call["index"] = i
		}
		list = append(list, call)
	}
	return list
}

func (openAI) stop(r Reply) string {
	switch {
	case r.Cut:
		return "length"
	case len(r.ToolCalls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (s openAI) whole(c Call, r Reply) string {
	message := map[string]any{"role": "assistant", "content": r.Text, "refusal": nil}
	if r.Reasoning != "" {
		message["reasoning_content"] = r.Reasoning
	}
	if len(r.ToolCalls) > 0 {
		message["tool_calls"] = s.toolCalls(r.ToolCalls, false)
	}
	return s.completion(c, message, s.stop(r), r.Usage)
}

func (s openAI) completion(c Call, message map[string]any, stop string, u model.Usage) string {
	return document(map[string]any{
		"id": "chatcmpl-test", "object": "chat.completion", "created": 1750000000, "model": c.Model,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": stop, "logprobs": nil}},
		"usage":   s.usage(u),
	})
}

func (openAI) chunk(c Call, delta map[string]any, stop any) string {
	return data(map[string]any{
		"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 1750000000, "model": c.Model,
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": stop}},
	})
}

func (s openAI) events(c Call, r Reply) []string {
	list := []string{s.chunk(c, map[string]any{"role": "assistant", "content": ""}, nil), ": keep-alive\n\n"}
	for _, p := range pieces(r.Reasoning) {
		list = append(list, s.chunk(c, map[string]any{"reasoning_content": p}, nil))
	}
	for _, p := range pieces(r.Text) {
		list = append(list, s.chunk(c, map[string]any{"content": p}, nil))
	}
	for _, call := range s.toolCalls(r.ToolCalls, true) {
		list = append(list, s.chunk(c, map[string]any{"tool_calls": []any{call}}, nil))
	}
	return append(list, s.chunk(c, map[string]any{}, s.stop(r)), data(map[string]any{
		"id": "chatcmpl-test", "object": "chat.completion.chunk", "created": 1750000000, "model": c.Model,
		"choices": []any{}, "usage": s.usage(r.Usage),
	}), "data: [DONE]\n\n")
}

func (openAI) failure(f Fault) (int, string) {
	complain := func(status int, message, kind, code string) (int, string) {
		return status, document(map[string]any{"error": map[string]any{"message": message, "type": kind, "param": nil, "code": code}})
	}
	switch f {
	case TooManyRequests:
		return complain(429, "Rate limit reached for test-model: limit 3, used 3, requested 1.", "requests", "rate_limit_exceeded")
	case NoQuota:
		return complain(429, "You exceeded your current quota, please check your plan and billing details.", "insufficient_quota", "insufficient_quota")
	case Unavailable:
		return complain(503, "The engine is currently overloaded, please try again later.", "server_error", "")
	case Overloaded:
		return complain(529, "The server is overloaded.", "server_error", "overloaded")
	case Unauthorized:
		return complain(401, "Incorrect API key provided: sk-test-****************************1234.", "invalid_request_error", "invalid_api_key")
	case NoSuchModel:
		return complain(404, "The model `test-model` does not exist or you do not have access to it.", "invalid_request_error", "model_not_found")
	case TooLong:
		return complain(400, "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", "invalid_request_error", "context_length_exceeded")
	case Invalid:
		return complain(400, "Unsupported value: 'temperature' does not support 0.5 with this model.", "invalid_request_error", "unsupported_value")
	default:
		return complain(500, "The server had an error while processing your request.", "server_error", "")
	}
}

func (s openAI) declined(c Call, f Fault) (string, []string) {
	u := model.Usage{InputTokens: 11, OutputTokens: 2}
	message, delta, stop := map[string]any{"role": "assistant", "content": ""}, map[string]any{}, "content_filter"
	if f == Refused {
		message["refusal"], delta["refusal"], stop = "I cannot help with that.", "I cannot help with that.", "stop"
	}
	return s.completion(c, message, stop, u), []string{
		s.chunk(c, map[string]any{"role": "assistant"}, nil), s.chunk(c, delta, nil), s.chunk(c, map[string]any{}, stop),
		data(map[string]any{"id": "chatcmpl-test", "object": "chat.completion.chunk", "model": c.Model, "choices": []any{}, "usage": s.usage(u)}),
		"data: [DONE]\n\n",
	}
}

func (openAI) errorEvent() string {
	return data(map[string]any{"error": map[string]any{"message": "The model is overloaded.", "type": "overloaded_error", "code": 503}})
}

// document is a value as JSON.
func document(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // only maps of strings and numbers come here
	}
	return string(text)
}

// data is a value as an event of a stream without a type.
func data(v any) string { return "data: " + document(v) + "\n\n" }

// typed is a value as an event of the type it names.
func typed(v map[string]any) string {
	return "event: " + fmt.Sprint(v["type"]) + "\n" + data(v)
}

// textOf joins the text parts of a content that is a string or a list of parts.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var all []string
	for _, p := range parts {
		if p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}
