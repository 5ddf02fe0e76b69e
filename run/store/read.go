package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

// page is how many trials are read, and held in memory, at a time.
const page = 100

const selectRun = `SELECT id, suite, seed, created, plan, state, version, scoring FROM runs`

func scanRun(row interface{ Scan(...any) error }) (Run, error) {
	var r Run
	var seed, created, plan, state string
	if err := row.Scan(&r.ID, &r.Suite, &seed, &created, &plan, &state, &r.Version, &r.Scoring); err != nil {
		return Run{}, err
	}
	var errs [2]error
	r.Seed, errs[0] = strconv.ParseUint(seed, 10, 64)
	r.Created, errs[1] = unstamp(created)
	r.Plan, r.State = json.RawMessage(plan), RunState(state)
	return r, errors.Join(errs[:]...)
}

// Runs implements Store.
func (s *embedded) Runs(ctx context.Context) ([]Run, error) {
	runs, err := s.runs(ctx, ` ORDER BY created DESC, id`)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", s.path, err)
	}
	return runs, nil
}

// Run implements Store.
func (s *embedded) Run(ctx context.Context, id string) (Run, error) {
	runs, err := s.runs(ctx, ` WHERE id = $1`, id)
	if err == nil && len(runs) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Run{}, fmt.Errorf("store: %s: run %q: %w", s.path, id, err)
	}
	return runs[0], nil
}

func (s *embedded) runs(ctx context.Context, where string, args ...any) ([]Run, error) {
	rows, err := s.readDB.QueryContext(ctx, selectRun+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var runs []Run
	for rows.Next() {
		r, err := scanRun(rows)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	self := thisProcess(s.now())
	for i, r := range runs {
		if r.State != Running {
			continue
		}
		// A run whose process was killed still says "running": do not believe it.
		var h holder
		err := scanHolder(s.readDB.QueryRowContext(ctx, selectHolder+` WHERE run_id = $1`, r.ID), &h)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			runs[i].State = Interrupted
		case err != nil:
			return nil, err
		case !h.alive(self):
			runs[i].State = Interrupted
		}
	}
	return runs, nil
}

// Spent implements Store.
func (s *embedded) Spent(ctx context.Context, run string) (Spent, error) {
	var sp Spent
	err := s.readDB.QueryRowContext(ctx, `SELECT COUNT(*),
			COALESCE(SUM(CASE WHEN ended IS NULL THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(input_tokens), 0), COALESCE(SUM(cached_tokens), 0), COALESCE(SUM(cache_write_tokens), 0),
			COALESCE(SUM(reasoning_tokens), 0), COALESCE(SUM(output_tokens), 0), COALESCE(SUM(cost_usd), 0.0),
			COALESCE(SUM(CASE WHEN cost_usd IS NULL AND input_tokens + cached_tokens + cache_write_tokens + output_tokens > 0 THEN 1 ELSE 0 END), 0)
		FROM calls WHERE run_id = $1`, run).Scan(&sp.Calls, &sp.Unanswered,
		&sp.Usage.InputTokens, &sp.Usage.CachedTokens, &sp.Usage.CacheWriteTokens,
		&sp.Usage.ReasoningTokens, &sp.Usage.OutputTokens, &sp.CostUSD, &sp.Unpriced)
	if err != nil {
		return Spent{}, fmt.Errorf("store: %s: run %q: %w", s.path, run, err)
	}
	return sp, nil
}

// Headers implements Store.
func (s *embedded) Headers(ctx context.Context, run string) ([]Trial, error) {
	trials, err := s.read(ctx, run, "", false)
	if err != nil {
		return nil, fmt.Errorf("store: %s: run %q: %w", s.path, run, err)
	}
	return trials, nil
}

// Trial implements Store.
func (s *embedded) Trial(ctx context.Context, run, key string) (Trial, error) {
	trials, err := s.read(ctx, run, ` AND t.key = $3`, true, key)
	if err == nil && len(trials) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Trial{}, fmt.Errorf("store: %s: run %q: trial %s: %w", s.path, run, key, err)
	}
	return trials[0], nil
}

// Trials implements Store.
func (s *embedded) Trials(ctx context.Context, run string) iter.Seq2[Trial, error] {
	return func(yield func(Trial, error) bool) {
		if _, err := s.Run(ctx, run); err != nil {
			yield(Trial{}, err)
			return
		}
		for from := 0; ; from += page {
			trials, err := s.read(ctx, run, ` AND t.position >= $3 AND t.position < $4`, true, from, from+page)
			if err != nil {
				yield(Trial{}, fmt.Errorf("store: %s: run %q: %w", s.path, run, err))
				return
			}
			if len(trials) == 0 {
				return
			}
			for _, t := range trials {
				if !yield(t, nil) {
					return
				}
			}
		}
	}
}

// read reads the trials that the condition selects, in one snapshot, with their
// calls and checks if whole is set. The condition speaks of the trials as t, its
// arguments start at $3.
func (s *embedded) read(ctx context.Context, run, where string, whole bool, args ...any) (trials []Trial, err error) {
	tx, err := s.readDB.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := tx.Rollback(); e != nil && !errors.Is(e, sql.ErrTxDone) && err == nil {
			err = e
		}
	}()
	var scoring int
	err = tx.QueryRowContext(ctx, `SELECT scoring FROM runs WHERE id = $1`, run).Scan(&scoring)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	args = append([]any{run, scoring}, args...)

	// $2 is named in every query, for a parameter that is passed must be used.
	byKey := map[string]*history{}
	var order []*history
	err = query(ctx, tx, `SELECT t.key, t.position, t.model, t.policy, t.task, t.variant, t.epoch, t.task_digest
		FROM trials t WHERE t.run_id = $1 AND $2 >= 0`+where+` ORDER BY t.position`, args, func(rows *sql.Rows) error {
		h := &history{Trial: Trial{Run: run}}
		order = append(order, h)
		err := rows.Scan(&h.Key, &h.Position, &h.Model, &h.Policy, &h.Task, &h.Variant, &h.Epoch, &h.TaskDigest)
		byKey[h.Key] = h
		return err
	})
	if err != nil {
		return nil, err
	}
	err = query(ctx, tx, `SELECT o.key, o.scoring, o.terminal, o.cause, o.accepted, o.finished, o.error
		FROM outcomes o JOIN trials t ON t.run_id = o.run_id AND t.key = o.key
		WHERE o.run_id = $1 AND o.scoring <= $2`+where+` ORDER BY t.position, o.scoring, o.number`, args, func(rows *sql.Rows) error {
		key, o, err := scanOutcome(rows)
		if err == nil {
			byKey[key].outcomes = append(byKey[key].outcomes, o)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if whole {
		err = query(ctx, tx, `SELECT c.key, c.number, c.round, c.sample, c.started, c.prompt, c.ended, c.seconds, c.response, c.fault
			FROM calls c JOIN trials t ON t.run_id = c.run_id AND t.key = c.key
			WHERE c.run_id = $1 AND $2 >= 0`+where+` ORDER BY t.position, c.number`, args, func(rows *sql.Rows) error {
			key, c, err := scanCall(rows)
			if err == nil {
				byKey[key].calls = append(byKey[key].calls, c)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		err = query(ctx, tx, `SELECT k.key, k.scoring, k.round, k.checked, k.view, k.feedback, k.seconds
			FROM checks k JOIN trials t ON t.run_id = k.run_id AND t.key = k.key
			WHERE k.run_id = $1 AND k.scoring <= $2`+where+` ORDER BY t.position, k.scoring, k.round`, args, func(rows *sql.Rows) error {
			c, err := scanCheck(rows)
			if err == nil {
				byKey[c.Key].checks = append(byKey[c.Key].checks, c)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	trials = make([]Trial, len(order))
	for i, h := range order {
		trials[i] = h.fold()
	}
	return trials, nil
}

func query(ctx context.Context, tx *sql.Tx, text string, args []any, row func(*sql.Rows) error) error {
	rows, err := tx.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func scanOutcome(rows *sql.Rows) (string, Outcome, error) {
	var key, terminal, finished, text string
	var o Outcome
	if err := rows.Scan(&key, &o.Scoring, &terminal, &o.Cause, &o.Accepted, &finished, &text); err != nil {
		return "", Outcome{}, err
	}
	o.Terminal = claim.Terminal(terminal)
	var err error
	if o.Finished, err = unstamp(finished); err != nil {
		return "", Outcome{}, err
	}
	return key, o, json.Unmarshal([]byte(text), &o.Error)
}

func scanCall(rows *sql.Rows) (string, Call, error) {
	var c Call
	var key, started, prompt string
	var ended, response, fault sql.NullString
	var seconds sql.NullFloat64
	if err := rows.Scan(&key, &c.Number, &c.Round, &c.Sample, &started, &prompt, &ended, &seconds, &response, &fault); err != nil {
		return "", Call{}, err
	}
	var err error
	if c.Started, err = unstamp(started); err != nil {
		return "", Call{}, err
	}
	if c.Ended, err = unstamp(ended.String); err != nil {
		return "", Call{}, err
	}
	c.Seconds = seconds.Float64
	if err := json.Unmarshal([]byte(prompt), &c.Prompt); err != nil {
		return "", Call{}, err
	}
	if response.Valid {
		c.Response = new(model.Response)
		if err := json.Unmarshal([]byte(response.String), c.Response); err != nil {
			return "", Call{}, err
		}
	}
	if fault.Valid {
		c.Fault = new(model.Fault)
		if err := json.Unmarshal([]byte(fault.String), c.Fault); err != nil {
			return "", Call{}, err
		}
	}
	return key, c, nil
}

func scanCheck(rows *sql.Rows) (CheckDone, error) {
	var c CheckDone
	var checked, view, feedback string
	if err := rows.Scan(&c.Key, &c.Scoring, &c.Round, &checked, &view, &feedback, &c.Seconds); err != nil {
		return CheckDone{}, err
	}
	return c, errors.Join(
		json.Unmarshal([]byte(checked), &c.Checked),
		json.Unmarshal([]byte(view), &c.View),
		json.Unmarshal([]byte(feedback), &c.Feedback))
}
