package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/amax"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/chiralring"
	"github.com/assay-physics/assay/physics/quiver/draw"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/index"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
	"github.com/assay-physics/assay/physics/quiver/tiling"
)

func newDuality(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "duality",
		Short: "quiver gauge theories: dualize, draw, maximize a, count operators",
		Long: fmt.Sprintf(`duality computes with one quiver gauge theory. THEORY is a file (a theory or a brane tiling
in JSON, or - for standard input), or a name:

  phases     %s
  families   %s

A name or a tiling takes its common rank from --rank. To check a pair, see 'assay check duality'.`,
			strings.Join(phaseNames(), ", "), strings.Join(families.Forms(), ", ")),
		Example: `  assay duality tree dP2 --depth 2 --svg tree.svg
  assay duality mutate dP0 --node 0 --rank 3
  assay duality amax Y3,1
  assay duality ring conifold --to 4
  assay duality index conifold --to 2
  assay duality tiling tiling.json`,
		RunE: needs("verb", "show", "tree", "mutate", "amax", "ring", "index", "tiling"),
	}
	c.AddCommand(newDualityShow(a), newDualityTree(a), newDualityMutate(a), newDualityAmax(a), newDualityRing(a), newDualityIndex(a), newDualityTiling(a))
	return c
}

func phaseNames() []string {
	var names []string
	for _, p := range catalogue.Phases() {
		names = append(names, p.Name)
	}
	return names
}

// theoryFlags are those of every verb.
type theoryFlags struct {
	rank int
	svg  string
}

func (t *theoryFlags) add(c *cobra.Command, picture string) {
	f := c.Flags()
	f.SortFlags = false
	f.IntVar(&t.rank, "rank", 2, "the common rank N of a phase, a family or a tiling")
	if picture != "" {
		f.StringVar(&t.svg, "svg", "", "write "+picture+" to this `file`; without one, to standard output instead of the text")
		f.Lookup("svg").NoOptDefVal = "-"
	}
}

// args are the positional arguments of a verb: one theory. The file of --svg may follow it
// after a space, where it looks like a second one.
func (t *theoryFlags) args(what string) cobra.PositionalArgs {
	one := exactArgs(1, what)
	return func(cmd *cobra.Command, args []string) error {
		_, rest := t.split(args)
		return one(cmd, rest)
	}
}

func (t *theoryFlags) split(args []string) (svg string, rest []string) {
	if t.svg == "-" && len(args) == 2 {
		for i, a := range args {
			if strings.HasSuffix(a, ".svg") {
				return a, slices.Delete(slices.Clone(args), i, i+1)
			}
		}
	}
	return t.svg, args
}

// theoryArg reads the THEORY of the command line. tl is its tiling, if it was given as one.
func (a *app) theoryArg(o *theoryFlags, args []string) (th *quiver.Theory, tl *tiling.Tiling, err error) {
	var rest []string
	o.svg, rest = o.split(args)
	arg, rank := rest[0], o.rank
	if rank < 2 {
		return nil, nil, usage("--rank takes an integer from 2, not %d", rank)
	}
	if _, err := os.Stat(arg); arg == "-" || err == nil {
		raw, err := readAll(a.stdin, arg)
		if err != nil {
			return nil, nil, err
		}
		if isTiling(raw) {
			if tl, err = tiling.Parse(raw); err == nil {
				th, err = tl.Theory(rank)
			}
		} else {
			th, err = quiver.ParseTheory(raw)
		}
		if err != nil {
			return nil, nil, &exit{exitUsage, fmt.Errorf("%s: %w", arg, err)}
		}
		return th, tl, nil
	}
	for _, name := range []string{arg, arg + "-I"} { // dP2 is its first phase
		if p, err := catalogue.Find(name); err == nil {
			return p.Theory(rank), nil, nil
		}
	}
	th, known, err := families.Named(arg, rank)
	if err != nil {
		return nil, nil, &exit{exitUsage, err}
	}
	if !known {
		return nil, nil, usage("%q is neither a file nor a known theory; phases: %s; families: %s",
			arg, strings.Join(phaseNames(), ", "), strings.Join(families.Forms(), ", "))
	}
	return th, nil, nil
}

// isTiling tells a tiling from a theory by its keys.
func isTiling(raw []byte) bool {
	var keys struct {
		White json.RawMessage `json:"white"`
		Black json.RawMessage `json:"black"`
	}
	return json.Unmarshal(raw, &keys) == nil && (keys.White != nil || keys.Black != nil)
}

// picture writes an SVG if one was asked for; alone reports that it took the place of the
// text.
func (a *app) picture(o theoryFlags, svg func() []byte) (alone bool, err error) {
	switch o.svg {
	case "":
		return false, nil
	case "-":
		_, err := a.stdout.Write(svg())
		return true, err
	}
	return false, os.WriteFile(o.svg, svg(), 0o644)
}

func newDualityShow(a *app) *cobra.Command {
	var o theoryFlags
	c := &cobra.Command{
		Use:   "show THEORY",
		Short: "print a theory: fields, superpotential, anomalies, symmetries",
		Args:  o.args("a theory"),
		RunE: func(_ *cobra.Command, args []string) error {
			th, _, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			if alone, err := a.picture(o, func() []byte { return draw.Quiver(th, draw.Options{Title: th.Name}) }); alone || err != nil {
				return err
			}
			return a.printTheory(th, nil)
		},
	}
	o.add(c, "the quiver as SVG")
	return c
}

// printTheory prints a theory, as JSON in the form that is read.
func (a *app) printTheory(th *quiver.Theory, notes []string) error {
	if a.json {
		return a.printJSON(th.Relabel())
	}
	var w strings.Builder
	theoryText(&w, th)
	for _, n := range notes {
		fmt.Fprintln(&w, n)
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func theoryText(w *strings.Builder, th *quiver.Theory) {
	fmt.Fprintf(w, "theory      %s\n", th.Name)
	group := make([]string, len(th.Nodes))
	for i, n := range th.Nodes {
		group[i] = fmt.Sprintf("SU(%d)", n.Rank)
	}
	fmt.Fprintf(w, "group       %s\n", strings.Join(group, " × "))
	for i, f := range th.Arrows {
		fmt.Fprintf(w, "%-11s %-12s %d → %-3d R = %s\n", head(i, "fields"), f.Label, f.Source, f.Target, f.R.RatString())
	}
	for i, s := range th.Singlets {
		fmt.Fprintf(w, "%-11s %-12s         R = %s\n", head(i, "singlets"), s.Label, s.R.RatString())
	}
	for i, term := range th.W {
		fmt.Fprintf(w, "%-11s %s\n", head(i, "W"), th.Text(term))
	}
	if len(th.W) == 0 {
		fmt.Fprintf(w, "%-11s 0\n", "W")
	}
	for _, n := range th.GaugeAnomalies() {
		if !n.Cancels() {
			fmt.Fprintf(w, "%-11s %v\n", "anomaly", n)
		}
	}
	s := th.Symmetries()
	fmt.Fprintf(w, "U(1)s       %d anomaly-free flavour symmetries\n", len(s.Flavour()))
	trR, trR3 := th.Traces()
	ta, tc := th.TrialCentralCharges()
	fmt.Fprintf(w, "trial       Tr R = %s, Tr R³ = %s, a = %s, c = %s\n", trR.RatString(), trR3.RatString(), ta.RatString(), tc.RatString())
}

// head is the heading of the first line of a list, and blank on the others.
func head(i int, s string) string {
	if i > 0 {
		return ""
	}
	return s
}

func newDualityTree(a *app) *cobra.Command {
	var (
		o      theoryFlags
		depth  int
		limit  int
		fields int
	)
	c := &cobra.Command{
		Use:   "tree THEORY",
		Short: "the duals reached by sequences of Seiberg dualities, up to isomorphism",
		Args:  o.args("a theory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			if depth < 0 || limit < 1 || fields < 1 {
				return usage("--depth takes an integer from 0, --limit and --max-fields from 1")
			}
			th, _, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			e, err := interruptible(ctx, func() (*seiberg.Explored, error) {
				return seiberg.Explore(ctx, th, seiberg.ExploreOptions{Depth: depth, MaxTheories: limit, MaxFields: fields})
			})
			if err != nil {
				return err
			}
			if alone, err := a.picture(o, func() []byte { return draw.Tree(e, "tree", th.Name) }); alone || err != nil {
				return err
			}
			return a.printTree(e)
		},
	}
	o.add(c, "the tree as SVG")
	c.Flags().IntVar(&depth, "depth", 2, "the largest number of dualities in a row")
	c.Flags().IntVar(&limit, "limit", 200, "the largest number of theories")
	c.Flags().IntVar(&fields, "max-fields", 120, "leave out theories with more fields")
	return c
}

type treeEntry struct {
	Index    int    `json:"index"`
	Depth    int    `json:"depth"`
	Parent   *int   `json:"parent"`
	Path     []int  `json:"path"`
	Ranks    []int  `json:"ranks"`
	Fields   int    `json:"fields"`
	Terms    int    `json:"terms"`
	Digest   string `json:"digest"`
	Dualized []link `json:"dualities"`
}

type link struct {
	Node    int    `json:"node"`
	To      *int   `json:"to"`
	Refused string `json:"refused,omitempty"`
}

func (a *app) printTree(e *seiberg.Explored) error {
	entries := make([]treeEntry, len(e.Theories))
	for i := range e.Theories {
		f := &e.Theories[i]
		entries[i] = treeEntry{
			Index: i, Depth: f.Depth, Path: f.Path, Ranks: f.Ranks(), Digest: f.Digest,
			Fields: len(f.Theory.Arrows) + len(f.Theory.Singlets), Terms: len(f.Theory.W),
		}
		if f.Parent >= 0 {
			entries[i].Parent = &f.Parent
		}
	}
	for _, l := range e.Links {
		x := link{Node: l.Node}
		if l.To >= 0 {
			x.To = &l.To
		}
		if l.Err != nil {
			x.Refused = l.Err.Error()
		}
		entries[l.From].Dualized = append(entries[l.From].Dualized, x)
	}
	if a.json {
		return a.printJSON(map[string]any{"complete": e.Complete, "theories": entries})
	}
	var w strings.Builder
	for _, t := range entries {
		fmt.Fprintf(&w, "%s#%d  ranks %v, %d fields, %d terms", strings.Repeat("  ", t.Depth), t.Index, t.Ranks, t.Fields, t.Terms)
		if len(t.Path) > 0 {
			fmt.Fprintf(&w, ", by %v", t.Path)
		}
		for _, l := range t.Dualized {
			if l.To == nil {
				fmt.Fprintf(&w, "\n%s    node %d: %s", strings.Repeat("  ", t.Depth), l.Node, l.Refused)
			} else {
				fmt.Fprintf(&w, "; %d → #%d", l.Node, *l.To)
			}
		}
		fmt.Fprintln(&w)
	}
	if !e.Complete {
		fmt.Fprintln(&w, "some theories were left out because of --limit or --max-fields")
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func newDualityMutate(a *app) *cobra.Command {
	var (
		o    theoryFlags
		node int
		bare bool
	)
	c := &cobra.Command{
		Use:   "mutate THEORY --node V",
		Short: "the Seiberg dual at a node, with the map of fields and charges",
		Args:  o.args("a theory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			th, _, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("node") || node < 0 || node >= len(th.Nodes) {
				return usage("--node takes a node of the theory, 0 to %d", len(th.Nodes)-1)
			}
			d, err := seiberg.Dualize(th, node, seiberg.Options{KeepMassive: bare})
			if err != nil {
				return err
			}
			if alone, err := a.picture(o, func() []byte { return draw.Quiver(d.Theory, draw.Options{Title: d.Theory.Name}) }); alone || err != nil {
				return err
			}
			notes := []string{fmt.Sprintf("shift       b = %s in R(q) = 1 − R(Q) ± b; %d massive fields", d.Shift.RatString(), d.Massive)}
			for i, origin := range d.Origins {
				notes = append(notes, fmt.Sprintf("%-11s %-12s %s", head(i, "origin"), fieldLabel(d.Theory, i), originText(th, origin)))
			}
			return a.printTheory(d.Theory, notes)
		},
	}
	o.add(c, "the dual quiver as SVG")
	c.Flags().IntVar(&node, "node", -1, "the node to dualize, counted from 0")
	c.Flags().BoolVar(&bare, "keep-massive", false, "do not integrate out massive fields")
	return c
}

// fieldLabel is the label of a field: arrows first, then singlets.
func fieldLabel(th *quiver.Theory, k int) string {
	if n := len(th.Arrows); k >= n {
		return th.Singlets[k-n].Label
	}
	return th.Arrows[k].Label
}

// originText says where a field of a dual comes from.
func originText(th *quiver.Theory, o seiberg.Origin) string {
	from := make([]string, len(o.Fields))
	for k, f := range o.Fields {
		from[k] = fieldLabel(th, f)
	}
	list := strings.Join(from, " ")
	switch o.Kind {
	case seiberg.DualQuark:
		return "dual quark of " + list
	case seiberg.Meson:
		return "meson " + list
	case seiberg.MesonTrace:
		return "trace of the meson " + list
	case seiberg.Multiplier:
		return "multiplier of " + list
	default:
		return list + " itself"
	}
}

func newDualityAmax(a *app) *cobra.Command {
	var (
		o        theoryFlags
		decouple bool
		digits   int
	)
	c := &cobra.Command{
		Use:   "amax THEORY",
		Short: "the superconformal R-charges, exactly, and what they violate",
		Args:  o.args("a theory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			if digits < 1 || digits > 60 {
				return usage("--digits takes an integer from 1 to 60")
			}
			th, _, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			r, err := interruptible(ctx, func() (*amax.Result, error) {
				return amax.MaximizeContext(ctx, th, amax.Options{Decouple: decouple})
			})
			if err != nil {
				return err
			}
			couplings, err := r.Problem.Couplings(ctx)
			if err != nil && !errors.Is(err, amax.ErrBudget) {
				return err
			}
			if alone, err := a.picture(o, func() []byte { return draw.Quiver(th, draw.Options{Title: th.Name, R: chargeTexts(r)}) }); alone || err != nil {
				return err
			}
			if err := a.printAmax(th, r, couplings, digits); err != nil {
				return err
			}
			if r.Status != amax.Found {
				return &exit{code: exitError}
			}
			return nil
		},
	}
	o.add(c, "the quiver with these charges as SVG")
	c.Flags().BoolVar(&decouple, "decouple", false, "replace operators below the unitarity bound by free fields, until none is left")
	c.Flags().IntVar(&digits, "digits", 12, "the digits behind the point of decimals")
	return c
}

// chargeTexts are the charges as they stand in a picture.
func chargeTexts(r *amax.Result) []string {
	list := []string{}
	for _, x := range r.R {
		s := x.String()
		switch _, ok := x.Rat(); {
		case ok:
		case strings.HasPrefix(r.Field, "ℚ(√"):
			s += " ≈ " + x.Decimal(4)
		default:
			s = x.Decimal(4)
		}
		list = append(list, s)
	}
	return list
}

type amaxNumber struct {
	Decimal string `json:"decimal"`
	Error   string `json:"error"`
	Exact   string `json:"exact,omitempty"`
}

func numberJSON(x amax.Number, digits int) amaxNumber {
	n := amaxNumber{Decimal: x.Decimal(digits), Error: "0"}
	if v, ok := x.Rat(); ok {
		n.Exact = v.RatString()
		return n
	}
	_, rad := x.Enclosure()
	n.Error = new(big.Float).SetPrec(8).SetMode(big.AwayFromZero).SetRat(rad).Text('e', 1)
	if x.Exact() {
		n.Exact = x.String()
	}
	return n
}

func (a *app) printAmax(th *quiver.Theory, r *amax.Result, couplings []amax.Coupling, digits int) error {
	label := func(i int) string { return r.Problem.Fields[i].Label }
	if a.json {
		type charge struct {
			Field string `json:"field"`
			amaxNumber
		}
		type violation struct {
			Operator string `json:"operator"`
			Count    int    `json:"count"`
			amaxNumber
		}
		out := map[string]any{"theory": th.Name, "status": r.Status, "flavour_u1s": r.U1}
		if r.Reason != "" {
			out["reason"] = r.Reason
		}
		if r.Status == amax.Found {
			charges := make([]charge, len(r.R))
			for i, x := range r.R {
				charges[i] = charge{label(i), numberJSON(x, digits)}
			}
			texts := func(list []amax.Violation) []violation {
				out := []violation{}
				for _, v := range list {
					out = append(out, violation{v.Label, v.Count, numberJSON(v.R, digits)})
				}
				return out
			}
			out["r_charges"], out["a"], out["c"], out["field"] = charges, numberJSON(r.A, digits), numberJSON(r.C, digits), r.Field
			out["violations"], out["free"], out["not_tested"] = texts(r.Violations), texts(r.Free), r.Missing
		}
		return a.printJSON(out)
	}
	var w strings.Builder
	fmt.Fprintf(&w, "theory      %s, %d flavour U(1)s\n", th.Name, r.U1)
	if r.Status != amax.Found {
		fmt.Fprintf(&w, "%-11s %s\n", r.Status, r.Reason)
		_, err := fmt.Fprint(a.stdout, printable(w.String()))
		return err
	}
	number := func(x amax.Number) string {
		if v, ok := x.Rat(); ok {
			return v.RatString()
		}
		if strings.HasPrefix(r.Field, "ℚ(√") {
			return x.String() + " = " + x.Decimal(digits)
		}
		return x.String()
	}
	fmt.Fprintf(&w, "a           %s\nc           %s\n", number(r.A), number(r.C))
	if r.Field != "" {
		fmt.Fprintf(&w, "field       %s\n", r.Field)
	}
	for i, x := range r.R {
		fmt.Fprintf(&w, "%-11s %-12s %s\n", head(i, "R"), label(i), number(x))
	}
	if ok, sure := r.HofmanMaldacena(); sure {
		word := "holds"
		if !ok {
			word = "is violated"
		}
		fmt.Fprintf(&w, "bounds      1/2 ≤ a/c ≤ 3/2 %s: a/c = %.6f\n", word, r.A.Float64()/r.C.Float64())
	}
	fmt.Fprintf(&w, "ultraviolet a of the free fields %s\n", r.Problem.UV().RatString())
	for i, v := range r.Violations {
		fmt.Fprintf(&w, "%-11s %d × %s has R = %s < 2/3\n", head(i, "unitarity"), v.Count, v.Label, number(v.R))
	}
	for i, v := range r.Free {
		fmt.Fprintf(&w, "%-11s %s, in round %d\n", head(i, "free"), v.Label, v.Round)
	}
	for i, m := range r.Missing {
		fmt.Fprintf(&w, "%-11s %s\n", head(i, "not tested"), m)
	}
	for i, k := range couplings {
		text := fmt.Sprintf("%s: b = %s", k.Group, k.OneLoop.RatString())
		if k.OneLoop.Sign() <= 0 {
			free, sure := k.InfraredFree()
			switch {
			case k.Implied:
				text += ", not asymptotically free; marginal with the other couplings"
			case !sure:
				text += ", not asymptotically free; undecided with the other couplings"
			case free:
				text += ", infrared free"
			default:
				text += ", not asymptotically free, but relevant with the other couplings"
			}
		}
		fmt.Fprintf(&w, "%-11s %s\n", head(i, "couplings"), text)
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func newDualityRing(a *app) *cobra.Command {
	var (
		o      theoryFlags
		to     string
		budget int64
	)
	c := &cobra.Command{
		Use:   "ring THEORY",
		Short: "how many single-trace chiral operators there are of each R-charge",
		Args:  o.args("a theory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			top, ok := new(big.Rat).SetString(to)
			if !ok || top.Sign() <= 0 {
				return usage("--to takes a positive rational number, not %q", to)
			}
			th, _, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			t, err := interruptible(ctx, func() (*chiralring.Table, error) {
				return chiralring.Dimensions(ctx, th, chiralring.Grading{}, top, chiralring.Budget{Operations: budget})
			})
			if err != nil {
				return err
			}
			return a.printRing(th, t)
		},
	}
	o.add(c, "")
	c.Flags().StringVar(&to, "to", "4", "the highest R-charge")
	c.Flags().Int64Var(&budget, "budget", chiralring.DefaultOperations, "the operations that may be spent")
	return c
}

func (a *app) printRing(th *quiver.Theory, t *chiralring.Table) error {
	if a.json {
		type level struct {
			R   string `json:"r"`
			Dim int    `json:"dim"`
		}
		levels := []level{}
		for _, l := range t.Levels {
			levels = append(levels, level{l.R.RatString(), l.Dim})
		}
		out := map[string]any{"theory": th.Name, "levels": levels, "max": t.Max.RatString(), "complete": t.Complete, "method": t.Method, "operations": t.Operations}
		if t.Untested != "" {
			out["untested"] = t.Untested
		}
		return a.printJSON(out)
	}
	var w strings.Builder
	fmt.Fprintf(&w, "theory      %s\n", th.Name)
	if t.Untested != "" {
		fmt.Fprintf(&w, "untested    %s\n", t.Untested)
	}
	for i, l := range t.Levels {
		fmt.Fprintf(&w, "%-11s R = %-8s %d\n", head(i, "operators"), l.R.RatString(), l.Dim)
	}
	switch {
	case t.Complete:
		fmt.Fprintf(&w, "complete    up to R = %s, %s, %d operations\n", t.Max.RatString(), t.Method, t.Operations)
	case t.Reached != nil:
		fmt.Fprintf(&w, "incomplete  the budget ended below R = %s\n", t.Reached.RatString())
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func newDualityIndex(a *app) *cobra.Command {
	var (
		o      theoryFlags
		to     string
		large  bool
		budget int64
	)
	c := &cobra.Command{
		Use:   "index THEORY",
		Short: "the superconformal index: det χ at large N, and the series of these ranks",
		Args:  o.args("a theory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			top, ok := new(big.Rat).SetString(to)
			if !ok || top.Sign() < 0 {
				return usage("--to takes a rational number from 0, not %q", to)
			}
			th, _, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			det, err := index.DetChi(th)
			if err != nil && !errors.Is(err, index.ErrBudget) {
				return err
			}
			s, err := interruptible(ctx, func() (*index.SeriesResult, error) {
				if large {
					return index.LargeN(th, top)
				}
				return index.Series(ctx, th, top, index.Budget{Operations: budget})
			})
			if err != nil {
				return err
			}
			return a.printIndex(th, det, s)
		},
	}
	o.add(c, "")
	c.Flags().StringVar(&to, "to", "2", "the highest R-charge of the series")
	c.Flags().BoolVar(&large, "large-n", false, "the series at large N instead of that of the ranks")
	c.Flags().Int64Var(&budget, "budget", index.DefaultOperations, "the operations that may be spent")
	return c
}

func (a *app) printIndex(th *quiver.Theory, det *index.Laurent, s *index.SeriesResult) error {
	if a.json {
		out := map[string]any{"theory": th.Name, "complete": s.Complete, "operations": s.Operations}
		if det != nil {
			out["det_chi"], out["u_per_r"] = det.String(), det.D
		}
		if s.Untested != "" {
			out["untested"] = s.Untested
		}
		if s.Order != nil {
			coefficients := map[string]string{}
			for k, c := range s.Coefficients {
				if c.Sign() != 0 {
					coefficients[new(big.Rat).SetFrac(big.NewInt(int64(k)), s.D).RatString()] = c.String()
				}
			}
			out["coefficients_by_r"], out["order"] = coefficients, s.Order.RatString()
		}
		return a.printJSON(out)
	}
	var w strings.Builder
	fmt.Fprintf(&w, "theory      %s\n", th.Name)
	if det != nil {
		fmt.Fprintf(&w, "det χ       %s, u = t^(3/%s)\n", det, det.D)
	} else {
		fmt.Fprintln(&w, "det χ       not computed: the quiver has too many nodes")
	}
	if s.Untested != "" {
		fmt.Fprintf(&w, "untested    %s\n", s.Untested)
	}
	if s.Order != nil {
		i := 0
		for k, c := range s.Coefficients {
			if c.Sign() != 0 {
				fmt.Fprintf(&w, "%-11s R = %-8s %s\n", head(i, "index"), new(big.Rat).SetFrac(big.NewInt(int64(k)), s.D).RatString(), c)
				i++
			}
		}
		word := "complete"
		if !s.Complete {
			word = "incomplete"
		}
		fmt.Fprintf(&w, "%-11s up to R = %s, %d operations\n", word, s.Order.RatString(), s.Operations)
		if n, ok := s.MarginalMinusCurrents(); ok {
			fmt.Fprintf(&w, "pq          %s marginal operators minus currents, if R is superconformal\n", n)
		}
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func newDualityTiling(a *app) *cobra.Command {
	var o theoryFlags
	c := &cobra.Command{
		Use:   "tiling THEORY",
		Short: "the brane tiling of a toric theory: zig-zags, consistency, toric diagram",
		Long: `tiling reads a brane tiling, or makes that of a toric theory. The file of a tiling is

  {"name": "conifold", "white": [["A1","B1","A2","B2"]], "black": [["A1","B2","A2","B1"]]}

with the edges around each white vertex in clockwise order and around each black vertex in
counterclockwise order: the words of the positive and the negative terms of W.
Exit code 1 if the tiling is not consistent.`,
		Args: o.args("a tiling or a toric theory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			th, tl, err := a.theoryArg(&o, args)
			if err != nil {
				return err
			}
			beta := big.NewRat(1, 1)
			if tl == nil {
				if tl, beta, err = tiling.FromTheory(th); err != nil {
					return &exit{exitUsage, err}
				}
			}
			report, err := interruptible(ctx, func() (*tiling.Report, error) { return tl.Check(), nil })
			if err != nil {
				return err
			}
			if alone, err := a.picture(o, func() []byte { return draw.Quiver(th, draw.Options{Title: th.Name}) }); alone || err != nil {
				return err
			}
			if err := a.printTiling(th, tl, beta, report); err != nil {
				return err
			}
			if !report.Consistent {
				return &exit{code: exitError}
			}
			return nil
		},
	}
	o.add(c, "the quiver as SVG")
	return c
}

func (a *app) printTiling(th *quiver.Theory, tl *tiling.Tiling, beta *big.Rat, r *tiling.Report) error {
	if a.json {
		type zigzag struct {
			Edges   []string `json:"edges"`
			Winding [2]int64 `json:"winding"`
		}
		type matching struct {
			At    [2]int64 `json:"at"`
			Count string   `json:"count"`
		}
		zz, mm, corners := []zigzag{}, []matching{}, [][2]int64{}
		for _, z := range r.ZigZags {
			zz = append(zz, zigzag{edgeLabels(tl, z.Edges), [2]int64{z.Winding.P, z.Winding.Q}})
		}
		for _, m := range r.Determinant {
			mm = append(mm, matching{[2]int64{m.At.P, m.At.Q}, new(big.Int).Abs(m.Coefficient).String()})
		}
		for _, v := range r.Diagram.Corners {
			corners = append(corners, [2]int64{v.P, v.Q})
		}
		return a.printJSON(map[string]any{
			"tiling": tl, "theory": th.Relabel(), "vertices": [2]int{r.White, r.Black}, "edges": r.Edges, "faces": r.Faces, "euler": r.Euler,
			"beta": beta.RatString(), "zigzags": zz, "perfect_matchings": mm, "toric_diagram": corners, "twice_area": r.Diagram.TwiceArea(),
			"consistent": r.Consistent, "faults": r.Faults, "untested": r.Untested,
		})
	}
	var w strings.Builder
	theoryText(&w, th)
	fmt.Fprintf(&w, "tiling      %d white and %d black vertices, %d edges, %d faces; Euler characteristic %d\n", r.White, r.Black, r.Edges, r.Faces, r.Euler)
	fmt.Fprintf(&w, "beta        %s\n", beta.RatString())
	for i, z := range r.ZigZags {
		fmt.Fprintf(&w, "%-11s (%d, %d)  %s\n", head(i, "zig-zags"), z.Winding.P, z.Winding.Q, strings.Join(edgeLabels(tl, z.Edges), " "))
	}
	if g := r.Diagram; len(g.Corners) > 2 {
		corners := make([]string, len(g.Corners))
		for i, v := range g.Corners {
			corners[i] = fmt.Sprintf("(%d, %d)", v.P, v.Q)
		}
		fmt.Fprintf(&w, "diagram     corners %s; 2·area %d, %d points on the boundary, %d inside\n", strings.Join(corners, " "), g.TwiceArea(), g.Boundary(), g.Interior())
		for _, line := range diagramText(r.Determinant) {
			fmt.Fprintf(&w, "%-11s %s\n", "", line)
		}
	}
	if r.Untested != "" {
		fmt.Fprintf(&w, "untested    %s\n", r.Untested)
	}
	if r.Consistent {
		fmt.Fprintln(&w, "consistent  yes")
	}
	for i, f := range r.Faults {
		fmt.Fprintf(&w, "%-11s %s\n", head(i, "faults"), f)
	}
	_, err := fmt.Fprint(a.stdout, printable(w.String()))
	return err
}

func edgeLabels(tl *tiling.Tiling, edges []int) []string {
	out := make([]string, len(edges))
	for i, e := range edges {
		out[i] = tl.Edges[e]
	}
	return out
}

// diagramText sets the toric diagram as a grid of the numbers of perfect matchings.
func diagramText(m []tiling.Monomial) []string {
	var wide, tall int64
	count := map[tiling.Vector]string{}
	cell := 1
	for _, x := range m {
		wide, tall = max(wide, x.At.P), max(tall, x.At.Q)
		s := new(big.Int).Abs(x.Coefficient).String()
		count[x.At] = s
		cell = max(cell, len(s))
	}
	const most = 40
	if wide > most || tall > most {
		return nil
	}
	var lines []string
	for y := tall; y >= 0; y-- {
		var b strings.Builder
		for x := range wide + 1 {
			s := count[tiling.Vector{P: x, Q: y}]
			if s == "" {
				s = "·"
			}
			fmt.Fprintf(&b, "%*s ", cell, s)
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}
