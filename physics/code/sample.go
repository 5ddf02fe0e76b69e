package code

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Estimate is a Monte Carlo estimate of how often maximum-likelihood decoding succeeds.
type Estimate struct {
	Samples   int `json:"samples"`
	Successes int `json:"successes"`
	// Uncertain counts the samples in which two classes could not be told apart; the
	// lowest of them was taken, which does not bias the rate beyond Uncertain/Samples.
	Uncertain int `json:"uncertain"`
	// Rate is Successes/Samples, and Low … High its Clopper–Pearson interval.
	Rate       float64 `json:"rate"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
	// MeanPosterior is the mean over the samples of the posterior of the class that was
	// chosen: another unbiased estimate of the same rate, of smaller variance, since it
	// averages over the classes of each syndrome exactly. StandardError is its own.
	MeanPosterior float64 `json:"mean_posterior"`
	StandardError float64 `json:"standard_error"`
}

// EstimateSuccess decodes errors 0 … samples−1 of the stream with the given seed and
// counts how often the best class is that of the error.
func EstimateSuccess(ctx context.Context, c *Code, nz *Noise, ev Evaluator, seed uint64, samples int, confidence float64) (Estimate, error) {
	if samples < 1 || !(confidence > 0 && confidence < 1) {
		return Estimate{}, errors.New("code: estimate: want at least one sample and a confidence between 0 and 1")
	}
	s, err := NewSampler(nz)
	if err != nil {
		return Estimate{}, err
	}
	d, err := NewDecoder(ctx, c, nz, ev)
	if err != nil {
		return Estimate{}, err
	}
	out := Estimate{Samples: samples, Confidence: confidence}
	mean, squares := 0.0, 0.0 // Welford's recursion
	for k := range samples {
		e, err := s.Sample(seed, uint64(k))
		if err != nil {
			return Estimate{}, err
		}
		post, err := d.Decode(ctx, e)
		if err != nil {
			return Estimate{}, fmt.Errorf("code: estimate: sample %d: %w", k, err)
		}
		if post.Best == c.Class(e) {
			out.Successes++
		}
		if !post.Certain {
			out.Uncertain++
		}
		x := post.Probability[post.Best]
		delta := x - mean
		mean += delta / float64(k+1)
		squares += delta * (x - mean)
	}
	out.Rate = float64(out.Successes) / float64(samples)
	out.Low, out.High = ClopperPearson(out.Successes, samples, confidence)
	out.MeanPosterior = mean
	if samples > 1 {
		out.StandardError = math.Sqrt(squares / float64(samples-1) / float64(samples))
	}
	return out, nil
}

// ClopperPearson is the exact interval of a binomial rate after k of n successes
// (Clopper and Pearson, Biometrika 26 (1934) 404), from quantiles of the beta
// distribution. It needs 0 ≤ k ≤ n, n > 0 and a confidence between 0 and 1.
func ClopperPearson(k, n int, confidence float64) (low, high float64) {
	tail := (1 - confidence) / 2
	low, high = 0, 1
	if k > 0 {
		low = mathext.InvRegIncBeta(float64(k), float64(n-k+1), tail)
	}
	if k < n {
		high = mathext.InvRegIncBeta(float64(k+1), float64(n-k), 1-tail)
	}
	return low, high
}
