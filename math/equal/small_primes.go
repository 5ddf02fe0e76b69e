package equal

import (
	"math/big"
	"strconv"
)

// primePower is pᵏ. What has no small factor left counts as a prime.
type primePower struct {
	p *big.Int
	k int64
}

// largestTrial bounds the primes that are split off.
const largestTrial = 1000

// trialPrimes are the primes below largestTrial.
var trialPrimes = sieve(largestTrial)

func sieve(n int) []uint64 {
	var primes []uint64
	composite := make([]bool, n)
	for p := 2; p < n; p++ {
		if composite[p] {
			continue
		}
		primes = append(primes, uint64(p))
		for q := p * p; q < n; q += p {
			composite[q] = true
		}
	}
	return primes
}

// smallPrimes factors n > 0 over the primes below 1000, in increasing order; what is left is
// the last factor.
func smallPrimes(n *big.Int) []primePower {
	var out []primePower
	rest := new(big.Int).Set(n)
	var q, r, b big.Int
	for i := 0; i < len(trialPrimes) && !rest.IsUint64(); i++ {
		b.SetUint64(trialPrimes[i])
		k := int64(0)
		for q.QuoRem(rest, &b, &r); r.Sign() == 0; q.QuoRem(rest, &b, &r) {
			rest.Set(&q)
			k++
		}
		out = appendPower(out, trialPrimes[i], k)
	}
	if !rest.IsUint64() {
		return append(out, primePower{rest, 1})
	}
	m := rest.Uint64()
	for _, p := range trialPrimes {
		if p*p > m {
			break // m is 1 or prime
		}
		k := int64(0)
		for ; m%p == 0; m /= p {
			k++
		}
		out = appendPower(out, p, k)
	}
	if m > 1 {
		out = appendPower(out, m, 1)
	}
	return out
}

// appendPower adds pᵏ, to the last factor if that is the same.
func appendPower(out []primePower, p uint64, k int64) []primePower {
	if k == 0 {
		return out
	}
	if last := len(out) - 1; last >= 0 && out[last].p.IsUint64() && out[last].p.Uint64() == p {
		out[last].k += k
		return out
	}
	return append(out, primePower{new(big.Int).SetUint64(p), k})
}

// name is the prime in decimals, for keys.
func (p primePower) name() string {
	if p.p.IsUint64() {
		return strconv.FormatUint(p.p.Uint64(), 10)
	}
	return p.p.String()
}
