package program

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Each program of the corpus says in the comments of its head what is true of
// it, told by reading it:
//
//	square                    sites of a √n × √n lattice; otherwise a chain
//	growth: FAMILY [DEGREE] [unsure]   or ? where no answer is asked for
//	not: FAMILY               this family must not be claimed
//	work: KIND EXPONENT [sure] [guard=N|*] [import]
//	no-work, no-doors
//	evidence: CLASS STRENGTH, no-evidence: CLASS STRENGTH
//	suspicion: KIND, no-suspicion: KIND
//	door: KIND
//	entry: missing|usable|unusable
func TestCorpus(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	programs := 0
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			programs++
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+strings.TrimSuffix(f.Name, ".py"), func(t *testing.T) {
				checkProgram(t, string(f.Data))
			})
		}
	}
	if programs < 80 {
		t.Errorf("only %d programs in the corpus", programs)
	}
}

func chain() Question {
	return Question{Entry: "Z_efficient", Probed: []int{6, 10, 14}, ParamKeys: []string{"beta", "J"}}
}

func square() Question {
	return Question{Entry: "Z_efficient", Probed: []int{9, 16}, ParamKeys: []string{"beta", "J"}, SqrtIsSide: true}
}

func checkProgram(t *testing.T, source string) {
	q := chain()
	var wants [][2]string
	for _, line := range strings.Split(source, "\n") {
		fact, ok := strings.CutPrefix(line, "# ")
		if !ok {
			break
		}
		if fact == "square" {
			q = square()
			continue
		}
		k, v, _ := strings.Cut(fact, ": ")
		wants = append(wants, [2]string{k, v})
	}
	if len(wants) == 0 {
		t.Fatal("the program says nothing of itself")
	}
	r := Audit(parse(t, source), q)
	for _, w := range wants {
		if err := holds(r, w[0], w[1]); err != nil {
			t.Errorf("%s: %s: %v\ngrowth %+v\nwork %+v", w[0], w[1], err, r.Growth, r.Work)
		}
	}
}

func holds(r Report, fact, arg string) error {
	words := strings.Fields(arg)
	kinds := func(notes []Note) []string {
		var out []string
		for _, n := range notes {
			out = append(out, n.Kind)
		}
		return out
	}
	switch fact {
	case "growth":
		return growthHolds(r.Growth, words)
	case "not":
		if string(r.Growth.Family) == arg || r.Growth.AtLeast == Family(arg) && Family(arg).Exceeds(Polynomial) {
			return fmt.Errorf("is claimed")
		}
	case "at-least":
		if r.Growth.AtLeast != Family(arg) {
			return fmt.Errorf("at least %s", r.Growth.AtLeast)
		}
	case "work":
		return workHolds(r.Work, words)
	case "no-work":
		if len(r.Work) > 0 {
			return fmt.Errorf("found %+v", r.Work)
		}
	case "evidence", "no-evidence":
		found := slices.ContainsFunc(r.Evidence, func(e Evidence) bool { return e.Class == words[0] && e.Strength == words[1] })
		if found != (fact == "evidence") {
			return fmt.Errorf("evidence is %+v", r.Evidence)
		}
	case "suspicion", "no-suspicion":
		if slices.Contains(kinds(r.Suspicions), arg) != (fact == "suspicion") {
			return fmt.Errorf("suspicions are %+v", r.Suspicions)
		}
	case "door":
		if !slices.Contains(kinds(r.BackDoors), arg) {
			return fmt.Errorf("back doors are %+v", r.BackDoors)
		}
	case "no-doors":
		if len(r.BackDoors) > 0 {
			return fmt.Errorf("back doors are %+v", r.BackDoors)
		}
	case "entry":
		got := "unusable"
		switch {
		case !r.Entry.Defined:
			got = "missing"
		case r.Entry.Usable:
			got = "usable"
		}
		if got != arg {
			return fmt.Errorf("the entry is %s: %+v", got, r.Entry)
		}
	default:
		return fmt.Errorf("no such fact")
	}
	return nil
}

func growthHolds(g Growth, words []string) error {
	if words[0] == "?" {
		return nil
	}
	sure := !slices.Contains(words, "unsure")
	if string(g.Family) != words[0] || g.Sure != sure {
		return fmt.Errorf("growth is %s, sure %v", g.Family, g.Sure)
	}
	if len(words) > 1 && words[1] != "unsure" {
		d, err := strconv.ParseFloat(words[1], 64)
		if err != nil {
			return err
		}
		if math.Abs(g.Degree-d) > 0.01 {
			return fmt.Errorf("degree is %g", g.Degree)
		}
	}
	return nil
}

func workHolds(work []Work, words []string) error {
	for _, w := range work {
		if w.Kind != words[0] || !strings.HasPrefix(w.Exponent, words[1]) {
			continue
		}
		ok := true
		guarded := false
		for _, x := range words[2:] {
			switch {
			case x == "sure":
				ok = ok && w.Sure && w.Guard == nil
			case x == "import":
				ok = ok && w.Import
			case x == "guard=*":
				guarded = true
			case strings.HasPrefix(x, "guard="):
				guarded = true
				ok = ok && w.Guard != nil && "guard="+strconv.Itoa(w.Guard.Bound) == x
			}
		}
		if ok && guarded == (w.Guard != nil) {
			return nil
		}
	}
	return fmt.Errorf("not found")
}
