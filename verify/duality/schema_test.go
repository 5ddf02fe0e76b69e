package duality

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(ClaimSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("duality.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("duality.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// What Read accepts, the schema accepts.
func TestSchemaAcceptsWhatIsRead(t *testing.T) {
	s := compiledSchema(t)
	files, err := filepath.Glob(filepath.Join("testdata", "blind", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	shared, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "duality", "claims", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Glob(filepath.Join("..", "..", "examples", "duality", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for _, path := range append(append(files, shared...), examples...) {
		if strings.HasSuffix(path, "ANSWERS.json") {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			continue // not JSON at all
		}
		_, unread := Read(data)
		invalid := s.Validate(doc)
		if unread == nil {
			accepted++
			if invalid != nil {
				t.Errorf("%s is read, and the schema refuses it: %v", filepath.Base(path), invalid)
			}
		}
	}
	if accepted < 20 {
		t.Errorf("only %d claims were read", accepted)
	}
}

// What a schema can say is refused by both.
func TestSchemaRefuses(t *testing.T) {
	s := compiledSchema(t)
	for _, text := range []string{
		`{}`, `[]`, `{"duality_profile":"brodie"}`,
		`{"duality_profile":"seiberg_sqcd"}`,
		`{"duality_profile":"seiberg_sqcd","parameters":{"Nc":3,"Nf":5},"operators":[]}`,
		`{"duality_profile":"seiberg_sqcd","parameters":{"Nc":"3","Nf":5}}`,
		`{"duality_profile":"seiberg_sqcd","parameters":{"Nc":3,"Nf":5,"k":2}}`,
		`{"duality_profile":"seiberg_sqcd","parameters":{"Nc":3,"Nf":5},"metadata":{"theory_kind":"x"}}`,
		`{"duality_profile":"kutasov","parameters":{"Nc":3,"Nf":5}}`,
		`{"duality_profile":"kutasov","parameters":{"Nc":3,"Nf":5,"k":2},"magnetic":{"rank":true}}`,
		`{"electric":{},"magnetic":{}}`,
		`{"electric":{"node_labels":["A"],"ranks":["2"],"arrows":[]},"magnetic":{"node_labels":["A"],"ranks":[2],"arrows":[]}}`,
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if s.Validate(doc) == nil {
			t.Errorf("the schema accepts %s", text)
		}
		if _, err := Read([]byte(text)); err == nil {
			t.Errorf("Read accepts %s", text)
		}
	}
}
