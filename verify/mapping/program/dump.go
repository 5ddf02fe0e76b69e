package program

import (
	"context"
	_ "embed"
	"fmt"
)

//go:embed dump.py
var dumpProgram string

// DumpProgram is the Python program that turns source text into the JSON that
// Parse reads. It defines main(data: bytes) -> bytes, imports the standard
// library only, and parses its input without running it.
func DumpProgram() string { return dumpProgram }

// Dumper runs DumpProgram's main on the UTF-8 bytes of source and returns its
// answer. The program is ours but the text is not, and parsers have had bugs:
// an implementation runs it in the sandbox.
type Dumper interface {
	Dump(ctx context.Context, source string) ([]byte, error)
}

// SyntaxError says where the candidate is not a Python program.
type SyntaxError struct {
	Line, Column int // both from 1; 0 where the parser does not say
	Message      string
}

// Error names the line and says what the parser said.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("program: line %d: %s", e.Line, e.Message)
}

// LimitError says that a program is too large or nests too deeply to be audited.
type LimitError struct{ Message string }

// Error says which limit was passed.
func (e *LimitError) Error() string { return "program: " + e.Message }

// Parse reads the syntax tree of a Python program. Its error is a *SyntaxError
// where the text is not Python, a *LimitError where it is out of bounds, and
// any other error where the dumper failed.
func Parse(ctx context.Context, d Dumper, source string) (*Tree, error) {
	data, err := d.Dump(ctx, source)
	if err != nil {
		return nil, fmt.Errorf("program: reading the syntax tree: %w", err)
	}
	return decode(data, source)
}
