package campaign_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/assay-physics/assay/run/agent/agenttest"
	"github.com/assay-physics/assay/run/campaign"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// A campaign of one scripted model over a suite of three tasks in two variants.
func ExampleCampaign_Start() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "assay")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, filepath.Join(dir, "assay.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()

	c := campaign.Campaign{
		Store: s,
		Suite: func(string) (campaign.Suite, error) { return numbers{n: 3}, nil },
		Model: func(_ context.Context, name string) (model.Model, error) {
			return &agenttest.Model{ModelName: name, Answer: rightAtOnce}, nil
		},
	}
	result, err := c.Start(ctx, campaign.Plan{Suite: "numbers", Models: []string{"scripted/a"}, Policies: []string{"ss", "vf"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Run.State, result.Trials, result.Terminals)
	// Output: complete 12 map[ok:12]
}
