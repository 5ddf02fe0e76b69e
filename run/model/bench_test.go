package model_test

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

// cpu is the processor time of this process, client and server together. On a
// busy machine it says more than the clock.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// instant is a Backend that costs nothing, so that what is measured is the room
// around it.
type instant struct{}

func (instant) Call(context.Context, model.Request) (model.Response, error) {
	return model.Response{Message: model.Message{Role: model.Assistant, Content: "42"}, Usage: model.Usage{InputTokens: 1, OutputTokens: 1}}, nil
}

func (instant) Endpoint() model.Endpoint { return model.Endpoint{Model: "instant"} }

// BenchmarkRoom is the cost of the scheduler, the attempt and its account, with
// 1,000 callers and 100 connections.
func BenchmarkRoom(b *testing.B) {
	p := model.Provider{Name: "instant", Open: func(context.Context, string, model.Options) (model.Backend, error) { return instant{}, nil }}
	m, err := model.Open(b.Context(), []model.Provider{p}, "instant/x", model.Options{Watcher: &model.Board{}})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.SetParallelism(1000)
	before := cpu(b)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := m.Generate(b.Context(), ask("?", false)); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
	b.ReportMetric((cpu(b)-before).Seconds()*1e6/float64(b.N), "cpu-µs/call")
}

// BenchmarkHTTP makes calls with 1,000 in flight through each vendor's real SDK
// to a server on the same machine that takes 50 ms to answer: 20,000 calls/s is
// what the latency allows, and client and server share the cores. The target is
// 5,000 calls/s on two cores.
func BenchmarkHTTP(b *testing.B) {
	const inFlight = 1000
	for _, vendor := range []string{"openai", "anthropic", "google"} {
		for _, stream := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/stream=%v", vendor, stream), func(b *testing.B) {
				s := vendors[vendor](func(modeltest.Call) modeltest.Step {
					time.Sleep(50 * time.Millisecond)
					return modeltest.Say("forty-two")
				})
				defer s.Close()
				s.Forget()
				pool := model.NewPool(model.Limits{MaxConnections: inFlight})
				m := open(b, s, model.Options{Pool: pool})
				calls := func(n int) {
					todo := make(chan int)
					var done sync.WaitGroup
					for range inFlight {
						done.Go(func() {
							for range todo {
								if _, err := m.Generate(b.Context(), ask("What is six times seven?", stream)); err != nil {
									b.Error(err)
								}
							}
						})
					}
					for i := range n {
						todo <- i
					}
					close(todo)
					done.Wait()
				}
				calls(inFlight) // opens the connections
				b.ReportAllocs()
				b.ResetTimer()
				before := cpu(b)
				calls(b.N)
				b.ReportMetric((cpu(b)-before).Seconds()*1e6/float64(b.N), "cpu-µs/call")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
			})
		}
	}
}
