package chain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Frame says how a chain is laid out before the transformation: which Pauli matrix is
// along the string, and whether the sites are taken from the last to the first.
type Frame struct {
	// Axis is 'Z' (letters as they are), 'X' (X→Z, Y→X, Z→Y) or 'Y' (Y→Z, Z→X, X→Y):
	// rotations of all spins, which change no trace.
	Axis     byte `json:"axis"`
	Reversed bool `json:"reversed,omitempty"`
}

func (f Frame) String() string {
	s := fmt.Sprintf("string along %c", f.Axis)
	if f.Reversed {
		s += ", from the last site"
	}
	return s
}

func (f Frame) letter(op byte) byte {
	switch f.Axis {
	case 'X':
		return "ZXY"[op-'X']
	case 'Y':
		return "YZX"[op-'X']
	}
	return op
}

func (f Frame) site(s, n int) int {
	if f.Reversed {
		return n - 1 - s
	}
	return s
}

// Frames lists all of them, in the order in which they are tried.
func Frames() []Frame {
	return []Frame{{'Z', false}, {'X', false}, {'Y', false}, {'Z', true}, {'X', true}, {'Y', true}}
}

// Bilinear is the image of a term: Sign·i c_P c_Q with P < Q, times the parity where
// Parity is set. A term that is one Majorana operator, c_P, has Q = 2n, the ancilla;
// a term that is the parity itself has P = Q = −1.
type Bilinear struct {
	P, Q   int
	Sign   int
	Parity bool
}

// Mapping is a Jordan–Wigner transformation that makes every term of a chain a bilinear.
// Images[k] belongs to term k; where J = 0 it is empty.
type Mapping struct {
	N      int
	Frame  Frame
	Images []Bilinear
	// Linear says that some terms are single Majorana operators. They are multiplied by
	// an ancilla c_(2n), which changes no relation between the terms and doubles Z.
	Linear bool
	// Sectors says that some terms carry the parity, so that there are two forms.
	Sectors bool
}

// Offense names a term that a frame does not make a bilinear. Degree is the smallest
// number of Majorana operators that it is a product of, with or without the parity.
type Offense struct {
	Frame  Frame `json:"frame"`
	Term   int   `json:"term"`
	Degree int   `json:"degree"`
	// Against is a second term, −1 if there is none: a single Majorana operator does
	// not commute with the parity that the first one carries.
	Against int `json:"against"`
}

// Obstruction says why a chain has no free-fermion form here: an offense for every frame.
// Claw, where not nil, is a stronger reason that depends on no frame: a term and three
// others, different and commuting among themselves, that all anticommute with it; no
// assignment of different bilinears to different terms exists then (Chapman and Flammia).
type Obstruction struct {
	Offenses []Offense `json:"offenses"`
	Claw     []int     `json:"claw,omitempty"`
}

func (o *Obstruction) Error() string {
	if len(o.Offenses) == 0 {
		return "chain: no free-fermion form"
	}
	f := o.Offenses[0]
	return fmt.Sprintf("chain: no free-fermion form: with the %v, terms[%d] is a product of %d Majorana operators", f.Frame, f.Term, f.Degree)
}

// JordanWigner looks for a frame in which every term is a bilinear of Majorana
// operators, or one times the parity (the bond that closes a ring), or a single operator
// (a field across the string on the first site). Where there is none it returns an
// obstruction and no error.
func JordanWigner(terms []PauliTerm, n int) (*Mapping, *Obstruction, error) {
	if err := validateTerms(terms, n); err != nil {
		return nil, nil, err
	}
	if n > math.MaxInt32/4 {
		return nil, nil, fmt.Errorf("chain: %d sites are more than can be counted", n)
	}
	var bad Obstruction
	for _, f := range Frames() {
		m, offense := transform(terms, n, f)
		if offense == nil {
			return m, nil, nil
		}
		bad.Offenses = append(bad.Offenses, *offense)
	}
	bad.Claw = findClaw(terms, n)
	return nil, &bad, nil
}

func transform(terms []PauliTerm, n int, f Frame) (*Mapping, *Offense) {
	m := &Mapping{N: n, Frame: f, Images: make([]Bilinear, len(terms))}
	linear, parity := -1, -1
	var ops []placed
	for k, t := range terms {
		if t.J == 0 {
			continue
		}
		ops = ops[:0]
		for i, s := range t.Sites {
			ops = append(ops, placed{f.site(s, n), f.letter(t.Ops[i])})
		}
		slices.SortFunc(ops, func(a, b placed) int { return cmp.Compare(a.site, b.site) })
		image, degree := bilinear(ops, n)
		if degree > 2 {
			return nil, &Offense{Frame: f, Term: k, Degree: degree, Against: -1}
		}
		m.Images[k] = image
		if image.Parity && parity < 0 {
			parity = k
		}
		if image.Q == 2*n && linear < 0 {
			linear = k
		}
	}
	if linear >= 0 && parity >= 0 {
		return nil, &Offense{Frame: f, Term: parity, Degree: 2, Against: linear}
	}
	m.Linear, m.Sectors = linear >= 0, parity >= 0
	return m, nil
}

// placed is a Pauli matrix on a site.
type placed struct {
	site int
	op   byte
}

// bilinear finds the image of a product of Pauli matrices, sorted by site, or the number
// of Majorana operators in it if that is above two. From the right to the left, a site
// sees one Z from every Majorana operator already found; what remains to be made up for
// there (X by a, Y by b, Z by both) are the operators of this site. The product with P
// has exactly the operators that are missing here.
func bilinear(ops []placed, n int) (Bilinear, int) {
	present, missing := newFew(), newFew()
	odd := false
	last := n // sites from here on are done
	for i := len(ops) - 1; i >= -1; i-- {
		site := -1
		if i >= 0 {
			site = ops[i].site
		}
		// Sites without an operator: a and b both, or neither.
		if odd {
			present.pairs(site+1, last)
		} else {
			missing.pairs(site+1, last)
		}
		if i < 0 {
			break
		}
		last = site
		a, b := 2*site, 2*site+1
		switch op := ops[i].op; {
		case op == 'Z' && !odd:
			present.add(b)
			present.add(a)
		case op == 'Z':
			missing.add(b)
			missing.add(a)
		case (op == 'X') != odd: // X, or Y seen through a Z
			present.add(a)
			missing.add(b)
			odd = !odd
		default:
			present.add(b)
			missing.add(a)
			odd = !odd
		}
	}
	switch {
	case present.count == 2:
		q, p := present.first[0], present.first[1]
		return Bilinear{P: p, Q: q, Sign: stringSign(p, q)}, 2
	case present.count == 1:
		return Bilinear{P: present.first[0], Q: 2 * n, Sign: 1}, 1
	case missing.count == 0:
		return Bilinear{P: -1, Q: -1, Sign: 1, Parity: true}, 2
	case missing.count == 2:
		// P·string = phase · (the same with X↔Y and Z↔1), by ZX = iY and ZY = −iX.
		turns := 0
		for _, o := range ops {
			switch o.op {
			case 'X':
				turns++
			case 'Y':
				turns--
			}
		}
		q, p := missing.first[0], missing.first[1]
		s := stringSign(p, q)
		if turns&3 == 2 {
			s = -s
		}
		return Bilinear{P: p, Q: q, Sign: s, Parity: true}, 2
	case present.count%2 == 1:
		return Bilinear{}, present.count
	}
	return Bilinear{}, min(present.count, missing.count)
}

// stringSign is s in "the Pauli string of c_p c_q" = s·i c_p c_q, p < q: Z = −i ab on a
// site; else X on site p/2 (p is a b there, XZ… = −i b c_q) or Y (p is an a).
func stringSign(p, q int) int {
	if p/2 == q/2 || p%2 == 1 {
		return -1
	}
	return 1
}

// few counts Majorana operators and remembers the first two.
type few struct {
	count int
	first []int
}

func newFew() *few { return &few{first: make([]int, 0, 2)} }

func (f *few) add(k int) {
	f.count++
	if len(f.first) < 2 {
		f.first = append(f.first, k)
	}
}

// pairs adds both operators of the sites lo … hi−1, from the right.
func (f *few) pairs(lo, hi int) {
	if hi <= lo {
		return
	}
	f.add(2*hi - 1)
	f.add(2*hi - 2)
	f.count += 2 * (hi - lo - 1)
}

// findClaw looks for a term that anticommutes with three different commuting ones. Terms
// with more than maxClawDegree anticommuting neighbours are searched among the first.
func findClaw(terms []PauliTerm, n int) []int {
	if n > 1<<14 || len(terms) > 1<<16 {
		return nil
	}
	at := make([][]int, n)
	for k, t := range terms {
		if t.J == 0 {
			continue
		}
		for _, s := range t.Sites {
			at[s] = append(at[s], k)
		}
	}
	for center, t := range terms {
		if t.J == 0 {
			continue
		}
		var near []int
		for _, s := range t.Sites {
			for _, k := range at[s] {
				if len(near) < maxClawDegree && termsAnticommute(t, terms[k]) && !slices.ContainsFunc(near, func(j int) bool { return sameString(terms[j], terms[k]) }) {
					near = append(near, k)
				}
			}
		}
		for i, u := range near {
			for j, v := range near[:i] {
				if termsAnticommute(terms[u], terms[v]) {
					continue
				}
				for _, w := range near[:j] {
					if !termsAnticommute(terms[u], terms[w]) && !termsAnticommute(terms[v], terms[w]) {
						return []int{center, w, v, u}
					}
				}
			}
		}
	}
	return nil
}

const maxClawDegree = 48

// termsAnticommute counts the sites on which two terms have different matrices.
func termsAnticommute(s, t PauliTerm) bool {
	odd := false
	for i, a := range s.Sites {
		if j := slices.Index(t.Sites, a); j >= 0 && s.Ops[i] != t.Ops[j] {
			odd = !odd
		}
	}
	return odd
}

func sameString(s, t PauliTerm) bool {
	if len(s.Sites) != len(t.Sites) {
		return false
	}
	for i, a := range s.Sites {
		if j := slices.Index(t.Sites, a); j < 0 || s.Ops[i] != t.Ops[j] {
			return false
		}
	}
	return true
}
