package latex

import (
	"strings"

	"github.com/assay-physics/assay/math/expr"
)

// environment reads \begin{…}…\end{…}.
func (p *parser) environment() (*expr.Node, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	t := p.next()
	from, to, err := p.environmentEnd(t.name)
	if err != nil {
		return nil, err
	}
	var n *expr.Node
	switch t.name {
	case "pmatrix", "bmatrix", "Bmatrix", "matrix", "smallmatrix", "psmallmatrix", "bsmallmatrix":
		n, err = p.matrix(from, to)
	case "vmatrix", "vsmallmatrix":
		if n, err = p.matrix(from, to); err == nil {
			n = p.pool.Apply("det", n)
		}
	case "Vmatrix":
		if n, err = p.matrix(from, to); err == nil {
			n = p.pool.Apply("norm", n)
		}
	case "array":
		from, err = p.skipColumns(from)
		if err == nil {
			n, err = p.matrix(from, to)
		}
	case "cases", "dcases", "rcases":
		n, err = p.cases(from, to)
	case "aligned", "align", "equation", "gathered", "gather", "split", "multline", "displaymath", "math", "alignedat", "eqnarray":
		n, err = p.within(from, to, p.statements)
	default:
		return nil, p.errorAt(from-1, "an environment that is not read", "")
	}
	if err != nil {
		return nil, err
	}
	p.i = to + 1
	return n, nil
}

// environmentEnd is the range of tokens up to the matching \end.
func (p *parser) environmentEnd(name string) (from, to int, err error) {
	from = p.i
	depth := 1
	for i := from; i < p.stop; i++ {
		switch p.at(i).kind {
		case tBegin:
			depth++
		case tEndEnv:
			if depth--; depth == 0 {
				if p.at(i).name != name {
					return 0, 0, p.errorAt(i, "the end of another environment", `\begin{`+name+"} is open")
				}
				return from, i, nil
			}
		default:
		}
	}
	return 0, 0, p.errorAt(from-1, `\end{`+name+"} is missing", "")
}

// skipColumns skips {cc} after \begin{array}.
func (p *parser) skipColumns(from int) (int, error) {
	if t := p.at(from); t.kind == tOpen && t.name == "[" && t.match > 0 {
		from = int(t.match) + 1
	}
	if t := p.at(from); t.kind == tBraceOpen {
		return int(t.match) + 1, nil
	}
	return 0, p.errorAt(from, "the columns of an array are missing", "")
}

// cells splits tokens [from, to) at & and \\ of this level.
func (p *parser) cells(from, to int) [][][2]int {
	var rows [][][2]int
	var row [][2]int
	start, depth := from, 0
	for i := from; i <= to; i++ {
		t := p.at(i)
		end := i == to
		if !end {
			switch t.kind {
			case tBegin, tBraceOpen:
				depth++
			case tEndEnv, tBraceClose:
				depth--
			default:
			}
		}
		if end || depth == 0 && (t.kind == tAmp || t.kind == tNewline) {
			row = append(row, [2]int{start, i})
			start = i + 1
			if end || t.kind == tNewline {
				if !(len(row) == 1 && row[0][0] == row[0][1]) { // a last, empty line
					rows = append(rows, row)
				}
				row = nil
			}
		}
	}
	return rows
}

func (p *parser) matrix(from, to int) (*expr.Node, error) {
	rows := p.cells(from, to)
	if len(rows) == 0 {
		return nil, p.errorAt(from, "an empty matrix", "")
	}
	columns := len(rows[0])
	entries := make([]*expr.Node, 0, len(rows)*columns)
	for _, row := range rows {
		if len(row) != columns {
			return nil, p.errorAt(row[0][0], "the rows of a matrix have different lengths", "")
		}
		for _, c := range row {
			if c[0] >= c[1] {
				return nil, p.errorAt(c[0], "an entry of a matrix is missing", "")
			}
			n, err := p.within(c[0], c[1], p.clause)
			if err != nil {
				return nil, err
			}
			entries = append(entries, ungroupSet(n))
		}
	}
	return p.pool.MakeCounted(expr.OpMatrix, int64(columns), entries...), nil
}

// cases reads value & condition, line by line.
func (p *parser) cases(from, to int) (*expr.Node, error) {
	var args []*expr.Node
	rows := p.cells(from, to)
	for k, row := range rows {
		value := row[0]
		condition := [2]int{value[1], value[1]}
		switch len(row) {
		case 1: // x+1, x > 0 or x+1 \text{ if } x > 0
			condition = p.splitCase(&value)
		case 2:
			condition = row[1]
		case 3: // value & if & condition
			condition = [2]int{row[1][0], row[2][1]}
			if p.onlyText(row[1]) {
				condition = row[2]
			}
		default:
			return nil, p.errorAt(value[0], "a case with more than a value and a condition", "")
		}
		p.trim(&value)
		p.trim(&condition)
		v, err := p.within(value[0], value[1], p.clause)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
		for condition[0] < condition[1] {
			t := p.at(condition[0])
			if t.kind == tOp && (t.name == "," || t.name == ":") || t.kind == tText && p.conditionWord(t) {
				condition[0]++
				continue
			}
			break
		}
		if condition[0] >= condition[1] || p.otherwise(condition) {
			if k != len(rows)-1 {
				return nil, p.errorAt(value[0], "a case without a condition is not the last", "")
			}
			break
		}
		c, err := p.within(condition[0], condition[1], p.condition)
		if err != nil {
			return nil, err
		}
		args = append(args, c)
	}
	if len(args) < 2 {
		return nil, p.errorAt(from, "a definition by cases needs a condition", "")
	}
	return p.pool.Make(expr.OpPiecewise, args...), nil
}

// onlyText: the cell holds a word like "if" and nothing else.
func (p *parser) onlyText(a [2]int) bool {
	for i := a[0]; i < a[1]; i++ {
		if t := p.at(i); t.kind != tText {
			return false
		}
	}
	return true
}

// splitCase finds the condition of a case on one line.
func (p *parser) splitCase(value *[2]int) [2]int {
	depth := 0
	for i := value[0]; i < value[1]; i++ {
		t := p.at(i)
		switch t.kind {
		case tBraceOpen, tOpen:
			depth++
		case tBraceClose, tClose:
			depth--
		default:
		}
		if depth == 0 && (t.kind == tOp && t.name == "," || t.kind == tText && t.word || t.space == spaceWide && i > value[0]) {
			c := [2]int{i, value[1]}
			value[1] = i
			return c
		}
	}
	return [2]int{value[1], value[1]}
}

// trim drops punctuation at the end of a cell.
func (p *parser) trim(c *[2]int) {
	for c[0] < c[1] {
		t := p.at(c[1] - 1)
		if t.kind != tOp || t.name != "," && t.name != ";" && t.name != "." {
			return
		}
		c[1]--
	}
}

func (p *parser) conditionWord(t *token) bool {
	switch strings.ToLower(strings.Trim(t.name, " ,:")) {
	case "if", "for", "when", "in", "where", "", "and if", "if and only if", "for all":
		return true
	}
	return false
}

func (p *parser) otherwise(c [2]int) bool {
	t := p.at(c[0])
	if t.kind != tText || c[1] != c[0]+1 {
		return false
	}
	switch strings.ToLower(strings.Trim(t.name, " ,.:")) {
	case "otherwise", "else", "elsewhere", "in all other cases":
		return true
	}
	return false
}

// condition reads statements that are joined by commas, "and" or "or".
func (p *parser) condition() (*expr.Node, error) {
	var all []*expr.Node
	or := false
	for {
		n, err := p.clause()
		if err != nil {
			return nil, err
		}
		all = append(all, n)
		t := p.peek()
		switch {
		case t.kind == tOp && (t.name == "," || t.name == "∧"):
			p.next()
		case t.kind == tOp && t.name == "∨", t.kind == tText && roleOf(t.name) == roleOr:
			or = true
			p.next()
		case t.kind == tText && roleOf(t.name) == roleAnd:
			p.next()
		default:
			if len(all) == 1 {
				return all[0], nil
			}
			if or {
				return p.pool.Make(expr.OpOr, all...), nil
			}
			return p.pool.Make(expr.OpAnd, all...), nil
		}
	}
}

// casesInBrace reads \left\{\begin{array}{ll}…\end{array}\right. after the brace.
func (p *parser) casesInBrace() (*expr.Node, error) {
	t := p.next()
	from, to, err := p.environmentEnd(t.name)
	if err != nil {
		return nil, err
	}
	if t.name == "array" {
		if from, err = p.skipColumns(from); err != nil {
			return nil, err
		}
	}
	n, err := p.cases(from, to)
	if err != nil {
		return nil, err
	}
	p.i = to + 1
	if c := p.peek(); c.kind == tClose && c.name == "." || c.kind == tOpen && c.name == "." {
		p.next()
	}
	return n, nil
}
