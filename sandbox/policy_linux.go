package sandbox

import (
	"encoding/binary"
	"fmt"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/cpu"
	"golang.org/x/sys/unix"
)

// allowed are the system calls that a numerical Python program needs: memory, files that it may already
// see, time, its own threads and signals. All else fails with EPERM, and so does every call made through
// another ABI (int 0x80, x32): the filter's default covers what it does not know.
//
// Not here, and why it matters: fork, vfork, execve (processes), socket and its kin, kill, ptrace,
// process_vm_*, pidfd_* (other processes), mount, unshare, setns, chroot (namespaces), bpf, perf_event_open,
// io_uring_*, userfaultfd, keyctl (kernel surface), memfd_create, shm*, msg*, sem* (memory beyond
// the limits), chmod, chown, link, mknod, *xattr, flock (a lock on a file that all jobs see is a message to the others).
var allowed = []string{
	// memory
	"mmap", "munmap", "mprotect", "mremap", "brk", "msync",
	// files
	"read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "close", "dup", "dup2", "dup3",
	"fstat", "newfstatat", "stat", "lstat", "statx", "access", "faccessat", "faccessat2", "open", "openat", "getdents64",
	"readlink", "readlinkat", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "rename", "renameat", "renameat2",
	"truncate", "ftruncate", "sendfile", "copy_file_range", "umask", "getcwd", "chdir",
	"statfs", "fstatfs", "pipe", "pipe2", "poll", "ppoll", "select", "pselect6",
	// threads
	"futex", "set_robust_list", "get_robust_list", "set_tid_address", "arch_prctl", "sched_yield", "sched_getaffinity",
	"getcpu", "gettid", "rseq", "membarrier",
	// signals of its own
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "sigaltstack",
	"pause", "alarm", "setitimer", "getitimer", "restart_syscall",
	// time
	"clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times",
	// what it is
	"sysinfo", "uname", "getrandom", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getgroups",
	"getresuid", "getresgid", "getpgrp", "getpgid", "getsid", "getrusage", "getrlimit", "capget", "getpriority",
	"exit", "exit_group",
}

// absent are calls that programs try first and go without when the kernel has none.
var absent = []string{"clone3", "openat2", "flock"}

// idle are calls that succeed and do nothing. A job's files are memory and go with it, so that there is nothing to
// make safe; and advice on a library's file would reach the page cache, which all jobs share.
var idle = []string{"fsync", "fdatasync", "fadvise64"}

// cloneForbidden are the flags that make a clone more than a thread of this process: all CLONE_NEW* ones,
// CLONE_VFORK, CLONE_PTRACE, CLONE_UNTRACED and CLONE_IO.
const cloneForbidden = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWTIME | unix.CLONE_VFORK |
	unix.CLONE_PTRACE | unix.CLONE_UNTRACED | unix.CLONE_IO

// A test is a condition on one argument of a system call, all 64 bits of it:
// argument & mask == value.
type test struct {
	arg         int
	mask, value uint64
}

// A rule allows a call whose arguments pass all of the tests of one of the alternatives.
type rule struct {
	name         string
	alternatives [][]test
}

func oneOf(arg int, values ...uint64) (alternatives [][]test) {
	for _, v := range values {
		alternatives = append(alternatives, []test{{arg, ^uint64(0), v}})
	}
	return alternatives
}

// conditional are the calls allowed with some arguments only. ownPID says that a job is the first process of
// its own pid namespace, so that a tgkill to process 1 (raise, abort) reaches nobody
// else; threads whether a job may start any.
func conditional(ownPID, threads bool) []rule {
	rules := []rule{
		{"fcntl", oneOf(1, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
			unix.F_GETPIPE_SZ)}, // not F_SETOWN, which sends signals; no locks or leases, which other jobs can see
		// Not MADV_COLD or MADV_PAGEOUT: as fadvise64. 102 and 103 are MADV_GUARD_INSTALL and _REMOVE (thread stacks).
		{"madvise", oneOf(2, unix.MADV_NORMAL, unix.MADV_RANDOM, unix.MADV_SEQUENTIAL, unix.MADV_WILLNEED, unix.MADV_DONTNEED,
			unix.MADV_FREE, unix.MADV_DONTFORK, unix.MADV_DOFORK, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE,
			unix.MADV_DONTDUMP, unix.MADV_DODUMP, 102, 103)},
		{"ioctl", oneOf(1, 0x5401, 0x5413, 0x5450, 0x5451, 0x541b)}, // TCGETS, TIOCGWINSZ, FIONCLEX, FIOCLEX, FIONREAD
		{"prctl", oneOf(0, unix.PR_SET_NAME, unix.PR_GET_NAME)},
		{"prlimit64", [][]test{{{0, ^uint64(0), 0}, {2, ^uint64(0), 0}}}}, // reading its own limits, never setting any
	}
	if ownPID {
		rules = append(rules, rule{"tgkill", oneOf(0, 1)})
	}
	if threads {
		rules = append(rules, rule{"clone", [][]test{{{0, unix.CLONE_THREAD | cloneForbidden, unix.CLONE_THREAD}}}})
	}
	return rules
}

// Offsets in struct seccomp_data on a little-endian machine.
const (
	dataNumber = 0
	dataArch   = 4
	dataArgs   = 16
)

// x32Bit marks the calls of the x32 ABI, which shares its architecture code with amd64.
const x32Bit = 0x40000000

// maxNumber is above every system call's number; what is beyond has the verdict of the last.
const maxNumber = 1024

// assemblePolicy compiles the filter for this machine's architecture into the kernel's own format.
//
// The table of system calls and the actions are go-seccomp-bpf's. Its assembler is not used: after a failed
// test on an argument it goes on to compare that argument, still in the accumulator, with
// the numbers of the following calls, and so a chosen argument can pass a call off as another.
// Here every block of a conditional call ends in a verdict of its own.
func assemblePolicy(ownPID, threads bool) ([]byte, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("sandbox: seccomp: %w", err)
	}
	if cpu.IsBigEndian {
		return nil, fmt.Errorf("sandbox: seccomp: %s is big-endian", info.Name)
	}
	const (
		allow = uint32(seccomp.ActionAllow)
		deny  = uint32(seccomp.ActionErrno) | uint32(unix.EPERM)
		none  = uint32(seccomp.ActionErrno) | uint32(unix.ENOSYS)
		skip  = uint32(seccomp.ActionErrno) // with the error 0: success
	)
	verdicts := make([]uint32, maxNumber)
	for i := range verdicts {
		verdicts[i] = deny
	}
	for _, name := range allowed {
		if n, ok := info.SyscallNames[name]; ok { // arm64 has no open, stat, pipe, …
			verdicts[n] = allow
		}
	}
	for _, name := range absent {
		if n, ok := info.SyscallNames[name]; ok {
			verdicts[n] = none
		}
	}
	for _, name := range idle {
		if n, ok := info.SyscallNames[name]; ok {
			verdicts[n] = skip
		}
	}
	program := []bpf.Instruction{
		bpf.LoadAbsolute{Off: dataArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(info.ID), SkipTrue: 1},
		bpf.RetConstant{Val: deny},
		bpf.LoadAbsolute{Off: dataNumber, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32Bit, SkipTrue: 1},
		bpf.RetConstant{Val: none},
	}
	for _, r := range conditional(ownPID, threads) {
		n, ok := info.SyscallNames[r.name]
		if !ok {
			return nil, fmt.Errorf("sandbox: seccomp: no %s on %s", r.name, info.Name)
		}
		var block []bpf.Instruction
		for _, alternative := range r.alternatives {
			var tests []bpf.Instruction
			left := 6 * len(alternative) // instructions to the end of this alternative's tests
			for _, t := range alternative {
				for half := range 2 {
					shift := 32 * half
					left -= 3
					tests = append(tests,
						bpf.LoadAbsolute{Off: uint32(dataArgs + 8*t.arg + 4*half), Size: 4},
						bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: uint32(t.mask >> shift)},
						bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(t.value >> shift), SkipTrue: uint8(left + 1)})
				}
			}
			block = append(append(block, tests...), bpf.RetConstant{Val: allow})
		}
		block = append(block, bpf.RetConstant{Val: deny})
		if len(block) > 255 {
			return nil, fmt.Errorf("sandbox: seccomp: too many tests for %s", r.name)
		}
		program = append(program, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(n), SkipTrue: uint8(len(block))})
		program = append(program, block...)
	}
	var runs []stretch
	for n, v := range verdicts {
		if n == 0 || v != verdicts[n-1] {
			runs = append(runs, stretch{uint32(n), v})
		}
	}
	program = append(program, search(runs)...)

	raw, err := bpf.Assemble(program)
	if err != nil {
		return nil, fmt.Errorf("sandbox: seccomp: %w", err)
	}
	var out []byte
	for _, i := range raw {
		out = binary.LittleEndian.AppendUint16(out, i.Op)
		out = append(out, i.Jt, i.Jf)
		out = binary.LittleEndian.AppendUint32(out, i.K)
	}
	return out, nil
}

// A stretch is a run of numbers with one verdict, up to the next stretch.
type stretch struct{ first, verdict uint32 }

// search finds the stretch of the number in the accumulator by halving: a program of two instructions a stretch, short to
// load for each job and some seven steps deep.
func search(runs []stretch) []bpf.Instruction {
	if len(runs) == 1 {
		return []bpf.Instruction{bpf.RetConstant{Val: runs[0].verdict}}
	}
	middle := len(runs) / 2
	low, high := search(runs[:middle]), search(runs[middle:])
	jump := []bpf.Instruction{bpf.JumpIf{Cond: bpf.JumpGreaterOrEqual, Val: runs[middle].first, SkipTrue: uint8(len(low))}}
	if len(low) > 255 {
		jump = []bpf.Instruction{
			bpf.JumpIf{Cond: bpf.JumpLessThan, Val: runs[middle].first, SkipTrue: 1},
			bpf.Jump{Skip: uint32(len(low))}}
	}
	return append(append(jump, low...), high...)
}
