package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/shared"
)

// dialect says where a server of the chat completions format differs from
// OpenAI's own.
type dialect struct {
	// newTokenLimit: the limit is max_completion_tokens; the older max_tokens
	// elsewhere, which most compatible servers know as the only one.
	newTokenLimit bool
	// reasoningObject: reasoning is asked for as {"reasoning":{…}} (OpenRouter).
	reasoningObject bool
	// tagged: thinking may stand in the text as <think>…</think>.
	tagged bool
}

// chat speaks OpenAI's chat completions, to OpenAI or to a compatible server.
type chat struct {
	wire
	dialect
	service openai.ChatCompletionService
	model   string
	at      Endpoint
}

func newChat(modelName string, at connection, d dialect) *chat {
	w := newWire(at.transport, at.clean)
	// The service is made directly, and not through openai.NewClient: the client
	// reads OPENAI_* variables, whose organisation headers are none of the
	// business of another vendor's server.
	opts := []option.RequestOption{
		option.WithBaseURL(at.baseURL), option.WithHTTPClient(w.client), option.WithMaxRetries(0),
	}
	if at.key != "" {
		opts = append(opts, option.WithAPIKey(at.key))
	}
	for name, value := range at.headers {
		opts = append(opts, option.WithHeader(name, value))
	}
	return &chat{wire: w, dialect: d, service: openai.NewChatCompletionService(opts...), model: modelName, at: at.endpoint(modelName)}
}

func (c *chat) Endpoint() Endpoint { return c.at }

func (c *chat) Call(ctx context.Context, r Request) (Response, error) {
	params, opts, ignored, err := c.request(r)
	if err != nil {
		return Response{}, &Fault{Kind: BadRequest, Message: c.clean.text(err.Error())}
	}
	return c.attempt(ctx, r.Config, func(ctx context.Context) finding {
		var found finding
		if r.Config.Stream {
			found = c.stream(ctx, params, opts)
		} else {
			found = c.whole(ctx, params, opts)
		}
		found.response.Ignored = ignored
		return found
	})
}

func (c *chat) request(r Request) (openai.ChatCompletionNewParams, []option.RequestOption, []string, error) {
	p := openai.ChatCompletionNewParams{Model: c.model}
	var opts []option.RequestOption
	var ignored []string
	for i, m := range r.Messages {
		turn, err := chatMessage(m)
		if err != nil {
			return p, nil, nil, fmt.Errorf("message %d: %w", i, err)
		}
		p.Messages = append(p.Messages, turn)
	}
	k := r.Config
	if k.MaxTokens > 0 {
		limit := int64(k.MaxTokens)
		if c.newTokenLimit {
			p.MaxCompletionTokens = param.NewOpt(limit)
		} else {
			p.MaxTokens = param.NewOpt(limit)
		}
	}
	if k.Temperature != nil {
		p.Temperature = param.NewOpt(*k.Temperature)
	}
	if k.TopP != nil {
		p.TopP = param.NewOpt(*k.TopP)
	}
	if k.Seed != nil {
		p.Seed = param.NewOpt(*k.Seed)
	}
	if len(k.Stop) > 0 {
		p.Stop.OfStringArray = k.Stop
	}
	switch {
	case c.reasoningObject && (k.ReasoningTokens > 0 || k.ReasoningEffort != ""):
		// The router takes one of the two.
		reasoning := map[string]any{"effort": k.ReasoningEffort}
		if k.ReasoningTokens > 0 {
			reasoning = map[string]any{"max_tokens": k.ReasoningTokens}
			if k.ReasoningEffort != "" {
				ignored = append(ignored, "reasoning_effort")
			}
		}
		opts = append(opts, option.WithJSONSet("reasoning", reasoning))
	case !c.reasoningObject:
		p.ReasoningEffort = shared.ReasoningEffort(k.ReasoningEffort)
		if k.ReasoningTokens > 0 {
			ignored = append(ignored, "reasoning_tokens")
		}
	}
	if c.reasoningObject {
		opts = append(opts, option.WithJSONSet("usage", map[string]any{"include": true})) // with it comes the price
	}
	if k.Stream {
		p.StreamOptions = openai.ChatCompletionStreamOptionsParam{IncludeUsage: param.NewOpt(true)}
	}
	for _, t := range r.Tools {
		parameters, err := object(t.Parameters)
		if err != nil {
			return p, nil, nil, fmt.Errorf("tool %q: parameters: %w", t.Name, err)
		}
		f := shared.FunctionDefinitionParam{Name: t.Name, Parameters: parameters}
		if t.Description != "" {
			f.Description = param.NewOpt(t.Description)
		}
		p.Tools = append(p.Tools, openai.ChatCompletionFunctionTool(f))
	}
	if s := r.Schema; s != nil {
		schema, err := object(s.JSON)
		if err != nil {
			return p, nil, nil, fmt.Errorf("schema %q: %w", s.Name, err)
		}
		format := shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: s.Name, Schema: schema, Strict: param.NewOpt(s.Strict)}
		if s.Description != "" {
			format.Description = param.NewOpt(s.Description)
		}
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: format}
	}
	// The SDK would end a long call by its own clock; the context is ours.
	opts = append(opts, option.WithRequestTimeout(attemptLimit(k)))
	return p, opts, ignored, nil
}

func chatMessage(m Message) (openai.ChatCompletionMessageParamUnion, error) {
	switch m.Role {
	case System:
		return openai.SystemMessage(m.Content), nil
	case User:
		return openai.UserMessage(m.Content), nil
	case ToolReply:
		return openai.ToolMessage(m.Content, m.ToolCallID), nil
	case Assistant:
		var a openai.ChatCompletionAssistantMessageParam
		if m.Content != "" || len(m.ToolCalls) == 0 {
			a.Content.OfString = param.NewOpt(m.Content)
		}
		for _, t := range m.ToolCalls {
			a.ToolCalls = append(a.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
				OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
					ID:       t.ID,
					Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: t.Name, Arguments: t.Arguments},
				}})
		}
		return openai.ChatCompletionMessageParamUnion{OfAssistant: &a}, nil
	}
	return openai.ChatCompletionMessageParamUnion{}, fmt.Errorf("role %q is not one of system, user, assistant, tool", m.Role)
}

// object reads a JSON object for an SDK that wants a map; nothing is an empty one.
func object(raw json.RawMessage) (map[string]any, error) {
	if len(raw) == 0 {
		return map[string]any{"type": "object", "properties": map[string]any{}}, nil
	}
	var m map[string]any
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("not a JSON object: %w", err)
	}
	return m, nil
}

// draft gathers a chat reply, whole or in pieces.
type draft struct {
	content, reasoning, refusal strings.Builder
	calls                       map[int64]*ToolCall
	finish, model               string
	usage                       Usage
	cost                        *float64
}

func (c *chat) whole(ctx context.Context, p openai.ChatCompletionNewParams, opts []option.RequestOption) finding {
	res, err := c.service.New(ctx, p, opts...)
	if err != nil {
		return finding{err: err}
	}
	d := &draft{model: res.Model, calls: map[int64]*ToolCall{}}
	d.count(res.Usage)
	if len(res.Choices) == 0 {
		return finding{response: d.response(c.tagged), fault: &Fault{Kind: MalformedBody, Message: "the reply holds no choice"}}
	}
	choice := res.Choices[0]
	if f := c.choiceFault(choice.RawJSON()); f != nil {
		return finding{response: d.response(c.tagged), fault: f}
	}
	d.finish = choice.FinishReason
	d.content.WriteString(choice.Message.Content)
	d.refusal.WriteString(choice.Message.Refusal)
	d.reasoning.WriteString(shownReasoning(choice.Message.RawJSON()))
	for i, call := range choice.Message.ToolCalls {
		d.calls[int64(i)] = &ToolCall{ID: call.ID, Name: call.Function.Name, Arguments: call.Function.Arguments}
	}
	return c.finish(d, true)
}

func (c *chat) stream(ctx context.Context, p openai.ChatCompletionNewParams, opts []option.RequestOption) finding {
	events := c.service.NewStreaming(ctx, p, opts...)
	d := &draft{calls: map[int64]*ToolCall{}}
	for events.Next() {
		chunk := events.Current()
		if chunk.Model != "" {
			d.model = chunk.Model
		}
		if chunk.Usage.TotalTokens > 0 {
			d.count(chunk.Usage)
		}
		for _, choice := range chunk.Choices {
			if choice.Index != 0 {
				continue
			}
			if f := c.choiceFault(choice.RawJSON()); f != nil {
				return finding{response: d.response(c.tagged), fault: f, err: events.Close()}
			}
			d.content.WriteString(choice.Delta.Content)
			d.refusal.WriteString(choice.Delta.Refusal)
			d.reasoning.WriteString(shownReasoning(choice.Delta.RawJSON()))
			for _, call := range choice.Delta.ToolCalls {
				t := d.calls[call.Index]
				if t == nil {
					t = &ToolCall{}
					d.calls[call.Index] = t
				}
				if call.ID != "" {
					t.ID = call.ID
				}
				t.Name += call.Function.Name
				t.Arguments += call.Function.Arguments
			}
			if choice.FinishReason != "" {
				d.finish = choice.FinishReason
			}
		}
	}
	if err := events.Err(); err != nil {
		found := finding{response: d.response(c.tagged), err: err}
		var event *ssestream.StreamError
		if errors.As(err, &event) {
			found.fault = classify(http.StatusOK, nil, event.Event.Data, c.clean)
		}
		return found
	}
	// A finish reason is the end of the reply; the closing [DONE] is not sent by
	// every server, and a connection lost after the reason has lost nothing.
	return c.finish(d, d.finish != "")
}

// choiceFault reads the error that OpenRouter puts into a choice when the model
// behind it failed.
func (c *chat) choiceFault(choice string) *Fault {
	var probe struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal([]byte(choice), &probe) == nil && len(probe.Error) > 0 && string(probe.Error) != "null" {
		return classify(http.StatusOK, nil, []byte(choice), c.clean)
	}
	return nil
}

func (c *chat) finish(d *draft, complete bool) finding {
	found := finding{response: d.response(c.tagged), complete: complete}
	switch {
	case d.finish == "content_filter":
		found.fault = &Fault{Kind: ContentFilter, Message: "the vendor's filter stopped the reply"}
	case d.refusal.Len() > 0:
		found.fault = &Fault{Kind: ContentFilter, Message: c.clean.text("the model refuses: " + d.refusal.String())}
	case d.finish == "error":
		found.fault = &Fault{Kind: ServerError, Message: "the model behind the router failed"}
	}
	return found
}

// shownReasoning reads the thinking text, for which OpenAI's format has no field
// and compatible servers have two names. A server that sends both sends the same
// text twice.
func shownReasoning(message string) string {
	var shown struct {
		Reasoning        string `json:"reasoning"`
		ReasoningContent string `json:"reasoning_content"`
	}
	if json.Unmarshal([]byte(message), &shown) != nil {
		return ""
	}
	if shown.ReasoningContent != "" {
		return shown.ReasoningContent
	}
	return shown.Reasoning
}

// count takes over a usage block, in which the prompt tokens include the cached
// ones and the completion tokens include the reasoning.
func (d *draft) count(u openai.CompletionUsage) {
	cached, written := u.PromptTokensDetails.CachedTokens, u.PromptTokensDetails.CacheWriteTokens
	d.usage = Usage{
		InputTokens:      max(u.PromptTokens-cached-written, 0),
		CachedTokens:     cached,
		CacheWriteTokens: written,
		ReasoningTokens:  u.CompletionTokensDetails.ReasoningTokens,
		OutputTokens:     u.CompletionTokens,
	}
	var priced struct {
		Cost *float64 `json:"cost"`
	}
	if json.Unmarshal([]byte(u.RawJSON()), &priced) == nil {
		d.cost = priced.Cost
	}
}

func (d *draft) response(tagged bool) Response {
	m := Message{Role: Assistant, Content: d.content.String(), Reasoning: joinThinking(d.reasoning.String())}
	if tagged {
		thought, rest := splitThinking(m.Content)
		m.Reasoning, m.Content = joinThinking(m.Reasoning, thought), rest
	}
	for _, i := range slices.Sorted(maps.Keys(d.calls)) {
		m.ToolCalls = append(m.ToolCalls, *d.calls[i])
	}
	stop := map[string]string{"stop": StopEnd, "length": StopMaxTokens, "tool_calls": StopToolCalls, "function_call": StopToolCalls}[d.finish]
	if stop == "" {
		stop = StopUnknown
	}
	return Response{Message: m, StopReason: stop, Model: d.model, Usage: d.usage, CostUSD: d.cost}
}
