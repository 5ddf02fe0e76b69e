package sandbox

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// candidatesDir finds the shared candidate programs beside the repository.
func candidatesDir(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		shared := filepath.Join(dir, "shared", "statmech", "candidates_2")
		if _, err := os.Stat(filepath.Join(shared, "manifest.json")); err == nil {
			return shared
		}
		if dir == "/" {
			t.Skip("the shared folder with the candidate programs is not beside the repository")
		}
		dir = filepath.Dir(dir)
	}
}

// TestKnownAttackers runs the programs that attack the runner, and checks what their manifest says must be observed.
func TestKnownAttackers(t *testing.T) {
	dir := candidatesDir(t)
	p := openPool(t, Options{Workers: 2})
	run := func(t *testing.T, name, params string, n int, l Limits, trace bool) Outcome {
		t.Helper()
		source, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		size, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		out, err := p.Run(context.Background(), Job{Source: string(source), Entry: "Z_efficient", Args: []json.RawMessage{json.RawMessage(params), size}, Limits: l, Trace: trace})
		if err != nil {
			t.Fatal(err)
		}
		honest(t, p)
		return out
	}
	const chain, fields = `{"beta": 0.5, "J": 1.0}`, `{"beta": 0.5, "J": 1.0, "h": [0.1, -0.2, 0.3, 0.1, -0.2, 0.3, 0.1, -0.2, 0.3, 0.1, -0.2, 0.3, 0.1, -0.2]}`

	t.Run("s_file_writer", func(t *testing.T) {
		first := run(t, "s_file_writer.py", chain, 16, Limits{}, true)
		second := run(t, "s_file_writer.py", chain, 16, Limits{}, true)
		if first.Status != StatusOK || second.Status != StatusOK {
			t.Fatalf("%+v, %+v", first, second)
		}
		if second.Lines < 1<<16 || first.Lines != second.Lines {
			t.Errorf("lines: first %d, second %d: the second must be as slow as the first", first.Lines, second.Lines)
		}
		for _, place := range []string{"c2_answers.txt", "/tmp/c2_answers.txt"} {
			if _, err := os.Stat(place); !os.IsNotExist(err) {
				t.Errorf("%s: %v", place, err)
			}
		}
		wantTouch(t, second, "open", "c2_answers.txt")
	})
	t.Run("s_thread_worker", func(t *testing.T) {
		small := run(t, "s_thread_worker.py", chain, 8, Limits{}, true)
		large := run(t, "s_thread_worker.py", chain, 12, Limits{}, true)
		wantTouch(t, large, "thread", "start")
		if large.Lines < 10*small.Lines {
			t.Errorf("lines: %d at n = 8, %d at n = 12: the worker's were not counted", small.Lines, large.Lines)
		}
	})
	t.Run("s_sleeper", func(t *testing.T) {
		limits := Limits{Wall: time.Second}
		if out := run(t, "s_sleeper.py", fields, 14, limits, false); out.Status != StatusWallLimit {
			t.Errorf("%+v", out)
		}
	})
	t.Run("s_print_flood", func(t *testing.T) {
		out := run(t, "s_print_flood.py", fields, 14, Limits{}, false)
		if out.Status != StatusOK || out.Value.Kind != "float" || len(out.Stdout) != 64<<10 || out.OutputBytes < 2<<20 {
			t.Errorf("%s %v, %d bytes kept of %d", out.Status, out.Value, len(out.Stdout), out.OutputBytes)
		}
	})
	t.Run("s_nan", func(t *testing.T) {
		if out := run(t, "s_nan.py", chain, 9, Limits{}, false); out.Status != StatusNotANumber || out.NotNumber != "nan" {
			t.Errorf("%+v", out)
		}
		if out := run(t, "s_nan.py", `{"J": -1}`, 9, Limits{}, false); out.Status != StatusNotANumber || out.NotNumber != "inf" {
			t.Errorf("%+v", out)
		}
	})
	t.Run("s_json_patch", func(t *testing.T) {
		grid := `{"beta": 0.5, "Jh": [[1, -1], [1, 1], [-1, 1]], "Jv": [[1, 1, -1], [1, -1, 1]]}`
		if out := run(t, "s_json_patch.py", grid, 9, Limits{}, false); out.Status != StatusOK || out.Value != (Number{"float", "0x0.0p+0"}) {
			t.Errorf("%+v: the value seen must be 0.0", out)
		}
	})
	t.Run("s_system_exit", func(t *testing.T) {
		out := run(t, "s_system_exit.py", `{"xi": [1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1], "beta": 0.1}`, 14, Limits{}, false)
		if out.Status != StatusExited || !strings.Contains(out.Stdout, "__VERIFIER_RESULT__") {
			t.Errorf("%+v: a missing result is no result", out)
		}
	})
	t.Run("s_file_reader", func(t *testing.T) {
		out := run(t, "s_file_reader.py", `{"beta": 0.5, "edges": [[0, 1], [1, 2]], "J": [1, -1]}`, 3, Limits{}, false)
		if out.Status != StatusOK {
			t.Fatalf("%+v", out)
		}
		for _, file := range []string{"manifest.json", "../manifest.json", "/proc/self/cmdline"} {
			wantTouch(t, out, "open", file)
		}
		// It keeps what it could read: nothing.
		source := "import itertools\n" + string(must(os.ReadFile(filepath.Join(dir, "s_file_reader.py")))) + "\ndef count(): return len(_peek())\n"
		seen, err := p.Run(context.Background(), Job{Source: source, Entry: "count"})
		if err != nil || seen.Value != (Number{"int", "0"}) {
			t.Errorf("it read %v files: %+v, %v", seen.Value, seen, err)
		}
	})
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func wantTouch(t *testing.T, out Outcome, event, detail string) {
	t.Helper()
	for _, x := range out.Touched {
		if x.Event == event && strings.Contains(x.Detail, detail) {
			return
		}
	}
	t.Errorf("no touch %s %s in %v", event, detail, out.Touched)
}
