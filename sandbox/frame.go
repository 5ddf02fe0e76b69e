package sandbox

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"unicode/utf8"
)

// The private channel is a SOCK_SEQPACKET pair: one write is one packet, packets neither merge nor tear,
// and the process at the other end holds nothing but its own end. The first byte is the kind.
//
//	parent → job   'c' chunk of a message, more follow      'e' last chunk
//	job → parent   'H' hello: jailed and ready               'F' could not be jailed, and why
//	               'L' nonce: the module is loaded            'T' a touch: event, detail, 0|1
//	               'D' chunk of a tool's answer               'R' nonce and report
//
// The parent sends three messages: a header, the source, and, after 'L', the arguments, which are the
// "go". Header and arguments carry one nonce each; 'L' and a report of the load phase return the
// first, a report of the call the second, so that nothing written before the "go" can
// pass for the answer to it.
const (
	packetChunk  = 'c'
	packetLast   = 'e'
	packetHello  = 'H'
	packetFault  = 'F'
	packetLoaded = 'L'
	packetTouch  = 'T'
	packetData   = 'D'
	packetReport = 'R'
)

const (
	maxPacket = 192 << 10 // larger packets are refused: a fraction of two 100,000-digit integers is 166 KB
	chunkSize = 48 << 10
	nonceSize = 16
)

// errForged marks a packet that the runner does not write.
var errForged = errors.New("not a frame that the runner writes")

// report is the last packet of a job.
type report struct {
	status    Status
	kind      string // of the number; or the exception's type; or the type's name of what is no number
	text      string // of the number; or the exception's message
	line      int
	phase     string
	lines     int64
	loadLines int64
	peakAlloc int64
	traceLost bool
}

// reportFields is how many fields a report has: exactly these, in this order.
const reportFields = 9

// parseReport reads what follows the 'R' of a report. nonce is the one of the present phase, called says
// whether the "go" was given, tool whether the job is a tool's.
func parseReport(b, nonce []byte, called, tool bool) (report, error) {
	var r report
	if len(b) < nonceSize || !bytes.Equal(b[:nonceSize], nonce) {
		return r, fmt.Errorf("%w: report with a wrong nonce", errForged)
	}
	f, err := splitFields(b[nonceSize:], reportFields)
	if err != nil {
		return r, err
	}
	r.status, r.kind, r.text, r.phase = Status(f[0]), string(f[1]), string(f[2]), string(f[4])
	var bad error
	count := func(b []byte) int64 {
		n, err := strconv.ParseUint(string(b), 10, 62)
		if err != nil {
			bad = fmt.Errorf("%w: count %.20q", errForged, b)
		}
		return int64(n)
	}
	line := count(f[3])
	r.lines, r.loadLines, r.peakAlloc = count(f[5]), count(f[6]), count(f[7])
	switch string(f[8]) {
	case "0":
	case "1":
		r.traceLost = true
	default:
		bad = fmt.Errorf("%w: flag %.20q", errForged, f[8])
	}
	if line > 1<<31-1 {
		bad = fmt.Errorf("%w: line %d", errForged, line)
	}
	r.line = int(line)
	if bad != nil {
		return r, bad
	}
	if !utf8.ValidString(r.kind) || !utf8.ValidString(r.text) {
		return r, fmt.Errorf("%w: report is not UTF-8", errForged)
	}
	if r.phase != "load" && r.phase != "call" || (r.phase == "call") != called {
		return r, fmt.Errorf("%w: report of phase %.20q", errForged, r.phase)
	}
	switch r.status {
	case StatusSyntaxError, StatusLoadError, StatusNoEntry:
		if called {
			return r, fmt.Errorf("%w: %s after the call", errForged, r.status)
		}
	case StatusException, StatusNotANumber:
		if !called {
			return r, fmt.Errorf("%w: %s before the call", errForged, r.status)
		}
	case StatusExited, StatusMemoryLimit:
	case StatusOK:
		if !called {
			return r, fmt.Errorf("%w: result before the call", errForged)
		}
		if tool {
			break
		}
		if r.text, err = normalNumber(r.kind, r.text); err != nil {
			return r, err
		}
	default:
		return r, fmt.Errorf("%w: status %.20q", errForged, r.status)
	}
	return r, nil
}

// normalNumber checks a number's text and turns the hexadecimal integers in which the runner writes (a bound
// that Python puts on decimal ones does not touch them) into decimal ones.
func normalNumber(kind, text string) (string, error) {
	if kind == "int" || kind == "fraction" || kind == "numpy" && !hexFloat.MatchString(text) {
		parts := bytes.Split([]byte(text), []byte("/"))
		for i, p := range parts {
			d, err := decimalInteger(p)
			if err != nil {
				return "", err
			}
			parts[i] = d
		}
		text = string(bytes.Join(parts, []byte("/")))
	}
	if err := (Number{Kind: kind, Text: text}).check(); err != nil {
		return "", fmt.Errorf("%w: %w", errForged, err)
	}
	return text, nil
}

// decimalInteger turns "-0x1f" into "-31".
func decimalInteger(b []byte) ([]byte, error) {
	digits, negative := bytes.CutPrefix(b, []byte("-"))
	digits, ok := bytes.CutPrefix(digits, []byte("0x"))
	if !ok || len(digits) == 0 || len(digits) > maxIntBits/4+1 {
		return nil, fmt.Errorf("%w: integer %.20q", errForged, b)
	}
	for _, c := range digits {
		if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return nil, fmt.Errorf("%w: integer %.20q", errForged, b)
		}
	}
	n, ok := new(big.Int).SetString(string(digits), 16)
	if !ok {
		return nil, fmt.Errorf("%w: integer %.20q", errForged, b)
	}
	if negative {
		n.Neg(n)
	}
	return n.Append(nil, 10), nil
}

// splitFields cuts b into exactly n fields, each behind its length as four bytes, little endian.
func splitFields(b []byte, n int) ([][]byte, error) {
	out := make([][]byte, 0, n)
	for range n {
		if len(b) < 4 {
			return nil, fmt.Errorf("%w: %d fields of %d", errForged, len(out), n)
		}
		k := binary.LittleEndian.Uint32(b)
		b = b[4:]
		if uint64(k) > uint64(len(b)) {
			return nil, fmt.Errorf("%w: field of %d bytes in %d", errForged, k, len(b))
		}
		out = append(out, b[:k])
		b = b[k:]
	}
	if len(b) != 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", errForged, len(b))
	}
	return out, nil
}

// joinFields is the inverse of splitFields.
func joinFields(fields ...[]byte) []byte {
	var out []byte
	for _, f := range fields {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(f)))
		out = append(out, f...)
	}
	return out
}

// parseTouch reads what follows the 'T' of a touch.
func parseTouch(b []byte) (Touch, error) {
	f, err := splitFields(b, 3)
	if err != nil {
		return Touch{}, err
	}
	t := Touch{Event: string(f[0]), Detail: string(f[1]), Allowed: string(f[2]) == "1"}
	if _, ok := touchEvents[t.Event]; !ok || len(t.Detail) > 1000 || !utf8.ValidString(t.Detail) || len(f[2]) != 1 {
		return Touch{}, fmt.Errorf("%w: touch %.20q", errForged, t.Event)
	}
	return t, nil
}

// touchEvents are the events that the runner's audit hook reports.
var touchEvents = map[string]struct{}{
	"open": {}, "list": {}, "file": {}, "socket": {}, "subprocess": {}, "ctypes": {}, "thread": {}, "signal": {},
	"import": {}, "exec": {}, "frame": {}, "gc": {}, "trace": {}, "limit": {}, "mmap": {},
}
