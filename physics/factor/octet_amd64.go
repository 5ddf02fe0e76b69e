package factor

import "golang.org/x/sys/cpu"

// vectorized says whether octetVector runs here.
func vectorized() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

// octetVector is octet for n ≥ 4 entries of each run, a multiple of four, with fused
// multiplications and additions: one rounding less for each, so that the bound for the
// portable form holds.
//
//go:noescape
func octetVector(v *float64, stride, n int, w *tripleWeights)
