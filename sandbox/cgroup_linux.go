package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// A cgroup bounds all of a pool's processes together, where we may make one: the number of tasks, and most of the
// machine's memory. It is an addition: the limits on each job do not depend on it.
type cgroup struct {
	folders []string // one under v2, one a controller under v1
	detail  string
}

func (g *cgroup) String() string { return g.detail }

// cgroupCount tells the groups of this process apart.
var cgroupCount atomic.Int64

// newCgroup makes a group for a pool, of the pids and, if it is to be had, the memory controller.
func newCgroup(workers int) (*cgroup, error) {
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, fmt.Errorf("sandbox: cgroup: %w", err)
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil, fmt.Errorf("sandbox: cgroup: %w", err)
	}
	var memory unix.Sysinfo_t
	if err := unix.Sysinfo(&memory); err != nil {
		return nil, fmt.Errorf("sandbox: cgroup: %w", err)
	}
	tasks := strconv.Itoa(64 + 256*workers)
	bytes := strconv.FormatUint(memory.Totalram*uint64(memory.Unit)/10*8, 10)
	name := fmt.Sprintf("assay-%d-%d", os.Getpid(), cgroupCount.Add(1))
	homes := cgroupHomes(string(own), string(mounts))
	g := &cgroup{}
	var failures []error
	for _, c := range []struct{ controller, fileV1, fileV2, value string }{
		{"pids", "pids.max", "pids.max", tasks},
		{"memory", "memory.limit_in_bytes", "memory.max", bytes},
	} {
		home, v2 := homes[c.controller], false
		if home == "" {
			home, v2 = homes[""], true
		}
		if home == "" {
			failures = append(failures, fmt.Errorf("no %s controller", c.controller))
			continue
		}
		removeStale(home)
		folder, file := filepath.Join(home, name), c.fileV1
		if v2 {
			file = c.fileV2
			// Succeeds in the root group, or where the group was prepared for this.
			failures = append(failures, writeFile(filepath.Join(home, "cgroup.subtree_control"), "+"+c.controller))
		}
		if err := os.Mkdir(folder, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			failures = append(failures, err)
			continue
		}
		if len(g.folders) == 0 || g.folders[len(g.folders)-1] != folder {
			g.folders = append(g.folders, folder)
		}
		if err := writeFile(filepath.Join(folder, file), c.value); err != nil {
			failures = append(failures, err)
			continue
		}
		if g.detail != "" {
			g.detail += ", "
		}
		g.detail += file + " " + c.value
	}
	if !strings.Contains(g.detail, "pids") {
		return nil, errors.Join(append(failures, g.remove())...)
	}
	return g, nil
}

// writeFile writes to a control file, which must exist.
func writeFile(path, value string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

// cgroupHomes finds the folder of the group that we are in, by v1 controller, and under "" for v2.
func cgroupHomes(own, mounts string) map[string]string {
	paths := map[string]string{} // controller → path within its hierarchy
	for line := range strings.Lines(own) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(f) == 3 {
			for c := range strings.SplitSeq(f[1], ",") {
				paths[c] = f[2]
			}
		}
	}
	homes := map[string]string{}
	for line := range strings.Lines(mounts) {
		before, after, ok := strings.Cut(strings.TrimSpace(line), " - ")
		f, g := strings.Fields(before), strings.Fields(after)
		if !ok || len(f) < 5 || len(g) < 3 {
			continue
		}
		root, point := f[3], f[4]
		var controllers []string
		switch g[0] {
		case "cgroup2":
			controllers = []string{""}
		case "cgroup":
			controllers = strings.Split(g[2], ",")
		}
		for _, c := range controllers {
			path, ok := paths[c]
			if rel, err := filepath.Rel(root, path); ok && err == nil && !strings.HasPrefix(rel, "..") {
				homes[c] = filepath.Join(point, rel)
			}
		}
	}
	return homes
}

// removeStale removes the groups of processes of ours that were killed.
func removeStale(home string) {
	old, err := filepath.Glob(filepath.Join(home, "assay-*-*"))
	if err != nil {
		return
	}
	for _, folder := range old {
		pid := strings.Split(filepath.Base(folder), "-")[1]
		if _, err := os.Stat("/proc/" + pid); errors.Is(err, os.ErrNotExist) {
			_ = os.Remove(folder) // someone else may have been faster, or it is still in use
		}
	}
}

func (g *cgroup) add(pid int) error {
	for _, folder := range g.folders {
		if err := writeFile(filepath.Join(folder, "cgroup.procs"), strconv.Itoa(pid)); err != nil {
			return fmt.Errorf("sandbox: cgroup: %w", err)
		}
	}
	return nil
}

// remove removes the group. Its processes have been killed; the last of them may take a moment to leave it.
func (g *cgroup) remove() error {
	var errs []error
	for _, folder := range g.folders {
		err := os.Remove(folder)
		for range 100 {
			if !errors.Is(err, unix.EBUSY) {
				break
			}
			time.Sleep(20 * time.Millisecond)
			err = os.Remove(folder)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, fmt.Errorf("sandbox: cgroup: %w", err))
		}
	}
	return errors.Join(errs...)
}
