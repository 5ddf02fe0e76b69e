package stats

import (
	"github.com/assay-physics/assay/run/store"
)

// Bins is the number of equal bins of a reliability curve.
const Bins = 10

// Reliability is the reliability curve of one agent for one calibration, over all
// descriptions.
type Reliability struct {
	Agent
	Name  string
	Brier Mean
	False Rate
	// Bins[i] covers the confidences in [i/10, (i+1)/10), the last one 1 too.
	Bins [Bins]Bin
}

// Bin is one bin of a reliability curve: the mean stated confidence and the share
// that was right.
type Bin struct {
	Confidence Mean
	Right      Rate
}

// read gives the stated confidence and the outcome (0 or 1) of a trial; ok is false
// when either has no value, as for a reply that could not be read, or when the
// confidence is no probability.
func (c Calibration) read(t store.Trial) (p, y float64, ok bool) {
	p, okP := Read(t, c.Confidence, c.At)
	y, okY := Read(t, c.Outcome, c.At)
	return p, y, okP && okY && p >= 0 && p <= 1
}

func (s Spec) reliabilities(sum Summary, trials []store.Trial) []Reliability {
	byAgent := groupBy(trials, func(t store.Trial) Agent { return Agent{t.Model, t.Policy} })
	var out []Reliability
	for _, c := range s.Calibrations {
		for _, a := range sum.Agents {
			r := Reliability{Agent: a, Name: c.Name}
			for _, t := range byAgent[a] {
				if !Counts(t) {
					continue
				}
				p, y, ok := c.read(t)
				if !ok {
					continue
				}
				right := y == 1
				r.Brier.add((p - y) * (p - y))
				if !right {
					r.False.add(p >= Confident)
				}
				b := &r.Bins[min(Bins-1, int(p*Bins))]
				b.Confidence.add(p)
				b.Right.add(right)
			}
			out = append(out, r)
		}
	}
	return out
}
