package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Recorder writes the exchanges of models as JSON lines that [Recording] reads.
// Many models may share one.
type Recorder struct {
	mu  sync.Mutex
	out io.Writer
	err error // the first write that failed
}

// NewRecorder writes to w, one Write for each exchange.
func NewRecorder(w io.Writer) *Recorder { return &Recorder{out: w} }

// CreateRecorder appends to the recording at path, or begins it. The half line
// that a crash left at its end is cut off; a file that is no recording is not
// touched. Close the recorder after use.
func CreateRecorder(path string) (*Recorder, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("model: record: %w", err)
	}
	if err := seekEnd(f); err != nil {
		return nil, errors.Join(fmt.Errorf("model: record: %s: %w", path, err), f.Close())
	}
	return NewRecorder(f), nil
}

// seekEnd goes to the end of the last whole line.
func seekEnd(f *os.File) error {
	data, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	_, torn, err := ParseRecording(data)
	if err != nil {
		return err
	}
	end := int64(len(data))
	if torn {
		end = int64(bytes.LastIndexByte(data, '\n') + 1)
		if end == 0 {
			return errors.New("not a recording")
		}
		if err := f.Truncate(end); err != nil {
			return err
		}
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return err
	}
	if end > 0 && data[end-1] != '\n' {
		_, err = f.Write([]byte("\n"))
	}
	return err
}

// Record wraps a model. Its exchanges are written before they are returned;
// calls that ended because the caller gave up are not: they were not answered.
// A write that fails fails the call, as a recording with holes cannot be
// replayed.
func (r *Recorder) Record(m Model) Model { return recorded{m, r} }

type recorded struct {
	Model
	to *Recorder
}

func (m recorded) Generate(ctx context.Context, q Request) (Response, error) {
	res, err := m.Model.Generate(ctx, q)
	x := Exchange{Request: q, Response: &res}
	if err != nil {
		var f *Fault
		if !errors.As(err, &f) || f.Kind == Cancelled {
			return res, err
		}
		x.Fault = f
	}
	if writeErr := m.to.write(x); writeErr != nil {
		return res, &Fault{Kind: BadRequest, Message: redactor{}.text("the recording cannot be written: " + writeErr.Error()), err: bareCause(writeErr)}
	}
	return res, err
}

func (r *Recorder) write(x Exchange) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false) // raw replies stay byte for byte
	if err := enc.Encode(x); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		_, r.err = r.out.Write(line.Bytes())
	}
	return r.err
}

// Close syncs and closes the file, if the recorder writes to one, and gives the
// first error of all its writes.
func (r *Recorder) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if f, ok := r.out.(*os.File); ok {
		return errors.Join(r.err, f.Sync(), f.Close())
	}
	return r.err
}
