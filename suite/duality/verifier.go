package duality

import (
	"context"
	"sync"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	verify "github.com/assay-physics/assay/verify/duality"
)

// Verifier judges a pair; [Exact] is the one of every run.
type Verifier interface {
	// Kind is the list of obligations of a pair.
	Kind() claim.Kind
	// CheckPair certifies that the magnetic theory is dual to the electric one.
	CheckPair(ctx context.Context, electric, magnetic *quiver.Theory, p claim.Profile) (claim.Certificate, error)
}

// Exact is the verifier of duality claims. It remembers its certificates: under six
// policies most pairs are judged many times. Use NewExact.
type Exact struct {
	verify verify.Verifier

	mu     sync.Mutex
	judged map[pair]claim.Certificate
}

type pair struct {
	electric, magnetic string // SHA-256
	profile            claim.Profile
}

// NewExact makes the verifier.
func NewExact() *Exact { return &Exact{judged: map[pair]claim.Certificate{}} }

// maxJudged bounds the certificates that are remembered.
const maxJudged = 4096

// Kind is the registry of duality claims.
func (e *Exact) Kind() claim.Kind { return verify.Kind() }

// CheckPair implements Verifier.
func (e *Exact) CheckPair(ctx context.Context, electric, magnetic *quiver.Theory, p claim.Profile) (claim.Certificate, error) {
	key := pair{profile: p}
	var err error
	if key.electric, err = claim.Digest(electric); err != nil {
		return claim.Certificate{}, err
	}
	if key.magnetic, err = claim.Digest(magnetic); err != nil {
		return claim.Certificate{}, err
	}
	e.mu.Lock()
	cert, ok := e.judged[key]
	e.mu.Unlock()
	if ok {
		return cert, nil
	}
	if cert, err = e.verify.CheckPair(ctx, electric, magnetic, p); err != nil {
		return claim.Certificate{}, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.judged) >= maxJudged {
		clear(e.judged)
	}
	e.judged[key] = cert
	return cert, nil
}
