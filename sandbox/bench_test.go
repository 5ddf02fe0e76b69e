package sandbox

import (
	"context"
	"encoding/json"
	"os/exec"
	"sync/atomic"
	"testing"
)

// benchSource is a small numerical candidate.
const benchSource = `
import numpy as np
def f(n):
    return float(np.linalg.solve(np.eye(n) + 1, np.ones(n))[0])
`

// scipySource is one that needs SciPy, and so the other warm interpreter.
const scipySource = `
import scipy.linalg, numpy as np
def f(n):
    return float(scipy.linalg.solve(np.eye(n) + 1, np.ones(n))[0])
`

// BenchmarkPool is the rate of candidates through the warm pool with every protection on. Target: 150 jobs/s with two
// workers on two cores.
func BenchmarkPool(b *testing.B) { benchmarkPool(b, benchSource) }

// BenchmarkPoolSciPy is the same for candidates that import SciPy. Target: 100 jobs/s.
func BenchmarkPoolSciPy(b *testing.B) { benchmarkPool(b, scipySource) }

func benchmarkPool(b *testing.B, source string) {
	p := openPool(b, Options{Workers: 2})
	job := Job{Source: source, Entry: "f", Args: []json.RawMessage{json.RawMessage("20")}}
	if out, err := p.Run(context.Background(), job); err != nil || out.Status != StatusOK { // warm now, if not before
		b.Fatal(out, err)
	}
	var bad atomic.Int64
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			out, err := p.Run(context.Background(), job)
			if err != nil || out.Status != StatusOK {
				bad.Add(1)
			}
		}
	})
	b.StopTimer()
	if bad.Load() > 0 {
		b.Fatalf("%d jobs failed", bad.Load())
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkFreshInterpreter is the same work without pool and without any protection: a new python3 that imports
// numpy, two at a time.
func BenchmarkFreshInterpreter(b *testing.B) {
	ip := python(b)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if out, err := exec.Command(ip.Path, "-c", benchSource+"\nprint(f(20))").CombinedOutput(); err != nil {
				b.Errorf("%v: %s", err, out)
			}
		}
	})
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}
