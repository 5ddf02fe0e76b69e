package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
)

func TestDualityVerbs(t *testing.T) {
	inTempDir(t)
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"show", "conifold"}, []string{"SU(2) × SU(2)", "3 anomaly-free", "R = 1/2"}},
		{[]string{"amax", "dP1"}, []string{"(208√13 − 739)/4 = 2.738666324127", "ℚ(√13)", "1/2 ≤ a/c ≤ 3/2 holds"}},
		{[]string{"amax", "dP2", "--decouple"}, []string{"unitarity   1 × det X30[0]^2 has R = (57 − 9√33)/8 = 0.662367022645 < 2/3", "free        det X30[0]^2, in round 1"}},
		{[]string{"amax", "Y3,1"}, []string{"ℚ(√33)"}},
		{[]string{"mutate", "dP0", "--node", "0", "--rank", "3"}, []string{"SU(6) × SU(3) × SU(3)", "meson X20[0] X01[0]", "dual quark of X20[0]", "a = 99/16, c = 51/8"}},
		{[]string{"tree", "dP0", "--depth", "1"}, []string{"#0  ranks [2 2 2], 9 fields, 6 terms; 0 → #1; 1 → #1; 2 → #1", "#1  ranks [4 2 2], 12 fields, 9 terms"}},
		{[]string{"ring", "dP0", "--to", "4"}, []string{"R = 2        10", "R = 4        28", "complete    up to R = 4"}},
		{[]string{"index", "conifold"}, []string{"R = 1        10", "marginal operators minus currents"}},
		{[]string{"tiling", "dP3"}, []string{"2·area 6, 6 points on the boundary, 1 inside", "consistent  yes", "1 6 1"}},
	} {
		r := assay(t, "", append([]string{"duality"}, c.args...)...)
		if r.code != 0 || r.stderr != "" {
			t.Errorf("%v: exit %d, %s", c.args, r.code, r.stderr)
		}
		for _, w := range c.want {
			if !strings.Contains(r.stdout, w) {
				t.Errorf("%v: no %q in\n%s", c.args, w, r.stdout)
			}
		}
		r = assay(t, "", append([]string{"duality", "--json"}, c.args...)...)
		if r.code != 0 || !json.Valid([]byte(r.stdout)) {
			t.Errorf("%v --json: exit %d, %s\n%s", c.args, r.code, r.stderr, r.stdout)
		}
	}
}

// What show --json and mutate --json print can be read again; pictures are well-formed.
func TestDualityFiles(t *testing.T) {
	inTempDir(t)
	r := assay(t, "", "duality", "show", "dP1", "--json", "--rank", "3")
	again := assay(t, r.stdout, "duality", "show", "-", "--json")
	if again.code != 0 || again.stdout != r.stdout {
		t.Errorf("exit %d, %s:\n%s\n%s", again.code, again.stderr, r.stdout, again.stdout)
	}
	for _, args := range [][]string{
		{"show", "SPP"}, {"amax", "dP2"}, {"mutate", "F0-I", "--node", "1"}, {"tree", "F0-I", "--depth", "2"}, {"tiling", "L1,3,1"},
	} {
		r := assay(t, "", append([]string{"duality", "--json"}, append(args, "--svg", "x.svg")...)...)
		raw, err := os.ReadFile("x.svg")
		if r.code != 0 || err != nil {
			t.Errorf("%v: exit %d, %s, %v", args, r.code, r.stderr, err)
			continue
		}
		d := xml.NewDecoder(strings.NewReader(string(raw)))
		for {
			if _, err := d.Token(); err != nil {
				if !errors.Is(err, io.EOF) {
					t.Errorf("%v: %v", args, err)
				}
				break
			}
		}
	}
}

// --svg takes its file after a space or an equals sign; without one it prints the picture.
func TestDualityPictures(t *testing.T) {
	inTempDir(t)
	for _, args := range [][]string{
		{"tree", "dP0", "--depth", "1", "--svg", "t.svg"}, {"tree", "--svg", "t.svg", "dP0", "--depth", "1"}, {"tree", "dP0", "--svg=t.svg", "--depth", "1"},
	} {
		r := assay(t, "", append([]string{"duality"}, args...)...)
		raw, err := os.ReadFile("t.svg")
		if r.code != 0 || err != nil || !strings.HasPrefix(string(raw), "<svg") || !strings.Contains(r.stdout, "#1") {
			t.Errorf("%v: exit %d, %s%s %v", args, r.code, r.stdout, r.stderr, err)
		}
		if err := os.Remove("t.svg"); err != nil {
			t.Error(err)
		}
	}
	for _, args := range [][]string{{"tree", "dP0", "--depth", "1", "--svg"}, {"show", "dP0", "--svg"}, {"amax", "dP1", "--svg"}} {
		if r := assay(t, "", append([]string{"duality"}, args...)...); r.code != 0 || !strings.HasPrefix(r.stdout, "<svg") || strings.Contains(r.stdout, "#0  ranks") {
			t.Errorf("%v: exit %d, %.80s %s", args, r.code, r.stdout, r.stderr)
		}
	}
	if r := assay(t, "", "duality", "show", "dP0", "dP1"); r.code != exitUsage {
		t.Errorf("two theories: exit %d", r.code)
	}
}

func TestDualityMistakes(t *testing.T) {
	inTempDir(t)
	straight := `{"name":"straight","white":[["A1","B1","C1","D1"],["A2","B2","C2","D2"]],"black":[["A1","B1","C2","D2"],["A2","B2","C1","D1"]]}`
	for _, c := range []struct {
		stdin string
		args  []string
		code  int
		want  string
	}{
		{"", []string{"amax", "dP17"}, exitUsage, "neither a file nor a known theory"},
		{"", []string{"amax", "Y1,2"}, exitUsage, "0 ≤ q ≤ p"},
		{"", []string{"amax", "dP0", "--rank", "1"}, exitUsage, "--rank"},
		{"", []string{"frobnicate"}, exitUsage, "no verb"},
		{"", []string{"mutate", "dP0"}, exitUsage, "--node"},
		{"", []string{"mutate", "dP0", "--node", "7"}, exitUsage, "--node"},
		{"", []string{"mutate", "SPP", "--node", "1"}, exitError, "adjoint"},
		{"", []string{"ring", "dP0", "--to", "x"}, exitUsage, "--to"},
		{`{"name":"t","white":[["A"]],"black":[["A"]],"grey":[]}`, []string{"tiling", "-"}, exitUsage, "grey"},
		{`{"name":"t","white":[["A","B"]],"black":[["A"]]}`, []string{"tiling", "-"}, exitUsage, "edge B has no black end"},
		{"{", []string{"show", "-"}, exitUsage, ""},
		{straight, []string{"tiling", "-"}, exitError, ""},
	} {
		r := assay(t, c.stdin, append([]string{"duality"}, c.args...)...)
		if r.code != c.code || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%v: exit %d, %s, want %d, %q", c.args, r.code, r.stderr, c.code, c.want)
		}
	}
	if r := assay(t, straight, "duality", "tiling", "-"); !strings.Contains(r.stdout, "faults") {
		t.Error(r.stdout)
	}
}
