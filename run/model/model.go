package model

import "context"

// Model answers requests. The error of Generate is a [*Fault] (use errors.As);
// when the context ended, the fault also unwraps to the context's error. With an
// error the Response still holds the attempts made and what they used.
type Model interface {
	Name() string
	Generate(ctx context.Context, r Request) (Response, error)
}

// Backend makes one attempt and never retries: what a provider implements. Its
// error is a [*Fault], or any other error, which is then taken for a
// server_error if the context is alive. A Backend that is also a [Model] is used
// as that Model by [Open]: no retries, no scheduler.
//
// A Backend may also have these methods:
//
//	Endpoint() Endpoint     // calls then share the endpoint's scheduler
type Backend interface {
	Call(ctx context.Context, r Request) (Response, error)
}

// Endpoint is what a rate limit applies to. KeyDigest tells keys apart without
// holding them.
type Endpoint struct {
	BaseURL   string
	KeyDigest string
	Model     string
}
