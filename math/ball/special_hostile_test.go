package ball

import (
	"testing"
	"time"
)

// hostileNumbers are what a formula evaluator may meet: huge, tiny, wide, almost on a pole,
// without information.
func hostileNumbers() []Complex {
	const c = calc(128)
	wide := func(re, im int64, e int64) Complex {
		z := Complex{c.int(re).Re, c.int(im).Re}
		z.addErr(&z, magPow2(e))
		return z
	}
	list := []Complex{
		c.int(0), c.int(1), c.int(-1), c.int(5), c.int(-7), c.rat(1, 2), c.rat(-7, 2), c.rat(1, 3),
		c.int(1000), c.int(-1000), c.int(123456789), c.int(-123456789),
		c.mul2(c.int(1), 60), c.mul2(c.int(-1), 60), c.mul2(c.int(3), 5000), c.mul2(c.int(-3), 1<<40),
		c.mul2(c.int(1), -200), c.mul2(c.int(-1), -(1 << 40)),
		c.mulI(c.int(1)), c.mulI(c.int(-300)), c.mulI(c.mul2(c.int(1), 100)),
		c.add(c.int(-2), c.mul2(c.int(1), -100)),
		wide(0, 0, 0), wide(0, 0, 50), wide(3, 0, -3), wide(-3, 2, -1), wide(1, 0, -100), wide(50, 50, 4),
		c.add(c.rat(7, 3), c.mulI(c.rat(5, 7))),
		c.add(c.int(100), c.mulI(c.int(3000))),
		indeterminate(),
	}
	return list
}

// Nothing panics, and nothing takes long: the limits are loose enough for a loaded machine and
// far below what an unbounded loop would take.
func TestSpecialHostile(t *testing.T) {
	numbers := hostileNumbers()
	for _, key := range sortedTable() {
		f := specialTable[key]
		run := func(args []Complex) {
			start := time.Now()
			z := f(args, 100)
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("%s of %v took %v", key.name, args, d)
			}
			for i := range args {
				if !args[i].IsFinite() && z.IsFinite() && z.IsExact() && !z.IsZero() && key.name != "binomial" && key.name != "sinc" {
					t.Errorf("%s knows %v of nothing", key.name, z)
				}
			}
		}
		step := 3 + 8*(key.args-1)
		for i := range numbers {
			switch key.args {
			case 1:
				run([]Complex{numbers[i]})
			default: // a sample of the combinations
				for j := i % step; j < len(numbers); j += step {
					args := make([]Complex, key.args)
					for k := range args {
						args[k] = numbers[(i+k*k*j)%len(numbers)]
					}
					run(args)
				}
			}
		}
	}
}
