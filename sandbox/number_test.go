package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestStatuses is what comes of programs that are merely right or wrong.
func TestStatuses(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	for _, c := range []struct {
		name, source string
		args         string
		status       Status
		want         string // "kind text" of the value, "type: message @line" of the exception, or what it is not
	}{
		{"float", "def f(): return 0.1", "", StatusOK, "float 0x1.999999999999ap-4"},
		{"float zero", "def f(): return -0.0", "", StatusOK, "float -0x0.0p+0"},
		{"subnormal", "def f(): return 5e-324", "", StatusOK, "float 0x0.0000000000001p-1022"},
		{"int", "def f(): return -12345678901234567890123", "", StatusOK, "int -12345678901234567890123"},
		{"fraction", "from fractions import Fraction\ndef f(): return Fraction(-22, 7)", "", StatusOK, "fraction -22/7"},
		{"decimal", "from decimal import Decimal\ndef f(): return Decimal('1.500E+40')", "", StatusOK, "decimal 1.500E+40"},
		{"float64", "import numpy\ndef f(): return numpy.float64(1.5)", "", StatusOK, "numpy 0x1.8000000000000p+0"},
		{"float32", "import numpy\ndef f(): return numpy.float32(0.1)", "", StatusOK, "numpy 0x1.99999a0000000p-4"},
		{"float16", "import numpy\ndef f(): return numpy.float16(0.1)", "", StatusOK, "numpy 0x1.9980000000000p-4"},
		{"longdouble", "import numpy\ndef f(): return numpy.longdouble(1) / 4", "", StatusOK, "numpy 1/4"},
		{"int8", "import numpy\ndef f(): return numpy.int8(-3)", "", StatusOK, "numpy -3"},
		{"uint64", "import numpy\ndef f(): return numpy.uint64(2**64 - 1)", "", StatusOK, "numpy 18446744073709551615"},
		{"array of one", "import numpy\ndef f(): return numpy.array([[2.5]])", "", StatusOK, "numpy 0x1.4000000000000p+1"},
		{"array without dimension", "import numpy\ndef f(): return numpy.array(7)", "", StatusOK, "numpy 7"},
		{"object array of one", "import numpy\nfrom fractions import Fraction\ndef f(): return numpy.array([Fraction(1, 3)])", "", StatusOK, "fraction 1/3"},
		{"arguments", "def f(d, n): return d['x'][n] + d['b']", `{"x": [1, 20], "b": 100000000000000000000000000000000000001}|1`, StatusOK, "int 100000000000000000000000000000000000021"},
		{"exact argument", "def f(x): return x", "0.1", StatusOK, "float 0x1.999999999999ap-4"},
		{"unicode argument", "def f(x): return len(x)", `"\u00e9\ud834\udd1e"`, StatusOK, "int 2"},
		{"class as entry", "class f(float):\n  def __new__(cls): return 2.0", "", StatusOK, "float 0x1.0000000000000p+1"},
		{"dataclass", "from dataclasses import dataclass\n@dataclass\nclass P:\n  x: int\ndef f(): return P(3).x", "", StatusOK, "int 3"},
		{"main guard", "def f(): return 1\nif __name__ == '__main__':\n  raise SystemExit", "", StatusOK, "int 1"},

		{"nan", "def f(): return float('nan')", "", StatusNotANumber, "nan"},
		{"inf", "def f(): return -float('inf')", "", StatusNotANumber, "-inf"},
		{"numpy nan", "import numpy\ndef f(): return numpy.float32('nan')", "", StatusNotANumber, "nan"},
		{"longdouble inf", "import numpy\ndef f(): return numpy.longdouble('inf')", "", StatusNotANumber, "inf"},
		{"decimal nan", "from decimal import Decimal\ndef f(): return Decimal('sNaN')", "", StatusNotANumber, "nan"},
		{"decimal inf", "from decimal import Decimal\ndef f(): return Decimal('-Infinity')", "", StatusNotANumber, "-inf"},
		{"complex", "def f(): return 1 + 0j", "", StatusNotANumber, "complex"},
		{"None", "def f(): pass", "", StatusNotANumber, "NoneType"},
		{"str", "def f(): return '1.0'", "", StatusNotANumber, "str"},
		{"bool", "def f(): return True", "", StatusNotANumber, "bool"},
		{"numpy bool", "import numpy\ndef f(): return numpy.bool_(True)", "", StatusNotANumber, "bool"},
		{"list", "def f(): return [1.0]", "", StatusNotANumber, "list"},
		{"array of two", "import numpy\ndef f(): return numpy.zeros(2)", "", StatusNotANumber, "ndarray of 2 elements"},
		{"complex array", "import numpy\ndef f(): return numpy.zeros(1, complex)", "", StatusNotANumber, "ndarray of dtype kind c"},
		{"generator", "def f(): yield 1", "", StatusNotANumber, "generator"},
		{"coroutine", "async def f(): return 1", "", StatusNotANumber, "coroutine"},

		{"syntax", "def f():\n  return (", "", StatusSyntaxError, "SyntaxError: '(' was never closed @2"},
		{"indentation", "def f():\nreturn 1", "", StatusSyntaxError, "IndentationError: expected an indented block after function definition on line 1 @2"},
		{"null byte", "def f(): return 1\x00", "", StatusSyntaxError, "*"},
		{"encoding", "def f(): return '\xff'", "", StatusSyntaxError, "*"},
		{"nesting", "x = " + strings.Repeat("(", 300) + strings.Repeat(")", 300), "", StatusSyntaxError, "*"},
		{"load", "import math\nmath.sqrt(-1)\ndef f(): return 1", "", StatusLoadError, "ValueError: math domain error @2"},
		{"import", "import no_such_module\ndef f(): return 1", "", StatusLoadError, "ModuleNotFoundError: No module named 'no_such_module' @1"},
		{"no entry", "def g(): return 1", "", StatusNoEntry, ""},
		{"entry is a value", "f = 3.5", "", StatusNoEntry, ""},
		{"division", "def g():\n  return 1 / 0\ndef f():\n  return g()", "", StatusException, "ZeroDivisionError: division by zero @2"},
		{"in library", "import json\ndef f():\n\n  return json.loads('{')", "", StatusException, "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1) @4"},
		{"overflow", "import math\ndef f(): return math.exp(1000)", "", StatusException, "OverflowError: math range error @2"},
		{"arity", "def f(x): return x", "", StatusException, "TypeError: f() missing 1 required positional argument: 'x' @0"},
		{"keyboard", "def f(): raise KeyboardInterrupt", "", StatusException, "KeyboardInterrupt @1"},
		{"memory", "def f(): return bytearray(1 << 40)", "", StatusMemoryLimit, "MemoryError @1"},
		{"memory in load", "x = bytearray(1 << 40)\ndef f(): return 1", "", StatusMemoryLimit, "MemoryError @1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := Job{Source: c.source, Entry: "f"}
			if c.args != "" {
				for a := range strings.SplitSeq(c.args, "|") {
					j.Args = append(j.Args, json.RawMessage(a))
				}
			}
			for _, j.Trace = range []bool{false, true} {
				out, err := p.Run(context.Background(), j)
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				switch {
				case out.Status == StatusOK:
					got = out.Value.Kind + " " + out.Value.Text
				case out.Status == StatusNotANumber:
					got = out.NotNumber
				case out.Exception != nil:
					got = fmt.Sprintf("%s @%d", out.Exception, out.Exception.Line)
				}
				if c.want == "*" {
					got = c.want // the wording differs between versions
				}
				if c.name == "numpy bool" {
					got = strings.TrimSuffix(got, "_") // NumPy 1 calls it bool_
				}
				if out.Status != c.status || got != c.want {
					t.Errorf("trace %v: %s %q, want %s %q (%s)", j.Trace, out.Status, got, c.status, c.want, out.Message)
				}
			}
		})
	}
}

// TestIntegersOfAnySize sends integers at the bound both ways.
func TestIntegersOfAnySize(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	digits := strings.Repeat("9", maxDigits)
	for _, source := range []string{"def f(x): return x", "from fractions import Fraction\ndef f(x): return Fraction(x, x - 1)"} {
		out, err := p.Run(context.Background(), Job{Source: source, Entry: "f", Args: []json.RawMessage{json.RawMessage(digits)}})
		if err != nil {
			t.Fatal(err)
		}
		want := digits
		if out.Value.Kind == "fraction" {
			want = digits + "/" + digits[1:] + "8"
		}
		if out.Status != StatusOK || out.Value.Text != want {
			t.Errorf("%s: %d characters, %.60s, %v", out.Status, len(out.Value.Text), out.Value.Text, out.Exception)
		}
	}
}

func TestBig(t *testing.T) {
	for _, c := range []struct {
		n    Number
		want string // with 30 digits; "" if it must fail
	}{
		{Number{"float", "0x1.8000000000000p+1"}, "3"},
		{Number{"float", "-0x0.0000000000001p-1022"}, "-4.94065645841246544176568792868e-324"},
		{Number{"int", "123456789012345678901234567890"}, "123456789012345678901234567890"},
		{Number{"fraction", "1/3"}, "0.333333333333333333333333333333"},
		{Number{"numpy", "7/8"}, "0.875"},
		{Number{"numpy", "-5"}, "-5"},
		{Number{"decimal", "1.5E+3"}, "1500"},
		{Number{"decimal", "0E+999999999999999999"}, "0"},
		{Number{"decimal", "1E+999999999999999999"}, ""},
		{Number{"decimal", "1E-999999999999999999"}, ""},
		{Number{"decimal", "1E+999999999"}, ""},
		{Number{"decimal", "nan"}, ""},
		{Number{"float", "inf"}, ""},
		{Number{"float", "1.5"}, ""},
		{Number{"fraction", "1/0"}, ""},
		{Number{"bool", "1"}, ""},
		{Number{}, ""},
	} {
		f, err := c.n.Big(200)
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%v is %v, want an error", c.n, f)
		case c.want != "" && err != nil:
			t.Errorf("%v: %v", c.n, err)
		case c.want != "":
			if got := f.Text('g', 30); got != c.want {
				t.Errorf("%v is %s, want %s", c.n, got, c.want)
			}
		}
	}
	if _, err := (Number{"int", "1"}).Big(0); err == nil {
		t.Error("precision 0 is accepted")
	}
}

// TestFloatsAreExact compares Big with the float64 that strconv makes of the same hexadecimal text.
func TestFloatsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Skip("not finite")
		}
		f, err := Number{"float", pythonHex(x)}.Big(53)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := f.Float64(); got != x || f.Cmp(big.NewFloat(x)) != 0 {
			t.Fatalf("%v came back as %v", x, got)
		}
	})
}

// pythonHex spells a float64 as Python's float.hex does.
func pythonHex(x float64) string {
	bits := math.Float64bits(x)
	sign, exponent, mantissa := "", int(bits>>52&0x7ff), bits&(1<<52-1)
	if bits>>63 == 1 {
		sign = "-"
	}
	if exponent == 0 && mantissa == 0 {
		return sign + "0x0.0p+0"
	}
	lead := 1
	if exponent == 0 {
		lead, exponent = 0, 1
	}
	return fmt.Sprintf("%s0x%d.%013xp%+d", sign, lead, mantissa, exponent-1023)
}

// TestIntegersAreExact compares the hexadecimal way in with math/big's decimal text.
func TestIntegersAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "bytes")
		n := new(big.Int).SetBytes(b)
		if rapid.Bool().Draw(t, "negative") {
			n.Neg(n)
		}
		sign := ""
		if n.Sign() < 0 {
			sign = "-"
		}
		got, err := normalNumber("int", sign+"0x"+new(big.Int).Abs(n).Text(16))
		if err != nil || got != n.String() {
			t.Fatalf("%s became %s, %v", n, got, err)
		}
	})
}

func TestIdentifier(t *testing.T) {
	for s, want := range map[string]bool{"Z_efficient": true, "_": true, "f2": true, "": false, "2f": false, "a.b": false, "a b": false, "é": false, "f(": false} {
		if identifier(s) != want {
			t.Errorf("identifier(%q) is %v", s, !want)
		}
	}
}

// TestCallersMistakes are errors, not outcomes.
func TestCallersMistakes(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	for _, j := range []Job{
		{Source: "", Entry: "a.b"},
		{Source: "", Entry: ""},
		{Source: "def f(x): return x", Entry: "f", Args: []json.RawMessage{json.RawMessage("{")}},
		{Source: "def f(x): return x", Entry: "f", Limits: Limits{Wall: -1}},
		{Source: "def f(x): return x", Entry: "f", Limits: Limits{Threads: -1}},
	} {
		if out, err := p.Run(context.Background(), j); err == nil {
			t.Errorf("%+v ran: %+v", j, out)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.Run(ctx, Job{Source: "def f(): return 1", Entry: "f"}); err == nil {
		t.Error("a canceled context ran a job")
	}
}

// TestRunAllKeepsOrder runs jobs whose answers are their places.
func TestRunAllKeepsOrder(t *testing.T) {
	p := openPool(t, Options{Workers: 3})
	var js []Job
	for i := range 30 {
		js = append(js, Job{Source: "import time\ndef f(i): time.sleep(0.01 * (i % 3)); return i", Entry: "f", Args: []json.RawMessage{json.RawMessage(strconv.Itoa(i))}})
	}
	outs, err := p.RunAll(context.Background(), js)
	if err != nil {
		t.Fatal(err)
	}
	for i, out := range outs {
		if out.Value.Text != strconv.Itoa(i) {
			t.Errorf("place %d holds %v", i, out.Value)
		}
	}
}

// TestTool sends bytes through a tool, more than fit in a packet.
func TestTool(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	input := []byte(strings.Repeat("0123456789\x00\xff", 30000))
	source := "import hashlib\ndef main(data):\n  print('hello')\n  return data[::-1] + hashlib.sha256(data).digest()\n"
	answer, out, err := p.Tool(context.Background(), source, input, Limits{})
	if err != nil || out.Status != StatusOK {
		t.Fatalf("%+v %v, %v", out, out.Exception, err)
	}
	if len(answer) != len(input)+32 || answer[0] != 0xff || answer[len(input)-1] != '0' || out.Stdout != "hello\n" {
		t.Errorf("answer of %d bytes, stdout %q", len(answer), out.Stdout)
	}
	for source, want := range map[string]Status{
		"def main(data): return 1.5":                      StatusNotANumber,
		"def main(data): return None":                     StatusNotANumber,
		"def main(data): raise ValueError":                StatusException,
		"def other(data): return b''":                     StatusNoEntry,
		"def main(data): return data[:1 << 30] * 3000000": StatusMemoryLimit,
	} {
		answer, out, err := p.Tool(context.Background(), source, input, Limits{})
		if err != nil || out.Status != want || answer != nil {
			t.Errorf("%s: %s, %d bytes, %v; want %s", source, out.Status, len(answer), err, want)
		}
	}
	if answer, out, err := p.Tool(context.Background(), "def main(data): return data", nil, Limits{}); err != nil || out.Status != StatusOK || len(answer) != 0 {
		t.Errorf("empty input: %q %s %v", answer, out.Status, err)
	}
	syntaxTree := "import ast\ndef main(data): return ast.dump(ast.parse(data)).encode()"
	if answer, _, err := p.Tool(context.Background(), syntaxTree, []byte("x = 1"), Limits{}); err != nil || !strings.HasPrefix(string(answer), "Module(") {
		t.Errorf("%s, %v", answer, err)
	}
}

// TestTrace counts lines that can be counted by hand.
func TestTrace(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	for _, c := range []struct {
		name, source string
		lines, load  int64
		alloc        int64 // at least
		lost         bool
	}{
		{"straight", "x = 1\ndef f():\n  a = 1\n  b = 2\n  return a + b", 3, 2, 0, false},
		{"loop", "def f():\n  s = 0\n  for i in range(10):\n    s += i\n  return s", 1 + 11 + 10 + 1, 1, 0, false},
		{"library is not counted", "import json\ndef f():\n  json.loads(json.dumps(list(range(100))))\n  return 1", 2, 2, 0, false},
		{"allocation", "def f():\n  x = bytearray(5000000)\n  return len(x)", 2, 1, 5000000, false},
		{"numpy allocation", "import numpy\ndef f():\n  x = numpy.zeros(1000000)\n  return x.size", 2, 2, 8000000, false},
		{"thread", "import threading\ndef g():\n  a = 1\n  b = 2\ndef f():\n  t = threading.Thread(target=g)\n  t.start()\n  t.join()\n  return 1", 6, 3, 0, false},
		{"raw thread", "import _thread, time\ndef g(l):\n  a = 1\n  l.release()\ndef f():\n  l = _thread.allocate_lock()\n  l.acquire()\n  _thread.start_new_thread(g, (l,))\n  l.acquire()\n  return 1", 7, 3, 0, false},
		{"settrace", "import sys\ndef f():\n  sys.settrace(None)\n  return 1", 1, 2, 0, true},
		{"line events off", "import sys\ndef f():\n  sys._getframe().f_trace_lines = False\n  return 1", 1, 2, 0, true},
		{"tracemalloc off", "import tracemalloc\ndef f():\n  tracemalloc.stop()\n  return 1", 2, 2, 0, true},
		{"exit", "import os\ndef f():\n  os._exit(0)", 0, 0, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := p.Run(context.Background(), Job{Source: c.source, Entry: "f", Trace: true})
			if err != nil {
				t.Fatal(err)
			}
			if out.Lines != c.lines || out.LoadLines != c.load || out.PeakAlloc < c.alloc || out.PeakAlloc > c.alloc+100000 || out.TraceLost != c.lost {
				t.Errorf("%d lines (%d while loading), %d bytes, lost %v; want %d (%d), %d, %v: %s %v", out.Lines, out.LoadLines, out.PeakAlloc, out.TraceLost,
					c.lines, c.load, c.alloc, c.lost, out.Status, out.Exception)
			}
		})
	}
}

// TestTouched checks what is reported and, as much, what is not.
func TestTouched(t *testing.T) {
	p := openPool(t, Options{Workers: 2})
	for _, c := range []struct {
		name, source string
		want         []Touch
	}{
		{"nothing", "import math, numpy, itertools, collections\nfrom dataclasses import dataclass\nfrom typing import NamedTuple\n@dataclass\nclass A:\n  x: int = 1\nclass B(NamedTuple):\n  x: int\ndef f(): return numpy.linalg.eigvalsh(numpy.eye(3))[0] + math.pi", nil},
		{"scipy", "import scipy.linalg\ndef f(): return scipy.linalg.det([[2.0]])", nil},
		{"temporary file", "def f():\n  open('/tmp/x', 'w').close()\n  return len(open('x').read())", []Touch{{"open", "write /tmp/x", true}, {"open", "read x", true}}},
		{"forbidden file", "def f():\n  try: open('/etc/passwd')\n  except OSError: pass\n  try: open('/etc/passwd')\n  except OSError: return 1", []Touch{{"open", "read /etc/passwd", false}}},
		{"import", "def f():\n  import csv\n  return 1", []Touch{{"import", "csv", false}}},
		{"import by name", "def f():\n  __import__('wave')\n  return 1", []Touch{{"import", "wave", false}}},
		{"import by importlib", "import importlib\ndef f():\n  importlib.import_module('wave')\n  return 1", []Touch{{"import", "wave", false}}},
		{"import of numerical code", "def f():\n  import numpy.ctypeslib, scipy.special\n  from scipy import optimize\n  return 1", nil},
		{"ctypes", "import ctypes\ndef f():\n  ctypes.CDLL(None).getpid\n  return 1", []Touch{{"ctypes", "ctypes.dlopen", false}, {"ctypes", "ctypes.dlsym", false}}},
		{"ctypes through numpy", "import numpy\ndef f():\n  numpy.ctypeslib.as_ctypes(numpy.ones(2))\n  return 1", []Touch{{"ctypes", "ctypes.cdata", false}}},
		{"ctypes of numpy's own", "import numpy\ndef f(): return int(numpy.ones(3).ctypes.data != 0)", nil},
		{"socket", "import socket\ndef f():\n  try: socket.socket()\n  except OSError: return 1", []Touch{{"socket", "socket.__new__", false}}},
		{"process", "import os\ndef f():\n  os.system('id')\n  return 1", []Touch{{"subprocess", "os.system", false}}},
		{"eval", "def f(): return eval('1')", []Touch{{"exec", "compile", true}, {"exec", "exec", true}}},
		{"thread", "import threading\ndef f():\n  t = threading.Thread(target=int)\n  t.start(); t.join()\n  return 1", []Touch{{"thread", "start", true}}},
		{"evidence before the end", "import os\ndef f():\n  try: open('/secret')\n  except OSError: os._exit(0)", []Touch{{"open", "read /secret", false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := p.Run(context.Background(), Job{Source: c.source, Entry: "f"})
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(out.Touched) != fmt.Sprint(c.want) {
				t.Errorf("touched %v, want %v: %s %v", out.Touched, c.want, out.Status, out.Exception)
			}
		})
	}
}

// TestMeasures checks the clocks against work of known kinds.
func TestMeasures(t *testing.T) {
	p := openPool(t, Options{Workers: 1})
	run := func(source string) Outcome {
		out, err := p.Run(context.Background(), Job{Source: source, Entry: "f"})
		if err != nil || out.Status != StatusOK {
			t.Fatalf("%+v %v, %v", out, out.Exception, err)
		}
		return out
	}
	empty := run("def f(): return 1")
	if empty.BaseCPU <= 0 || empty.CPU <= 0 || empty.PeakRSS <= 0 || empty.BaseRSS <= 0 {
		t.Errorf("empty job: %+v", empty)
	}
	busy := "import time\ndef spin():\n  end = time.process_time() + 0.2\n  while time.process_time() < end: pass\n"
	for name, source := range map[string]string{
		"in the call":     busy + "def f():\n  spin()\n  return 1",
		"while loading":   busy + "spin()\ndef f(): return 1",
		"in a thread":     busy + "import threading\ndef f():\n  t = threading.Thread(target=spin); t.start(); t.join()\n  return 1",
		"in C":            "import time\ndef f():\n  while time.process_time() < 0.2: sum(range(100000))\n  return 1",
		"after the value": busy + "class S:\n  def flush(self): spin()\nimport sys, gc\ndef f():\n  spin()\n  sys.stdout = S()\n  return 1",
	} {
		if out := run(source); out.CPU < 190*1e6 {
			t.Errorf("%s: CPU %v of at least 190 ms", name, out.CPU)
		}
	}
	// The wall clock runs from "go" to the result, not while the module loads.
	if out := run("import time\ntime.sleep(0.3)\ndef f(): return 1"); out.LoadWall < 300*1e6 || out.Wall > out.LoadWall {
		t.Errorf("sleeping while loading: wall %v, load %v", out.Wall, out.LoadWall)
	}
	if out := run("import time\ndef f():\n  time.sleep(0.3)\n  return 1"); out.Wall < 300*1e6 {
		t.Errorf("sleeping in the call: wall %v", out.Wall)
	}
	if out := run("def f():\n  x = bytearray(200 << 20)\n  return len(x)"); out.PeakRSS < out.BaseRSS+190<<20 {
		t.Errorf("200 MiB: peak %d, base %d", out.PeakRSS, out.BaseRSS)
	}
}
