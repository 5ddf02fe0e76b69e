package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A bind is a file or folder that the jail shows, read-only, at the path it has outside.
type bind struct {
	Path string `json:"path"`
	File bool   `json:"file,omitempty"`
	Link string `json:"link,omitempty"` // a symbolic link to make instead
	FD   int    `json:"fd,omitempty"`   // a detached tree that the parent opened; 0 if stage 2 is to open the path
}

// systemLibraries hold the shared libraries that an interpreter is linked with. Debian's libblas.so.3, which its NumPy
// needs, is a link through /etc/alternatives.
var systemLibraries = []string{"/usr/lib", "/usr/lib64", "/usr/lib32", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/alternatives"}

// jailBinds lists what a jail for the interpreter has to show: the system's shared libraries, the interpreter
// itself and its libraries. Of a prefix it takes lib and lib64 alone, since a prefix may be a home folder.
func jailBinds(ip Interpreter) []bind {
	var binds []bind
	covered := func(path string) bool {
		return slices.ContainsFunc(binds, func(b bind) bool {
			return b.Link == "" && !b.File && (path == b.Path || strings.HasPrefix(path, b.Path+"/"))
		})
	}
	var show func(path string)
	show = func(path string) {
		path = filepath.Clean(path)
		fi, err := os.Lstat(path)
		if err != nil || covered(path) || path == "/" {
			return
		}
		if fi.Mode()&os.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			if err != nil {
				return
			}
			where := target
			if !filepath.IsAbs(where) {
				where = filepath.Join(filepath.Dir(path), where)
			}
			if !slices.ContainsFunc(binds, func(b bind) bool { return b.Path == path }) {
				binds = append(binds, bind{Path: path, Link: target})
				show(where)
			}
			return
		}
		binds = append(binds, bind{Path: path, File: !fi.IsDir()})
	}
	for _, p := range systemLibraries {
		show(p)
	}
	for _, p := range ip.Prefixes {
		show(p)
	}
	show(ip.Executable)
	for _, p := range ip.Prefixes {
		if strings.HasPrefix(p, "/nix/store/") {
			show("/nix/store")
		}
	}
	return binds
}
