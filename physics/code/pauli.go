package code

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// Pauli is a Pauli operator on N qubits up to its phase: which qubits it flips (x) and
// of which it turns the sign (z), packed into words. Probabilities, syndromes and
// classes do not depend on phases, so none is kept.
//
// A Pauli is never changed after it is made; the zero value acts on no qubits.
type Pauli struct {
	n    int
	x, z []uint64
}

// The four operators on one qubit as they are numbered in tables: bit 0 says that it
// flips, bit 1 that it turns the sign. A product is an exclusive or.
const (
	I = 0
	X = 1
	Z = 2
	Y = 3
)

var letters = [4]byte{I: 'I', X: 'X', Z: 'Z', Y: 'Y'}

func words(n int) int { return (n + 63) / 64 }

// Identity is the operator on n qubits that does nothing.
func Identity(n int) Pauli {
	both := make([]uint64, 2*words(n))
	return Pauli{n, both[:words(n):words(n)], both[words(n):]}
}

// OnX is the product of X over the given qubits of n; a qubit that occurs twice cancels.
// Like an index, a qubit outside of 0 … n−1 is a mistake of the program and panics:
// ParsePauli, NewCSS, Instance.At and Read check what comes from outside.
func OnX(n int, qubits ...int) Pauli { return on(n, X, qubits) }

// OnZ is the product of Z over the given qubits of n.
func OnZ(n int, qubits ...int) Pauli { return on(n, Z, qubits) }

// OnY is the product of Y over the given qubits of n.
func OnY(n int, qubits ...int) Pauli { return on(n, Y, qubits) }

func on(n, op int, qubits []int) Pauli {
	p := Identity(n)
	for _, q := range qubits {
		if q < 0 || q >= n {
			panic(fmt.Sprintf("code: qubit %d of %d", q, n))
		}
		p.toggle(q, op)
	}
	return p
}

func (p Pauli) toggle(q, op int) {
	p.x[q/64] ^= uint64(op&1) << (q % 64)
	p.z[q/64] ^= uint64(op>>1&1) << (q % 64)
}

// ParsePauli reads one letter I, X, Y or Z per qubit; '.' and '_' are I.
func ParsePauli(s string) (Pauli, error) {
	if len(s) > maxQubits {
		return Pauli{}, fmt.Errorf("code: Pauli operator on %d qubits, the limit is %d", len(s), maxQubits)
	}
	p := Identity(len(s))
	for q := range len(s) {
		op := strings.IndexByte("IXZY", s[q])
		if op < 0 && s[q] != '.' && s[q] != '_' {
			return Pauli{}, fmt.Errorf("code: Pauli operator: character %q at qubit %d is none of I, X, Y, Z", s[q], q)
		}
		if op > 0 {
			p.toggle(q, op)
		}
	}
	return p, nil
}

// MarshalText writes the letters.
func (p Pauli) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText is ParsePauli.
func (p *Pauli) UnmarshalText(text []byte) error {
	q, err := ParsePauli(string(text))
	if err == nil {
		*p = q
	}
	return err
}

// String writes one letter per qubit.
func (p Pauli) String() string {
	s := make([]byte, p.n)
	for q := range s {
		s[q] = letters[p.At(q)]
	}
	return string(s)
}

// Sparse writes the qubits that p acts on, as in "X0 Z3", and "1" for the identity.
func (p Pauli) Sparse() string {
	var b strings.Builder
	for _, q := range p.Support() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%c%d", letters[p.At(q)], q)
	}
	if b.Len() == 0 {
		return "1"
	}
	return b.String()
}

// N is the number of qubits.
func (p Pauli) N() int { return p.n }

// At is the operator on qubit q: I, X, Z or Y.
func (p Pauli) At(q int) int {
	return int(p.x[q/64]>>(q%64)&1) | int(p.z[q/64]>>(q%64)&1)<<1
}

// Weight is the number of qubits that p acts on.
func (p Pauli) Weight() int {
	w := 0
	for i := range p.x {
		w += bits.OnesCount64(p.x[i] | p.z[i])
	}
	return w
}

// Support lists the qubits that p acts on, in order.
func (p Pauli) Support() []int {
	var list []int
	for i := range p.x {
		for w := p.x[i] | p.z[i]; w != 0; w &= w - 1 {
			list = append(list, i*64+bits.TrailingZeros64(w))
		}
	}
	return list
}

// Mul is the product, up to its phase. Both must act on the same number of qubits.
func (p Pauli) Mul(q Pauli) Pauli {
	r := Identity(p.n)
	for i := range r.x {
		r.x[i] = p.x[i] ^ q.x[i]
		r.z[i] = p.z[i] ^ q.z[i]
	}
	return r
}

// Commutes reports whether pq = qp.
func (p Pauli) Commutes(q Pauli) bool {
	odd := uint64(0)
	for i := range p.x {
		odd ^= p.x[i]&q.z[i] ^ p.z[i]&q.x[i]
	}
	return bits.OnesCount64(odd)&1 == 0
}

// IsIdentity reports whether p acts on no qubit.
func (p Pauli) IsIdentity() bool { return p.pureX() && p.pureZ() }

// Equal reports whether p and q are the same operator up to a phase.
func (p Pauli) Equal(q Pauli) bool { return p.n == q.n && p.Mul(q).IsIdentity() }

// pureX reports whether p is a product of X alone (the identity is one).
func (p Pauli) pureX() bool { return allZero(p.z) }

// pureZ reports whether p is a product of Z alone.
func (p Pauli) pureZ() bool { return allZero(p.x) }

func allZero(v []uint64) bool {
	for _, w := range v {
		if w != 0 {
			return false
		}
	}
	return true
}

// vec is x followed by z, as one vector over GF(2); dual has them exchanged, so that p
// and q commute if and only if p.vec()·q.dual() = 0.
func (p Pauli) vec() []uint64  { return append(append(make([]uint64, 0, 2*len(p.x)), p.x...), p.z...) }
func (p Pauli) dual() []uint64 { return append(append(make([]uint64, 0, 2*len(p.x)), p.z...), p.x...) }

func fromVec(n int, v []uint64) Pauli { return Pauli{n, v[:words(n):words(n)], v[words(n):]} }

// product multiplies the operators that chosen picks.
func product(n int, ops []Pauli, chosen []uint64) Pauli {
	r := Identity(n)
	for k, g := range ops {
		if chosen[k/64]>>(k%64)&1 != 0 {
			for i := range r.x {
				r.x[i] ^= g.x[i]
				r.z[i] ^= g.z[i]
			}
		}
	}
	return r
}

// errQubits is for operators whose numbers of qubits differ.
var errQubits = errors.New("acts on another number of qubits")
