package claim

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Category groups obligations for feedback that names a category but not a check.
type Category string

// Two categories speak about the claim's own form and never about a truth, so the
// magnitude level may show their messages: an agent must be told that its JSON did
// not parse or that its program raised.
const (
	// CategoryFormat: can the claim be read at all?
	CategoryFormat Category = "format"
	// CategoryExecution: does the program it carries run?
	CategoryExecution Category = "execution"
)

// Obligation is one check that a kind of claim must meet.
type Obligation struct {
	// Name is dotted and stable, such as "anomaly.gauge.cubic".
	Name string `json:"name"`
	// Category groups obligations, such as "anomaly".
	Category Category `json:"category"`
	// Meaning says in one line what is checked.
	Meaning string `json:"meaning"`
	// Source says where the formula or the rule comes from.
	Source string `json:"source"`
	// Required: a certificate without this check judged is at best undecided.
	Required bool `json:"required"`
	// Waiver is the condition under which a required obligation may be
	// not_applicable; empty means never.
	Waiver string `json:"waiver,omitempty"`
	// Profiles lists the strictnesses that judge it.
	Profiles []Profile `json:"profiles"`
}

// In reports whether profile p judges the obligation.
func (o Obligation) In(p Profile) bool { return slices.Contains(o.Profiles, p) }

// Kind is one kind of claim with its obligations, in the order in which they are
// judged and reported.
type Kind struct {
	// Name is the word of `assay check NAME`, such as "mapping".
	Name string `json:"kind"`
	// Meaning says what is claimed.
	Meaning string `json:"meaning"`
	// Obligations in order; positions in a masked view are indices into it, from 1.
	Obligations []Obligation `json:"obligations"`
}

// Obligation returns the obligation of that name and its position, from 1.
func (k Kind) Obligation(name string) (Obligation, int, bool) {
	for i, o := range k.Obligations {
		if o.Name == name {
			return o, i + 1, true
		}
	}
	return Obligation{}, 0, false
}

var obligationName = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$`)

// Validate reports every fault of the list itself: names that are malformed or
// repeated, missing texts, and obligations that the judge would skip although the
// agent was told about them (the judge is at least as strict as every earlier check).
func (k Kind) Validate() error {
	var errs []error
	if k.Name == "" || k.Meaning == "" {
		errs = append(errs, fmt.Errorf("claim: kind %q: name and meaning must be given", k.Name))
	}
	if len(k.Obligations) == 0 {
		errs = append(errs, fmt.Errorf("claim: kind %q has no obligations", k.Name))
	}
	seen := map[string]bool{}
	for _, o := range k.Obligations {
		where := fmt.Sprintf("claim: kind %q: obligation %q", k.Name, o.Name)
		if !obligationName.MatchString(o.Name) {
			errs = append(errs, fmt.Errorf("%s: the name must be dotted lower case, such as \"numbers.probe\"", where))
		}
		if seen[o.Name] {
			errs = append(errs, fmt.Errorf("%s is listed twice", where))
		}
		seen[o.Name] = true
		if o.Category == "" || o.Meaning == "" || o.Source == "" {
			errs = append(errs, fmt.Errorf("%s: category, meaning and source must be given", where))
		}
		if len(o.Profiles) == 0 {
			errs = append(errs, fmt.Errorf("%s: no profile judges it", where))
		}
		if o.In(Interaction) && !o.In(Final) {
			errs = append(errs, fmt.Errorf("%s is judged in the interaction but not by the final judge", where))
		}
		if o.Waiver != "" && !o.Required {
			errs = append(errs, fmt.Errorf("%s: a waiver is stated for an obligation that is not required", where))
		}
	}
	return errors.Join(errs...)
}

// Registry is the one list of kinds that a program knows.
type Registry struct{ kinds []Kind }

// NewRegistry makes a registry of the given kinds, each of which must validate.
func NewRegistry(kinds ...Kind) (*Registry, error) {
	seen := map[string]bool{}
	for _, k := range kinds {
		if err := k.Validate(); err != nil {
			return nil, err
		}
		if seen[k.Name] {
			return nil, fmt.Errorf("claim: kind %q is registered twice", k.Name)
		}
		seen[k.Name] = true
	}
	return &Registry{kinds: slices.Clone(kinds)}, nil
}

// Kinds lists the registered kinds in the order of registration.
func (r *Registry) Kinds() []Kind { return slices.Clone(r.kinds) }

// Kind returns the kind of that name.
func (r *Registry) Kind(name string) (Kind, bool) {
	for _, k := range r.kinds {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}
