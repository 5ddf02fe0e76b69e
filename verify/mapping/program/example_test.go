package program_test

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"

	"github.com/assay-physics/assay/verify/mapping/program"
)

// python runs the dumper in a plain interpreter; where the source is foreign,
// the sandbox takes its place.
type python struct{}

func (python) Dump(ctx context.Context, source string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "python3", "-I", "-c", program.DumpProgram())
	cmd.Stdin = bytes.NewReader([]byte(source))
	return cmd.Output()
}

func ExampleAudit() {
	tree, err := program.Parse(context.Background(), python{}, `
import itertools, math

def Z_efficient(params, n):
    K, z = params["beta"] * params["J"], 0.0
    for s in itertools.product((-1, 1), repeat=n):
        z += math.exp(K * sum(a * b for a, b in zip(s, s[1:])))
    return z
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	r := program.Audit(tree, program.Question{Entry: "Z_efficient", Probed: []int{6, 10, 14}, ParamKeys: []string{"beta", "J"}})
	fmt.Println(r.Growth.Family, r.Growth.Sure)
	for _, w := range r.Work {
		fmt.Printf("line %d: %s\n", w.Span.Line, w.Message)
	}
	// Output:
	// exp true
	// line 6: runs through a Cartesian product of about 2^(n) tuples
}

func ExampleParse() {
	_, err := program.Parse(context.Background(), python{}, "def Z_efficient(params, n)\n    return 1.0\n")
	fmt.Println(err)
	// Output: program: line 1: expected ':'
}
