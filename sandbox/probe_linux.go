package sandbox

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"

	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
)

// kernelFacts are what the running kernel offers to everyone.
type kernelFacts struct {
	landlock int  // ABI version, 0 if there is none
	seccomp  bool // filters
}

func inspectKernel() kernelFacts {
	var k kernelFacts
	if abi, err := llsys.LandlockGetABIVersion(); err == nil {
		k.landlock = abi
	}
	k.seccomp = seccompAvailable()
	return k
}

// Probe says which protections this machine offers, without an interpreter: what `assay doctor` prints. It builds
// the jail once, and leaves it.
func Probe(ctx context.Context) []Protection {
	rungs := ladder(false)
	var failures []error
	for _, r := range rungs {
		if _, err := startZygote(ctx, r, stage2Spec{Probe: true, Config: zygoteConfig{TmpBytes: tmpBytes}}, nil); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", r, err))
			continue
		}
		group, err := newCgroup(1)
		list := describe(r, group, err, bound{holds: r.seccomp || r.namespaces, detail: "to be measured when a pool opens"})
		if group != nil {
			if err := group.remove(); err != nil {
				list = append(list, Protection{Name: "cgroup", Detail: err.Error()})
			}
		}
		return list
	}
	detail := "foreign code does not run on this machine without the unsafe mode"
	if err := errors.Join(failures...); err != nil {
		detail += ": " + err.Error()
	}
	return []Protection{{Name: "jail", Detail: detail}}
}

// describe lists the layers of a jail.
func describe(r rung, group *cgroup, groupErr error, processes bound) []Protection {
	kernel := inspectKernel()
	when := func(active bool, yes, no string) string {
		if active {
			return yes
		}
		return no
	}
	host := hostID()
	unprivileged := host != 0
	who := fmt.Sprintf("jobs run as uid %d of this machine", host)
	if !unprivileged {
		who = "jobs run as the root of this container, without capabilities: no other user can be mapped here"
	}
	groupDetail := "not available"
	if group != nil {
		groupDetail = group.String()
	} else if groupErr != nil {
		groupDetail = groupErr.Error()
	}
	return []Protection{
		{"namespaces", r.namespaces, when(r.namespaces, "user, pid, network, mount, ipc and uts; every job in a pid, mount and ipc namespace of its own",
			"not available: no private /tmp, no files but the libraries")},
		{"files", r.namespaces || r.landlock, when(r.namespaces, "a root of its own: libraries read-only, a private 16 MiB /tmp, no /proc",
			when(r.landlock, "by Landlock alone: libraries read-only, nothing writable", "NOT RESTRICTED"))},
		{"landlock", r.landlock, when(r.landlock, fmt.Sprintf("ABI %d: reading the libraries%s; nothing else", kernel.landlock, when(r.namespaces, ", writing /tmp", "")), "this kernel has none")},
		{"seccomp", r.seccomp, when(r.seccomp, fmt.Sprintf("%d system calls allowed, %d more with some arguments; all else, and every other ABI, fails",
			len(allowed), len(conditional(r.namespaces, r.jobUserns))), "this kernel has no filters")},
		{"network", r.namespaces || r.seccomp, when(r.namespaces, "an empty network namespace, and no socket can be made", "no socket can be made")},
		{"unprivileged user", unprivileged, who},
		{"processes", processes.holds, processes.detail + when(r.jobUserns, "; counted in a user namespace a job", when(r.seccomp, "; no threads or processes at all", ""))},
		{"resource limits", true, "CPU time, address space, file size, open files, locked memory; wall time and output by the parent"},
		{"cgroup", group != nil, groupDetail},
	}
}

// seccompAvailable asks for the action that the filter lives by, which installs nothing.
func seccompAvailable() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return errno == 0
}
