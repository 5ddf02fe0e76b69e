package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestTmpCost(t *testing.T) {
	o := Options{Workers: 2, Python: python(t).Path}
	if s := os.Getenv("PRE"); s != "" {
		o.Preload = strings.Split(s, ",")
	}
	r := rung{true, true, true, true}
	if os.Getenv("NOUSER") != "" {
		r.jobUserns = false
	}
	if os.Getenv("NONS") != "" {
		r.namespaces = false
		r.jobUserns = false
	}
	if os.Getenv("NOLL") != "" {
		r.landlock = false
	}
	if os.Getenv("NOSC") != "" {
		r.seccomp = false
	}
	p, err := open(context.Background(), o, []rung{r})
	if err != nil {
		t.Fatal(err)
	}
	src := benchSource
	if os.Getenv("EMPTY") != "" {
		src = "def f(n): return 1.0"
	}
	var ru0, ru1 syscall.Rusage
	N := 200
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru0)
	z0 := pcpu(p.plain.current.cmd.Process.Pid)
	t0 := time.Now()
	var wg sync.WaitGroup
	var jobs time.Duration
	var mu sync.Mutex
	for w := 0; w < 2; w++ {
		wg.Go(func() {
			for i := 0; i < N/2; i++ {
				out, err := p.Run(context.Background(), Job{Source: src, Entry: "f", Args: []json.RawMessage{json.RawMessage("20")}})
				if err != nil || out.Status != "ok" {
					t.Error(out, err)
				}
				mu.Lock()
				jobs += out.CPU
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	el := time.Since(t0)
	syscall.Getrusage(syscall.RUSAGE_SELF, &ru1)
	z1 := pcpu(p.plain.current.cmd.Process.Pid)
	self := time.Duration(ru1.Utime.Nano() + ru1.Stime.Nano() - ru0.Utime.Nano() - ru0.Stime.Nano())
	fmt.Printf("%.0f jobs/s; per job: child %v zygote %v parent %v\n", float64(N)/el.Seconds(), jobs/time.Duration(N), (z1-z0)/time.Duration(N), self/time.Duration(N))
	p.Close()
}
func pcpu(pid int) time.Duration {
	var ts [1]int64
	_ = ts
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
	var n int64
	fmt.Sscan(string(b), &n)
	return time.Duration(n)
}
