package ball

// disc is a complex number known to within r of m, which is exact. A product of rectangles
// grows with every turn by up to √2, so that a power of (1+i)/2 would not shrink; a product
// of discs grows by rounding only. Terms of complex series are discs. A real number remains
// one: its error is real.
type disc struct {
	m    Complex
	r    mag
	real bool
}

func newDisc(x Complex) disc {
	return disc{Complex{x.Re.mid(), x.Im.mid()}, x.Re.rad.add(x.Im.rad), x.IsReal()}
}

// discMul is t·q for a ball q.
func (c calc) discMul(t disc, q Complex) disc {
	d := newDisc(q)
	p := c.mul(t.m, d.m)
	r := t.r.mul(d.m.magUpper().add(d.r)).add(t.m.magUpper().mul(d.r))
	r = r.add(p.Re.rad).add(p.Im.rad)
	return disc{Complex{p.Re.mid(), p.Im.mid()}, r, t.real && d.real}
}

// ball is the rectangle around the disc.
func (t *disc) ball() Complex {
	z := t.m
	if t.real {
		z.Re.addErr(&z.Re, t.r)
		return z
	}
	z.addErr(&z, t.r)
	return z
}

func (t *disc) magUpper() mag { return t.m.magUpper().add(t.r) }
