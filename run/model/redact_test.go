package model

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// spellings are the ways in which a server may write a key, made by the standard
// library and by hand.
func spellings(key string) map[string]string {
	var unicode, percent strings.Builder
	for _, c := range []byte(key) {
		fmt.Fprintf(&unicode, `\u%04x`, c)
		fmt.Fprintf(&percent, "%%%02x", c)
	}
	std := base64.StdEncoding.EncodeToString([]byte(key))
	return map[string]string{
		"plain": key, "query": url.QueryEscape(key), "path": url.PathEscape(key), "percent": percent.String(),
		"query twice": url.QueryEscape(url.QueryEscape(key)),
		"base64":      std, "base64 url": base64.URLEncoding.EncodeToString([]byte(key)),
		"base64 raw": base64.RawStdEncoding.EncodeToString([]byte(key)), "base64 raw url": base64.RawURLEncoding.EncodeToString([]byte(key)),
		"base64 in a query": url.QueryEscape(std), "base64 in JSON": strings.ReplaceAll(std, "/", `\/`),
		"unicode": unicode.String(), "unicode upper": strings.ReplaceAll(strings.ToUpper(unicode.String()), `\U`, `\u`),
		"unicode twice": strings.ReplaceAll(unicode.String(), `\`, `\\`),
		"slashes":       strings.ReplaceAll(key, "/", `\/`), "first letter": fmt.Sprintf(`\u%04x`, key[0]) + key[1:],
	}
}

func TestRedactionOfEverySpelling(t *testing.T) {
	for _, key := range []string{"sk/a+b?c=d~e&f/0123456789>>>???", "zz key with spaces / and %41 signs", "0123456789"} {
		clean := newRedactor(key)
		for name, spelling := range spellings(key) {
			if got := clean.exact("<" + spelling + ">"); got != "<"+redacted+">" {
				t.Errorf("%q %s: %s became %s", key, name, spelling, got)
			}
			body, err := json.Marshal(map[string]string{spelling: spelling, "other": `C:\new\u0020 50%`})
			if err != nil {
				t.Fatal(err)
			}
			var got map[string]string
			if err := json.Unmarshal([]byte(clean.json(string(body))), &got); err != nil {
				t.Fatal(err)
			}
			if len(got) != 2 || got[redacted] != redacted || got["other"] != `C:\new\u0020 50%` {
				t.Errorf("%q %s: %s became %v", key, name, body, got)
			}
			// The half key that a cut leaves is not shown either.
			for cut := 1; cut < len(spelling); cut++ {
				if got := clean.head(strings.Repeat(" ", 16*100-cut)+spelling, 100); strings.TrimSpace(strings.TrimSuffix(got, "…")) != "" {
					t.Errorf("%q %s cut at %d: %q", key, name, cut, got)
				}
			}
		}
	}
}

// A key of digits that stands as a number becomes a string; the rest stays as it
// was written.
func TestRedactionKeepsJSON(t *testing.T) {
	clean := newRedactor("1234567890")
	const body = `{"z": 12345678901234567890.0,"a":[true,null,"\u00e9\/",1e400],"a":"x<y"}`
	const want = `{"z": "[key removed][key removed].0","a":[true,null,"\u00e9\/",1e400],"a":"x<y"}`
	if got := clean.json(body); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := clean.json(`{"cut": "1234567890`); got != `{"cut": "[key removed]` {
		t.Errorf("half a document: %s", got)
	}
}

func TestRedactionLeavesOtherTextAlone(t *testing.T) {
	clean := newRedactor("abcd/efgh+1234%")
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-h/+%\\u0-4"é ]{0,60}`).Draw(t, "s")
		if got := clean.exact(s); got != s && !strings.Contains(got, redacted) {
			t.Errorf("%q became %q", s, got)
		}
		body, err := json.Marshal([]string{s})
		if err != nil {
			t.Fatal(err)
		}
		if got := clean.json(string(body)); !json.Valid([]byte(got)) || clean.exact(s) == s && got != string(body) {
			t.Errorf("%s became %s", body, got)
		}
	})
}

// fill puts a text into every string of a value that a server can fill.
func fill(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text)
	case reflect.Struct:
		for i := range v.NumField() {
			// The caller adds the attempts; roles and vendors are this package's words.
			if name := v.Type().Field(i).Name; name != "Attempts" && name != "Role" && name != "Vendor" {
				fill(v.Field(i), text)
			}
		}
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{"` + text + `":["` + text + `"]}`))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), text)
		}
	case reflect.String:
		v.SetString(text)
	default:
	}
}

// A field that is added to Response and forgotten in the redaction is found here.
func TestRedactionOfEveryField(t *testing.T) {
	const key = "sk/field+0123456789"
	for name, spelling := range spellings(key) {
		var res Response
		fill(reflect.ValueOf(&res).Elem(), spelling)
		got, found := newRedactor(key).response(res)
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		inJSON, err := json.Marshal(spelling)
		if err != nil {
			t.Fatal(err)
		}
		if !found || strings.Contains(string(text), spelling) || strings.Contains(string(text), strings.Trim(string(inJSON), `"`)) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
