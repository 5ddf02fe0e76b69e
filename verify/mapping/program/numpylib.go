package program

import (
	"slices"
	"strings"
)

// ufuncs work entry by entry.
var ufuncs = set(`exp exp2 expm1 log log2 log10 log1p sqrt cbrt square abs absolute fabs sign sin cos tan sinh cosh tanh arcsin arccos arctan
	arcsinh arccosh arctanh arctan2 floor ceil trunc rint round around add subtract multiply divide true_divide floor_divide mod remainder fmod
	power float_power negative positive reciprocal conj conjugate real imag angle maximum minimum fmax fmin logical_and logical_or logical_not
	logical_xor bitwise_and bitwise_or bitwise_xor bitwise_not invert left_shift right_shift isnan isinf isfinite equal not_equal less less_equal
	greater greater_equal clip where copysign hypot logaddexp logaddexp2 nan_to_num isclose bitwise_count signbit spacing ldexp heaviside sinc i0
	choose gcd lcm vectorize_call erf erfc gamma gammaln loggamma comb binom iv ive jv kv kve i1 i0e i1e ellipk ellipe ellipkm1 expit logit xlogy
	factorial digamma psi zeta hyp2f1 eval_hermite log_ndtr ndtr factorial2 perm betaln beta poch xlog1py`)

var ufuncOps = map[string]string{"add": "Add", "subtract": "Sub", "multiply": "Mult", "floor_divide": "FloorDiv", "mod": "Mod", "remainder": "Mod",
	"power": "Pow", "left_shift": "LShift", "right_shift": "RShift", "bitwise_and": "BitAnd", "bitwise_or": "BitOr", "bitwise_xor": "BitXor"}

var reductions = set(`sum prod product mean std var max min amax amin argmax argmin any all median ptp nansum nanmax nanmin count_nonzero average norm
	logsumexp trapz trapezoid cumsum_last percentile quantile`)

// numpy calls a function of numpy by its name below the module.
func (it *interp) numpy(name string, args []value, kw map[string]value, n *node) value {
	plain, rest := spread(args)
	a := func(i int) value { return orAny(arg(args, kw, i, "")) }
	name = strings.TrimPrefix(name, "lib.")
	base, method, _ := strings.Cut(name, ".")
	switch {
	case ufuncs[base] && method == "":
		return it.ufunc(base, plain, n)
	case ufuncs[base] && (method == "outer"):
		x, y := it.asArray(a(0), n), it.asArray(a(1), n)
		return it.made(it.outer(x, y), pickHow(x, y), n)
	case ufuncs[base] && (method == "reduce"):
		if base == "multiply" {
			it.asArray(a(0), n)
		}
		return it.reduction(it.asArray(a(0), n), a(1), kw, n)
	case ufuncs[base]: // accumulate, at
		q := it.asArray(a(0), n)
		it.spend(q.total)
		return q
	case reductions[name]:
		if name == "prod" || name == "product" {
			if q, ok := a(0).(*seq); ok && q.kind != arraySeq {
				return it.total(q, n, true)
			}
		}
		if _, ok := a(0).(num); ok {
			return a(0)
		}
		axis := arg(args, kw, 1, "axis")
		return it.reduction(it.asArray(a(0), n), axis, kw, n)
	case base == "linalg":
		return it.linalg(method, plain, kw, n)
	case base == "random":
		return it.random(method, plain, kw, n)
	case base == "fft":
		q := it.asArray(a(0), n)
		it.spend(q.total.times(exactly(symLog.size())))
		if q.shape == nil {
			return q
		}
		return it.made(it.array(q.shape, num{}), pickHow(q, q), n)
	case base == "polynomial":
		return it.polynomial(method, plain, n)
	}
	switch name {
	case "vectorized":
		q := it.asArray(a(1), n)
		c := it.measure(func() { it.apply(a(0), []value{orAny(q.elem)}, nil, n) })
		it.charge(c.times(q.total.hi, tightOnly(q.total)))
		return it.made(it.array(q.shape, q.total), pickHow(q, q), n)
	case "zeros", "ones", "empty", "full", "ndarray":
		shape, total := it.shapeOf(orAny(arg(args, kw, 0, "shape")))
		q := it.array(shape, total)
		return it.made(q, WorkShape, n)
	case "zeros_like", "ones_like", "empty_like", "full_like", "copy", "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "atleast_1d", "matrix", "asmatrix", "fromiter":
		q := it.asArray(a(0), n)
		c := *q
		c.id = it.newID()
		it.spend(q.total)
		return &c
	case "eye", "identity", "tri":
		d := asNum(a(0))
		e := d
		if v, ok := arg(args, kw, 1, "M").(num); ok {
			e = v
		}
		return it.made(it.array([]num{d, e}, num{}), WorkShape, n)
	case "arange":
		r, _ := it.rangeOf(plain, n).(*seq)
		q := it.array([]num{r.n}, num{})
		q.elem = r.elem
		return it.made(q, WorkArange, n)
	case "linspace", "logspace", "geomspace":
		count := number(50)
		if v, ok := arg(args, kw, 2, "num").(num); ok {
			count = v
		}
		return it.made(it.array([]num{count}, num{}), WorkArange, n)
	case "indices":
		shape, total := it.shapeOf(a(0))
		q := it.array(nil, total)
		if shape != nil {
			q = it.array(append([]num{number(float64(len(shape)))}, shape...), num{})
		}
		return it.made(q, WorkMesh, n)
	case "meshgrid":
		return it.meshgrid(plain, rest, n)
	case "unravel_index":
		idx := it.asArray(a(0), n)
		dims := num{lo: konst(0)}
		if q, ok := a(1).(*seq); ok {
			dims = q.n
		}
		it.spend(idx.total.times(nonNegative(dims)))
		one := it.array([]num{idx.total}, num{})
		return it.list(tupleSeq, dims, one)
	case "ravel_multi_index", "searchsorted", "digitize", "interp":
		q := it.asArray(a(0), n)
		it.spend(q.total.loose())
		return q
	case "ndindex":
		total, width := number(1), number(float64(len(plain)))
		if len(plain) == 1 && rest == nil {
			if q, ok := plain[0].(*seq); ok {
				_, total = it.shapeOf(q)
				width = q.n
			} else {
				total = asNum(plain[0])
			}
		} else {
			for _, v := range plain {
				total = total.times(nonNegative(asNum(v)))
			}
		}
		if rest != nil {
			if q, ok := rest.v.(*seq); ok {
				_, t := it.shapeOf(q)
				total, width = total.times(t), q.n
			} else {
				total = num{lo: konst(0)}
			}
		}
		total.powers = true
		out := it.list(lazySeq, total, it.list(tupleSeq, width, num{lo: konst(0)}))
		out.drain, out.how = free(), WorkProduct
		return out
	case "ndenumerate", "nditer":
		q := it.asArray(a(0), n)
		out := it.list(lazySeq, q.total, &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{it.list(tupleSeq, num{lo: konst(0)}, num{lo: konst(0)}), orAny(q.elem)}})
		out.drain = free()
		return out
	case "kron":
		return it.kron(it.asArray(a(0), n), it.asArray(a(1), n), n)
	case "outer":
		x, y := it.asArray(a(0), n), it.asArray(a(1), n)
		return it.made(it.array([]num{x.total, y.total}, num{}), pickHow(x, y), n)
	case "dot", "matmul", "inner", "vdot":
		if v, ok := a(0).(num); ok {
			return it.binary("Mult", v, a(1), n)
		}
		r := it.matmul(it.asArray(a(0), n), it.asArray(a(1), n), n)
		if q, ok := r.(*seq); ok && len(q.shape) == 0 && q.shape != nil {
			return anyNumber()
		}
		return r
	case "tensordot":
		x, y := it.asArray(a(0), n), it.asArray(a(1), n)
		t := num{lo: konst(0), hi: x.total.hi.by(y.total.hi)}
		it.spend(t)
		return it.array(nil, t)
	case "einsum", "einsum_path":
		return it.einsum(args, n)
	case "convolve", "correlate", "polymul":
		x, y := it.asArray(a(0), n), it.asArray(a(1), n)
		it.spend(x.total.times(y.total))
		return it.made(it.array([]num{x.total.plus(y.total).minus(number(1))}, num{}), pickHow(x, y), n)
	case "concatenate", "hstack", "vstack", "stack", "append", "column_stack", "row_stack", "block", "dstack":
		return it.concatenate(name, args, kw, n)
	case "tile", "repeat":
		x := it.asArray(a(0), n)
		k := a(1)
		var times num
		if q, ok := k.(*seq); ok {
			_, times = it.shapeOf(q)
		} else {
			times = asNum(k)
		}
		t := x.total.times(nonNegative(times))
		if len(x.shape) == 1 {
			if _, isSeq := k.(*seq); !isSeq {
				return it.made(it.array([]num{t}, num{}), pickHow(x, x), n)
			}
		}
		return it.made(it.array(nil, t), pickHow(x, x), n)
	case "roll", "flip", "fliplr", "flipud", "triu", "tril", "sort", "argsort", "cumsum", "cumprod", "nancumsum", "gradient", "rot90", "real_if_close", "ascontiguous", "flatnonzero", "nonzero", "unwrap":
		q := it.asArray(a(0), n)
		c := it.array(q.shape, q.total)
		c.how, c.elem = q.how, q.elem
		it.spend(q.total)
		if name == "nonzero" {
			return it.list(tupleSeq, number(float64(max(1, len(q.shape)))), it.array([]num{{lo: konst(0), hi: q.total.hi}}, num{}))
		}
		if name == "cumsum" || name == "cumprod" || name == "gradient" {
			c.elem = anyNumber()
		}
		return c
	case "unique", "intersect1d", "union1d", "setdiff1d", "trim_zeros", "extract", "compress", "diff", "ediff1d":
		q := it.asArray(a(0), n)
		it.spend(q.total.loose())
		one := it.array([]num{{lo: konst(0), hi: q.total.hi}}, num{})
		for _, k := range []string{"return_counts", "return_index", "return_inverse"} {
			if kw[k] != nil {
				return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{one, one}, elem: one}
			}
		}
		return one
	case "reshape", "resize":
		q := it.asArray(a(0), n)
		return it.reshape(q, a(1))
	case "ravel", "transpose", "swapaxes", "moveaxis", "squeeze", "expand_dims", "broadcast_to", "atleast_2d", "diag", "diagonal", "trace", "fill_diagonal", "put", "take", "delete", "insert", "pad", "take_along_axis", "array_split", "split", "diagflat":
		return it.arrayMethod(it.asArray(a(0), n), name, args[min(1, len(args)):], kw, n)
	case "bincount", "histogram":
		q := it.asArray(a(0), n)
		it.spend(q.total.loose())
		top := num{lo: konst(0), hi: q.total.hi}
		if e, ok := q.elem.(num); ok && e.hi != nil {
			top = num{lo: konst(0), hi: e.hi.plus(konst(1))}
		}
		one := it.array([]num{top}, num{})
		if name == "histogram" {
			one = it.array(nil, num{lo: konst(0), hi: q.total.hi})
			return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{one, one}, elem: one}
		}
		return one
	case "unpackbits":
		q := it.asArray(a(0), n)
		t := q.total.times(number(8))
		it.spend(t)
		return it.array(nil, t)
	case "packbits", "polyval", "polyfit", "roots", "poly", "polyadd":
		q := it.asArray(a(0), n)
		if name == "roots" {
			it.event("eig", n, q.total)
			it.spend(q.total.times(q.total).times(q.total))
		} else {
			it.spend(q.total.loose())
		}
		if name == "polyval" {
			return it.asArray(a(1), n)
		}
		return q
	case "binary_repr", "base_repr":
		w := asNum(a(0)).hi.log2()
		return it.text(num{lo: konst(0), hi: firstKnown(w, asNum(arg(args, kw, 1, "width")).hi, larger)})
	case "isscalar", "array_equal", "allclose", "iscomplexobj", "ndim", "size", "shape", "issubdtype":
		switch name {
		case "size":
			return it.asArray(a(0), n).total
		case "shape":
			return it.seqAttribute(it.asArray(a(0), n), "shape")
		case "ndim":
			return it.seqAttribute(it.asArray(a(0), n), "ndim")
		case "allclose", "array_equal":
			it.spend(it.asArray(a(0), n).total.loose())
		}
		return truth()
	case "float64", "float32", "int64", "int32", "int8", "uint8", "uint64", "uint32", "int16", "uint16", "complex128", "longdouble", "intp", "float_", "int_", "bool_", "double", "cdouble", "clongdouble", "complex64", "longlong", "uint":
		return it.convert("float", plain, n)
	case "vectorize", "frompyfunc":
		return vectorized(a(0))
	case "apply_along_axis":
		q := it.asArray(a(2), n)
		c := it.measure(func() { it.apply(a(0), []value{it.row(q)}, nil, n) })
		it.charge(c.times(q.total.hi, konst(0)))
		return it.array(nil, num{lo: konst(0), hi: q.total.hi})
	case "fromfunction":
		shape, total := it.shapeOf(a(1))
		q := it.made(it.array(shape, total), WorkShape, n)
		it.apply(a(0), []value{q, q, q}, nil, n)
		return q
	case "errstate", "seterr", "set_printoptions", "finfo", "iinfo", "dtype", "result_type", "can_cast", "printoptions":
		return unknownValue{}
	case "result":
		return unknownValue{}
	case "ix_":
		return it.list(tupleSeq, number(float64(len(plain))), it.asArray(a(0), n))
	case "cross", "lexsort", "partition", "argpartition", "argwhere", "piecewise", "select", "trapz":
		q := it.asArray(a(0), n)
		it.spend(q.total.loose())
		return it.array(nil, num{lo: konst(0), hi: q.total.hi})
	}
	for _, v := range args {
		it.escape(v, n)
	}
	it.puzzle(n, "the cost of numpy.%s is not known", name)
	return it.array(nil, num{lo: konst(0)})
}

// vectorized is a function applied to each entry of an array.
func vectorized(f value) value {
	return partialValue{f: builtinValue{"numpy.vectorized"}, args: []value{f}}
}

func (it *interp) ufunc(name string, plain []value, n *node) value {
	if op := ufuncOps[name]; op != "" && len(plain) >= 2 {
		return it.binary(op, plain[0], plain[1], n)
	}
	var out *seq
	for i, v := range plain {
		if i > 2 {
			break
		}
		switch x := v.(type) {
		case *seq:
			q := it.asArray(x, n)
			if out == nil {
				out = q
			} else {
				out = it.broadcast(out, q)
			}
		case paramValue:
			if x.depth == 1 && (name == "where" || name == "tanh" || name == "cosh" || name == "exp" || name == "log" || name == "abs") {
				continue // a scalar as likely as a list
			}
		}
	}
	if out == nil {
		if len(plain) > 0 {
			switch name {
			case "sqrt", "exp", "exp2", "log", "log2", "floor", "ceil", "trunc":
				return it.math(name, plain, n)
			case "round", "around", "rint":
				return it.convert("round", plain[:1], n)
			case "abs", "absolute", "fabs":
				return it.convert("abs", plain[:1], n)
			case "comb", "binom":
				return it.math("comb", plain, n)
			case "maximum", "minimum":
				return it.extreme(name[:3], plain, nil, n)
			case "square":
				return it.binary("Mult", plain[0], plain[0], n)
			case "where":
				if len(plain) == 1 {
					return unknownValue{}
				}
			}
		}
		return anyNumber()
	}
	r := it.array(out.shape, out.total)
	r.elem = anyNumber()
	switch name {
	case "where":
		if len(plain) == 1 {
			it.spend(out.total)
			return it.list(tupleSeq, number(float64(max(1, len(out.shape)))), it.array([]num{{lo: konst(0), hi: out.total.hi}}, num{}))
		}
		if len(plain) == 3 {
			r.elem = it.join(scalarOf(plain[1]), scalarOf(plain[2]), 0)
		}
	case "abs", "absolute", "negative", "rint", "floor", "round", "around":
		if e, ok := out.elem.(num); ok && e.known() {
			m := e.magnitude()
			r.elem = between(m.times(-1), m)
		}
	}
	return it.made(r, pickHow(out, out), n)
}

func scalarOf(v value) value {
	if q, ok := v.(*seq); ok {
		return orAny(q.elem)
	}
	return v
}

func (it *interp) outer(x, y *seq) *seq {
	if x.shape == nil || y.shape == nil || len(x.shape)+len(y.shape) > 4 {
		return it.array(nil, x.total.times(y.total))
	}
	return it.array(append(slices.Clone(x.shape), y.shape...), num{})
}

func (it *interp) kron(x, y *seq, n *node) value {
	var out *seq
	if x.shape != nil && y.shape != nil && len(x.shape) == len(y.shape) {
		shape := make([]num, len(x.shape))
		for i := range shape {
			shape[i] = x.shape[i].times(y.shape[i])
		}
		out = it.array(shape, num{})
	} else {
		out = it.array(nil, x.total.times(y.total))
	}
	return it.made(out, WorkKron, n)
}

func (it *interp) reduction(q *seq, axis value, kw map[string]value, n *node) value {
	if v, ok := kw["axis"]; ok {
		axis = v
	}
	it.spend(q.total)
	if axis == nil {
		return anyNumber()
	}
	if _, none := axis.(noneValue); none {
		return anyNumber()
	}
	if _, unknown := axis.(unknownValue); unknown && q.shape != nil && len(q.shape) == 1 {
		return anyNumber()
	}
	it.event("sum-axis", n, q.total)
	if q.shape == nil {
		return it.array(nil, num{lo: konst(0), hi: q.total.hi})
	}
	if c, ok := asNum(axis).const_(); ok {
		i := int(c)
		if i < 0 {
			i += len(q.shape)
		}
		if i >= 0 && i < len(q.shape) {
			if kw["keepdims"] != nil {
				shape := slices.Clone(q.shape)
				shape[i] = number(1)
				return it.array(shape, num{})
			}
			if len(q.shape) == 1 {
				return anyNumber()
			}
			out := it.array(slices.Delete(slices.Clone(q.shape), i, i+1), num{})
			out.how = q.how
			return out
		}
	}
	return it.array(nil, num{lo: konst(0), hi: q.total.hi})
}

// dimension is the side of a square matrix.
func dimension(q *seq) num {
	if len(q.shape) >= 2 {
		return q.shape[len(q.shape)-1]
	}
	r := num{lo: konst(0), hi: q.total.hi.pow(0.5)}
	r.tight = q.total.tight
	return r
}

// linalg calls a function of a linear algebra module on dense matrices.
func (it *interp) linalg(name string, plain []value, kw map[string]value, n *node) value {
	if len(plain) == 0 {
		return unknownValue{}
	}
	q := it.asArray(plain[0], n)
	d := dimension(q)
	cube := d.times(d).times(d)
	vector := it.array([]num{d}, num{})
	square := it.array([]num{d, d}, num{})
	pair := func(x, y value) value {
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{x, y}, elem: unknownValue{}}
	}
	switch name {
	case "norm":
		it.spend(q.total)
		return anyNumber()
	case "matrix_power", "fractional_matrix_power":
		k := number(1)
		if len(plain) > 1 {
			k = asNum(plain[1])
		}
		l := k.hi.plus(konst(2)).log2()
		it.spend(cube.times(num{lo: l, hi: l, tight: k.tight && l != nil}))
		it.event("matrix_power", n, d)
		it.work(pickHow(q, q), square.total, n, "both")
		square.how = pickHow(q, q)
		return square
	}
	it.spend(cube)
	switch name {
	case "det", "slogdet":
		it.event("det", n, d)
		if name == "det" {
			return anyNumber()
		}
		return pair(anyNumber(), anyNumber())
	case "eig", "eigh", "svd", "schur", "qr", "lu", "hessenberg", "polar", "lu_factor", "cho_factor", "ldl", "rq", "qz":
		kind := "eig"
		if name == "lu" || name == "qr" || name == "lu_factor" || name == "ldl" || name == "cho_factor" {
			kind = "lu"
		}
		it.event(kind, n, d)
		if name == "svd" || name == "lu" {
			if kw["compute_uv"] != nil {
				return vector
			}
			return &seq{id: it.newID(), kind: tupleSeq, n: number(3), items: []value{square, vector, square}, elem: square}
		}
		if name == "eig" || name == "eigh" || name == "lu_factor" {
			return pair(vector, square)
		}
		return pair(square, square)
	case "eigvals", "eigvalsh", "svdvals", "eigvals_banded":
		it.event("eig", n, d)
		return vector
	case "inv", "pinv", "expm", "logm", "sqrtm", "cholesky", "matrix_power_", "cosm", "sinm", "funm", "hadamard", "signm":
		it.event("inv", n, d)
		return square
	case "solve", "lstsq", "solve_triangular", "solve_banded", "tensorsolve", "lu_solve", "cho_solve", "matrix_rank", "cond":
		it.event("inv", n, d)
		return it.asArray(orAny(plainAt(plain, 1)), n)
	case "block_diag", "toeplitz", "circulant", "dft":
		return square
	case "multi_dot":
		return it.row(q)
	case "eigh_tridiagonal", "eigvalsh_tridiagonal":
		it.event("eig", n, q.total)
		return pair(vector, square)
	}
	return it.array(nil, num{lo: konst(0), hi: q.total.hi})
}

func (it *interp) random(name string, plain []value, kw map[string]value, n *node) value {
	size := kw["size"]
	switch name {
	case "default_rng", "RandomState", "Generator", "PCG64", "seed", "MT19937", "SeedSequence":
		return builtinValue{"numpy.random"}
	case "rand", "randn":
		var dims []num
		for _, v := range plain {
			dims = append(dims, asNum(v))
		}
		if len(dims) == 0 {
			return anyNumber()
		}
		return it.made(it.array(dims, num{}), WorkShape, n)
	case "random", "random_sample", "standard_normal":
		if len(plain) > 0 {
			size = plain[0]
		}
	case "randint", "integers", "normal", "uniform", "choice":
		if len(plain) > 2 {
			size = plain[2]
		}
		if name == "choice" && len(plain) > 1 {
			size = plain[1]
		}
	case "permutation", "shuffle", "permuted":
		return it.asArray(orAny(plainAt(plain, 0)), n)
	}
	if size == nil {
		return anyNumber()
	}
	shape, total := it.shapeOf(size)
	return it.made(it.array(shape, total), WorkShape, n)
}

func (it *interp) polynomial(name string, plain []value, n *node) value {
	if strings.HasSuffix(name, "gauss") || strings.Contains(name, "gauss") {
		k := asNum(plainAt(plain, 0))
		it.spend(k.times(k).times(k))
		v := it.array([]num{k}, num{})
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{v, v}, elem: v}
	}
	if strings.HasSuffix(name, "mul") || strings.HasSuffix(name, "polymul") {
		return it.numpy("convolve", plain, nil, n)
	}
	if strings.HasSuffix(name, "polypow") {
		x := it.asArray(plainAt(plain, 0), n)
		k := asNum(plainAt(plain, 1))
		t := x.total.times(k)
		it.spend(t.times(t))
		return it.array([]num{t}, num{})
	}
	if strings.HasSuffix(name, "polyval") {
		q := it.asArray(plainAt(plain, 1), n)
		it.spend(q.total)
		return anyNumber()
	}
	it.puzzle(n, "the cost of numpy.polynomial.%s is not known", name)
	return it.array(nil, num{lo: konst(0)})
}

func (it *interp) meshgrid(plain []value, rest *starred, n *node) value {
	total := number(1)
	width := number(float64(len(plain)))
	for _, v := range plain {
		total = total.times(it.asArray(v, n).total)
	}
	if rest != nil {
		count, elem, _ := it.iterate(rest.v, n)
		each := it.asArray(orAny(elem), n).total
		total = total.times(power2(each, count))
		width = count
	}
	total.powers = true
	one := it.array(nil, total)
	it.made(one, WorkMesh, n)
	it.spend(total.times(width))
	out := it.list(listSeq, width, one)
	out.how = WorkMesh
	return out
}

// einsum bounds a contraction by the product over the letters of its indices,
// each taken once.
func (it *interp) einsum(args []value, n *node) value {
	plain, rest := spread(args)
	if q, ok := plainAt(plain, 0).(*seq); ok && q.kind == stringSeq && q.text != "" && rest == nil {
		in, outSpec, arrow := strings.Cut(strings.ReplaceAll(q.text, " ", ""), "->")
		dims := map[rune]num{}
		operands := strings.Split(in, ",")
		known := true
		for i, spec := range operands {
			x := it.asArray(plainAt(plain, i+1), n)
			if x.shape == nil || len(x.shape) != len([]rune(spec)) {
				known = false
				continue
			}
			for j, r := range []rune(spec) {
				dims[r] = x.shape[j]
			}
		}
		if known && arrow && !strings.Contains(in, ".") {
			total := number(1)
			for _, k := range sortedRunes(dims) {
				total = total.times(dims[k])
			}
			it.spend(total)
			it.event("einsum", n, total)
			var shape []num
			for _, r := range outSpec {
				shape = append(shape, dims[r])
			}
			if len(shape) == 0 {
				return anyNumber()
			}
			return it.made(it.array(shape, num{}), WorkShape, n)
		}
	}
	// Index lists, built at run time: how many indices one contraction joins is
	// not known.
	it.event("einsum", n, num{})
	it.puzzle(n, "the indices of this contraction are not known")
	return it.array(nil, num{lo: konst(0)})
}

func sortedRunes(m map[rune]num) []rune {
	var out []rune
	for r := range m {
		out = append(out, r)
	}
	slices.Sort(out)
	return out
}

func (it *interp) concatenate(name string, args []value, kw map[string]value, n *node) value {
	var parts []value
	plain, _ := spread(args)
	if name == "append" {
		parts = plain[:min(2, len(plain))]
	} else if q, ok := plainAt(plain, 0).(*seq); ok {
		if q.items == nil {
			count, elem, _ := it.iterate(q, n)
			e := it.asArray(orAny(elem), n)
			t := nonNegative(count).times(e.total)
			var shape []num
			switch {
			case e.shape == nil:
			case name == "stack" || name == "column_stack" || name == "vstack" && len(e.shape) <= 1:
				shape = append([]num{nonNegative(count)}, e.shape...)
				if name == "column_stack" {
					slices.Reverse(shape)
				}
			case len(e.shape) == 1:
				shape = []num{t}
			}
			return it.made(it.array(shape, t), pickHow(e, q), n)
		}
		parts = q.items
	}
	if len(parts) == 0 {
		return it.array(nil, num{lo: konst(0)})
	}
	total := number(0)
	how := ""
	flat := true
	var last *seq
	sides := number(0)
	for _, v := range parts {
		if inner, ok := v.(*seq); ok && inner.kind != arraySeq && name == "block" && inner.items != nil {
			// A row of blocks.
			for _, w := range inner.items {
				total = total.plus(it.asArray(w, n).total)
			}
			flat = false
			last = it.asArray(inner.items[0], n)
			if len(last.shape) > 0 {
				sides = sides.plus(last.shape[0])
			}
			continue
		}
		x := it.asArray(v, n)
		total = total.plus(x.total)
		flat = flat && len(x.shape) == 1
		if how == "" {
			how = x.how
		}
		last = x
		if len(x.shape) > 0 {
			sides = sides.plus(x.shape[0])
		}
	}
	if how == "" || how == WorkShape {
		how = WorkDoubling
	}
	var shape []num
	axis, axisKnown := 0.0, true
	if v := arg(args, kw, 1, "axis"); v != nil && name != "append" {
		axis, axisKnown = asNum(v).const_()
	}
	k := float64(len(parts))
	switch {
	case name == "stack" && flat && axisKnown:
		shape = []num{number(k), last.shape[0]}
		if axis != 0 {
			shape = []num{last.shape[0], number(k)}
		}
	case name == "vstack" && flat:
		shape = []num{number(k), last.shape[0]}
	case name == "column_stack" && flat:
		shape = []num{last.shape[0], number(k)}
	case flat && name != "dstack":
		shape = []num{total}
	case name == "block" && len(last.shape) == 2 && sides.hi != nil:
		shape = []num{sides, sides}
	case len(last.shape) == 2 && (name == "vstack" || name == "concatenate" && axisKnown && axis == 0):
		shape = []num{sides, last.shape[1]}
	case len(last.shape) == 2 && (name == "hstack" || name == "concatenate"):
		shape = []num{last.shape[0], last.shape[1].times(number(k))}
	}
	return it.made(it.array(shape, total), how, n)
}

func (it *interp) reshape(q *seq, spec value) value {
	shape, _ := it.shapeOf(spec)
	if shape == nil {
		out := it.array(nil, q.total)
		out.how, out.elem = q.how, q.elem
		return out
	}
	hole, rest := -1, number(1)
	for i, d := range shape {
		if c, ok := d.const_(); ok && c < 0 || d.hi == nil || d.lo != nil && d.lo.equal(konst(0)) && d.hi.equal(konst(-1)) {
			hole = i
			continue
		}
		rest = rest.times(d)
	}
	if hole >= 0 {
		r := num{lo: konst(0), hi: q.total.hi.over(rest.hi), tight: q.total.tight && rest.exact()}
		if rest.exact() && q.total.exact() {
			r.lo = r.hi
		}
		shape[hole] = r
	}
	out := it.array(shape, num{})
	out.how, out.elem = q.how, q.elem
	return out
}

// arrayMethod calls a method of an array.
func (it *interp) arrayMethod(q *seq, name string, args []value, kw map[string]value, n *node) value {
	a := func(i int) value { return orAny(arg(args, kw, i, "")) }
	plain, _ := spread(args)
	keep := func() *seq {
		c := *q
		c.id = it.newID()
		it.spend(q.total)
		return &c
	}
	switch name {
	case "sum", "prod", "mean", "max", "min", "std", "var", "any", "all", "argmax", "argmin", "ptp":
		return it.reduction(q, arg(args, kw, 0, "axis"), kw, n)
	case "reshape", "resize":
		if len(plain) == 1 {
			return it.reshape(q, plain[0])
		}
		return it.reshape(q, &seq{kind: tupleSeq, n: number(float64(len(plain))), items: plain})
	case "ravel", "flatten":
		out := it.array([]num{q.total}, num{})
		out.how, out.elem = q.how, q.elem
		if name == "flatten" {
			it.spend(q.total)
		}
		return out
	case "copy", "astype", "conj", "conjugate", "round", "clip", "cumsum", "cumprod", "view", "byteswap", "roll":
		c := keep()
		if name == "cumsum" || name == "cumprod" {
			c.elem = anyNumber()
		}
		return c
	case "transpose":
		if len(args) == 0 {
			return it.seqAttribute(q, "T")
		}
		if len(q.shape) == 2 {
			return it.seqAttribute(q, "T")
		}
		return it.array(nil, q.total)
	case "swapaxes", "moveaxis":
		if len(q.shape) == 2 {
			return it.seqAttribute(q, "T")
		}
		return it.array(nil, q.total)
	case "squeeze":
		var shape []num
		for _, d := range q.shape {
			if c, ok := d.const_(); !ok || c != 1 {
				shape = append(shape, d)
			}
		}
		if q.shape == nil {
			return q
		}
		if len(shape) == 0 {
			return anyNumber()
		}
		return it.array(shape, num{})
	case "expand_dims":
		if q.shape == nil {
			return q
		}
		if c, ok := asNum(a(0)).const_(); ok && c == 0 {
			return it.array(append([]num{number(1)}, q.shape...), num{})
		}
		return it.array(append(slices.Clone(q.shape), number(1)), num{})
	case "broadcast_to":
		shape, total := it.shapeOf(a(0))
		return it.array(shape, total)
	case "atleast_2d":
		if len(q.shape) == 1 {
			return it.array([]num{number(1), q.shape[0]}, num{})
		}
		return q
	case "dot":
		return it.matmul(q, it.asArray(a(0), n), n)
	case "trace":
		if len(q.shape) > 0 {
			it.spend(q.shape[0])
		}
		return anyNumber()
	case "diagonal", "diag":
		switch len(q.shape) {
		case 2:
			return it.array(q.shape[:1], num{})
		case 1:
			return it.made(it.array([]num{q.shape[0], q.shape[0]}, num{}), pickHow(q, q), n)
		}
		return it.array(nil, num{lo: konst(0), hi: q.total.hi.by(q.total.hi)})
	case "diagflat":
		return it.made(it.array([]num{q.total, q.total}, num{}), pickHow(q, q), n)
	case "item":
		return orAny(q.elem)
	case "tolist":
		it.spend(q.total)
		elem := orAny(q.elem)
		if len(q.shape) > 1 {
			elem = it.list(listSeq, q.shape[1], q.elem)
		}
		out := it.list(listSeq, q.n, elem)
		out.how = q.how
		return out
	case "fill", "sort", "put", "fill_diagonal", "setflags", "itemset", "partition":
		it.spend(q.total.loose())
		return noneValue{}
	case "argsort", "nonzero", "take", "compress", "delete", "insert", "pad", "repeat", "searchsorted", "take_along_axis":
		if name == "repeat" {
			return it.numpy("repeat", append([]value{q}, args...), kw, n)
		}
		it.spend(q.total.loose())
		if name == "pad" {
			return it.array(nil, q.total.times(number(9)))
		}
		if name == "take" {
			idx := it.asArray(a(0), n)
			return it.array(nil, num{lo: konst(0), hi: q.total.hi.by(idx.total.hi)})
		}
		return it.array(nil, q.total)
	case "split", "array_split":
		return it.list(listSeq, num{lo: konst(0), hi: q.n.hi}, it.array(nil, num{lo: konst(0), hi: q.total.hi}))
	case "__len__":
		return q.n
	}
	it.puzzle(n, "the method %q of an array is not understood", name)
	return it.array(nil, num{lo: konst(0)})
}

// scipy calls a function of scipy by its name below the package.
func (it *interp) scipy(name string, args []value, kw map[string]value, n *node) value {
	plain, _ := spread(args)
	module, f := "", name
	if i := strings.LastIndex(name, "."); i >= 0 {
		module, f = name[:i], name[i+1:]
	}
	switch {
	case module == "linalg":
		return it.linalg(f, plain, kw, n)
	case module == "special" && reductions[f]:
		return it.reduction(it.asArray(orAny(arg(args, kw, 0, "a")), n), arg(args, kw, 1, "axis"), kw, n)
	case module == "special" && ufuncs[f]:
		if kw["exact"] != nil {
			return it.math(f, plain, n)
		}
		return it.ufunc(f, plain, n)
	case module == "special" && (strings.HasPrefix(f, "roots_") || strings.HasPrefix(f, "h_roots")):
		return it.polynomial("gauss", plain, n)
	case module == "integrate" && (f == "quad" || f == "fixed_quad" || f == "romberg"):
		// Adaptive quadrature: a bounded number of evaluations.
		c := it.measure(func() { it.apply(plainAt(plain, 0), []value{anyNumber()}, nil, n) })
		it.charge(c.times(konst(1050), konst(1)))
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{anyNumber(), anyNumber()}, elem: anyNumber()}
	case module == "sparse.linalg" && (f == "splu" || f == "spsolve" || f == "inv"):
		q := it.asArray(plainAt(plain, 0), n)
		d := dimension(q)
		it.event("lu", n, d)
		it.spend(num{lo: konst(0), hi: d.hi.pow(3)})
		return unknownValue{}
	case module == "sparse.linalg" && (f == "eigsh" || f == "eigs" || f == "svds"):
		it.puzzle(n, "the number of iterations of %s is not known", f)
		v := it.array(nil, num{lo: konst(0)})
		return &seq{id: it.newID(), kind: tupleSeq, n: number(2), items: []value{v, v}, elem: v}
	case module == "signal" && (f == "fftconvolve" || f == "convolve"):
		return it.numpy("convolve", args, kw, n)
	case module == "sparse" && (f == "eye" || f == "identity"):
		d := asNum(plainAt(plain, 0))
		it.spend(d)
		q := it.array([]num{d, d}, num{})
		q.total = d // stored entries
		return q
	case module == "sparse" && f == "kron":
		return it.kron(it.asArray(plainAt(plain, 0), n), it.asArray(plainAt(plain, 1), n), n)
	case module == "sparse" && (strings.HasSuffix(f, "_matrix") || strings.HasSuffix(f, "_array")):
		return it.sparse(plain, kw, n)
	case f == "float64":
		return it.convert("float", plain, n)
	}
	for _, v := range args {
		it.escape(v, n)
	}
	it.puzzle(n, "the cost of scipy.%s is not known", name)
	return it.array(nil, num{lo: konst(0)})
}

// sparse makes a sparse matrix: it costs its entries, but has the sides that
// its shape says.
func (it *interp) sparse(plain []value, kw map[string]value, n *node) value {
	spec := kw["shape"]
	if spec == nil {
		if len(plain) == 1 {
			if q, ok := plain[0].(*seq); ok && q.kind == tupleSeq && len(q.items) == 2 {
				if _, isNum := q.items[0].(num); isNum {
					spec = q
				}
			}
		}
	}
	if spec == nil {
		return it.asArray(plainAt(plain, 0), n)
	}
	shape, total := it.shapeOf(spec)
	q := it.array(shape, total)
	if len(shape) > 0 {
		it.spend(shape[0].loose())
	}
	return q
}
