package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// Digest identifies a question: the SHA-256, in hex, of the JSON of its messages
// and its label. Thinking text is left out, as it is not sent.
func Digest(r Request) string {
	messages := slices.Clone(r.Messages)
	for i := range messages {
		messages[i].Reasoning = ""
	}
	sum := digest(struct {
		Messages []Message `json:"messages"`
		Label    Label     `json:"label"`
	}{messages, r.Label})
	return hex.EncodeToString(sum[:])
}

// digest hashes plain data of this package.
func digest(v any) [sha256.Size]byte {
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false) // plain JSON, which other languages write alike
	if err := enc.Encode(v); err != nil {
		// Only an invalid Opaque can do this, which no backend makes. What cannot be
		// marshalled still needs a digest of its own.
		data.WriteString(err.Error())
	}
	return sha256.Sum256(bytes.TrimSuffix(data.Bytes(), []byte("\n")))
}
