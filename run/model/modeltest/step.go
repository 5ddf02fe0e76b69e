package modeltest

import (
	"net/http"

	"github.com/assay-physics/assay/run/model"
)

// Call is a request as a server saw it.
type Call struct {
	Number   int // from 1
	Model    string
	Stream   bool
	Messages []model.Message // the conversation, read back from the wire format
	Header   http.Header
	Body     []byte
}

// Script says what to answer to a call. It may be called from many goroutines.
type Script func(Call) Step

// Steps answers call after call with the steps in order; the last one repeats.
func Steps(steps ...Step) Script {
	return func(c Call) Step { return steps[min(c.Number, len(steps))-1] }
}

// Step is one answer.
type Step struct {
	Reply  Reply
	Fault  Fault       // not empty: what goes wrong
	Header http.Header // further headers of the response, such as Retry-After
}

// Say is a step that replies with a text.
func Say(text string) Step {
	return Step{Reply: Reply{Text: text, Usage: model.Usage{InputTokens: 11, OutputTokens: 7}}}
}

// Fail is a step that fails; headers come in pairs of name and value.
func Fail(f Fault, headers ...string) Step {
	s := Say("the reply that never arrives whole")
	s.Fault, s.Header = f, http.Header{}
	for i := 0; i+1 < len(headers); i += 2 {
		s.Header.Set(headers[i], headers[i+1])
	}
	return s
}

// Reply is what the model behind a server says.
type Reply struct {
	Text      string
	Reasoning string
	ToolCalls []model.ToolCall
	Cut       bool // it ran into the token limit
	Usage     model.Usage
}

// Fault is a way to fail.
type Fault string

// The ways to fail. Those with a status answer with the vendor's own error body
// for it.
const (
	TooManyRequests Fault = "429"
	NoQuota         Fault = "429 quota exhausted"
	InternalError   Fault = "500"
	Unavailable     Fault = "503"
	Overloaded      Fault = "529 overloaded"
	Unauthorized    Fault = "401"
	NoSuchModel     Fault = "404"
	TooLong         Fault = "400 context length"
	Invalid         Fault = "400"
	Filtered        Fault = "filtered"  // the safety block in the vendor's form
	Refused         Fault = "refused"   // the model's refusal in the vendor's form
	Hang            Fault = "hang"      // no response at all
	Reset           Fault = "reset"     // the connection is reset before any response
	Empty           Fault = "empty"     // 200 and nothing
	Malformed       Fault = "malformed" // 200 and broken JSON
	Page            Fault = "page"      // 200 and an HTML page, as proxies serve
	GatewayPage     Fault = "502 page"  // 502 and an HTML page
	Truncated       Fault = "truncated" // half of a body, then the connection closes

	// The ways that only a stream can fail; for a request without a stream they
	// truncate.
	StreamCut    Fault = "stream cut"    // the connection closes in the middle of an event
	StreamEnds   Fault = "stream ends"   // the stream ends properly, but before the reply does
	StreamError  Fault = "stream error"  // the vendor's error event (overload) in mid-stream
	StreamBroken Fault = "stream broken" // an event that is not JSON
	StreamStall  Fault = "stream stall"  // silence in mid-stream
)

// Faults lists the ways to fail that need no stream.
func Faults() []Fault {
	return []Fault{TooManyRequests, NoQuota, InternalError, Unavailable, Overloaded, Unauthorized, NoSuchModel, TooLong,
		Invalid, Filtered, Refused, Hang, Reset, Empty, Malformed, Page, GatewayPage, Truncated}
}

// StreamFaults lists the ways to fail in mid-stream.
func StreamFaults() []Fault {
	return []Fault{StreamCut, StreamEnds, StreamError, StreamBroken, StreamStall}
}
