package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"

	"google.golang.org/genai"
)

// gemini speaks Gemini's generateContent.
type gemini struct {
	wire
	client *genai.Client
	model  string
	at     Endpoint
}

func newGemini(ctx context.Context, modelName string, at connection) (*gemini, error) {
	w := newWire(at.transport, at.clean)
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: at.key, Backend: genai.BackendGeminiAPI, HTTPClient: w.client,
		HTTPOptions: genai.HTTPOptions{BaseURL: at.baseURL}, // no RetryOptions: no retries
	})
	if err != nil {
		// This SDK prints its configuration, key and all, into its errors.
		return nil, &Fault{Kind: BadRequest, Message: at.clean.text(err.Error())}
	}
	return &gemini{wire: w, client: client, model: modelName, at: at.endpoint(modelName)}, nil
}

func (g *gemini) Endpoint() Endpoint { return g.at }

func (g *gemini) Call(ctx context.Context, r Request) (Response, error) {
	contents, config, ignored, err := g.request(r)
	if err != nil {
		return Response{}, &Fault{Kind: BadRequest, Message: g.clean.text(err.Error())}
	}
	return g.attempt(ctx, r.Config, func(ctx context.Context) finding {
		var found finding
		if r.Config.Stream {
			found = g.stream(ctx, contents, config)
		} else {
			found = g.whole(ctx, contents, config)
		}
		found.response.Ignored = ignored
		return found
	})
}

func (g *gemini) request(r Request) ([]*genai.Content, *genai.GenerateContentConfig, []string, error) {
	k := r.Config
	config := &genai.GenerateContentConfig{StopSequences: k.Stop}
	var contents []*genai.Content
	toolNames := map[string]string{} // by call id: a result names its function
	for i, m := range r.Messages {
		if m.Role == System {
			if config.SystemInstruction == nil {
				config.SystemInstruction = &genai.Content{}
			}
			config.SystemInstruction.Parts = append(config.SystemInstruction.Parts, &genai.Part{Text: m.Content})
			continue
		}
		for _, t := range m.ToolCalls {
			toolNames[t.ID] = t.Name
		}
		turn, err := geminiTurn(m, toolNames)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("message %d: %w", i, err)
		}
		if n := len(contents); n > 0 && contents[n-1].Role == turn.Role {
			contents[n-1].Parts = append(contents[n-1].Parts, turn.Parts...)
		} else {
			contents = append(contents, turn)
		}
	}
	ignored := g.think(config, k)
	if k.MaxTokens > 0 {
		// Thinking counts against this limit here.
		limit := k.MaxTokens + k.ReasoningTokens
		if limit > math.MaxInt32 {
			return nil, nil, nil, fmt.Errorf("max_tokens %d is over %d", limit, math.MaxInt32)
		}
		config.MaxOutputTokens = int32(limit)
	}
	if k.Temperature != nil {
		config.Temperature = genai.Ptr(float32(*k.Temperature))
	}
	if k.TopP != nil {
		config.TopP = genai.Ptr(float32(*k.TopP))
	}
	if k.Seed != nil {
		if *k.Seed < math.MinInt32 || *k.Seed > math.MaxInt32 {
			return nil, nil, nil, fmt.Errorf("seed %d does not fit the 32 bits that Gemini takes", *k.Seed)
		}
		config.Seed = genai.Ptr(int32(*k.Seed))
	}
	for _, t := range r.Tools {
		parameters, err := object(t.Parameters)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("tool %q: parameters: %w", t.Name, err)
		}
		if len(config.Tools) == 0 {
			config.Tools = []*genai.Tool{{}}
		}
		config.Tools[0].FunctionDeclarations = append(config.Tools[0].FunctionDeclarations,
			&genai.FunctionDeclaration{Name: t.Name, Description: t.Description, ParametersJsonSchema: parameters})
	}
	if s := r.Schema; s != nil {
		schema, err := object(s.JSON)
		if err != nil {
			return nil, nil, nil, fmt.Errorf("schema %q: %w", s.Name, err)
		}
		config.ResponseMIMEType, config.ResponseJsonSchema = "application/json", schema
	}
	return contents, config, ignored, nil
}

// think maps effort and budget; it gives the settings that cannot be sent. The
// models before Gemini 3 think by a budget, the later ones by a level.
func (g *gemini) think(config *genai.GenerateContentConfig, k Config) []string {
	if k.ReasoningEffort == "" && k.ReasoningTokens == 0 {
		return nil
	}
	t := &genai.ThinkingConfig{IncludeThoughts: true}
	config.ThinkingConfig = t
	switch {
	case k.ReasoningTokens > 0:
		t.ThinkingBudget = genai.Ptr(int32(min(k.ReasoningTokens, math.MaxInt32)))
		if k.ReasoningEffort != "" {
			return []string{"reasoning_effort"}
		}
	case k.ReasoningEffort == "none":
		t.IncludeThoughts, t.ThinkingBudget = false, genai.Ptr(int32(0))
	case strings.Contains(g.model, "gemini-1") || strings.Contains(g.model, "gemini-2"):
		t.ThinkingBudget = genai.Ptr(int32(effortBudget(k.ReasoningEffort)))
	default:
		t.ThinkingLevel = genai.ThinkingLevelHigh
		switch k.ReasoningEffort {
		case "minimal":
			t.ThinkingLevel = genai.ThinkingLevelMinimal
		case "low":
			t.ThinkingLevel = genai.ThinkingLevelLow
		case "medium":
			t.ThinkingLevel = genai.ThinkingLevelMedium
		}
	}
	return nil
}

const geminiVendor = "google"

func geminiTurn(m Message, toolNames map[string]string) (*genai.Content, error) {
	switch m.Role {
	case User:
		return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{Text: m.Content}}}, nil
	case ToolReply:
		name, ok := toolNames[m.ToolCallID]
		if !ok {
			return nil, fmt.Errorf("it answers tool call %q, which no earlier message makes", m.ToolCallID)
		}
		answer := &genai.FunctionResponse{ID: m.ToolCallID, Name: name, Response: map[string]any{"output": m.Content}}
		return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: answer}}}, nil
	case Assistant:
	default:
		return nil, fmt.Errorf("role %q is not one of system, user, assistant, tool", m.Role)
	}
	turn := &genai.Content{Role: genai.RoleModel}
	if m.Opaque != nil && m.Opaque.Vendor == geminiVendor {
		if err := json.Unmarshal(m.Opaque.Content, &turn.Parts); err != nil {
			return nil, fmt.Errorf("opaque content: %w", err)
		}
		return turn, nil
	}
	if m.Content != "" || len(m.ToolCalls) == 0 {
		turn.Parts = append(turn.Parts, &genai.Part{Text: m.Content})
	}
	for _, t := range m.ToolCalls {
		args := map[string]any{}
		if json.Unmarshal([]byte(t.Arguments), &args) != nil {
			args = map[string]any{}
		}
		turn.Parts = append(turn.Parts, &genai.Part{FunctionCall: &genai.FunctionCall{ID: t.ID, Name: t.Name, Args: args}})
	}
	return turn, nil
}

// harvest gathers a reply from one or many responses.
type harvest struct {
	parts    []*genai.Part
	finish   genai.FinishReason
	why      string
	blocked  string
	model    string
	usage    Usage
	answered bool // a candidate came
}

func (h *harvest) add(res *genai.GenerateContentResponse) {
	if res.ModelVersion != "" {
		h.model = res.ModelVersion
	}
	if u := res.UsageMetadata; u != nil { // cumulative in a stream
		cached := int64(u.CachedContentTokenCount)
		h.usage = Usage{
			InputTokens:     max(int64(u.PromptTokenCount)+int64(u.ToolUsePromptTokenCount)-cached, 0),
			CachedTokens:    cached,
			ReasoningTokens: int64(u.ThoughtsTokenCount),
			OutputTokens:    int64(u.CandidatesTokenCount) + int64(u.ThoughtsTokenCount),
		}
	}
	if f := res.PromptFeedback; f != nil && f.BlockReason != "" {
		h.blocked = joinWords("the prompt was blocked:", string(f.BlockReason), f.BlockReasonMessage)
	}
	if len(res.Candidates) == 0 {
		return
	}
	h.answered = true
	c := res.Candidates[0]
	if c.Content != nil {
		h.parts = append(h.parts, c.Content.Parts...)
	}
	if c.FinishReason != "" {
		h.finish, h.why = c.FinishReason, c.FinishMessage
	}
}

func joinWords(words ...string) string {
	return strings.TrimSpace(strings.Join(words, " "))
}

func (g *gemini) whole(ctx context.Context, contents []*genai.Content, config *genai.GenerateContentConfig) finding {
	res, err := g.client.Models.GenerateContent(ctx, g.model, contents, config)
	if err != nil {
		return finding{err: err}
	}
	var h harvest
	h.add(res)
	return g.finish(h, true)
}

func (g *gemini) stream(ctx context.Context, contents []*genai.Content, config *genai.GenerateContentConfig) finding {
	var h harvest
	for res, err := range g.client.Models.GenerateContentStream(ctx, g.model, contents, config) {
		if err != nil {
			found := finding{response: h.response(), err: err}
			var event genai.APIError
			if errors.As(err, &event) {
				body, marshalErr := json.Marshal(map[string]any{"error": event})
				if marshalErr == nil {
					found.fault = classify(http.StatusOK, nil, body, g.clean)
				}
			}
			return found
		}
		h.add(res)
	}
	return g.finish(h, h.finish != "" || h.blocked != "")
}

func (g *gemini) finish(h harvest, complete bool) finding {
	found := finding{response: h.response(), complete: complete}
	switch h.finish {
	case genai.FinishReasonSafety, genai.FinishReasonRecitation, genai.FinishReasonBlocklist,
		genai.FinishReasonProhibitedContent, genai.FinishReasonSPII, genai.FinishReasonLanguage:
		h.blocked = joinWords("the reply was stopped:", string(h.finish), h.why)
	default:
	}
	switch {
	case h.blocked != "":
		found.fault = &Fault{Kind: ContentFilter, Message: g.clean.text(h.blocked)}
	case complete && !h.answered:
		found.fault = &Fault{Kind: EmptyBody, Message: "the reply holds no candidate"}
	}
	return found
}

func (h *harvest) response() Response {
	reply := Message{Role: Assistant}
	var thinking strings.Builder
	signed := false
	for i, p := range h.parts {
		signed = signed || len(p.ThoughtSignature) > 0
		switch {
		case p.Thought:
			thinking.WriteString(p.Text)
		case p.FunctionCall != nil:
			args := "{}"
			if b, err := json.Marshal(p.FunctionCall.Args); err == nil && p.FunctionCall.Args != nil {
				args = string(b)
			}
			id := p.FunctionCall.ID
			if id == "" {
				id = fmt.Sprintf("call_%d", i)
			}
			reply.ToolCalls = append(reply.ToolCalls, ToolCall{ID: id, Name: p.FunctionCall.Name, Arguments: args})
		default:
			reply.Content += p.Text
		}
	}
	reply.Reasoning = joinThinking(thinking.String())
	if signed && len(reply.ToolCalls) > 0 {
		if content, err := json.Marshal(h.parts); err == nil {
			reply.Opaque = &Opaque{Vendor: geminiVendor, Content: content}
		}
	}
	stop := StopUnknown
	switch {
	case h.finish == genai.FinishReasonMaxTokens:
		stop = StopMaxTokens
	case len(reply.ToolCalls) > 0:
		stop = StopToolCalls
	case h.finish == genai.FinishReasonStop:
		stop = StopEnd
	}
	return Response{Message: reply, StopReason: stop, Model: h.model, Usage: h.usage}
}
