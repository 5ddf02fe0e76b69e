package reply

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write what Read gives into testdata/replies.txtar")

var archivePath = filepath.Join("testdata", "replies.txtar")

// visible spells the characters that an editor would lose.
var visible = strings.NewReplacer("<NBSP>", "\u00a0", "<BOM>", "\ufeff", "<CR>", "\r")

// replyCase is one reply of the archive with the golden parts beside it.
type replyCase struct {
	name, reply            string
	source                 []byte
	claim, repairs, errors string
}

func readArchive(t testing.TB) (comment []byte, cases []replyCase) {
	t.Helper()
	archive, err := txtar.ParseFile(archivePath)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		name, part, ok := strings.Cut(f.Name, "/")
		if !ok {
			t.Fatalf("%s: %q is not NAME/PART", archivePath, f.Name)
		}
		if len(cases) == 0 || cases[len(cases)-1].name != name {
			cases = append(cases, replyCase{name: name})
		}
		c := &cases[len(cases)-1]
		switch part {
		case "reply":
			c.source = f.Data
			c.reply = visible.Replace(strings.TrimSuffix(string(f.Data), "\n"))
		case "claim":
			c.claim = string(f.Data)
		case "repairs":
			c.repairs = string(f.Data)
		case "error":
			c.errors = string(f.Data)
		default:
			t.Fatalf("%s: %q: unknown part", archivePath, f.Name)
		}
	}
	return archive.Comment, cases
}

// outcome runs Read on a case and writes the result as the golden parts.
func outcome(t testing.TB, reply string) replyCase {
	t.Helper()
	var out replyCase
	claim, repairs, err := Read(reply)
	if err != nil {
		out.errors = err.Error() + "\n"
	} else {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(claim); err != nil {
			t.Fatal(err)
		}
		out.claim = b.String()
	}
	for _, r := range repairs {
		out.repairs += r.String() + "\n"
	}
	return out
}

func TestReplies(t *testing.T) {
	comment, cases := readArchive(t)
	if *update {
		archive := &txtar.Archive{Comment: comment}
		for _, c := range cases {
			got := outcome(t, c.reply)
			archive.Files = append(archive.Files, txtar.File{Name: c.name + "/reply", Data: c.source})
			for _, part := range []struct{ name, data string }{{"claim", got.claim}, {"repairs", got.repairs}, {"error", got.errors}} {
				if part.data != "" {
					archive.Files = append(archive.Files, txtar.File{Name: c.name + "/" + part.name, Data: []byte(part.data)})
				}
			}
		}
		if err := os.WriteFile(archivePath, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(cases) < 100 {
		t.Errorf("only %d replies", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.claim == "" && c.errors == "" {
				t.Fatal("neither a claim nor an error is expected")
			}
			got := outcome(t, c.reply)
			if diff := cmp.Diff(c.claim, got.claim); diff != "" {
				t.Errorf("claim (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.repairs, got.repairs); diff != "" {
				t.Errorf("repairs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.errors, got.errors); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// genText draws text with everything that makes quoting hard.
func genText() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		`"`, "'", `\`, "\n", "\t", "{", "}", "[", "]", ",", ":", "`", `", "code": "`, `"}`, "//", "#", "/*", "é", "∑", "😀", "<", "&", "\u2028",
		"a", "bc", " ", "  ", "0.5", `\\`, `\"`, "confidence", "```x", "'''", `"""`, "“", "%", `\mathcal{O}`,
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces"), "")
	})
}

func genClaim(t *rapid.T) Claim {
	code := "def Z_efficient(params, n):\n"
	for _, line := range rapid.SliceOfN(genText(), 0, 6).Draw(t, "lines") {
		code += "    x = 1 " + line + "\n"
	}
	return Claim{
		TractableClass: rapid.SampledFrom(Classes()).Draw(t, "class"),
		ComplexityO:    "O(n" + rapid.SampledFrom([]string{")", "^3)", ` 2^{\sqrt n})`, ` "x")`}).Draw(t, "complexity"),
		Confidence:     float64(rapid.IntRange(0, 100).Draw(t, "confidence")) / 100,
		Justification:  "why: " + genText().Draw(t, "justification"),
		Code:           code,
	}
}

// restyled reports repairs that proper JSON may meet too: a line break before
// "u" may be \nu, and what stands between fences may be unpacked.
func restyled(repairs []Repair) bool {
	return slices.ContainsFunc(repairs, func(r Repair) bool {
		return strings.Contains(r.What, "LaTeX") || strings.Contains(r.What, "fence inside")
	})
}

// TestStrictJSONIsReadAsItIs compares with encoding/json: a reply in proper
// JSON needs no repair and loses no byte.
func TestStrictJSONIsReadAsItIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genClaim(t)
		encoded, err := json.MarshalIndent(want, "", rapid.SampledFrom([]string{"", "  ", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		before := rapid.SampledFrom([]string{"", "Here it is:\n", "```json\n", "We use $2^{n}$ and {x}.\n"}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", "\n", "\n```\n", "\nThat is {all}.", " \"quoted\" }"}).Draw(t, "after")
		got, repairs, err := Read(before + string(encoded) + after)
		if err != nil {
			t.Fatalf("%v in %s", err, encoded)
		}
		if restyled(repairs) {
			return
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s\nfrom %s", diff, encoded)
		}
		if len(repairs) > 0 {
			t.Fatalf("repairs %v of strict JSON %s", repairs, encoded)
		}
	})
}

// pythonLiteral writes a string as Python's repr would.
func pythonLiteral(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\t", `\t`).Replace(s) + "'"
}

// TestPythonLiteral reads the repr of a dict.
func TestPythonLiteral(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := genClaim(t)
		text := "{'tractable_class': " + pythonLiteral(want.TractableClass) + ", 'complexity_O': " + pythonLiteral(want.ComplexityO) +
			", 'confidence': " + formatFloat(want.Confidence) + ", 'justification': " + pythonLiteral(want.Justification) + ", 'code': " + pythonLiteral(want.Code) + "}"
		got, repairs, err := Read(text)
		if err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if restyled(repairs) {
			return
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s\nfrom %s", diff, text)
		}
	})
}

// TestTruncation cuts a reply at every byte: no beginning of an object is
// ever taken for a claim, but for the one that lacks the closing brace only.
func TestTruncation(t *testing.T) {
	encoded, err := json.Marshal(Claim{
		TractableClass: Pfaffian, ComplexityO: "O(n^3)", Confidence: 0.5, Justification: `planar, "field-free"`,
		Code: "import numpy\n\ndef Z_efficient(params, n):\n    d = {'a': params[\"beta\"]}\n    return float(d['a'])\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(encoded) - 1 {
		claim, _, err := Read("The answer:\n" + string(encoded[:cut]))
		if err == nil {
			t.Fatalf("cut at byte %d of %d: read %+v", cut, len(encoded), claim)
		}
		var none *NoClaimError
		var field *FieldError
		if !errors.As(err, &none) && !errors.As(err, &field) {
			t.Fatalf("cut at byte %d: error %T", cut, err)
		}
	}
}

func TestErrorsNameFields(t *testing.T) {
	_, _, err := Read(`{"tractable_class": "magic", "complexity_O": "O(n)", "confidence": 7.5e3, "code": "def Z_efficient(params, n): return 1"}`)
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("error %v", err)
	}
	var wrong []string
	for _, e := range joined.Unwrap() {
		var field *FieldError
		if !errors.As(e, &field) {
			t.Fatalf("error %v", e)
		}
		wrong = append(wrong, field.Field)
	}
	if want := []string{"tractable_class", "confidence", "justification"}; !slices.Equal(wrong, want) {
		t.Errorf("fields %v, want %v", wrong, want)
	}
}

// hostile are texts that, repeated, would make a careless reader quadratic,
// exhaust its stack or take a claim from nothing, at a quarter of MaxSize.
var hostile = []string{
	"{", `{"`, `{"a":`, `{"code":`, `{"code":"`, `{"code": "x", `, "[", `{"a":[`, "{a:", "{}", `"`, `\`, "`", "```\n", "```python\n", "'", "//", "/*", "#\n", "{#", "<think>", "</think>",
	"(", `{"code":(`, `{\"code\":`, `{"code": "a" "b" `, `{"code":"\u`, "{'code':'", `{"confidence":1,"code":"x"}`, `{"code": "x", "class": "y"`, " ", "}", `"},`, `{"code": "x" `, `"""`, `{"code":"""`,
	"\ufeff", "\x80", `{"code":"x", "class":"y", "confidence":1, "complexity":"z" `, "{\n", `{"code":"x"   `, `{"code":"x" + `, "{ // ", `{"code":[`, `,"code":"`,
}

func TestHostile(t *testing.T) {
	for _, unit := range hostile {
		text := strings.Repeat(unit, MaxSize/4/len(unit))
		if claim, _, err := Read(text); err == nil {
			t.Errorf("%q repeated was read as %.200v", unit, claim)
		}
	}
	if _, _, err := Read(strings.Repeat("x", MaxSize+1)); err == nil {
		t.Error("a reply over the limit was read")
	}
}

func FuzzRead(f *testing.F) {
	_, cases := readArchive(f)
	for _, c := range cases {
		f.Add(c.reply)
	}
	f.Fuzz(func(t *testing.T, text string) {
		claim, repairs, err := Read(text)
		again, _, errAgain := Read(text)
		if claim != again || (err == nil) != (errAgain == nil) {
			t.Fatal("two readings differ")
		}
		for _, r := range repairs {
			if r.What == "" {
				t.Fatal("a repair without words")
			}
		}
		if err != nil {
			if claim != (Claim{}) {
				t.Fatalf("a claim beside the error %v", err)
			}
			return
		}
		if !slices.Contains(Classes(), claim.TractableClass) || !(claim.Confidence >= 0 && claim.Confidence <= 1) || claim.ComplexityO == "" {
			t.Fatalf("read %+v", claim)
		}
		// What was read, written strictly, reads as the same.
		encoded, err := json.Marshal(claim)
		if err != nil {
			t.Fatal(err)
		}
		second, _, err := Read(string(encoded))
		if err != nil {
			if strings.Contains(err.Error(), `field "code"`) || len(encoded) > MaxSize {
				return // the block that the program came from is gone, or it is over the limit once escaped
			}
			t.Fatalf("%v in %s", err, encoded)
		}
		if second.TractableClass != claim.TractableClass || second.Confidence != claim.Confidence {
			t.Fatalf("%+v became %+v", claim, second)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	_, cases := readArchive(b)
	size := 0
	for _, c := range cases {
		size += len(c.reply)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range cases {
			if claim, _, err := Read(c.reply); err != nil && claim.Code != "" {
				b.Fatal("a claim beside an error")
			}
		}
	}
}
