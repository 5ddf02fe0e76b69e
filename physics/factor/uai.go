package factor

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// ReadUAI reads a model in the format of the UAI inference competitions: the word MARKOV
// or BAYES, the number of variables and their cardinalities, the number of factors and
// the sites of each, and then for each factor the number of its entries and these, the
// last site fastest. Entries may be negative. A logarithm is taken of each; what that
// loses is in the Err of the factors.
func ReadUAI(r io.Reader) (*Model, error) {
	s := newTokens(r)
	m, err := s.model()
	if err != nil {
		return nil, fmt.Errorf("factor: UAI: token %d: %w", s.count, err)
	}
	return m, nil
}

const (
	// maxEntries bounds the entries of all tables of a file.
	maxEntries = 1 << 27
	// maxExponent bounds the decimal exponents that are read, and maxLog the logarithms
	// that are written.
	maxExponent = 1_000_000
	maxLog      = 2_000_000
	// maxToken bounds the digits of a number.
	maxToken = 1000
	// maxExactToken bounds the digits of a number that is kept as a fraction.
	maxExactToken = 40
)

// tokens splits at white space.
type tokens struct {
	s     *bufio.Scanner
	count int
}

func newTokens(r io.Reader) *tokens {
	s := bufio.NewScanner(r)
	s.Split(bufio.ScanWords)
	s.Buffer(nil, 4*maxToken)
	return &tokens{s: s}
}

var errEnd = errors.New("the file ends too early")

func (t *tokens) next() (string, error) {
	if !t.s.Scan() {
		if err := t.s.Err(); err != nil {
			return "", err
		}
		return "", errEnd
	}
	t.count++
	return t.s.Text(), nil
}

func (t *tokens) integer(what string, lo, hi int) (int, error) {
	text, err := t.next()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < lo || n > hi {
		return 0, fmt.Errorf("%s: %s is not an integer in %d … %d", what, quote(text), lo, hi)
	}
	return n, nil
}

// quote makes text safe and short for a message.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strconv.Quote(text)
}

func (t *tokens) model() (*Model, error) {
	kind, err := t.next()
	if err != nil {
		return nil, err
	}
	if k := strings.ToUpper(kind); k != "MARKOV" && k != "BAYES" {
		return nil, fmt.Errorf("%s is neither MARKOV nor BAYES", quote(kind))
	}
	n, err := t.integer("number of variables", 0, MaxVariables)
	if err != nil {
		return nil, err
	}
	m := &Model{Card: make([]int, 0, min(n, 1<<16))} // the file must hold what it announces
	for v := range n {
		c, err := t.integer(fmt.Sprintf("cardinality of variable %d", v), 1, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		m.Card = append(m.Card, c)
	}
	count, err := t.integer("number of factors", 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	m.Factors = make([]Factor, 0, min(count, 1<<16))
	total := 0
	for k := range count {
		f, size, err := t.scope(m.Card, k)
		if err != nil {
			return nil, err
		}
		if total += size; total > maxEntries {
			return nil, fmt.Errorf("factor %d: more than %d entries in all", k, maxEntries)
		}
		m.Factors = append(m.Factors, f)
	}
	for k := range m.Factors {
		if err := t.table(m, k, total <= maxExactEntries); err != nil {
			return nil, fmt.Errorf("factor %d: %w", k, err)
		}
	}
	if text, err := t.next(); err == nil {
		return nil, fmt.Errorf("%s after the end of the last table", quote(text))
	} else if !errors.Is(err, errEnd) {
		return nil, err
	}
	return m, nil
}

func (t *tokens) scope(card []int, k int) (f Factor, size int, err error) {
	order, err := t.integer(fmt.Sprintf("number of sites of factor %d", k), 0, len(card))
	if err != nil {
		return f, 0, err
	}
	size = 1
	for range order {
		s, err := t.integer(fmt.Sprintf("site of factor %d", k), 0, len(card)-1)
		if err != nil {
			return f, 0, err
		}
		f.Sites = append(f.Sites, s)
		if card[s] > maxEntries/size {
			return f, 0, fmt.Errorf("factor %d has more than %d entries", k, maxEntries)
		}
		size *= card[s]
		if len(f.Sites) > maxSites {
			return f, 0, fmt.Errorf("factor %d has more than %d sites", k, maxSites)
		}
	}
	seen := map[int]bool{}
	for _, s := range f.Sites {
		if seen[s] {
			return f, 0, fmt.Errorf("factor %d has site %d twice", k, s)
		}
		seen[s] = true
	}
	return f, size, nil
}

func (t *tokens) table(m *Model, k int, exact bool) error {
	f := &m.Factors[k]
	size := 1
	for _, s := range f.Sites {
		size *= m.Card[s]
	}
	if _, err := t.integer("number of entries", size, size); err != nil {
		return err
	}
	f.Log = make([]float64, 0, min(size, 1<<16))
	for x := range size {
		text, err := t.next()
		if err != nil {
			return err
		}
		log, negative, bound, err := logOf(text)
		if err != nil {
			return fmt.Errorf("entry %d: %w", x, err)
		}
		f.add(log, negative, bound)
		if exact && len(text) <= maxExactToken && math.Abs(log) < 700 {
			if x, ok := new(big.Rat).SetString(text); ok {
				f.exactly(x)
			}
		} else if exact && math.IsInf(log, -1) {
			f.exactly(new(big.Rat))
		}
	}
	return nil
}

// add appends a real entry.
func (f *Factor) add(log float64, negative bool, bound float64) {
	f.Log = append(f.Log, log)
	f.Err = max(f.Err, bound)
	if negative && f.Phase == nil {
		f.Phase = make([]float64, len(f.Log)-1)
	}
	if f.Phase != nil {
		phase := 0.0
		if negative {
			phase = math.Pi
		}
		f.Phase = append(f.Phase, phase)
	}
}

// logOf is the logarithm of |x| for a decimal number x, also for one outside of the range
// of float64, with a bound on its absolute error.
func logOf(text string) (log float64, negative bool, bound float64, err error) {
	bad := func() (float64, bool, float64, error) {
		return 0, false, 0, fmt.Errorf("%s is not a decimal number", quote(text))
	}
	if len(text) > maxToken || strings.ContainsAny(text, "xXpP_iInN") {
		return bad() // forms that other parsers would not read
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return bad()
	}
	if a := math.Abs(v); a > 0x1p-1000 && !math.IsInf(a, 0) {
		log = math.Log(a)
		return log, v < 0, unit * (elementary*math.Abs(log) + 1 + 0x1p-20), nil
	}
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		// Keep the exponent where arbitrary precision costs nothing.
		if e, err := strconv.Atoi(text[at+1:]); err != nil || e > maxExponent || e < -maxExponent {
			return bad()
		}
	}
	x, ok := new(big.Float).SetPrec(64).SetString(text)
	if !ok {
		return bad()
	}
	if x.Sign() == 0 {
		return math.Inf(-1), false, 0, nil
	}
	negative = x.Sign() < 0
	mantissa := new(big.Float)
	e := x.MantExp(mantissa)
	f, _ := mantissa.Float64()
	log = math.FMA(float64(e), math.Ln2, math.Log(math.Abs(f)))
	return log, negative, unit * (elementary + 4) * (1 + math.Abs(log)), nil
}

// WriteUAI writes a model with real weights in the format that ReadUAI reads, with 17
// digits. Weights outside of the range of float64 are written all the same, with their
// decimal exponents.
func WriteUAI(w io.Writer, m *Model) error {
	if err := m.Validate(); err != nil {
		return err
	}
	for i := range m.Factors {
		for x, l := range m.Factors[i].Log {
			if math.Abs(l) > maxLog && !math.IsInf(l, -1) {
				return fmt.Errorf("factor: UAI: factors[%d]: the logarithm of entry %d is %v, beyond the exponents that can be read back", i, x, l)
			}
		}
	}
	if m.Complex() {
		return errors.New("factor: UAI: complex weights cannot be written")
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "MARKOV\n%d\n", len(m.Card))
	for v, c := range m.Card {
		if v > 0 {
			fmt.Fprint(b, " ")
		}
		fmt.Fprint(b, c)
	}
	fmt.Fprintf(b, "\n%d\n", len(m.Factors))
	for i := range m.Factors {
		f := &m.Factors[i]
		fmt.Fprint(b, len(f.Sites))
		for _, s := range f.Sites {
			fmt.Fprint(b, " ", s)
		}
		fmt.Fprintln(b)
	}
	for i := range m.Factors {
		f := &m.Factors[i]
		fmt.Fprintf(b, "\n%d\n", len(f.Log))
		for x := range f.Log {
			if x > 0 {
				fmt.Fprint(b, " ")
			}
			if f.phase(x) != 0 && !math.IsInf(f.Log[x], -1) {
				fmt.Fprint(b, "-")
			}
			fmt.Fprint(b, decimalExp(f.Log[x]))
		}
		fmt.Fprintln(b)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("factor: UAI: %w", err)
	}
	return nil
}

// decimalExp writes e^l.
func decimalExp(l float64) string {
	if math.IsInf(l, -1) {
		return "0"
	}
	if math.Abs(l) < 600 {
		return strconv.FormatFloat(math.Exp(l), 'g', 17, 64)
	}
	e := math.Floor(l / math.Ln10)
	const ln10Low = -2.1707562233822494e-16 // ln 10 − float64(ln 10)
	rest := math.Exp(math.FMA(-e, math.Ln10, l) - e*ln10Low)
	return strconv.FormatFloat(rest, 'f', 17, 64) + "e" + strconv.Itoa(int(e))
}

// ReadEvidence reads an evidence file of the UAI competitions: the number of observed
// variables and then each with its value; in the older form a 1, the number of sets of
// evidence, comes first. Model.Condition takes the result.
func ReadEvidence(r io.Reader) (vars, states []int, err error) {
	t := newTokens(r)
	var all []int
	for {
		text, err := t.next()
		if errors.Is(err, errEnd) {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("factor: evidence: %w", err)
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > math.MaxInt32 {
			return nil, nil, fmt.Errorf("factor: evidence: token %d: %s is not a number ≥ 0", t.count, quote(text))
		}
		all = append(all, n)
	}
	switch {
	case len(all) == 0:
		return nil, nil, nil // some programs write an empty file
	case len(all) == 1+2*all[0]:
		all = all[1:]
	case len(all) >= 2 && all[0] == 1 && len(all) == 2+2*all[1]:
		all = all[2:]
	default:
		return nil, nil, fmt.Errorf("factor: evidence: %d numbers do not make up pairs of a variable and its value after their count", len(all))
	}
	for i := 0; i < len(all); i += 2 {
		vars, states = append(vars, all[i]), append(states, all[i+1])
	}
	return vars, states, nil
}
