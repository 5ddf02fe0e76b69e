package modelfile

import (
	"encoding/json"
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The two readers of a document agree: same tree, same places.
func TestParseAgreesWithTheDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw, err := json.Marshal(drawJSON(t, 3))
		if err != nil {
			t.Fatal(err)
		}
		fast, err := Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(strings.NewReader(string(raw)))
		d.UseNumber()
		slow, err := diagnose(d, nil, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		same(t, fast, slow)
	})
}

func drawJSON(t *rapid.T, depth int) any {
	switch k := rapid.IntRange(0, 6).Draw(t, "kind"); {
	case k == 0:
		return rapid.StringOf(rapid.RuneFrom([]rune("aé\"\\\n☃0.5"))).Draw(t, "s")
	case k == 1:
		return rapid.Float64Range(-1e6, 1e6).Draw(t, "x")
	case k == 2:
		return rapid.Int().Draw(t, "n")
	case k == 3:
		return nil
	case k < 5 && depth > 0:
		list := []any{}
		for range rapid.IntRange(0, 4).Draw(t, "length") {
			list = append(list, drawJSON(t, depth-1))
		}
		return list
	case depth > 0:
		object := map[string]any{}
		for range rapid.IntRange(0, 4).Draw(t, "members") {
			object[rapid.SampledFrom([]string{"sites", "J", "a\"b", "é"}).Draw(t, "key")] = drawJSON(t, depth-1)
		}
		return object
	}
	return true
}

func same(t *rapid.T, a, b *Value) {
	if a.Kind != b.Kind || a.raw != b.raw || a.path() != b.path() || len(a.Items) != len(b.Items) || len(a.Keys) != len(b.Keys) {
		t.Fatalf("%q at %q against %q at %q", a.raw, a.path(), b.raw, b.path())
	}
	for i, k := range a.Keys {
		if b.Keys[i] != k {
			t.Fatalf("keys %q and %q", a.Keys, b.Keys)
		}
	}
	for i := range a.Items {
		same(t, a.Items[i], b.Items[i])
	}
}

// Short decimals are read as the exact ones are: the nearest float64, and a bound on what
// that loses.
func TestShortNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[+-]?[0-9]{0,9}\.?[0-9]{0,9}`).Draw(t, "s")
		n, ok := short(s)
		if !ok {
			return
		}
		x, err := parseRational(s)
		if err != nil {
			t.Fatalf("%q was read as %v, but is no number: %v", s, n, err)
		}
		want, err := round(x)
		if err != nil {
			t.Fatal(err)
		}
		off, _ := new(big.Rat).Sub(x, new(big.Rat).SetFloat64(n.Value)).Float64()
		if n.Value != want.Value || math.Abs(off) > n.Err || (off == 0) != (n.Err == 0) || n.Err > 0x1p-52*math.Abs(n.Value) {
			t.Fatalf("%q: %v ± %v, want %v ± %v", s, n.Value, n.Err, want.Value, want.Err)
		}
	})
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{`{"terms":[{"sites":[0,1]},{"sites":[0,"x"]}]}`, `terms[1].sites[1]: "x" is not`},
		{`{"a":1,"a":2}`, `key "a" occurs twice`},
		{`{"a":{"b":1,"b":2}}`, `a: key "b" occurs twice`},
		{`{"a":`, "unexpected EOF"},
		{`{} {}`, "more after the end"},
		{`[[[[[[[[[[1]]]]]]]]]]`, "nested too deeply"},
	} {
		v, err := Parse([]byte(c.text))
		if err == nil {
			var terms *Value
			if terms = v.Get("terms"); terms == nil {
				t.Errorf("%s: no error", c.text)
				continue
			}
			_, err = terms.Items[1].Get("sites").Integers(0, 5)
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.text, err, c.says)
		}
	}
}
