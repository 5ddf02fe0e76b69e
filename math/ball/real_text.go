package ball

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// maxDecimalLen bounds the text that SetDecimal reads.
const maxDecimalLen = 1 << 16

// SetDecimal reads a decimal number such as -12.5e-3, or a ball such as "3.14159 ± 2.7e-6" or
// "[3.14159 +/- 2.7e-6]", rounded outward to prec bits. A number alone is meant exactly. The
// text "indeterminate" is read too: String and SetDecimal are inverse up to outward rounding.
func (z *Real) SetDecimal(s string, prec uint) (*Real, error) {
	prec = clampPrec(prec)
	if len(s) > maxDecimalLen {
		return nil, fmt.Errorf("ball: decimal number of %d characters, more than %d", len(s), maxDecimalLen)
	}
	t := strings.TrimSpace(s)
	if t == "indeterminate" {
		return z.SetIndeterminate(), nil
	}
	if strings.HasPrefix(t, "[") && strings.HasSuffix(t, "]") {
		t = t[1 : len(t)-1]
	}
	mid, rad, isBall := strings.Cut(t, "±")
	if !isBall {
		mid, rad, isBall = strings.Cut(t, "+/-")
	}
	var m, r Real
	if err := m.setDecimal(strings.TrimSpace(mid), prec); err != nil {
		return nil, fmt.Errorf("ball: %q: %w", s, err)
	}
	if isBall {
		if err := r.setDecimal(strings.TrimSpace(rad), 64); err != nil {
			return nil, fmt.Errorf("ball: radius of %q: %w", s, err)
		}
		if r.neg {
			return nil, fmt.Errorf("ball: negative radius in %q", s)
		}
	}
	return z.addErr(&m, r.magUpper()), nil
}

var errDecimal = errors.New("not a decimal number")

func (z *Real) setDecimal(s string, prec uint) error {
	digits, exponent, hasExp := strings.Cut(s, "e")
	if !hasExp {
		digits, exponent, hasExp = strings.Cut(s, "E")
	}
	var k int64
	if hasExp {
		var err error
		if k, err = strconv.ParseInt(exponent, 10, 64); err != nil {
			return errDecimal
		}
	}
	neg := strings.HasPrefix(digits, "-")
	if neg || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	whole, frac, _ := strings.Cut(digits, ".")
	if whole+frac == "" || strings.Trim(whole+frac, "0123456789") != "" {
		return errDecimal
	}
	n, _ := new(big.Int).SetString(whole+frac, 10)
	if k > 1<<58 || k < -1<<58 {
		return fmt.Errorf("exponent %d is out of range", k)
	}
	k -= int64(len(frac))
	z.SetInt(n)
	if z.mul10(z, k, prec); neg {
		z.Neg(z)
	}
	return nil
}

// mul10 sets z to x·10^k.
func (z *Real) mul10(x *Real, k int64, prec uint) *Real {
	var p Real
	u := uint64(max(k, -k))
	wp := prec + 16
	if u < 1<<12 { // 5^u exactly, so that what can be exact is
		wp = max(wp, uint(u)*5/2+64)
	}
	p.SetInt64(5)
	p.powUint(&p, u, wp)
	if k >= 0 {
		z.Mul(x, &p, prec)
	} else {
		z.Div(x, &p, prec)
	}
	return z.Mul2Exp(z, k)
}

// String is z in decimal: the digits that the radius leaves certain, the last of them perhaps
// not, then ± a bound of all that is left, as in "3.14159265358979 ± 3.3e-15". A number printed
// without ± is exact. The text of an indeterminate ball is "indeterminate".
func (z *Real) String() string { return z.Text(40) }

// Text is String with at most the given number of digits.
func (z *Real) Text(digits int) string {
	digits = min(max(digits, 1), 1<<16)
	switch {
	case !z.IsFinite():
		return "indeterminate"
	case z.IsZero():
		return "0"
	case z.ContainsZero():
		return "0 ± " + z.magUpper().text()
	}
	n := digits
	if !z.IsExact() {
		n = min(n, 1+int(min(float64(z.exp-z.rad.e)*0.30103, 1<<20)))
	}
	// z = v·10^k with |v| of n digits; k is guessed, then corrected.
	var v, one Real
	one.SetInt64(1)
	n = max(n, 1)
	wp := uint(float64(n)*3.33) + 40
	k := decimalExponent(z.exp) - int64(n) + 1
	var round *big.Int
	var written string
	for range 4 {
		v.mul10(z, -k, wp)
		h := v.mid()
		half := new(Real).SetFloat64(0.5)
		half.neg = v.neg
		h.Add(&h, half, wp)
		round = h.floorInt(h.neg) // nearest, of the magnitude
		if round == nil {
			return "0 ± " + z.magUpper().text()
		}
		written = round.Text(10)
		d := len(written) - b2i(round.Sign() < 0) - n
		if d == 0 || d == 1 && strings.Trim(written, "-10") == "" {
			break
		}
		k += int64(d)
	}
	var r Real
	r.SetInt(round)
	r.Sub(&v, &r, wp)
	s := formatDecimal(written, k)
	if err := r.magUpper(); !err.isZero() {
		var e Real
		e.setMag(err)
		e.mul10(&e, k, 64)
		s += " ± " + e.magUpper().text()
	}
	return s
}

// formatDecimal places the point in digits·10^k.
func formatDecimal(digits string, k int64) string {
	sign := ""
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	n := int64(len(digits))
	e := k + n - 1 // exponent in scientific notation
	if k <= 0 && e >= -5 {
		if e < 0 {
			digits = strings.Repeat("0", int(-e)) + digits
			n -= e
		}
		whole, frac := digits[:n+k], strings.TrimRight(digits[n+k:], "0")
		if frac != "" {
			whole += "." + frac
		}
		return sign + whole
	}
	if k > 0 && e < 21 {
		return sign + digits + strings.Repeat("0", int(k))
	}
	s := sign + digits[:1]
	if frac := strings.TrimRight(digits[1:], "0"); frac != "" {
		s += "." + frac
	}
	return s + "e" + strconv.FormatInt(e, 10)
}

// decimalExponent is ⌊e·log₁₀ 2⌋, at most one too small: 38 digits of the logarithm suffice for
// every exponent.
func decimalExponent(e int64) int64 {
	if e > -1<<15 && e < 1<<15 { // no such multiple is within 10⁻⁵ of an integer: 14 digits suffice
		const scale = 100_000_000_000_000
		p := e * 30_102_999_566_398
		k := p / scale
		if p%scale < 0 {
			k--
		}
		return k
	}
	n, _ := new(big.Int).SetString("30102999566398119521373889472449302676", 10)
	n.Mul(n, big.NewInt(e))
	return n.Div(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(38), nil)).Int64()
}

// text is the number rounded up to two or three digits.
func (a mag) text() string {
	if a.isZero() {
		return "0"
	}
	if a.e > -900 && a.e < 900 {
		f := a.float64Upper()
		return strconv.FormatFloat(roundUp2(f), 'g', -1, 64)
	}
	var x Real
	x.setMag(a)
	k := decimalExponent(a.e) - 1
	var v Real
	v.mul10(&x, -k, 64)
	// v is moderate, up to the error of k for the largest exponents.
	f := v.magUpper().float64Upper()
	for range 4 {
		if f >= 1 && f < 10 || f == 0 || math.IsInf(f, 1) {
			break
		}
		k += int64(math.Floor(math.Log10(f)))
		v.mul10(&x, -k, 64)
		f = v.magUpper().float64Upper()
	}
	if !(f >= 1 && f < 10) { // an exponent so large that its power of ten is not known well: one that is too large
		return "1e" + strconv.FormatInt(decimalExponent(a.e)+64, 10)
	}
	return strconv.FormatFloat(roundUp2(f), 'g', -1, 64) + "e" + strconv.FormatInt(k, 10)
}

// roundUp2 is a number of at most three digits, not less than f.
func roundUp2(f float64) float64 {
	for _, s := range []float64{0.5, 2, 5, 10} { // the printed number may have been rounded down
		t := strconv.FormatFloat(f*(1+s/100), 'g', 2, 64)
		if g, err := strconv.ParseFloat(t, 64); err == nil && g >= f {
			return g
		}
	}
	return f * 1.06
}
