package model

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"

	"gopkg.in/yaml.v3"
)

//go:embed prices.yaml
var builtinPrices []byte

// Price is what a model's tokens cost, in USD per million.
type Price struct {
	Input  float64 `yaml:"input"`
	Output float64 `yaml:"output"` // reasoning included

	// Cached is for input read from a cache, CacheWrite for input written to one.
	// Left out, they cost as much as other input.
	Cached     *float64 `yaml:"cached,omitempty"`
	CacheWrite *float64 `yaml:"cache_write,omitempty"`

	// Long replaces the prices for calls with a long prompt.
	Long *LongPrice `yaml:"long,omitempty"`
}

// LongPrice is the price of a call whose prompt has more than Above tokens.
type LongPrice struct {
	Above  int64    `yaml:"above"`
	Input  float64  `yaml:"input"`
	Output float64  `yaml:"output"`
	Cached *float64 `yaml:"cached,omitempty"`
}

// Prices is a price list. Use ParsePrices or LoadPrices to make one.
type Prices struct {
	AsOf   string           `yaml:"as_of"`
	Models map[string]Price `yaml:"models"` // by full name, "openai/gpt-5"
}

// LoadPrices gives the built-in list with the entries of the file at path over
// it; "" is the built-in list alone.
func LoadPrices(path string) (*Prices, error) {
	list, err := ParsePrices(builtinPrices)
	if err != nil {
		return nil, fmt.Errorf("built-in list: %w", err)
	}
	if path == "" {
		return list, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("model: prices: %w", err)
	}
	own, err := ParsePrices(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	maps.Copy(list.Models, own.Models)
	if own.AsOf != "" {
		list.AsOf = own.AsOf
	}
	return list, nil
}

// ParsePrices reads a price list in YAML. Unknown keys, names without a provider
// and prices that are negative or not numbers are errors.
func ParsePrices(data []byte) (*Prices, error) {
	list := &Prices{}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(list); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("model: prices: %w", err)
	}
	if err := dec.Decode(&yaml.Node{}); !errors.Is(err, io.EOF) {
		return nil, errors.New("model: prices: more than one YAML document")
	}
	if list.Models == nil {
		list.Models = map[string]Price{}
	}
	for _, name := range slices.Sorted(maps.Keys(list.Models)) {
		if !fullName.MatchString(name) {
			return nil, fmt.Errorf("model: prices: %q is not a name of the form provider/model", name)
		}
		p := list.Models[name]
		amounts := map[string]*float64{"input": &p.Input, "output": &p.Output, "cached": p.Cached, "cache_write": p.CacheWrite}
		if p.Long != nil {
			amounts["long.input"], amounts["long.output"], amounts["long.cached"] = &p.Long.Input, &p.Long.Output, p.Long.Cached
			if p.Long.Above <= 0 {
				return nil, fmt.Errorf("model: prices: %s: long.above is %d, not a positive number of tokens", name, p.Long.Above)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(amounts)) {
			if v := amounts[key]; v != nil && (*v < 0 || math.IsNaN(*v) || math.IsInf(*v, 0)) {
				return nil, fmt.Errorf("model: prices: %s: %s is %v, not an amount in USD", name, key, *v)
			}
		}
	}
	return list, nil
}

var (
	fullName = regexp.MustCompile(`^[^/\s]+/\S+$`)
	dated    = regexp.MustCompile(`-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$`)
)

// Find gives the price of a model by its full name, with or without the date at
// its end.
func (l *Prices) Find(name string) (Price, bool) {
	if l == nil {
		return Price{}, false
	}
	if p, ok := l.Models[name]; ok {
		return p, true
	}
	p, ok := l.Models[dated.ReplaceAllString(name, "")]
	return p, ok
}

// Cost is what one call cost in USD; nil when the model has no price or no usage
// was reported.
func (l *Prices) Cost(name string, u Usage) *float64 {
	p, ok := l.Find(name)
	if !ok || u.Total() == 0 {
		return nil
	}
	input, output, cached, write := p.Input, p.Output, p.Input, p.Input
	if p.Cached != nil {
		cached = *p.Cached
	}
	if p.CacheWrite != nil {
		write = *p.CacheWrite
	}
	if long := p.Long; long != nil && u.InputTokens+u.CachedTokens+u.CacheWriteTokens > long.Above {
		input, output, cached, write = long.Input, long.Output, long.Input, long.Input
		if long.Cached != nil {
			cached = *long.Cached
		}
	}
	cost := (float64(u.InputTokens)*input + float64(u.CachedTokens)*cached +
		float64(u.CacheWriteTokens)*write + float64(u.OutputTokens)*output) / 1e6
	return &cost
}
