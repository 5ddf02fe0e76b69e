package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"
)

// defaultMessageTokens is the token limit sent to Anthropic, whose API demands
// one, when the request names none.
const defaultMessageTokens = 16384

// longReply is the token limit from which Anthropic wants a stream: what takes ten
// minutes at the speed it reckons with, 128,000 tokens an hour.
const longReply = 128000 / 6

// minThinking is the smallest thinking budget Anthropic accepts, in tokens.
const minThinking = 1024

// messages speaks Anthropic's messages API.
type messages struct {
	wire
	service anthropic.MessageService
	model   string
	at      Endpoint
}

func newMessages(modelName string, at connection) *messages {
	w := newWire(at.transport, at.clean)
	// As for OpenAI, the service is made directly: no variable of the environment
	// reaches it but those this package reads.
	service := anthropic.NewMessageService(
		option.WithBaseURL(at.baseURL), option.WithHTTPClient(w.client),
		option.WithMaxRetries(0), option.WithAPIKey(at.key))
	return &messages{wire: w, service: service, model: modelName, at: at.endpoint(modelName)}
}

func (a *messages) Endpoint() Endpoint { return a.at }

func (a *messages) Call(ctx context.Context, r Request) (Response, error) {
	params, ignored, err := a.request(r)
	if err != nil {
		return Response{}, &Fault{Kind: BadRequest, Message: a.clean.text(err.Error())}
	}
	if params.MaxTokens > longReply {
		r.Config.Stream = true
	}
	limit := option.WithRequestTimeout(attemptLimit(r.Config))
	return a.attempt(ctx, r.Config, func(ctx context.Context) finding {
		var found finding
		if r.Config.Stream {
			found = a.stream(ctx, params, limit)
		} else {
			found = a.whole(ctx, params, limit)
		}
		found.response.Ignored = ignored
		return found
	})
}

func (a *messages) request(r Request) (anthropic.MessageNewParams, []string, error) {
	k := r.Config
	p := anthropic.MessageNewParams{Model: a.model, MaxTokens: int64(k.MaxTokens), StopSequences: k.Stop}
	if k.MaxTokens <= 0 {
		p.MaxTokens = defaultMessageTokens
	}
	var ignored []string
	for i, m := range r.Messages {
		if m.Role == System {
			p.System = append(p.System, anthropic.TextBlockParam{Text: m.Content})
			continue
		}
		role, blocks, err := messageBlocks(m)
		if err != nil {
			return p, nil, fmt.Errorf("message %d: %w", i, err)
		}
		if n := len(p.Messages); n > 0 && p.Messages[n-1].Role == role {
			p.Messages[n-1].Content = append(p.Messages[n-1].Content, blocks...) // the results of parallel calls are one turn
		} else {
			p.Messages = append(p.Messages, anthropic.MessageParam{Role: role, Content: blocks})
		}
	}
	thinks := a.think(&p, k, &ignored)
	switch {
	case thinks:
		if k.Temperature != nil {
			ignored = append(ignored, "temperature") // refused beside thinking
		}
		if k.TopP != nil {
			ignored = append(ignored, "top_p")
		}
	default:
		if k.Temperature != nil {
			p.Temperature = param.NewOpt(*k.Temperature)
		}
		if k.TopP != nil {
			p.TopP = param.NewOpt(*k.TopP)
		}
	}
	if k.Seed != nil {
		ignored = append(ignored, "seed")
	}
	for _, t := range r.Tools {
		schema, err := object(t.Parameters)
		if err != nil {
			return p, nil, fmt.Errorf("tool %q: parameters: %w", t.Name, err)
		}
		delete(schema, "type")
		tool := anthropic.ToolParam{Name: t.Name, InputSchema: anthropic.ToolInputSchemaParam{ExtraFields: schema}}
		if t.Description != "" {
			tool.Description = param.NewOpt(t.Description)
		}
		p.Tools = append(p.Tools, anthropic.ToolUnionParam{OfTool: &tool})
	}
	if s := r.Schema; s != nil {
		schema, err := object(s.JSON)
		if err != nil {
			return p, nil, fmt.Errorf("schema %q: %w", s.Name, err)
		}
		p.OutputConfig.Format = anthropic.JSONOutputFormatParam{Schema: schema}
	}
	return p, ignored, nil
}

// budgeted are the models that think by a budget of tokens and know no effort.
// The later ones think adaptively, as much as the effort lets them.
var budgeted = regexp.MustCompile(`claude-(3|opus-4(-[0-5])?(-20\d+)?$|sonnet-4(-[0-5])?(-20\d+)?$|haiku-4)`)

// think maps effort and budget; it says whether thinking is on.
func (a *messages) think(p *anthropic.MessageNewParams, k Config, ignored *[]string) bool {
	budget := k.ReasoningTokens
	adaptive := !budgeted.MatchString(a.model)
	switch {
	case k.ReasoningEffort == "none" && budget == 0:
		p.Thinking.OfDisabled = &anthropic.ThinkingConfigDisabledParam{}
		return false
	case k.ReasoningEffort == "" && budget == 0:
		return false
	case adaptive && k.ReasoningEffort != "":
		p.Thinking.OfAdaptive = &anthropic.ThinkingConfigAdaptiveParam{Display: anthropic.ThinkingConfigAdaptiveDisplaySummarized}
		effort := k.ReasoningEffort
		if effort == "minimal" {
			effort = "low" // the least it knows
		}
		p.OutputConfig.Effort = anthropic.OutputConfigEffort(effort)
		if budget > 0 {
			*ignored = append(*ignored, "reasoning_tokens")
		}
		return true
	}
	if budget == 0 {
		budget = effortBudget(k.ReasoningEffort)
	} else if k.ReasoningEffort != "" {
		*ignored = append(*ignored, "reasoning_effort")
	}
	budget = max(budget, minThinking)
	p.Thinking.OfEnabled = &anthropic.ThinkingConfigEnabledParam{BudgetTokens: int64(budget)}
	p.MaxTokens += int64(budget) // the limit covers both
	return true
}

// effortBudget is the budget, in tokens, that stands for an effort where a model
// knows budgets only.
func effortBudget(effort string) int {
	switch effort {
	case "minimal":
		return 1024
	case "low":
		return 4096
	case "high":
		return 16384
	case "xhigh", "max":
		return 32768
	}
	return 8192
}

const anthropicVendor = "anthropic"

func messageBlocks(m Message) (anthropic.MessageParamRole, []anthropic.ContentBlockParamUnion, error) {
	switch m.Role {
	case User:
		return anthropic.MessageParamRoleUser, []anthropic.ContentBlockParamUnion{anthropic.NewTextBlock(m.Content)}, nil
	case ToolReply:
		return anthropic.MessageParamRoleUser, []anthropic.ContentBlockParamUnion{anthropic.NewToolResultBlock(m.ToolCallID, m.Content, false)}, nil
	case Assistant:
	default:
		return "", nil, fmt.Errorf("role %q is not one of system, user, assistant, tool", m.Role)
	}
	var blocks []anthropic.ContentBlockParamUnion
	if m.Opaque != nil && m.Opaque.Vendor == anthropicVendor {
		var seen []anthropic.ContentBlockUnion
		if err := json.Unmarshal(m.Opaque.Content, &seen); err != nil {
			return "", nil, fmt.Errorf("opaque content: %w", err)
		}
		for _, b := range seen {
			blocks = append(blocks, b.ToParam())
		}
		return anthropic.MessageParamRoleAssistant, blocks, nil
	}
	if strings.TrimSpace(m.Content) != "" { // an empty block is refused
		blocks = append(blocks, anthropic.NewTextBlock(m.Content))
	}
	for _, t := range m.ToolCalls {
		input := json.RawMessage(t.Arguments)
		if !json.Valid(input) {
			input = json.RawMessage("{}")
		}
		blocks = append(blocks, anthropic.NewToolUseBlock(t.ID, input, t.Name))
	}
	if len(blocks) == 0 {
		blocks = append(blocks, anthropic.NewTextBlock("(no answer)"))
	}
	return anthropic.MessageParamRoleAssistant, blocks, nil
}

func (a *messages) whole(ctx context.Context, p anthropic.MessageNewParams, limit option.RequestOption) finding {
	res, err := a.service.New(ctx, p, limit)
	if err != nil {
		return finding{err: err}
	}
	return a.finish(*res, true)
}

func (a *messages) stream(ctx context.Context, p anthropic.MessageNewParams, limit option.RequestOption) finding {
	events := a.service.NewStreaming(ctx, p, limit)
	var m anthropic.Message
	for events.Next() {
		if err := m.Accumulate(events.Current()); err != nil {
			return finding{response: messageResponse(m), err: errors.Join(err, events.Close())}
		}
	}
	if err := events.Err(); err != nil {
		found := finding{response: messageResponse(m), err: err}
		var event *anthropic.Error
		if errors.As(err, &event) && event.RawJSON() != "" {
			found.fault = classify(http.StatusOK, nil, []byte(event.RawJSON()), a.clean)
		}
		return found
	}
	return a.finish(m, m.StopReason != "")
}

func (a *messages) finish(m anthropic.Message, complete bool) finding {
	found := finding{response: messageResponse(m), complete: complete}
	switch {
	case m.StopReason == anthropic.StopReasonRefusal:
		found.fault = &Fault{Kind: ContentFilter, Message: a.clean.text("the model refuses: " + found.response.Message.Content)}
	case complete && m.ID == "" && len(m.Content) == 0 && m.StopReason == "":
		found.fault = &Fault{Kind: MalformedBody, Message: "the reply holds no message"}
	}
	return found
}

func messageResponse(m anthropic.Message) Response {
	reply := Message{Role: Assistant}
	var thinking []string
	signed := false
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			reply.Content += b.Text
		case "thinking":
			thinking = append(thinking, b.Thinking)
			signed = true
		case "redacted_thinking":
			signed = true
		case "tool_use":
			reply.ToolCalls = append(reply.ToolCalls, ToolCall{ID: b.ID, Name: b.Name, Arguments: string(b.Input)})
		}
	}
	reply.Reasoning = joinThinking(thinking...)
	if signed && len(reply.ToolCalls) > 0 {
		// Thinking in front of a tool call must come back with its signature.
		var blocks []json.RawMessage
		for _, b := range m.Content {
			blocks = append(blocks, json.RawMessage(b.RawJSON()))
		}
		if content, err := json.Marshal(blocks); err == nil {
			reply.Opaque = &Opaque{Vendor: anthropicVendor, Content: content}
		}
	}
	stop := StopUnknown
	switch m.StopReason {
	case anthropic.StopReasonEndTurn, anthropic.StopReasonStopSequence:
		stop = StopEnd
	case anthropic.StopReasonMaxTokens:
		stop = StopMaxTokens
	case anthropic.StopReasonModelContextWindowExceeded:
		stop = StopContext
	case anthropic.StopReasonToolUse:
		stop = StopToolCalls
	case anthropic.StopReasonPauseTurn, anthropic.StopReasonRefusal: // see finish
	}
	return Response{Message: reply, StopReason: stop, Model: m.Model, Usage: Usage{
		InputTokens:      m.Usage.InputTokens,
		CachedTokens:     m.Usage.CacheReadInputTokens,
		CacheWriteTokens: m.Usage.CacheCreationInputTokens,
		ReasoningTokens:  m.Usage.OutputTokensDetails.ThinkingTokens,
		OutputTokens:     m.Usage.OutputTokens,
	}}
}
