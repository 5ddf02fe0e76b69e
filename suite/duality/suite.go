package duality

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"sync"
)

// Name is the word of `assay run NAME`.
const Name = "duality"

// The variants: fixtures by depth, and the fourteen pairs that were left whole, which are
// asked for by name only.
const (
	VariantDepth1 = "depth1"
	VariantDepth2 = "depth2"
	VariantWhole  = "whole"
)

// Variants lists the variants.
func Variants() []string { return []string{VariantDepth1, VariantDepth2, VariantWhole} }

// BuiltinSeed is the seed whose manifest ships with the program.
const BuiltinSeed = 1

//go:embed manifest.jsonl
var builtinManifest []byte

var builtin = sync.OnceValues(func() (*Benchmark, error) { return ReadManifest(builtinManifest) })

// Builtin is the benchmark that ships with the program.
func Builtin() (*Benchmark, error) { return builtin() }

// Config is what a run chooses.
type Config struct {
	// Seed draws the fixtures. That of BuiltinSeed ship with the program; those of another
	// are generated, which takes a while.
	Seed uint64
	// Tasks and Variants select; empty means all fixtures, without the whole pairs.
	Tasks, Variants []string
	// Verifier judges; nil: NewExact.
	Verifier Verifier
}

// Suite is the suite under one configuration.
type Suite struct{ subjects []*Subject }

// New makes the suite. Unknown fixtures and variants are errors that name them.
func New(ctx context.Context, c Config) (*Suite, error) {
	for _, v := range c.Variants {
		if !slices.Contains(Variants(), v) {
			return nil, fmt.Errorf("duality: unknown variant %q; known: %v", v, Variants())
		}
	}
	if c.Verifier == nil {
		c.Verifier = NewExact()
	}
	b, err := benchmark(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, id := range c.Tasks {
		if _, err := b.Find(id); err != nil {
			return nil, err
		}
	}
	env, err := newEnvironment(c.Verifier)
	if err != nil {
		return nil, err
	}
	s := &Suite{}
	for _, f := range b.Fixtures {
		v := f.variant()
		switch {
		case len(c.Tasks) > 0 && !slices.Contains(c.Tasks, f.ID):
			continue
		case len(c.Variants) > 0 && !slices.Contains(c.Variants, v):
			continue
		case len(c.Variants) == 0 && len(c.Tasks) == 0 && v == VariantWhole:
			continue
		}
		sub, err := newSubject(f, env)
		if err != nil {
			return nil, err
		}
		s.subjects = append(s.subjects, sub)
	}
	return s, nil
}

func benchmark(ctx context.Context, c Config) (*Benchmark, error) {
	if c.Seed == BuiltinSeed {
		return Builtin()
	}
	return Generate(ctx, c.Seed, c.Verifier)
}

// Subjects lists the selected fixtures.
func (s *Suite) Subjects() []*Subject { return slices.Clone(s.subjects) }
