package families

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/tiling"
)

// Forms says how Named reads the members of the families.
func Forms() []string {
	return []string{"Yp,q", "La,b,c", "C3/Zk(a,b,c)", "C3/ZkxZm", "dP3", "toric:x,y;x,y;…"}
}

var (
	ypqName     = regexp.MustCompile(`^Y([0-9]{1,4}),([0-9]{1,4})$`)
	labaName    = regexp.MustCompile(`^L([0-9]{1,4}),([0-9]{1,4}),([0-9]{1,4})$`)
	orbifold    = regexp.MustCompile(`^C3/Z([0-9]{1,4})[(:](-?[0-9]{1,4}),(-?[0-9]{1,4}),(-?[0-9]{1,4})\)?$`)
	productName = regexp.MustCompile(`^C3/\(?Z([0-9]{1,4})xZ([0-9]{1,4})\)?$`)
)

// Named is a member of a family by its name, such as Y3,1 or Y^{3,1}, L1,5,2, C3/Z5(1,1,3),
// C3/Z2xZ3, dP3, or toric:1,0;0,1;-1,-1 by the corners of a toric diagram. known is false if
// the name has none of these forms.
func Named(name string, n int) (th *quiver.Theory, known bool, err error) {
	plain := strings.NewReplacer("^", "", "{", "", "}", "", "_", "", " ", "").Replace(name)
	numbers := func(m []string) []int {
		out := make([]int, len(m)-1)
		for i, s := range m[1:] {
			out[i], _ = strconv.Atoi(s) // at most four digits
		}
		return out
	}
	if m := ypqName.FindStringSubmatch(plain); m != nil {
		x := numbers(m)
		th, err = Ypq(x[0], x[1], n)
		return th, true, err
	}
	if m := labaName.FindStringSubmatch(plain); m != nil {
		x := numbers(m)
		if x[0] == x[2] && x[0] <= x[1] {
			th, err = Laba(x[0], x[1], n)
		} else {
			th, err = Labc(x[0], x[1], x[2], n)
		}
		return th, true, err
	}
	if m := orbifold.FindStringSubmatch(plain); m != nil {
		x := numbers(m)
		th, err = Orbifold(x[0], [3]int{x[1], x[2], x[3]}, n)
		return th, true, err
	}
	if m := productName.FindStringSubmatch(plain); m != nil {
		x := numbers(m)
		th, err = ProductOrbifold(x[0], x[1], n)
		return th, true, err
	}
	if list, ok := strings.CutPrefix(plain, "toric:"); ok {
		points, err := corners(list)
		if err == nil {
			th, err = FromDiagram(name, points, n)
		}
		return th, true, err
	}
	if plain == "dP3" {
		th, err = DelPezzo3(n)
		return th, true, err
	}
	return nil, false, nil
}

// corners reads the points of a toric diagram.
func corners(list string) ([]tiling.Vector, error) {
	var points []tiling.Vector
	for _, pair := range strings.Split(list, ";") {
		p, q, ok := strings.Cut(pair, ",")
		x, err1 := strconv.ParseInt(p, 10, 16)
		y, err2 := strconv.ParseInt(q, 10, 16)
		if !ok || err1 != nil || err2 != nil || len(points) == 64 {
			return nil, fmt.Errorf("families: toric diagram %q: it needs at most 64 points x,y separated by semicolons", list)
		}
		points = append(points, tiling.Vector{P: x, Q: y})
	}
	return points, nil
}
