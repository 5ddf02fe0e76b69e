package equal

import (
	"strings"
)

// Verdict is the answer to one pair.
type Verdict string

// The verdicts.
const (
	Equivalent    Verdict = "equivalent"
	Different     Verdict = "different"
	FormViolation Verdict = "form-violation"
	Undecided     Verdict = "undecided"
	Malformed     Verdict = "malformed"
)

// Result is a verdict with its reasons. The same pair and options give the same Result.
type Result struct {
	Verdict Verdict `json:"verdict"`
	// Method names the rung of the ladder that decided.
	Method string `json:"method,omitempty"`
	// Evidence is what a reader can check.
	Evidence Evidence `json:"evidence"`
	// Message says it in one sentence.
	Message string `json:"message,omitempty"`
}

// Evidence of a verdict; what does not apply is left out.
type Evidence struct {
	// Proved is true of an Equivalent verdict that rests on exact mathematics, and of a
	// Different one with a witness; an Equivalent verdict without it is numerically
	// indistinguishable at Points points to Bits bits.
	Proved bool `json:"proved"`
	Points int  `json:"points,omitempty"`
	Bits   uint `json:"bits,omitempty"`
	// Witness tells two values apart.
	Witness *Witness `json:"witness,omitempty"`
	// Condition under which an Undecided pair is equal.
	Condition string `json:"condition,omitempty"`
	// Rule is the rule of form that was broken.
	Rule string `json:"rule,omitempty"`
	// Readings lists the readings of an ambiguous text that led to different verdicts.
	Readings []string `json:"readings,omitempty"`
	// Hint says what the candidate of a Different pair looks like.
	Hint string `json:"hint,omitempty"`
	// Steps is the trace of what was done to the two sides.
	Steps []string `json:"steps,omitempty"`
}

// Witness is a point of the domain at which the two sides have different values.
type Witness struct {
	// At gives exact decimals to the symbols, in their LaTeX spelling.
	At map[string]string `json:"at"`
	// Reference and Candidate are the two values, with certain digits only.
	Reference string `json:"reference"`
	Candidate string `json:"candidate"`
	// ReferenceSymPy and CandidateSymPy are the two sides as they were evaluated, with
	// definitions and relations put in, for another program to check.
	ReferenceSymPy string `json:"reference_sympy,omitempty"`
	CandidateSymPy string `json:"candidate_sympy,omitempty"`
	// Of says which part of a structure it is about ("entry 2").
	Of string `json:"of,omitempty"`
}

// String is the result in one line.
func (r Result) String() string {
	var b strings.Builder
	b.WriteString(string(r.Verdict))
	if r.Method != "" {
		b.WriteString(" (" + r.Method + ")")
	}
	if r.Message != "" {
		b.WriteString(": " + r.Message)
	}
	return b.String()
}

// Names of Result.Method.
const (
	methodRead      = "reading"
	methodForm      = "form"
	methodText      = "text"
	methodCanonical = "canonical form"
	methodExact     = "exact value"
	methodNormal    = "normal form"
	methodAlgebraic = "algebraic number"
	methodNumeric   = "numerically indistinguishable"
	methodBalls     = "disjoint enclosures"
	methodStructure = "structure"
	methodSet       = "set"
	methodUnits     = "units"
	methodTensor    = "index and operator algebra"
	methodDigits    = "rounding"
	methodNone      = "none"
)

func undecided(format string) Result {
	return Result{Verdict: Undecided, Method: methodNone, Message: format}
}

func violation(rule, message string) Result {
	return Result{Verdict: FormViolation, Method: methodForm, Evidence: Evidence{Rule: rule}, Message: message}
}
