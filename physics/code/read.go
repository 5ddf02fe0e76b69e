package code

import (
	"fmt"
	"math/big"

	"github.com/assay-physics/assay/physics/modelfile"
)

// maxRead bounds the sizes in a file.
const maxRead = 1 << 16

// Read reads an instance:
//
//	{"code": CODE, "noise": NOISE, "error": ERROR}
//
// with unknown keys refused and numbers read exactly. A missing error is the identity.
//
// CODE is one of
//
//	{"kind":"repetition","size":[n]}           also phase-repetition
//	{"kind":"toric","size":[rows,cols]}        also surface, bacon-shor
//	{"kind":"color666","size":[d]}             also color488
//	{"kind":"five-qubit"}                      also four-two-two, steane, shor
//	{"kind":"css","n":7,"x":[[0,1],…],"z":[…]} rows of qubits
//	{"kind":"stabilizer","generators":["XZZXI",…]}
//	{"kind":"subsystem","gauge":["XXII",…]}
//
// the last two with "logical_x" and "logical_z" (both or neither) and, for a subsystem
// code, "stabilizers". Any of them may have "rounds":T, for measurements repeated T times
// (Faults); the noise then needs faults.
//
// NOISE is one of
//
//	{"kind":"bit-flip","p":"1/10"}             also phase-flip, depolarizing
//	{"kind":"biased","p":0.1,"eta":100}
//	{"kind":"single-qubit","x":0.1,"y":0,"z":0.02}
//	{"kind":"bit-flips","p":[0.1,0.2,…]}
//	{"kind":"correlated","p":0.1,"eta":2,"chains":[[0,1,2],…]}
//	{"kind":"faults","p":0.03,"q":0.02}
//	{"kind":"tables","tables":[[…4^m numbers…],…],"regions":[{"qubits":[0,1],"table":0},…]}
//
// ERROR is a word of letters I, X, Y, Z, or lists of qubits {"X":[0,5],"Z":[1]}.
func Read(data []byte) (*Instance, error) {
	root, err := modelfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("code: %w", err)
	}
	x, err := readInstance(root)
	if err != nil {
		return nil, fmt.Errorf("code: file: %w", err)
	}
	return x, nil
}

func readInstance(root *modelfile.Value) (*Instance, error) {
	if err := root.Want(modelfile.Object); err != nil {
		return nil, err
	}
	if err := root.Only("code", "noise", "error"); err != nil {
		return nil, err
	}
	v, err := root.Need("code")
	if err != nil {
		return nil, err
	}
	base, rounds, err := readCode(v)
	if err != nil {
		return nil, err
	}
	c := base
	if rounds > 0 {
		if c, err = Faults(base, rounds); err != nil {
			return nil, v.Errorf("%w", err)
		}
	}
	if v, err = root.Need("noise"); err != nil {
		return nil, err
	}
	nz, err := readNoise(v, base, c, rounds)
	if err != nil {
		return nil, err
	}
	x := &Instance{c, nz, Identity(c.N)}
	if v = root.Get("error"); v != nil {
		if x.Error, err = readError(v, c.N); err != nil {
			return nil, err
		}
	}
	return x, fit(c, nz, x.Error)
}

// kind is the member "kind" of an object.
func kind(v *modelfile.Value) (string, error) {
	if err := v.Want(modelfile.Object); err != nil {
		return "", err
	}
	k, err := v.Need("kind")
	if err != nil {
		return "", err
	}
	return k.Text()
}

// family is a code that is known by its size.
type family struct {
	sizes int
	make  func(size []int) (*Code, error)
}

func families() map[string]family {
	one := func(f func(int) (*Code, error)) family {
		return family{1, func(s []int) (*Code, error) { return f(s[0]) }}
	}
	two := func(f func(int, int) (*Code, error)) family {
		return family{2, func(s []int) (*Code, error) { return f(s[0], s[1]) }}
	}
	fixed := func(f func() (*Code, error)) family {
		return family{0, func([]int) (*Code, error) { return f() }}
	}
	return map[string]family{
		"repetition": one(Repetition), "phase-repetition": one(PhaseRepetition),
		"toric": two(Toric), "surface": two(RotatedSurface), "bacon-shor": two(BaconShor),
		"color666": one(Color666), "color488": one(Color488),
		"five-qubit": fixed(FiveQubit), "four-two-two": fixed(FourTwoTwo), "steane": fixed(Steane), "shor": fixed(Shor),
	}
}

func readCode(v *modelfile.Value) (c *Code, rounds int, err error) {
	name, err := kind(v)
	if err != nil {
		return nil, 0, err
	}
	if r := v.Get("rounds"); r != nil {
		if rounds, err = r.Integer(1, maxRead); err != nil {
			return nil, 0, err
		}
	}
	f, known := families()[name]
	switch {
	case known:
		c, err = readFamily(v, f)
	case name == "css":
		c, err = readCSS(v)
	case name == "stabilizer" || name == "subsystem":
		c, err = readGenerators(v, name)
	default:
		return nil, 0, v.Errorf("unknown code %q", name)
	}
	return c, rounds, err
}

func readFamily(v *modelfile.Value, f family) (*Code, error) {
	if f.sizes == 0 {
		if err := v.Only("kind", "rounds"); err != nil {
			return nil, err
		}
		return f.make(nil)
	}
	if err := v.Only("kind", "size", "rounds"); err != nil {
		return nil, err
	}
	s, err := v.Need("size")
	if err != nil {
		return nil, err
	}
	size, err := s.Integers(1, maxRead)
	if err != nil {
		return nil, err
	}
	if len(size) != f.sizes {
		return nil, s.Errorf("%d sizes, want %d", len(size), f.sizes)
	}
	c, err := f.make(size)
	if err != nil {
		return nil, v.Errorf("%w", err)
	}
	return c, nil
}

func readCSS(v *modelfile.Value) (*Code, error) {
	if err := v.Only("kind", "n", "x", "z", "rounds"); err != nil {
		return nil, err
	}
	nv, err := v.Need("n")
	if err != nil {
		return nil, err
	}
	n, err := nv.Integer(1, maxRead)
	if err != nil {
		return nil, err
	}
	var lists [2][][]int
	for i, key := range []string{"x", "z"} {
		rows := v.Get(key)
		if rows == nil {
			continue
		}
		if lists[i], err = readRows(rows, n); err != nil {
			return nil, err
		}
	}
	c, err := NewCSS("css", n, lists[0], lists[1])
	if err != nil {
		return nil, v.Errorf("%w", err)
	}
	return c, nil
}

func readRows(v *modelfile.Value, n int) ([][]int, error) {
	if err := v.Want(modelfile.Array); err != nil {
		return nil, err
	}
	var rows [][]int
	for _, item := range v.Items {
		row, err := item.Integers(0, n-1)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func readGenerators(v *modelfile.Value, name string) (*Code, error) {
	main := map[string]string{"stabilizer": "generators", "subsystem": "gauge"}[name]
	keys := []string{"kind", "rounds", main, "logical_x", "logical_z"}
	if name == "subsystem" {
		keys = append(keys, "stabilizers")
	}
	if err := v.Only(keys...); err != nil {
		return nil, err
	}
	if _, err := v.Need(main); err != nil {
		return nil, err
	}
	lists := map[string][]Pauli{}
	n := -1
	for _, key := range keys[2:] {
		item := v.Get(key)
		if item == nil {
			continue
		}
		if err := item.Want(modelfile.Array); err != nil {
			return nil, err
		}
		ops := []Pauli{}
		for _, word := range item.Items {
			text, err := word.Text()
			if err != nil {
				return nil, err
			}
			p, err := ParsePauli(text)
			if err != nil {
				return nil, word.Errorf("%w", err)
			}
			if n < 0 {
				n = p.n
			}
			ops = append(ops, p)
		}
		lists[key] = ops
	}
	if n > maxRead {
		return nil, v.Errorf("%d qubits, the limit is %d", n, maxRead)
	}
	var c *Code
	var err error
	if name == "stabilizer" {
		c, err = New(name, n, lists[main], nil, lists["logical_x"], lists["logical_z"])
	} else {
		c, err = New(name, n, lists["stabilizers"], lists[main], lists["logical_x"], lists["logical_z"])
	}
	if err != nil {
		return nil, v.Errorf("%w", err)
	}
	return c, nil
}

// numbers reads rational members of an object, in the order of the keys, all of which
// are needed, and refuses other keys than these, "kind" and more.
func numbers(v *modelfile.Value, keys []string, more ...string) ([]*big.Rat, error) {
	if err := v.Only(append(append([]string{"kind"}, keys...), more...)...); err != nil {
		return nil, err
	}
	var out []*big.Rat
	for _, key := range keys {
		item, err := v.Need(key)
		if err != nil {
			return nil, err
		}
		x, err := item.Rational()
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func readNoise(v *modelfile.Value, base, c *Code, rounds int) (*Noise, error) {
	name, err := kind(v)
	if err != nil {
		return nil, err
	}
	if (name == "faults") != (rounds > 0) && name != "bit-flips" && name != "tables" {
		return nil, v.Errorf("noise %q with %d rounds of measurement: repeated measurement goes with the noise faults, and only that", name, rounds)
	}
	var nz *Noise
	var x []*big.Rat
	switch name {
	case "bit-flip", "phase-flip", "depolarizing":
		if x, err = numbers(v, []string{"p"}); err == nil {
			nz, err = map[string]func(int, *big.Rat) (*Noise, error){"bit-flip": BitFlip, "phase-flip": PhaseFlip, "depolarizing": Depolarizing}[name](c.N, x[0])
		}
	case "biased":
		if x, err = numbers(v, []string{"p", "eta"}); err == nil {
			nz, err = Biased(c.N, x[0], x[1])
		}
	case "single-qubit":
		if x, err = numbers(v, []string{"x", "y", "z"}); err == nil {
			nz, err = SingleQubit(c.N, x[0], x[1], x[2])
		}
	case "faults":
		if x, err = numbers(v, []string{"p", "q"}); err == nil {
			nz, err = FaultNoise(base, rounds, x[0], x[1])
		}
	case "correlated":
		if x, err = numbers(v, []string{"p", "eta"}, "chains"); err == nil {
			var chains *modelfile.Value
			if chains, err = v.Need("chains"); err == nil {
				var rows [][]int
				if rows, err = readRows(chains, c.N); err == nil {
					nz, err = CorrelatedBitFlips(c.N, rows, x[0], x[1])
				}
			}
		}
	case "bit-flips":
		return readBitFlips(v, c.N)
	case "tables":
		return readTables(v, c.N)
	default:
		err = fmt.Errorf("unknown noise %q", name)
	}
	if err != nil {
		return nil, v.Errorf("%w", err)
	}
	return nz, nil
}

func readBitFlips(v *modelfile.Value, n int) (*Noise, error) {
	if err := v.Only("kind", "p"); err != nil {
		return nil, err
	}
	p, err := v.Need("p")
	if err != nil {
		return nil, err
	}
	rates, err := rationals(p)
	if err != nil {
		return nil, err
	}
	if len(rates) != n {
		return nil, p.Errorf("%d numbers for %d qubits", len(rates), n)
	}
	nz, err := BitFlips(rates)
	if err != nil {
		return nil, p.Errorf("%w", err)
	}
	return nz, nil
}

func rationals(v *modelfile.Value) ([]*big.Rat, error) {
	if err := v.Want(modelfile.Array); err != nil {
		return nil, err
	}
	var out []*big.Rat
	for _, item := range v.Items {
		x, err := item.Rational()
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func readTables(v *modelfile.Value, n int) (*Noise, error) {
	if err := v.Only("kind", "tables", "regions"); err != nil {
		return nil, err
	}
	nz := &Noise{Name: "tables", N: n}
	tables, err := v.Need("tables")
	if err != nil {
		return nil, err
	}
	if err := tables.Want(modelfile.Array); err != nil {
		return nil, err
	}
	for _, item := range tables.Items {
		p, err := rationals(item)
		if err != nil {
			return nil, err
		}
		m := 0
		for 1<<(2*m) < len(p) {
			m++
		}
		nz.Tables = append(nz.Tables, Table{m, p})
	}
	regions, err := v.Need("regions")
	if err != nil {
		return nil, err
	}
	if err := regions.Want(modelfile.Array); err != nil {
		return nil, err
	}
	for _, item := range regions.Items {
		if err := item.Want(modelfile.Object); err != nil {
			return nil, err
		}
		if err := item.Only("qubits", "table"); err != nil {
			return nil, err
		}
		qubits, err := item.Need("qubits")
		if err != nil {
			return nil, err
		}
		table, err := item.Need("table")
		if err != nil {
			return nil, err
		}
		var r Region
		if r.Qubits, err = qubits.Integers(0, n-1); err != nil {
			return nil, err
		}
		if r.Table, err = table.Integer(0, len(nz.Tables)-1); err != nil {
			return nil, err
		}
		nz.Regions = append(nz.Regions, r)
	}
	if err := nz.Validate(); err != nil {
		return nil, v.Errorf("%w", err)
	}
	return nz, nil
}

func readError(v *modelfile.Value, n int) (Pauli, error) {
	if v.Kind == modelfile.Str {
		text, err := v.Text()
		if err != nil {
			return Pauli{}, err
		}
		e, err := ParsePauli(text)
		if err == nil && e.n != n {
			err = fmt.Errorf("%d letters for %d qubits", e.n, n)
		}
		if err != nil {
			return Pauli{}, v.Errorf("%w", err)
		}
		return e, nil
	}
	if err := v.Want(modelfile.Object); err != nil {
		return Pauli{}, err
	}
	if err := v.Only("X", "Y", "Z"); err != nil {
		return Pauli{}, err
	}
	e := Identity(n)
	for i, key := range v.Keys {
		list, err := v.Items[i].Integers(0, n-1)
		if err != nil {
			return Pauli{}, err
		}
		e = e.Mul(on(n, map[string]int{"X": X, "Y": Y, "Z": Z}[key], list))
	}
	return e, nil
}
