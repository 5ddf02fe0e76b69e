package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// allowedModules may be imported, with their submodules.
var allowedModules = set(`math numpy scipy itertools functools operator fractions collections cmath decimal dataclasses typing __future__`)

// Allowed reports whether a candidate may import a module.
func Allowed(module string) bool { return allowedModules[firstPart(module)] }

// imports lists every import of the program, reached or not.
func imports(t *Tree) []Import {
	out := []Import{}
	t.root.walk(func(n *node) bool {
		switch {
		case n.is("Import"):
			for _, a := range n.children("names") {
				out = append(out, Import{Module: a.text("name"), Line: n.line, Allowed: Allowed(a.text("name"))})
			}
		case n.is("ImportFrom"):
			m := n.text("module")
			relative := n.text("level") != "" && n.text("level") != "0"
			if relative {
				m = "." + m
			}
			out = append(out, Import{Module: m, Line: n.line, Allowed: !relative && Allowed(m)})
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b Import) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), strings.Compare(a.Module, b.Module))
	})
	return out
}

// aliases maps names to the modules and members that imports bind to them.
func aliases(t *Tree) map[string]string {
	out := map[string]string{}
	t.root.walk(func(n *node) bool {
		for _, a := range n.children("names") {
			name, as := a.text("name"), a.text("asname")
			switch {
			case n.is("Import") && as == "":
				out[firstPart(name)] = firstPart(name)
			case n.is("Import"):
				out[as] = name
			case n.is("ImportFrom"):
				if as == "" {
					as = name
				}
				out[as] = n.text("module") + "." + name
			}
		}
		return true
	})
	return out
}

// full spells a dotted expression with the aliases of imports resolved, or ""
// when it does not begin with an imported name.
func full(n *node, names map[string]string) string {
	d := dotted(n)
	if d == "" {
		return ""
	}
	head, rest, more := strings.Cut(d, ".")
	m, ok := names[head]
	if !ok {
		return ""
	}
	if more {
		return m + "." + rest
	}
	return m
}

var (
	// Built-ins that reach beyond computing.
	doorBuiltins = map[string]string{
		"__import__": "imports a module at run time", "eval": "runs text as code", "exec": "runs text as code",
		"compile": "compiles text as code", "open": "opens a file", "breakpoint": "starts a debugger", "input": "reads the standard input",
		"__builtins__": "reaches into the interpreter's built-ins", "__loader__": "reaches into the import system", "__spec__": "reaches into the import system",
		"globals": "takes hold of the module's namespace", "exit": "ends the process", "quit": "ends the process",
	}
	// Modules that a computation does not need, however they are reached.
	doorModules = set(`sys os _os _sys posix nt subprocess socket importlib builtins ctypes ctypeslib inspect gc threading _thread multiprocessing concurrent
		asyncio signal io shutil pathlib tempfile pickle marshal shelve time atexit resource mmap code codeop pdb faulthandler tracemalloc weakref
		urllib http ssl select fcntl pty site runpy imp zipimport pkgutil sysconfig platform traceback linecache types ast dis warnings`)
	// Of those, the ones that a plain import of is no more than forbidden.
	mildModules = set(`time warnings types traceback weakref platform ast dis linecache`)
	doorAttrs   = map[string]string{
		"__subclasses__": "walks the classes of the interpreter", "__globals__": "reaches the globals of a function", "__builtins__": "reaches the built-ins",
		"__code__": "reaches the code object of a function", "__closure__": "reaches the closure of a function", "__bases__": "walks the class tree",
		"__base__": "walks the class tree", "__mro__": "walks the class tree", "__loader__": "reaches the import system", "__spec__": "reaches the import system",
		"__getattribute__": "replaces attribute look-up", "__reduce__": "hooks pickling", "__reduce_ex__": "hooks pickling",
		"__array_interface__": "reaches raw memory", "f_back": "walks the call stack", "f_locals": "reads the variables of another frame",
		"f_globals": "reads the globals of another frame", "f_builtins": "reads the built-ins of another frame", "gi_frame": "reaches a frame",
		"cr_frame": "reaches a frame", "tb_frame": "reaches a frame through a traceback", "tb_next": "walks a traceback", "_getframe": "walks the call stack", "__traceback__": "takes hold of a traceback",
		"settrace": "switches tracing", "setprofile": "switches profiling", "set_trace": "starts a debugger",
		"tofile": "writes a file", "fromfile": "reads a file", "memmap": "maps a file", "open_memmap": "maps a file", "loadtxt": "reads a file",
		"savetxt": "writes a file", "genfromtxt": "reads a file", "fromregex": "reads a file", "savez": "writes a file", "savez_compressed": "writes a file",
		"ctypes": "reaches raw memory", "DataSource": "reads a file",
		"__self__": "reaches the object behind a method",
	}
	doorMembers = map[string]string{
		"numpy.load": "reads a file", "numpy.save": "writes a file", "numpy.ctypeslib": "reaches raw memory", "numpy.f2py": "compiles code", "numpy.distutils": "runs commands",
		"numpy.testing": "runs helper processes", "numpy.lib.format": "reads and writes files", "numpy.lib.npyio": "reads and writes files",
		"scipy.LowLevelCallable": "calls machine code", "scipy.io": "reads and writes files", "scipy._lib": "reaches private parts of scipy",
		"typing.get_type_hints": "evaluates text as code", "typing.ForwardRef": "evaluates text as code", "dataclasses.make_dataclass": "builds code from text",
		"scipy.weave": "compiles code",
	}
	doorTexts = []string{"__globals__", "__subclasses__", "__builtins__", "__import__", "__class__", "__mro__", "__bases__", "/proc/", "/etc/", "/dev/", "/tmp/", "/sys/"}
)

// backDoors lists what reaches beyond computing, anywhere in the text.
func (it *interp) backDoors() []Note {
	names := aliases(it.tree)
	local := boundNames(it.tree)
	out := []Note{}
	seen := map[string]bool{}
	note := func(kind string, n *node, format string, args ...any) {
		m := Note{Kind: kind, Span: n.span(), Message: fmt.Sprintf(format, args...)}
		key := fmt.Sprint(m.Span, m.Kind, m.Message)
		if !seen[key] {
			seen[key] = true
			out = append(out, m)
		}
	}
	docs := docStrings(it.tree)
	it.tree.root.walk(func(n *node) bool {
		switch n.kind {
		case "Import", "ImportFrom":
			for _, a := range n.children("names") {
				m := a.text("name")
				if n.is("ImportFrom") {
					m = n.text("module")
				}
				if top := firstPart(m); doorModules[top] && !mildModules[top] && !allowedModules[top] {
					note("import", n, "imports %s, which a computation does not need", m)
				}
				if n.is("ImportFrom") {
					it.memberDoor(n.text("module")+"."+a.text("name"), n, note)
				}
			}
		case "Name":
			id := n.text("id")
			if why := doorBuiltins[id]; why != "" && !local[id] && names[id] == "" {
				note("builtin", n, "%s %s", id, why)
			}
		case "Attribute":
			it.attributeDoor(n, names, note)
		case "Constant":
			if n.text("kind") != "str" || docs[n] {
				return true
			}
			for _, bad := range doorTexts {
				if strings.Contains(n.text("value"), bad) {
					note("text", n, "holds the text %q", bad)
				}
			}
		case "Call":
			it.callDoor(n, names, local, note)
		case "Assign", "AugAssign", "AnnAssign":
			for _, t := range append(slices.Clone(n.children("targets")), n.child("target")) {
				if t.is("Attribute", "Subscript") {
					if m := full(t.child("value"), names); m != "" && !strings.Contains(m, "errstate") {
						note("patch", n, "changes %s for everyone else in the process", m)
					}
				}
			}
		case "Raise":
			e := n.child("exc")
			if e.is("Call") {
				e = e.child("func")
			}
			switch dotted(e) {
			case "SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException":
				note("exit", n, "raises %s, which ends the process and not the call", dotted(e))
			}
		case "ClassDef":
			it.classDoor(n, names, note)
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b Note) int {
		return cmp.Or(cmp.Compare(a.Span.Line, b.Span.Line), strings.Compare(a.Kind, b.Kind), strings.Compare(a.Message, b.Message))
	})
	return out
}

type noteFunc func(kind string, n *node, format string, args ...any)

func (it *interp) attributeDoor(n *node, names map[string]string, note noteFunc) {
	attr := n.text("attr")
	base := full(n.child("value"), names)
	if why := doorAttrs[attr]; why != "" {
		note("attribute", n, "%s %s", it.tree.source(n), why)
	}
	if base == "" {
		return
	}
	switch {
	case doorModules[attr] && base+"."+attr != "scipy.signal" && base+"."+attr != "numpy.select":
		note("module", n, "reaches %s through %s", attr, base)
	case attr == "__dict__":
		note("attribute", n, "takes hold of the namespace of %s", base)
	case strings.HasPrefix(attr, "_") && !strings.HasPrefix(attr, "__"):
		note("private", n, "uses the private %s.%s", base, attr)
	}
	it.memberDoor(base+"."+attr, n, note)
}

func (it *interp) memberDoor(name string, n *node, note noteFunc) {
	for _, k := range sortedKeys(doorMembers) {
		if why := doorMembers[k]; why != "" && (name == k || strings.HasPrefix(name, k+".")) {
			note("member", n, "%s %s", name, why)
		}
	}
}

func (it *interp) callDoor(n *node, names map[string]string, local map[string]bool, note noteFunc) {
	fn := n.child("func")
	args := n.children("args")
	switch name := dotted(fn); {
	case (name == "getattr" || name == "setattr" || name == "delattr") && !local[name] && len(args) >= 2:
		base := full(args[0], names)
		if !args[1].is("Constant", "Name") && (base != "" || spellsDunder(args[1])) {
			note("getattr", n, "%s with a name that is put together at run time", name)
		}
		if args[1].is("Constant") {
			lit := args[1].text("value")
			if why := doorAttrs[lit]; why != "" {
				note("attribute", n, "%s %q %s", name, lit, why)
			}
			if base != "" && doorModules[lit] {
				note("module", n, "reaches %s through %s", lit, base)
			}
			if base != "" {
				it.memberDoor(base+"."+lit, n, note)
			}
		}
		if base != "" && name != "getattr" {
			note("patch", n, "changes %s for everyone else in the process", base)
		}
	case fn.is("Attribute") && fn.text("attr") == "sleep" && len(args) == 1:
		note("attribute", n, "%s sleeps", it.tree.source(n))
	case name == "vars" && !local[name] && len(args) == 1 && full(args[0], names) != "":
		note("attribute", n, "takes hold of the namespace of %s", full(args[0], names))
	}
}

// spellsDunder says that double underscores stand in the literals of an
// expression.
func spellsDunder(n *node) bool {
	found := false
	n.walk(func(c *node) bool {
		found = found || c.is("Constant") && strings.Contains(c.text("value"), "__")
		return !found
	})
	return found
}

// classDoor finds numbers that lie when they are compared.
func (it *interp) classDoor(n *node, names map[string]string, note noteFunc) {
	numeric := ""
	for _, b := range n.children("bases") {
		name := dotted(b)
		if f := full(b, names); f != "" {
			name = f
		}
		switch name {
		case "float", "int", "complex", "numpy.float64", "numpy.ndarray", "fractions.Fraction", "decimal.Decimal", "numpy.floating":
			numeric = name
		}
	}
	if numeric == "" {
		return
	}
	for _, st := range n.children("body") {
		switch name := st.text("name"); name {
		case "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__sub__", "__rsub__", "__abs__", "__float__", "__repr__", "__truediv__", "__bool__":
			if st.is("FunctionDef") {
				note("number", st, "a kind of %s that defines its own %s can pass a comparison without the right value", numeric, name)
			}
		}
	}
}

// boundNames are the names that the program itself binds.
func boundNames(t *Tree) map[string]bool {
	out := assigned(t.root.children("body"))
	t.root.walk(func(n *node) bool {
		switch {
		case n.is("FunctionDef", "AsyncFunctionDef", "ClassDef"):
			out[n.text("name")] = true
		case n.is("arg"):
			out[n.text("arg")] = true
		case n.is("ExceptHandler") && n.text("name") != "":
			out[n.text("name")] = true
		case n.is("withitem") && n.child("optional_vars").is("Name"):
			out[n.child("optional_vars").text("id")] = true
		}
		return true
	})
	return out
}

// docStrings are the string literals that stand alone as statements.
func docStrings(t *Tree) map[*node]bool {
	out := map[*node]bool{}
	t.root.walk(func(n *node) bool {
		if n.is("Expr") && n.child("value").is("Constant") {
			out[n.child("value")] = true
		}
		return true
	})
	return out
}
