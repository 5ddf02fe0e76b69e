package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A rung is one way to build the jail, the best first.
type rung struct {
	namespaces bool
	jobUserns  bool
	landlock   bool
	seccomp    bool
}

func (r rung) String() string {
	var on []string
	for _, p := range []struct {
		name   string
		active bool
	}{{"namespaces", r.namespaces}, {"a user namespace a job", r.jobUserns}, {"Landlock", r.landlock}, {"seccomp", r.seccomp}} {
		if p.active {
			on = append(on, p.name)
		}
	}
	if on == nil {
		return "resource limits alone"
	}
	return strings.Join(on, ", ")
}

// A zygote is one running warm interpreter. It serves until it dies, which fails its jobs with errZygote.
type zygote struct {
	cmd     *exec.Cmd
	control *net.UnixConn
	stderr  *tailBuffer
	ready   event
	vmSize  int64 // bytes of address space of the warm interpreter
	done    chan struct{}
	err     error // why it is over; set before done is closed
	mu      sync.Mutex
	nextID  uint64
	jobs    map[uint64]*process
	reason  error        // of end
	stop    func() error // kills the process and reaps it, once
	serving bool         // serve runs; set before anyone else sees the zygote
}

// errZygote marks failures of the warm interpreter, which are never a candidate's.
var errZygote = errors.New("sandbox: the warm interpreter is gone")

// errStage2 marks a jail that could not be built.
var errStage2 = errors.New("sandbox: the jail could not be built")

// A process is a job's process as the parent sees it.
type process struct {
	id      uint64
	started chan struct{} // closed when pidfd is set
	ended   chan struct{} // closed when status, cpu and rss are set, or err is
	mu      sync.Mutex
	pidfd   int // -1 until started
	reason  Status
	killed  bool
	status  unix.WaitStatus
	cpu     time.Duration
	rss     int64
	err     error
}

// kill ends the process and remembers the first reason. It may come before the process has started.
func (p *process) kill(reason Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return
	}
	p.killed, p.reason = true, reason
	p.signal()
}

// signal sends SIGKILL, with p.mu held. A process that is gone already is what was wanted.
func (p *process) signal() {
	if p.pidfd >= 0 && p.killed {
		if err := unix.PidfdSendSignal(p.pidfd, unix.SIGKILL, nil, 0); err != nil && !errors.Is(err, unix.ESRCH) {
			p.err = fmt.Errorf("%w: killing a job: %w", errZygote, err)
		}
	}
}

func (p *process) killedFor() (Status, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reason, p.killed
}

// hostID is the user that the jail maps to: nobody, if we are root and may map it; else who we are.
func hostID() int {
	const nobody = 65534
	if os.Geteuid() != 0 {
		return os.Geteuid()
	}
	for _, file := range []string{"/proc/self/uid_map", "/proc/self/gid_map"} {
		text, err := os.ReadFile(file)
		if err != nil || !mapCovers(string(text), nobody) {
			return 0
		}
	}
	return nobody
}

// mapCovers reports whether a uid_map or gid_map has an entry for the id.
func mapCovers(text string, id int) bool {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue
		}
		first, err1 := strconv.Atoi(f[0])
		count, err2 := strconv.Atoi(f[2])
		if err1 == nil && err2 == nil && id >= first && id-first < count {
			return true
		}
	}
	return false
}

// innerID is the user that a job is inside of the jail.
const innerID = 65534

// attributes are the process attributes with which stage 2 is started.
func (r rung) attributes() *syscall.SysProcAttr {
	host := hostID()
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setsid: true}
	if !r.namespaces {
		if os.Geteuid() == 0 && host != 0 {
			attr.Credential = &syscall.Credential{Uid: uint32(host), Gid: uint32(host)}
		}
		return attr
	}
	attr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET |
		syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	group := host
	if os.Geteuid() != 0 {
		group = os.Getegid()
	}
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: innerID, HostID: host, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: innerID, HostID: group, Size: 1}}
	// Root sheds its supplementary groups; an ordinary user may not, nor may root where its own namespace forbids it.
	setgroups, err := os.ReadFile("/proc/self/setgroups")
	shed := os.Geteuid() == 0 && err == nil && strings.TrimSpace(string(setgroups)) == "allow"
	attr.GidMappingsEnableSetgroups = shed
	attr.Credential = &syscall.Credential{Uid: innerID, Gid: innerID, NoSetGroups: !shed}
	// An exec by a user other than 0 drops every capability but the ambient ones.
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SETPCAP, unix.CAP_DAC_OVERRIDE}
	return attr
}

// warmTimeout bounds the start of the warm interpreter, which takes half a second on an idle machine with a warm disk.
const warmTimeout = 3 * time.Minute

// startZygote starts stage 2 on the rung and waits until it is the warm interpreter, or, for a probe,
// until it has built the jail (the zygote returned is then over).
func startZygote(ctx context.Context, r rung, spec stage2Spec, group *cgroup) (_ *zygote, err error) {
	spec.Namespaces, spec.Landlock, spec.Seccomp = r.namespaces, r.landlock, r.seccomp
	spec.Config.Namespaces, spec.Config.JobUserns, spec.Config.Landlock = r.namespaces, r.jobUserns, r.landlock

	// As root we may read what the jail's user may not, a folder under /root for one: hand over open trees.
	var files []*os.File
	defer func() {
		for _, f := range files {
			err = errors.Join(err, f.Close())
		}
	}()
	ordersR, ordersW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errStage2, err)
	}
	files = append(files, ordersR, ordersW)
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errStage2, err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "control")
	files = append(files, theirs)
	control, err := packetConn(pair[0])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errStage2, err)
	}
	extra := []*os.File{ordersR, theirs}
	if r.namespaces && os.Geteuid() == 0 {
		spec.Binds = append([]bind(nil), spec.Binds...)
		for i, b := range spec.Binds {
			if b.Link != "" {
				continue
			}
			fd, err := openTree(b.Path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
			if err != nil {
				break // no rights in this mount namespace: stage 2 tries by itself
			}
			f := os.NewFile(uintptr(fd), b.Path)
			files, extra = append(files, f), append(extra, f)
			spec.Binds[i].FD = 2 + len(extra)
		}
	}
	stderr := &tailBuffer{}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), "/proc/self/exe") // it outlives what opened it
	cmd.Args = []string{stage2Name}
	cmd.Env = []string{"GOMAXPROCS=1"}
	cmd.Dir = "/"
	cmd.ExtraFiles = extra
	cmd.Stderr = stderr
	cmd.SysProcAttr = r.attributes()
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: starting: %w", errStage2, err), control.Close())
	}
	z := &zygote{cmd: cmd, control: control, stderr: stderr, done: make(chan struct{}), jobs: map[uint64]*process{}}
	z.stop = sync.OnceValue(func() error {
		if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("sandbox: ending the warm interpreter: %w", err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
			return fmt.Errorf("sandbox: ending the warm interpreter: %w", err)
		}
		return nil
	})
	fail := func(err error) (*zygote, error) {
		return nil, errors.Join(err, z.end(err))
	}
	if err := theirs.Close(); err != nil {
		return fail(fmt.Errorf("%w: %w", errStage2, err))
	}
	files = files[:0:0]
	for _, f := range append([]*os.File{ordersR}, extra[2:]...) {
		if err := f.Close(); err != nil {
			return fail(errors.Join(fmt.Errorf("%w: %w", errStage2, err), ordersW.Close()))
		}
	}
	if group != nil {
		// Before it has its orders, so that everything it does is counted.
		if err := group.add(cmd.Process.Pid); err != nil {
			return fail(errors.Join(fmt.Errorf("%w: %w", errStage2, err), ordersW.Close()))
		}
	}
	if err := errors.Join(json.NewEncoder(ordersW).Encode(spec), ordersW.Close()); err != nil {
		return fail(fmt.Errorf("%w: %w", errStage2, z.explain(err)))
	}
	ctx, cancel := context.WithTimeoutCause(ctx, warmTimeout, errors.New("it took too long"))
	defer cancel()
	stop := context.AfterFunc(ctx, func() {
		// The read below ends with an error that says when.
		_ = control.SetReadDeadline(time.Unix(1, 0))
	})
	defer stop()
	ready, _, err := z.receive()
	if ctx.Err() != nil {
		return fail(fmt.Errorf("sandbox: starting the warm interpreter: %w", z.explain(context.Cause(ctx))))
	}
	switch {
	case err != nil:
		return fail(fmt.Errorf("sandbox: starting the warm interpreter: %w", z.explain(err)))
	case ready.Event == "fatal":
		return fail(fmt.Errorf("%w: %s", errStage2, ready.Text))
	case ready.Event == "probed" && spec.Probe:
		return z, z.end(nil)
	case ready.Event != "ready":
		return fail(fmt.Errorf("sandbox: starting the warm interpreter: unexpected event %q", ready.Event))
	}
	z.ready = ready
	if z.vmSize, err = addressSpace(cmd.Process.Pid); err != nil {
		return fail(err)
	}
	z.serving = true
	go z.serve()
	return z, nil
}

// packetConn makes a net.UnixConn of a socket, which it takes over.
func packetConn(fd int) (*net.UnixConn, error) {
	f := os.NewFile(uintptr(fd), "packets")
	c, err := net.FileConn(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("sandbox: socket: %w", err)
	}
	u, ok := c.(*net.UnixConn)
	if !ok {
		return nil, errors.Join(errors.New("sandbox: socket is not a unix one"), c.Close())
	}
	return u, nil
}

// addressSpace reads the size of a process's address space in bytes.
func addressSpace(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, fmt.Errorf("sandbox: size of the warm interpreter: %w", err)
	}
	first, _, _ := strings.Cut(string(text), " ")
	pages, err := strconv.ParseInt(first, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("sandbox: size of the warm interpreter: %w", err)
	}
	return pages * int64(os.Getpagesize()), nil
}

// explain adds to an error what the dying process had to say.
func (z *zygote) explain(err error) error {
	err = errors.Join(err, z.stop()) // so that all of it has arrived
	if text := tail(z.stderr.String(), 1500); text != "" {
		return fmt.Errorf("%w: %s", err, text)
	}
	return err
}

// receive reads one event and the descriptor that may come with it (-1 if none does).
func (z *zygote) receive() (event, int, error) {
	buf, oob := make([]byte, 16<<10), make([]byte, unix.CmsgSpace(4))
	n, oobn, flags, _, err := z.control.ReadMsgUnix(buf, oob)
	fd := -1
	if oobn > 0 {
		messages, perr := unix.ParseSocketControlMessage(oob[:oobn])
		for _, m := range messages {
			if fds, rerr := unix.ParseUnixRights(&m); rerr == nil && len(fds) == 1 {
				fd = fds[0]
				unix.CloseOnExec(fd)
			}
		}
		err = errors.Join(err, perr)
	}
	switch {
	case err != nil:
	case n == 0:
		err = errZygote
	case flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0:
		err = fmt.Errorf("%w: event too long", errZygote)
	}
	var e event
	if err == nil {
		err = json.Unmarshal(buf[:n], &e)
	}
	if err != nil && fd >= 0 {
		err = errors.Join(err, unix.Close(fd))
		fd = -1
	}
	return e, fd, err
}

// serve hands events to the jobs they concern until the zygote is gone, then fails the jobs still under way.
func (z *zygote) serve() {
	var cause error
	for cause == nil {
		e, fd, err := z.receive()
		if err != nil {
			cause = err
			break
		}
		z.mu.Lock()
		p := z.jobs[e.ID]
		if e.Event == "ended" || e.Event == "fault" {
			delete(z.jobs, e.ID)
		}
		z.mu.Unlock()
		switch {
		case p == nil:
			cause = fmt.Errorf("%w: event %q of no job", errZygote, e.Event)
			if fd >= 0 {
				cause = errors.Join(cause, unix.Close(fd))
			}
		case e.Event == "started" && fd >= 0:
			p.mu.Lock()
			p.pidfd = fd
			p.signal()
			p.mu.Unlock()
			close(p.started)
		case e.Event == "ended":
			p.status, p.cpu, p.rss = unix.WaitStatus(e.Status), time.Duration(e.CPU), e.RSS
			close(p.ended)
		case e.Event == "fault":
			p.err = fmt.Errorf("sandbox: the warm interpreter could not start a job: %s", e.Text)
			close(p.ended)
		default:
			cause = fmt.Errorf("%w: unexpected event %q", errZygote, e.Event)
		}
	}
	z.mu.Lock()
	if z.reason != nil {
		cause = z.reason
	} else if text := tail(z.stderr.String(), 1500); text != "" {
		cause = fmt.Errorf("%w: %w: %s", errZygote, cause, text)
	} else {
		cause = fmt.Errorf("%w: %w", errZygote, cause)
	}
	z.err = cause
	for _, p := range z.jobs {
		p.err = cause
		close(p.ended)
	}
	z.jobs = nil
	close(z.done)
	z.mu.Unlock()
}

// end kills the warm interpreter, and with it every job, and waits for it. Its jobs fail for the reason given.
func (z *zygote) end(reason error) error {
	z.mu.Lock()
	if z.reason == nil {
		z.reason = reason
	}
	z.mu.Unlock()
	err := z.stop()
	if z.serving {
		<-z.done // its end of the control socket is closed, so this comes
	}
	if cerr := z.control.Close(); cerr != nil && !errors.Is(cerr, net.ErrClosed) {
		err = errors.Join(err, fmt.Errorf("sandbox: ending the warm interpreter: %w", cerr))
	}
	return err
}

// order is what the warm interpreter is told of a job: its number and the limits to set.
type order struct {
	ID      uint64 `json:"id"`
	CPU     int64  `json:"cpu"`    // seconds
	Memory  int64  `json:"memory"` // bytes of address space
	Threads int    `json:"threads"`
}

// fork asks for a process that gets the three descriptors as its channel, stdout and stderr.
func (z *zygote) fork(l Limits, channel, stdout, stderr int) (*process, error) {
	p := &process{started: make(chan struct{}), ended: make(chan struct{}), pidfd: -1}
	z.mu.Lock()
	if z.jobs == nil {
		z.mu.Unlock()
		return nil, z.err
	}
	z.nextID++
	p.id = z.nextID
	z.jobs[p.id] = p
	z.mu.Unlock()
	o := order{
		ID:      p.id,
		CPU:     int64((l.CPU+time.Second-1)/time.Second) + 1, // the backstop: the parent stops it to the millisecond
		Memory:  z.vmSize + l.Memory,
		Threads: l.Threads,
	}
	text, err := json.Marshal(o)
	if err == nil {
		_, _, err = z.control.WriteMsgUnix(text, unix.UnixRights(channel, stdout, stderr), nil)
	}
	if err != nil {
		z.mu.Lock()
		delete(z.jobs, p.id)
		z.mu.Unlock()
		return nil, fmt.Errorf("%w: %w", errZygote, err)
	}
	return p, nil
}
