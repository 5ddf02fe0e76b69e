package sandbox

import (
	"encoding/binary"
	"testing"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

// verdict runs an assembled filter on a call, as the kernel would: an interpreter of the few instructions there are.
func verdict(t interface {
	Helper()
	Fatalf(string, ...any)
}, program []bpf.Instruction, archID uint32, number uint32, args [6]uint64) uint32 {
	t.Helper()
	load := func(off uint32) uint32 {
		switch {
		case off == 0:
			return number
		case off == 4:
			return archID
		case off >= 16 && off < 64 && off%4 == 0:
			return uint32(args[(off-16)/8] >> (8 * (off % 8)))
		}
		t.Fatalf("load from offset %d", off)
		return 0
	}
	var a uint32
	for pc := 0; pc < len(program); pc++ {
		switch i := program[pc].(type) {
		case bpf.LoadAbsolute:
			a = load(i.Off)
		case bpf.ALUOpConstant:
			if i.Op != bpf.ALUOpAnd {
				t.Fatalf("operation %v", i)
			}
			a &= i.Val
		case bpf.Jump:
			pc += int(i.Skip)
		case bpf.JumpIf:
			var yes bool
			switch i.Cond {
			case bpf.JumpEqual:
				yes = a == i.Val
			case bpf.JumpNotEqual:
				yes = a != i.Val
			case bpf.JumpLessThan:
				yes = a < i.Val
			case bpf.JumpGreaterOrEqual:
				yes = a >= i.Val
			default:
				t.Fatalf("condition %v", i)
			}
			if yes {
				pc += int(i.SkipTrue)
			} else {
				pc += int(i.SkipFalse)
			}
		case bpf.RetConstant:
			return i.Val
		default:
			t.Fatalf("instruction %T", i)
		}
	}
	t.Fatalf("the program runs off its end")
	return 0
}

func disassemble(t *testing.T, ownPID, threads bool) []bpf.Instruction {
	t.Helper()
	raw, err := assemblePolicy(ownPID, threads)
	if err != nil {
		t.Fatal(err)
	}
	var program []bpf.Instruction
	for ; len(raw) > 0; raw = raw[8:] {
		i := bpf.RawInstruction{Op: binary.LittleEndian.Uint16(raw), Jt: raw[2], Jf: raw[3], K: binary.LittleEndian.Uint32(raw[4:])}.Disassemble()
		// The disassembler writes some conditions with the branches exchanged; the interpreter takes both.
		program = append(program, i)
	}
	if len(program) > 4096 {
		t.Fatalf("%d instructions, the kernel takes 4096", len(program))
	}
	return program
}

const (
	allowIt = uint32(unix.SECCOMP_RET_ALLOW)
	denyIt  = uint32(unix.SECCOMP_RET_ERRNO) | uint32(unix.EPERM)
	noneIt  = uint32(unix.SECCOMP_RET_ERRNO) | uint32(unix.ENOSYS)
	skipIt  = uint32(unix.SECCOMP_RET_ERRNO)
)

// TestPolicyByNumber asks the filter about every number there can be, with arguments that no condition likes.
func TestPolicyByNumber(t *testing.T) {
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint32]uint32{}
	for _, n := range allowed {
		if k, ok := info.SyscallNames[n]; ok {
			want[uint32(k)] = allowIt
		}
	}
	for _, n := range absent {
		if k, ok := info.SyscallNames[n]; ok {
			want[uint32(k)] = noneIt
		}
	}
	for _, n := range idle {
		if k, ok := info.SyscallNames[n]; ok {
			want[uint32(k)] = skipIt
		}
	}
	args := [6]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	program := disassemble(t, true, true)
	for n := range uint32(4096) {
		w, ok := want[n]
		if !ok {
			w = denyIt
		}
		if got := verdict(t, program, uint32(info.ID), n, args); got != w {
			t.Errorf("call %d (%s): %#x, want %#x", n, info.SyscallNumbers[int(n)], got, w)
		}
		if got := verdict(t, program, uint32(info.ID)+1, n, args); got != denyIt {
			t.Errorf("call %d of another architecture: %#x", n, got)
		}
		if got := verdict(t, program, uint32(info.ID), n|x32Bit, args); got != noneIt {
			t.Errorf("call %d of x32: %#x", n, got)
		}
	}
}

// TestPolicyArguments compares the filter with the rules read straight from the table, on arguments drawn from the
// values that the rules speak of, from the numbers of calls (a filter may not take one for the other) and at random.
func TestPolicyArguments(t *testing.T) {
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	rules := conditional(true, true)
	program := disassemble(t, true, true)
	values := []uint64{0, 1, 2, 17, unix.CLONE_THREAD, unix.CLONE_THREAD | unix.CLONE_VM, unix.CLONE_THREAD | unix.CLONE_NEWUSER, 0x5401, 0x5412, 1 << 32, 1<<32 | 1, 16 << 32, ^uint64(0)}
	for _, r := range rules {
		values = append(values, uint64(info.SyscallNames[r.name]), uint64(info.SyscallNames[r.name])<<32)
		for _, alternative := range r.alternatives {
			for _, c := range alternative {
				values = append(values, c.value, c.value|1<<40)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(rules).Draw(t, "rule")
		var args [6]uint64
		for i := range args {
			if rapid.IntRange(0, 9).Draw(t, "kind") == 0 {
				args[i] = rapid.Uint64().Draw(t, "random")
			} else {
				args[i] = rapid.SampledFrom(values).Draw(t, "value")
			}
		}
		want := denyIt
		for _, alternative := range r.alternatives {
			all := true
			for _, c := range alternative {
				all = all && args[c.arg]&c.mask == c.value
			}
			if all {
				want = allowIt
			}
		}
		if got := verdict(t, program, uint32(info.ID), uint32(info.SyscallNames[r.name]), args); got != want {
			t.Fatalf("%s%x: %#x, want %#x", r.name, args, got, want)
		}
	})
}

// TestPolicyVariants: without a pid namespace no signals, without a count of its own no threads.
func TestPolicyVariants(t *testing.T) {
	info, err := arch.GetInfo("")
	if err != nil {
		t.Fatal(err)
	}
	threadFlags := [6]uint64{unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD | unix.CLONE_SYSVSEM}
	for _, c := range []struct {
		ownPID, threads bool
		call            string
		args            [6]uint64
		want            uint32
	}{
		{true, true, "clone", threadFlags, allowIt},
		{true, false, "clone", threadFlags, denyIt},
		{true, true, "clone", [6]uint64{17}, denyIt},
		{true, true, "tgkill", [6]uint64{1, 1, 6}, allowIt},
		{true, true, "tgkill", [6]uint64{2, 2, 6}, denyIt},
		{false, true, "tgkill", [6]uint64{1, 1, 6}, denyIt},
		{true, true, "fcntl", [6]uint64{0, unix.F_SETFL}, allowIt},
		{true, true, "fcntl", [6]uint64{0, unix.F_SETLK}, denyIt},
		{true, true, "fcntl", [6]uint64{0, unix.F_OFD_SETLK}, denyIt},
		{true, true, "fcntl", [6]uint64{0, unix.F_SETLEASE}, denyIt},
		{true, true, "flock", [6]uint64{0, unix.LOCK_EX}, noneIt},
		{true, true, "fadvise64", [6]uint64{0, 0, 0, unix.FADV_DONTNEED}, skipIt},
		{true, true, "fsync", [6]uint64{}, skipIt},
		{true, true, "fdatasync", [6]uint64{}, skipIt},
		{true, true, "madvise", [6]uint64{0, 4096, unix.MADV_DONTNEED}, allowIt},
		{true, true, "madvise", [6]uint64{0, 4096, unix.MADV_PAGEOUT}, denyIt},
	} {
		if got := verdict(t, disassemble(t, c.ownPID, c.threads), uint32(info.ID), uint32(info.SyscallNames[c.call]), c.args); got != c.want {
			t.Errorf("%+v: %#x", c, got)
		}
	}
}
