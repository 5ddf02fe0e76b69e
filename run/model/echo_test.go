package model_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

// TestEchoedKeys has a server of each vendor write the key, in each spelling,
// into every field of its replies and into its error bodies.
func TestEchoedKeys(t *testing.T) {
	const key = "zk/echo+key?0123456789~~>>"
	std := base64.StdEncoding.EncodeToString([]byte(key))
	escaped := strings.ReplaceAll(`\u007a`+key[1:], "/", `\/`)
	// The spellings as they stand between the quotes of a JSON string.
	spellings := map[string]string{
		"plain": key, "escaped": escaped, "query": url.QueryEscape(key), "path": url.PathEscape(key),
		"base64": std, "base64 url": base64.URLEncoding.EncodeToString([]byte(key)),
		"base64 raw": strings.TrimRight(std, "="), "base64 raw url": base64.RawURLEncoding.EncodeToString([]byte(key)),
	}
	path := filepath.Join(t.TempDir(), "talk.jsonl")
	recorder, err := model.CreateRecorder(path)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for vendor, serve := range vendors {
		for _, stream := range []bool{false, true} {
			for name, spelling := range spellings {
				for _, fails := range []bool{false, true} {
					// Streams are cut into quarters: each ECHO is in one of them.
					s := serve(modeltest.Steps(modeltest.Step{Reply: modeltest.Reply{
						Text: "the key ECHO yes", Reasoning: "ECHOECHOECHOECHO", Usage: model.Usage{InputTokens: 1, OutputTokens: 1},
						ToolCalls: []model.ToolCall{{ID: "ECHO", Name: "ECHO", Arguments: `{"k":1,"ECHO":2}`}},
					}}))
					echo := echoing(t, s, spelling, fails)
					m := recorder.Record(open(t, s, model.Options{BaseURL: echo, Lookup: s.Lookup(key), Retry: model.Retry{MaxRetries: -1}}))
					res, err := m.Generate(t.Context(), ask("?", stream))
					if (err != nil) != fails {
						t.Errorf("%s stream=%v %s fails=%v: %v", vendor, stream, name, fails, err)
					}
					text, marshalErr := json.Marshal(res)
					if marshalErr != nil {
						t.Fatal(marshalErr)
					}
					var f *model.Fault
					errors.As(err, &f)
					fault, marshalErr := json.Marshal(f)
					if marshalErr != nil {
						t.Fatal(marshalErr)
					}
					fmt.Fprintf(&all, "%s\n%s\n%v\n", text, fault, err)
					if !fails && !strings.Contains(res.Model+res.Message.Content, "[key removed]") || fails && f != nil && !strings.Contains(f.Message, "[key removed]") {
						t.Errorf("%s stream=%v %s: no key came: %s %s", vendor, stream, name, text, fault)
					}
					s.Close()
				}
			}
		}
	}
	if err := recorder.Close(); err != nil {
		t.Fatal(err)
	}
	recording, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range map[string]string{"responses and faults": all.String(), "the recording": string(recording)} {
		for name, spelling := range spellings {
			inJSON, err := json.Marshal(spelling)
			if err != nil {
				t.Fatal(err)
			}
			for _, form := range []string{spelling, strings.Trim(string(inJSON), `"`)} {
				if i := strings.Index(text, form); i >= 0 {
					t.Errorf("the key (%s) is in %s: …%s…", name, where, text[max(0, i-200):i+len(form)])
				}
			}
		}
		if strings.Contains(text, "ECHO") {
			t.Errorf("%s: a placeholder was not filled", where)
		}
	}
}

// echoing stands in front of a server and writes a spelling of the key for the
// word ECHO, for the model's name and for signatures, or fails with it.
func echoing(t *testing.T, s *modeltest.Server, spelling string, fails bool) string {
	t.Helper()
	up, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fails {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":{"message":"no %s here","type":"%s","code":"%s"}}`, spelling, spelling, spelling)
			return
		}
		q := r.Clone(r.Context())
		q.RequestURI, q.URL.Scheme, q.URL.Host, q.Host = "", up.Scheme, up.Host, up.Host
		q.Header.Del("Accept-Encoding")
		res, err := http.DefaultTransport.RoundTrip(q)
		if err != nil {
			t.Error(err)
			return
		}
		body, err := io.ReadAll(res.Body)
		if err := errors.Join(err, res.Body.Close()); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
		w.WriteHeader(res.StatusCode)
		fmt.Fprint(w, fill(string(body), spelling))
	}))
	t.Cleanup(front.Close)
	return front.URL + up.Path
}

func fill(body, spelling string) string {
	nested := strings.ReplaceAll(spelling, `\`, `\\`) // in JSON within a string
	body = strings.ReplaceAll(body, `\"ECHO\"`, `\"`+nested+`\"`)
	// One SDK reads signatures as base64, so that they must be some.
	signature := "c2lnbmVk"
	if raw, err := base64.StdEncoding.DecodeString(spelling); err == nil {
		signature = base64.StdEncoding.EncodeToString(raw)
	}
	return strings.NewReplacer("ECHO", spelling, `"test-model"`, `"`+spelling+`"`, `"c2lnbmVk"`, `"`+signature+`"`).Replace(body)
}
