package model

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bound the calls to one endpoint.
type Limits struct {
	MaxConnections int // calls in flight; 0 means [DefaultMaxConnections]

	// Adaptive starts at StartConnections (0 means [DefaultStartConnections]) and
	// grows while nothing complains; an episode of 429s takes a fifth away.
	// Otherwise MaxConnections holds throughout.
	Adaptive         bool
	StartConnections int

	RequestsPerMinute int // 0: no limit
	TokensPerMinute   int // input and output together, estimated before and corrected after a call; 0: no limit
}

// The connection limits that [Limits] leaves unset.
const (
	DefaultMaxConnections   = 100
	DefaultStartConnections = 20
)

// Constants of the adaptive limit. An episode is all the 429s of requests that
// started before the limit was last cut, and of the cool-down after it: one burst
// must not cut twice.
const (
	backoffFactor = 0.8
	cooldown      = 15 * time.Second
)

// Pool is what calls share: connections to servers, and one scheduler for each
// endpoint (base URL, key, model), so that solvers and judges that use the same
// model stay under one limit together.
type Pool struct {
	limits    Limits
	transport *http.Transport

	mu         sync.Mutex
	schedulers map[Endpoint]*scheduler
}

// NewPool makes a pool whose endpoints all have the same limits.
func NewPool(l Limits) *Pool {
	if l.MaxConnections <= 0 {
		l.MaxConnections = DefaultMaxConnections
	}
	if l.StartConnections <= 0 {
		l.StartConnections = DefaultStartConnections
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	// The scheduler is the limit. A transport that keeps fewer idle connections
	// than are used would open and close one for every call.
	// A server that is gone without a word is noticed by pings, not after the
	// quarter of an hour that TCP gives it.
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: 15 * time.Second}
	t.MaxIdleConns, t.MaxIdleConnsPerHost, t.MaxConnsPerHost = 0, l.MaxConnections, 0
	return &Pool{limits: l, transport: t, schedulers: map[Endpoint]*scheduler{}}
}

// Close closes the idle connections.
func (p *Pool) Close() { p.transport.CloseIdleConnections() }

func (p *Pool) scheduler(at Endpoint) *scheduler {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.schedulers[at]
	if s == nil {
		s = newScheduler(p.limits)
		p.schedulers[at] = s
	}
	return s
}

// Load is the state of one endpoint.
type Load struct {
	BaseURL string `json:"base_url"`
	Model   string `json:"model"`
	Active  int    `json:"active"` // calls in flight
	Limit   int    `json:"limit"`  // calls allowed in flight now
	Queued  int    `json:"queued"` // calls waiting for a connection
}

// Loads lists the endpoints in use, by URL and model.
func (p *Pool) Loads() []Load {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make([]Load, 0, len(p.schedulers))
	for at, s := range p.schedulers {
		s.mu.Lock()
		list = append(list, Load{BaseURL: at.BaseURL, Model: at.Model, Active: s.active, Limit: int(s.limit), Queued: len(s.queue)})
		s.mu.Unlock()
	}
	slices.SortFunc(list, func(x, y Load) int {
		return cmp.Or(cmp.Compare(x.BaseURL, y.BaseURL), cmp.Compare(x.Model, y.Model))
	})
	return list
}

// scheduler admits calls to one endpoint, first come first served.
type scheduler struct {
	adaptive bool
	top      float64
	requests *rate.Limiter
	tokens   *rate.Limiter

	mu          sync.Mutex
	limit       float64
	active      int
	queue       []chan struct{}
	growing     bool // no 429 yet: double per round, not one more per round
	lastCut     time.Time
	pausedUntil time.Time
	pauseReason string
	output      float64 // running mean of output tokens
	credit      float64 // tokens reserved and not used
}

func newScheduler(l Limits) *scheduler {
	s := &scheduler{adaptive: l.Adaptive, top: float64(l.MaxConnections), limit: float64(l.MaxConnections), growing: true}
	if l.Adaptive {
		s.limit = float64(min(l.StartConnections, l.MaxConnections))
	}
	if n := l.RequestsPerMinute; n > 0 {
		// The bucket is small: a minute's worth at once is what provokes a 429.
		s.requests = rate.NewLimiter(rate.Limit(float64(n)/60), max(n/60, 1))
	}
	if n := l.TokensPerMinute; n > 0 {
		s.tokens = rate.NewLimiter(rate.Limit(float64(n)/60), n)
	}
	return s
}

// grant is the right to make one call. release must follow.
type grant struct {
	s        *scheduler
	started  time.Time
	reserved float64
}

// admit waits until a call with so many input tokens may start. The pauses and
// queues it meets are announced on j.
func (s *scheduler) admit(ctx context.Context, input float64, j *journal) (*grant, error) {
	g := &grant{s: s}
	if s.requests != nil {
		if err := j.pause(ctx, "requests per minute", s.requests.Reserve().Delay()); err != nil {
			return nil, err
		}
	}
	if s.tokens != nil {
		if err := j.pause(ctx, "tokens per minute", s.reserve(g, input)); err != nil {
			return nil, err
		}
	}
	for {
		reason, until := s.paused()
		if err := j.pause(ctx, reason, time.Until(until)); err != nil {
			return nil, err
		}
		if err := s.enter(ctx, j); err != nil {
			return nil, err
		}
		if _, until := s.paused(); !until.After(time.Now()) {
			g.started = time.Now()
			return g, nil
		}
		s.leave() // a pause began while this call stood in the queue
	}
}

func (s *scheduler) reserve(g *grant, input float64) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	g.reserved = input + s.output
	need := g.reserved - s.credit
	n := int(math.Ceil(math.Max(need, 0)))
	s.credit = float64(n) - need
	// A call bigger than a whole minute's tokens waits for a full bucket.
	return s.tokens.ReserveN(time.Now(), min(n, s.tokens.Burst())).Delay()
}

func (s *scheduler) paused() (string, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pauseReason, s.pausedUntil
}

// enter takes a connection, or a place in the queue for one.
func (s *scheduler) enter(ctx context.Context, j *journal) error {
	s.mu.Lock()
	if len(s.queue) == 0 && s.free() {
		s.active++
		s.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	s.queue = append(s.queue, turn)
	limit := int(s.limit)
	s.mu.Unlock()

	err := j.until(ctx, fmt.Sprintf("free connection (%d in use)", limit), turn)
	if err == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.queue, turn); i >= 0 {
		s.queue = slices.Delete(s.queue, i, i+1)
	} else { // the turn came at the same moment: pass it on
		s.active--
		s.wake()
	}
	return err
}

func (s *scheduler) free() bool { return s.active < int(s.limit) }

// wake lets in whom the limit allows. The caller holds mu.
func (s *scheduler) wake() {
	for len(s.queue) > 0 && s.free() {
		s.active++
		close(s.queue[0])
		s.queue = s.queue[1:]
	}
}

func (s *scheduler) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.active--
	s.wake()
}

// release gives the connection back and learns from how the call went. f is nil
// after a success.
func (g *grant) release(used Usage, f *Fault) {
	s := g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	full := s.active >= int(s.limit)
	s.active--
	now := time.Now()
	switch {
	case f == nil:
		s.learn(g, used, now)
		if s.adaptive && full {
			if s.growing {
				s.limit++
			} else {
				s.limit += 1 / s.limit
			}
			s.limit = math.Min(s.limit, s.top)
		}
	case f.Kind == RateLimit:
		if s.adaptive && g.started.After(s.lastCut) && now.Sub(s.lastCut) >= cooldown {
			s.limit = math.Max(s.limit*backoffFactor, 1)
			s.lastCut, s.growing = now, false
		}
	}
	if f != nil && f.RetryAfter > 0 && (f.Kind == RateLimit || f.Kind == Overloaded) {
		// The server speaks to all of us: nobody else need ask before then.
		if until := now.Add(f.RetryAfter); until.After(s.pausedUntil) {
			s.pausedUntil, s.pauseReason = until, faultReason(f)
		}
	}
	s.wake()
}

// learn corrects the token account by what a call really used.
func (s *scheduler) learn(g *grant, used Usage, now time.Time) {
	if s.tokens == nil || used.Total() == 0 {
		return
	}
	const weight = 0.2 // of the newest call in the running mean
	s.output += weight * (float64(used.OutputTokens) - s.output)
	if over := float64(used.Total()) - g.reserved; over > 0 {
		s.tokens.ReserveN(now, min(int(over), s.tokens.Burst())) // later calls wait for it
	} else {
		s.credit -= over
	}
}

// faultReason is a fault's short name in a wait: its status, or its kind.
func faultReason(f *Fault) string {
	if f.Status != 0 {
		return fmt.Sprint(f.Status)
	}
	return string(f.Kind)
}
