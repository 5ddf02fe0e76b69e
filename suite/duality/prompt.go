package duality

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
)

// system is the same for every fixture.
const system = "You are an expert in supersymmetric gauge theory. You answer with one action, through the tool if there is one, otherwise as one JSON object."

// task is the same for every fixture, so that it can leak nothing about any of them. It
// says what is asked and how theories are written. It does not say what kind of damage
// there may be or how many places it has, and it names the copy guard in general terms: a
// copy is refused wherever the dual is another theory.
const task = `Two four-dimensional N=1 gauge theories are given, A and B. Theory A is right and stays as it is. Theory B is meant to be a Seiberg dual of A: a theory with the same low-energy physics, reached from A by dualizing gauge nodes. As B is written below, consistency checks of this claim fail.

Send a theory B that is dual to A. You may change anything in B: ranks, fields, R-charges, terms of the superpotential and their coefficients. Sending theory A itself in the place of B, renamed or rescaled, does not count unless the dual really is the same theory.

How a theory is written:

- "node_labels" and "ranks": gauge factors SU(N), numbered from 0.
- "arrows": chiral fields. An arrow is an antifundamental of its "source" node and a fundamental of its "target" node; an adjoint has both equal (it is traceless). The label is fixed by the ends: X01[0], X01[1], ... for the arrows from node 0 to node 1 (X_0_10[0] when a number has two digits), Phi2[0], ... for the adjoints of node 2. Within one edge the index counts from 0 without gaps.
- "singlets": gauge-singlet chiral fields S0[0], S0[1], ..., which may be absent.
- "superpotential": terms with a rational "coefficient" and "factors". The arrows among the factors, read from left to right, form one closed walk (the target of one is the source of the next); singlets are prefactors.
- "r_charge": the R-charge of the superfield, a rational number as a string. W has R-charge 2.
- "u1_globals": ["U(1)_R"].

Answer with one action:

- {"action": "edit_candidate", "full_theory": {...}, "reasoning": "..."}: replace B by this complete theory.
- {"action": "no_change", "reasoning": "..."}: B is right as it is.
- {"action": "abstain", "reasoning": "..."}: give up.

"reasoning" is one short sentence of at most 300 characters.
`

// opening is the message of a round, without what is said about the round before.
func opening(a, b *quiver.Theory) (string, error) {
	ta, err := present(a)
	if err != nil {
		return "", err
	}
	tb, err := present(b)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s\nTheory A:\n\n```json\n%s\n```\n\nTheory B, the present candidate:\n\n```json\n%s\n```\n", task, ta, tb), nil
}

// present writes a theory with one entry of its lists a line.
func present(t *quiver.Theory) (string, error) {
	raw, err := json.Marshal(t)
	if err != nil {
		return "", fmt.Errorf("duality: theory %q: %w", t.Name, err)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("{")
	for n := 0; d.More(); n++ {
		key, err := d.Token()
		if err != nil {
			return "", err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return "", err
		}
		if n > 0 {
			out.WriteString(",")
		}
		fmt.Fprintf(&out, "\n %q: ", key)
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil || len(list) == 0 || list[0][0] != '{' {
			out.Write(value)
			continue
		}
		out.WriteString("[")
		for i, entry := range list {
			if i > 0 {
				out.WriteString(",")
			}
			out.WriteString("\n  ")
			out.Write(entry)
		}
		out.WriteString("]")
	}
	out.WriteString("\n}")
	return out.String(), nil
}

// shown reads the two theories back from an opening: what an agent has to go by.
func shown(opening string) (a, b *quiver.Theory, err error) {
	var found []*quiver.Theory
	for i, part := range strings.Split(opening, "```") {
		text, ok := strings.CutPrefix(part, "json\n")
		if i%2 == 0 || !ok {
			continue
		}
		t, err := quiver.ParseTheory([]byte(text))
		if err != nil {
			return nil, nil, fmt.Errorf("duality: the theories of the prompt: %w", err)
		}
		found = append(found, t)
	}
	if len(found) != 2 {
		return nil, nil, fmt.Errorf("duality: the prompt shows %d theories, not two", len(found))
	}
	return found[0], found[1], nil
}

// feedback says in words what a view shows. It adds nothing to the view.
func feedback(v claim.View) string {
	const again = "Send another action; a theory that you send must differ from the one that was checked."
	var w strings.Builder
	switch {
	case v.Accepted:
		return "Theory B passes the checks.\n"
	case v.Reason != "":
		fmt.Fprintf(&w, "The action could not be carried out: %s\n", v.Reason)
	case v.Level == claim.Masked && len(v.Items) > 0:
		w.WriteString("Theory B, as it stands now, does not pass. The checks are numbered; failed:\n")
		for _, it := range v.Items {
			fmt.Fprintf(&w, "- check %d\n", it.Position)
		}
	case v.Level == claim.Named && len(v.Items) > 0:
		w.WriteString("Theory B, as it stands now, does not pass. Failed checks:\n")
		for _, it := range v.Items {
			fmt.Fprintf(&w, "- %s (category %s)%s\n", it.Obligation, it.Category, undecided(it.Status))
		}
	case v.Level == claim.Full && len(v.Items) > 0:
		w.WriteString("Theory B, as it stands now, does not pass.\n")
		for _, it := range v.Items {
			fmt.Fprintf(&w, "- %s (category %s)%s: %s\n", it.Obligation, it.Category, undecided(it.Status), it.Message)
			for _, e := range it.Evidence {
				fmt.Fprintf(&w, "  %s: %s\n", e.Kind, clip(string(e.Data), 1500))
			}
		}
	case v.Level == claim.Magnitudes && slices.ContainsFunc(v.Items, func(it claim.Item) bool { return it.Magnitude != nil }):
		w.WriteString("Theory B, as it stands now, does not pass.\n")
		for _, it := range v.Items {
			if m := it.Magnitude; m != nil {
				fmt.Fprintf(&w, "- category %s: %d of %d entries differ, by %s\n", it.Category, m.Failed, m.Total, strings.Join(m.Errors, ", "))
			}
		}
	default:
		w.WriteString("Theory B, as it stands now, does not pass the checks.\n")
	}
	w.WriteString(again + "\n")
	return w.String()
}

func undecided(s claim.Status) string {
	if s == claim.Failed {
		return ""
	}
	return ": could not be decided"
}

// feedbackSpecimens renders one view of each level, so that a changed wording of the
// feedback changes the digest of every fixture.
func feedbackSpecimens() []string {
	item := claim.Item{Position: 1, Obligation: "o", Category: "c", Status: claim.Failed, Message: "m",
		Magnitude: &claim.Magnitude{Failed: 1, Total: 2, Errors: []string{"1.0e+00"}},
		Evidence:  []claim.Evidence{{Kind: "table", Data: []byte("[]")}}}
	open := item
	open.Status = claim.Unknown
	var out []string
	for _, l := range claim.Levels() {
		out = append(out, feedback(claim.View{Level: l, Items: []claim.Item{item, open}}), feedback(claim.View{Level: l, Reason: "r"}))
	}
	return out
}

// Tool is the tool through which an agent answers.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

// AnswerTool is the one tool of every round.
func AnswerTool() Tool {
	return Tool{
		Name:        "answer",
		Description: "Answer the round: replace theory B by a complete theory, keep it, or give up.",
		Parameters:  json.RawMessage(answerSchema),
	}
}

// answerSchema is the JSON Schema of an action.
const answerSchema = `{
 "type": "object",
 "properties": {
  "action": {"type": "string", "enum": ["edit_candidate", "no_change", "abstain"]},
  "full_theory": {
   "type": "object",
   "description": "the whole theory B, for edit_candidate",
   "properties": {
    "name": {"type": "string"},
    "node_labels": {"type": "array", "items": {"type": "string"}},
    "ranks": {"type": "array", "items": {"type": "integer", "minimum": 2}},
    "u1_globals": {"type": "array", "items": {"type": "string", "enum": ["U(1)_R"]}},
    "arrows": {"type": "array", "items": {"type": "object",
     "properties": {"label": {"type": "string"}, "source": {"type": "integer", "minimum": 0}, "target": {"type": "integer", "minimum": 0}, "r_charge": {"type": "string"}},
     "required": ["label", "source", "target", "r_charge"], "additionalProperties": false}},
    "singlets": {"type": "array", "items": {"type": "object",
     "properties": {"label": {"type": "string"}, "r_charge": {"type": "string"}},
     "required": ["label", "r_charge"], "additionalProperties": false}},
    "superpotential": {"type": "array", "items": {"type": "object",
     "properties": {"factors": {"type": "array", "items": {"type": "string"}}, "coefficient": {"type": "string"}},
     "required": ["factors", "coefficient"], "additionalProperties": false}}
   },
   "required": ["name", "node_labels", "ranks", "u1_globals", "arrows", "superpotential"],
   "additionalProperties": false
  },
  "reasoning": {"type": "string", "maxLength": 300, "description": "one short sentence"}
 },
 "required": ["action"],
 "additionalProperties": false
}`

// Shows reports whether a message shows the two theories.
func Shows(message string) bool { return strings.HasPrefix(message, task) }
