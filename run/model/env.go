package model

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/joho/godotenv"
)

// Lookup finds a variable of the environment, as os.LookupEnv does.
type Lookup func(name string) (value string, ok bool)

// Environment looks variables up in the process's environment, then in the file
// at path (".env"), which may be missing and never overrides. The environment
// itself is not changed, so that no key reaches a child process.
func Environment(path string) (Lookup, error) {
	file := map[string]string{}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("model: %w", err)
	default:
		file, err = godotenv.Parse(f)
		if closeErr := f.Close(); closeErr != nil {
			return nil, fmt.Errorf("model: %s: %w", path, closeErr)
		}
		if err != nil {
			// The parser's error quotes the file, and with it the keys.
			return nil, fmt.Errorf("model: %s: a line is not of the form NAME=value", path)
		}
	}
	return func(name string) (string, bool) {
		if v, ok := os.LookupEnv(name); ok {
			return v, true
		}
		v, ok := file[name]
		return v, ok
	}, nil
}

// first is the value of the first of the variables that is set and not empty.
func (look Lookup) first(names ...string) string {
	for _, name := range names {
		if v, ok := look(name); ok && v != "" {
			return v
		}
	}
	return ""
}
