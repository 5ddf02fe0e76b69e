package duality

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-physics/assay/claim"
)

func BenchmarkCheck(b *testing.B) {
	for _, name := range []string{"00_sample_dp0_pair", "09b_dp0_dropW_control", "23_dp2_true_dual_at_node4", "26_dp1_drop_quartic", "205_sqcd_Nc7_Nf11"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "duality", "claims", name+".json"))
		if err != nil {
			b.Skip("the independent claims are not on this machine")
		}
		for _, p := range []claim.Profile{claim.Interaction, claim.Final} {
			b.Run(name+"/"+string(p), func(b *testing.B) {
				c, err := Read(data)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := (Verifier{}).Check(context.Background(), c, p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
