package model

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// complaint is what an error body says, whichever vendor wrote it.
type complaint struct {
	message string
	code    string // OpenAI's code, or a number as text
	kind    string // OpenAI's and Anthropic's type
	status  string // Gemini's status
	retry   time.Duration
	daily   bool // Gemini: the quota that ran out is a daily one
	number  int  // a numeric code: the HTTP status the server means
}

// readComplaint reads the forms that error bodies have:
//
//	{"error":{"message":…,"type":…,"code":…,"status":…,"details":[…]}}   OpenAI, Anthropic, Gemini, OpenRouter
//	[{"error":{…}}]                                                      Gemini, now and then
//	{"error":"…"}, {"message":"…"}, {"detail":"…"}                       Ollama, vLLM and other compatible servers
func readComplaint(body []byte) (complaint, bool) {
	var c complaint
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		var list []json.RawMessage
		if json.Unmarshal(body, &list) != nil || len(list) == 0 {
			return c, false
		}
		body = list[0]
	}
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message json.RawMessage `json:"message"`
		Detail  json.RawMessage `json:"detail"`
	}
	if json.Unmarshal(body, &outer) != nil {
		return c, false
	}
	if len(outer.Error) == 0 || string(outer.Error) == "null" {
		for _, raw := range []json.RawMessage{outer.Message, outer.Detail} {
			if len(raw) > 0 {
				c.message = plain(raw)
				return c, c.message != ""
			}
		}
		return c, false
	}
	var inner struct {
		Message json.RawMessage `json:"message"`
		Type    json.RawMessage `json:"type"`
		Code    json.RawMessage `json:"code"`
		Status  json.RawMessage `json:"status"`
		Details []struct {
			RetryDelay string `json:"retryDelay"`
			Reason     string `json:"reason"`
			Violations []struct {
				QuotaID string `json:"quotaId"`
			} `json:"violations"`
		} `json:"details"`
	}
	if json.Unmarshal(outer.Error, &inner) != nil {
		c.message = plain(outer.Error)
		return c, true
	}
	c.message, c.kind, c.code, c.status = plain(inner.Message), plain(inner.Type), plain(inner.Code), plain(inner.Status)
	for _, d := range inner.Details {
		if delay, err := time.ParseDuration(d.RetryDelay); err == nil && delay > 0 {
			c.retry = min(delay, maxRetryAfter)
		}
		if d.Reason != "" {
			c.code = d.Reason
		}
		for _, v := range d.Violations {
			c.daily = c.daily || strings.Contains(v.QuotaID, "PerDay")
		}
	}
	if n, err := strconv.Atoi(plain(inner.Code)); err == nil && n >= 400 && n < 600 {
		c.number = n
	}
	if c.message == "" {
		c.message = string(outer.Error)
	}
	return c, true
}

// plain is a JSON string's text, or any other value's JSON.
func plain(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// classify turns an HTTP status with its body into a fault. Status 200 is for
// errors that arrive inside a success: a stream's error event, a router's error
// body.
func classify(status int, header http.Header, body []byte, clean redactor) *Fault {
	c, isJSON := readComplaint(body)
	if !isJSON {
		c.message = pageText(body, clean)
	}
	if status < 300 && c.number != 0 {
		status = c.number
	}
	f := &Fault{Kind: kindOf(status, c), RetryAfter: c.retry, Message: clean.text(c.message)}
	if status >= 300 {
		f.Status = status
	}
	if after := retryAfter(header, time.Now()); after > 0 {
		f.RetryAfter = after
	}
	if f.Message == "" {
		f.Message = "no explanation from the server"
		if text := http.StatusText(status); text != "" && status >= 300 {
			f.Message = text
		}
	}
	return f
}

// kindOf decides by what the body says first, as vendors put different things
// under one status (an exhausted balance is a 429 at OpenAI, a 400 at Anthropic),
// then by the status.
func kindOf(status int, c complaint) FaultKind {
	said := strings.ToLower(c.message)
	names := strings.ToLower(c.kind + " " + c.code + " " + c.status)
	gemini := c.status != ""

	switch {
	case c.daily,
		status == http.StatusPaymentRequired,
		contains(names, "insufficient_quota", "billing_hard_limit", "billing_not_active", "billing_error"),
		contains(said, "credit balance is too low", "insufficient balance", "insufficient credits"),
		!gemini && contains(said, "exceeded your current quota"):
		return QuotaExhausted
	case contains(names, "api_key_invalid", "invalid_api_key", "authentication_error", "permission_error", "permission_denied"),
		contains(said, "api key not valid"):
		return Auth
	}
	if status == http.StatusOK || status == http.StatusBadRequest || status == http.StatusForbidden ||
		status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity || status == http.StatusInternalServerError {
		switch {
		case contains(names, "context_length", "exceed_context_size", "request_too_large", "string_above_max_length"),
			contains(said, "maximum context length", "context window", "context size", "context limit", "context length",
				"prompt is too long", "input is too long", "input token count"):
			return ContextLength
		case contains(names, "content_filter", "content_policy", "invalid_prompt", "moderation"),
			contains(said, "content management policy", "flagged", "blocked by"):
			return ContentFilter
		}
	}
	if status < 300 {
		switch {
		case contains(names, "overloaded", "unavailable"):
			return Overloaded
		case contains(names, "rate_limit", "resource_exhausted", "too_many_requests"):
			return RateLimit
		case contains(names, "not_found"):
			return NotFound
		case contains(names, "invalid_request", "invalid_argument"):
			return BadRequest
		case contains(names, "timeout", "deadline_exceeded"):
			return Timeout
		}
		return ServerError
	}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return Auth
	case http.StatusNotFound:
		return NotFound
	case http.StatusRequestTimeout:
		return Timeout
	case http.StatusRequestEntityTooLarge:
		return ContextLength
	case http.StatusTooManyRequests:
		return RateLimit
	case http.StatusConflict, http.StatusTooEarly, 499: // 499: the vendor's own side hung up
		return ServerError
	case http.StatusServiceUnavailable, 529:
		return Overloaded
	}
	switch {
	case status >= 500:
		if contains(names, "overloaded") {
			return Overloaded
		}
		return ServerError
	case status < 400: // a redirect: see newClient
		return NotFound
	}
	return BadRequest
}

func contains(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

var pageTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// pageText is what a body that is not JSON says, in one line and without keys.
func pageText(body []byte, clean redactor) string {
	if isPage(body) {
		if m := pageTitle.FindSubmatch(body); m != nil {
			return "an HTML page: " + strings.Join(strings.Fields(clean.head(string(m[1]), MaxFaultMessage)), " ")
		}
		return "an HTML page"
	}
	return strings.Join(strings.Fields(clean.head(string(body), 4*MaxFaultMessage)), " ")
}

func isPage(body []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
}

// maxRetryAfter bounds what a server may ask for, so that no arithmetic on it
// overflows. Whoever waits compares it with its own limit.
const maxRetryAfter = 30 * 24 * time.Hour

// retryAfter reads Retry-After-Ms, and Retry-After as seconds or as an HTTP
// date; 0 when there is none or it makes no sense.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return boundedDelay(ms * float64(time.Millisecond))
	}
	v := strings.TrimSpace(h.Get("Retry-After"))
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return boundedDelay(s * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil {
		return boundedDelay(float64(t.Sub(now)))
	}
	return 0
}

func boundedDelay(ns float64) time.Duration {
	if math.IsNaN(ns) || ns <= 0 {
		return 0
	}
	if ns > float64(maxRetryAfter) {
		return maxRetryAfter
	}
	return time.Duration(ns)
}

// checkBody judges the body of a success that should be one JSON document.
func checkBody(header http.Header, body []byte, clean redactor) *Fault {
	trimmed := bytes.TrimSpace(body)
	if len(trimmed) == 0 {
		return &Fault{Kind: EmptyBody, Message: "the server answered with an empty body"}
	}
	if isPage(trimmed) {
		return &Fault{Kind: MalformedBody, Message: clean.text("the server answered with " + pageText(trimmed, clean) + " instead of JSON")}
	}
	var probe struct {
		Error json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(trimmed, &probe); err != nil {
		return jsonFault(err, trimmed, clean)
	}
	if len(probe.Error) > 0 && string(probe.Error) != "null" {
		return classify(http.StatusOK, header, trimmed, clean)
	}
	return nil
}

// jsonFault tells JSON that breaks off from JSON that is wrong.
func jsonFault(err error, body []byte, clean redactor) *Fault {
	f := &Fault{Kind: MalformedBody, Message: clean.text("the reply is not the JSON expected: " + err.Error())}
	if len(body) > 0 {
		f.Message = clean.text(f.Message + ": " + clean.head(string(body), 200))
	}
	var syntax *json.SyntaxError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &syntax) && syntax.Error() == "unexpected end of JSON input" {
		f.Kind, f.err = TruncatedStream, io.ErrUnexpectedEOF
		f.Message = clean.text("the reply ends in the middle of its JSON")
	}
	return f
}

// sendFault is a request that brought no response.
func sendFault(err error, clean redactor) *Fault {
	f := &Fault{Kind: Connection, Message: clean.text(err.Error()), err: bareCause(err)}
	var cert *tls.CertificateVerificationError
	if errors.As(err, &cert) {
		f.Kind = BadRequest // no retry makes a certificate valid
	}
	return f
}

// bareCause is the part of an error a caller may ask for and that holds no
// request: a context's error, an errno, an end of file.
func bareCause(err error) error {
	var errno syscall.Errno
	switch {
	case errors.Is(err, context.Canceled):
		return context.Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return context.DeadlineExceeded
	case errors.As(err, &errno):
		return errno
	case errors.Is(err, io.ErrUnexpectedEOF):
		return io.ErrUnexpectedEOF
	case errors.Is(err, io.EOF):
		return io.EOF
	}
	return nil
}
