package claim

// Status is the outcome of one obligation.
type Status string

const (
	// Certified: the obligation was judged and is met.
	Certified Status = "certified"
	// Failed: the obligation was judged and is not met; the evidence holds a witness.
	Failed Status = "failed"
	// Unknown: the obligation applies, was tried, and could not be decided.
	Unknown Status = "unknown"
	// NotApplicable: the obligation says nothing about this claim, under the
	// condition that the registry states.
	NotApplicable Status = "not_applicable"
	// NotImplemented: the obligation belongs to the registry but no check exists.
	NotImplemented Status = "not_implemented"
)

// Valid reports whether s is one of the five statuses.
func (s Status) Valid() bool {
	switch s {
	case Certified, Failed, Unknown, NotApplicable, NotImplemented:
		return true
	}
	return false
}

// Verdict is the outcome of a certificate as a whole.
type Verdict string

const (
	// VerdictCertified: no obligation failed and every required one was met.
	VerdictCertified Verdict = "certified"
	// VerdictFailed: at least one judged obligation failed, required or not.
	VerdictFailed Verdict = "failed"
	// VerdictUndecided: none failed, but a required one could not be judged.
	VerdictUndecided Verdict = "undecided"
	// VerdictError: the claim is malformed, so that nothing could be judged.
	VerdictError Verdict = "error"
)

// ExitCode is the exit status of `assay check` for this verdict: 0 certified,
// 1 failed, 2 malformed, 3 undecided.
func (v Verdict) ExitCode() int {
	switch v {
	case VerdictCertified:
		return 0
	case VerdictFailed:
		return 1
	case VerdictError:
		return 2
	default:
		return 3
	}
}

// Profile names a strictness: which obligations of a kind are judged.
type Profile string

const (
	// Interaction is what an agent may be told about between its rounds.
	Interaction Profile = "interaction"
	// Final is what the judge applies; never more lenient than Interaction.
	Final Profile = "final"
	// Published repeats the rule of the paper that a suite comes from, so that its
	// numbers can be compared, even where Final is stricter.
	Published Profile = "published"
)

// Terminal is how a trial ended. Statistics treat the five differently, and every
// rate prints how many trials of each stand in its denominator.
type Terminal string

const (
	// OK: the trial ran to its end and was judged.
	OK Terminal = "ok"
	// ModelInvalid: the model answered, and no reply could be read as a claim.
	ModelInvalid Terminal = "model-invalid"
	// Limit: a token, cost or time limit of the run ended the trial.
	Limit Terminal = "limit"
	// Infrastructure: a provider or machine fault outlived its retries.
	Infrastructure Terminal = "infrastructure"
	// Operator: the run was misconfigured or stopped by a person (a wrong key, an
	// unknown model, Ctrl-C).
	Operator Terminal = "operator"
)

// Terminals lists the five terminal states in the order in which tables print them.
func Terminals() []Terminal { return []Terminal{OK, ModelInvalid, Limit, Infrastructure, Operator} }
