package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver/tiling"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/store"
	suiteduality "github.com/assay-physics/assay/suite/duality"
	"github.com/assay-physics/assay/verify/duality"
)

// schemas lists what users write or read as JSON. The schemas are derived from the
// types themselves, so that they cannot disagree with what is read and written; where a
// file has several forms, the verifier that reads it has the schema and a test of both.
func schemas() map[string]any {
	return map[string]any{
		"certificate": claim.Certificate{},
		"view":        claim.View{},
		"registry":    claim.Kind{},
		"mapping":     mappingFile{},
		"tiling":      tiling.File{},
		"duality":     duality.ClaimSchema(),
		"action":      suiteduality.AnswerTool().Parameters,
		"fixture":     suiteduality.Row{},
		"plan":        campaign.Plan{},
		"trial":       store.Trial{},
	}
}

func newSchema(a *app) *cobra.Command {
	names := slices.Sorted(maps.Keys(schemas()))
	return &cobra.Command{
		Use:       "schema KIND",
		Short:     "print the JSON Schema of a kind of file: " + strings.Join(names, ", "),
		Args:      exactArgs(1, "a kind: "+strings.Join(names, ", ")),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := schema(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.stdout, "%s\n", s)
			return err
		},
	}
}

func schema(name string) ([]byte, error) {
	v, ok := schemas()[name]
	if !ok {
		return nil, usage("no schema %q; known: %s", name, strings.Join(slices.Sorted(maps.Keys(schemas())), ", "))
	}
	if text, ok := v.(json.RawMessage); ok { // a union of forms, written by hand
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, bytes.TrimSpace(text), "", "  "); err != nil {
			return nil, err
		}
		return pretty.Bytes(), nil
	}
	r := &jsonschema.Reflector{Anonymous: true}
	s := r.Reflect(v)
	s.Title = name
	return json.MarshalIndent(s, "", "  ")
}
