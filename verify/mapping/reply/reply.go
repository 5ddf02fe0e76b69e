// Package reply reads the claim out of a model's reply, as a fair reader
// would.
//
// A reply should hold one JSON object with the fields tractable_class,
// complexity_O, confidence, justification and code. Models wrap it in prose
// and fences, write Python literals instead of JSON, leave line breaks and
// backslashes unescaped, or put the program into a block of its own. [Read]
// takes all of that, and says in words what it had to repair. It repairs
// only how something is written, never what is claimed: a class that is not
// one of [Classes], a confidence that is no number and an object that breaks
// off are errors.
//
// The types to know are [Claim], [Repair], and the errors [*FieldError] (a
// field is missing or wrong) and [*NoClaimError] (there is no object to read
// the fields from). Nothing is ever executed.
package reply

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxSize is the longest reply that is read, in bytes.
const MaxSize = 1 << 20

// The classes of tractability that a claim may name.
const (
	TransferMatrix       = "transfer_matrix"
	FreeFermion          = "free_fermion"
	Pfaffian             = "pfaffian"
	Gauge                = "gauge"
	Percolation          = "percolation"
	RBIMNishimori        = "rbim_nishimori"
	TreewidthBounded     = "treewidth_bounded"
	ExactlySolvableOther = "exactly_solvable_other"
	NoEfficientKnown     = "no_efficient_known"
)

// Classes lists the allowed values of tractable_class.
func Classes() []string {
	return []string{
		TransferMatrix, FreeFermion, Pfaffian, Gauge, Percolation, RBIMNishimori,
		TreewidthBounded, ExactlySolvableOther, NoEfficientKnown,
	}
}

// Claim is what a reply claims.
type Claim struct {
	TractableClass string  `json:"tractable_class"` // one of Classes
	ComplexityO    string  `json:"complexity_O"`    // as written; package complexity reads it
	Confidence     float64 `json:"confidence"`      // in [0, 1]
	Justification  string  `json:"justification"`
	Code           string  `json:"code"` // Python source
}

// The names of the fields, in the order in which they are asked for.
const (
	fieldClass         = "tractable_class"
	fieldComplexity    = "complexity_O"
	fieldConfidence    = "confidence"
	fieldJustification = "justification"
	fieldCode          = "code"
)

var fieldNames = [...]string{fieldClass, fieldComplexity, fieldConfidence, fieldJustification, fieldCode}

// Repair is something that a strict reader would have stumbled over.
type Repair struct {
	Field string `json:"field,omitempty"` // the field concerned; empty for the reply as a whole
	What  string `json:"what"`
}

// String gives the repair as one line.
func (r Repair) String() string {
	if r.Field == "" {
		return r.What
	}
	return r.Field + ": " + r.What
}

// FieldError is a field that is missing or does not hold what it should.
type FieldError struct {
	Field    string
	Expected string
	Got      string // "nothing" for a missing field
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("reply: field %q: expected %s, got %s", e.Field, e.Expected, e.Got)
}

// NoClaimError says why a reply holds no object with a claim.
type NoClaimError struct {
	Reason string
	Pos    int // byte offset in the reply, where that helps; else 0
}

func (e *NoClaimError) Error() string {
	if e.Pos > 0 {
		return fmt.Sprintf("reply: %s (at byte %d)", e.Reason, e.Pos)
	}
	return "reply: " + e.Reason
}

// Read reads the claim in a reply. Of several complete objects the last is
// read, and a repair says so. The error joins one [*FieldError] for each
// field that is wrong, or is a [*NoClaimError]; the repairs are what was
// done up to there.
func Read(reply string) (Claim, []Repair, error) {
	if len(reply) > MaxSize {
		return Claim{}, nil, &NoClaimError{Reason: fmt.Sprintf("%d bytes are more than the %d that are read", len(reply), MaxSize)}
	}
	r := &reader{text: reply}
	if !utf8.ValidString(reply) {
		r.text = strings.ToValidUTF8(reply, "\uFFFD")
		r.repair("", "bytes that are not UTF-8 were replaced")
	}
	if strings.TrimSpace(r.text) == "" {
		return Claim{}, nil, &NoClaimError{Reason: "the reply is empty"}
	}
	r.skipThinking()
	c, err := r.read()
	return c, r.repairs, err
}

// reader reads one reply.
type reader struct {
	text    string
	from    int // where the answer begins, after any thinking
	repairs []Repair
	blocks  []block
	// programs are the blocks that may hold the program.
	programs []string
}

func (r *reader) repair(field, format string, args ...any) {
	repair := Repair{Field: field, What: fmt.Sprintf(format, args...)}
	for _, old := range r.repairs {
		if old == repair {
			return
		}
	}
	r.repairs = append(r.repairs, repair)
}

// thinkingTags enclose what a model writes for itself.
var thinkingTags = [...]string{"think", "thinking", "thought", "reasoning", "scratchpad"}

// skipThinking moves past a leading <think>…</think>. Some servers cut off
// the opening tag; then the closing one alone marks the end.
func (r *reader) skipThinking() {
	lead := len(r.text) - len(strings.TrimLeft(r.text, " \t\r\n\ufeff"))
	for _, tag := range thinkingTags {
		opened := hasPrefixFold(r.text[lead:], "<"+tag+">")
		end := indexFold(r.text, "</"+tag+">")
		switch {
		case end >= 0 && (opened || indexFold(r.text[:end], "<"+tag+">") < 0):
			r.from = end + len(tag) + 3
			r.repair("", "text up to </%s> was left out", tag)
			return
		case opened && end < 0:
			r.from = len(r.text)
			r.repair("", "<%s> is never closed: everything after it is thinking", tag)
			return
		}
	}
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// indexFold is strings.Index for an ASCII needle in any case.
func indexFold(s, needle string) int {
	for i := 0; i+len(needle) <= len(s); {
		j := strings.IndexByte(s[i:], needle[0])
		if j < 0 {
			return -1
		}
		if i += j; hasPrefixFold(s[i:], needle) {
			return i
		}
		i++
	}
	return -1
}

// read finds the object and reads its fields.
func (r *reader) read() (Claim, error) {
	r.blocks = findBlocks(r.text, r.from)
	r.programs = r.findPrograms()
	object, err := r.choose()
	if err != nil {
		return Claim{}, err
	}
	for _, note := range object.notes {
		r.repair(note.Field, "%s", note.What)
	}
	return r.fields(object)
}

// fields reads the five fields and reports everything that is wrong at once.
func (r *reader) fields(o object) (Claim, error) {
	var c Claim
	var problems []error
	collect := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	var err error
	c.TractableClass, err = r.class(o.get(fieldClass))
	collect(err)
	c.ComplexityO, err = r.complexity(o.get(fieldComplexity))
	collect(err)
	c.Confidence, err = r.confidence(o.get(fieldConfidence))
	collect(err)
	c.Justification, err = r.justification(o.get(fieldJustification))
	collect(err)
	c.Code, err = r.code(o)
	collect(err)
	if len(o.ignored) > 0 {
		r.repair("", "other keys were ignored: %s", strings.Join(o.ignored, ", "))
	}
	if len(problems) > 0 {
		return Claim{}, errors.Join(problems...)
	}
	return c, nil
}
