package model_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/assay-physics/assay/run/model"
	"github.com/assay-physics/assay/run/model/modeltest"
)

// A model is opened by its name and asked. Here a server on localhost stands in
// for the vendor; it is busy at first.
func ExampleOpen() {
	server := modeltest.OpenAI(modeltest.Steps(
		modeltest.Fail(modeltest.TooManyRequests, "Retry-After-Ms", "1"),
		modeltest.Say("42"),
	))
	defer server.Close()

	ctx := context.Background()
	m, err := model.Open(ctx, model.Standard(), server.ModelName(), model.Options{
		Lookup: server.Lookup("sk-example"), Retry: model.Retry{Base: time.Millisecond},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := m.Generate(ctx, model.Request{
		Messages: []model.Message{{Role: model.User, Content: "What is six times seven?"}},
		Config:   model.Config{MaxTokens: 100},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Message.Content, res.StopReason, res.Usage.OutputTokens)
	for _, a := range res.Attempts {
		fmt.Printf("attempt %d: fault %v, waited for %q\n", a.Number, a.Fault, a.WaitedFor)
	}
	// Output:
	// 42 stop 7
	// attempt 1: fault model: rate_limit (HTTP 429): Rate limit reached for test-model: limit 3, used 3, requested 1., waited for ""
	// attempt 2: fault <nil>, waited for "retry after 429"
}

// A fault says whose it is. A trial that ends in "infrastructure" says nothing
// about the model.
func ExampleFault() {
	server := modeltest.Anthropic(modeltest.Steps(modeltest.Fail(modeltest.Unauthorized)))
	defer server.Close()
	ctx := context.Background()
	m, err := model.Open(ctx, model.Standard(), server.ModelName(), model.Options{Lookup: server.Lookup("sk-example")})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = m.Generate(ctx, model.Request{Messages: []model.Message{{Role: model.User, Content: "Hello"}}})
	var f *model.Fault
	if errors.As(err, &f) {
		fmt.Println(f)
		fmt.Println("ends in", f.Terminal(), "after", "retry:", f.Retryable())
	}
	// Output:
	// model: auth (HTTP 401): invalid x-api-key
	// ends in operator after retry: false
}

// A recording answers without a network. A line written by hand may leave the
// messages out; it then answers by its label.
func ExampleNewRecording() {
	exchanges, _, err := model.ParseRecording([]byte(`{"request":{"label":{"task":"P01"}},"response":{"message":{"content":"{\"tractable_class\":\"transfer_matrix\"}"}}}` + "\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	m := model.NewRecording("replay/example", exchanges)
	for _, task := range []string{"P01", "P02"} {
		res, err := m.Generate(context.Background(), model.Request{Label: model.Label{Task: task}})
		fmt.Println(res.Message.Content, err)
	}
	// Output:
	// {"tractable_class":"transfer_matrix"} <nil>
	//  model: not_found: replay/example: not recorded: neither the messages nor the label; the nearest of 1 exchanges is number 1: task recorded P01, asked P02
}

func ExamplePrices_Cost() {
	prices, err := model.ParsePrices([]byte(`models: {mine/big: {input: 2, cached: 0.5, output: 10}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	u := model.Usage{InputTokens: 1000, CachedTokens: 4000, OutputTokens: 500}
	fmt.Printf("%.4f USD\n", *prices.Cost("mine/big", u))
	fmt.Println("unknown:", prices.Cost("mine/small", u) == nil)
	// Output:
	// 0.0090 USD
	// unknown: true
}

func ExampleWait_Text() {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	w := model.Wait{Model: "openai/gpt-x", Reason: "429", Since: now, Deadline: now.Add(41 * time.Second), Ends: true}
	fmt.Println(w.Text(now))
	// Output: waiting: 429 openai/gpt-x, 41 s
}
