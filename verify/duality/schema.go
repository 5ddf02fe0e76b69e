package duality

import (
	_ "embed"
	"encoding/json"
	"slices"
)

//go:embed schema.json
var schemaText []byte

// ClaimSchema is the JSON Schema of a claim in its three forms. Read refuses more than it
// does: what a schema cannot say, such as words that do not close.
func ClaimSchema() json.RawMessage { return slices.Clone(schemaText) }
