//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"runtime"
)

// errSystem says that there is no jail for this system.
var errSystem = errors.New("sandbox: foreign code runs on Linux only (namespaces, Landlock, seccomp), not on " + runtime.GOOS)

// Pool cannot be opened on this system.
type Pool struct{}

// MaybeStage2 returns at once: there is no jail to become.
func MaybeStage2() {}

// Open fails: there is no jail for this system.
func Open(context.Context, Options) (*Pool, error) { return nil, errSystem }

// Run fails.
func (*Pool) Run(context.Context, Job) (Outcome, error) { return Outcome{}, errSystem }

// RunAll fails.
func (*Pool) RunAll(context.Context, []Job) ([]Outcome, error) { return nil, errSystem }

// Tool fails.
func (*Pool) Tool(context.Context, string, []byte, Limits) ([]byte, Outcome, error) {
	return nil, Outcome{}, errSystem
}

// Python returns no interpreter.
func (*Pool) Python() Interpreter { return Interpreter{} }

// Protections returns what [Probe] does.
func (*Pool) Protections() []Protection { return Probe(context.Background()) }

// Close does nothing.
func (*Pool) Close() error { return nil }

// Probe says that this system has no jail.
func Probe(context.Context) []Protection {
	return []Protection{{Name: "jail", Detail: errSystem.Error()}}
}
