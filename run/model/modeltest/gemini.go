package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/assay-physics/assay/run/model"
)

type gemini struct{}

func (gemini) name() string { return "google" }
func (gemini) path() string { return "" }

func (gemini) read(r *http.Request, body []byte, c *Call) error {
	path, ok := strings.CutPrefix(r.URL.Path, "/v1beta/models/")
	name, verb, cut := strings.Cut(path, ":")
	if !ok || !cut || verb != "generateContent" && verb != "streamGenerateContent" {
		return fmt.Errorf("no %s here", r.URL.Path)
	}
	c.Model, c.Stream = name, verb == "streamGenerateContent"
	type content struct {
		Role  string `json:"role"`
		Parts []struct {
			Text         string `json:"text"`
			FunctionCall *struct {
				ID   string          `json:"id"`
				Name string          `json:"name"`
				Args json.RawMessage `json:"args"`
			} `json:"functionCall"`
			FunctionResponse *struct {
				ID       string            `json:"id"`
				Response map[string]string `json:"response"`
			} `json:"functionResponse"`
		} `json:"parts"`
	}
	var q struct {
		System   *content  `json:"systemInstruction"`
		Contents []content `json:"contents"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return err
	}
	add := func(role model.Role, from content) {
		turn := model.Message{Role: role}
		var texts []string
		for _, p := range from.Parts {
			switch {
			case p.FunctionCall != nil:
				args := string(p.FunctionCall.Args)
				if args == "" {
					args = "{}" // no arguments are no field
				}
				turn.ToolCalls = append(turn.ToolCalls, model.ToolCall{ID: p.FunctionCall.ID, Name: p.FunctionCall.Name, Arguments: args})
			case p.FunctionResponse != nil:
				c.Messages = append(c.Messages, model.Message{Role: model.ToolReply, ToolCallID: p.FunctionResponse.ID, Content: p.FunctionResponse.Response["output"]})
			default:
				texts = append(texts, p.Text)
			}
		}
		turn.Content = strings.Join(texts, "\n")
		if len(texts) > 0 || len(turn.ToolCalls) > 0 {
			c.Messages = append(c.Messages, turn)
		}
	}
	if q.System != nil {
		add(model.System, *q.System)
	}
	for _, m := range q.Contents {
		role := model.User
		if m.Role == "model" {
			role = model.Assistant
		}
		add(role, m)
	}
	return nil
}

func (gemini) chunk(c Call, parts []any, finish string, u *model.Usage) map[string]any {
	candidate := map[string]any{"index": 0, "content": map[string]any{"role": "model", "parts": parts}}
	if finish != "" {
		candidate["finishReason"] = finish
	}
	v := map[string]any{"candidates": []any{candidate}, "modelVersion": c.Model, "responseId": "test"}
	if u != nil {
		prompt, visible := u.InputTokens+u.CachedTokens, u.OutputTokens-u.ReasoningTokens
		v["usageMetadata"] = map[string]any{
			"promptTokenCount": prompt, "cachedContentTokenCount": u.CachedTokens, "candidatesTokenCount": visible,
			"thoughtsTokenCount": u.ReasoningTokens, "totalTokenCount": prompt + u.OutputTokens,
		}
	}
	return v
}

func (gemini) stop(r Reply) string {
	if r.Cut {
		return "MAX_TOKENS"
	}
	return "STOP"
}

func (gemini) calls(r Reply) []any {
	var list []any
	for _, t := range r.ToolCalls {
		part := map[string]any{"functionCall": map[string]any{"id": t.ID, "name": t.Name, "args": json.RawMessage(t.Arguments)}}
		if r.Reasoning != "" {
			part["thoughtSignature"] = "c2lnbmVk"
		}
		list = append(list, part)
	}
	return list
}

func (s gemini) whole(c Call, r Reply) string {
	parts := []any{}
	if r.Reasoning != "" {
		parts = append(parts, map[string]any{"text": r.Reasoning, "thought": true})
	}
	if r.Text != "" {
		parts = append(parts, map[string]any{"text": r.Text})
	}
	return document(s.chunk(c, append(parts, s.calls(r)...), s.stop(r), &r.Usage))
}

func (s gemini) events(c Call, r Reply) []string {
	var list []string
	for _, p := range pieces(r.Reasoning) {
		list = append(list, data(s.chunk(c, []any{map[string]any{"text": p, "thought": true}}, "", nil)))
	}
	for _, p := range pieces(r.Text) {
		list = append(list, data(s.chunk(c, []any{map[string]any{"text": p}}, "", nil)))
	}
	if calls := s.calls(r); len(calls) > 0 {
		list = append(list, data(s.chunk(c, calls, "", nil)))
	}
	return append(list, data(s.chunk(c, []any{map[string]any{"text": ""}}, s.stop(r), &r.Usage)))
}

func (gemini) complaint(status int, name, message string, details ...any) map[string]any {
	e := map[string]any{"code": status, "message": message, "status": name}
	if len(details) > 0 {
		e["details"] = details
	}
	return map[string]any{"error": e}
}

func (s gemini) failure(f Fault) (int, string) {
	complain := func(status int, name, message string, details ...any) (int, string) {
		return status, document(s.complaint(status, name, message, details...))
	}
	quota := func(id string) any {
		return map[string]any{"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": []any{map[string]any{"quotaId": id}}}
	}
	const exceeded = "You exceeded your current quota, please check your plan and billing details."
	switch f {
	case TooManyRequests:
		return complain(429, "RESOURCE_EXHAUSTED", exceeded, quota("GenerateRequestsPerMinutePerProjectPerModel"))
	case NoQuota:
		return complain(429, "RESOURCE_EXHAUSTED", exceeded, quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier"))
	case Unavailable:
		return complain(503, "UNAVAILABLE", "The model is overloaded. Please try again later.")
	case Overloaded:
		return complain(529, "UNAVAILABLE", "The model is overloaded.")
	case Unauthorized:
		return complain(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
			map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID", "domain": "googleapis.com"})
	case NoSuchModel:
		return complain(404, "NOT_FOUND", "models/test-model is not found for API version v1beta.")
	case TooLong:
		return complain(400, "INVALID_ARGUMENT", "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).")
	case Invalid:
		return complain(400, "INVALID_ARGUMENT", "Temperature must be in [0, 2].")
	default:
		return complain(500, "INTERNAL", "An internal error has occurred.")
	}
}

func (s gemini) declined(c Call, f Fault) (string, []string) {
	v := map[string]any{
		"promptFeedback": map[string]any{"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": c.Model,
		"usageMetadata": map[string]any{"promptTokenCount": 11, "totalTokenCount": 11},
	}
	if f == Refused {
		v = s.chunk(c, []any{}, "SAFETY", &model.Usage{InputTokens: 11, OutputTokens: 2})
	}
	return document(v), []string{data(v)}
}

func (s gemini) errorEvent() string {
	return data(s.complaint(503, "UNAVAILABLE", "The model is overloaded."))
}
