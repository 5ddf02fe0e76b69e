package claim

import (
	"fmt"
	"slices"
)

// Level is how much of a certificate an agent is shown.
type Level string

const (
	// Generic: accepted or not, nothing else.
	Generic Level = "generic"
	// Masked: positions of the failing obligations instead of their names.
	Masked Level = "masked"
	// Named: names and categories of the failing obligations.
	Named Level = "named"
	// Magnitudes: sizes of numeric errors, never values; and what keeps a claim from
	// being read or run.
	Magnitudes Level = "magnitude"
	// Full: messages and evidence, private truth removed.
	Full Level = "full"
)

// Levels lists the five levels.
func Levels() []Level { return []Level{Generic, Masked, Named, Magnitudes, Full} }

// View is what an agent sees of a certificate.
type View struct {
	Level    Level `json:"level"`
	Accepted bool  `json:"accepted"`
	// Reason is given for a malformed claim from Magnitudes upwards: it speaks of
	// the claim's own text only.
	Reason string `json:"reason,omitempty"`
	Items  []Item `json:"items,omitempty"`
}

// Item is what a view shows of one obligation that was not met.
type Item struct {
	// Position in the kind's list, from 1 (Masked).
	Position   int        `json:"position,omitempty"`
	Obligation string     `json:"obligation,omitempty"`
	Category   Category   `json:"category,omitempty"`
	Status     Status     `json:"status,omitempty"`
	Message    string     `json:"message,omitempty"`
	Magnitude  *Magnitude `json:"magnitude,omitempty"`
	Evidence   []Evidence `json:"evidence,omitempty"`
}

// Project computes what level l shows of certificate c. Only obligations that
// failed appear, and those required ones that stayed open when nothing failed.
// Private truth is out of reach: Project never reads Finding.Private.
func (k Kind) Project(c Certificate, l Level) (View, error) {
	if !slices.Contains(Levels(), l) {
		return View{}, fmt.Errorf("claim: unknown feedback level %q; known: %v", l, Levels())
	}
	v := View{Level: l, Accepted: c.Verdict == VerdictCertified}
	if c.Verdict == VerdictError && (l == Magnitudes || l == Full) {
		v.Reason = c.Reason
	}
	if l == Generic || v.Accepted {
		return v, nil
	}
	for _, f := range c.Findings {
		o, pos, ok := k.Obligation(f.Obligation)
		if !ok {
			return View{}, fmt.Errorf("claim: kind %q has no obligation %q", k.Name, f.Obligation)
		}
		open := c.Verdict == VerdictUndecided && o.Required && f.Status != Certified &&
			(f.Status != NotApplicable || o.Waiver == "")
		if f.Status != Failed && !open {
			continue
		}
		if it, shown := project(o, pos, f, l); shown {
			v.Items = append(v.Items, it)
		}
	}
	return v, nil
}

func project(o Obligation, pos int, f Finding, l Level) (Item, bool) {
	switch l {
	case Masked:
		return Item{Position: pos}, true
	case Named:
		return Item{Obligation: o.Name, Category: o.Category, Status: f.Status}, true
	case Magnitudes:
		ownForm := o.Category == CategoryFormat || o.Category == CategoryExecution
		switch {
		case ownForm:
			return Item{Category: o.Category, Message: f.Message, Magnitude: f.Magnitude}, true
		case f.Magnitude != nil:
			return Item{Category: o.Category, Magnitude: f.Magnitude}, true
		}
		return Item{}, false
	case Full:
		return Item{Obligation: o.Name, Category: o.Category, Status: f.Status,
			Message: f.Message, Magnitude: f.Magnitude, Evidence: f.Evidence}, true
	default: // Generic shows no items
		return Item{}, false
	}
}
