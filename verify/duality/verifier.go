package duality

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// Verifier checks duality claims. The zero value is ready; it is safe for concurrent use.
type Verifier struct {
	// Index asks for the superconformal index at finite N, which takes seconds and not
	// milliseconds.
	Index bool
}

// Kind is the registry that the verifier judges by.
func (Verifier) Kind() claim.Kind { return Kind() }

// Check judges a claim. The error is for trouble of the machine only.
func (v Verifier) Check(ctx context.Context, c *Claim, p claim.Profile) (claim.Certificate, error) {
	b := newBook(p)
	if c.Flavoured != nil {
		judgeFlavoured(b, c)
	} else if err := v.judgeQuivers(ctx, b, c); err != nil {
		return claim.Certificate{}, fmt.Errorf("duality: %w", err)
	}
	if b.err != nil {
		return claim.Certificate{}, fmt.Errorf("duality: %w", b.err)
	}
	return b.kind.Certify(c.digest, p, b.findings, nil)
}

// CheckFile reads a claim and judges it; what cannot be read is a certificate with
// [claim.VerdictError] that says where.
func (v Verifier) CheckFile(ctx context.Context, data []byte, p claim.Profile) (claim.Checked, error) {
	c, err := Read(data)
	if err != nil {
		return malformed(data, p, err)
	}
	cert, err := v.Check(ctx, c, p)
	if err != nil {
		return claim.Checked{}, err
	}
	return claim.Checked{Claim: c.Canonical(), Certificate: cert}, nil
}

// CheckPair judges two quiver theories.
func (v Verifier) CheckPair(ctx context.Context, electric, magnetic *quiver.Theory, p claim.Profile) (claim.Certificate, error) {
	c, err := NewPair(electric.Name+" and "+magnetic.Name, electric, magnetic)
	if err != nil {
		checked, err := malformed(nil, p, err)
		return checked.Certificate, err
	}
	return v.Check(ctx, c, p)
}

// Malformed is the certificate of a text that is not a claim.
func Malformed(data []byte, p claim.Profile, cause error) (claim.Certificate, error) {
	checked, err := malformed(data, p, cause)
	return checked.Certificate, err
}

func malformed(data []byte, p claim.Profile, cause error) (claim.Checked, error) {
	var named any = strings.ToValidUTF8(string(data), "\uFFFD")
	if text, err := wellFormed(data); err == nil {
		named = text
	}
	digest, err := claim.Digest(named)
	if err != nil {
		return claim.Checked{}, fmt.Errorf("duality: digest of a claim: %w", err)
	}
	return claim.Checked{
		Claim:       json.RawMessage("null"),
		Certificate: KindIn(p).Malformed(digest, p, cause.Error()),
	}, nil
}
