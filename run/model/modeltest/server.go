package modeltest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/assay-physics/assay/run/model"
)

// Server is a vendor on localhost.
type Server struct {
	URL string // the base URL for the vendor's SDK

	speak  speaker
	script Script
	http   *httptest.Server
	closed chan struct{}

	mu     sync.Mutex
	forget bool
	seen   int
	calls  []Call
	conns  int
}

// speaker is a vendor's wire format.
type speaker interface {
	// name is the provider's name, path the part of the base URL after the host.
	name() string
	path() string
	// read fills in the model, the messages and whether to stream.
	read(r *http.Request, body []byte, c *Call) error
	// whole is the body of a reply, events its stream, frame by frame.
	whole(c Call, reply Reply) string
	events(c Call, reply Reply) []string
	// failure is the error body for a fault with its status.
	failure(f Fault) (status int, body string)
	// declined is a reply that was filtered or refused, as events too.
	declined(c Call, f Fault) (body string, events []string)
	// errorEvent is an overload reported in mid-stream.
	errorEvent() string
}

// OpenAI serves chat completions at URL, which ends in /v1.
func OpenAI(script Script) *Server { return serve(openAI{}, script) }

// Anthropic serves messages.
func Anthropic(script Script) *Server { return serve(anthropic{}, script) }

// Gemini serves generateContent and streamGenerateContent.
func Gemini(script Script) *Server { return serve(gemini{}, script) }

func serve(speak speaker, script Script) *Server {
	s := &Server{speak: speak, script: script, closed: make(chan struct{})}
	s.http = httptest.NewUnstartedServer(http.HandlerFunc(s.answer))
	s.http.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.conns++
		}
	}
	s.http.Start()
	s.URL = s.http.URL + speak.path()
	return s
}

// Close ends all hanging calls and the server.
func (s *Server) Close() {
	close(s.closed)
	s.http.CloseClientConnections()
	s.http.Close()
}

// Calls lists the calls seen so far.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

// Connections is the number of connections opened so far.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// Forget makes the server keep no calls from now on, for long runs.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget, s.calls = true, nil
}

// ModelName is a full model name that leads here with [Server.Lookup].
func (s *Server) ModelName() string { return s.speak.name() + "/test-model" }

// Lookup is an environment in which every base URL is this server's and every
// key the given one.
func (s *Server) Lookup(key string) model.Lookup {
	return func(name string) (string, bool) {
		switch {
		case strings.HasSuffix(name, "_BASE_URL"):
			return s.URL, true
		case strings.HasSuffix(name, "_API_KEY"):
			return key, true
		}
		return "", false
	}
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	call := Call{Header: r.Header.Clone(), Body: body}
	if err == nil {
		err = s.speak.read(r, body, &call)
	}
	if err != nil {
		http.Error(w, fmt.Sprintf(`{"error":{"message":%q}}`, err.Error()), http.StatusTeapot)
		return
	}
	s.mu.Lock()
	s.seen++
	call.Number = s.seen
	if !s.forget {
		s.calls = append(s.calls, call)
	}
	s.mu.Unlock()

	step := s.script(call)
	for name, values := range step.Header {
		w.Header()[name] = values
	}
	switch step.Fault {
	case "":
		if call.Stream {
			s.reply(w, call, "", s.speak.events(call, step.Reply))
		} else {
			s.reply(w, call, s.speak.whole(call, step.Reply), nil)
		}
	case Filtered, Refused:
		whole, events := s.speak.declined(call, step.Fault)
		s.reply(w, call, whole, events)
	case Hang:
		s.wait(r)
	case Reset:
		reset(w)
	case Empty:
		w.Header().Set("Content-Type", mediaType(call))
	case Malformed:
		s.reply(w, call, `{"choices": [oops`+"\n]}", []string{"event: message_start\ndata: {\"choices\": [oops]}\n\n"})
	case Page:
		page(w, http.StatusOK, "Sign in to the network")
	case GatewayPage:
		page(w, http.StatusBadGateway, "502 Bad Gateway")
	case Truncated:
		s.truncate(w, call, step.Reply)
	case StreamCut, StreamEnds, StreamError, StreamBroken, StreamStall:
		s.breakStream(w, r, call, step)
	default:
		status, text := s.speak.failure(step.Fault)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		write(w, text)
	}
}

func (s *Server) reply(w http.ResponseWriter, c Call, whole string, events []string) {
	w.Header().Set("Content-Type", mediaType(c))
	if !c.Stream {
		write(w, whole)
		return
	}
	for _, e := range events {
		write(w, e)
		flush(w)
	}
}

func mediaType(c Call) string {
	if c.Stream {
		return "text/event-stream"
	}
	return "application/json"
}

// wait holds a call until its client or the server gives up.
func (s *Server) wait(r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-s.closed:
	}
}

func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(err) // an HTTP/1 server can always hijack
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		err = tcp.SetLinger(0) // closing then sends RST
	}
	if err := errors.Join(err, conn.Close()); err != nil {
		panic(err)
	}
}

func page(w http.ResponseWriter, status int, title string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	write(w, "<!DOCTYPE html><html><head><title>"+title+"</title></head><body>…</body></html>")
}

// truncate sends half of what its length announces.
func (s *Server) truncate(w http.ResponseWriter, c Call, reply Reply) {
	text := s.speak.whole(c, reply)
	if c.Stream {
		text = strings.Join(s.speak.events(c, reply), "")
	}
	w.Header().Set("Content-Type", mediaType(c))
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	write(w, text[:len(text)/2])
	flush(w)
	panic(http.ErrAbortHandler)
}

// breakStream sends the first half of the events, then what the fault says.
func (s *Server) breakStream(w http.ResponseWriter, r *http.Request, c Call, step Step) {
	if !c.Stream {
		s.truncate(w, c, step.Reply)
	}
	events := s.speak.events(c, step.Reply)
	half := len(events) / 2
	s.reply(w, c, "", events[:half])
	switch next := events[half]; step.Fault {
	case StreamCut:
		write(w, next[:len(next)/2])
		flush(w)
		panic(http.ErrAbortHandler)
	case StreamError:
		write(w, s.speak.errorEvent())
	case StreamBroken:
		kind, _, _ := strings.Cut(next, "data:")
		write(w, kind+"data: {broken}\n\n")
	case StreamStall:
		s.wait(r)
	default: // StreamEnds: nothing follows
	}
}

// write ignores errors: the client of a misbehaving server may be gone.
func write(w io.Writer, text string) { _, _ = io.WriteString(w, text) }

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

// pieces cuts a text into the parts that a stream sends, at least three where
// the text allows.
func pieces(text string) []string {
	runes := []rune(text)
	size := max(len(runes)/4, 1)
	var list []string
	for len(runes) > 0 {
		n := min(size, len(runes))
		list = append(list, string(runes[:n]))
		runes = runes[n:]
	}
	return list
}
