package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-physics/assay/physics/chain"
	"github.com/assay-physics/assay/physics/factor"
	"github.com/assay-physics/assay/physics/gas"
	"github.com/assay-physics/assay/physics/lattice"
	"github.com/assay-physics/assay/physics/modelfile"
	"github.com/assay-physics/assay/physics/spin"
)

// reading is one kind of model file.
type reading struct {
	kinds []string
	read  func(data []byte) (*System, error)
}

// readings lists the kinds of models; each has a strict reader of its own.
func readings() []reading {
	closed := func(m Closed, err error) (*System, error) {
		if err != nil {
			return nil, err
		}
		return &System{Closed: m}, nil
	}
	return []reading{
		{[]string{"ising"}, func(data []byte) (*System, error) {
			if m, ok, err := readComplete(data); ok {
				return closed(m, err)
			}
			m, err := spin.ReadModel(data)
			if err != nil {
				return nil, err
			}
			return &System{Spin: m}, nil
		}},
		{[]string{"factors"}, func(data []byte) (*System, error) {
			m, err := tree(data, factor.Read)
			if err != nil {
				return nil, err
			}
			return &System{Factors: m}, nil
		}},
		{lattice.Kinds(), func(data []byte) (*System, error) {
			m, err := lattice.Parse(data)
			return closed(m, err)
		}},
		{[]string{"tfim", "xy_chain", "pauli_chain"}, func(data []byte) (*System, error) {
			m, err := chain.Read(data)
			return closed(m, err)
		}},
		{[]string{"coulomb_1d", "tonks", "spherical"}, func(data []byte) (*System, error) {
			m, err := gas.Read(data)
			return closed(m, err)
		}},
	}
}

// tree reads by a function of the strict tree.
func tree[T any](data []byte, read func(root *modelfile.Value) (T, error)) (T, error) {
	root, err := modelfile.Parse(data)
	if err != nil {
		var none T
		return none, fmt.Errorf("model: %w", err)
	}
	return read(root)
}

// Kinds lists the kinds of models that Read knows.
func Kinds() []string {
	var names []string
	for _, r := range readings() {
		names = append(names, r.kinds...)
	}
	slices.Sort(names)
	return names
}

// Read reads a model file of any kind: JSON, or a factor graph in the UAI format. Errors
// say where in the file the trouble is.
func Read(data []byte) (*System, error) {
	if isUAI(data) {
		m, err := factor.ReadUAI(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return &System{Kind: "factors", Factors: m}, nil
	}
	kind, err := kindOf(data)
	if err != nil {
		return nil, err
	}
	for _, r := range readings() {
		if slices.Contains(r.kinds, kind) {
			s, err := r.read(data)
			if err != nil {
				return nil, err
			}
			s.Kind = kind
			return s, nil
		}
	}
	return nil, fmt.Errorf("model: %q is not one of %s", kind, strings.Join(Kinds(), ", "))
}

// kindOf looks for the key "model" of an object, skipping over everything else: the
// reader of that kind checks the rest.
func kindOf(data []byte) (string, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil {
		return "", fmt.Errorf("model: malformed JSON: %w", err)
	} else if t != json.Delim('{') {
		return "", fmt.Errorf("model: want an object, not %v", t)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return "", fmt.Errorf("model: malformed JSON: %w", err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return "", fmt.Errorf("model: malformed JSON: %w", err)
		}
		if key != "model" {
			continue
		}
		var name string
		if err := json.Unmarshal(value, &name); err != nil {
			return "", fmt.Errorf("model: key \"model\": want a string, one of %s", strings.Join(Kinds(), ", "))
		}
		return name, nil
	}
	if _, err := d.Token(); err != nil {
		return "", fmt.Errorf("model: malformed JSON: %w", err)
	}
	return "", fmt.Errorf("model: key \"model\" is missing; it is one of %s", strings.Join(Kinds(), ", "))
}

func isUAI(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	return bytes.HasPrefix(data, []byte("MARKOV")) || bytes.HasPrefix(data, []byte("BAYES"))
}
