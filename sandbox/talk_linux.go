package sandbox

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// startTimeout bounds the time between asking for a process and its being ready in its jail. It is no part of any
// limit of the job's: a machine under load must not turn into a candidate's failure.
const startTimeout = 60 * time.Second

// exitTimeout bounds the time that a process may take to end after its result, or after SIGKILL.
const exitTimeout = 10 * time.Second

// attempt runs the call on the zygote. An error is infrastructure's.
func (p *Pool) attempt(ctx context.Context, z *zygote, c call) (out Outcome, answer []byte, err error) {
	if ctx.Err() != nil {
		return out, nil, fmt.Errorf("sandbox: %w", ctx.Err())
	}
	t := &talk{pool: p, call: c}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return out, nil, fmt.Errorf("sandbox: channel: %w", err)
	}
	theirs := []int{pair[1]}
	defer func() {
		for _, fd := range theirs {
			err = errors.Join(err, unix.Close(fd))
		}
	}()
	if t.conn, err = packetConn(pair[0]); err != nil {
		return out, nil, err
	}
	defer func() { err = errors.Join(err, t.conn.Close()) }()
	// The largest report must fit into one packet, whatever the system's default.
	if err := unix.SetsockoptInt(pair[1], unix.SOL_SOCKET, unix.SO_SNDBUF, 2*maxPacket); err != nil {
		return out, nil, fmt.Errorf("sandbox: channel: %w", err)
	}
	var drained sync.WaitGroup
	defer drained.Wait()
	streams := make([]*stream, 2)
	total := &counter{limit: maxOutput}
	for i := range streams {
		fds := make([]int, 2)
		if err := unix.Pipe2(fds, unix.O_CLOEXEC); err != nil {
			return out, nil, fmt.Errorf("sandbox: output pipe: %w", err)
		}
		theirs = append(theirs, fds[1])
		// The reading end alone is ours to poll; the writing end stays blocking for the job.
		if err := unix.SetNonblock(fds[0], true); err != nil {
			return out, nil, errors.Join(fmt.Errorf("sandbox: output pipe: %w", err), unix.Close(fds[0]))
		}
		streams[i] = &stream{file: os.NewFile(uintptr(fds[0]), "output"), keep: c.limits.Output, total: total}
		defer func() { err = errors.Join(err, streams[i].file.Close()) }()
	}
	proc, err := z.fork(c.limits, theirs[0], theirs[1], theirs[2])
	if err != nil {
		return out, nil, err
	}
	t.proc = proc
	for len(theirs) > 0 {
		fd := theirs[len(theirs)-1]
		theirs = theirs[:len(theirs)-1]
		if err := unix.Close(fd); err != nil {
			return out, nil, fmt.Errorf("sandbox: descriptor: %w", err)
		}
	}
	total.over = func() { proc.kill(StatusOutputLimit) }
	for _, s := range streams {
		drained.Go(s.drain)
	}
	stop := context.AfterFunc(ctx, func() { proc.kill(statusCanceled) })
	defer stop()

	t.converse(ctx)

	// The conversation is over: the process is gone, or about to be.
	select {
	case <-proc.ended:
	case <-time.After(exitTimeout):
		proc.kill(StatusWallLimit)
		select {
		case <-proc.ended:
		case <-time.After(exitTimeout):
			// It cannot be killed, which no candidate can bring about: start afresh.
			if err := z.end(fmt.Errorf("%w: a job did not end", errZygote)); err != nil {
				return out, nil, err
			}
			<-proc.ended
		}
	}
	t.stopClocks()
	proc.mu.Lock()
	if proc.pidfd >= 0 {
		proc.err = errors.Join(proc.err, unix.Close(proc.pidfd))
		proc.pidfd = -1
	}
	perr := proc.err
	proc.mu.Unlock()
	drained.Wait()
	switch {
	case ctx.Err() != nil:
		return out, nil, fmt.Errorf("sandbox: %w", ctx.Err())
	case perr != nil:
		return out, nil, perr
	case t.fault != nil:
		return out, nil, t.fault
	}
	out = t.outcome()
	out.CPU, out.PeakRSS = proc.cpu, proc.rss
	out.Stdout, out.Stderr = streams[0].text(), streams[1].text()
	out.OutputBytes = total.n
	return out, t.answer, nil
}

// statusCanceled is the reason for killing a job whose context is over; no outcome has it.
const statusCanceled Status = "canceled"

// statusForged is the reason for killing a job that wrote what its runner does not write.
const statusForged Status = "forged"

// A talk is the conversation with one job over its private channel.
type talk struct {
	pool *Pool
	call call
	conn *net.UnixConn
	proc *process

	touched   []Touch
	rep       report
	reported  bool
	answer    []byte
	loadStart time.Time
	loadEnd   time.Time
	goAt      time.Time
	endAt     time.Time
	fault     error
	wallTimer *time.Timer
	cpuDone   chan struct{}
	cpuWait   sync.WaitGroup
}

// converse speaks with the job until its end of the channel is closed.
func (t *talk) converse(ctx context.Context) {
	buf := t.pool.packets.Get().(*[]byte)
	defer t.pool.packets.Put(buf)
	infrastructure := func(err error) {
		t.fault = fmt.Errorf("sandbox: %w", err)
		t.proc.kill(statusCanceled)
	}
	// Ready?
	if err := t.conn.SetReadDeadline(time.Now().Add(startTimeout)); err != nil {
		infrastructure(err)
		return
	}
	hello, err := t.receive(*buf)
	switch {
	case err != nil:
		infrastructure(fmt.Errorf("waiting for a job's process: %w", err))
		return
	case hello[0] == packetFault:
		infrastructure(fmt.Errorf("a job's process could not be jailed: %s", hello[1:]))
		return
	case len(hello) != 1 || hello[0] != packetHello:
		infrastructure(errors.New("a job's process began with an unknown packet"))
		return
	}
	if err := t.conn.SetReadDeadline(time.Time{}); err != nil {
		infrastructure(err)
		return
	}
	select {
	case <-t.proc.started: // came before the hello, or comes at once
	case <-t.proc.ended:
		infrastructure(errors.New("a job's process ended before it began"))
		return
	}
	// From here on whatever happens is the candidate's doing, and a failing write means that it is gone.
	t.startClocks()
	t.loadStart = time.Now()
	defer func() { t.endAt = cmpTime(t.endAt, time.Now()) }()
	loadNonce, callNonce := nonce(), nonce()
	header, err := json.Marshal(map[string]any{"nonce": hex.EncodeToString(loadNonce), "entry": t.call.entry, "trace": t.call.trace, "tool": t.call.tool})
	if err != nil {
		infrastructure(err)
		return
	}
	if t.send(header) != nil || t.send([]byte(t.call.source)) != nil {
		t.readRest(*buf, loadNonce)
		return
	}
	for called := false; ; {
		packet, err := t.receive(*buf)
		if err != nil {
			return
		}
		now := time.Now()
		body := packet[1:]
		switch {
		case packet[0] == packetTouch && !t.reported:
			touch, err := parseTouch(body)
			if err != nil {
				t.forged(err)
				return
			}
			t.touch(touch)
		case packet[0] == packetLoaded && !called && bytes.Equal(body, loadNonce):
			t.loadEnd, t.goAt = now, time.Now()
			called = true
			if t.send(append(callNonce, t.call.args...)) != nil {
				continue // gone; the next read says so
			}
		case packet[0] == packetData && called && t.call.tool && !t.reported:
			if len(t.answer)+len(body) > maxAnswer {
				t.forged(errors.New("the answer is too long"))
				return
			}
			t.answer = append(t.answer, body...)
		case packet[0] == packetReport && !t.reported:
			n := loadNonce
			if called {
				n = callNonce
			}
			rep, err := parseReport(body, n, called, t.call.tool)
			if err != nil {
				t.forged(err)
				return
			}
			if t.call.tool && rep.status == StatusOK && rep.text != strconv.Itoa(len(t.answer)) {
				t.forged(errors.New("the answer is not as long as it says"))
				return
			}
			t.rep, t.reported, t.endAt = rep, true, now
			// The result is in; all that is left to the process is to end.
			t.wallTimer.Reset(min(exitTimeout, max(t.call.limits.Wall, time.Second)))
		default:
			t.forged(fmt.Errorf("packet of kind %q", packet[0]))
			return
		}
	}
}

// readRest reads what a job that no longer listens may have said before.
func (t *talk) readRest(buf, nonce []byte) {
	for {
		packet, err := t.receive(buf)
		if err != nil {
			return
		}
		if packet[0] == packetReport && !t.reported {
			if rep, err := parseReport(packet[1:], nonce, false, t.call.tool); err == nil {
				t.rep, t.reported, t.endAt = rep, true, time.Now()
			}
		}
	}
}

func cmpTime(set, now time.Time) time.Time {
	if set.IsZero() {
		return now
	}
	return set
}

func nonce() []byte {
	b := make([]byte, nonceSize, 64)
	rand.Read(b) // never fails: the program crashes instead
	return b
}

// receive reads a packet, which is never empty.
func (t *talk) receive(buf []byte) ([]byte, error) {
	n, _, flags, _, err := t.conn.ReadMsgUnix(buf, nil)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, io.EOF
	}
	if flags&unix.MSG_TRUNC != 0 {
		return []byte{0}, nil // a kind that does not exist
	}
	return buf[:n], nil
}

// send sends a message in as many packets as it takes.
func (t *talk) send(message []byte) error {
	for len(message) > chunkSize {
		if _, err := t.conn.Write(append([]byte{packetChunk}, message[:chunkSize]...)); err != nil {
			return err
		}
		message = message[chunkSize:]
	}
	_, err := t.conn.Write(append([]byte{packetLast}, message...))
	return err
}

func (t *talk) touch(touch Touch) {
	if len(t.touched) < maxTouched && !slices.Contains(t.touched, touch) {
		t.touched = append(t.touched, touch)
	}
}

// forged ends a job that wrote to the private channel itself. Whatever else it said is worthless.
func (t *talk) forged(err error) {
	t.proc.kill(statusForged)
	t.reported, t.answer = false, nil
	t.touched = append(t.touched, Touch{Event: "channel", Detail: err.Error()})
}

// startClocks starts the wall clock and the watch on the process's CPU clock.
func (t *talk) startClocks() {
	l := t.call.limits
	t.wallTimer = time.AfterFunc(l.Wall, func() { t.proc.kill(StatusWallLimit) })
	t.cpuDone = make(chan struct{})
	t.cpuWait.Go(func() {
		// No process can have used its time up before this; most are long gone then.
		parallel := time.Duration(max(1, min(l.Threads, runtime.NumCPU())))
		timer := time.NewTimer(l.CPU / parallel)
		defer timer.Stop()
		var clock int32
		for {
			select {
			case <-t.cpuDone:
				return
			case <-timer.C:
			}
			if clock == 0 {
				var err error
				if clock, err = cpuClock(t.proc.pidfd); err != nil {
					return // the process is gone; else RLIMIT_CPU stops it, a second late
				}
			}
			var ts unix.Timespec
			if unix.ClockGettime(clock, &ts) != nil {
				return // gone
			}
			left := l.CPU - time.Duration(ts.Nano())
			if left <= 0 {
				t.proc.kill(StatusCPULimit)
				return
			}
			timer.Reset(max(left/parallel, 2*time.Millisecond))
		}
	})
}

func (t *talk) stopClocks() {
	if t.wallTimer != nil {
		t.wallTimer.Stop()
		close(t.cpuDone)
		t.cpuWait.Wait()
	}
}

// cpuClock is the id of the CPU-time clock of the process behind a pidfd, all threads together.
func cpuClock(pidfd int) (int32, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/self/fdinfo/%d", pidfd))
	if err != nil {
		return 0, fmt.Errorf("sandbox: cpu clock: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "Pid:"); ok {
			pid, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || pid <= 0 {
				return 0, fmt.Errorf("sandbox: cpu clock: process %q", strings.TrimSpace(value))
			}
			const schedClock = 2 // CPUCLOCK_SCHED; the kernel makes clock ids of processes so
			return int32(^pid<<3 | schedClock), nil
		}
	}
	return 0, errors.New("sandbox: cpu clock: no pid")
}

// outcome decides what the job came to.
func (t *talk) outcome() Outcome {
	var out Outcome
	out.Touched = t.touched
	if t.loadStart.IsZero() {
		return out
	}
	loadEnd := t.loadEnd
	if loadEnd.IsZero() {
		loadEnd = t.endAt
	}
	out.LoadWall = loadEnd.Sub(t.loadStart)
	if !t.goAt.IsZero() {
		out.Wall = t.endAt.Sub(t.goAt)
	}
	status, rep := t.proc.status, t.rep
	if status.Exited() {
		out.ExitCode = status.ExitStatus()
	}
	reason, killed := t.proc.killedFor()
	switch {
	case killed && reason == statusForged:
		out.Status = StatusExited
		out.Message = "the private channel carried what its runner does not write"
	case killed:
		out.Status = reason
	case status.Signaled():
		out.Signal = unix.SignalName(status.Signal())
		out.Status = StatusKilled
		out.Message = "the process was ended by " + out.Signal
		if (status.Signal() == unix.SIGKILL || status.Signal() == unix.SIGXCPU) && t.proc.cpu >= t.call.limits.CPU {
			out.Status, out.Signal, out.Message = StatusCPULimit, "", ""
		}
	case !t.reported || out.ExitCode != 0:
		out.Status = StatusExited
		out.Message = fmt.Sprintf("the process ended with exit code %d and without a result", out.ExitCode)
	default:
		out.Status = rep.status
	}
	if t.call.trace {
		out.Lines, out.LoadLines, out.PeakAlloc = rep.lines, rep.loadLines, rep.peakAlloc
		out.TraceLost = rep.traceLost || !t.reported
	}
	if !t.reported || out.Status != rep.status {
		return out
	}
	switch out.Status {
	case StatusOK:
		if !t.call.tool {
			out.Value = Number{Kind: rep.kind, Text: rep.text}
		}
	case StatusNotANumber:
		out.NotNumber = rep.kind
	case StatusNoEntry:
		out.Message = fmt.Sprintf("the program defines no function %s", t.call.entry)
	default:
		out.Exception = &Exception{Type: rep.kind, Message: rep.text, Line: rep.line, Phase: rep.phase}
	}
	return out
}

// A counter adds up the output of both streams and calls over once when there is too much.
type counter struct {
	mu    sync.Mutex
	n     int64
	limit int64
	over  func()
}

func (c *counter) add(n int) {
	c.mu.Lock()
	before := c.n
	c.n += int64(n)
	after := c.n
	c.mu.Unlock()
	if before <= c.limit && after > c.limit {
		c.over()
	}
}

// A stream reads one output of a job to its end and keeps the head.
type stream struct {
	file  *os.File
	keep  int64
	total *counter
	head  []byte
}

func (s *stream) drain() {
	buf := make([]byte, 32<<10)
	for {
		n, err := s.file.Read(buf)
		if room := s.keep - int64(len(s.head)); room > 0 {
			s.head = append(s.head, buf[:min(int64(n), room)]...)
		}
		s.total.add(n)
		if err != nil {
			return // the end: a pipe has no other
		}
	}
}

func (s *stream) text() string { return strings.ToValidUTF8(string(s.head), "\uFFFD") }
