package store_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/store"
)

// A trial is told to the store step by step, and read back as one record.
func Example() {
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

	err = s.Create(ctx, store.Run{ID: "r1", Suite: "numbers", Created: time.Now()}, []store.Trial{{Key: "k1", Model: "builtin/one", Task: "T01"}})
	if err != nil {
		log.Fatal(err)
	}
	session, err := s.Acquire(ctx, "r1")
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range []store.Event{
		store.CallStarted{Key: "k1", Started: time.Now(), Prompt: []model.Message{{Role: model.User, Content: "6 × 7?"}}},
		store.CallEnded{Key: "k1", Ended: time.Now(), Response: model.Response{Message: model.Message{Content: "42"}}},
		store.CheckDone{Key: "k1", Checked: claim.Checked{Certificate: claim.Certificate{Verdict: claim.VerdictCertified}}},
		store.Finished{Key: "k1", Outcome: store.Outcome{Terminal: claim.OK, Accepted: 0, Finished: time.Now()}},
	} {
		if err := session.Record(ctx, step); err != nil {
			log.Fatal(err)
		}
	}
	if err := session.Release(ctx, store.Complete); err != nil {
		log.Fatal(err)
	}
	for t, err := range s.Trials(ctx, "r1") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(t.Task, t.Terminal, t.Rounds[t.Accepted].Reply)
	}
	// Output: T01 ok 42
}
