// Package house_test keeps the rules of the house that no compiler knows.
package house_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/assay-physics/assay"

// floors lists the house from the ground up: a package imports from floors below its
// own, or from its own floor.
var floors = map[string]int{
	"claim": 0, "sandbox": 1, "math": 2, "physics": 3, "verify": 4, "suite": 5, "run": 6, "serve": 7, "cmd": 8,
}

// packages parses every Go file of the tree and calls f with its folder, slash-separated
// and relative to the root.
func packages(t *testing.T, f func(dir, path string, file *ast.File)) {
	t.Helper()
	n := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "bin" || d.Name() == "runs") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		n++
		f(filepath.ToSlash(filepath.Dir(path)), path, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatal("no Go file found: the test runs in the wrong folder")
	}
}

func TestFloors(t *testing.T) {
	packages(t, func(dir, path string, file *ast.File) {
		if dir == "." {
			return
		}
		top, _, _ := strings.Cut(dir, "/")
		floor, known := floors[top]
		if !known {
			if top != "bench" && top != "examples" {
				t.Errorf("%s: folder %q is on no floor of the house", path, top)
			}
			return
		}
		for _, im := range file.Imports {
			target, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			inside, ok := strings.CutPrefix(target, module+"/")
			if !ok {
				if top == "claim" && !strings.HasSuffix(path, "_test.go") && strings.Contains(target, ".") {
					t.Errorf("%s imports %s: claim imports the standard library only", path, target)
				}
				continue
			}
			below, _, _ := strings.Cut(inside, "/")
			if floors[below] > floor {
				t.Errorf("%s (floor %d) imports %s (floor %d)", path, floor, target, floors[below])
			}
		}
	})
}

// Every package says in its first sentence what it is for.
func TestPackageComments(t *testing.T) {
	documented := map[string]bool{}
	packages(t, func(dir, path string, file *ast.File) {
		if dir == "." || strings.HasSuffix(path, "_test.go") {
			return
		}
		documented[dir] = documented[dir] || file.Doc != nil
	})
	for dir, ok := range documented {
		if !ok {
			t.Errorf("%s: no file has a package comment", dir)
		}
	}
}

// Nothing in the tree knows the machine that it was written on.
func TestNoMachinePaths(t *testing.T) {
	// Assembled here, so that this file does not contain them itself.
	banned := []string{"/work" + "/", "/tmp" + "/brief", "/far" + "m/"}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); n == ".git" || n == "bin" || n == "runs" || n == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, b := range banned {
			if strings.Contains(string(text), b) {
				t.Errorf("%s mentions %s", path, b)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
