package duality

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
)

var update = flag.Bool("update", false, "write the manifest that the generator gives now")

// The sizes of the benchmark, family by family, as published.
func TestBuiltinSizes(t *testing.T) {
	b, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	families := map[string]int{}
	depth := map[int]int{}
	cells := map[Cell]bool{}
	whole := 0
	for i, f := range b.Fixtures {
		if r := b.rows[i]; r.FixtureID != f.ID || r.Repairable != true || r.CopyCounts != f.CopyCounts {
			t.Errorf("row %d: %+v", i, r)
		}
		if f.Class == "" {
			whole++
			continue
		}
		depth[f.Depth()]++
		if f.Depth() == 1 {
			families[f.Cell.Family]++
			cells[f.Cell] = true
		}
	}
	want := map[string]int{"dp0": 49, "dp1": 19, "dp2": 17, "f0": 26, "spp": 18, "c3z2z2": 16}
	if !maps.Equal(families, want) || depth[1] != 145 || depth[2] != 120 || whole != 14 || len(cells) != 14 || b.Seed != BuiltinSeed {
		t.Errorf("%v, %v, %d whole, %d cells, seed %d", families, depth, whole, len(cells), b.Seed)
	}
	t.Logf("classes at depth one %v (published %v), at depth two %v", b.Count(1), PublishedCounts(), b.Count(2))
	published := 0
	for _, n := range PublishedCounts() {
		published += n
	}
	if published != 145 {
		t.Errorf("the published classes are %d", published)
	}
}

// Every damage is that of its class: one place, by the amount that the manifest says.
func TestDamagesAreWhatTheManifestSays(t *testing.T) {
	b, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range b.Fixtures {
		if f.Class == "" {
			continue
		}
		ranks, charges, terms, signs := 0, 0, len(f.Dual.W)-len(f.B.W), 0
		for v := range f.Dual.Nodes {
			if f.Dual.Nodes[v].Rank != f.B.Nodes[v].Rank {
				ranks++
			}
		}
		x, y := f.Dual.RCharges(), f.B.RCharges()
		for k := range x {
			if x[k].Cmp(y[k]) != 0 {
				charges++
			}
		}
		if terms == 0 {
			for j := range f.Dual.W {
				if f.Dual.W[j].Coefficient.Cmp(f.B.W[j].Coefficient) != 0 {
					signs++
				}
			}
		}
		got := [4]int{ranks, terms, charges, signs}
		want := map[Class][4]int{ShiftRank: {1, 0, 0, 0}, DropTerm: {0, 1, 0, 0}, ShiftR: {0, 0, 1, 0}, FlipSign: {0, 0, 0, 1}}[f.Class]
		if got != want {
			t.Errorf("%s: ranks, terms, charges, signs differ in %v places", f.ID, got)
		}
		m := b.rows[i].Damage
		if m.Old == m.New || m.Place == "" || (f.Class == ShiftR && m.Delta != "1/3" && m.Delta != "-1/3") {
			t.Errorf("%s: %+v", f.ID, m)
		}
	}
}

// The generator gives the manifest that ships, byte for byte: fixtures, verdicts, hashes.
func TestManifestRegenerates(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short the benchmark is not generated again")
	}
	b, err := Generate(context.Background(), BuiltinSeed, NewExact())
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := b.WriteManifest(&got); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("manifest.jsonl", got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := builtinManifest; !bytes.Equal(got.Bytes(), want) {
		x, y := bytes.Split(got.Bytes(), []byte("\n")), bytes.Split(want, []byte("\n"))
		for i := range min(len(x), len(y)) {
			if !bytes.Equal(x[i], y[i]) {
				t.Fatalf("line %d of the manifest has changed (go test ./suite/duality -run Regenerates -update writes it anew):\n%s\nships:\n%s", i+1, x[i], y[i])
			}
		}
		t.Fatalf("%d lines, %d ship", len(x), len(y))
	}
	if len(b.Attrition) == 0 {
		t.Error("nothing was discarded: some signs are absorbed by a redefinition")
	}
}

// Another seed keeps other damages.
func TestSeedsDiffer(t *testing.T) {
	f := families()[4] // the smallest theories
	draw := func(seed uint64) []string {
		g := generator{seed: seed, verifier: shared, seen: map[string]bool{}}
		if err := g.family(context.Background(), f, 1); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, r := range g.rows {
			list = append(list, r.TheoryB)
		}
		return list
	}
	x, y, again := draw(1), draw(2), draw(1)
	if strings.Join(x, " ") != strings.Join(again, " ") || strings.Join(x, " ") == strings.Join(y, " ") || len(x) != f.quota[0] {
		t.Error("a seed does not decide what is drawn")
	}
}

// A manifest that was changed, or whose theories have changed since, is refused with the
// place.
func TestReadManifestRefuses(t *testing.T) {
	lines := bytes.Split(builtinManifest, []byte("\n"))
	line := string(lines[1])
	for _, c := range []struct{ name, from, to, want string }{
		{"a hash", `"theory_b_sha256":"`, `"theory_b_sha256":"0`, "theory B has SHA-256"},
		{"an unknown key", `{"fixture_id"`, `{"note":1,"fixture_id"`, "line 2"},
		{"an unknown phase", `"phase":"dP0"`, `"phase":"dP9"`, "dP9"},
		{"no sequence", `"mutation_node_sequence":[1]`, `"mutation_node_sequence":[]`, "no mutation sequence"},
		{"another place", `"index":`, `"index":1`, "line 2"},
	} {
		changed := strings.Replace(line, c.from, c.to, 1)
		if changed == line {
			t.Fatalf("%s: %q is not in %s", c.name, c.from, line)
		}
		raw := string(lines[0]) + "\n" + changed
		if _, err := ReadManifest([]byte(raw)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that says %q", c.name, err, c.want)
		}
	}
}

func TestDamageRefuses(t *testing.T) {
	f := fixture(t, dropped).Fixture()
	for _, class := range append(Classes(), "other") {
		if _, err := damage(f.Dual, class, 1000, nil); !errors.Is(err, errNoDamage) {
			t.Errorf("%s: %v", class, err)
		}
	}
}

// The configuration's hash follows what is judged, not how it is worded.
func TestConfigHash(t *testing.T) {
	k := shared.Kind()
	before, err := config(k)
	if err != nil {
		t.Fatal(err)
	}
	k.Obligations = append([]claim.Obligation(nil), k.Obligations...)
	k.Obligations[0].Meaning = "in other words"
	if after, err := config(k); err != nil || after != before {
		t.Errorf("a wording changes the configuration: %v", err)
	}
	k.Obligations[0].Required = !k.Obligations[0].Required
	if after, err := config(k); err != nil || after == before {
		t.Errorf("an obligation changes and the configuration does not: %v", err)
	}
}
