package pysyntax

import (
	"fmt"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

type kind uint8

const (
	tokEnd kind = iota
	tokNumber
	tokName
	tokString
	tokOperator
	tokSuperscript // x², with the digits as text
)

type token struct {
	kind        kind
	text        string
	offset, end int
	space       bool // blanks stand before it
}

// operators, longest first where one begins another.
var operators = []string{"**", "//", "==", "!=", "<=", ">=", "!!", "->",
	"+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", "=", "<", ">", "&", "|", "~", "!", "^", "@", ".", ":", ";"}

// sameAs are characters that stand for ASCII spellings in every syntax.
var sameAs = map[rune]string{
	'−': "-", '–': "-", '×': "*", '·': "*", '⋅': "*", '∗': "*", '÷': "/", '∕': "/", '⁄': "/",
	'≤': "<=", '⩽': "<=", '≥': ">=", '⩾': ">=", '≠': "!=", '≈': "≈", '∝': "∝", '±': "±", '∓': "∓",
	'∪': "∪", '∩': "∩", '∈': "∈", '√': "√", '→': "->",
}

// letters are characters that are names by themselves.
var letters = map[rune]string{'∞': "oo", 'ℏ': "hbar", 'ħ': "hbar", 'ℓ': "ell", '∅': "EmptySet", 'ℝ': "Reals", 'ℂ': "Complexes", 'ℤ': "Integers", 'ℕ': "Naturals"}

var (
	superscripts = map[rune]rune{'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '-', '⁺': '+', 'ⁿ': 'n'}
	subscripts   = map[rune]rune{'₀': '0', '₁': '1', '₂': '2', '₃': '3', '₄': '4', '₅': '5', '₆': '6', '₇': '7', '₈': '8', '₉': '9'}
	fractions    = map[rune]string{'½': "1/2", '⅓': "1/3", '⅔': "2/3", '¼': "1/4", '¾': "3/4", '⅕': "1/5", '⅖': "2/5", '⅗': "3/5", '⅘': "4/5", '⅙': "1/6", '⅚': "5/6", '⅛': "1/8", '⅜': "3/8", '⅝': "5/8", '⅞': "7/8"}
)

type scanner struct {
	src    string
	text   bool
	pos    int
	space  bool
	tokens []token
}

func scan(src string, text bool) ([]token, error) {
	if len(src) > MaxBytes {
		return nil, &Error{Offset: MaxBytes, Reason: fmt.Sprintf("longer than %d bytes", MaxBytes)}
	}
	s := scanner{src: src, text: text}
	for s.pos < len(src) {
		if err := s.next(); err != nil {
			return nil, err
		}
	}
	s.tokens = append(s.tokens, token{kind: tokEnd, offset: len(src), end: len(src), space: s.space})
	return s.tokens, nil
}

func (s *scanner) put(k kind, text string, end int) {
	s.tokens = append(s.tokens, token{k, text, s.pos, end, s.space})
	s.pos, s.space = end, false
}

func (s *scanner) next() error {
	r, size := utf8.DecodeRuneInString(s.src[s.pos:])
	rest := s.src[s.pos:]
	switch {
	case r == utf8.RuneError:
		return s.bad(size, "is not valid UTF-8 text", "")
	case r == ' ' || r == '\t' || r == '\n' || r == '\r' || unicode.Is(unicode.Zs, r):
		s.pos += size
		s.space = true
		return nil
	case r < ' ' || r == 0x7F || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Cc, r):
		return s.bad(size, fmt.Sprintf("the invisible character U+%04X", r), "remove it")
	case r >= '0' && r <= '9' || r == '.' && len(rest) > 1 && isDigit(rest[1]):
		return s.number()
	case unicode.IsDigit(r):
		return s.bad(size, "is a digit of another script", "use 0–9")
	case r == '\'' || r == '"':
		return s.quoted(byte(r))
	}
	if f, ok := fractions[r]; ok {
		s.put(tokNumber, f, s.pos+size)
		return nil
	}
	if _, ok := superscripts[r]; ok {
		s.superscript()
		return nil
	}
	if name, ok := letters[r]; ok {
		s.put(tokName, name, s.pos+size)
		return nil
	}
	if unicode.IsLetter(r) || r == '_' {
		s.name()
		return nil
	}
	if op, ok := sameAs[r]; ok {
		s.put(tokOperator, op, s.pos+size)
		return nil
	}
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			s.put(tokOperator, op, s.pos+len(op))
			return nil
		}
	}
	if r == '\\' {
		return s.bad(size, "LaTeX commands are not read here", `say that the syntax is "latex"`)
	}
	return s.bad(size, "unexpected character", "")
}

func (s *scanner) bad(size int, reason, hint string) error {
	return &Error{Offset: s.pos, Found: s.src[s.pos : s.pos+size], Reason: reason, Hint: hint}
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// number scans digits, one point, and an exponent that is followed by digits.
func (s *scanner) number() error {
	end, src := s.pos, s.src
	digits := func() {
		for end < len(src) && (isDigit(src[end]) || src[end] == '_' && end+1 < len(src) && isDigit(src[end+1])) {
			end++
		}
	}
	digits()
	if end < len(src) && src[end] == '.' {
		end++
		digits()
	}
	if end < len(src) && (src[end] == 'e' || src[end] == 'E') {
		k := end + 1
		if k < len(src) && (src[k] == '+' || src[k] == '-') {
			k++
		}
		if k < len(src) && isDigit(src[k]) {
			end = k
			digits()
		}
	}
	if end-s.pos > maxDigits {
		return &Error{Offset: s.pos, Reason: fmt.Sprintf("a number of more than %d digits", maxDigits)}
	}
	s.put(tokNumber, strings.ReplaceAll(src[s.pos:end], "_", ""), end)
	return nil
}

// name scans letters, digits and underscores; a subscript character is an underscore and
// its digit, and in plain text an apostrophe is a prime.
func (s *scanner) name() {
	var b strings.Builder
	end, sub := s.pos, false
	for end < len(s.src) {
		r, size := utf8.DecodeRuneInString(s.src[end:])
		d, isSub := subscripts[r]
		switch {
		case isSub && !sub:
			b.WriteByte('_')
			b.WriteRune(d)
		case isSub:
			b.WriteRune(d)
		case r == '\'' && s.text: // a prime
			b.WriteRune(r)
		case r == utf8.RuneError, !unicode.IsLetter(r) && r != '_' && (r < '0' || r > '9'), letters[r] != "":
			s.put(tokName, b.String(), end)
			return
		default:
			b.WriteRune(r)
		}
		sub = isSub
		end += size
	}
	s.put(tokName, b.String(), end)
}

func (s *scanner) superscript() {
	var b strings.Builder
	end := s.pos
	for end < len(s.src) {
		r, size := utf8.DecodeRuneInString(s.src[end:])
		d, ok := superscripts[r]
		if !ok {
			break
		}
		b.WriteRune(d)
		end += size
	}
	s.put(tokSuperscript, b.String(), end)
}

// quoted scans a string in quotes; escapes other than of the quote and backslash stay.
func (s *scanner) quoted(quote byte) error {
	var b strings.Builder
	for k := s.pos + 1; k < len(s.src); k++ {
		switch c := s.src[k]; {
		case c == quote:
			s.put(tokString, b.String(), k+1)
			return nil
		case c == '\\' && k+1 < len(s.src) && (s.src[k+1] == quote || s.src[k+1] == '\\'):
			k++
			b.WriteByte(s.src[k])
		default:
			b.WriteByte(c)
		}
	}
	return &Error{Offset: s.pos, Found: string(quote), Reason: "the quotation is not closed"}
}

// readNumber gives value, significant digits (0 for an integer or fraction) and a power of
// ten that is too large to multiply out (0 if none).
func readNumber(text string) (value *big.Rat, digits int, exponent *big.Int) {
	exponent = new(big.Int)
	if num, den, ok := strings.Cut(text, "/"); ok {
		n, _ := new(big.Int).SetString(num, 10)
		d, _ := new(big.Int).SetString(den, 10)
		return new(big.Rat).SetFrac(n, d), 0, exponent
	}
	mantissa, power, isScientific := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, isDecimal := strings.Cut(mantissa, ".")
	if isScientific {
		exponent.SetString(strings.TrimPrefix(power, "+"), 10)
	}
	significant := strings.TrimLeft(whole+fraction, "0")
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		n = new(big.Int)
	}
	if !isDecimal && !isScientific {
		return new(big.Rat).SetInt(n), 0, exponent
	}
	digits = max(1, len(significant))
	scale := new(big.Int).Sub(exponent, big.NewInt(int64(len(fraction))))
	value = new(big.Rat).SetInt(n)
	if scale.CmpAbs(big.NewInt(maxDigits)) > 0 {
		return scaleTen(value, int64(-len(fraction))), digits, exponent
	}
	return scaleTen(value, scale.Int64()), digits, new(big.Int)
}

func scaleTen(r *big.Rat, k int64) *big.Rat {
	abs := k
	if k < 0 {
		abs = -k
	}
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(abs), nil))
	if k < 0 {
		return p.Quo(r, p)
	}
	return p.Mul(r, p)
}
