package duality

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-physics/assay/claim"
)

// answer is what an independent author says about a claim.
type answer struct {
	Verdict []claim.Verdict   `json:"verdict"`
	Why     string            `json:"why"`
	Also    string            `json:"also"`
	Public  map[string]string `json:"public_snapshot"`
}

// sharedClaims reads the claims whose answers were worked out without this code. They are
// no part of the repository; a checkout without them skips.
func sharedClaims(t *testing.T) (dir string, answers map[string]answer) {
	t.Helper()
	dir = filepath.Join("..", "..", "..", "shared", "duality", "claims")
	data, err := os.ReadFile(filepath.Join(dir, "ANSWERS.json"))
	if os.IsNotExist(err) {
		t.Skip("the independent claims are not on this machine")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &answers); err != nil {
		t.Fatal(err)
	}
	return dir, answers
}

func check(t testing.TB, data []byte, p claim.Profile) claim.Certificate {
	t.Helper()
	checked, err := Verifier{}.CheckFile(context.Background(), data, p)
	if err != nil {
		t.Fatal(err)
	}
	return checked.Certificate
}

func TestIndependentClaims(t *testing.T) {
	dir, answers := sharedClaims(t)
	for name, want := range answers {
		t.Run(strings.TrimSuffix(name, ".json"), func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []claim.Profile{claim.Interaction, claim.Final} {
				cert := check(t, data, p)
				if !slices.Contains(want.Verdict, cert.Verdict) {
					t.Errorf("%s: verdict %s (%s), want one of %v: %s", p, cert.Verdict, cert.Reason, want.Verdict, want.Why)
				}
				also(t, name, cert)
			}
		})
	}
}

// alsoFlags are the flags by which the certificate says what the answers ask for beside the
// verdict, and the words that must stand in it where there is no flag.
var alsoFlags = map[string]struct {
	flags []Flag
	words string
}{
	"03_spp_identity.json":                     {flags: []Flag{FlagIdentical}},
	"11_relabelled_copy_of_A.json":             {flags: []Flag{FlagCopy}},
	"16_sqcd_electric_IR_free_Nc2_Nf7.json":    {flags: []Flag{FlagElectricFree}, words: "not infrared values"},
	"19_kutasov_unitarity_violation.json":      {flags: []Flag{FlagDecoupled}, words: "M0"},
	"21_dp1_dual_with_shifted_R.json":          {flags: []Flag{FlagFlavourMixing}, words: "flavour mixing"},
	"107_dp1_N3_depth2_0_2.json":               {flags: []Flag{FlagCopy, FlagSeibergDual}},
	"110_dp2_N2_depth2_0_2.json":               {flags: []Flag{FlagDecoupled}},
	"111_f0I_N3_depth2_0_2.json":               {flags: []Flag{FlagCopy, FlagSeibergDual}},
	"112_conifold_N3_rescaled.json":            {flags: []Flag{FlagCopy, FlagSeibergDual}},
	"119_Y31_toric_dual.json":                  {flags: []Flag{FlagCopy, FlagSeibergDual}},
	"121_Y32_node0.json":                       {flags: []Flag{FlagCopy, FlagSeibergDual}},
	"126_spp_N3_node0_adj_plus_singlet.json":   {flags: []Flag{FlagCopy, FlagSeibergDual}},
	"129_dp0_N4_mesons_not_integrated.json":    {flags: []Flag{FlagMassive}},
	"132_dp2_node4_removable_flip.json":        {flags: []Flag{FlagRemovable}, words: "removable"},
	"204_sqcd_Nc3_Nf9_upper_edge.json":         {flags: []Flag{FlagElectricFree}},
	"206_sqcd_Nc10_Nf13_free_magnetic.json":    {flags: []Flag{FlagDecoupled, FlagMagneticFree}, words: "free magnetic phase"},
	"207_sqcd_Nc3_Nf4_Nf_eq_Nc_plus_1.json":    {words: "Nf = Nc + 1"},
	"304_Y31_flip_d1.json":                     {flags: []Flag{FlagMarginal}, words: "exactly marginal deformation"},
	"09_dp0_dropW_max_length_9.json":           {words: "bounded_chiral_ring"},
	"114_f0_phaseI_GL2_rotated.json":           {words: "decides nothing"},
	"108_dp1_N2_depth2_2_3_nonpositive_R.json": {flags: []Flag{FlagSeibergDual}},
	"23_dp2_true_dual_at_node4.json":           {flags: []Flag{FlagSeibergDual}},
	"115_dp2_N2_node4_conjugated.json":         {flags: []Flag{FlagConjugated}},
}

func also(t *testing.T, name string, cert claim.Certificate) {
	t.Helper()
	want := alsoFlags[name]
	flags := Flags(cert)
	for _, f := range want.flags {
		if !slices.Contains(flags, f) {
			t.Errorf("flags %v lack %s", flags, f)
		}
	}
	if want.words == "" {
		return
	}
	text := cert.Reason
	for _, f := range cert.Findings {
		text += "\n" + f.Message
	}
	if !strings.Contains(text, want.words) {
		t.Errorf("nothing in the certificate says %q:\n%s", want.words, text)
	}
}

// publishedElsewhere says why an outcome of the snapshot is not repeated.
var publishedElsewhere = map[string]string{
	"07_dp0_dropW_plus_R1_singlet.json":      "the paper grades the ring by R where there are singlets; the snapshot has no such ring and skips it",
	"17_kutasov_superpotential_ignored.json": "the snapshot ignores the superpotential of a Kutasov claim; here it is read and judged",
}

// The published profiles give the outcomes of the published code, run on its public
// snapshot, except where that was steered by the claim (which here is an error) and where
// the snapshot lacks the R-graded ring with singlets of the paper.
func TestPublishedOutcomes(t *testing.T) {
	dir, answers := sharedClaims(t)
	n := 0
	for name, want := range answers {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range []struct {
			key     string
			profile claim.Profile
		}{{"L3", PublishedFeedback}, {"L5", Published}, {"default", Published}} {
			outcome, ok := want.Public[run.key]
			if !ok || publishedElsewhere[name] != "" {
				continue
			}
			cert := check(t, data, run.profile)
			if cert.Verdict == claim.VerdictError {
				continue // what the strict reader refuses
			}
			n++
			if got := strings.ToUpper(string(cert.Verdict)); got != outcome {
				t.Errorf("%s, %s: %s (%s), the published code says %s", name, run.key, got, cert.Reason, outcome)
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d outcomes were compared", n)
	}
}
