// Package sandbox runs Python that nobody has read: the programs that language models write. It knows nothing of
// physics. A [Pool] takes a [Job] (a source, the name of a function in it, its arguments) and returns
// an [Outcome]: the number that the function returned, or why there is none, and what it cost.
//
// # The types to know
//
// [Pool] is a warm interpreter in a jail; [Job] and [Limits] are what goes in; [Outcome] with its [Status] and
// [Number] is what comes out; [Protection] says which layers of the jail hold on this machine. A binary that opens
// a pool calls [MaybeStage2] first thing in main. [FindPython] looks after the interpreter.
//
// # Threat model
//
// The source is hostile: written to read the reference answers, to change the store, to answer for another program,
// to look cheaper than it is, to take the machine down, or to get out. It is assumed to run any
// native code in its process, since numpy and ctypes give any program that much. The interpreter and its libraries are
// trusted, so is the kernel, but for its less used calls, which are out of reach.
//
// # Layers
//
// Each holds without the others, where the machine has them:
//
//   - A process for each job, forked from an interpreter that has imported NumPy (and another that has SciPy) and
//     does nothing but fork. It goes when the job ends; nothing survives it.
//   - Namespaces: user, pid, network, mount, ipc, uts for the interpreter; pid, mount, ipc and user once more for each job.
//     A job is the first and only process of its pid namespace. Its root folder shows the interpreter's libraries,
//     read-only, and a /tmp of 16 MiB of its own; no /proc, no network device.
//   - An unprivileged user: for root nobody (uid 65534), without any capability.
//   - Landlock: reading the libraries, writing the /tmp, nothing else; no connections, signals or sockets out of the job.
//   - A seccomp filter that lists what is allowed (see allowed), with no_new_privs.
//   - Resource limits: CPU time, address space, threads and processes (counted in the job's own user namespace, where root's
//     exemption does not reach), file size, open files. Wall time and output are the parent's to watch, and the CPU
//     clock of the process, to the millisecond.
//   - A cgroup round the whole pool, where one may be made: an extra.
//
// Without user namespaces (some containers) the pool falls back to Landlock, seccomp and resource limits:
// then no threads, no writable folder, and names and sizes (not contents) of the machine's files can be seen. Without
// seccomp, or with neither Landlock nor namespaces, or where nothing bounds a job's processes, [Open] refuses, unless
// told [Options.Unsafe].
//
// # The answer
//
// A job answers over a socket of its own that carries whole packets (see packetReport), never over stdout. What
// encodes the answer is bound before the candidate loads and looks at exact types and their bits, so that patched modules,
// hostile classes and forged lines change nothing; a packet that the runner would not write ends the job. The job holds
// nothing but its own end of its own channel: at the very worst it forges its own answer, which it may choose anyway.
// The parent hands the arguments over when the module is loaded, and times from there to the answer.
//
// # What is not promised
//
// [Outcome.Lines], [Outcome.PeakAlloc] and [Outcome.Touched] are counted inside the candidate's process, which can
// reach the counters (numpy alone suffices to write over them). They are advisory. What it
// cannot switch off is [Outcome.CPU], all of its process from fork to exit, as the kernel counts it:
// subtract [Outcome.BaseCPU], repeat, and expect a few per cent of noise, more on a busy machine. A large gap between
// lines and CPU time is itself a finding.
//
// Two jobs under way at once share processors and caches, and can feel each other's load: a covert channel of
// some bits a second, of no use without a partner. Flaws of the kernel in what remains allowed, and of the
// processor, are not defended against. A job's own /tmp is memory outside of its address space: 16 MiB more.
//
// # How fast
//
// A fork costs page tables in proportion to what the imports have allocated, and more than the whole of the jail: an empty
// job takes some 4 ms of CPU time of its own with NumPy warm and 6 with SciPy, and 1 to 3 ms in the interpreter that forks
// it, against 75 and 260 ms for a fresh interpreter that imports them. BenchmarkPool and BenchmarkFreshInterpreter measure
// both. Landlock rules, the seccomp program and the mounts are prepared once, by a process that the running
// binary becomes through /proc/self/exe; no other program takes part, and no cgo.
package sandbox
