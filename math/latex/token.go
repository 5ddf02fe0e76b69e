package latex

// tokenKind says what a token is to the parser.
type tokenKind uint8

const (
	tEnd        tokenKind = iota
	tNumber               // name: the digits, see number.go
	tLetter               // name: a letter or a command that is a symbol: x, \mu
	tFunc                 // name: a function of functionWords; raw: as written
	tText                 // name: upright text, raw; word: prose rather than a name
	tOp                   // name: an operator, relation or separator
	tOpen                 // name: ( [ { ⌊ ⌈ ⟨ or "." for \left.
	tClose                // name: ) ] } ⌋ ⌉ ⟩ or "."
	tBar                  // name: | or ‖; side: +1 opening, −1 closing, 0 unsaid
	tBraceOpen            // {
	tBraceClose           // }
	tSup                  // ^
	tSub                  // _
	tPrime                // '
	tAccent               // name: bar, hat, …; one argument follows
	tFont                 // name: \mathbf, \mathcal, …; one argument follows
	tCommand              // name: \frac, \sqrt, \int, … : the parser knows its arguments
	tBegin                // name: the environment
	tEndEnv               // name: the environment
	tAmp                  // &
	tNewline              // \\
)

// Widths of the space before a token.
const (
	spaceNone  uint8 = iota
	spaceBlank       // blanks of the source, which LaTeX does not set
	spaceThin        // \, \; ~ and the like
	spaceWide        // \quad, \qquad
)

// token is one token; offsets are bytes of the source.
type token struct {
	kind     tokenKind
	space    uint8 // before it
	side     int8  // delimiters: +1 \left, −1 \right, 0 bare
	word     bool  // tText: written as prose (\text), may be words; tLetter: roman
	negative bool  // two or more \! before it: "a\!\!\!/" is a slashed a
	flags    uint8 // tOpen, tBraceOpen: what stands at their level
	pos, end int32
	match    int32 // tBraceOpen, tOpen: index of the closing token, or −1
	over     int32 // tBraceOpen: index of an \over, \choose or \atop inside, or −1
	name     string
	raw      string
}

// Flags of an opening token.
const (
	hasComma uint8 = 1 << iota
	hasRelation
	hasBars1 // exactly: one bar
	hasBars2 // two or more
	hasArrow
	isKet // tBar: the bar opens a ket, match is its ⟩
	isBra // tOpen ⟨: a bra, match is its bar
)
