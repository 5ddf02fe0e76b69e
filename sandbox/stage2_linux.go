package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"syscall"

	_ "embed"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

//go:embed zygote.py
var zygoteSource string

//go:embed runner.py
var runnerSource string

// stage2Name is what argv[0] is when a binary is executed again to become the jail.
const stage2Name = "assay-jail"

// Where stage 2 finds its two file descriptors.
const (
	specFD    = 3 // its orders
	controlFD = 4 // the control socket; open trees follow from 5
)

// Where the warm interpreter finds its own: beyond any descriptor of the Go runtime, whose epoll must stay in place until
// the moment of the exec.
const (
	zygoteControlFD = 100 + iota
	zygoteSourceFD
	zygoteConfigFD
	zygoteRulesFD
	zygoteFilterFD
	zygotePIDNamespaceFD
	zygoteEndFD
)

// bootstrap is the program text that the warm interpreter is started with: everything else comes through
// file descriptors, so that its command line says nothing.
var bootstrap = fmt.Sprintf(`import posix
def take(fd):
    parts = []
    while True:
        part = posix.read(fd, 1 << 20)
        if not part:
            posix.close(fd)
            return b"".join(parts).decode()
        parts.append(part)
import json
CONFIG = json.loads(take(%d))
RUNNER_SOURCE = CONFIG.pop("runner")
exec(compile(take(%d), "<zygote>", "exec"))
`, zygoteConfigFD, zygoteSourceFD)

// stage2Spec is what the parent tells stage 2.
type stage2Spec struct {
	Probe      bool         `json:"probe,omitempty"` // build the jail, say so and end
	Namespaces bool         `json:"namespaces"`
	Landlock   bool         `json:"landlock"`
	Seccomp    bool         `json:"seccomp"`
	Binds      []bind       `json:"binds"`
	Python     string       `json:"python"`
	Env        []string     `json:"env"`
	Config     zygoteConfig `json:"config"`
}

// zygoteConfig is what the warm interpreter is told.
type zygoteConfig struct {
	Namespaces    bool     `json:"namespaces"`
	JobUserns     bool     `json:"job_userns"`
	Landlock      bool     `json:"landlock"`
	LandlockFlags uint32   `json:"landlock_flags"`
	SysCapset     int      `json:"sys_capset"`
	SysLandlock   int      `json:"sys_landlock"`
	SysSeccomp    int      `json:"sys_seccomp"`
	SysCloseRange int      `json:"sys_close_range"`
	TmpBytes      int64    `json:"tmp_bytes"`
	SysPath       []string `json:"sys_path"`
	Prefixes      []string `json:"prefixes"`
	Preload       []string `json:"preload"`
	FDControl     int      `json:"fd_control"`
	FDRules       int      `json:"fd_rules"`
	FDFilter      int      `json:"fd_filter"`
	FDPidns       int      `json:"fd_pidns"`
	Runner        string   `json:"runner"`
}

// event is what comes back over the control socket, from stage 2 and from the warm interpreter.
type event struct {
	Event    string            `json:"event"` // "fatal", "probed", "ready", "started", "fault", "ended"
	Text     string            `json:"text,omitempty"`
	ID       uint64            `json:"id,omitempty"`
	Status   int               `json:"status,omitempty"`
	CPU      int64             `json:"cpu,omitempty"`
	RSS      int64             `json:"rss,omitempty"`
	Version  string            `json:"version,omitempty"`
	Seconds  float64           `json:"seconds,omitempty"`
	Missing  map[string]string `json:"missing,omitempty"`
	Packages map[string]string `json:"packages,omitempty"`
}

// MaybeStage2 turns the process into the jail when it was started to become it, and returns at once
// otherwise. A program that opens a [Pool] calls it first thing in main, and a test binary in TestMain:
// the pool starts the running binary again through /proc/self/exe, inside new namespaces,
// to build the jail there with no other program's help. [Open] fails in a program that has not called it.
func MaybeStage2() {
	stage2Called.Store(true)
	if len(os.Args) != 1 || os.Args[0] != stage2Name {
		return
	}
	runtime.LockOSThread()
	control := os.NewFile(controlFD, "control")
	err := stage2()
	// Reached on failure, and after a probe.
	answer := event{Event: "probed"}
	if err != nil {
		answer = event{Event: "fatal", Text: err.Error()}
	}
	text, encodeErr := json.Marshal(answer)
	_, writeErr := control.Write(text)
	if err := errors.Join(err, encodeErr, writeErr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(120)
	}
	os.Exit(0)
}

// stage2Called says that this binary can become the jail. Without it the pool would start the binary's ordinary main
// over and over, and it would wait for a jail.
var stage2Called atomic.Bool

// stage2 builds the jail round itself and becomes the warm interpreter. It returns only if that fails, or
// when it was to do no more than try.
func stage2() error {
	var spec stage2Spec
	orders := os.NewFile(specFD, "orders")
	if err := json.NewDecoder(orders).Decode(&spec); err != nil {
		return fmt.Errorf("reading orders: %w", err)
	}
	if err := orders.Close(); err != nil {
		return fmt.Errorf("closing orders: %w", err)
	}
	pidns := -1
	if spec.Namespaces {
		var err error
		if pidns, err = unix.Open("/proc/self/ns/pid", unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
			return fmt.Errorf("opening own pid namespace: %w", err)
		}
		if err := buildRoot(spec.Binds, spec.Config.TmpBytes); err != nil {
			return err
		}
	}
	for _, b := range spec.Binds {
		if err := unix.Access(b.Path, unix.R_OK); err != nil && b.Link == "" {
			return fmt.Errorf("uid %d, as which jobs run here, cannot read %s: %w; name an interpreter elsewhere in ASSAY_PYTHON", os.Getuid(), b.Path, err)
		}
	}
	rules := -1
	if spec.Landlock {
		var err error
		rules, spec.Config.LandlockFlags, err = landlockRules(spec.Binds, spec.Namespaces)
		if err != nil {
			return err
		}
	}
	var filter []byte
	if spec.Seccomp {
		var err error
		// Without a user namespace of its own RLIMIT_NPROC does not count a job alone: no threads then.
		if filter, err = assemblePolicy(spec.Namespaces, spec.Config.JobUserns); err != nil {
			return err
		}
	}
	if spec.Probe {
		return nil
	}
	config, err := json.Marshal(spec.Config)
	if err != nil {
		return fmt.Errorf("writing configuration: %w", err)
	}
	fds := map[int]int{zygoteControlFD: controlFD, zygoteRulesFD: rules, zygotePIDNamespaceFD: pidns}
	for fd, content := range map[int][]byte{zygoteSourceFD: []byte(zygoteSource), zygoteConfigFD: config, zygoteFilterFD: filter} {
		if fds[fd], err = memoryFile(content); err != nil {
			return err
		}
	}
	for fd, source := range fds {
		if source < 0 {
			continue
		}
		if err := unix.Dup3(source, fd, 0); err != nil {
			return fmt.Errorf("placing descriptor %d: %w", fd, err)
		}
	}
	for _, r := range [][2]uint{{3, zygoteControlFD - 1}, {zygoteEndFD, 1<<31 - 1}} {
		if err := unix.CloseRange(r[0], r[1], unix.CLOSE_RANGE_CLOEXEC); err != nil {
			return fmt.Errorf("close_range: %w", err)
		}
	}
	for _, l := range []struct {
		resource int
		value    uint64
	}{{unix.RLIMIT_CORE, 0}, {unix.RLIMIT_NOFILE, 1024}, {unix.RLIMIT_STACK, 8 << 20}} {
		if err := lowerLimit(l.resource, l.value); err != nil {
			return err
		}
	}
	err = syscall.Exec(spec.Python, []string{"python3", "-s", "-S", "-B", "-c", bootstrap}, spec.Env)
	return fmt.Errorf("executing %s: %w", spec.Python, err)
}

// buildRoot makes a root of its own from an empty tmpfs and read-only views of the binds, and enters it.
// There is no /proc in it and nothing of /dev but null, zero and urandom.
func buildRoot(binds []bind, tmpBytes int64) error {
	const readOnly = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", err)
	}
	// Every tree is taken before the new root covers anything.
	trees := make([]int, len(binds))
	for i, b := range binds {
		if b.Link != "" {
			continue
		}
		trees[i] = b.FD
		if b.FD == 0 {
			fd, err := openTree(b.Path, readOnly)
			if err != nil {
				return err
			}
			trees[i] = fd
		}
	}
	devices := []string{"null", "zero", "urandom"}
	deviceTrees := make([]int, len(devices))
	for i, d := range devices {
		fd, err := openTree("/dev/"+d, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NOEXEC)
		if err != nil {
			return err
		}
		deviceTrees[i] = fd
	}
	root := ""
	for _, d := range []string{"/tmp", "/var", "/mnt", "/usr"} { // any folder: it is covered, here only
		if fi, err := os.Stat(d); err == nil && fi.IsDir() {
			root = d
			break
		}
	}
	if root == "" {
		return errors.New("no folder to mount the jail's root on")
	}
	if err := unix.Mount("tmpfs", root, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,nr_inodes=1024,mode=0755"); err != nil {
		return fmt.Errorf("mounting the jail's root: %w", err)
	}
	place := func(fd int, path string, file bool) error {
		at := filepath.Join(root, path)
		if file {
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				return err
			}
			f, err := os.OpenFile(at, os.O_CREATE|os.O_WRONLY, 0o644)
			if err != nil {
				return err
			}
			if err := f.Close(); err != nil {
				return err
			}
		} else if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		if err := unix.MoveMount(fd, "", unix.AT_FDCWD, at, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
			return fmt.Errorf("showing %s: %w", path, err)
		}
		return unix.Close(fd)
	}
	for i, b := range binds {
		if b.Link != "" {
			at := filepath.Join(root, b.Path)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				return err
			}
			if err := os.Symlink(b.Link, at); err != nil && !errors.Is(err, os.ErrExist) {
				return err
			}
			continue
		}
		if err := place(trees[i], b.Path, b.File); err != nil {
			return err
		}
	}
	for i, d := range devices {
		if err := place(deviceTrees[i], "/dev/"+d, true); err != nil {
			return err
		}
	}
	// The writable place is /job/tmp: a Landlock rule on /job covers what each job mounts there later,
	// which one on the mount point itself would not.
	if err := os.MkdirAll(filepath.Join(root, "job/tmp"), 0o755); err != nil {
		return err
	}
	if _, err := os.Lstat(filepath.Join(root, "tmp")); errors.Is(err, os.ErrNotExist) {
		if err := os.Symlink("/job/tmp", filepath.Join(root, "tmp")); err != nil {
			return err
		}
	}
	// A first private /tmp proves that a job can have one; each mounts its own over it.
	options := fmt.Sprintf("size=%d,nr_inodes=16,mode=0700", tmpBytes)
	if err := unix.Mount("tmpfs", filepath.Join(root, "job/tmp"), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC|unix.MS_RDONLY, options); err != nil {
		return fmt.Errorf("mounting /job/tmp: %w", err)
	}
	if err := unix.Chdir(root); err != nil {
		return fmt.Errorf("entering the jail's root: %w", err)
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("leaving the old root: %w", err)
	}
	if err := unix.Chdir("/"); err != nil {
		return fmt.Errorf("entering the new root: %w", err)
	}
	if err := unix.MountSetattr(-1, "/", 0, &unix.MountAttr{Attr_set: readOnly}); err != nil {
		return fmt.Errorf("making the root read-only: %w", err)
	}
	if err := unix.Sethostname([]byte("jail")); err != nil {
		return fmt.Errorf("naming the host: %w", err)
	}
	return nil
}

// openTree takes a detached view of a path with more mount attributes.
func openTree(path string, attributes uint64) (int, error) {
	fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return -1, fmt.Errorf("opening %s: %w", path, err)
	}
	if err := unix.MountSetattr(fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: attributes}); err != nil {
		return -1, errors.Join(fmt.Errorf("restricting %s: %w", path, err), unix.Close(fd))
	}
	return fd, nil
}

// landlockRules makes the rule set that every job restricts itself with: reading under the binds, writing
// under /job, and (as far as the kernel's Landlock goes) no TCP or UDP, no signals and no
// abstract sockets out of the job.
func landlockRules(binds []bind, tmp bool) (fd int, flags uint32, err error) {
	// BestEffort alone would be satisfied with nothing at all.
	if abi, err := llsys.LandlockGetABIVersion(); err != nil || abi < 1 {
		return -1, 0, fmt.Errorf("landlock is not available (ABI %d): %w", abi, err)
	}
	const readFile, readDir = landlock.AccessFSSet(llsys.AccessFSReadFile), landlock.AccessFSSet(llsys.AccessFSReadDir)
	rules := []landlock.Rule{landlock.PathAccess(readFile|landlock.AccessFSSet(llsys.AccessFSWriteFile), "/dev/null"),
		landlock.PathAccess(readFile, "/dev/zero", "/dev/urandom")}
	for _, b := range binds {
		switch {
		case b.Link != "":
		case b.File:
			rules = append(rules, landlock.PathAccess(readFile, b.Path))
		default:
			rules = append(rules, landlock.PathAccess(readFile|readDir, b.Path))
		}
	}
	if tmp {
		rules = append(rules, landlock.RWDirs("/job"))
	}
	fd, flags, err = landlock.V11.BestEffort().NewRulesetFD(rules...)
	if err != nil {
		return -1, 0, fmt.Errorf("landlock rules: %w", err)
	}
	if fd < 0 {
		return -1, 0, errors.New("landlock rules: nothing would be restricted")
	}
	return fd, flags, nil
}

func memoryFile(content []byte) (int, error) {
	fd, err := unix.MemfdCreate("assay", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, fmt.Errorf("memfd_create: %w", err)
	}
	for len(content) > 0 {
		n, err := unix.Write(fd, content)
		if err != nil {
			return -1, fmt.Errorf("writing to memory file: %w", err)
		}
		content = content[n:]
	}
	if _, err := unix.Seek(fd, 0, io.SeekStart); err != nil {
		return -1, fmt.Errorf("rewinding memory file: %w", err)
	}
	return fd, nil
}

// lowerLimit sets a resource limit to value, or to the present hard limit where that is lower.
func lowerLimit(resource int, value uint64) error {
	var l unix.Rlimit
	if err := unix.Getrlimit(resource, &l); err != nil {
		return fmt.Errorf("getrlimit %d: %w", resource, err)
	}
	v := min(value, l.Max)
	if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: v, Max: v}); err != nil {
		return fmt.Errorf("setrlimit %d: %w", resource, err)
	}
	return nil
}
