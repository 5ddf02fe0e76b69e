package duality

import (
	"fmt"
	"strings"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/sqcd"
)

// Describe says in a few lines which theories a claim is about.
func Describe(c *Claim) []string {
	lines := []string{}
	if c.Name != "" {
		lines = append(lines, c.Name)
	}
	if f := c.Flavoured; f != nil {
		return append(lines, "electric: "+describeFlavoured(f.Electric), "magnetic: "+describeFlavoured(f.Magnetic))
	}
	return append(lines, "electric: "+describeQuiver(c.Electric), "magnetic: "+describeQuiver(c.Magnetic))
}

func describeFlavoured(t *sqcd.Theory) string {
	var fields, terms []string
	for _, f := range t.Fields {
		fields = append(fields, fmt.Sprintf("%s (R = %s, B = %s)", f.Name, f.R.RatString(), f.B.RatString()))
	}
	for _, m := range t.W {
		terms = append(terms, m.String())
	}
	w := "0"
	if len(terms) > 0 {
		w = strings.Join(terms, " + ")
	}
	return fmt.Sprintf("SU(%d), %d flavours; %s; W = %s", t.Rank, t.Flavours, strings.Join(fields, ", "), w)
}

func describeQuiver(t *quiver.Theory) string {
	var groups []string
	for _, n := range t.Nodes {
		groups = append(groups, fmt.Sprintf("SU(%d)", n.Rank))
	}
	s := fmt.Sprintf("%s: %s, %s", t.Name, strings.Join(groups, " × "), plural(len(t.Arrows), "arrow", "arrows"))
	if n := len(t.Singlets); n > 0 {
		s += ", " + plural(n, "singlet", "singlets")
	}
	return s + fmt.Sprintf(", %s in W", plural(len(t.W), "term", "terms"))
}
