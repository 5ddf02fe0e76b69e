package sandbox

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/elastic/go-seccomp-bpf/arch"
)

//go:embed testdata/attacks testdata/prelude.py
var attackFiles embed.FS

func attackSource(t *testing.T, name string) string {
	t.Helper()
	prelude, err := attackFiles.ReadFile("testdata/prelude.py")
	if err != nil {
		t.Fatal(err)
	}
	body, err := attackFiles.ReadFile("testdata/attacks/" + name + ".py")
	if err != nil {
		t.Fatal(err)
	}
	return string(prelude) + "\n" + string(body)
}

// An attack is a program of testdata/attacks and how it must end.
type attack struct {
	name   string
	want   []Status // any of these; none: StatusOK with the value 0, no attempt having succeeded
	value  Number   // of StatusOK, where it is not 0
	touch  string   // an event that must be reported
	check  func(t *testing.T, out Outcome)
	limits Limits
	trace  bool
}

// Limits for programs that do not end, and for those that fill things up.
var (
	endless = Limits{CPU: 150 * time.Millisecond}
	asleep  = Limits{Wall: 500 * time.Millisecond}
	hungry  = Limits{Memory: 256 << 20}
)

func exception(kind string) func(t *testing.T, out Outcome) {
	return func(t *testing.T, out Outcome) {
		t.Helper()
		if out.Exception == nil || out.Exception.Type != kind {
			t.Errorf("exception %+v, want one of type %s", out.Exception, kind)
		}
	}
}

func notNumber(kind string) func(t *testing.T, out Outcome) {
	return func(t *testing.T, out Outcome) {
		t.Helper()
		if out.NotNumber != kind {
			t.Errorf("not a number: %q, want %q", out.NotNumber, kind)
		}
	}
}

func statuses(s ...Status) []Status { return s }

var attacks = []attack{
	{name: "read_passwd", touch: "open"},
	{name: "read_store", touch: "open"},
	{name: "read_environment"},
	{name: "write_outside", touch: "open"},
	{name: "socket_inet", touch: "socket"},
	{name: "socket_unix", touch: "socket"},
	{name: "socket_netlink", touch: "socket"},
	{name: "fork_bomb", touch: "subprocess"},
	{name: "fork_in_load", touch: "subprocess"},
	{name: "thread_bomb", touch: "thread"},
	{name: "thread_bomb_raw"},
	{name: "memory_bytearray", want: statuses(StatusMemoryLimit), check: exception("MemoryError")},
	{name: "memory_numpy", want: statuses(StatusMemoryLimit)},
	{name: "memory_mmap", want: statuses(StatusMemoryLimit), check: exception("OSError")},
	{name: "memory_list", want: statuses(StatusMemoryLimit), limits: hungry},
	{name: "memory_string", want: statuses(StatusMemoryLimit), limits: hungry},
	{name: "memory_raw"},
	{name: "tmp_fill"},
	{name: "tmp_inodes"},
	{name: "tmp_sparse"},
	{name: "open_files"},
	{name: "output_flood", want: statuses(StatusOutputLimit), check: func(t *testing.T, out Outcome) {
		if len(out.Stdout) != 64<<10 || out.OutputBytes < maxOutput {
			t.Errorf("%d bytes kept of %d", len(out.Stdout), out.OutputBytes)
		}
	}},
	{name: "output_flood_stderr", want: statuses(StatusOutputLimit)},
	{name: "output_no_newline", check: func(t *testing.T, out Outcome) {
		if len(out.Stdout) != 64<<10 || out.OutputBytes != 3000000 {
			t.Errorf("%d bytes kept of %d, want 65536 of 3000000", len(out.Stdout), out.OutputBytes)
		}
	}},
	{name: "loop_sum", want: statuses(StatusCPULimit), limits: endless},
	{name: "loop_regex", want: statuses(StatusCPULimit), limits: endless},
	{name: "loop_power", want: statuses(StatusCPULimit), limits: endless},
	{name: "loop_in_load", want: statuses(StatusCPULimit), limits: endless},
	{name: "loop_threads", want: statuses(StatusCPULimit, StatusException), limits: endless},
	{name: "sleep", want: statuses(StatusWallLimit), limits: asleep},
	{name: "sleep_in_load", want: statuses(StatusWallLimit), limits: asleep},
	{name: "kill_all", touch: "signal"},
	{name: "signal_by_fcntl"},
	{name: "shared_descriptors"},
	{name: "shared_descriptors"}, // finds what the first one left, if anything stays
	{name: "locks"},
	{name: "page_cache"},
	{name: "foreign_imports", touch: "import", check: func(t *testing.T, out Outcome) {
		for _, x := range []Touch{{"import", "wave", false}, {"import", "sched", false}, {"ctypes", "ctypes.dlopen", false}} {
			if !slices.Contains(out.Touched, x) {
				t.Errorf("no touch %v in %v", x, out.Touched)
			}
		}
	}},
	{name: "ptrace", touch: "ctypes"},
	{name: "process_vm", touch: "ctypes"},
	{name: "os_exit", want: statuses(StatusExited)},
	{name: "os_exit_in_load", want: statuses(StatusExited)},
	{name: "exit_with_forged_line", want: statuses(StatusExited)},
	{name: "sys_exit", want: statuses(StatusExited), check: exception("SystemExit")},
	{name: "system_exit_subclass", want: statuses(StatusExited), check: exception("Fine")},
	{name: "exit_in_load", want: statuses(StatusExited)},
	{name: "raw_exit", want: statuses(StatusExited)},
	{name: "atexit_late", check: func(t *testing.T, out Outcome) {
		if strings.Contains(out.Stdout, "LATE") {
			t.Error("an atexit function ran")
		}
	}},
	{name: "patched_json"},
	{name: "patched_builtins"},
	{name: "patched_os"},
	{name: "patched_numbers", want: statuses(StatusOK), value: Number{"fraction", "3/4"}},
	{name: "forge_stdout"},
	{name: "forge_channel", want: statuses(StatusExited), touch: "channel"},
	{name: "forge_channel_early", want: statuses(StatusExited), touch: "channel"},
	{name: "forge_fault", want: statuses(StatusExited), touch: "channel"},
	{name: "forge_loaded", want: statuses(StatusExited), touch: "channel"},
	{name: "forge_garbage", want: statuses(StatusExited), touch: "channel"},
	{name: "forge_touches", touch: "open"},
	{name: "forge_with_nonce", want: statuses(StatusExited), touch: "channel"},
	{name: "steal_arguments", want: statuses(StatusWallLimit), limits: asleep},
	{name: "close_descriptors", want: statuses(StatusExited)},
	{name: "symlink", touch: "file"},
	{name: "proc_walk", touch: "list"},
	{name: "mount", touch: "ctypes"},
	{name: "namespaces"},
	{name: "privileges"},
	{name: "int_0x80"},
	{name: "x32"},
	{name: "kernel_surface"},
	{name: "execute", touch: "subprocess"},
	{name: "ipc"},
	{name: "limits", touch: "limit"},
	{name: "threads_left", want: statuses(StatusOK, StatusException), value: Number{"int", "0"}},
	{name: "recursion", want: statuses(StatusException), check: exception("RecursionError")},
	{name: "recursion_unlimited", want: statuses(StatusKilled, StatusMemoryLimit, StatusException)},
	{name: "ignore_signals", want: statuses(StatusCPULimit), limits: endless},
	{name: "stop_self", want: statuses(StatusOK, StatusWallLimit), value: Number{"int", "0"}, limits: Limits{Wall: 5 * time.Second}},
	{name: "alarm_in_runner", want: statuses(StatusOK, StatusException, StatusExited, StatusWallLimit), value: Number{"int", "0"}, limits: Limits{Wall: 2 * time.Second}},
	{name: "segfault", want: statuses(StatusKilled), check: func(t *testing.T, out Outcome) {
		if out.Signal != "SIGSEGV" {
			t.Errorf("signal %q, want SIGSEGV", out.Signal)
		}
	}},
	{name: "abort", want: statuses(StatusKilled)},
	{name: "huge_int", want: statuses(StatusNotANumber), check: notNumber("int of more than 100000 digits")},
	{name: "float_subclass", want: statuses(StatusNotANumber), check: notNumber("Sly")},
	{name: "object_as_float", want: statuses(StatusNotANumber), check: notNumber("Anything")},
	{name: "array_subclass", want: statuses(StatusNotANumber), check: notNumber("Sly")},
	{name: "metaclass", want: statuses(StatusNotANumber), check: notNumber("X")},
	{name: "hostile_exception", want: statuses(StatusException), check: exception("Sly")},
	{name: "long_message", want: statuses(StatusException), check: func(t *testing.T, out Outcome) {
		if n := len(out.Exception.Message); n != 2000 {
			t.Errorf("message of %d bytes, want 2000", n)
		}
	}},
	{name: "exception_loops", want: statuses(StatusCPULimit), limits: endless},
	{name: "hunt_descriptors", touch: "gc"},
	{name: "hunt_frames", touch: "frame"},
	{name: "hooks", want: statuses(StatusOK, StatusException, StatusExited), value: Number{"int", "0"}, touch: "trace"},
	{name: "trace_off", trace: true, touch: "trace", check: func(t *testing.T, out Outcome) {
		if !out.TraceLost {
			t.Errorf("the tracer was taken off unnoticed after %d lines", out.Lines)
		}
	}},
	{name: "touch_flood", touch: "open", check: func(t *testing.T, out Outcome) {
		if len(out.Touched) != maxTouched {
			t.Errorf("%d touches, want %d", len(out.Touched), maxTouched)
		}
	}},
}

// TestEveryAttackIsListed keeps the table and the folder together.
func TestEveryAttackIsListed(t *testing.T) {
	files, err := fs.Glob(attackFiles, "testdata/attacks/*.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".py")
		if !slices.ContainsFunc(attacks, func(a attack) bool { return a.name == name }) {
			t.Errorf("%s is in no table", f)
		}
	}
}

// TestAttacks runs every attack on the best jail of this machine, as the present user.
func TestAttacks(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	active := map[string]bool{}
	for _, pr := range p.Protections() {
		active[pr.Name] = pr.Active
		t.Logf("%-18s %-5v %s", pr.Name, pr.Active, pr.Detail)
	}
	for _, name := range []string{"files", "seccomp", "network", "processes", "resource limits"} {
		if !active[name] {
			t.Errorf("protection %q is not active here", name)
		}
	}
	if !active["unprivileged user"] && !active["cgroup"] {
		t.Error("neither an unprivileged user nor a cgroup holds here")
	}
	runAttacks(t, p)
}

// TestAttacksWithoutNamespaces runs every attack on the fallback: Landlock, seccomp and resource limits alone.
func TestAttacksWithoutNamespaces(t *testing.T) {
	runAttacksOn(t, publicPython(t), rung{landlock: true, seccomp: true})
}

// TestAttacksWithoutLandlock runs every attack where the namespaces alone keep files apart, as on kernels without Landlock.
func TestAttacksWithoutLandlock(t *testing.T) {
	runAttacksOn(t, python(t).Path, rung{namespaces: true, jobUserns: true, seccomp: true})
}

func runAttacksOn(t *testing.T, python string, r rung) {
	p, err := open(context.Background(), Options{Workers: 2, Python: python}, []rung{r})
	if errors.Is(err, errStage2) && r.namespaces {
		t.Skipf("no user namespaces on this machine: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}()
	runAttacks(t, p)
}

// TestAttacksAsOrdinaryUser runs TestAttacks and more again as uid 1000, which a root's run cannot stand for.
func TestAttacksAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("the other tests already run as an ordinary user")
	}
	const user = 1000
	home := publicDir(t)
	if err := os.Chown(home, user, user); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe", "-test.run=^(TestAttacks|TestAttacksWithoutNamespaces|TestNothingSurvives|TestProcessLimitWithoutFilter|TestKnownAttackers|TestNoLeaks)$", "-test.v")
	cmd.Dir = home
	if dir, err := os.Getwd(); err == nil && everyoneReaches(dir) {
		cmd.Dir = dir // from here the shared folder can be found
	}
	cmd.Env = []string{"HOME=" + home, "TMPDIR=" + home, "XDG_CACHE_HOME=" + home, "PATH=" + os.Getenv("PATH"), "ASSAY_PYTHON=" + publicPython(t)}
	for _, name := range []string{"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as uid %d: %v\n%s", user, err, out)
	}
	if n := bytes.Count(out, []byte("--- PASS: TestAttacks/")); n < len(attacks) {
		t.Errorf("%d attacks passed as uid %d, want %d\n%s", n, user, len(attacks), out)
	}
}

// secretVariable is a variable of the test's own environment that no job may see.
const secretVariable, secretHalf, secretRest = "ASSAY_TEST_SECRET", "s3cr3t-f1rst-h4lf", "-s3c0nd-h4lf"

func runAttacks(t *testing.T, p *Pool) {
	ctx := context.Background()
	t.Setenv(secretVariable, secretHalf+secretRest)
	store := filepath.Join(t.TempDir(), "store.db")
	if err := os.WriteFile(store, []byte(secretHalf+secretRest), 0o644); err != nil {
		t.Fatal(err)
	}
	tcp := listen(t, "tcp", "127.0.0.1:0")
	unixPath := filepath.Join(t.TempDir(), "socket")
	listen(t, "unix", unixPath)
	abstract := fmt.Sprintf("assay-test-%d", os.Getpid())
	listen(t, "unix", "@"+abstract)
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	warm := p.plain.current
	env, err := json.Marshal(map[string]any{
		"store": store, "parent": os.Getpid(), "zygote": warm.cmd.Process.Pid, "port": tcp.Addr().(*net.TCPAddr).Port, "unix": unixPath,
		"abstract": abstract, "secret_half": secretHalf, "secret_rest": secretRest, "threads": DefaultLimits().Threads, "mounts": p.rung.namespaces,
		"syscalls": info.SyscallNames,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			out, err := p.Run(ctx, Job{Source: attackSource(t, a.name), Entry: "f", Args: []json.RawMessage{env}, Limits: a.limits, Trace: a.trace})
			if err != nil {
				t.Fatalf("infrastructure: %v", err)
			}
			want, value := a.want, a.value
			if want == nil {
				want, value = statuses(StatusOK), Number{"int", "0"}
			}
			if !slices.Contains(want, out.Status) || out.Status == StatusOK && out.Value != value {
				t.Errorf("ended with %s %v, want %v %v: %s %v\nstdout: %.3000s\nstderr: %.500s", out.Status, out.Value, want, value, out.Message, out.Exception, out.Stdout, out.Stderr)
			}
			if a.touch != "" && !slices.ContainsFunc(out.Touched, func(x Touch) bool { return x.Event == a.touch }) {
				t.Errorf("no touch %q in %v", a.touch, out.Touched)
			}
			if len(out.Touched) > maxTouched+1 {
				t.Errorf("%d touches", len(out.Touched))
			}
			if a.check != nil && slices.Contains(want, out.Status) {
				a.check(t, out)
			}
			honest(t, p)
			if p.plain.current != warm {
				t.Fatal("the warm interpreter was lost")
			}
		})
	}
	if content, err := os.ReadFile(store); err != nil || string(content) != secretHalf+secretRest {
		t.Errorf("the store now reads %q, %v", content, err)
	}
}

// listen makes a listener that fails the test if anyone connects.
func listen(t *testing.T, network, address string) net.Listener {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				if !errors.Is(err, net.ErrClosed) {
					t.Errorf("accept: %v", err)
				}
				return
			}
			t.Errorf("somebody connected to %s %s", network, address)
			_ = c.Close()
		}
	}()
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		<-done
	})
	return l
}

// publicDir is a temporary folder that every user may enter.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "assay-public-") // not under /tmp, where the jail has the jobs' own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// publicPython returns an interpreter that other users can run: the one found, or a copy (of links) of it.
func publicPython(t *testing.T) string {
	t.Helper()
	ip := python(t)
	if os.Geteuid() != 0 || everyoneReaches(ip.Executable) && !slices.ContainsFunc(ip.SysPath, func(d string) bool { return !everyoneReaches(d) }) {
		return ip.Path
	}
	executable := ip.Executable
	if !everyoneReaches(executable) {
		t.Skipf("the interpreter %s is in a folder that other users may not enter", executable)
	}
	dir := publicDir(t)
	version := ip.Version[:strings.LastIndex(ip.Version, ".")]
	for _, d := range ip.SysPath {
		if filepath.Base(d) == "site-packages" && !everyoneReaches(d) {
			linkTree(t, d, filepath.Join(dir, "lib", "python"+version, "site-packages"))
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(executable, filepath.Join(dir, "bin", "python3")); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("home = %s\ninclude-system-site-packages = false\nversion = %s\n", filepath.Dir(executable), ip.Version)
	if err := os.WriteFile(filepath.Join(dir, "pyvenv.cfg"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "bin", "python3")
}

// everyoneReaches reports whether other users may enter every folder above path and read it.
func everyoneReaches(path string) bool {
	for ; path != "/"; path = filepath.Dir(path) {
		if fi, err := os.Stat(path); err != nil || fi.Mode()&0o004 == 0 || fi.IsDir() && fi.Mode()&0o001 == 0 {
			return false
		}
	}
	return true
}

// linkTree copies a file or tree by hard links, or, onto another file system, by content.
func linkTree(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		at := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(at, 0o755)
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		if err := os.Link(path, at); err == nil || errors.Is(err, fs.ErrExist) {
			return nil
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(at, content, fi.Mode().Perm())
	})
	if err != nil {
		t.Fatal(err)
	}
}
