package tensor_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/math/expr"
	"github.com/assay-physics/assay/math/latex"
	"github.com/assay-physics/assay/math/tensor"
)

// pair is one line of testdata: formulas as they are written, with what the problem says.
type pair struct {
	ID, Reference, Candidate, Verdict string
	Context                           struct {
		Symbols     map[string]any
		Relations   []string
		Functions   map[string]string
		Commutators []string
		Tensors     map[string]string
		Dimension   any
		Signature   string
		Group       string
	}
}

// readPairs reads a file of pairs; lines that begin with # are comments.
func readPairs(t testing.TB, file string) []pair {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []pair
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if len(sc.Bytes()) == 0 || sc.Bytes()[0] == '#' {
			continue
		}
		out = append(out, parsePair(t, sc.Bytes()))
	}
	return out
}

// allPairs are published pairs (cases), textbook identities and near misses (identities),
// and random expressions judged by explicit matrices and components (oracle).
func allPairs(t testing.TB) []pair {
	t.Helper()
	return slices.Concat(readPairs(t, "testdata/cases.jsonl"), readPairs(t, "testdata/identities.jsonl"), readPairs(t, "testdata/oracle.jsonl"))
}

func parsePair(t testing.TB, line []byte) pair {
	t.Helper()
	var p pair
	if err := json.Unmarshal(line, &p); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return p
}

// prepared is a pair read by the LaTeX reader.
type prepared struct {
	pool      *expr.Pool
	ref, cand *expr.Node
	ctx       tensor.Context
}

func prepare(p pair) (*prepared, error) {
	pool := expr.NewPool()
	table := &latex.Table{Group: p.Context.Group, Tensors: map[string]string{}, Functions: map[string]string{}}
	ctx := tensor.Context{Signature: p.Context.Signature, Group: p.Context.Group, Tensors: table.Tensors,
		Vectors: map[string]bool{}, Operators: map[string]bool{}, Matrices: map[string]bool{}, Positive: map[string]bool{}, Complex: map[string]bool{},
		Functions: map[string]bool{}}
	sets := map[string]map[string]bool{"vector": ctx.Vectors, "operator": ctx.Operators, "matrix": ctx.Matrices, "positive": ctx.Positive, "complex": ctx.Complex}
	kinds := map[string]latex.Kind{"vector": latex.Vector, "operator": latex.Operator, "matrix": latex.Matrix, "complex": latex.Complex, "integer": latex.Integer}
	for src, kind := range p.Context.Symbols {
		name, err := latex.CanonicalName(src)
		if err != nil {
			return nil, err
		}
		k := fmt.Sprint(kind)
		if err := table.Declare(src, kinds[k]); err != nil {
			return nil, err
		}
		if set := sets[k]; set != nil {
			set[name] = true
		}
	}
	for src, kind := range p.Context.Tensors {
		name, err := latex.CanonicalName(src)
		if err != nil {
			return nil, err
		}
		table.Tensors[name] = kind
	}
	for src, kind := range p.Context.Functions {
		name, err := latex.CanonicalName(src)
		if err != nil {
			return nil, err
		}
		table.Functions[name], ctx.Functions[name] = kind, true
	}
	parse := func(src string) (*expr.Node, error) {
		r, err := latex.Parse(pool, src, table)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", src, err)
		}
		for _, x := range r.Readings { // of [x,p] the commutator, not the interval
			if !strings.Contains(x.Node.String(), "(interval ") {
				return x.Node, nil
			}
		}
		return r.Readings[0].Node, nil
	}
	list := func(srcs []string) (out []*expr.Node, err error) {
		for _, s := range srcs {
			n, err := parse(s)
			if err != nil {
				return nil, err
			}
			out = append(out, n)
		}
		return out, nil
	}
	var err error
	if ctx.Relations, err = list(p.Context.Relations); err != nil {
		return nil, err
	}
	if ctx.Commutators, err = list(p.Context.Commutators); err != nil {
		return nil, err
	}
	if p.Context.Dimension != nil {
		if ctx.Dimension, err = parse(strings.TrimSuffix(fmt.Sprint(p.Context.Dimension), ".0")); err != nil {
			return nil, err
		}
	}
	out := &prepared{pool: pool, ctx: ctx}
	if out.ref, err = parse(p.Reference); err != nil {
		return nil, err
	}
	if out.cand, err = parse(p.Candidate); err != nil {
		return nil, err
	}
	return out, nil
}

func (p *prepared) compare() tensor.Result { return tensor.Compare(p.pool, p.ref, p.cand, p.ctx) }

var wanted = map[string]tensor.Verdict{"equivalent": tensor.Equal, "different": tensor.Different, "undecided": tensor.Undecided}

func TestCases(t *testing.T) {
	for _, p := range allPairs(t) {
		q, err := prepare(p)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		r := q.compare()
		if r.Verdict != wanted[p.Verdict] {
			t.Errorf("%s: %s | %s: %v, want %s\n%+v\n%s\n%s", p.ID, p.Reference, p.Candidate, r.Verdict, p.Verdict, r, q.ref, q.cand)
		}
	}
}
