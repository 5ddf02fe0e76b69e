package program

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Span is a range of source lines, both ends included.
type Span struct {
	Line int `json:"line"`
	End  int `json:"end"`
}

// Tree is the syntax tree of one Python module with its source text.
type Tree struct {
	root  *node
	lines []string
	nodes int
}

// maxDepth bounds the nesting of a tree that the analysis accepts. Programs
// written to be read stay under fifty.
const maxDepth = 600

// node is one node of Python's own abstract syntax (module ast), by the names
// that Python gives to its types and fields.
type node struct {
	kind               string
	line, col          int
	endLine, endColumn int
	fields             map[string]field
}

// field is what a field of a node holds: a node, a list (its entries may be
// nil, as for the missing keys of a dict display), or a text.
type field struct {
	one  *node
	many []*node
	list []string
	text string
}

func (n *node) child(name string) *node {
	if n == nil {
		return nil
	}
	return n.fields[name].one
}

func (n *node) children(name string) []*node {
	if n == nil {
		return nil
	}
	return n.fields[name].many
}

func (n *node) text(name string) string {
	if n == nil {
		return ""
	}
	return n.fields[name].text
}

func (n *node) is(kinds ...string) bool {
	if n == nil {
		return false
	}
	for _, k := range kinds {
		if n.kind == k {
			return true
		}
	}
	return false
}

func (n *node) span() Span {
	if n == nil {
		return Span{}
	}
	return Span{Line: n.line, End: max(n.line, n.endLine)}
}

// fieldOrder lists the names of fields in the order in which their contents
// stand in the source, so that a walk meets nodes in reading order.
var fieldOrder = []string{
	"decorator_list", "names", "module", "name", "bases", "keywords_first",
	"targets", "target", "annotation", "test", "subject", "items",
	"posonlyargs", "args_node", "elt", "key", "left", "operand", "op", "func", "iter", "value", "keys", "values", "ops",
	"comparators", "args", "defaults", "kw_defaults", "kwonlyargs", "vararg", "kwarg", "keywords", "elts", "slice", "lower", "upper", "step",
	"generators", "ifs", "right", "returns", "context_expr", "optional_vars", "type", "exc", "cause", "msg",
	"body", "handlers", "orelse", "finalbody", "cases", "pattern", "guard", "patterns", "cls", "kwd_patterns", "format_spec", "arg",
	"type_params", "bound", "default_value",
}

// walk visits n and everything below it in a fixed order, as long as visit
// says to go deeper.
func (n *node) walk(visit func(*node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, name := range fieldOrder {
		f, ok := n.fields[name]
		if !ok {
			continue
		}
		f.one.walk(visit)
		for _, c := range f.many {
			c.walk(visit)
		}
	}
}

// source is the text of a node, on one line and shortened for messages.
func (t *Tree) source(n *node) string {
	if n == nil || n.line < 1 || n.line > len(t.lines) {
		return ""
	}
	var b strings.Builder
	for l := n.line; l <= n.endLine && l <= len(t.lines); l++ {
		s := t.lines[l-1]
		from, to := 0, len(s)
		if l == n.line {
			from = min(max(n.col, 0), len(s))
		}
		if l == n.endLine {
			to = min(max(n.endColumn, from), len(s))
		}
		b.WriteString(strings.TrimSpace(s[from:to]))
		if l < n.endLine {
			b.WriteByte(' ')
		}
		if b.Len() > 200 {
			break
		}
	}
	s := strings.ToValidUTF8(strings.Join(strings.Fields(b.String()), " "), "?")
	if r := []rune(s); len(r) > 90 {
		return string(r[:87]) + "..."
	}
	return s
}

// reply is the JSON form that dump.py writes.
type reply struct {
	Nodes []json.RawMessage `json:"nodes"`
	Error *struct {
		Kind    string `json:"kind"`
		Message string `json:"message"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
	} `json:"error"`
}

// decode reads the dumper's answer. The dumper runs beside foreign code, so
// nothing in its answer is taken for granted: indices, shapes and depth are
// all checked, and each node has exactly one parent.
func decode(data []byte, source string) (*Tree, error) {
	var r reply
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("program: the syntax tree is not the expected JSON: %w", err)
	}
	if r.Error != nil {
		if r.Error.Kind == "limit" {
			return nil, &LimitError{Message: r.Error.Message}
		}
		return nil, &SyntaxError{Line: r.Error.Line, Column: r.Error.Column, Message: r.Error.Message}
	}
	if len(r.Nodes) == 0 {
		return nil, fmt.Errorf("program: the syntax tree is empty")
	}
	nodes := make([]node, len(r.Nodes))
	taken := make([]bool, len(nodes))
	depth := make([]int, len(nodes))
	for i, raw := range r.Nodes {
		if err := decodeNode(raw, i, nodes, taken, depth); err != nil {
			return nil, err
		}
	}
	for i := range nodes {
		if err := nodes[i].check(); err != nil {
			return nil, fmt.Errorf("program: node %d of the syntax tree: %w", i, err)
		}
	}
	if !nodes[0].is("Module") {
		return nil, fmt.Errorf("program: the root of the syntax tree is %q, not Module", nodes[0].kind)
	}
	return &Tree{root: &nodes[0], lines: strings.Split(source, "\n"), nodes: len(nodes)}, nil
}

// parts lists the fields that hold one node each wherever Python's parser makes
// a node of the kind.
var parts = map[string][]string{
	"FunctionDef": {"args"}, "AsyncFunctionDef": {"args"}, "Lambda": {"args", "body"},
	"Assign": {"value"}, "AugAssign": {"target", "op", "value"}, "AnnAssign": {"target"}, "Expr": {"value"}, "Assert": {"test"},
	"For": {"target", "iter"}, "AsyncFor": {"target", "iter"}, "While": {"test"}, "If": {"test"}, "withitem": {"context_expr"},
	"Match": {"subject"}, "match_case": {"pattern"}, "MatchValue": {"value"},
	"BoolOp": {"op"}, "NamedExpr": {"target", "value"}, "BinOp": {"left", "op", "right"}, "UnaryOp": {"op", "operand"},
	"IfExp": {"test", "body", "orelse"}, "Compare": {"left"}, "Call": {"func"}, "keyword": {"value"}, "FormattedValue": {"value"},
	"Attribute": {"value"}, "Subscript": {"value", "slice"}, "Starred": {"value"}, "YieldFrom": {"value"}, "Await": {"value"},
	"ListComp": {"elt"}, "SetComp": {"elt"}, "GeneratorExp": {"elt"}, "DictComp": {"key", "value"}, "comprehension": {"target", "iter"},
}

// lists names the fields that hold at least one node.
var lists = map[string]string{
	"Assign": "targets", "BoolOp": "values", "Compare": "ops", "Import": "names", "ImportFrom": "names",
	"ListComp": "generators", "SetComp": "generators", "GeneratorExp": "generators", "DictComp": "generators",
}

// check holds a node to the form that Python's parser gives to its kind, as far
// as the analysis relies on it.
func (n *node) check() error {
	for _, name := range parts[n.kind] {
		if n.child(name) == nil {
			return fmt.Errorf("a %s without %s", n.kind, name)
		}
	}
	if name := lists[n.kind]; name != "" && len(n.children(name)) == 0 {
		return fmt.Errorf("a %s without %s", n.kind, name)
	}
	for name, f := range n.fields {
		gaps := n.kind == "Dict" && name == "keys" || n.kind == "arguments" && name == "kw_defaults"
		for _, c := range f.many {
			if c == nil && !gaps {
				return fmt.Errorf("a gap in %s of a %s", name, n.kind)
			}
		}
	}
	same := func(a, b string) error {
		if len(n.children(a)) != len(n.children(b)) {
			return fmt.Errorf("a %s with %d %s and %d %s", n.kind, len(n.children(a)), a, len(n.children(b)), b)
		}
		return nil
	}
	switch n.kind {
	case "FunctionDef", "AsyncFunctionDef", "Lambda":
		if !n.child("args").is("arguments") {
			return fmt.Errorf("a %s whose arguments are a %s", n.kind, n.child("args").kind)
		}
	case "Compare":
		return same("ops", "comparators")
	case "Dict":
		return same("keys", "values")
	case "arguments":
		if len(n.children("defaults")) > len(n.children("posonlyargs"))+len(n.children("args")) {
			return fmt.Errorf("more defaults than arguments")
		}
		return same("kwonlyargs", "kw_defaults")
	}
	return nil
}

func decodeNode(raw json.RawMessage, i int, nodes []node, taken []bool, depth []int) error {
	var row []json.RawMessage
	if err := json.Unmarshal(raw, &row); err != nil || len(row) != 6 {
		return fmt.Errorf("program: node %d of the syntax tree is malformed", i)
	}
	n := &nodes[i]
	var fields map[string]any
	for k, into := range []any{&n.kind, &n.line, &n.col, &n.endLine, &n.endColumn, &fields} {
		if err := json.Unmarshal(row[k], into); err != nil {
			return fmt.Errorf("program: node %d of the syntax tree: entry %d: %w", i, k, err)
		}
	}
	if depth[i] > maxDepth {
		return &LimitError{Message: fmt.Sprintf("the program nests more than %d levels deep", maxDepth)}
	}
	link := func(v float64) (*node, error) {
		j := int(v)
		// A child stands behind its parent, so a tree is all that fits.
		if float64(j) != v || j <= i || j >= len(nodes) || taken[j] {
			return nil, fmt.Errorf("program: node %d of the syntax tree refers to %v", i, v)
		}
		taken[j] = true
		depth[j] = depth[i] + 1
		return &nodes[j], nil
	}
	n.fields = make(map[string]field, len(fields))
	for name, v := range fields {
		var f field
		switch v := v.(type) {
		case nil:
		case string:
			f.text = v
		case float64:
			c, err := link(v)
			if err != nil {
				return err
			}
			f.one = c
		case []any:
			for _, item := range v {
				switch item := item.(type) {
				case nil:
					f.many = append(f.many, nil)
				case float64:
					c, err := link(item)
					if err != nil {
						return err
					}
					f.many = append(f.many, c)
				case string:
					f.list = append(f.list, item)
				default:
					return fmt.Errorf("program: node %d of the syntax tree: field %q holds a %T", i, name, item)
				}
			}
		default:
			return fmt.Errorf("program: node %d of the syntax tree: field %q holds a %T", i, name, v)
		}
		n.fields[name] = f
	}
	return nil
}

// intLiteral is the value of an integer literal that fits a float exactly
// enough for sizes, with a leading minus allowed.
func intLiteral(n *node) (float64, bool) {
	if n.is("UnaryOp") && n.child("op").is("USub") {
		v, ok := intLiteral(n.child("operand"))
		return -v, ok
	}
	if !n.is("Constant") || n.text("kind") != "int" {
		return 0, false
	}
	v, err := strconv.ParseFloat(n.text("value"), 64)
	return v, err == nil
}

// numberLiteral is the value of an integer or float literal.
func numberLiteral(n *node) (float64, bool) {
	if n.is("UnaryOp") && n.child("op").is("USub", "UAdd") {
		v, ok := numberLiteral(n.child("operand"))
		if n.child("op").is("USub") {
			v = -v
		}
		return v, ok
	}
	if !n.is("Constant") || (n.text("kind") != "int" && n.text("kind") != "float") {
		return 0, false
	}
	v, err := strconv.ParseFloat(n.text("value"), 64)
	return v, err == nil
}

// dotted is the dotted name that an expression spells (a, a.b, a.b.c), or "".
func dotted(n *node) string {
	switch {
	case n.is("Name"):
		return n.text("id")
	case n.is("Attribute"):
		if base := dotted(n.child("value")); base != "" {
			return base + "." + n.text("attr")
		}
	}
	return ""
}
