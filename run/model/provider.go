package model

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// Provider opens models under one first part of their names.
type Provider struct {
	Name   string   // "openai"
	Doc    string   // one line for `assay models`
	KeyEnv []string // the variables that hold the key, first one first; none when no key is needed
	Open   func(ctx context.Context, modelName string, o Options) (Backend, error)
}

// Options are the surroundings of a model. The zero value works: keys from the
// environment and .env, default limits and retries, built-in prices.
type Options struct {
	Lookup  Lookup  // nil: Environment(".env")
	BaseURL string  // "" leaves it to the environment and the vendor's default
	Pool    *Pool   // nil: one of its own
	Retry   Retry   //
	Watcher Watcher // nil: nobody watches
	Prices  *Prices // nil: LoadPrices(""), or the file that ASSAY_PRICES names
	Seed    uint64  // of the jitter
}

// Open opens a model by its full name, "provider/model". A missing key, an
// unknown provider or an unusable URL is a [*Fault] that ends in "operator".
func Open(ctx context.Context, providers []Provider, name string, o Options) (Model, error) {
	providerName, modelName, ok := strings.Cut(name, "/")
	if !ok || modelName == "" {
		return nil, openFault(BadRequest, name, "a model is named provider/model, for example openai/gpt-5")
	}
	var known []string
	var provider *Provider
	for i, p := range providers {
		known = append(known, p.Name)
		if p.Name == providerName {
			provider = &providers[i]
		}
	}
	if provider == nil {
		return nil, openFault(NotFound, name, fmt.Sprintf("no provider %q; there are: %s", providerName, strings.Join(known, ", ")))
	}
	if o.Lookup == nil {
		look, err := Environment(".env")
		if err != nil {
			return nil, openFault(BadRequest, name, err.Error())
		}
		o.Lookup = look
	}
	if o.Pool == nil {
		o.Pool = NewPool(Limits{})
	}
	backend, err := provider.Open(ctx, modelName, o)
	if err != nil {
		var f *Fault
		if errors.As(err, &f) {
			return nil, err
		}
		return nil, openFault(BadRequest, name, err.Error())
	}
	if m, ok := backend.(Model); ok {
		return m, nil
	}
	if o.Prices == nil {
		if o.Prices, err = LoadPrices(o.Lookup.first("ASSAY_PRICES")); err != nil {
			return nil, openFault(BadRequest, name, err.Error())
		}
	}
	if o.Watcher == nil {
		o.Watcher = unwatched{}
	}
	c := &caller{name: name, backend: backend, retry: o.Retry.withDefaults(), watch: o.Watcher, prices: o.Prices, seed: o.Seed}
	if e, ok := backend.(interface{ Endpoint() Endpoint }); ok {
		c.schedule = o.Pool.scheduler(e.Endpoint())
	}
	return c, nil
}

func openFault(kind FaultKind, name, message string) *Fault {
	return &Fault{Kind: kind, Message: redactor{}.text(fmt.Sprintf("%s: %s", name, message))}
}

// Standard lists the vendors.
func Standard() []Provider {
	return []Provider{
		{
			Name: "openai", Doc: "OpenAI chat completions; OPENAI_BASE_URL", KeyEnv: []string{"OPENAI_API_KEY"},
			Open: func(_ context.Context, modelName string, o Options) (Backend, error) {
				at, err := connect(o, site{
					name: "openai/" + modelName, keys: []string{"OPENAI_API_KEY"},
					urls: []string{"OPENAI_BASE_URL"}, url: "https://api.openai.com/v1",
				})
				if err != nil {
					return nil, err
				}
				// A base URL of the user's own is a compatible server, whose models may
				// leave thinking in the text.
				return newChat(modelName, at, dialect{newTokenLimit: true, tagged: !strings.Contains(at.baseURL, "api.openai.com")}), nil
			},
		},
		{
			Name: "anthropic", Doc: "Anthropic messages; ANTHROPIC_BASE_URL", KeyEnv: []string{"ANTHROPIC_API_KEY"},
			Open: func(_ context.Context, modelName string, o Options) (Backend, error) {
				at, err := connect(o, site{
					name: "anthropic/" + modelName, keys: []string{"ANTHROPIC_API_KEY"},
					urls: []string{"ANTHROPIC_BASE_URL"}, url: "https://api.anthropic.com",
				})
				if err != nil {
					return nil, err
				}
				at.baseURL = withoutVersion(at.baseURL, "v1")
				return newMessages(modelName, at), nil
			},
		},
		{
			Name: "google", Doc: "Gemini generateContent; GOOGLE_BASE_URL or GEMINI_BASE_URL", KeyEnv: []string{"GOOGLE_API_KEY", "GEMINI_API_KEY"},
			Open: func(ctx context.Context, modelName string, o Options) (Backend, error) {
				at, err := connect(o, site{
					name: "google/" + modelName, keys: []string{"GOOGLE_API_KEY", "GEMINI_API_KEY"}, needKey: true,
					urls: []string{"GOOGLE_BASE_URL", "GEMINI_BASE_URL"}, url: "https://generativelanguage.googleapis.com",
				})
				if err != nil {
					return nil, err
				}
				at.baseURL = withoutVersion(at.baseURL, "v1beta")
				return newGemini(ctx, modelName, at)
			},
		},
		{
			Name: "openrouter", Doc: "OpenRouter; the price is the router's own; OPENROUTER_BASE_URL", KeyEnv: []string{"OPENROUTER_API_KEY"},
			Open: func(_ context.Context, modelName string, o Options) (Backend, error) {
				at, err := connect(o, site{
					name: "openrouter/" + modelName, keys: []string{"OPENROUTER_API_KEY"},
					urls: []string{"OPENROUTER_BASE_URL"}, url: "https://openrouter.ai/api/v1",
				})
				if err != nil {
					return nil, err
				}
				return newChat(modelName, at, dialect{reasoningObject: true, tagged: true}), nil
			},
		},
		{
			Name: "ollama", Doc: "a local Ollama server; OLLAMA_BASE_URL (http://localhost:11434/v1)",
			Open: func(_ context.Context, modelName string, o Options) (Backend, error) {
				at, err := connect(o, site{
					name: "ollama/" + modelName, keys: []string{"OLLAMA_API_KEY"}, keyless: true,
					urls: []string{"OLLAMA_BASE_URL"}, url: "http://localhost:11434/v1",
				})
				if err != nil {
					return nil, err
				}
				return newChat(modelName, at, dialect{tagged: true}), nil
			},
		},
		{
			Name: "openai-api", Doc: "openai-api/NAME/model: any compatible server; NAME_BASE_URL, NAME_API_KEY",
			Open: openCompatible,
		},
	}
}

var serviceName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// openCompatible opens NAME/model at the server that NAME_BASE_URL names. Its key
// may be missing: servers on one's own machine have none.
func openCompatible(_ context.Context, modelName string, o Options) (Backend, error) {
	service, served, ok := strings.Cut(modelName, "/")
	if !ok || served == "" || !serviceName.MatchString(service) {
		return nil, openFault(BadRequest, "openai-api/"+modelName, "a compatible server's model is named openai-api/NAME/model")
	}
	prefix := strings.ToUpper(strings.ReplaceAll(service, "-", "_"))
	at, err := connect(o, site{
		name: "openai-api/" + modelName, keys: []string{prefix + "_API_KEY"}, keyless: true, urls: []string{prefix + "_BASE_URL"},
	})
	if err != nil {
		return nil, err
	}
	return newChat(served, at, dialect{tagged: true}), nil
}

// site is where a provider's models live, before the environment is read.
type site struct {
	name    string // the model's full name, for messages
	keys    []string
	keyless bool // works without a key
	needKey bool // needs one even at a base URL of the user's own: the SDK insists
	urls    []string
	url     string // the vendor's own; "" when the user must name one
}

// connection is all a backend needs to reach its server.
type connection struct {
	baseURL   string
	key       string
	headers   map[string]string
	transport http.RoundTripper
	clean     redactor
}

func connect(o Options, s site) (connection, error) {
	own := o.BaseURL
	if own == "" {
		own = o.Lookup.first(s.urls...)
	}
	at := connection{baseURL: own, key: o.Lookup.first(s.keys...), transport: o.Pool.transport}
	if own == "" {
		at.baseURL = s.url
	}
	at.clean = newRedactor(at.key)
	if at.baseURL == "" {
		return at, openFault(BadRequest, s.name, fmt.Sprintf("%s is not set (in the environment or .env)", strings.Join(s.urls, " or ")))
	}
	u, err := url.Parse(at.baseURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return at, openFault(BadRequest, s.name, "the base URL is not of the form https://host/path")
	}
	if secret, ok := u.User.Password(); ok {
		// Sent as basic authentication: base64 of both together.
		at.clean = newRedactor(at.key, secret, u.User.Username()+":"+secret)
	}
	if at.key == "" && !s.keyless && (own == "" || s.needKey) {
		return at, openFault(Auth, s.name, fmt.Sprintf("no key: %s is not set (in the environment or .env)", strings.Join(s.keys, " or ")))
	}
	return at, nil
}

// withoutVersion drops the version from a base URL for an SDK that adds it.
func withoutVersion(baseURL, version string) string {
	return strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/"+version)
}

// endpoint identifies the connection to schedulers without holding its key.
func (at connection) endpoint(modelName string) Endpoint {
	sum := sha256.Sum256([]byte(at.key))
	u := at.baseURL
	if parsed, err := url.Parse(at.baseURL); err == nil {
		u = parsed.Redacted()
	}
	return Endpoint{BaseURL: u, KeyDigest: hex.EncodeToString(sum[:8]), Model: modelName}
}
