package duality

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// Verb is what an agent does in a round.
type Verb string

const (
	// Edit replaces theory B by the one that is sent.
	Edit Verb = "edit_candidate"
	// NoChange keeps theory B: the agent holds it to be right.
	NoChange Verb = "no_change"
	// Abstain gives up.
	Abstain Verb = "abstain"
)

// Action is the answer of one round.
type Action struct {
	Verb Verb
	// Theory is that of an edit, nil otherwise.
	Theory *quiver.Theory
	// Reasoning is the agent's own word, cut to MaxReasoning characters. It is recorded
	// and not judged.
	Reasoning string
}

// MaxReasoning is how many characters of an agent's reasoning are kept.
const MaxReasoning = 300

// maxReply bounds the replies that are looked into, in bytes.
const maxReply = 8 << 20

// ReadAction reads the action in a reply: a JSON object with the key "action", which may
// stand alone, in a fenced block or in running text. A reply without one, with several that
// differ, or with a theory that is malformed is an error that says what is wrong with it.
func ReadAction(reply string) (Action, error) {
	if len(reply) > maxReply {
		return Action{}, fmt.Errorf("the reply is longer than %d bytes", maxReply)
	}
	var found []json.RawMessage
	for _, raw := range objects(reply) {
		raw, ok := withAction(raw)
		if !ok {
			continue
		}
		canonical, err := claim.CanonicalJSON(raw)
		if err != nil {
			return Action{}, fmt.Errorf("the JSON object of the answer: %w", err)
		}
		if len(found) == 0 || !bytes.Equal(found[len(found)-1], canonical) {
			found = append(found, canonical)
		}
	}
	switch len(found) {
	case 0:
		return Action{}, errors.New(`there is no JSON object with the key "action"`)
	case 1:
		return readAction(found[0])
	}
	return Action{}, fmt.Errorf("there are %d different JSON objects with the key \"action\": send one", len(found))
}

// withAction is the object itself if it has the key "action", or the arguments of a tool
// call that a model wrote out as text.
func withAction(raw json.RawMessage) (json.RawMessage, bool) {
	var probe map[string]json.RawMessage
	if json.Unmarshal(raw, &probe) != nil {
		return nil, false
	}
	if _, ok := probe["action"]; ok {
		return raw, true
	}
	for _, key := range []string{"arguments", "parameters", "input"} {
		inner := probe[key]
		var quoted string
		if json.Unmarshal(inner, &quoted) == nil {
			inner = json.RawMessage(quoted)
		}
		var nested map[string]json.RawMessage
		if json.Unmarshal(inner, &nested) == nil && nested["action"] != nil {
			return inner, true
		}
	}
	return nil, false
}

func readAction(raw json.RawMessage) (Action, error) {
	var envelope struct {
		Action    Verb            `json:"action"`
		Theory    json.RawMessage `json:"full_theory"`
		Reasoning string          `json:"reasoning"`
	}
	if err := json.Unmarshal(raw, &envelope); err != nil {
		return Action{}, fmt.Errorf("the answer: %w", err)
	}
	a := Action{Verb: envelope.Action, Reasoning: clip(envelope.Reasoning, MaxReasoning)}
	given := len(envelope.Theory) > 0 && string(envelope.Theory) != "null"
	switch a.Verb {
	case NoChange, Abstain:
		// A theory beside them is not looked at.
		return a, nil
	case Edit:
		if !given {
			return Action{}, fmt.Errorf("the action %s needs a whole theory under the key \"full_theory\"", Edit)
		}
	default:
		return Action{}, fmt.Errorf("unknown action %q; known: %s, %s, %s", a.Verb, Edit, NoChange, Abstain)
	}
	text := envelope.Theory
	var quoted string
	if json.Unmarshal(text, &quoted) == nil {
		text = json.RawMessage(quoted) // some models send the object as a string
	}
	t, err := quiver.ParseTheory(text)
	if err != nil {
		return Action{}, fmt.Errorf("full_theory: %w", err)
	}
	if err := withinLimits(t); err != nil {
		return Action{}, fmt.Errorf("full_theory: %w", err)
	}
	a.Theory = t
	return a, nil
}

// Sizes beyond which a theory is no repair of any fixture.
const (
	maxNodes  = 12
	maxFields = 120
	maxTerms  = 400
	maxRank   = 200
	// maxDenominator bounds the common denominator of the R-charges, maxBits numerators and
	// coefficients.
	maxDenominator = 1_000_000_000
	maxBits        = 256
)

func withinLimits(t *quiver.Theory) error {
	for _, n := range []struct {
		what     string
		got, max int
	}{
		{"gauge nodes", len(t.Nodes), maxNodes},
		{"fields", len(t.Arrows) + len(t.Singlets), maxFields},
		{"superpotential terms", len(t.W), maxTerms},
	} {
		if n.got > n.max {
			return fmt.Errorf("it has %d %s, and at most %d are looked at", n.got, n.what, n.max)
		}
	}
	for _, n := range t.Nodes {
		if n.Rank > maxRank {
			return fmt.Errorf("node %s has rank %d, and at most %d is looked at", n.Label, n.Rank, maxRank)
		}
	}
	common := big.NewInt(1)
	for k, r := range t.RCharges() {
		gcd := new(big.Int).GCD(nil, nil, common, r.Denom())
		common.Mul(common, new(big.Int).Quo(r.Denom(), gcd))
		if common.Cmp(big.NewInt(maxDenominator)) > 0 || r.Num().BitLen() > maxBits {
			return fmt.Errorf("field %s: its R-charge is too large, or brings the common denominator of the R-charges above %d", fieldLabel(t, k), maxDenominator)
		}
	}
	for i, term := range t.W {
		if c := term.Coefficient; c.Num().BitLen() > maxBits || c.Denom().BitLen() > maxBits {
			return fmt.Errorf("term %d of the superpotential: its coefficient has more than %d bits", i, maxBits)
		}
	}
	return nil
}

// maxObjects bounds the places of a reply at which an object is looked for.
const maxObjects = 256

// objects lists the outermost JSON objects of a text.
func objects(text string) []json.RawMessage {
	var list []json.RawMessage
	// Every opening brace that begins no object costs a reading of what follows.
	for range maxObjects {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			break
		}
		text = text[i:]
		d := json.NewDecoder(strings.NewReader(text))
		var raw json.RawMessage
		if d.Decode(&raw) == nil {
			list = append(list, raw)
			text = text[d.InputOffset():]
			continue
		}
		text = strings.TrimLeft(text[1:], "{ \n\t")
	}
	return list
}

// Text is the action as an agent writes it.
func (a Action) Text() (string, error) {
	out := struct {
		Action    Verb           `json:"action"`
		Theory    *quiver.Theory `json:"full_theory,omitempty"`
		Reasoning string         `json:"reasoning,omitempty"`
	}{a.Verb, a.Theory, a.Reasoning}
	raw, err := json.Marshal(out)
	if err != nil {
		return "", fmt.Errorf("duality: action: %w", err)
	}
	return string(raw), nil
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n])
}
