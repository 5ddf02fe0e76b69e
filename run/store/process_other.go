//go:build !linux

package store

import (
	"os"
	"runtime"
	"syscall"
)

// processBorn reports whether a process runs. The start time is not asked for, so
// that a process id used again looks alive: the user is then refused and can end
// that process or wait.
func processBorn(pid int) (string, bool) {
	p, err := os.FindProcess(pid)
	if err != nil {
		return "", false
	}
	if runtime.GOOS == "windows" { // there, finding it means that it exists
		return "", true
	}
	return "", p.Signal(syscall.Signal(0)) == nil
}

// machine names the scope in which process ids can be compared.
func machine(host string) string { return host }
