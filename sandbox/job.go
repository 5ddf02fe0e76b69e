package sandbox

import (
	"encoding/json"
	"fmt"
	"time"
)

// Job is one call of one function of one program. It gets a process of its own, always.
type Job struct {
	Source string            // the candidate, Python source text
	Entry  string            // the function to call, a plain Python identifier
	Args   []json.RawMessage // its positional arguments, as JSON; integers of any size are kept exact
	Limits Limits            // zero fields take the values of [DefaultLimits]
	Trace  bool              // count lines and allocations (slow, and advisory: see [Outcome.Lines])
}

// identifier reports whether s is a plain (ASCII) Python identifier.
func identifier(s string) bool {
	for i, c := range s {
		if c != '_' && !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || i > 0 && '0' <= c && c <= '9') {
			return false
		}
	}
	return s != ""
}

// Limits bound what a job may use. A zero field takes its value from [DefaultLimits].
type Limits struct {
	Wall    time.Duration // from the moment the source is handed over: load and call together
	CPU     time.Duration // user + system, all threads, load and call together
	Memory  int64         // bytes of address space beyond what the warm interpreter already has
	Output  int64         // bytes of stdout and of stderr that are kept; more is counted and dropped
	Threads int           // threads alive at once, the main one included
}

// DefaultLimits returns 30 s of wall time, 30 s of CPU time, 1 GiB, 64 KiB of output and 8 threads.
func DefaultLimits() Limits {
	return Limits{Wall: 30 * time.Second, CPU: 30 * time.Second, Memory: 1 << 30, Output: 64 << 10, Threads: 8}
}

// maxOutput is how many bytes a job may write before it is stopped with [StatusOutputLimit].
// It is far above anything a program under test has a reason to print, and is reached in
// a fraction of a second by one that floods.
const maxOutput = 64 << 20

// fill replaces zero fields by their defaults and refuses what no limit can be.
func (l Limits) fill() (Limits, error) {
	d := DefaultLimits()
	if l.Wall < 0 || l.CPU < 0 || l.Memory < 0 || l.Output < 0 || l.Threads < 0 {
		return l, fmt.Errorf("sandbox: negative limit in %+v", l)
	}
	if l.Wall == 0 {
		l.Wall = d.Wall
	}
	if l.CPU == 0 {
		l.CPU = d.CPU
	}
	if l.Memory == 0 {
		l.Memory = d.Memory
	}
	if l.Output == 0 {
		l.Output = d.Output
	}
	if l.Threads == 0 {
		l.Threads = d.Threads
	}
	return l, nil
}

// Status says how a job ended. Whatever a candidate does is a status, never a Go error.
type Status string

// The ways a job can end.
const (
	StatusOK          Status = "ok"           // the entry returned a number: see [Outcome.Value]
	StatusSyntaxError Status = "syntax-error" // the source does not compile
	StatusLoadError   Status = "load-error"   // an exception while the module body ran
	StatusNoEntry     Status = "no-entry"     // the module has no callable of the entry's name
	StatusException   Status = "exception"    // the entry raised
	StatusNotANumber  Status = "not-a-number" // the entry returned something else: see [Outcome.NotNumber]
	StatusExited      Status = "exited"       // the process ended by itself without a valid result: SystemExit, os._exit, a forged frame
	StatusWallLimit   Status = "wall-limit"   // stopped by the clock
	StatusCPULimit    Status = "cpu-limit"    // used its CPU time up
	StatusMemoryLimit Status = "memory-limit" // MemoryError (or ENOMEM) reached the top
	StatusOutputLimit Status = "output-limit" // wrote more than 64 MiB to stdout and stderr
	StatusKilled      Status = "killed"       // ended by a signal, a crash included: see [Outcome.Signal]
)

// Outcome is what the parent saw of a job, and what the job said of itself.
//
// Status, Wall, CPU, PeakRSS, OutputBytes, Signal and ExitCode are the parent's and the kernel's own
// observations. Value is the candidate's word, by its nature. Lines, PeakAlloc and Touched are
// counted inside the candidate's process by code that it can reach: evidence that helps a
// reader, never proof that something did not happen.
type Outcome struct {
	Status      Status        `json:"status"`
	Value       Number        `json:"value,omitzero"`       // of StatusOK
	Exception   *Exception    `json:"exception,omitempty"`  // of syntax-error, load-error, exception, memory-limit, exited by SystemExit
	NotNumber   string        `json:"not_number,omitempty"` // of StatusNotANumber: the Python type's name, or "nan", "inf", "-inf"
	Message     string        `json:"message,omitempty"`    // one line on why, where the status alone does not say it
	ExitCode    int           `json:"exit_code,omitempty"`  // of a process that ended by itself
	Signal      string        `json:"signal,omitempty"`     // of a process that a signal ended, such as "SIGSEGV"
	Wall        time.Duration `json:"wall_ns"`              // the parent's clock, from "go" to the result (or to the end); 0 if never called
	LoadWall    time.Duration `json:"load_wall_ns"`         // the parent's clock, from handing the source over to "loaded" (or to the end)
	CPU         time.Duration `json:"cpu_ns"`               // user + system of the process: set-up, load, call, threads and exit
	BaseCPU     time.Duration `json:"base_cpu_ns"`          // median CPU of an empty job on this pool, to subtract
	PeakRSS     int64         `json:"peak_rss"`             // bytes, the warm interpreter's share included
	BaseRSS     int64         `json:"base_rss"`             // bytes, of an empty job on this pool
	Lines       int64         `json:"lines,omitempty"`      // Trace: line events of the call in the candidate's own code, its threads included; advisory
	LoadLines   int64         `json:"load_lines,omitempty"` // Trace: the same while the module body ran; advisory
	PeakAlloc   int64         `json:"peak_alloc,omitempty"` // Trace: peak bytes that the call allocated, by tracemalloc; advisory
	TraceLost   bool          `json:"trace_lost,omitempty"` // Trace: the candidate removed, replaced or went round the tracer, or ended before it could be read
	Stdout      string        `json:"stdout,omitempty"`     // the kept head
	Stderr      string        `json:"stderr,omitempty"`     // the kept head
	OutputBytes int64         `json:"output_bytes"`         // stdout and stderr together, all that was written
	Touched     []Touch       `json:"touched,omitempty"`    // advisory
}

// Exception is a Python exception that reached the top of the candidate.
type Exception struct {
	Type    string `json:"type"`           // the class's name, "ZeroDivisionError"
	Message string `json:"message"`        // str(exception), at most 2,000 characters
	Line    int    `json:"line,omitempty"` // the innermost line of the candidate's own source, 0 if none
	Phase   string `json:"phase"`          // "load" or "call"
}

func (e *Exception) String() string {
	if e.Message == "" {
		return e.Type
	}
	return e.Type + ": " + e.Message
}

// Touch is something outside of plain computing that the candidate reached for, as seen by an audit
// hook in its own process. Allowed is what the jail's rules say of it, not whether
// it succeeded: a file that is not there and a file that may not be read both fail.
//
// Events: "open", "list" (a directory), "file" (rename, remove, …), "socket", "subprocess", "ctypes" (not by NumPy's or SciPy's own code),
// "thread", "signal", "import" (a module beyond the preloaded ones, imported by the candidate's own
// code; allowed if numerical: see NUMERICAL in runner.py), "exec" (exec, eval or compile by the candidate's own code), "frame", "gc", "trace",
// "limit" (rlimits), "mmap", and from the parent "channel" (a frame on the private
// channel that the runner did not write).
type Touch struct {
	Event   string `json:"event"`
	Detail  string `json:"detail"`
	Allowed bool   `json:"allowed"`
}

// maxTouched bounds Outcome.Touched.
const maxTouched = 64

// Protection is one layer of the jail, as `assay doctor` prints it.
type Protection struct {
	Name   string `json:"name"`
	Active bool   `json:"active"`
	Detail string `json:"detail"`
}
