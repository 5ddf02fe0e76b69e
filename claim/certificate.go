package claim

import (
	"fmt"
	"strings"
)

// SchemaVersion identifies the format of a certificate.
const SchemaVersion = "assay.certificate/1"

// Certificate is everything that was found about one claim under one profile.
// The same claim and profile give the same bytes, Measurements aside.
type Certificate struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	// Digest is the SHA-256 of the canonical JSON of the claim, in hex.
	Digest  string  `json:"digest"`
	Profile Profile `json:"profile"`
	Verdict Verdict `json:"verdict"`
	// Reason says which obligations made the verdict, or where a malformed claim broke.
	Reason       string        `json:"reason"`
	Findings     []Finding     `json:"findings"`
	Measurements []Measurement `json:"measurements,omitempty"`
}

// Certify orders the findings as the registry does and computes the verdict:
// failed when any judged obligation failed, required or not; certified when none
// failed and every required one is certified, or not applicable under its stated
// waiver; undecided otherwise. Exactly one finding must be given for each
// obligation that the profile judges: a check that was forgotten is an error of the
// verifier, never a pass.
func (k Kind) Certify(digest string, p Profile, findings []Finding, ms []Measurement) (Certificate, error) {
	byName := make(map[string]Finding, len(findings))
	for _, f := range findings {
		o, _, ok := k.Obligation(f.Obligation)
		switch {
		case !ok:
			return Certificate{}, fmt.Errorf("claim: kind %q has no obligation %q", k.Name, f.Obligation)
		case !o.In(p):
			return Certificate{}, fmt.Errorf("claim: kind %q: profile %q does not judge %q", k.Name, p, f.Obligation)
		case !f.Status.Valid():
			return Certificate{}, fmt.Errorf("claim: kind %q: %q has the unknown status %q", k.Name, f.Obligation, f.Status)
		case f.Message == "":
			return Certificate{}, fmt.Errorf("claim: kind %q: the finding about %q has no message", k.Name, f.Obligation)
		}
		if _, dup := byName[f.Obligation]; dup {
			return Certificate{}, fmt.Errorf("claim: kind %q: two findings about %q", k.Name, f.Obligation)
		}
		byName[f.Obligation] = f
	}

	c := Certificate{Schema: SchemaVersion, Kind: k.Name, Digest: digest, Profile: p, Measurements: ms}
	var failed, open []string
	judged := 0
	for _, o := range k.Obligations {
		if !o.In(p) {
			continue
		}
		f, ok := byName[o.Name]
		if !ok {
			return Certificate{}, fmt.Errorf("claim: kind %q: no finding about %q, which profile %q judges", k.Name, o.Name, p)
		}
		c.Findings = append(c.Findings, f)
		judged++
		switch {
		case f.Status == Failed:
			failed = append(failed, o.Name)
		case o.Required && f.Status != Certified && (f.Status != NotApplicable || o.Waiver == ""):
			open = append(open, fmt.Sprintf("%s (%s)", o.Name, f.Status))
		}
	}
	switch {
	case judged == 0:
		return Certificate{}, fmt.Errorf("claim: kind %q: profile %q judges nothing, and nothing judged is not a pass", k.Name, p)
	case len(failed) > 0:
		c.Verdict, c.Reason = VerdictFailed, "failed: "+strings.Join(failed, ", ")
	case len(open) > 0:
		c.Verdict, c.Reason = VerdictUndecided, "required but not decided: "+strings.Join(open, ", ")
	default:
		c.Verdict, c.Reason = VerdictCertified, "every required obligation is met and none failed"
	}
	return c, nil
}

// Malformed is the certificate of a claim that cannot be read: the reason says where
// and why; a kind with an obligation about the form adds its finding.
func (k Kind) Malformed(digest string, p Profile, reason string, findings ...Finding) Certificate {
	return Certificate{Schema: SchemaVersion, Kind: k.Name, Digest: digest, Profile: p,
		Verdict: VerdictError, Reason: reason, Findings: findings}
}

// Finding returns the finding about the obligation of that name.
func (c Certificate) Finding(name string) (Finding, bool) {
	for _, f := range c.Findings {
		if f.Obligation == name {
			return f, true
		}
	}
	return Finding{}, false
}

// Public returns the certificate without private truth: what may leave the machine.
func (c Certificate) Public() Certificate {
	fs := make([]Finding, len(c.Findings))
	for i, f := range c.Findings {
		f.Private = nil
		fs[i] = f
	}
	c.Findings = fs
	return c
}

// Stable returns the certificate without measurements: the bytes that repeat.
func (c Certificate) Stable() Certificate {
	c.Measurements = nil
	return c
}
