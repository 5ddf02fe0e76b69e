package model_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

const testKey = "sk-test-0123456789abcdef0123456789abcdef"

// vendors are the three wire formats.
var vendors = map[string]func(modeltest.Script) *modeltest.Server{
	"openai": modeltest.OpenAI, "anthropic": modeltest.Anthropic, "google": modeltest.Gemini,
}

// quick retries twice, almost at once.
var quick = model.Retry{MaxRetries: 2, Base: time.Millisecond, Max: time.Millisecond}

// open opens the server's model; o needs only what differs from the defaults.
func open(t testing.TB, s *modeltest.Server, o model.Options) model.Model {
	t.Helper()
	if o.Lookup == nil {
		o.Lookup = s.Lookup(testKey)
	}
	if o.Pool == nil {
		o.Pool = model.NewPool(model.Limits{})
		t.Cleanup(o.Pool.Close)
	}
	m, err := model.Open(t.Context(), model.Standard(), s.ModelName(), o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func ask(text string, stream bool) model.Request {
	return model.Request{
		Messages: []model.Message{{Role: model.System, Content: "Be brief."}, {Role: model.User, Content: text}},
		Config:   model.Config{Stream: stream, MaxTokens: 100},
	}
}

// TestFaultsOfEveryVendor injects each fault into each wire format, whole and
// streamed, twice over: for ever, where the call must end in the right kind and
// terminal state after the right number of attempts, and once, where a retry must
// save what can be saved.
func TestFaultsOfEveryVendor(t *testing.T) {
	want := map[modeltest.Fault]model.FaultKind{
		modeltest.TooManyRequests: model.RateLimit,
		modeltest.NoQuota:         model.QuotaExhausted,
		modeltest.InternalError:   model.ServerError,
		modeltest.Unavailable:     model.Overloaded,
		modeltest.Overloaded:      model.Overloaded,
		modeltest.Unauthorized:    model.Auth,
		modeltest.NoSuchModel:     model.NotFound,
		modeltest.TooLong:         model.ContextLength,
		modeltest.Invalid:         model.BadRequest,
		modeltest.Filtered:        model.ContentFilter,
		modeltest.Refused:         model.ContentFilter,
		modeltest.Hang:            model.Timeout,
		modeltest.Reset:           model.Connection,
		modeltest.Empty:           model.EmptyBody,
		modeltest.Malformed:       model.MalformedBody,
		modeltest.Page:            model.MalformedBody,
		modeltest.GatewayPage:     model.ServerError,
		modeltest.Truncated:       model.TruncatedStream,
		modeltest.StreamCut:       model.TruncatedStream,
		modeltest.StreamEnds:      model.TruncatedStream,
		modeltest.StreamError:     model.Overloaded,
		modeltest.StreamBroken:    model.MalformedBody,
		modeltest.StreamStall:     model.Timeout,
	}
	terminal := map[model.FaultKind]string{
		model.RateLimit: "infrastructure", model.Overloaded: "infrastructure", model.ServerError: "infrastructure",
		model.Timeout: "infrastructure", model.Connection: "infrastructure", model.EmptyBody: "infrastructure",
		model.MalformedBody: "infrastructure", model.TruncatedStream: "infrastructure",
		model.ContextLength: "limit", model.ContentFilter: "model-invalid",
		model.Auth: "operator", model.NotFound: "operator", model.BadRequest: "operator", model.QuotaExhausted: "operator",
	}
	retried := map[string]bool{"infrastructure": true}

	for vendor, serve := range vendors {
		for _, stream := range []bool{false, true} {
			faults := modeltest.Faults()
			if stream {
				faults = append(faults, modeltest.StreamFaults()...)
			}
			for _, fault := range faults {
				t.Run(fmt.Sprintf("%s/stream=%v/%s", vendor, stream, fault), func(t *testing.T) {
					t.Parallel()
					kind := want[fault]
					state := terminal[kind]
					r := ask("What is six times seven?", stream)
					limit := func(d time.Duration) {
						if fault == modeltest.Hang {
							r.Config.Timeout = d
						}
						if fault == modeltest.StreamStall {
							r.Config.IdleTimeout = d
						}
					}
					limit(100 * time.Millisecond)

					always := serve(modeltest.Steps(modeltest.Fail(fault)))
					defer always.Close()
					res, err := open(t, always, model.Options{Retry: quick}).Generate(t.Context(), r)
					var f *model.Fault
					if !errors.As(err, &f) {
						t.Fatalf("error %v (%T), want a *Fault; response %+v", err, err, res)
					}
					if f.Kind != kind || f.Terminal() != state {
						t.Errorf("%v: kind %s, terminal %s; want %s, %s", err, f.Kind, f.Terminal(), kind, state)
					}
					attempts := 1
					if retried[state] {
						attempts = 3
					}
					if n := len(always.Calls()); n != attempts || len(res.Attempts) != attempts {
						t.Errorf("the server saw %d attempts, %d are reported; want %d", n, len(res.Attempts), attempts)
					}
					for i, a := range res.Attempts {
						if a.Number != i+1 || a.Fault == nil || a.Fault.Kind != kind {
							t.Errorf("attempt %d: %+v", i+1, a)
						}
					}

					if !retried[state] {
						return
					}
					limit(time.Second) // enough for the good attempt, on a busy machine too
					once := serve(modeltest.Steps(modeltest.Fail(fault), modeltest.Say("42")))
					defer once.Close()
					res, err = open(t, once, model.Options{Retry: quick}).Generate(t.Context(), r)
					if err != nil {
						t.Fatalf("after one %s: %v", fault, err)
					}
					if res.Message.Content != "42" || len(res.Attempts) != 2 || res.Attempts[1].Fault != nil {
						t.Errorf("after one %s: %+v", fault, res)
					}
				})
			}
		}
	}
}

func TestFaultKindsAreComplete(t *testing.T) {
	states := map[string]bool{"infrastructure": true, "limit": true, "operator": true, "model-invalid": true}
	for _, k := range model.FaultKinds() {
		f := &model.Fault{Kind: k}
		if !states[f.Terminal()] {
			t.Errorf("%s ends in %q", k, f.Terminal())
		}
		if f.Retryable() != (f.Terminal() == "infrastructure") {
			t.Errorf("%s: retryable %v, but ends in %s", k, f.Retryable(), f.Terminal())
		}
	}
	if n := len(model.FaultKinds()); n != 15 {
		t.Errorf("%d kinds of faults, want 15", n)
	}
}

// A server that is not there, and one that is there under another name.
func TestConnectionFaults(t *testing.T) {
	gone := modeltest.OpenAI(modeltest.Steps(modeltest.Say("x")))
	gone.Close()
	m := open(t, gone, model.Options{Retry: quick})
	res, err := m.Generate(t.Context(), ask("?", false))
	var f *model.Fault
	if !errors.As(err, &f) || f.Kind != model.Connection || len(res.Attempts) != 3 {
		t.Errorf("refused connection: %v after %d attempts", err, len(res.Attempts))
	}

	moved := modeltest.OpenAI(func(modeltest.Call) modeltest.Step { panic("not to be asked") })
	defer moved.Close()
	wrong := moved.URL + "/elsewhere"
	m = open(t, moved, model.Options{Retry: quick, BaseURL: wrong})
	if _, err = m.Generate(t.Context(), ask("?", false)); !errors.As(err, &f) || f.Kind != model.BadRequest || !strings.Contains(f.Message, "no /v1/elsewhere") {
		t.Errorf("wrong path: %v", err)
	}
}

// Cancellation comes back at once and is the caller's doing, whatever the attempt
// is waiting for.
func TestCancellation(t *testing.T) {
	for vendor, serve := range vendors {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/stream=%v", vendor, stream), func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithCancel(t.Context())
				s := serve(func(modeltest.Call) modeltest.Step {
					cancel()
					if stream {
						return modeltest.Fail(modeltest.StreamStall)
					}
					return modeltest.Fail(modeltest.Hang)
				})
				defer s.Close()
				res, err := open(t, s, model.Options{}).Generate(ctx, ask("?", stream))
				var f *model.Fault
				if !errors.Is(err, context.Canceled) || !errors.As(err, &f) || f.Kind != model.Cancelled || f.Terminal() != "operator" {
					t.Errorf("got %v", err)
				}
				if len(s.Calls()) != 1 || len(res.Attempts) != 1 {
					t.Errorf("%d calls, attempts %+v", len(s.Calls()), res.Attempts)
				}
			})
		}
	}
}
