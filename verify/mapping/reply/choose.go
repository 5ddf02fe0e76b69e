package reply

import (
	"fmt"
	"slices"
	"strings"
)

// This file finds the object of the claim among everything in braces.

// object is a claim before its fields are read.
type object struct {
	values  map[string]value
	ignored []string // keys that are no fields
	notes   []Repair
	end     int
}

func (o object) get(field string) (value, bool) {
	v, ok := o.values[field]
	return v, ok
}

// synonyms are spellings of the fields, with everything but letters and
// digits removed.
var synonyms = map[string]string{
	"tractableclass": fieldClass, "class": fieldClass,
	"complexityo": fieldComplexity, "complexity": fieldComplexity,
	"confidence": fieldConfidence, "justification": fieldJustification, "code": fieldCode,
}

// fieldOf is the field that a key means, empty if none.
func fieldOf(key string) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(key)) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteByte(c)
		}
	}
	return synonyms[b.String()]
}

// stepsPerByte bounds the work on a reply.
const stepsPerByte = 24

// choose returns the last complete object.
func (r *reader) choose() (object, error) {
	objects, failure := r.objects()
	if len(objects) == 0 && failure == nil {
		if found := r.doublyEscaped(); found != nil {
			return *found, nil
		}
	}
	var complete []object
	best := -1
	for i, o := range objects {
		if r.isComplete(o) {
			complete = append(complete, o)
		}
		if best < 0 || len(o.values) >= len(objects[best].values) {
			best = i
		}
	}
	if filled := slices.DeleteFunc(slices.Clone(complete), isTemplate); len(filled) > 0 && len(filled) < len(complete) {
		complete = filled
		r.repair("", "an object without values, the format of the answer, was skipped")
	}
	switch {
	case len(complete) > 0:
		last := complete[len(complete)-1]
		if !r.isComplete(objects[len(objects)-1]) {
			r.repair("", "an incomplete object after the claim was skipped")
		}
		if failure != nil {
			r.repair("", "another object with fields of a claim cannot be read: %s", failure.message)
		}
		if n := len(complete); n > 1 {
			if different := differingFields(complete); len(different) > 0 {
				r.repair("", "the reply holds %d complete claims that differ in %s; the last one was read", n, strings.Join(different, ", "))
			} else {
				r.repair("", "the reply holds the same claim %d times", n)
			}
		}
		return last, nil
	case failure != nil && (failure.truncated || best < 0):
		reason := "the object with the claim cannot be read: " + failure.message
		if failure.truncated {
			reason = "the reply breaks off inside the object with the claim: " + failure.message
		}
		return object{}, &NoClaimError{Reason: reason, Pos: failure.pos}
	case best >= 0:
		return objects[best], nil // its fields say what is missing
	case r.from >= len(r.text) && r.from > 0:
		return object{}, &NoClaimError{Reason: "nothing follows the thinking"}
	}
	return object{}, &NoClaimError{Reason: "there is no JSON object with the fields " + strings.Join(fieldNames[:], ", ")}
}

// objects parses everything in braces that has at least one of the fields.
// The failure is that of the first such object that could not be read.
func (r *reader) objects() (found []object, failure *parseError) {
	steps := stepsPerByte*len(r.text) + 1<<16
	for i := r.from; i < len(r.text); {
		brace := strings.IndexByte(r.text[i:], '{')
		if brace < 0 || steps <= 0 {
			break
		}
		i += brace
		p := &lenient{text: r.text, pos: i, steps: &steps}
		v, err := p.object()
		claims := mentionsFields(v) || err != nil && r.beginsWithField(i, &steps)
		if claims && (err != nil || slices.Contains(p.notes, keptQuotes)) {
			if o, ok := r.byNames(i, &steps); ok && (err != nil || o.end >= p.pos) {
				found = append(found, o)
				i = o.end
				continue
			}
		}
		if err == nil {
			found = r.collect(found, v, p.notes, p.pos, 0)
			i = p.pos
			continue
		}
		if failure == nil && claims {
			failure = err
		}
		i++
	}
	return found, failure
}

// mentionsFields reports whether an object, as far as it was read, is meant
// to be a claim.
func mentionsFields(v value) bool {
	return slices.ContainsFunc(v.members, func(m member) bool { return fieldOf(m.key) != "" })
}

// beginsWithField reports whether the first key of an object is a field.
func (r *reader) beginsWithField(brace int, steps *int) bool {
	p := &lenient{text: r.text, pos: brace + 1, steps: steps}
	p.space()
	key, err := p.key()
	return err == nil && fieldOf(key) != ""
}

// collect adds an object, or those inside it, to the claims found.
func (r *reader) collect(found []object, v value, notes []string, end, depth int) []object {
	if v.kind == kindArray {
		for _, item := range v.items {
			found = r.collect(found, item, notes, end, depth)
		}
		return found
	}
	if v.kind != kindObject {
		return found
	}
	o := object{values: map[string]value{}, end: end}
	for _, n := range notes {
		o.notes = append(o.notes, Repair{What: n})
	}
	if depth > 0 {
		o.notes = append(o.notes, Repair{What: "the claim was found inside another object"})
	}
	exact := map[string]bool{}
	for _, m := range v.members {
		field := fieldOf(m.key)
		switch {
		case field == "":
			o.ignored = append(o.ignored, fmt.Sprintf("%q", m.key))
			continue
		case exact[field] && m.key != field:
			o.ignored = append(o.ignored, fmt.Sprintf("%q", m.key))
			continue
		case m.key != field:
			o.notes = append(o.notes, Repair{field, fmt.Sprintf("the key %q was read as this field", m.key)})
		case exact[field]:
			o.notes = append(o.notes, Repair{field, "the field stands twice; the last one was read"})
		}
		exact[field] = exact[field] || m.key == field
		o.values[field] = m.value
	}
	if len(o.values) >= 2 {
		return append(found, o)
	}
	before := len(found)
	for _, m := range v.members {
		found = r.collect(found, m.value, notes, end, depth+1)
	}
	if len(found) == before && len(o.values) > 0 {
		found = append(found, o)
	}
	return found
}

// isComplete reports whether all fields are there, the code perhaps in a
// block of its own.
func (r *reader) isComplete(o object) bool {
	for _, f := range fieldNames {
		if _, ok := o.values[f]; !ok && (f != fieldCode || len(r.programs) == 0) {
			return false
		}
	}
	return true
}

// isTemplate recognises the format of the answer, repeated without values.
func isTemplate(o object) bool {
	v, ok := o.get(fieldClass)
	if !ok {
		return false
	}
	if v.kind == kindObject || len(v.items) > 1 {
		return true // a schema
	}
	s := strings.TrimSpace(v.text(false, nil))
	return v.kind == kindString && (s == "" || strings.ContainsAny(s, "<>|…") || strings.Contains(s, "..."))
}

// differingFields lists the fields in which the last object differs from any
// before it.
func differingFields(objects []object) []string {
	var out []string
	last := objects[len(objects)-1]
	for _, f := range fieldNames {
		v, ok := last.values[f]
		text := v.text(false, nil)
		for _, o := range objects[:len(objects)-1] {
			if w, has := o.values[f]; has != ok || w.kind != v.kind || w.text(false, nil) != text {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

// byNames reads an object whose strings hold unescaped quotes: each value
// runs from its key to the key of the next field, wherever quotes stand.
func (r *reader) byNames(start int, steps *int) (object, bool) {
	type mark struct {
		field    string
		key      string
		at, from int // of the key, of the value
	}
	limit := r.blockEnd(start)
	*steps -= limit - start
	var marks []mark
	seen := map[string]bool{}
	for i := start + 1; i < limit && *steps > 0; i++ {
		q := (&lenient{text: r.text, pos: i, steps: steps}).quoteAt(i)
		if q == "" || !atMemberStart(r.text[start:i]) {
			continue
		}
		p := &lenient{text: r.text, pos: i, steps: steps}
		key, ok := p.shortKey(q)
		field := fieldOf(key)
		switch {
		case !ok || field == "":
		case seen[field]:
			limit = i // the next object begins here, or a little before
		default:
			seen[field] = true
			marks = append(marks, mark{field, key, i, p.pos})
			i = p.pos - 1
		}
	}
	if len(marks) < len(fieldNames)-1 {
		return object{}, false
	}
	end := r.lastBrace(marks[len(marks)-1].from, limit)
	if end < 0 {
		return object{}, false
	}
	o := object{values: map[string]value{}, end: end, notes: []Repair{{What: "strings with unescaped quotes were cut at the names of the fields"}}}
	for i, m := range marks {
		to := end - 1 // the closing brace
		if i+1 < len(marks) {
			to = marks[i+1].at
		}
		source := strings.TrimSpace(r.text[m.from:to])
		source = strings.TrimSpace(strings.TrimSuffix(source, ","))
		v, ok := cutValue(source, steps)
		if !ok {
			return object{}, false
		}
		if m.key != m.field {
			o.notes = append(o.notes, Repair{m.field, fmt.Sprintf("the key %q was read as this field", m.key)})
		}
		o.values[m.field] = v
	}
	return o, true
}

// shortKey reads a key and its colon.
func (p *lenient) shortKey(quote string) (string, bool) {
	p.pos += len(quote)
	rest := p.text[p.pos:min(len(p.text), p.pos+40)]
	for _, q := range quotes {
		if q.open != quote {
			continue
		}
		length := strings.Index(rest, q.close)
		if length < 0 {
			return "", false
		}
		p.pos += length + len(q.close)
		p.space()
		if p.peek() != ':' {
			return "", false
		}
		p.pos++
		return rest[:length], true
	}
	return "", false
}

// atMemberStart reports whether a key may follow: after a brace, a comma or
// on a new line.
func atMemberStart(before string) bool {
	trimmed := strings.TrimRight(before[max(0, len(before)-80):], " \t\r")
	return trimmed != "" && strings.IndexByte("{,\n", trimmed[len(trimmed)-1]) >= 0
}

// blockEnd is the end of the fenced block around a position, else of the
// text.
func (r *reader) blockEnd(at int) int {
	for _, b := range r.blocks {
		if at >= b.from && at < b.to {
			return b.to
		}
	}
	return len(r.text)
}

// lastBrace is the position after the last brace in text[from:to] that may
// close an object, -1 if there is none: one after a quote (its last
// byte), a digit or a list.
func (r *reader) lastBrace(from, to int) int {
	for to > from {
		brace := strings.LastIndexByte(r.text[from:to], '}')
		if brace < 0 {
			return -1
		}
		before := strings.TrimRight(r.text[from:from+brace], " \t\r\n,")
		if before != "" && strings.IndexByte("\"'`%0123456789]\x9d\x99", before[len(before)-1]) >= 0 {
			return from + brace + 1
		}
		to = from + brace
	}
	return -1
}

// cutValue reads a value of which the end is known.
func cutValue(source string, steps *int) (value, bool) {
	p := &lenient{text: source, steps: steps}
	for _, q := range quotes {
		if strings.HasPrefix(source, q.open) {
			if len(source) < len(q.open)+len(q.close) || !strings.HasSuffix(source, q.close) {
				return value{}, false
			}
			return value{kind: kindString, pieces: []piece{{source: source[len(q.open) : len(source)-len(q.close)], quote: q.open}}}, true
		}
	}
	v, err := p.value("")
	return v, err == nil && strings.TrimSpace(source[p.pos:]) == ""
}

// doublyEscaped reads an object that was encoded as a JSON string:
// {\"tractable_class\": \"pfaffian\", …}.
func (r *reader) doublyEscaped() *object {
	rest := r.text[r.from:]
	at := strings.Index(rest, `{\"`)
	if spaced := strings.Index(rest, `{\n`); at < 0 || spaced >= 0 && spaced < at {
		at = spaced
	}
	if at < 0 || !strings.Contains(rest, `\"`) {
		return nil
	}
	inner := &reader{text: decode(piece{source: rest[at:]}, false, nil)}
	objects, _ := inner.objects()
	for i := len(objects) - 1; i >= 0; i-- {
		if r.isComplete(objects[i]) {
			o := objects[i]
			o.notes = append(o.notes, Repair{What: "the object was escaped like a string"})
			return &o
		}
	}
	return nil
}
