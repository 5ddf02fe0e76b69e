package equal

import (
	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// price is what a special function costs at 128 bits, in operations: base for arguments of
// moderate size, perSize for each unit of the largest argument that counts. They were fitted
// to measured times from above; what matters is that no argument is much dearer than its price.
type price struct {
	base    int
	perSize float64
	counts  sized
	whole   int // instead of base where the arguments that count are integers, if not 0
}

// sized says which arguments lengthen the series and recurrences of a function.
type sized int

const (
	sizedNone   sized = iota
	sizedOrders       // all but the last argument
	sizedAll
)

// maxSize is the size beyond which the evaluators of package ball give up at once.
const maxSize = 1 << 13

// defaultPrice is that of functions which are continued by hypergeometric series.
var defaultPrice = price{500, 40, sizedAll, 0}

var prices = map[string]price{
	"gamma": {350, 0.25, sizedAll, 30}, "loggamma": {200, 0, sizedNone, 0}, "factorial": {200, 0.25, sizedAll, 30}, "factorial2": {250, 0.5, sizedAll, 30},
	"digamma": {300, 0, sizedNone, 0}, "beta": {500, 0.5, sizedAll, 100}, "binomial": {400, 0.5, sizedAll, 15}, "pochhammer": {400, 1, sizedAll, 40},
	"falling": {400, 1, sizedAll, 40}, "multinomial": {600, 0.5, sizedAll, 100}, "subfactorial": {500, 4, sizedAll, 0}, "harmonic": {300, 0, sizedNone, 0},
	"fibonacci": {100, 0, sizedNone, 0}, "bernoulli": {100, 1, sizedOrders, 0}, "euler": {100, 1, sizedOrders, 0}, "sinc": {50, 0, sizedNone, 0},
	"polygamma": {400, 7, sizedAll, 0}, "erf": {300, 0, sizedNone, 0}, "erfc": {300, 0, sizedNone, 0}, "erfi": {300, 0, sizedNone, 0}, "dawson": {300, 0, sizedNone, 0},
	"fresnels": {400, 0, sizedNone, 0}, "fresnelc": {400, 0, sizedNone, 0}, "ei": {800, 0, sizedNone, 0}, "li": {800, 0, sizedNone, 0}, "si": {600, 0, sizedNone, 0},
	"ci": {600, 0, sizedNone, 0}, "shi": {600, 0, sizedNone, 0}, "chi": {600, 0, sizedNone, 0}, "expint": {800, 20, sizedOrders, 0},
	"uppergamma": {800, 4, sizedOrders, 0}, "lowergamma": {800, 4, sizedOrders, 0},
	"besselj": {400, 5, sizedOrders, 0}, "besseli": {400, 5, sizedOrders, 0}, "bessely": {800, 15, sizedOrders, 0}, "besselk": {800, 20, sizedOrders, 0},
	"hankel1": {1000, 20, sizedOrders, 0}, "hankel2": {1000, 20, sizedOrders, 0}, "sphericalj": {400, 5, sizedOrders, 0}, "sphericaly": {800, 15, sizedOrders, 0},
	"airyai": {600, 0, sizedNone, 0}, "airybi": {800, 0, sizedNone, 0}, "airyaiprime": {600, 0, sizedNone, 0}, "airybiprime": {800, 0, sizedNone, 0},
	"elliptick": {500, 0, sizedNone, 0}, "elliptice": {1500, 0, sizedNone, 0}, "ellipticf": {800, 0, sizedNone, 0}, "ellipticpi": {2500, 0, sizedNone, 0},
	"lambertw": {200, 0, sizedNone, 0}, "zeta": {1000, 25, sizedAll, 0}, "dirichlet_eta": {1000, 25, sizedAll, 0}, "dirichlet_beta": {1200, 20, sizedAll, 0},
	"polylog": {7000, 260, sizedOrders, 900}, "clausen": {500, 20, sizedOrders, 0}, "lerch": {1500, 40, sizedOrders, 0}, "theta": {400, 10, sizedOrders, 0},
	"legendre": {200, 40, sizedOrders, 0}, "chebyshevt": {200, 40, sizedOrders, 0}, "chebyshevu": {200, 40, sizedOrders, 0}, "hermite": {200, 10, sizedOrders, 0},
	"laguerre": {200, 5, sizedOrders, 0}, "assoc_laguerre": {300, 5, sizedOrders, 0}, "gegenbauer": {300, 40, sizedOrders, 0}, "jacobi": {400, 60, sizedOrders, 0},
	"assoc_legendre": {100, 2, sizedOrders, 0}, "ylm": {150, 2, sizedOrders, 0}, "hyperu": {1200, 20, sizedOrders, 0},
}

// Prices of hypergeometric series: entire ones, whose large arguments cost precision as well, and
// those with a radius of convergence, which are continued.
var (
	priceBessel    = price{700, 0, sizedNone, 0} // 0F1
	priceEntire    = price{600, 60, sizedAll, 0}
	priceSeries    = price{600, 8, sizedAll, 0} // in the disc
	priceContinued = price{3000, 40, sizedAll, 0}
)

// priceOf is the price of a known function.
func priceOf(n *expr.Node) price {
	if n.Name == "hyper" && len(n.Args) == 3 {
		p, q := len(hyperOperands(n.Args[0])), len(hyperOperands(n.Args[1]))
		switch {
		case p > q:
			return priceContinued
		case p == 0:
			return priceBessel
		}
		return priceEntire
	}
	if p, ok := prices[n.Name]; ok {
		return p
	}
	return defaultPrice
}

// at is the price for arguments at a precision. Series have more terms there, and each is
// dearer: the time grows with the square of the precision.
func (p price) at(x []*ball.Complex, prec uint) int {
	cost := p.base
	if p == priceContinued && exponent(x[len(x)-1]) < 0 { // the series itself
		p, cost = priceSeries, priceSeries.base
	}
	counts := p.counts
	if counts == sizedOrders && len(x) > 1 {
		x = x[:len(x)-1]
	}
	switch {
	case p.whole == 0:
	case areIntegers(x):
		cost = p.whole
	case counts == sizedAll: // Stirling's series does not grow
		counts = sizedNone
	}
	if counts != sizedNone {
		size := 1
		for _, a := range x {
			if e := exponent(a); e > 0 {
				size = max(size, 1<<min(e, 13))
			}
		}
		cost += int(p.perSize * float64(min(size, maxSize)))
	}
	if p == priceContinued || p == priceEntire || p == priceSeries {
		for _, a := range x {
			if !a.IsReal() {
				cost += cost / 2
				break
			}
		}
	}
	q := int(max(prec, precFirst)-precFirst) * 4 / precFirst // in quarters of the first precision
	return cost * (80 + 20*q + 3*q*q) / 80
}

func areIntegers(x []*ball.Complex) bool {
	for _, a := range x {
		if !a.IsReal() || !a.Re.IsExact() {
			return false
		}
		if _, ok := a.Re.UniqueInt(); !ok {
			return false
		}
	}
	return true
}
