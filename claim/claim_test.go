package claim

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func testKind() Kind {
	all := []Profile{Interaction, Final}
	return Kind{Name: "test", Meaning: "a kind for tests", Obligations: []Obligation{
		{Name: "format.reply", Category: CategoryFormat, Meaning: "m", Source: "s", Required: true, Profiles: all},
		{Name: "program.runs", Category: CategoryExecution, Meaning: "m", Source: "s", Required: true, Profiles: all},
		{Name: "numbers.probe", Category: "numbers", Meaning: "m", Source: "s", Required: true, Profiles: append([]Profile{Published}, all...)},
		{Name: "numbers.scale", Category: "numbers", Meaning: "m", Source: "s", Required: true, Waiver: "the claim is exponential", Profiles: []Profile{Final}},
		{Name: "class.note", Category: "class", Meaning: "m", Source: "s", Profiles: all},
	}}
}

func TestVerdicts(t *testing.T) {
	k := testKind()
	if err := k.Validate(); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name     string
		statuses [5]Status
		want     Verdict
	}{
		{"all met", [5]Status{Certified, Certified, Certified, Certified, Certified}, VerdictCertified},
		{"waived", [5]Status{Certified, Certified, Certified, NotApplicable, Certified}, VerdictCertified},
		{"no waiver stated", [5]Status{NotApplicable, Certified, Certified, Certified, Certified}, VerdictUndecided},
		{"required unknown", [5]Status{Certified, Certified, Unknown, Certified, Certified}, VerdictUndecided},
		{"required not implemented", [5]Status{Certified, Certified, NotImplemented, Certified, Certified}, VerdictUndecided},
		{"optional unknown", [5]Status{Certified, Certified, Certified, Certified, Unknown}, VerdictCertified},
		{"optional failed", [5]Status{Certified, Certified, Certified, Certified, Failed}, VerdictFailed},
		{"failed beats unknown", [5]Status{Certified, Unknown, Failed, Certified, Certified}, VerdictFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var fs []Finding
			for i, o := range k.Obligations {
				fs = append(fs, Finding{Obligation: o.Name, Status: tt.statuses[i], Message: "m"})
			}
			c, err := k.Certify("d", Final, fs, nil)
			if err != nil {
				t.Fatal(err)
			}
			if c.Verdict != tt.want {
				t.Errorf("verdict %q (%s), want %q", c.Verdict, c.Reason, tt.want)
			}
		})
	}
}

// A finding that is missing, repeated, foreign to the profile, or without a message
// is an error of the verifier, and never becomes a pass.
func TestCertifyRefusesIncompleteFindings(t *testing.T) {
	k := testKind()
	ok := Finding{Obligation: "numbers.probe", Status: Certified, Message: "m"}
	for name, fs := range map[string][]Finding{
		"none":            nil,
		"repeated":        {ok, ok},
		"foreign":         {ok, {Obligation: "no.such", Status: Certified, Message: "m"}},
		"not in profile":  {ok, {Obligation: "class.note", Status: Certified, Message: "m"}},
		"without message": {{Obligation: "numbers.probe", Status: Certified}},
		"unknown status":  {{Obligation: "numbers.probe", Status: "fine", Message: "m"}},
	} {
		if c, err := k.Certify("d", Published, fs, nil); err == nil {
			t.Errorf("%s: verdict %q, want an error", name, c.Verdict)
		}
	}
	if c, err := k.Certify("d", "nosuch", nil, nil); err == nil {
		t.Errorf("an empty profile certifies: %q", c.Verdict)
	}
}

func TestValidateFindsLenientJudge(t *testing.T) {
	k := testKind()
	k.Obligations[1].Profiles = []Profile{Interaction}
	if err := k.Validate(); err == nil || !strings.Contains(err.Error(), "final judge") {
		t.Errorf("a judge that skips an obligation of the interaction validates: %v", err)
	}
	k = testKind()
	k.Obligations[2].Name = "format.reply"
	if err := k.Validate(); err == nil {
		t.Error("a repeated name validates")
	}
	if _, err := NewRegistry(testKind(), testKind()); err == nil {
		t.Error("a kind registers twice")
	}
}

func TestCanonicalNumber(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "0.000": "0", "1.50": "1.5", "15e-1": "1.5", "1e2": "100", "-1E+2": "-100",
		"123456789012345678901":  "123456789012345678901",
		"1234567890123456789012": "1.234567890123456789012e+21",
		"0.00001":                "0.00001", "0.0000001": "1e-7", "12e-9": "1.2e-8", "100e19": "1e+21",
		"0.44068679350977151262": "0.44068679350977151262", "1000e-3": "1",
	} {
		got, err := Canonical(json.RawMessage(in))
		if err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v; want %s", in, got, err, want)
		}
	}
	for _, bad := range []string{"1e999999999", "01", "NaN", "+1", "1 2", `{"a":1,"a":2}`, "[1,]", "\"\xff\"", "", "[", `{"a"`} {
		if got, err := CanonicalJSON([]byte(bad)); err == nil {
			t.Errorf("%q: got %s, want an error", bad, got)
		}
	}
}

// The canonical text keeps the exact value of a number, is a fixed point, and does
// not depend on the order of keys or on layout.
func TestCanonicalProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		num := rapid.StringMatching(`-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,24})?([eE][+-]?[0-9]{1,3})?`).Draw(t, "num")
		c, err := CanonicalJSON([]byte(num))
		if err != nil {
			t.Fatal(err)
		}
		want, _ := new(big.Rat).SetString(num)
		got, ok := new(big.Rat).SetString(string(c))
		if !ok || got.Cmp(want) != 0 {
			t.Fatalf("%s became %s", num, c)
		}
		keys := rapid.SliceOfDistinct(rapid.String(), rapid.ID[string]).Draw(t, "keys")
		m := map[string]any{}
		for _, k := range keys {
			m[k] = []any{k, json.Number(num), nil, true}
		}
		a, err := Canonical(m)
		if err != nil {
			t.Fatal(err)
		}
		indented, _ := json.MarshalIndent(m, "", "  ")
		b, err := CanonicalJSON(indented)
		if err != nil || string(a) != string(b) {
			t.Fatalf("layout changes the text: %v\n%s\n%s", err, a, b)
		}
	})
}

func FuzzCanonicalJSON(f *testing.F) {
	for _, s := range []string{`{"b":1.0,"a":[true,null,"x<&>"]}`, `1e-400`, `"\ud800"`, strings.Repeat("[", 600)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := CanonicalJSON(raw)
		if err != nil {
			return
		}
		if !json.Valid(raw) {
			t.Fatalf("%q is not JSON, but has a canonical form", raw)
		}
		again, err := CanonicalJSON(c)
		if err != nil || string(again) != string(c) {
			t.Fatalf("not a fixed point: %q, %q, %v", c, again, err)
		}
	})
}

func TestRat(t *testing.T) {
	for in, want := range map[string]string{
		`0.5`: "1/2", `"2/3"`: "2/3", `"0.4406867935097715"`: "881373587019543/2000000000000000", `-3`: "-3", `" 7 "`: "7", `1e2`: "100",
	} {
		r, err := Rat(json.RawMessage(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		w, _ := new(big.Rat).SetString(want)
		if r.Cmp(w) != 0 {
			t.Errorf("%s: got %s", in, r)
		}
	}
	for _, bad := range []string{`"2/x"`, `"0x10"`, `"1_000"`, `""`, `null`, `"1e99999999"`, `"1/0"`, `"inf"`} {
		if r, err := Rat(json.RawMessage(bad)); err == nil {
			t.Errorf("%s: got %s, want an error", bad, r)
		}
	}
}

// What each level shows of one failed certificate.
func TestProjectLevels(t *testing.T) {
	k := testKind()
	ev, _ := NewEvidence("witness", map[string]any{"cycle": []int{0, 1, 2}})
	secret, _ := NewEvidence("reference", map[string]any{"log_z": "162.61291256142"})
	fs := []Finding{
		{Obligation: "format.reply", Status: Certified, Message: "read"},
		{Obligation: "program.runs", Status: Failed, Message: "line 3: NameError"},
		{Obligation: "numbers.probe", Status: Failed, Message: "off at n = 9", Magnitude: &Magnitude{Failed: 2, Total: 5, Errors: []string{"0.27"}}, Evidence: []Evidence{ev}, Private: []Evidence{secret}},
		{Obligation: "numbers.scale", Status: Unknown, Message: "no result"},
		{Obligation: "class.note", Status: Failed, Message: "not planar"},
	}
	c, err := k.Certify("d", Final, fs, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := map[Level]string{
		Generic:    `{"level":"generic","accepted":false}`,
		Masked:     `{"level":"masked","accepted":false,"items":[{"position":2},{"position":3},{"position":5}]}`,
		Named:      `{"level":"named","accepted":false,"items":[{"obligation":"program.runs","category":"execution","status":"failed"},{"obligation":"numbers.probe","category":"numbers","status":"failed"},{"obligation":"class.note","category":"class","status":"failed"}]}`,
		Magnitudes: `{"level":"magnitude","accepted":false,"items":[{"category":"execution","message":"line 3: NameError"},{"category":"numbers","magnitude":{"failed":2,"total":5,"errors":["0.27"]}}]}`,
		Full:       `{"level":"full","accepted":false,"items":[{"obligation":"program.runs","category":"execution","status":"failed","message":"line 3: NameError"},{"obligation":"numbers.probe","category":"numbers","status":"failed","message":"off at n = 9","magnitude":{"failed":2,"total":5,"errors":["0.27"]},"evidence":[{"kind":"witness","data":{"cycle":[0,1,2]}}]},{"obligation":"class.note","category":"class","status":"failed","message":"not planar"}]}`,
	}
	for l, w := range want {
		v, err := k.Project(c, l)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(v)
		if string(got) != w {
			t.Errorf("%s:\n got %s\nwant %s", l, got, w)
		}
	}
	if _, err := k.Project(c, "everything"); err == nil {
		t.Error("an unknown level projects")
	}
	if pub, _ := json.Marshal(c.Public()); strings.Contains(string(pub), "162.6") {
		t.Errorf("Public keeps private evidence: %s", pub)
	}
	if len(c.Findings[2].Private) == 0 {
		t.Error("Public changed the certificate that it was called on")
	}
}

// An undecided certificate shows what stayed open; a malformed one its reason, from
// the magnitude level upwards only.
func TestProjectOpenAndMalformed(t *testing.T) {
	k := testKind()
	var fs []Finding
	for _, o := range k.Obligations {
		fs = append(fs, Finding{Obligation: o.Name, Status: Certified, Message: "m"})
	}
	fs[3].Status = Unknown
	c, err := k.Certify("d", Final, fs, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := k.Project(c, Named)
	if err != nil || len(v.Items) != 1 || v.Items[0].Obligation != "numbers.scale" {
		t.Errorf("open obligation: %+v, %v", v, err)
	}
	bad := k.Malformed("d", Final, "no JSON object in the reply", Finding{Obligation: "format.reply", Status: Failed, Message: "no JSON object in the reply"})
	for _, l := range Levels() {
		v, err := k.Project(bad, l)
		if err != nil {
			t.Fatal(err)
		}
		if shown := v.Reason != ""; shown != (l == Magnitudes || l == Full) || v.Accepted {
			t.Errorf("%s: %+v", l, v)
		}
	}
}

// No level can reveal a private scalar, whatever stands in a certificate: views of
// two certificates that differ in private truth and measurements only are equal.
func TestProjectionIgnoresPrivateTruth(t *testing.T) {
	k := testKind()
	statuses := rapid.SampledFrom([]Status{Certified, Failed, Unknown, NotApplicable, NotImplemented})
	rapid.Check(t, func(t *rapid.T) {
		build := func(secret string, fs []Finding) Certificate {
			out := make([]Finding, len(fs))
			for i, f := range fs {
				e, err := NewEvidence("reference", map[string]string{"value": secret})
				if err != nil {
					t.Fatal(err)
				}
				f.Private = []Evidence{e}
				out[i] = f
			}
			m, err := NewMeasurement("numbers.probe", "private", secret)
			if err != nil {
				t.Fatal(err)
			}
			c, err := k.Certify("d", Final, out, []Measurement{m})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		var fs []Finding
		for _, o := range k.Obligations {
			fs = append(fs, Finding{Obligation: o.Name, Status: statuses.Draw(t, "status"), Message: "m"})
		}
		a, b := build("MARKER-1", fs), build("MARKER-2", fs)
		for _, l := range Levels() {
			va, _ := k.Project(a, l)
			vb, _ := k.Project(b, l)
			ja, _ := json.Marshal(va)
			jb, _ := json.Marshal(vb)
			if string(ja) != string(jb) || strings.Contains(string(ja), "MARKER") {
				t.Fatalf("%s depends on private truth:\n%s\n%s", l, ja, jb)
			}
		}
	})
}
