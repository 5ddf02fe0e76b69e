// Package answer finds the final answer in a whole reply.
//
// Extract takes the last box at top level, \boxed{…} or one of its relatives; without a
// box, what follows "Final answer:" and the like; else a last display formula that ends the
// reply; else the whole string. A box that cannot be seen (\phantom, a comment, \verb) is none;
// one that is a part of a formula, or that the words around it deny, is taken and named as a
// problem. Extract never falls back to an earlier box when the last one is
// empty or cut off: the Extraction then names the violation. The work is linear in the
// length of the reply.
package answer

// Source says what marked the answer.
type Source string

// Sources.
const (
	Box         Source = "box"          // \boxed{…}
	FinalAnswer Source = "final-answer" // "Final answer: …", "The answer is …", "#### …"
	Display     Source = "display"      // $$…$$, \[…\] at the end
	Whole       Source = "whole"        // nothing marks it
)

// Problem is something that was wrong with the way in which the answer was given.
type Problem string

// Problems. The first four are violations of the form: there is no answer to compare.
const (
	Empty        Problem = "empty"        // the last box, or the reply, has nothing in it
	Truncated    Problem = "truncated"    // the last box is cut off inside an expression
	NotBoxed     Problem = "not-boxed"    // a reply in sentences that names its answer without a box
	OnlyThinking Problem = "thinking"     // the reply ends before or with its reasoning section
	Unterminated Problem = "unterminated" // the brace of the last box is missing, its content is whole
	Several      Problem = "several"      // there are different boxes; the last one counts
	Inside       Problem = "inside"       // the box is a part of a formula: 2\boxed{x}, \sqrt{\boxed{x}}
	Denied       Problem = "denied"       // the words around the box deny or question what is in it
)

// Extraction is what was found and where.
type Extraction struct {
	Text   string // the answer, without box, dollars and surrounding blanks
	Source Source
	// Start and End are the bytes of the reply that hold the answer as it was written.
	Start, End int
	// Boxes are the contents of all boxes at top level, in order; the last is the answer unless
	// neighbouring ones form a list ("\boxed{1} and \boxed{2}").
	Boxes []string
	// Definitions are the equations that the text right after the box gives for its symbols.
	Definitions []string
	Problems    []Problem
}

// Has reports whether the problem was found.
func (e Extraction) Has(p Problem) bool {
	for _, q := range e.Problems {
		if q == p {
			return true
		}
	}
	return false
}

// Violation is the first problem that leaves no answer to compare, or "".
func (e Extraction) Violation() Problem {
	for _, p := range []Problem{Empty, Truncated, OnlyThinking, NotBoxed} {
		if e.Has(p) {
			return p
		}
	}
	return ""
}

// Doubt is the problem that leaves open what the answer is, although there is a box, or "".
func (e Extraction) Doubt() Problem {
	for _, p := range []Problem{Inside, Denied} {
		if e.Has(p) {
			return p
		}
	}
	return ""
}

// Extract finds the answer of a reply.
func Extract(reply string) Extraction {
	start, only := afterThinking(reply)
	e := extract(reply[start:])
	e.Start += start
	e.End += start
	if only {
		e.Problems = append(e.Problems, OnlyThinking)
	}
	return e
}

func extract(reply string) Extraction {
	if e, ok := boxed(reply); ok {
		return e
	}
	if e, ok := announced(reply); ok {
		return e
	}
	if e, ok := displayed(reply); ok {
		return e
	}
	e := Extraction{Source: Whole, End: len(reply)}
	e.Text, e.Start, e.End = trim(reply, 0, len(reply))
	if e.Text == "" {
		e.Problems = append(e.Problems, Empty)
	}
	return e
}
