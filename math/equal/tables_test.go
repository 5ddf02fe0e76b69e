package equal

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
)

// row is a line of the tables of pairs in testdata: reference, candidate, the right verdict
// and who says so.
type row struct {
	ID        string          `json:"id"`
	Reference string          `json:"reference"`
	Candidate string          `json:"candidate"`
	Verdict   Verdict         `json:"verdict"`
	Must      string          `json:"must"`
	Topic     string          `json:"topic"`
	Context   json.RawMessage `json:"context"`
	Syntax    string          `json:"syntax"`
	Note      string          `json:"note"`
}

func readRows(t testing.TB, name string) []row {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []row
	s := bufio.NewScanner(f)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		var r row
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// boxed rows are whole replies; their answer is extracted by verify/answer. Those of the tables
// of equality, reports and hostile inputs are tested in cmd/assay.
func (r row) boxed() bool { return strings.Contains(r.Candidate, `\boxed`) }

// heavy rows have integrals, infinite sums or limits.
func (r row) heavy() bool {
	for _, s := range []string{`\int`, `\sum`, `\prod`, `\lim`} {
		if strings.Contains(r.Reference, s) || strings.Contains(r.Candidate, s) {
			return true
		}
	}
	return false
}

func (r row) compare(t testing.TB) Result {
	t.Helper()
	return Compare(context.Background(), r.pair(t), Options{})
}

func (r row) pair(t testing.TB) Pair {
	t.Helper()
	var c *Context
	if len(r.Context) > 0 {
		var err error
		if c, err = ReadContext(r.Context); err != nil {
			t.Fatalf("%s: %v", r.ID, err)
		}
	}
	return Pair{Reference: r.Reference, Candidate: r.Candidate, Syntax: r.Syntax, Context: c}
}

// gradeTable compares each row of a table with the verdict it states, or with that in open, which
// lists the rows that have no verdict or another one.
func gradeTable(t *testing.T, name string, open map[string]Verdict) {
	t.Helper()
	listed, boxed := 0, 0
	for _, r := range readRows(t, name) {
		want := r.Verdict
		if v, ok := open[r.ID]; ok {
			want = v
			listed++
		}
		if r.boxed() {
			boxed++
			continue
		}
		if got := r.compare(t); got.Verdict != want {
			t.Errorf("%s: %s | %s: %v, want %s (%s)", r.ID, r.Reference, r.Candidate, got, want, r.Note)
		}
	}
	if listed != len(open) {
		t.Errorf("%s has %d of the %d rows that are listed as open", name, listed, len(open))
	}
	if boxed > 0 {
		t.Logf("%d whole replies were not graded", boxed)
	}
}

// recordedRight is the number of unboxed pairs of the three tables with the right verdict; it
// may not fall.
const recordedRight = 433

// TestTables grades the public pairs. An equivalent verdict on a pair that is not is an
// error at once; ASSAY_SHOW=1 prints the others and a table by topic.
func TestTables(t *testing.T) {
	show := os.Getenv("ASSAY_SHOW")
	type tally struct{ n, right, wrong, proved, equivalent int }
	topics := map[string]*tally{}
	var total tally
	for _, name := range []string{"equality_cases.jsonl", "equality_cases_2.jsonl", "reports.jsonl"} {
		for _, r := range readRows(t, name) {
			if r.boxed() {
				continue
			}
			got := r.compare(t)
			tl := topics[r.Topic]
			if tl == nil {
				tl = &tally{}
				topics[r.Topic] = tl
			}
			for _, x := range []*tally{tl, &total} {
				x.n++
				if got.Verdict == r.Verdict {
					x.right++
				} else if got.Verdict != Undecided && got.Verdict != Malformed {
					x.wrong++
				}
				if got.Verdict == Equivalent {
					x.equivalent++
					if got.Evidence.Proved {
						x.proved++
					}
				}
			}
			if got.Verdict == Equivalent && r.Verdict != Equivalent {
				t.Errorf("%s: false positive: %s | %s: %v, want %s (%s)", r.ID, r.Reference, r.Candidate, got, r.Verdict, r.Note)
			} else if got.Verdict != r.Verdict && show != "" {
				t.Logf("%s [%s] want %s: %s | %s: %v", r.ID, r.Topic, r.Verdict, r.Reference, r.Candidate, got)
			}
		}
	}
	var lines []string
	for topic, x := range topics {
		lines = append(lines, fmt.Sprintf("%-20s %3d right of %3d, %d wrong, %d of %d equivalent proved", topic, x.right, x.n, x.wrong, x.proved, x.equivalent))
	}
	sort.Strings(lines)
	if show != "" {
		t.Logf("\n%s", strings.Join(lines, "\n"))
	}
	if total.right < recordedRight {
		t.Errorf("%d right, were %d; run with ASSAY_SHOW=1", total.right, recordedRight)
	}
	t.Logf("%d right of %d, %d wrong, %d of %d equivalent proved", total.right, total.n, total.wrong, total.proved, total.equivalent)
}
