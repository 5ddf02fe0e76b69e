package sandbox

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

var testNonce = bytes.Repeat([]byte{7}, nonceSize)

func reportBytes(fields ...string) []byte {
	var b [][]byte
	for _, f := range fields {
		b = append(b, []byte(f))
	}
	return append(slices.Clone(testNonce), joinFields(b...)...)
}

func TestParseReport(t *testing.T) {
	good := []string{"ok", "float", "0x1.8000000000000p+1", "0", "call", "12", "3", "4096", "0"}
	with := func(i int, s string) []byte {
		f := slices.Clone(good)
		f[i] = s
		return reportBytes(f...)
	}
	r, err := parseReport(reportBytes(good...), testNonce, true, false)
	if want := (report{StatusOK, "float", "0x1.8000000000000p+1", 0, "call", 12, 3, 4096, false}); err != nil || r != want {
		t.Errorf("%+v, %v; want %+v", r, err, want)
	}
	for name, c := range map[string]struct {
		packet []byte
		called bool
	}{
		"empty":                    {nil, true},
		"nonce alone":              {testNonce, true},
		"wrong nonce":              {append(bytes.Repeat([]byte{8}, nonceSize), reportBytes(good...)[nonceSize:]...), true},
		"short":                    {reportBytes(good...)[:60], true},
		"long":                     {append(reportBytes(good...), 0), true},
		"a field more":             {reportBytes(append(slices.Clone(good), "")...), true},
		"ok before the call":       {with(4, "load"), false},
		"phase of the call before": {reportBytes(good...), false},
		"phase of load after":      {with(4, "load"), true},
		"unknown phase":            {with(4, "later"), true},
		"unknown status":           {with(0, "certified"), true},
		"parent's status":          {with(0, "wall-limit"), true},
		"load status after":        {with(0, "load-error"), true},
		"unknown kind":             {with(1, "quaternion"), true},
		"infinity":                 {with(2, "inf"), true},
		"decimal float":            {with(2, "3.0"), true},
		"negative count":           {with(5, "-1"), true},
		"huge count":               {with(5, "99999999999999999999"), true},
		"huge line":                {with(3, "99999999999"), true},
		"flag":                     {with(8, "2"), true},
		"not UTF-8":                {with(2, "\xff"), true},
		"integer in decimal":       {reportBytes("ok", "int", "12", "0", "call", "0", "0", "0", "0"), true},
		"integer with underscore":  {reportBytes("ok", "int", "0x1_2", "0", "call", "0", "0", "0", "0"), true},
		"zero denominator":         {reportBytes("ok", "fraction", "0x1/0x0", "0", "call", "0", "0", "0", "0"), true},
		"three parts":              {reportBytes("ok", "fraction", "0x1/0x2/0x3", "0", "call", "0", "0", "0", "0"), true},
		"too many digits":          {reportBytes("ok", "int", "0x"+strings.Repeat("f", maxIntBits/4+2), "0", "call", "0", "0", "0", "0"), true},
	} {
		if r, err := parseReport(c.packet, testNonce, c.called, false); !errors.Is(err, errForged) {
			t.Errorf("%s: %+v, %v; want errForged", name, r, err)
		}
	}
}

// FuzzParseReport: whatever is taken can be stated as an outcome, and its number read.
func FuzzParseReport(f *testing.F) {
	f.Add(reportBytes("ok", "float", "0x1.8000000000000p+1", "0", "call", "12", "3", "4096", "0"), true, false)
	f.Add(reportBytes("ok", "int", "-0x1f", "0", "call", "0", "0", "0", "1"), true, false)
	f.Add(reportBytes("ok", "fraction", "0x1/0x3", "0", "call", "0", "0", "0", "1"), true, false)
	f.Add(reportBytes("ok", "decimal", "1.5E+40", "0", "call", "0", "0", "0", "1"), true, false)
	f.Add(reportBytes("ok", "bytes", "3", "0", "call", "0", "0", "0", "0"), true, true)
	f.Add(reportBytes("syntax-error", "SyntaxError", "invalid syntax", "3", "load", "0", "0", "0", "0"), false, false)
	f.Fuzz(func(t *testing.T, b []byte, called, tool bool) {
		r, err := parseReport(b, testNonce, called, tool)
		if err != nil {
			return
		}
		if !utf8.ValidString(r.text) || !utf8.ValidString(r.kind) || r.lines < 0 || r.line < 0 || (r.phase == "call") != called {
			t.Fatalf("%+v", r)
		}
		if r.status == StatusOK && !tool {
			n := Number{Kind: r.kind, Text: r.text}
			if x, err := n.Big(100); err != nil && n.Kind != "decimal" || err == nil && x.IsInf() {
				t.Fatalf("%v: %v, %v", n, x, err)
			}
		}
	})
}

// FuzzParseTouch: what is taken is bounded text of a known event.
func FuzzParseTouch(f *testing.F) {
	f.Add(joinFields([]byte("open"), []byte("read /etc/passwd"), []byte("0")))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := parseTouch(b)
		if err != nil {
			return
		}
		if _, ok := touchEvents[x.Event]; !ok || len(x.Detail) > 1000 || !utf8.ValidString(x.Detail) {
			t.Fatalf("%+v", x)
		}
	})
}

func TestFieldsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fields := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 50)).Draw(t, "fields")
		got, err := splitFields(joinFields(fields...), len(fields))
		if err != nil || !slices.EqualFunc(got, fields, bytes.Equal) {
			t.Fatalf("%v became %v, %v", fields, got, err)
		}
		if _, err := splitFields(joinFields(fields...), len(fields)+1); !errors.Is(err, errForged) {
			t.Fatalf("a missing field: %v", err)
		}
	})
}
