package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"sync"
	"time"
)

// maxBody bounds what is read of one reply, in bytes.
const maxBody = 64 << 20

// errIdle ends an attempt whose stream fell silent.
var errIdle = errors.New("the stream fell silent")

// exchange is what one attempt looks like on the wire, seen from under the SDK.
// The SDKs differ in what they make of a broken reply (some decode half a JSON
// document without complaint, one takes a cut stream for a finished one), so
// that faults are found here, the same way for all of them.
type exchange struct {
	stream bool
	idle   time.Duration
	abort  context.CancelCauseFunc

	mu      sync.Mutex
	sent    bool   // the SDK got as far as sending
	body    []byte // the first maxCapture bytes
	long    bool   // there were more
	readErr error  // how the body ended, if not at its end
	fault   *Fault
}

// maxCapture bounds the copy kept of a streamed body: the events for
// [Response].Raw with their framing.
const maxCapture = 2 * MaxRaw

type exchangeKey struct{}

// wire is the HTTP side of a backend.
type wire struct {
	client *http.Client
	clean  redactor
}

// newWire puts the tap between an SDK and the network. Redirects are not
// followed: the standard client would carry a vendor's key header to another
// host.
func newWire(next http.RoundTripper, clean redactor) wire {
	return wire{clean: clean, client: &http.Client{
		Transport:     tap{next, clean},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Format prints a backend without its insides, which hold the key.
func (w wire) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "model backend") }

// finding is what an SDK call brought: the reply as far as it came, whether its
// end was seen, and the SDK's error.
type finding struct {
	response Response
	complete bool
	fault    *Fault // the vendor's own refusal or error event
	err      error
}

// attempt runs one SDK call and judges it. The Response holds what was used even
// when there is a fault.
func (w wire) attempt(ctx context.Context, c Config, call func(ctx context.Context) finding) (Response, error) {
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	ex := &exchange{stream: c.Stream, idle: c.IdleTimeout, abort: abort}
	if ex.idle <= 0 {
		ex.idle = DefaultIdleTimeout
	}
	found := call(context.WithValue(ctx, exchangeKey{}, ex))

	ex.mu.Lock()
	defer ex.mu.Unlock()
	res := found.response
	if f := w.judge(ctx, ex, found); f != nil {
		res, _ = w.clean.response(Response{Usage: res.Usage, CostUSD: res.CostUSD, Model: res.Model, Ignored: res.Ignored})
		return res, w.clean.fault(f)
	}
	res.Raw = ex.raw()
	res, quoted := w.clean.response(res)
	if quoted && ex.stream || len(res.Raw) > MaxRaw {
		// The events of a stream hold the message in pieces, and with it pieces of the
		// key that cannot be told from other text.
		res.Raw = nil
	}
	return res, nil
}

func (w wire) judge(ctx context.Context, ex *exchange, found finding) *Fault {
	done := found.err == nil && found.complete
	switch {
	case ctx.Err() != nil && !done:
		if cause := context.Cause(ctx); errors.Is(cause, errIdle) {
			return &Fault{Kind: Timeout, Message: fmt.Sprintf("no data on the stream for %v", ex.idle), err: context.DeadlineExceeded}
		}
		return &Fault{Kind: Cancelled, Message: context.Cause(ctx).Error(), err: ctx.Err()}
	case ex.fault != nil:
		return ex.fault
	case found.fault != nil:
		return found.fault
	case done:
		return nil
	case ex.readErr != nil:
		return &Fault{Kind: TruncatedStream, Message: w.clean.text("the reply broke off: " + ex.readErr.Error()), err: bareCause(ex.readErr)}
	case found.err != nil && !ex.sent:
		return &Fault{Kind: BadRequest, Message: w.clean.text("the request cannot be sent: " + found.err.Error())}
	case found.err != nil:
		return jsonFault(found.err, nil, w.clean)
	}
	switch body := bytes.TrimSpace(ex.body); {
	case len(body) == 0:
		return &Fault{Kind: EmptyBody, Message: "the stream ended without any event"}
	case body[0] == '{' || isPage(body): // under a media type that promised a stream
		return &Fault{Kind: MalformedBody, Message: w.clean.text("asked for a stream, the server sent " + clip(pageText(body, w.clean), 200))}
	}
	return &Fault{Kind: TruncatedStream, Message: "the stream ended before the reply did", err: io.ErrUnexpectedEOF}
}

// raw is the reply as one JSON value: the body, or the events of the stream as an
// array.
func (ex *exchange) raw() json.RawMessage {
	if ex.long {
		return nil
	}
	body := ex.body
	if ex.stream {
		events := [][]byte{}
		for line := range bytes.Lines(ex.body) {
			if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
				if data = bytes.TrimSpace(data); json.Valid(data) {
					events = append(events, data)
				}
			}
		}
		body = append(append([]byte("["), bytes.Join(events, []byte(","))...), ']')
	}
	var compact bytes.Buffer
	if json.Compact(&compact, body) != nil || compact.Len() > MaxRaw {
		return nil
	}
	return json.RawMessage(compact.Bytes())
}

// tap is a RoundTripper that fills in the exchange of the request's context.
type tap struct {
	next  http.RoundTripper
	clean redactor
}

func (t tap) RoundTrip(req *http.Request) (*http.Response, error) {
	ex, ok := req.Context().Value(exchangeKey{}).(*exchange)
	if !ok {
		return nil, errors.New("model: an SDK sent a request outside an attempt")
	}
	ex.mu.Lock()
	ex.sent = true
	ex.mu.Unlock()
	res, err := t.next.RoundTrip(req)
	if err != nil {
		ex.set(sendFault(err, t.clean))
		return nil, err
	}
	if ex.stream && res.StatusCode < 300 && !isDocument(res.Header) {
		res.Body = newTapBody(res.Body, ex)
		return res, nil
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, maxBody+1))
	if closeErr := res.Body.Close(); err == nil {
		err = closeErr
	}
	ex.mu.Lock()
	defer ex.mu.Unlock()
	ex.body, ex.long, ex.readErr = body, len(body) > MaxRaw, err
	switch {
	case res.StatusCode >= 300:
		ex.fault = classify(res.StatusCode, res.Header, body, t.clean)
	case err != nil: // judge says truncated
	case len(body) > maxBody:
		ex.fault = &Fault{Kind: MalformedBody, Message: fmt.Sprintf("the reply is longer than %d bytes", maxBody)}
	default:
		ex.fault = checkBody(res.Header, body, t.clean)
		if ex.fault == nil && ex.stream {
			ex.fault = &Fault{Kind: MalformedBody, Message: "asked for a stream, the server sent one JSON document"}
		}
	}
	// The SDK gets what was read, ending cleanly: how the body really ended is in
	// the exchange, and SDKs that print read errors have nothing to print.
	res.Body = io.NopCloser(bytes.NewReader(body))
	res.ContentLength = int64(len(body))
	return res, nil
}

// isDocument says that a body is one document and no stream.
func isDocument(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (media == "application/json" || media == "text/html")
}

func (ex *exchange) set(f *Fault) {
	ex.mu.Lock()
	defer ex.mu.Unlock()
	ex.fault = f
}

// tapBody reads a stream under the idle limit and keeps a copy.
type tapBody struct {
	body  io.ReadCloser
	ex    *exchange
	quiet *time.Timer
}

func newTapBody(body io.ReadCloser, ex *exchange) *tapBody {
	return &tapBody{body: body, ex: ex, quiet: time.AfterFunc(ex.idle, func() { ex.abort(errIdle) })}
}

func (b *tapBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	b.ex.mu.Lock()
	defer b.ex.mu.Unlock()
	if room := maxCapture - len(b.ex.body); room < n {
		b.ex.long = true
		b.ex.body = append(b.ex.body, p[:max(room, 0)]...)
	} else {
		b.ex.body = append(b.ex.body, p[:n]...)
	}
	if err != nil {
		b.quiet.Stop()
		if !errors.Is(err, io.EOF) {
			b.ex.readErr = err
		}
		return n, io.EOF // see RoundTrip
	}
	b.quiet.Reset(b.ex.idle)
	return n, nil
}

func (b *tapBody) Close() error {
	b.quiet.Stop()
	return b.body.Close()
}
