package tensor

func (e *engine) settleDimensions(relativistic bool) {
	w := &e.names
	e.setDimension(lorentz, 4)
	e.setDimension(euclid, 3)
	if n := w.epsilon[euclid]; n > 0 {
		e.setDimension(euclid, n)
	}
	if n := w.epsilon[lorentz]; n > 0 {
		e.setDimension(lorentz, n)
	}
	d := e.ctx.Dimension
	if d == nil {
		d = e.dimension
	}
	if d != nil {
		s := euclid
		if relativistic {
			s = lorentz
		}
		p, ok := e.readScalar(d)
		switch {
		case !ok:
			e.fail("the dimension is not a number or a symbol")
		default:
			e.dims[s], e.dimNumber[s] = p, 0
			if c, ok := p.constant(); ok {
				if !c.isReal() || !c.re.IsInt() || c.re.Sign() <= 0 || c.re.Num().BitLen() > 16 {
					e.fail("the dimension %s is not a positive integer", c)
					return
				}
				e.setDimension(s, int(c.re.Num().Int64()))
			}
			if n := e.dimNumber[lorentz]; s == lorentz && n > 1 && w.epsilon[euclid] == 0 {
				e.setDimension(euclid, n-1)
			}
		}
	}
	e.traceOne = intPoly(4)
	if n := e.dimNumber[lorentz]; n == 2 || n == 3 {
		e.traceOne = intPoly(2)
	}
	e.settleColour()
}

func (e *engine) setDimension(s space, n int) {
	e.dims[s], e.dimNumber[s] = intPoly(int64(n)), n
}
