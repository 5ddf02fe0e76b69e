package model

import (
	"encoding/json"
	"strings"
	"time"
)

// Role says who speaks in a [Message].
type Role string

// The four roles of a conversation.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	ToolReply Role = "tool" // the result of a tool call, answering ToolCallID
)

// Message is one turn of a conversation.
type Message struct {
	Role    Role   `json:"role"`
	Content string `json:"content"`

	// Reasoning is the thinking text the vendor chose to show. It is never part
	// of Content and is not sent back.
	Reasoning string `json:"reasoning,omitempty"`

	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`

	// Opaque is what the vendor wants to see again unchanged in the next turn
	// (signed thinking blocks in front of a tool call). Only the backend that
	// made it reads it, by the vendor name inside.
	Opaque *Opaque `json:"opaque,omitempty"`
}

// Answer is what the message says to a question that may be answered in words or by a
// tool call: the arguments of its calls, one a line, or its content when it makes none.
func (m Message) Answer() string {
	if len(m.ToolCalls) == 0 {
		return m.Content
	}
	lines := make([]string, len(m.ToolCalls))
	for i, c := range m.ToolCalls {
		lines[i] = c.Arguments
	}
	return strings.Join(lines, "\n")
}

// Opaque is a turn in a vendor's own format.
type Opaque struct {
	Vendor  string          `json:"vendor"`
	Content json.RawMessage `json:"content"`
}

// ToolCall is a model's wish to have a tool run.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments is the JSON text as the model wrote it. It may be malformed:
	// that is then the model's mistake, for the caller to judge.
	Arguments string `json:"arguments"`
}

// Tool is something a model may call.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"` // JSON Schema of the arguments, an object
}

// Schema asks for a reply that is a JSON document of a given form.
type Schema struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	JSON        json.RawMessage `json:"schema"` // JSON Schema, an object
	Strict      bool            `json:"strict,omitempty"`
}

// Label says which question of which experiment a request is. It is never sent
// to a vendor; the built-in agents and the replay files find their answer by it,
// and the waits shown to the user carry it.
type Label struct {
	Suite   string `json:"suite,omitempty"`
	Task    string `json:"task,omitempty"`
	Variant string `json:"variant,omitempty"`
	Policy  string `json:"policy,omitempty"`
	Epoch   int    `json:"epoch,omitempty"`
	Round   int    `json:"round,omitempty"`
	Sample  int    `json:"sample,omitempty"`
	Seed    uint64 `json:"seed,omitempty"`
}

// Config is how to generate. Zero values leave the choice to the vendor.
type Config struct {
	MaxTokens   int      `json:"max_tokens,omitempty"` // tokens of the visible reply and, where a vendor counts them together, of the reasoning
	Temperature *float64 `json:"temperature,omitempty"`
	TopP        *float64 `json:"top_p,omitempty"`
	Seed        *int64   `json:"seed,omitempty"`
	Stop        []string `json:"stop,omitempty"`

	// ReasoningEffort is one of none, minimal, low, medium, high, xhigh, max.
	ReasoningEffort string `json:"reasoning_effort,omitempty"`
	// ReasoningTokens is a budget of thinking tokens, on top of MaxTokens.
	ReasoningTokens int `json:"reasoning_tokens,omitempty"`

	// In JSON both are nanoseconds. Timeout limits one attempt, from sending to the last byte; 0 means
	// [DefaultTimeout]. IdleTimeout limits the silence between two pieces of a
	// streamed reply; 0 means [DefaultIdleTimeout].
	Timeout     time.Duration `json:"timeout,omitempty"`
	IdleTimeout time.Duration `json:"idle_timeout,omitempty"`

	// Stream asks for the reply in pieces. The Response is the same; the idle limit
	// then notices a server that has stopped. A long reply of Anthropic's is always
	// streamed, as the vendor demands.
	Stream bool `json:"stream,omitempty"`
}

// Time limits of an attempt that a [Config] leaves unset. A reasoning model may
// be silent for many minutes, so that they are generous.
const (
	DefaultTimeout     = 20 * time.Minute
	DefaultIdleTimeout = 5 * time.Minute
)

// Request is one question to a model.
type Request struct {
	Messages []Message `json:"messages"`
	Config   Config    `json:"config"`
	Tools    []Tool    `json:"tools,omitempty"`
	Schema   *Schema   `json:"schema,omitempty"`
	Label    Label     `json:"label"`
}

// Usage counts tokens. InputTokens excludes those read from or written to a
// cache; OutputTokens includes the reasoning.
type Usage struct {
	InputTokens      int64 `json:"input_tokens"`
	CachedTokens     int64 `json:"cached_tokens,omitempty"`
	CacheWriteTokens int64 `json:"cache_write_tokens,omitempty"`
	ReasoningTokens  int64 `json:"reasoning_tokens,omitempty"`
	OutputTokens     int64 `json:"output_tokens"`
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		InputTokens:      u.InputTokens + v.InputTokens,
		CachedTokens:     u.CachedTokens + v.CachedTokens,
		CacheWriteTokens: u.CacheWriteTokens + v.CacheWriteTokens,
		ReasoningTokens:  u.ReasoningTokens + v.ReasoningTokens,
		OutputTokens:     u.OutputTokens + v.OutputTokens,
	}
}

// Total is the number of tokens of a call, input and output, cached or not.
func (u Usage) Total() int64 {
	return u.InputTokens + u.CachedTokens + u.CacheWriteTokens + u.OutputTokens
}

// The reasons for which a model stops, by Inspect AI's names.
const (
	StopEnd       = "stop"
	StopMaxTokens = "max_tokens"   // MaxTokens reached: the reply is cut
	StopContext   = "model_length" // the context window is full: the reply is cut
	StopToolCalls = "tool_calls"
	StopUnknown   = "unknown"
)

// Response is a model's reply and the account of how it was got.
type Response struct {
	Message    Message `json:"message"`
	StopReason string  `json:"stop_reason,omitempty"`
	Model      string  `json:"model,omitempty"` // as the vendor names what answered

	// Usage sums over all attempts, also those that failed after tokens were
	// spent; Attempts holds the parts. CostUSD is what they cost, nil when that is
	// not known (no price, or a server that reports no usage), never 0 for unknown.
	Usage   Usage    `json:"usage"`
	CostUSD *float64 `json:"cost_usd,omitempty"`

	Attempts []Attempt `json:"attempts,omitempty"`

	// Ignored lists settings of the request that this vendor cannot take and that
	// were therefore not sent.
	Ignored []string `json:"ignored,omitempty"`

	// Raw is the vendor's reply: the JSON body, or the array of the events of a
	// stream. It is absent when longer than [MaxRaw] bytes.
	Raw json.RawMessage `json:"raw,omitempty"`
}

// MaxRaw bounds [Response].Raw in bytes.
const MaxRaw = 256 << 10

// Attempt is one call to a vendor. In JSON its durations are nanoseconds.
type Attempt struct {
	Number    int           `json:"number"` // from 1
	StartedAt time.Time     `json:"started_at"`
	Duration  time.Duration `json:"duration"`
	Fault     *Fault        `json:"fault,omitempty"` // nil: this attempt brought the reply

	// WaitedFor names what held the attempt up before it started ("retry after
	// 429, connection"), Wait how long.
	WaitedFor string        `json:"waited_for,omitempty"`
	Wait      time.Duration `json:"wait,omitempty"`

	Usage Usage `json:"usage"`
}
