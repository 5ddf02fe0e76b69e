"""Turn Python source into a flat, bounded JSON form of its syntax tree.

The program is parsed and never executed: no import, no compile to code, no
evaluation of constants. The answer is one JSON object,

    {"nodes": [[type, line, column, end line, end column, {field: value}], ...]}

with the root first, or {"error": {"line", "column", "message", "kind"}}. Inside
the fields an integer is the index of another node, a list is a list, null is
None and every other thing is a string. The form is flat so that no depth of
nesting can exhaust the stack of whoever writes or reads it.
"""

import ast
import json
import sys
import warnings

MAX_SOURCE = 1 << 20   # bytes of source
MAX_NODES = 50000     # nodes of the tree
MAX_TEXT = 400         # characters kept of one string literal


def _constant(value):
    """Describe a literal without ever printing a huge one."""
    if value is None or value is True or value is False or value is Ellipsis:
        return {"kind": "name", "value": str(value)}
    if isinstance(value, int):
        bits = value.bit_length()
        return {"kind": "int", "bits": str(bits), "value": str(value) if bits <= 200 else ""}
    if isinstance(value, float):
        return {"kind": "float", "value": repr(value)}
    if isinstance(value, complex):
        return {"kind": "complex", "value": repr(value)}
    if isinstance(value, bytes):
        return {"kind": "bytes", "length": str(len(value)), "value": repr(value[:MAX_TEXT])}
    text = value[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8")
    return {"kind": "str", "length": str(len(value)), "value": text}


def _error(kind, message, line=0, column=0):
    return {"error": {"kind": kind, "message": str(message), "line": line or 0, "column": column or 0}}


def _flatten(root):
    nodes, queue = [None], [(root, 0)]
    while queue:
        node, at = queue.pop()
        fields = {}
        if isinstance(node, ast.Constant):
            fields = _constant(node.value)
        else:
            for name, value in ast.iter_fields(node):
                if name in ("ctx", "type_comment", "type_ignores"):
                    continue
                many = isinstance(value, list)
                out = []
                for item in value if many else (value,):
                    if isinstance(item, ast.AST):
                        if len(nodes) >= MAX_NODES:
                            return _error("limit", "the program has more than %d syntax nodes" % MAX_NODES)
                        out.append(len(nodes))
                        queue.append((item, len(nodes)))
                        nodes.append(None)
                    elif item is None:
                        out.append(None)
                    else:
                        out.append(str(item)[:MAX_TEXT].encode("utf-8", "replace").decode("utf-8"))
                fields[name] = out if many else out[0]
        nodes[at] = [
            type(node).__name__,
            getattr(node, "lineno", 0) or 0,
            getattr(node, "col_offset", 0) or 0,
            getattr(node, "end_lineno", 0) or 0,
            getattr(node, "end_col_offset", 0) or 0,
            fields,
        ]
    return {"nodes": nodes}


def describe(data):
    if len(data) > MAX_SOURCE:
        return _error("limit", "the program is longer than %d bytes" % MAX_SOURCE)
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError as e:
        return _error("syntax", "not UTF-8 at byte %d" % e.start, data.count(b"\n", 0, e.start) + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            root = ast.parse(source)
    except SyntaxError as e:
        return _error("syntax", e.msg, e.lineno, e.offset)
    except (RecursionError, MemoryError):
        return _error("limit", "the program is nested too deeply for the Python parser")
    except ValueError as e:
        return _error("syntax", e)
    return _flatten(root)


def main(data: bytes) -> bytes:
    return json.dumps(describe(data), separators=(",", ":"), sort_keys=True).encode("ascii")


if __name__ == "__main__":
    sys.stdout.buffer.write(main(sys.stdin.buffer.read()))
