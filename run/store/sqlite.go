package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/assay-physics/assay/claim"
)

// busyTimeout is how long a statement waits for another process's transaction.
// Transactions here last milliseconds.
const busyTimeout = 20 * time.Second

// maxBatch bounds how many waiting writes share one commit.
const maxBatch = 256

// embedded is the store in one SQLite file. All writes go through one goroutine and
// one connection; readers have connections of their own, which WAL keeps out of the
// writer's way.
type embedded struct {
	path    string
	writeDB *sql.DB
	readDB  *sql.DB
	now     func() time.Time

	queue    chan *write
	stopped  chan struct{} // closed when the writer has ended
	mu       sync.RWMutex  // guards closing against sends on queue
	closed   bool
	prepared map[string]*sql.Stmt // of the writer; touched by its goroutine only
}

// write is one request to the writer: do runs in a transaction, behind the check
// that the session still has the run (nil: no session needed).
type write struct {
	session *session
	do      func(ctx context.Context, tx *transaction) error
	done    chan error
}

func openSQLite(ctx context.Context, path string) (Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, err)
	}
	s := &embedded{
		path: path, now: time.Now,
		queue: make(chan *write, maxBatch), stopped: make(chan struct{}),
		prepared: map[string]*sql.Stmt{},
	}
	if err := s.connect(ctx); err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, errors.Join(err, s.disconnect()))
	}
	go s.writer()
	return s, nil
}

// connect opens both pools and migrates. Several processes may do so at once: the
// switch to WAL mode then answers "busy" without waiting, so that it is tried again.
func (s *embedded) connect(ctx context.Context) error {
	var err error
	if s.writeDB, err = sql.Open("sqlite", dsn(s.path, "_pragma=synchronous(FULL)", "_pragma=foreign_keys(1)", "_txlock=immediate")); err != nil {
		return err
	}
	s.writeDB.SetMaxOpenConns(1)
	if s.readDB, err = sql.Open("sqlite", dsn(s.path, "_pragma=query_only(1)")); err != nil {
		return err
	}
	s.readDB.SetMaxOpenConns(4)
	deadline := time.Now().Add(busyTimeout)
	for {
		err := s.migrate(ctx)
		if err == nil || !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (s *embedded) migrate(ctx context.Context) error {
	var mode string
	if err := s.writeDB.QueryRowContext(ctx, `PRAGMA journal_mode=WAL`).Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system does not support write-ahead logging (journal mode %q)", mode)
	}
	return migrate(ctx, s.writeDB)
}

func (s *embedded) disconnect() error {
	var errs []error
	for _, db := range []*sql.DB{s.readDB, s.writeDB} { // the writer last: it folds the log into the file
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// dsn builds the data source name; pragmas belong into it because they are set per
// connection.
func dsn(path string, options ...string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()}
	u.RawQuery = fmt.Sprintf("_pragma=busy_timeout(%d)", busyTimeout.Milliseconds())
	for _, o := range options {
		u.RawQuery += "&" + o
	}
	return u.String()
}

func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_BUSY || e.Code()&0xff == sqlite3.SQLITE_LOCKED)
}

// Close waits for the writes already asked for, then closes the file.
func (s *embedded) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.queue)
	s.mu.Unlock()
	<-s.stopped
	for _, stmt := range s.prepared {
		stmt.Close()
	}
	if err := s.disconnect(); err != nil {
		return fmt.Errorf("store: %s: %w", s.path, err)
	}
	return nil
}

// write queues a request and waits until it is durable.
func (s *embedded) write(ctx context.Context, w *write) error {
	w.done = make(chan error, 1)
	if err := s.enqueue(ctx, w); err != nil {
		return fmt.Errorf("store: %s: %w", s.path, err)
	}
	// From here on the request will be carried out, so that its outcome is waited for.
	if err := <-w.done; err != nil {
		return fmt.Errorf("store: %s: %w", s.path, err)
	}
	return nil
}

func (s *embedded) enqueue(ctx context.Context, w *write) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return errors.New("the store is closed")
	}
	select {
	case s.queue <- w:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// writer commits whatever has gathered while the last commit was under way.
func (s *embedded) writer() {
	defer close(s.stopped)
	for first := range s.queue {
		batch := []*write{first}
	gather:
		for len(batch) < maxBatch {
			select {
			case w, ok := <-s.queue:
				if !ok {
					break gather
				}
				batch = append(batch, w)
			default:
				break gather
			}
		}
		s.commit(batch)
	}
}

// commit carries out a batch in one transaction. If one request fails, the others
// must not suffer: they are then carried out one by one.
func (s *embedded) commit(batch []*write) {
	err := s.transact(batch)
	if err != nil && len(batch) > 1 {
		for _, w := range batch {
			w.done <- s.transact([]*write{w})
		}
		return
	}
	for _, w := range batch {
		w.done <- err
	}
}

func (s *embedded) transact(batch []*write) (err error) {
	// A write that was accepted is finished, whatever becomes of those who asked.
	ctx := context.Background()
	sqlTx, err := s.writeDB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			if rollback := sqlTx.Rollback(); rollback != nil && !errors.Is(rollback, sql.ErrTxDone) {
				err = errors.Join(err, rollback)
			}
		}
	}()
	tx := &transaction{Tx: sqlTx, store: s}
	fenced := map[*session]bool{}
	for _, w := range batch {
		if w.session != nil && !fenced[w.session] {
			if err := w.session.fence(ctx, tx); err != nil {
				return err
			}
			fenced[w.session] = true
		}
		if err := w.do(ctx, tx); err != nil {
			return err
		}
	}
	if err := sqlTx.Commit(); err != nil {
		return err
	}
	s.prepare(ctx, tx.fresh)
	return nil
}

// transaction is a transaction of the writer.
type transaction struct {
	*sql.Tx
	store *embedded
	fresh []string // statements that were not prepared yet
}

// exec runs a statement, prepared once for the life of the store, and returns the
// number of rows that it touched. The writer's only connection is busy with this
// transaction, so that a new statement is prepared for good after it.
func (tx *transaction) exec(ctx context.Context, query string, args ...any) (int64, error) {
	var res sql.Result
	var err error
	if stmt, ok := tx.store.prepared[query]; ok {
		res, err = tx.StmtContext(ctx, stmt).ExecContext(ctx, args...) //nolint:sqlclosecheck // the end of the transaction closes it
	} else {
		tx.fresh = append(tx.fresh, query)
		res, err = tx.ExecContext(ctx, query, args...)
	}
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// prepare keeps the statements of a transaction for the next ones. One that cannot
// be prepared is run as text again, and reports its error there.
func (s *embedded) prepare(ctx context.Context, queries []string) {
	for _, q := range queries {
		if s.prepared[q] != nil {
			continue
		}
		if stmt, err := s.writeDB.PrepareContext(ctx, q); err == nil { //nolint:sqlclosecheck // Close closes what is kept
			s.prepared[q] = stmt
		}
	}
}

// Create implements Store.
func (s *embedded) Create(ctx context.Context, r Run, trials []Trial) error {
	if r.ID == "" {
		return errors.New("store: a run needs an id")
	}
	plan := r.Plan
	if plan == nil {
		plan = json.RawMessage("null")
	}
	return s.write(ctx, &write{do: func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `INSERT INTO runs (id, suite, seed, created, plan, state, version, scoring) VALUES ($1,$2,$3,$4,$5,$6,$7,$8)`,
			r.ID, r.Suite, strconv.FormatUint(r.Seed, 10), stamp(r.Created), string(plan), string(Interrupted), r.Version, r.Scoring)
		if err != nil {
			return fmt.Errorf("run %q: %w", r.ID, err)
		}
		for _, t := range trials {
			_, err := tx.exec(ctx, `INSERT INTO trials (run_id, key, position, model, policy, task, variant, epoch, task_digest) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)`,
				r.ID, t.Key, t.Position, t.Model, t.Policy, t.Task, t.Variant, t.Epoch, t.TaskDigest)
			if err != nil {
				return fmt.Errorf("run %q: trial %d (%s): %w", r.ID, t.Position, t.Key, err)
			}
		}
		return nil
	}})
}

// Acquire implements Store.
func (s *embedded) Acquire(ctx context.Context, run string) (Session, error) {
	self := thisProcess(s.now())
	err := s.write(ctx, &write{do: func(ctx context.Context, tx *transaction) error {
		var h holder
		err := scanHolder(tx.QueryRowContext(ctx, selectHolder+` WHERE run_id = $1`, run), &h)
		switch {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return err
		case h.alive(self):
			return &LockedError{Run: run, PID: h.pid, Host: h.host, Renewed: h.renewed}
		}
		n, err := tx.exec(ctx, `UPDATE runs SET state = $1 WHERE id = $2`, string(Running), run)
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("run %q: %w", run, ErrNotFound)
		}
		_, err = tx.exec(ctx, `INSERT INTO leases (run_id, token, host, machine, pid, born, renewed) VALUES ($1,$2,$3,$4,$5,$6,$7)
			ON CONFLICT (run_id) DO UPDATE SET token = excluded.token, host = excluded.host, machine = excluded.machine,
				pid = excluded.pid, born = excluded.born, renewed = excluded.renewed`,
			run, self.token, self.host, self.machine, self.pid, self.born, stamp(self.renewed))
		return err
	}})
	if err != nil {
		return nil, err
	}
	ss := &session{store: s, run: run, token: self.token, lost: make(chan struct{}), ended: make(chan struct{})}
	go ss.heartbeat()
	return ss, nil
}

const selectHolder = `SELECT token, host, machine, pid, born, renewed FROM leases`

func scanHolder(row interface{ Scan(...any) error }, h *holder) error {
	var renewed string
	if err := row.Scan(&h.token, &h.host, &h.machine, &h.pid, &h.born, &renewed); err != nil {
		return err
	}
	var err error
	h.renewed, err = unstamp(renewed)
	return err
}

// session implements Session.
type session struct {
	store *embedded
	run   string
	token string

	lost     chan struct{}
	loseOnce sync.Once
	ended    chan struct{} // closed by Release
	endOnce  sync.Once
}

// fence fails the transaction unless the session still has the run, and renews it.
func (ss *session) fence(ctx context.Context, tx *transaction) error {
	n, err := tx.exec(ctx, `UPDATE leases SET renewed = $1 WHERE run_id = $2 AND token = $3`, stamp(ss.store.now()), ss.run, ss.token)
	if err != nil {
		return err
	}
	if n != 1 {
		ss.loseOnce.Do(func() { close(ss.lost) })
		return fmt.Errorf("run %q: %w", ss.run, ErrLeaseLost)
	}
	return nil
}

func (ss *session) heartbeat() {
	tick := time.NewTicker(renewEvery)
	defer tick.Stop()
	for {
		select {
		case <-ss.ended:
			return
		case <-ss.lost:
			return
		case <-tick.C:
			// A renewal that fails for another reason than a lost lease (a full disk) is
			// no news: the next event that cannot be recorded reports it.
			_ = ss.store.write(context.Background(), &write{session: ss, do: func(context.Context, *transaction) error { return nil }})
		}
	}
}

// Lost implements Session.
func (ss *session) Lost() <-chan struct{} { return ss.lost }

// Record implements Session.
func (ss *session) Record(ctx context.Context, events ...Event) error {
	rows := make([]func(context.Context, *transaction) error, 0, len(events))
	for _, e := range events {
		row, err := ss.row(e) // encoded here, by the caller's goroutine, not by the writer
		if err != nil {
			return fmt.Errorf("store: run %q: %w", ss.run, err)
		}
		rows = append(rows, row)
	}
	return ss.store.write(ctx, &write{session: ss, do: func(ctx context.Context, tx *transaction) error {
		for _, row := range rows {
			if err := row(ctx, tx); err != nil {
				return fmt.Errorf("run %q: %w", ss.run, err)
			}
		}
		return nil
	}})
}

// row turns an event into its statement.
func (ss *session) row(e Event) (func(context.Context, *transaction) error, error) {
	switch e := e.(type) {
	case CallStarted:
		prompt, err := encode(e.Prompt)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, tx *transaction) error {
			_, err := tx.exec(ctx, `INSERT INTO calls (run_id, key, number, round, sample, started, prompt, answered) VALUES ($1,$2,$3,$4,$5,$6,$7,0)`,
				ss.run, e.Key, e.Number, e.Round, e.Sample, stamp(e.Started), prompt)
			return about(err, "start of call %d of trial %s", e.Number, e.Key)
		}, nil

	case CallEnded:
		return ss.callEnded(e)

	case CheckDone:
		checked, err := encode(e.Checked)
		if err != nil {
			return nil, err
		}
		view, err := encode(e.View)
		if err != nil {
			return nil, err
		}
		feedback, err := encode(e.Feedback)
		if err != nil {
			return nil, err
		}
		again := "" // a reply is scored once
		if e.Round == Judge {
			// The judge sees a trial again that went on, after a limit was raised.
			again = ` ON CONFLICT (run_id, key, scoring, round) DO UPDATE SET
				verdict = excluded.verdict, checked = excluded.checked, seconds = excluded.seconds`
		}
		return func(ctx context.Context, tx *transaction) error {
			_, err := tx.exec(ctx, `INSERT INTO checks (run_id, key, scoring, round, verdict, checked, view, feedback, seconds) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)`+again,
				ss.run, e.Key, e.Scoring, e.Round, string(e.Checked.Certificate.Verdict), checked, view, feedback, e.Seconds)
			return about(err, "check of round %d of trial %s", e.Round, e.Key)
		}, nil

	case Finished:
		text, err := encode(e.Outcome.Error)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(claim.Terminals(), e.Outcome.Terminal) {
			return nil, fmt.Errorf("trial %s: unknown terminal state %q", e.Key, e.Outcome.Terminal)
		}
		return func(ctx context.Context, tx *transaction) error {
			o := e.Outcome
			_, err := tx.exec(ctx, `INSERT INTO outcomes (run_id, key, scoring, number, terminal, cause, accepted, finished, error) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)`,
				ss.run, e.Key, o.Scoring, e.Number, string(o.Terminal), o.Cause, o.Accepted, stamp(o.Finished), text)
			return about(err, "outcome of trial %s", e.Key)
		}, nil
	}
	return nil, fmt.Errorf("unknown event %T", e)
}

func (ss *session) callEnded(e CallEnded) (func(context.Context, *transaction) error, error) {
	response, err := encode(e.Response)
	if err != nil {
		return nil, err
	}
	var fault, kind *string
	if e.Fault != nil {
		text, err := encode(e.Fault)
		if err != nil {
			return nil, err
		}
		k := string(e.Fault.Kind)
		fault, kind = &text, &k
	}
	answered := 0
	if (Call{Ended: e.Ended, Fault: e.Fault}).Answered() {
		answered = 1
	}
	u := e.Response.Usage
	return func(ctx context.Context, tx *transaction) error {
		// "ended IS NULL": a late answer never replaces what is recorded.
		n, err := tx.exec(ctx, `UPDATE calls SET ended = $1, answered = $2, seconds = $3, response = $4, fault = $5, fault_kind = $6,
				input_tokens = $7, cached_tokens = $8, cache_write_tokens = $9, reasoning_tokens = $10, output_tokens = $11, cost_usd = $12
			WHERE run_id = $13 AND key = $14 AND number = $15 AND ended IS NULL`,
			stamp(e.Ended), answered, e.Seconds, response, fault, kind,
			u.InputTokens, u.CachedTokens, u.CacheWriteTokens, u.ReasoningTokens, u.OutputTokens, e.Response.CostUSD,
			ss.run, e.Key, e.Number)
		if err == nil && n != 1 {
			err = errors.New("no such call is open")
		}
		return about(err, "end of call %d of trial %s", e.Number, e.Key)
	}, nil
}

// BeginScoring implements Session.
func (ss *session) BeginScoring(ctx context.Context) (int, error) {
	var scoring int
	err := ss.store.write(ctx, &write{session: ss, do: func(ctx context.Context, tx *transaction) error {
		if err := tx.QueryRowContext(ctx, `SELECT scoring FROM runs WHERE id = $1`, ss.run).Scan(&scoring); err != nil {
			return err
		}
		for _, q := range []string{
			`DELETE FROM checks WHERE run_id = $1 AND scoring > $2`,
			`DELETE FROM outcomes WHERE run_id = $1 AND scoring > $2`,
		} {
			if _, err := tx.exec(ctx, q, ss.run, scoring); err != nil {
				return err
			}
		}
		return nil
	}})
	return scoring + 1, err
}

// PublishScoring implements Session.
func (ss *session) PublishScoring(ctx context.Context, n int) error {
	return ss.store.write(ctx, &write{session: ss, do: func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `UPDATE runs SET scoring = $1 WHERE id = $2`, n, ss.run)
		return err
	}})
}

// Release implements Session.
func (ss *session) Release(ctx context.Context, state RunState) error {
	ss.endOnce.Do(func() { close(ss.ended) })
	return ss.store.write(ctx, &write{session: ss, do: func(ctx context.Context, tx *transaction) error {
		if _, err := tx.exec(ctx, `UPDATE runs SET state = $1 WHERE id = $2`, string(state), ss.run); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `DELETE FROM leases WHERE run_id = $1`, ss.run)
		return err
	}})
}

// about says which step an error belongs to.
func about(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}

// encode is json.Marshal without HTML escapes, so that raw JSON inside v keeps its
// bytes.
func encode(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// stamp writes a time as text that sorts as the time does; the zero time is empty.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000000Z")
}

func unstamp(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339Nano, s)
}
