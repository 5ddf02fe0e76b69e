package latex

import "strings"

// occupation is the part of an exponent without braces that belongs to an orbital, where the
// next orbital follows without a space: 1s^22s^2 is 1s^2 2s^2, and 3d^{10}4s^2 may be written
// 3d^104s^2. "" where the letters are no orbitals.
func (p *parser) occupation(from, to int) string {
	orbital := func(i int) bool {
		t := p.at(i)
		return t.kind == tLetter && len(t.name) == 1 && strings.Contains("spdfg", t.name)
	}
	digits := p.at(from).name
	if from < 3 || p.at(from-1).kind != tSup || !orbital(from-2) || p.at(from-3).kind != tNumber ||
		!orbital(to) || p.at(to+1).kind != tSup || strings.Trim(digits[len(digits)-1:], "1234567") != "" {
		return ""
	}
	return digits[:len(digits)-1]
}
