package equal

import (
	"cmp"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/math/ball"
	"github.com/assay-physics/assay/math/expr"
)

// A walk that passes by what has none of the operations finds what the full walk finds, and
// lists come with arguments first.
func TestWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pool := expr.NewPool()
		nodes := []*expr.Node{pool.Symbol("x"), pool.Symbol("y"), pool.Int(3)}
		for range rapid.IntRange(1, 90).Draw(t, "size") {
			a, b := rapid.SampledFrom(nodes).Draw(t, "a"), rapid.SampledFrom(nodes).Draw(t, "b")
			switch rapid.IntRange(0, 3).Draw(t, "op") {
			case 0:
				nodes = append(nodes, pool.Add(a, b))
			case 1:
				nodes = append(nodes, pool.Mul(a, b))
			case 2:
				nodes = append(nodes, pool.Pow(a, b))
			default:
				nodes = append(nodes, pool.Apply("sin", a))
			}
		}
		root := nodes[len(nodes)-1]
		wanted := rapid.SampledFrom(nodes).Draw(t, "wanted")
		property := func(m *expr.Node) bool { return m == wanted }
		if got, want := containsAmong(root, property, wanted.Op), contains(root, property); got != want {
			t.Fatalf("containsAmong says %v, contains %v", got, want)
		}
		all := reachable(root)
		if !slices.IsSortedFunc(all, func(a, b *expr.Node) int { return cmp.Compare(a.ID, b.ID) }) || len(all) != expr.Size(root) {
			t.Fatalf("%d of %d expressions, in order: %v", len(all), expr.Size(root), all)
		}
	})
}

func genCoordinate() *rapid.Generator[coordinate] {
	return rapid.Custom(func(t *rapid.T) coordinate {
		var c coordinate
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			c.setFloat(rapid.Float64Range(-8, 8).Draw(t, "double"))
		case 1:
			c.setFraction(rapid.Int64Range(-6, 6).Draw(t, "num"), rapid.Int64Range(1, 4).Draw(t, "den"))
		case 2:
			c.setRat(big.NewRat(rapid.Int64Range(-6, 6).Draw(t, "num"), rapid.Int64Range(1, 4).Draw(t, "den")))
		}
		return c
	})
}

// The numbers of a coordinate are those of its rational number, and the ball around a part of
// a way contains both of its ends, which the next part contains too.
func TestCoordinates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genCoordinate().Draw(t, "x"), genCoordinate().Draw(t, "y")
		if got, want := x.equal(&y), x.rat().Cmp(y.rat()) == 0; got != want {
			t.Fatalf("%v = %v: %v", x.rat(), y.rat(), got)
		}
		if want, _ := x.rat().Float64(); x.float() != want {
			t.Fatalf("%v is %v, want %v", x.rat(), x.float(), want)
		}
		from := rapid.Int64Range(0, pathPieces-1).Draw(t, "from")
		to := rapid.Int64Range(from+1, pathPieces).Draw(t, "to")
		var part, l, h ball.Real
		between(&part, &x, &y, from, to, pathPieces)
		if l.SetRat(x.rat(), 64); !x.equal(&y) {
			wayPoint(&l, &x, &y, from, pathPieces)
		}
		if h.SetRat(y.rat(), 64); !x.equal(&y) {
			wayPoint(&h, &x, &y, to, pathPieces)
		}
		if !part.ContainsReal(&l) || !part.ContainsReal(&h) {
			t.Fatalf("from %v to %v, %d to %d: %v does not contain %v and %v", x.rat(), y.rat(), from, to, &part, &l, &h)
		}
		var whole ball.Real
		between(&whole, &x, &y, 0, pathPieces, pathPieces)
		if !whole.Contains(x.rat()) || !whole.Contains(y.rat()) {
			t.Fatalf("the way from %v to %v is not in %v", x.rat(), y.rat(), &whole)
		}
	})
}
