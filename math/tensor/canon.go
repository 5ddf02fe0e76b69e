package tensor

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// symmetry is how a tensor answers to permutations of its slots.
type symmetry uint8

const (
	noSymmetry symmetry = iota
	symmetric
	antisymmetric
	riemann // R_{abcd} = −R_{bacd} = −R_{abdc} = R_{cdab}
	cyclic
)

// permutation of slots with its sign.
type permutation struct {
	at   []int
	sign int
}

// maxSlots bounds the factorial of a symmetric tensor.
const maxSlots = 6

// permutations of the slots of f: its symmetry times that of its derivatives, which
// commute.
func (e *engine) permutations(sym symmetry, deriv, slots int) []permutation {
	ps := symmetryGroup(sym, slots-deriv)
	if ps == nil {
		e.fail("a symmetric tensor with %d indices", slots-deriv)
		return nil
	}
	if deriv == 0 {
		return ps
	}
	ds := symmetryGroup(symmetric, deriv)
	if ds == nil {
		e.fail("%d derivatives of one factor", deriv)
		return nil
	}
	out := make([]permutation, 0, len(ps)*len(ds))
	for _, d := range ds {
		for _, p := range ps {
			at := append([]int(nil), d.at...)
			for _, k := range p.at {
				at = append(at, k+deriv)
			}
			out = append(out, permutation{at, p.sign})
		}
	}
	return out
}

func symmetryGroup(sym symmetry, n int) []permutation {
	identity := make([]int, n)
	for i := range identity {
		identity[i] = i
	}
	switch {
	case sym == riemann && n == 4:
		var out []permutation
		for _, p := range [][]int{{0, 1, 2, 3}, {2, 3, 0, 1}} {
			for flips := range 4 {
				q, sign := slices.Clone(p), 1
				if flips&1 != 0 {
					q[0], q[1], sign = q[1], q[0], -sign
				}
				if flips&2 != 0 {
					q[2], q[3], sign = q[3], q[2], -sign
				}
				out = append(out, permutation{q, sign})
			}
		}
		return out
	case sym == cyclic:
		out := make([]permutation, max(n, 1))
		for s := range out {
			at := make([]int, n)
			for i := range at {
				at[i] = (i + s) % n
			}
			out[s] = permutation{at, 1}
		}
		return out
	case sym == symmetric || sym == antisymmetric:
		if n > maxSlots {
			return nil
		}
		out := []permutation{{nil, 1}}
		for k := range n { // insert k at every place
			var next []permutation
			for _, p := range out {
				for at := 0; at <= len(p.at); at++ {
					sign := p.sign
					if sym == antisymmetric && (len(p.at)-at)%2 != 0 {
						sign = -sign
					}
					next = append(next, permutation{slices.Insert(slices.Clone(p.at), at, k), sign})
				}
			}
			out = next
		}
		return out
	}
	return []permutation{{identity, 1}}
}

// item is a factor or a letter as the labelling sees it.
type item struct {
	head  string
	perms []permutation
	idx   []label
}

func (f *factor) headKey() string {
	return strconv.Itoa(int(f.kind)) + f.head + "/" + strconv.Itoa(f.deriv) + "/" + strconv.Itoa(len(f.idx))
}

func (l *letter) headKey() string {
	k := strconv.Itoa(int(l.kind)) + l.head + "/" + strconv.Itoa(len(l.idx))
	if l.dag {
		k += "†"
	}
	if l.slot > 0 {
		k += "@" + strconv.Itoa(l.slot)
	}
	return k
}

func (f *factor) slotSymmetry() symmetry {
	switch f.kind {
	case metricFactor:
		return symmetric
	case epsilonFactor:
		return antisymmetric
	case traceFactor:
		return cyclic
	default:
		return f.symmetry
	}
}

// labelling is a partial choice: which items are written, in what numbering of dummies.
type labelling struct {
	used   uint64
	number map[int]int
	sign   int
}

func (s *labelling) key() string {
	var b strings.Builder
	b.WriteString(strconv.FormatUint(s.used, 36))
	b.WriteByte(byte(2 + s.sign))
	ids := make([]int, 0, len(s.number))
	for id := range s.number {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	for _, id := range ids {
		b.WriteString(strconv.Itoa(id))
		b.WriteByte('=')
		b.WriteString(strconv.Itoa(s.number[id]))
		b.WriteByte(' ')
	}
	return b.String()
}

// canonicalKey is the least description of a term without its coefficient over all names
// of its dummies, orders of its factors and slot symmetries, with the sign that leads
// there; sign 0 means that the term vanishes by its symmetry.
//
// The word comes first and keeps its order. Then, step by step, every choice that gives
// the least next factor is kept, so that what remains at the end are the automorphisms of
// the term (Manssur, Portugal and Svaiter, Int. J. Mod. Phys. C 13, 2002, section 2, use
// the same fact: a term is zero if one of them is odd).
func (e *engine) canonicalKey(t *term) (key string, sign int) {
	if len(t.factors) == 0 && len(t.word) == 0 {
		return "", 1
	}
	items := make([]item, 0, len(t.word)+len(t.factors))
	for i := range t.word {
		l := &t.word[i]
		sym := noSymmetry
		if l.kind == cliffordLetter {
			sym = antisymmetric
		}
		items = append(items, item{l.headKey(), e.permutations(sym, 0, len(l.idx)), l.idx})
	}
	for i := range t.factors {
		f := &t.factors[i]
		items = append(items, item{f.headKey(), e.factorPermutations(f), f.idx})
	}
	if len(items) > 60 {
		e.fail("a product of %d factors", len(items))
	}
	var out strings.Builder
	states := []labelling{{number: map[int]int{}, sign: 1}}
	for step := range items {
		best := ""
		var next []labelling
		seen := map[string]bool{}
		for _, s := range states {
			from, to := step, step+1
			if step >= len(t.word) {
				from, to = len(t.word), len(items)
			}
			for i := from; i < to; i++ {
				if s.used&(1<<i) != 0 {
					continue
				}
				for _, p := range items[i].perms {
					if !e.spend(1 + len(p.at)/2) {
						return "", 1
					}
					text := s.write(&items[i], p)
					if best != "" && text > best {
						continue
					}
					if text != best {
						best, next, seen = text, next[:0], map[string]bool{}
					}
					n := s.after(i, &items[i], p)
					if k := n.key(); !seen[k] {
						seen[k] = true
						next = append(next, n)
					}
				}
			}
		}
		out.WriteString(best)
		out.WriteByte(';')
		states = slices.Clone(next)
	}
	if len(states) == 0 {
		return "", 1
	}
	for _, s := range states {
		if s.sign != states[0].sign {
			return out.String(), 0
		}
	}
	return out.String(), states[0].sign
}

func (s *labelling) write(it *item, p permutation) string {
	b := make([]byte, 0, 48)
	b = append(b, it.head...)
	b = append(b, '(')
	next := len(s.number)
	var few [16]int
	fresh := few[:0]
	for _, at := range p.at {
		l := it.idx[at]
		b = append(b, "fdvno"[l.kind], '0'+byte(l.space))
		switch l.kind {
		case dummyIndex:
			k, ok := s.number[l.id]
			if j := slices.Index(fresh, l.id); j >= 0 {
				k, ok = next+j, true
			}
			if !ok {
				k = next + len(fresh)
				fresh = append(fresh, l.id)
			}
			b = append(b, byte('A'+k/26), byte('a'+k%26))
		case numberLabel:
			b = strconv.AppendInt(b, int64(l.id), 10)
		case freeIndex, vectorLabel, openVector:
			if l.up {
				b = append(b, '^')
			}
			b = append(b, l.name...)
		}
		b = append(b, ',')
	}
	return string(append(b, ')'))
}

func (s *labelling) after(i int, it *item, p permutation) labelling {
	n := labelling{used: s.used | 1<<i, number: s.number, sign: s.sign * p.sign}
	copied := false
	for _, at := range p.at {
		l := it.idx[at]
		if l.kind != dummyIndex {
			continue
		}
		if _, ok := n.number[l.id]; ok {
			continue
		}
		if !copied {
			m := make(map[int]int, len(n.number)+2)
			for k, v := range n.number {
				m[k] = v
			}
			n.number, copied = m, true
		}
		n.number[l.id] = len(n.number)
	}
	return n
}

// collected adds up the terms that are the same under canonicalKey.
func (e *engine) collected(s sum) sum {
	type entry struct {
		at   int
		sign int
	}
	where := make(map[string]entry, len(s))
	out := make(sum, 0, len(s))
	for i := range s {
		if e.err != nil {
			return out
		}
		key, sign := e.canonicalKey(&s[i])
		if sign == 0 {
			continue
		}
		at, ok := where[key]
		if !ok {
			where[key] = entry{len(out), sign}
			out = append(out, s[i])
			continue
		}
		c := s[i].coef
		if sign != at.sign {
			c = c.scaled(gaussInt(-1))
		}
		out[at.at].coef = out[at.at].coef.plus(c)
	}
	return slices.DeleteFunc(out, func(t term) bool { return len(t.coef) == 0 })
}
