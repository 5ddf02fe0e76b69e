package model

import (
	"fmt"
	"time"
)

// FaultKind names what went wrong with an attempt.
type FaultKind string

// The kinds of faults. The comment says who is to act on it.
const (
	RateLimit       FaultKind = "rate_limit"       // 429: we, by waiting
	Overloaded      FaultKind = "overloaded"       // 503, 529 and the like: we, by waiting
	ServerError     FaultKind = "server_error"     // 5xx, 409: we, by trying again
	Timeout         FaultKind = "timeout"          // 408, or one of our time limits: we, by trying again
	Connection      FaultKind = "connection"       // refused, reset, no such host: we, by trying again
	EmptyBody       FaultKind = "empty_body"       // a success without a reply
	MalformedBody   FaultKind = "malformed_body"   // a success that is not the vendor's format
	TruncatedStream FaultKind = "truncated_stream" // a body or stream that ended before its end
	Auth            FaultKind = "auth"             // 401, 403: the operator's key
	NotFound        FaultKind = "not_found"        // 404: the operator's model name or URL
	BadRequest      FaultKind = "bad_request"      // 400, 422: the operator's settings
	QuotaExhausted  FaultKind = "quota_exhausted"  // no money or quota left: waiting does not help
	ContextLength   FaultKind = "context_length"   // the conversation is too long for the model
	ContentFilter   FaultKind = "content_filter"   // the vendor or the model declined to answer
	Cancelled       FaultKind = "cancelled"        // our caller gave up
)

// FaultKinds lists every kind once.
func FaultKinds() []FaultKind {
	return []FaultKind{
		RateLimit, Overloaded, ServerError, Timeout, Connection, EmptyBody, MalformedBody,
		TruncatedStream, Auth, NotFound, BadRequest, QuotaExhausted, ContextLength, ContentFilter, Cancelled,
	}
}

// Fault is a failed attempt, or after the last attempt a failed call.
type Fault struct {
	Kind   FaultKind `json:"kind"`
	Status int       `json:"status,omitempty"` // HTTP status; 0 when none came

	// RetryAfter is the wait the vendor asks for; 0 when it names none.
	RetryAfter time.Duration `json:"retry_after,omitempty"`

	// Message says what happened in at most [MaxFaultMessage] bytes, without
	// keys.
	Message string `json:"message"`

	err error
}

// MaxFaultMessage bounds [Fault].Message in bytes.
const MaxFaultMessage = 1000

// Error gives kind, status and message on one line.
func (f *Fault) Error() string {
	if f.Status != 0 {
		return fmt.Sprintf("model: %s (HTTP %d): %s", f.Kind, f.Status, f.Message)
	}
	return fmt.Sprintf("model: %s: %s", f.Kind, f.Message)
}

// Unwrap gives the cause when it is one a caller may ask for: the error of a
// context, an errno, io.ErrUnexpectedEOF. The SDKs' own errors are not kept:
// they hold the request, and with it the key.
func (f *Fault) Unwrap() error { return f.err }

// Retryable says whether another attempt may succeed without anybody acting.
func (f *Fault) Retryable() bool {
	switch f.Kind {
	case RateLimit, Overloaded, ServerError, Timeout, Connection, EmptyBody, MalformedBody, TruncatedStream:
		return true
	case Auth, NotFound, BadRequest, QuotaExhausted, ContextLength, ContentFilter, Cancelled:
	}
	return false
}

// The terminal states of a trial in which a fault can end it, by the names that
// package claim gives them.
const (
	Infrastructure = "infrastructure"
	Limit          = "limit"
	Operator       = "operator"
	ModelInvalid   = "model-invalid"
)

// Terminal is the state in which a trial ends when this fault is final. A
// provider's failure is "infrastructure" and leaves the denominators of the
// model's rates; a conversation that outgrew the model is "limit"; what a person
// must repair is "operator". A refusal is the model's own answer, though an
// invalid one: "model-invalid".
func (f *Fault) Terminal() string {
	switch f.Kind {
	case ContextLength:
		return Limit
	case ContentFilter:
		return ModelInvalid
	case Auth, NotFound, BadRequest, QuotaExhausted, Cancelled:
		return Operator
	case RateLimit, Overloaded, ServerError, Timeout, Connection, EmptyBody, MalformedBody, TruncatedStream:
	}
	return Infrastructure
}
