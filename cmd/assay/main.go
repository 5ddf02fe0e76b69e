// Command assay checks what is claimed in theoretical physics, and measures those
// who claim it.
//
// It is the binary of the house: one file for each verb, flags, exit codes and
// terminal output, and no physics. `assay help` lists the verbs; docs/ says more.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/assay-physics/assay/sandbox"
)

// version is set by the build of a release.
var version = "dev"

func main() {
	// The jail re-executes this binary to become the first process inside of it.
	sandbox.MaybeStage2()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second Ctrl-C ends the process at once
	}()
	root := newRoot(&app{stdout: os.Stdout, stderr: os.Stderr, stdin: os.Stdin})
	root.SetArgs(dashed(os.Args[1:]))
	err := root.ExecuteContext(ctx)
	os.Exit(exitCodeOf(err, os.Stderr))
}

// Exit codes beside those of `assay check` (0 certified, 1 failed, 2 malformed, 3
// undecided) and those of a usage error.
const (
	exitOK          = 0
	exitError       = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// exit is an error that carries an exit code and was already reported, if quiet.
type exit struct {
	code int
	err  error
}

func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e *exit) Unwrap() error { return e.err }

// exitCodeOf reports an error to stderr, once, and gives the exit code.
func exitCodeOf(err error, stderr io.Writer) int {
	if err == nil {
		return exitOK
	}
	code := exitError
	var e *exit
	switch {
	case errors.As(err, &e):
		code = e.code
		if e.err == nil {
			return code
		}
	case errors.Is(err, context.Canceled):
		code = exitInterrupted
	}
	fmt.Fprintln(stderr, "assay:", printable(err.Error()))
	return code
}
