package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"github.com/assay-physics/assay/sandbox"
)

// A program says main(); MaybeStage2 comes first there, and in the TestMain of these tests.
func Example() {
	ctx := context.Background()
	pool, err := sandbox.Open(ctx, sandbox.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer func() {
		if err := pool.Close(); err != nil {
			log.Print(err)
		}
	}()
	source := `
import math

def chain(beta, n):
    return 2 * (2 * math.cosh(beta)) ** (n - 1)
`
	for _, n := range []string{"8", `"eight"`} {
		out, err := pool.Run(ctx, sandbox.Job{Source: source, Entry: "chain", Args: []json.RawMessage{json.RawMessage("0.5"), json.RawMessage(n)}})
		if err != nil {
			log.Fatal(err)
		}
		if out.Status != sandbox.StatusOK {
			fmt.Println(out.Status, out.Exception.Type, "in line", out.Exception.Line)
			continue
		}
		z, err := out.Value.Big(53)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.6f\n", out.Status, z)
	}
	// Output:
	// ok 593.465447
	// exception TypeError in line 5
}

func ExamplePool_Tool() {
	ctx := context.Background()
	pool, err := sandbox.Open(ctx, sandbox.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer func() {
		if err := pool.Close(); err != nil {
			log.Print(err)
		}
	}()
	tool := `
import ast

def main(data):
    tree = ast.parse(data)
    return ",".join(n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)).encode()
`
	names, _, err := pool.Tool(ctx, tool, []byte("def f(): pass\ndef g(): pass\n"), sandbox.Limits{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", names)
	// Output: f,g
}

func ExampleNumber_Big() {
	third, err := sandbox.Number{Kind: "fraction", Text: "1/3"}.Big(100)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(third.Text('g', 25))
	// Output: 0.3333333333333333333333333
}
