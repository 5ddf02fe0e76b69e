package program

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// localDumper runs the dumper in the machine's own interpreter, which is enough
// where the source is ours. One process answers all requests.
type localDumper struct {
	mu  sync.Mutex
	in  io.WriteCloser
	out *bufio.Reader
}

// serve answers length-prefixed requests with length-prefixed replies.
const serve = `
import sys, struct
ns = {"__name__": "dump"}
exec(sys.argv[1], ns)
i, o = sys.stdin.buffer, sys.stdout.buffer
while True:
    head = i.read(4)
    if len(head) < 4:
        break
    out = ns["main"](i.read(struct.unpack(">I", head)[0]))
    o.write(struct.pack(">I", len(out)) + out)
    o.flush()
`

var local localDumper

func (d *localDumper) Dump(_ context.Context, source string) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.in == nil {
		cmd := exec.Command("python3", "-I", "-c", serve, DumpProgram())
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		d.in, d.out = in, bufio.NewReader(out)
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(source)))
	if _, err := d.in.Write(append(head, source...)); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(d.out, head[:4]); err != nil {
		return nil, fmt.Errorf("the dumper died: %w", err)
	}
	out := make([]byte, binary.BigEndian.Uint32(head[:4]))
	_, err := io.ReadFull(d.out, out)
	return out, err
}

func parse(t testing.TB, source string) *Tree {
	t.Helper()
	tree, err := Parse(context.Background(), &local, source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return tree
}

// shared is the folder of reference material beside the repository.
func shared(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		s := filepath.Join(dir, "shared", "statmech")
		if _, err := os.Stat(s); err == nil {
			return s
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("the folder shared/statmech stands nowhere above this package: the published candidates cannot be audited here")
		}
		dir = up
	}
}
