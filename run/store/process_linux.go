package store

import (
	"bytes"
	"fmt"
	"os"
	"strings"
)

// processBorn returns the start time of a process in clock ticks since boot, and
// whether it runs; one that only waits for its parent to collect it does not.
func processBorn(pid int) (string, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", false
	}
	// The second field is the command's name in parentheses and may itself hold
	// spaces and parentheses: the fields proper start after the last one.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	const state, start = 0, 19
	if len(fields) <= start {
		return "", false
	}
	return fields[start], fields[state] != "Z" && fields[state] != "X"
}

// machine names the scope in which process ids can be compared: containers of one
// kernel share its boot id and may share a host name.
func machine(host string) string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		boot = []byte("unknown")
	}
	ns, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		ns = "unknown"
	}
	return fmt.Sprintf("%s/%s/%s", host, strings.TrimSpace(string(boot)), ns)
}
