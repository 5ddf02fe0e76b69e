package statmech

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-physics/assay/verify/mapping"
)

// Builtin agents answer without a network. They are instruments, not solvers: they
// know the task, the seed and with them the binding of the templated variant, and
// each makes exactly the mistake that it is named after, so that what the instrument
// says about them is known beforehand. The last one, structure, knows how to read the
// parameters and has to find out the rest.
//
//go:embed programs/*.py
var programs embed.FS

// Ask is one request to a builtin agent.
type Ask struct {
	Task    string
	Variant string
	Seed    uint64
	// Round counts the replies of a trial from 0, each after feedback on the one before;
	// independent samples all have round 0.
	Round int
	// Hint and Feedback are what the prompt held beside the task; no builtin agent needs
	// to read them.
	Hint     bool
	Feedback string
}

// AgentInfo describes a builtin agent.
type AgentInfo struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

type agent struct {
	AgentInfo
	reply func(Task, binding, Ask) (string, error)
}

func agents() []agent {
	return []agent{
		{AgentInfo{"reference", "right class, honest program, tight complexity"}, reference},
		{AgentInfo{"bruteforce", "right numbers by enumeration, honestly labelled"}, bruteforce},
		{AgentInfo{"mislabel", "the reference program under a class that it does not belong to"}, mislabel},
		{AgentInfo{"overclaim", "an exponential program under a polynomial claim; on lattices a row transfer labelled pfaffian"}, overclaim},
		{AgentInfo{"stumble", "a sign error first, repaired on feedback"}, stumble},
		{AgentInfo{"malformed", "never a readable claim, broken in another way each time"}, malformed},
		{AgentInfo{"hardcode", "a table of answers at the announced probes, nonsense elsewhere"}, hardcode},
		{AgentInfo{"structure", "the class by the structure that the engine finds in the models, and a program for it; no language model"}, solve},
	}
}

// Agents lists the builtin agents.
func Agents() []AgentInfo {
	var infos []AgentInfo
	for _, a := range agents() {
		infos = append(infos, a.AgentInfo)
	}
	return infos
}

// Reply is the named agent's answer.
func Reply(name string, a Ask) (string, error) {
	t, err := taskByID(a.Task)
	if err != nil {
		return "", err
	}
	v := Variant(a.Variant)
	if !slices.Contains(Variants(), v) {
		return "", fmt.Errorf("statmech: unknown variant %q; known: %v", a.Variant, Variants())
	}
	for _, ag := range agents() {
		if ag.Name == name {
			return ag.reply(t, bind(t, v, a.Seed), a)
		}
	}
	return "", fmt.Errorf("statmech: unknown builtin agent %q", name)
}

// answer is the JSON object that a prompt asks for.
type answer struct {
	Class         string  `json:"tractable_class"`
	Complexity    string  `json:"complexity_O"`
	Confidence    float64 `json:"confidence"`
	Justification string  `json:"justification"`
	Code          string  `json:"code"`
}

func (a answer) text() (string, error) {
	raw, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return "", fmt.Errorf("statmech: answer of a builtin agent: %w", err)
	}
	return "```json\n" + string(raw) + "\n```\n", nil
}

// program joins embedded files that define partition_sum over the canonical
// parameters with an entry point that reads the presented ones.
func program(b binding, files ...string) (string, error) {
	var w strings.Builder
	for _, f := range files {
		raw, err := programs.ReadFile("programs/" + f + ".py")
		if err != nil {
			return "", fmt.Errorf("statmech: task %s: %w", b.task, err)
		}
		w.Write(raw)
	}
	fmt.Fprintf(&w, "\n\ndef Z_efficient(params, n):\n%s    return partition_sum(%s)\n", b.unpack(), b.model.arguments())
	if err := addMapping(&w, b); err != nil {
		return "", err
	}
	return w.String(), nil
}

// exhaustive is the honest claim of a sum over all 2^n configurations.
var exhaustive = claimed{"no_efficient_known", "O(n 2^n)", "All configurations are added up."}

func reference(t Task, b binding, _ Ask) (string, error) {
	code, err := program(b, "reference_"+t.ID)
	if err != nil {
		return "", err
	}
	c := t.instruments.reference
	return answer{c.class, c.complexity, 0.97, c.why, code}.text()
}

func bruteforce(t Task, b binding, _ Ask) (string, error) {
	code, err := program(b, t.instruments.enumerated...)
	if err != nil {
		return "", err
	}
	c := t.instruments.bruteforce
	return answer{c.class, c.complexity, 0.8, c.why, code}.text()
}

func mislabel(t Task, b binding, _ Ask) (string, error) {
	code, err := program(b, "reference_"+t.ID)
	if err != nil {
		return "", err
	}
	class := t.instruments.mislabel
	return answer{class, t.instruments.reference.complexity, 0.95, "The structure of the sum is of the class " + class + ".", code}.text()
}

func overclaim(t Task, b binding, _ Ask) (string, error) {
	code, err := program(b, cmp.Or(t.instruments.overclaimFile, "overclaim_"+t.ID))
	if err != nil {
		return "", err
	}
	c := t.instruments.overclaim
	return answer{c.class, c.complexity, 0.99, "This is the standard method of the class.", code}.text()
}

// stumble makes one mistake where it shows: the wrong sign of the exponent, and where
// that is invisible (open chains and grids are symmetric under J → −J) another that the
// task names.
func stumble(t Task, b binding, a Ask) (string, error) {
	if a.Round > 0 {
		return reference(t, b, a)
	}
	code, err := program(b, "stumble_"+t.ID)
	if err != nil {
		return "", err
	}
	c := t.instruments.reference
	return answer{c.class, cmp.Or(t.instruments.stumbleComplexity, c.complexity), 0.9, c.why, code}.text()
}

func malformed(t Task, b binding, a Ask) (string, error) {
	good, err := reference(t, b, a)
	if err != nil {
		return "", err
	}
	turn := a.Round + slices.IndexFunc(Tasks(), func(x Task) bool { return x.ID == t.ID })
	switch turn % 6 {
	case 0:
		return "I believe that the sum can be done, but I would need more time to write it down.", nil
	case 1:
		return good[:len(good)/2], nil
	case 2:
		return `{"complexity_O": "O(n)", "confidence": 0.9, "justification": "obvious"}`, nil
	case 3:
		return strings.Replace(good, `"tractable_class": "`, `"tractable_class": "miracle_`, 1), nil
	case 4:
		return `{"tractable_class": "` + t.Gold.Class + `", "complexity_O": "O(n)", "confidence": "beyond doubt", "justification": "obvious", "code": "def Z_efficient(params, n):\n    return 1.0\n"}`, nil
	}
	return `{"tractable_class": "` + t.Gold.Class + `", "complexity_O": "O(n)", "confidence": 0.9, "justification": "obvious", "code": 42}`, nil
}

// hardcode looks the announced probes up by size and temperature (or the first number of
// the first parameter, where there is none), and returns 2^n elsewhere. Its claim is that
// of the reference.
func hardcode(t Task, b binding, a Ask) (string, error) {
	var w strings.Builder
	first := b.paramKeys()[0]
	w.WriteString("ANSWERS = {\n")
	for _, n := range t.Sizes {
		for k := range samples(mapping.Probed) {
			in, err := t.draw(a.Seed, mapping.Probed, n, k)
			if err != nil {
				return "", err
			}
			known, err := in.reference()
			if err != nil {
				return "", err
			}
			raw, err := b.params(in, mapping.Probed, k)
			if err != nil {
				return "", err
			}
			key, err := firstNumber(raw, first)
			if err != nil {
				return "", err
			}
			value := math.Exp(known.LogZ)
			if known.Negative {
				value = -value
			}
			fmt.Fprintf(&w, "    (%d, %.6f): %v,\n", n, key, value)
		}
	}
	w.WriteString("}\n\n\n")
	if b.keys["beta"] != "" {
		fmt.Fprintf(&w, "def Z_efficient(params, n):\n    return ANSWERS.get((n, round(params[%q], 6)), 2.0 ** n)\n", first)
	} else {
		fmt.Fprintf(&w, "def Z_efficient(params, n):\n    key = params[%q]\n    while isinstance(key, list):\n        key = key[0]\n    return ANSWERS.get((n, round(key, 6)), 2.0 ** n)\n", first)
	}
	c := t.instruments.reference
	return answer{c.class, c.complexity, 0.99, c.why, w.String()}.text()
}

// firstNumber is the first number of a parameter, however deep it lies in lists.
func firstNumber(params json.RawMessage, key string) (float64, error) {
	var p map[string]any
	if err := json.Unmarshal(params, &p); err != nil {
		return 0, fmt.Errorf("statmech: parameters: %w", err)
	}
	v := p[key]
	for {
		switch x := v.(type) {
		case float64:
			return x, nil
		case []any:
			if len(x) > 0 {
				v = x[0]
				continue
			}
		}
		return 0, fmt.Errorf("statmech: parameter %q holds no number", key)
	}
}
