package sandbox

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// Number is a finite real number exactly as a candidate returned it.
//
// What counts as a number: Python's float and int, NumPy's real scalars and arrays with
// exactly one element, fractions.Fraction and decimal.Decimal, each by exact type. A bool is
// not one, although Python makes it an int: no quantity is a truth value, and a program that returns a
// comparison is wrong. Nor is an instance of a subclass written by the candidate, whose
// arithmetic may say anything; nor a complex number, also with imaginary part zero.
type Number struct {
	Kind string `json:"kind"` // "float", "int", "numpy", "fraction", "decimal"
	Text string `json:"text"` // "0x1.8p+1" (float.hex), "-12", "22/7", or a decimal string
}

// maxDigits bounds the integers that a job may return, in decimal digits.
const maxDigits = 100_000

// maxIntBits is maxDigits in bits, rounded up (100,000 · log2(10) = 332,192.8).
const maxIntBits = 332_193

// The exact spellings in which each form of a number travels, bounded before they are parsed.
var (
	hexFloat   = regexp.MustCompile(`^-?0x[01]\.[0-9a-f]{1,28}p[+-][0-9]{1,5}$`)
	integer    = regexp.MustCompile(`^-?[0-9]+$`)
	ratio      = regexp.MustCompile(`^-?[0-9]+/[0-9]+$`)
	decimalNum = regexp.MustCompile(`^-?[0-9]+(\.[0-9]*)?(E[+-]?[0-9]{1,19})?$`)
)

// check reports whether the text is one that the kind can have.
func (n Number) check() error {
	if len(n.Text) > 2*maxDigits+2 {
		return fmt.Errorf("sandbox: number of kind %q has %d characters", n.Kind, len(n.Text))
	}
	var ok bool
	switch n.Kind {
	case "float":
		ok = hexFloat.MatchString(n.Text)
	case "int":
		ok = integer.MatchString(n.Text)
	case "fraction":
		ok = ratio.MatchString(n.Text) && !zeroDenominator(n.Text)
	case "numpy":
		ok = hexFloat.MatchString(n.Text) || integer.MatchString(n.Text) ||
			ratio.MatchString(n.Text) && !zeroDenominator(n.Text)
	case "decimal":
		ok = decimalNum.MatchString(n.Text)
	default:
		return fmt.Errorf("sandbox: %q is not a kind of number", n.Kind)
	}
	if !ok {
		return fmt.Errorf("sandbox: %.40q is not a number of kind %q", n.Text, n.Kind)
	}
	return nil
}

func zeroDenominator(s string) bool {
	_, q, _ := strings.Cut(s, "/")
	return strings.Trim(q, "0") == ""
}

// Big returns the number rounded to prec bits (to nearest, ties to even). It fails when the text is
// not one that a job can return, or when a Decimal lies beyond the exponents of a big.Float.
func (n Number) Big(prec uint) (*big.Float, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	if prec == 0 {
		return nil, fmt.Errorf("sandbox: precision 0 asked for %.40q", n.Text)
	}
	if p, q, ok := strings.Cut(n.Text, "/"); ok {
		num, ok1 := new(big.Int).SetString(p, 10)
		den, ok2 := new(big.Int).SetString(q, 10)
		if !ok1 || !ok2 {
			return nil, fmt.Errorf("sandbox: %.40q is not a fraction", n.Text)
		}
		return new(big.Float).SetPrec(prec).SetRat(new(big.Rat).SetFrac(num, den)), nil
	}
	if integer.MatchString(n.Text) {
		i, ok := new(big.Int).SetString(n.Text, 10)
		if !ok {
			return nil, fmt.Errorf("sandbox: %.40q is not an integer", n.Text)
		}
		return new(big.Float).SetPrec(prec).SetInt(i), nil
	}
	if n.Kind == "decimal" {
		return bigDecimal(n.Text, prec)
	}
	f, _, err := big.ParseFloat(n.Text, 0, prec, big.ToNearestEven)
	if err != nil {
		return nil, fmt.Errorf("sandbox: number %.40q: %w", n.Text, err)
	}
	return f, nil
}

// bigDecimal reads a Decimal's own spelling, whose exponent may have 19 digits.
func bigDecimal(text string, prec uint) (*big.Float, error) {
	mantissa, exponent, _ := strings.Cut(text, "E")
	if strings.Trim(mantissa, "-0.") == "" {
		return new(big.Float).SetPrec(prec), nil // 0E+999999999999 is still zero
	}
	// Above this many decimal exponents a big.Float (2^±2147483648) cannot hold the number anyway.
	if len(strings.TrimLeft(exponent, "+-0")) > 9 {
		return nil, fmt.Errorf("sandbox: decimal %.40q is beyond the range of a big.Float", text)
	}
	f, _, err := big.ParseFloat(text, 10, prec, big.ToNearestEven)
	if err != nil {
		return nil, fmt.Errorf("sandbox: decimal %.40q: %w", text, err)
	}
	if f.IsInf() || f.Sign() == 0 {
		return nil, fmt.Errorf("sandbox: decimal %.40q is beyond the range of a big.Float", text)
	}
	return f, nil
}
