package code

import (
	"context"
	"math/big"
	"testing"

	"github.com/assay-physics/assay/physics/factor"
)

func BenchmarkEnumerateSurface(b *testing.B) { // 2^24 products
	in := must(SurfaceBitFlip(7, 7, big.NewRat(1, 10)))(b)
	b.ReportAllocs()
	for b.Loop() {
		must(in.Exact(context.Background()))(b)
	}
}

func BenchmarkSuccessToric(b *testing.B) { // 2^18 errors
	c := must(Toric(3, 3))(b)
	nz := must(BitFlip(18, big.NewRat(1, 10)))(b)
	b.ReportAllocs()
	for b.Loop() {
		must(SuccessProbability(context.Background(), c, nz))(b)
	}
}

func BenchmarkMapToric(b *testing.B) { // 8192 qubits
	in := must(ToricBitFlip(64, 64, big.NewRat(1, 10)))(b)
	s := must(NewSampler(in.Noise))(b)
	e := must(s.Sample(1, 0))(b)
	b.ReportAllocs()
	for b.Loop() {
		must(Map(context.Background(), in.Code, in.Noise, e, Options{}))(b)
	}
}

func BenchmarkDecodeSurface(b *testing.B) { // 13×13 through elimination with fields
	in := must(SurfaceBitFlip(13, 13, big.NewRat(1, 10)))(b)
	d := must(NewDecoder(context.Background(), in.Code, in.Noise, Spin{}))(b)
	s := must(NewSampler(in.Noise))(b)
	b.ReportAllocs()
	k := uint64(0)
	for b.Loop() {
		e := must(s.Sample(1, k))(b)
		k++
		must(d.Decode(context.Background(), e))(b)
	}
}

func BenchmarkDecodeToric(b *testing.B) { // L = 6, depolarizing would be twice as wide
	in := must(ToricBitFlip(6, 6, big.NewRat(1, 10)))(b)
	d := must(NewDecoder(context.Background(), in.Code, in.Noise, Spin{}))(b)
	s := must(NewSampler(in.Noise))(b)
	b.ReportAllocs()
	k := uint64(0)
	for b.Loop() {
		e := must(s.Sample(1, k))(b)
		k++
		must(d.Decode(context.Background(), e))(b)
	}
}

func BenchmarkCoherentSurface(b *testing.B) { // 11×11
	in := must(SurfaceCoherent(11, 11, big.NewRat(1, 5)))(b)
	b.ReportAllocs()
	for b.Loop() {
		must(in.LogAmplitude(context.Background(), factor.Options{}))(b)
	}
}
