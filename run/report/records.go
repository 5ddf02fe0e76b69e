package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/store"
)

// writeRecords writes the JSON from which the script unfolds trials: the kind's
// obligations, then trial by trial the texts that are new with it and its record.
func writeRecords(w io.Writer, in Input) error {
	type meaning struct {
		Meaning string `json:"meaning"`
		Source  string `json:"source"`
	}
	kind := map[string]meaning{}
	for _, o := range in.Kind.Obligations {
		kind[o.Name] = meaning{o.Meaning, o.Source}
	}
	if err := writeJSON(w, "kind", kind); err != nil {
		return err
	}
	b := blobs{w: w, ids: map[[sha256.Size]byte]int{}}
	for _, t := range in.Trials {
		rec, err := newRecord(&b, t)
		if err != nil {
			return fmt.Errorf("trial %s: %w", t.Key, err)
		}
		if err := writeJSON(w, "t-"+anchor(t.Key), rec); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes a data block. encoding/json escapes <, > and &, so that no text
// inside can end the element.
func writeJSON(w io.Writer, id string, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeBlock(w, id, raw)
}

func writeBlock(w io.Writer, id string, raw []byte) error {
	_, err := fmt.Fprintf(w, "<script type=\"application/json\" id=%q>%s</script>\n", id, raw)
	return err
}

// blobs writes each distinct value once and gives it a number.
type blobs struct {
	w   io.Writer
	ids map[[sha256.Size]byte]int
}

func (b *blobs) put(v any) (int, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return 0, err
	}
	key := sha256.Sum256(raw)
	if id, ok := b.ids[key]; ok {
		return id, nil
	}
	id := len(b.ids)
	b.ids[key] = id
	return id, writeBlock(b.w, "b"+strconv.Itoa(id), raw)
}

// optional is −1 for an empty text.
func (b *blobs) optional(s string) (int, error) {
	if s == "" {
		return -1, nil
	}
	return b.put(clip(s))
}

// Texts in the page are cut in the middle when they are longer than clipHead +
// clipTail bytes; results.jsonl has them whole.
const (
	clipHead     = 64 << 10
	clipTail     = 16 << 10
	clipEvidence = 32 << 10
)

func clip(s string) string {
	if len(s) <= clipHead+clipTail {
		return s
	}
	head, tail := strings.ToValidUTF8(s[:clipHead], ""), strings.ToValidUTF8(s[len(s)-clipTail:], "")
	return fmt.Sprintf("%s\n\n[… %d bytes are left out here; results.jsonl has the whole text …]\n\n%s", head, len(s)-len(head)-len(tail), tail)
}

type record struct {
	Facts    [][2]string   `json:"facts"`
	Rounds   []recordRound `json:"rounds"`
	Final    int           `json:"final"`
	Measures [][2]string   `json:"measures,omitempty"`
}

type recordRound struct {
	Title       string      `json:"title"`
	Verdict     string      `json:"verdict"`
	Prompt      [][2]any    `json:"prompt"`
	Reply       int         `json:"reply"`
	Reasoning   int         `json:"reasoning"`
	Claim       [][2]string `json:"claim,omitempty"`
	Code        int         `json:"code"`
	Certificate int         `json:"certificate"`
	Level       string      `json:"level"`
	Feedback    int         `json:"feedback"`
	Facts       [][2]string `json:"facts"`
}

func newRecord(b *blobs, t store.Trial) (record, error) {
	rec := record{Facts: trialFacts(t), Final: -1, Rounds: []recordRound{}}
	for i, r := range t.Rounds {
		rr, err := newRound(b, i, r, i == t.Accepted)
		if err != nil {
			return record{}, err
		}
		rec.Rounds = append(rec.Rounds, rr)
	}
	if t.Final != nil {
		id, err := b.put(bounded(*t.Final))
		if err != nil {
			return record{}, err
		}
		rec.Final = id
		rec.Measures = measureFacts(t.FinalMeasures, t.FinalLabels)
	}
	return rec, nil
}

func trialFacts(t store.Trial) [][2]string {
	out := [][2]string{{"state", cmp.Or(string(t.Terminal), "open")}}
	add := func(k, v string) {
		if v != "" {
			out = append(out, [2]string{k, v})
		}
	}
	add("cause", t.Cause)
	add("error", t.Error)
	add("model, policy", t.Model+", "+t.Policy)
	if !t.Started.IsZero() {
		add("started", t.Started.UTC().Format(time.RFC3339))
	}
	u := t.Usage
	add("tokens", fmt.Sprintf("%d in, %d cached, %d out (%d reasoning)", u.InputTokens, u.CachedTokens, u.OutputTokens, u.ReasoningTokens))
	if t.CostUSD != nil {
		add("cost", dollars(*t.CostUSD))
	} else {
		add("cost", "not known")
	}
	add("time", duration(t.WallSeconds))
	for _, c := range t.Broken {
		what := "never came back: possibly billed"
		if c.Fault != nil {
			what = strings.TrimSpace(string(c.Fault.Kind) + " " + c.Fault.Message)
		}
		add(fmt.Sprintf("call %d, no reply", c.Number), what)
	}
	for _, o := range t.Earlier {
		add("earlier outcome", strings.TrimSpace(string(o.Terminal)+" "+o.Error))
	}
	add("key", t.Key)
	return out
}

func newRound(b *blobs, i int, r store.Round, accepted bool) (recordRound, error) {
	out := recordRound{Title: fmt.Sprintf("Round %d", i), Verdict: string(r.Certificate.Verdict), Level: string(r.View.Level), Certificate: -1, Code: -1}
	if r.Sample > 0 {
		out.Title = fmt.Sprintf("Round %d, sample %d", i, r.Sample)
	}
	if accepted {
		out.Title += ", accepted"
	}
	for _, m := range r.Prompt {
		id, err := b.put(clip(m.Content))
		if err != nil {
			return out, err
		}
		out.Prompt = append(out.Prompt, [2]any{string(m.Role), id})
	}
	var err error
	if out.Reply, err = b.put(clip(r.Reply)); err != nil {
		return out, err
	}
	if out.Reasoning, err = b.optional(r.Reasoning); err != nil {
		return out, err
	}
	if out.Feedback, err = b.optional(r.Feedback); err != nil {
		return out, err
	}
	fields, code := claimFacts(r.Claim)
	out.Claim = fields
	if out.Code, err = b.optional(code); err != nil {
		return out, err
	}
	if r.Checked() {
		if out.Certificate, err = b.put(bounded(r.Certificate)); err != nil {
			return out, err
		}
	}
	out.Facts = roundFacts(r)
	return out, nil
}

// claimFacts lists the fields of a claim and takes its program out.
func claimFacts(raw json.RawMessage) (fields [][2]string, code string) {
	var claimed map[string]json.RawMessage
	if json.Unmarshal(raw, &claimed) != nil {
		return nil, "" // null or no object: the findings say what was wrong with it
	}
	for _, k := range slices.Sorted(maps.Keys(claimed)) {
		var s string
		if json.Unmarshal(claimed[k], &s) != nil {
			s = string(claimed[k])
		}
		if k == "code" {
			code = s
			continue
		}
		fields = append(fields, [2]string{k, clip(s)})
	}
	return fields, code
}

func roundFacts(r store.Round) [][2]string {
	u := r.Usage
	out := [][2]string{{"tokens", fmt.Sprintf("%d in, %d cached, %d out (%d reasoning)", u.InputTokens, u.CachedTokens, u.OutputTokens, u.ReasoningTokens)}}
	add := func(k, v string) {
		if v != "" {
			out = append(out, [2]string{k, v})
		}
	}
	if r.CostUSD != nil {
		add("cost", dollars(*r.CostUSD))
	}
	add("time", fmt.Sprintf("%s in the call, %s in the check", duration(r.Seconds), duration(r.CheckSeconds)))
	add("stopped by", r.StopReason)
	add("refusal", r.Refusal)
	add("answered by", r.AnsweredBy)
	add("settings not sent", strings.Join(r.Ignored, ", "))
	for _, a := range r.Attempts {
		if a.Fault == nil && len(r.Attempts) == 1 {
			continue
		}
		what := "reply"
		if a.Fault != nil {
			what = strings.TrimSpace(string(a.Fault.Kind) + " " + a.Fault.Message)
		}
		if a.Wait > 0 {
			what += fmt.Sprintf(" (after %s: %s)", duration(a.Wait.Seconds()), a.WaitedFor)
		}
		add(fmt.Sprintf("attempt %d", a.Number), what)
	}
	return append(out, measureFacts(r.Measures, r.Labels)...)
}

func measureFacts(measures map[string]float64, labels map[string]string) [][2]string {
	var out [][2]string
	for _, k := range slices.Sorted(maps.Keys(measures)) {
		out = append(out, [2]string{k, strconv.FormatFloat(measures[k], 'g', -1, 64)})
	}
	for _, k := range slices.Sorted(maps.Keys(labels)) {
		out = append(out, [2]string{k, cmp.Or(labels[k], none)})
	}
	return out
}

// bounded replaces evidence that is too long for a page by a note.
func bounded(c claim.Certificate) claim.Certificate {
	short := func(es []claim.Evidence) []claim.Evidence {
		out := slices.Clone(es)
		for i, e := range out {
			if len(e.Data) > clipEvidence {
				note := fmt.Sprintf("%d bytes; results.jsonl has them", len(e.Data))
				out[i].Data = json.RawMessage(strconv.Quote(note))
			}
		}
		return out
	}
	c.Findings = slices.Clone(c.Findings)
	for i, f := range c.Findings {
		f.Evidence, f.Private = short(f.Evidence), short(f.Private)
		f.Message = clip(f.Message)
		c.Findings[i] = f
	}
	c.Measurements = slices.Clone(c.Measurements)
	for i, m := range c.Measurements {
		if len(m.Data) > clipEvidence {
			c.Measurements[i].Data = json.RawMessage(`"too long for this page"`)
		}
	}
	return c
}
