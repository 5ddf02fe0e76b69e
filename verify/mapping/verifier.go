package mapping

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/mapping/complexity"
	"github.com/assay-physics/assay/verify/mapping/program"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

// auditVersion is part of every cache key: raise it when a change alters what the
// facts of a program mean.
const auditVersion = "mapping-audit/7"

// Verifier checks mapping claims. It is safe for concurrent use; the zero value is
// not usable, see [NewVerifier].
type Verifier struct {
	runner  Runner
	cache   Cache
	flights flights
	// environment names the interpreter and its packages, for the cache key.
	environment string
	// Warn is told what goes wrong beside the audit, such as a cache that cannot be
	// written; nil: nobody.
	Warn func(error)
	once sync.Once
}

// warn reports the first such trouble; the rest is the same trouble again.
func (v *Verifier) warn(err error) {
	v.once.Do(func() {
		if v.Warn != nil {
			v.Warn(err)
		}
	})
}

// NewVerifier makes a verifier that runs programs in r and keeps what they showed in
// c. environment identifies the interpreter and its packages: facts found under one
// are not used under another.
func NewVerifier(r Runner, c Cache, environment string) *Verifier {
	return &Verifier{runner: r, cache: c, environment: environment}
}

// CheckReply reads the claim out of a model's reply and checks it. The error is for
// trouble of the machine only; a reply that cannot be read is a certificate with
// [claim.VerdictError].
func (v *Verifier) CheckReply(ctx context.Context, p Problem, text string, profile claim.Profile) (claim.Checked, error) {
	c, repairs, err := reply.Read(text)
	if err != nil {
		return malformed(p, text, profile, err)
	}
	notes := make([]string, len(repairs))
	for i, r := range repairs {
		notes[i] = r.String()
	}
	return v.Check(ctx, p, c, notes, profile)
}

func malformed(p Problem, text string, profile claim.Profile, cause error) (claim.Checked, error) {
	digest, err := claim.Digest(map[string]string{"task": p.ID(), "reply": validText(text)})
	if err != nil {
		return claim.Checked{}, fmt.Errorf("mapping: digest of a reply: %w", err)
	}
	msg := clip(cause.Error(), 400)
	cert := Kind().Malformed(digest, profile, msg, claim.Finding{Obligation: FormatReply, Status: claim.Failed, Message: msg})
	return claim.Checked{
		Claim:       json.RawMessage("null"),
		Certificate: cert,
		Measures:    map[string]float64{"readable": 0, "numbers": 0, "class_strict": 0, "class_witnessed": 0, "certified": 0},
		Labels:      map[string]string{"mode": "format"},
	}, nil
}

// Check checks a claim that has been read; repairs says in words what reading it took.
func (v *Verifier) Check(ctx context.Context, p Problem, c reply.Claim, repairs []string, profile claim.Profile) (claim.Checked, error) {
	canonical, err := claim.Canonical(struct {
		Task string `json:"task"`
		reply.Claim
	}{p.ID(), c})
	if err != nil {
		return claim.Checked{}, fmt.Errorf("mapping: canonical claim: %w", err)
	}
	digest, err := claim.Digest(json.RawMessage(canonical))
	if err != nil {
		return claim.Checked{}, fmt.Errorf("mapping: digest of a claim: %w", err)
	}
	a := &audit{v: v, p: p, c: c, repairs: repairs, profile: profile}
	if err := a.gather(ctx); err != nil {
		return claim.Checked{}, err
	}
	cert, err := a.certificate(digest)
	if err != nil {
		return claim.Checked{}, err
	}
	measures, labels := a.measures(cert)
	return claim.Checked{Claim: canonical, Certificate: cert, Measures: measures, Labels: labels}, nil
}

// static is the outcome of the static audit, or why there is none.
type static struct {
	Report program.Report `json:"report"`
	// Syntax is the parser's message about a program that is not Python.
	Syntax string `json:"syntax,omitempty"`
	// Limit says that the program is too large or too deep to analyse.
	Limit string `json:"limit,omitempty"`
}

// toolDumper runs the syntax-tree dumper in the sandbox: parsing is where hostile text
// first meets the interpreter.
type toolDumper struct{ r Runner }

func (d toolDumper) Dump(ctx context.Context, source string) ([]byte, error) {
	return dump(ctx, d.r, source)
}

// static, probes and growth gather what the program is and shows, at most once for
// each code and problem.
func (v *Verifier) static(ctx context.Context, p Problem, code string) (static, error) {
	return cached(v, v.key(p, code, "static"), nil, func() (static, error) {
		tree, err := program.Parse(ctx, toolDumper{v.runner}, code)
		var syntax *program.SyntaxError
		var limit *program.LimitError
		switch {
		case errors.As(err, &syntax):
			return static{Syntax: syntax.Error()}, nil
		case errors.As(err, &limit):
			return static{Limit: limit.Error()}, nil
		case err != nil:
			return static{}, fmt.Errorf("mapping: parsing the candidate: %w", err)
		}
		_, square := p.Side(4)
		return static{Report: program.Audit(tree, program.Question{
			Entry: entryPoint, Probed: p.Sizes(Probed), ParamKeys: p.ParamKeys(), SqrtIsSide: square,
		})}, nil
	})
}

func (v *Verifier) probes(ctx context.Context, p Problem, code string, r Regime, maxN int) (Probes, error) {
	return cached(v, v.key(p, code, string(r)), Probes.undisturbed, func() (Probes, error) {
		return runProbes(ctx, v.runner, p, code, r, maxN)
	})
}

func (v *Verifier) growth(ctx context.Context, p Problem, code string) (Growth, error) {
	return cached(v, v.key(p, code, "growth"), Growth.undisturbed, func() (Growth, error) {
		return measureGrowth(ctx, v.runner, p, code)
	})
}

func (v *Verifier) relations(ctx context.Context, p Problem, code string) (Relations, error) {
	return cached(v, v.key(p, code, "relations"), Relations.undisturbed, func() (Relations, error) {
		return runRelations(ctx, v.runner, p, code)
	})
}

func (v *Verifier) mappings(ctx context.Context, p Problem, code string) (Mappings, error) {
	return cached(v, v.key(p, code, "mappings"), Mappings.undisturbed, func() (Mappings, error) {
		return runMappings(ctx, v.runner, p, code)
	})
}

func (v *Verifier) key(p Problem, code, section string) []string {
	return []string{auditVersion, v.environment, p.Digest(), section, code}
}

func (v *Verifier) landscape(p Problem) (Landscape, error) {
	return cached(v, []string{auditVersion, p.Digest(), "landscape"}, nil, func() (Landscape, error) {
		return landscape(p)
	})
}

// claimEnv says which symbols of a complexity claim stand for what in a task: the
// side of a square lattice, the number of bonds, and the treewidth where the task's
// models fix how it grows.
func claimEnv(p Problem, l Landscape) complexity.Env {
	env := complexity.Env{}
	_, square := p.Side(4)
	chain, _ := l.all(func(s Structure) bool { return s.Chain })
	complete, _ := l.all(func(s Structure) bool { return s.Bonds*2 == s.Sites*(s.Sites-1) && s.Sites > 3 })
	env["m"] = "n"
	switch {
	case square:
		env["L"], env["tw"] = "n^{1/2}", "n^{1/2}"
	case chain || bounded(l):
		env["tw"] = "1"
	case complete:
		env["m"], env["tw"] = "n^2", "n"
	}
	return env
}

// bounded: an elimination order of bounded width is witnessed on every instance.
func bounded(l Landscape) bool {
	return slices.ContainsFunc(l.supplied(), func(r Route) bool { return r.Class == reply.TreewidthBounded && !r.grows() })
}

// validText makes a reply representable in JSON; its digest only names it.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
