package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// migrations[i] takes a store from version i to version i+1. A published migration
// is never edited; changes are appended. The statements are valid in SQLite and in
// PostgreSQL. JSON documents are TEXT, not a JSON type, so that their bytes (and a
// model's NUL characters, escaped) come back as they were.
var migrations = [][]string{
	{
		`CREATE TABLE runs (
			id      TEXT PRIMARY KEY,
			suite   TEXT NOT NULL,
			seed    TEXT NOT NULL, -- decimal: unsigned 64-bit does not fit BIGINT
			created TEXT NOT NULL,
			plan    TEXT NOT NULL,
			state   TEXT NOT NULL,
			version TEXT NOT NULL,
			scoring INTEGER NOT NULL
		)`,
		`CREATE TABLE leases (
			run_id  TEXT PRIMARY KEY REFERENCES runs (id),
			token   TEXT NOT NULL, -- unique to the session
			host    TEXT NOT NULL,
			machine TEXT NOT NULL, -- where process ids mean the same
			pid     INTEGER NOT NULL,
			born    TEXT NOT NULL, -- start of the process: ids are used again
			renewed TEXT NOT NULL
		)`,
		`CREATE TABLE trials (
			run_id      TEXT NOT NULL REFERENCES runs (id),
			key         TEXT NOT NULL,
			position    INTEGER NOT NULL,
			model       TEXT NOT NULL,
			policy      TEXT NOT NULL,
			task        TEXT NOT NULL,
			variant     TEXT NOT NULL,
			epoch       INTEGER NOT NULL,
			task_digest TEXT NOT NULL,
			PRIMARY KEY (run_id, key),
			UNIQUE (run_id, position)
		)`,
		`CREATE TABLE calls (
			run_id       TEXT NOT NULL,
			key          TEXT NOT NULL,
			number       INTEGER NOT NULL,
			round        INTEGER NOT NULL,
			sample       INTEGER NOT NULL,
			started      TEXT NOT NULL,
			prompt       TEXT NOT NULL,
			ended        TEXT, -- NULL: never came back
			answered     INTEGER NOT NULL, -- 1: brought a reply to judge
			seconds      DOUBLE PRECISION,
			response     TEXT,
			fault        TEXT,
			fault_kind   TEXT,
			input_tokens BIGINT,
			cached_tokens BIGINT,
			cache_write_tokens BIGINT,
			reasoning_tokens BIGINT,
			output_tokens BIGINT,
			cost_usd     DOUBLE PRECISION,
			PRIMARY KEY (run_id, key, number),
			FOREIGN KEY (run_id, key) REFERENCES trials (run_id, key)
		)`,
		// No reply is ever recorded twice.
		`CREATE UNIQUE INDEX calls_answered ON calls (run_id, key, round) WHERE answered = 1`,
		`CREATE TABLE checks (
			run_id   TEXT NOT NULL,
			key      TEXT NOT NULL,
			scoring  INTEGER NOT NULL,
			round    INTEGER NOT NULL, -- -1: the final judge
			verdict  TEXT NOT NULL,
			checked  TEXT NOT NULL,
			view     TEXT NOT NULL,
			feedback TEXT NOT NULL, -- a JSON string
			seconds  DOUBLE PRECISION NOT NULL,
			PRIMARY KEY (run_id, key, scoring, round),
			FOREIGN KEY (run_id, key) REFERENCES trials (run_id, key)
		)`,
		`CREATE TABLE outcomes (
			run_id   TEXT NOT NULL,
			key      TEXT NOT NULL,
			scoring  INTEGER NOT NULL,
			number   INTEGER NOT NULL,
			terminal TEXT NOT NULL,
			cause    TEXT NOT NULL,
			accepted INTEGER NOT NULL,
			finished TEXT NOT NULL,
			error    TEXT NOT NULL, -- a JSON string
			PRIMARY KEY (run_id, key, scoring, number),
			FOREIGN KEY (run_id, key) REFERENCES trials (run_id, key)
		)`,
	},
}

// migrate brings the schema to the newest version, in one transaction, so that a
// process killed here leaves either the old version or the new one.
func migrate(ctx context.Context, db *sql.DB) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS assay_schema (version INTEGER NOT NULL)`); err != nil {
		return err
	}
	var version int
	err = tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM assay_schema`).Scan(&version)
	if err != nil {
		return err
	}
	if version > len(migrations) {
		return fmt.Errorf("the store has schema version %d, written by a newer assay; this one knows up to %d", version, len(migrations))
	}
	for v := version; v < len(migrations); v++ {
		for _, statement := range migrations[v] {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("migration to schema version %d: %w", v+1, err)
			}
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO assay_schema (version) VALUES ($1)`, v+1); err != nil {
			return err
		}
	}
	return tx.Commit()
}
