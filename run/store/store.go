package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/assay-physics/assay/run/model"
)

// ErrNotFound is wrapped by the errors about a run or trial that is not there.
var ErrNotFound = errors.New("not found")

// ErrLeaseLost is wrapped by the errors of a session whose run another process has
// taken over: it must stop at once, and nothing it wanted to record is recorded.
var ErrLeaseLost = errors.New("another process has taken over the run")

// Store keeps runs. All methods may be called concurrently.
type Store interface {
	// Create records a run in state interrupted and its trials, which have no
	// outcome yet; Acquire then gives the right to work on it. It is one
	// transaction: either all of it is there afterwards, or nothing.
	Create(ctx context.Context, r Run, trials []Trial) error
	// Runs lists the runs, newest first.
	Runs(ctx context.Context) ([]Run, error)
	// Run returns one run, or an error that wraps ErrNotFound.
	Run(ctx context.Context, id string) (Run, error)
	// Headers lists the trials of a run in plan order with their outcomes but
	// without rounds, calls and the judge's certificate.
	Headers(ctx context.Context, run string) ([]Trial, error)
	// Trials yields the complete trials of a run in plan order, a bounded number of
	// them in memory at a time. The first error ends the sequence.
	Trials(ctx context.Context, run string) iter.Seq2[Trial, error]
	// Trial returns one complete trial, or an error that wraps ErrNotFound.
	Trial(ctx context.Context, run, key string) (Trial, error)
	// Spent sums over all calls of a run.
	Spent(ctx context.Context, run string) (Spent, error)
	// Acquire takes the right to add to a run and sets its state to running. While a
	// living process has it, the error is a *LockedError.
	Acquire(ctx context.Context, run string) (Session, error)
	// Close waits for what is being written, then closes the store.
	Close() error
}

// Session is the right of one process to add to one run. Its methods may be called
// concurrently.
type Session interface {
	// Record makes the events durable, all of them or none, before it returns. The
	// context only bounds the wait in the queue: an event that an ended context
	// leaves unrecorded was not written.
	Record(ctx context.Context, events ...Event) error
	// BeginScoring removes what an unfinished scoring left and returns the number
	// for the checks and outcomes of a new one. They stay invisible until
	// PublishScoring.
	BeginScoring(ctx context.Context) (int, error)
	// PublishScoring makes scoring n the one that is read.
	PublishScoring(ctx context.Context, n int) error
	// Lost is closed when another process has taken over.
	Lost() <-chan struct{}
	// Release gives the right back and leaves the run in the given state.
	Release(ctx context.Context, state RunState) error
}

// Spent is what the calls of a run used.
type Spent struct {
	Calls int64 `json:"calls"`
	// Unanswered calls were started and never came back: possibly billed, unseen.
	Unanswered int64       `json:"unanswered"`
	Usage      model.Usage `json:"usage"`
	// CostUSD sums the known costs, Unpriced counts the calls with tokens but
	// without a known cost.
	CostUSD  float64 `json:"cost_usd"`
	Unpriced int64   `json:"unpriced"`
}

// LockedError says who is running a run.
type LockedError struct {
	Run     string
	PID     int
	Host    string
	Renewed time.Time // last sign of life
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("store: run %q is being run by process %d on host %q (last sign of life %s)",
		e.Run, e.PID, e.Host, e.Renewed.Local().Format(time.DateTime))
}

// Open opens the store that the URL names, and creates or migrates it. A path, or
// "sqlite:PATH", names an embedded store in one file.
func Open(ctx context.Context, url string) (Store, error) {
	scheme, rest, ok := strings.Cut(url, ":")
	switch {
	case url == "":
		return nil, errors.New("store: no file or URL given")
	case !ok || len(scheme) == 1: // a path, or one that begins with a drive letter
		return openSQLite(ctx, url)
	case scheme == "sqlite":
		path := strings.TrimPrefix(rest, "//")
		if path == "" {
			return nil, fmt.Errorf("store: %q names no file", url)
		}
		return openSQLite(ctx, path)
	case strings.HasPrefix(rest, "//"):
		return nil, fmt.Errorf("store: %s: this program keeps its runs in SQLite files (a path, or sqlite:PATH)", scheme)
	}
	return openSQLite(ctx, url)
}
