package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/duality"
)

// Every example has its verdict, its exit code and its words.
func TestCheckDualityExamples(t *testing.T) {
	const dir = "../../examples/duality/"
	for _, tt := range []struct {
		args    []string
		verdict claim.Verdict
		says    []string
	}{
		{[]string{dir + "dp0.json"}, claim.VerdictCertified, []string{"dualized at node SU(3)_0", "equal at every level up to R = 6"}},
		{[]string{dir + "dp0.json", "--profile", "interaction"}, claim.VerdictCertified, []string{"equal at every level up to R = 4"}},
		{[]string{dir + "dp0.json", "--profile", "published"}, claim.VerdictCertified, []string{"as published"}},
		{[]string{dir + "dp0_broken.json"}, claim.VerdictFailed, []string{"chiral_ring.bounded", "at R = 2: 10 operators against 14"}},
		{[]string{dir + "dp1_marginal.json"}, claim.VerdictFailed, []string{"exactly marginal deformation"}},
		{[]string{dir + "sqcd.json"}, claim.VerdictCertified, []string{"all 12 coefficients agree"}},
		{[]string{dir + "kutasov.yaml"}, claim.VerdictCertified, []string{"M0 … M2"}},
		{[]string{"--electric", dir + "conifold_electric.json", "--magnetic", dir + "conifold_magnetic.json"}, claim.VerdictCertified, []string{"flags: ", "copy"}},
	} {
		args := append([]string{"check", "duality"}, tt.args...)
		r := assay(t, "", args...)
		if r.code != tt.verdict.ExitCode() || !strings.HasPrefix(r.stdout, strings.ToUpper(string(tt.verdict))) {
			t.Errorf("%v: exit %d, want %s\n%s%s", tt.args, r.code, tt.verdict, r.stdout, r.stderr)
		}
		flat := strings.Join(strings.Fields(r.stdout), " ")
		for _, s := range tt.says {
			if !strings.Contains(flat, s) {
				t.Errorf("%v: the table does not say %q\n%s", tt.args, s, r.stdout)
			}
		}
		r = assay(t, "", append(args, "--json")...)
		var cert claim.Certificate
		if err := json.Unmarshal([]byte(r.stdout), &cert); err != nil || cert.Verdict != tt.verdict || cert.Kind != "duality" {
			t.Errorf("%v --json: %v, %s\n%s", tt.args, err, cert.Verdict, r.stdout)
		}
	}
}

func TestCheckDualityErrors(t *testing.T) {
	example, err := os.ReadFile("../../examples/duality/dp0.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		stdin string
		args  []string
		code  int
		says  string
	}{
		{"", nil, exitUsage, "needs one file"},
		{"", []string{"--electric", "x.json"}, exitUsage, "both --electric and --magnetic"},
		{"", []string{"a.json", "--electric", "x.json"}, exitUsage, "not both"},
		{"", []string{"-", "--profile", "lenient"}, exitUsage, "--profile"},
		{"", []string{"no such file.json"}, 2, "no such file"},
		{"{", []string{"-"}, 2, "not one JSON document"},
		{strings.Replace(string(example), `"schema"`, `"bounded_chiral_ring": {}, "schema"`, 1), []string{"-"}, 2, "settings come from the caller"},
		{strings.Replace(string(example), `"r_charge": "2/3"`, `"r_charge": "2/x"`, 1), []string{"-"}, 2, `"2/x" is not a rational number`},
		{strings.Replace(string(example), `"source": 0`, "\"source\": 0, \"\\u001b[31m\": 1", 1), []string{"-"}, 2, "unknown key"},
	} {
		r := assay(t, tt.stdin, append([]string{"check", "duality"}, tt.args...)...)
		if text := r.stdout + r.stderr; r.code != tt.code || !strings.Contains(strings.Join(strings.Fields(text), " "), tt.says) || strings.Contains(text, "\x1b") {
			t.Errorf("%v: exit %d, want %d with %q\n%s", tt.args, r.code, tt.code, tt.says, text)
		}
	}
}

// The page stands alone, shows both quivers, and runs nothing that a claim says.
func TestCheckDualityPage(t *testing.T) {
	example, err := os.ReadFile("../../examples/duality/dp0.json")
	if err != nil {
		t.Fatal(err)
	}
	hostile := strings.Replace(string(example), "dP0 and its Seiberg dual at node 0", `<script>alert(1)</script>`, 1)
	hostile = strings.Replace(hostile, `"name": "dP0"`, `"name": "<img src=x onerror=alert(1)>"`, 1)
	path := filepath.Join(t.TempDir(), "page.html")
	if r := assay(t, hostile, "check", "duality", "-", "--html", path); r.code != 0 {
		t.Fatalf("exit %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, bad := range []string{"<script", "<img", "http://", "https://", "onerror=alert(1)>"} {
		if strings.Contains(strings.ReplaceAll(text, "http://www.w3.org/2000/svg", ""), bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	for _, good := range []string{"electric", "magnetic", "CERTIFIED", "&lt;script&gt;", "R = 6"} {
		if !strings.Contains(text, good) {
			t.Errorf("the page lacks %q", good)
		}
	}
	if n := strings.Count(text, "<svg"); n != 2 {
		t.Errorf("%d pictures, want 2", n)
	}
	// A claim that cannot be read has a page as well.
	if r := assay(t, "[]", "check", "duality", "-", "--html", path); r.code != 2 {
		t.Errorf("exit %d for a malformed claim", r.code)
	}
	if page, err = os.ReadFile(path); err != nil || !strings.Contains(string(page), "ERROR") {
		t.Errorf("the page of a malformed claim: %v", err)
	}
}

func TestDualityRegistryIsListed(t *testing.T) {
	r := assay(t, "", "check", "duality", "--list")
	if r.code != 0 {
		t.Fatalf("exit %d\n%s", r.code, r.stderr)
	}
	for _, o := range duality.Kind().Obligations {
		if !strings.Contains(r.stdout, o.Name) || !strings.Contains(r.stdout, o.Source) {
			t.Errorf("%s or its source is not listed", o.Name)
		}
	}
}
