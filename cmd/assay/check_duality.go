package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/verify/duality"
)

func newCheckDuality(a *app) *cobra.Command {
	var (
		electric, magnetic, profile, page string
		list, private, index              bool
	)
	c := &cobra.Command{
		Use:   "duality FILE",
		Short: "check a dual pair: two 4d N=1 gauge theories said to be Seiberg dual",
		Long: `duality reads a claim as JSON or YAML (- for standard input): SQCD, Kutasov–Schwimmer, or a
pair of quivers; or two theories, each in a file of its own. 'assay schema duality' prints the
forms. Exit codes: 0 certified, 1 failed, 2 malformed, 3 undecided.

Profiles: final (chiral rings to R = 6, or as far beyond 4 as the budget lasts), interaction
(to R = 4), published and published_feedback (the rule of the DualityCert paper with words of
length ≤ 5 and ≤ 3, to compare with its numbers; wrong where W mixes word lengths).`,
		Example: `  assay check duality pair.json
  assay check duality --electric A.json --magnetic B.json --html pair.html
  assay check duality pair.json --json
  assay check duality --list`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return a.printKind("duality")
			}
			p := claim.Profile(profile)
			if !slices.Contains(duality.Profiles(), p) {
				return usage("--profile takes one of %v, not %q", duality.Profiles(), profile)
			}
			c, data, err := a.readDuality(args, electric, magnetic)
			var misuse *exit
			if errors.As(err, &misuse) {
				return err
			}
			var cert claim.Certificate
			if err != nil {
				cert, err = duality.Malformed(data, p, err)
			} else {
				cert, err = duality.Verifier{Index: index}.Check(cmd.Context(), c, p)
			}
			if err != nil {
				return err
			}
			if !private {
				cert = cert.Public()
			}
			if page != "" {
				html, err := duality.Page(c, cert)
				if err != nil {
					return err
				}
				if err := os.WriteFile(page, html, 0o644); err != nil { //nolint:gosec // a page is for everyone to read
					return err
				}
			}
			if a.json {
				err = a.printJSON(cert)
			} else {
				err = a.printDuality(c, cert, private)
			}
			if err != nil {
				return err
			}
			if code := cert.Verdict.ExitCode(); code != 0 {
				return &exit{code: code}
			}
			return nil
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&electric, "electric", "", "a file with the electric theory alone")
	f.StringVar(&magnetic, "magnetic", "", "a file with the magnetic theory alone")
	f.StringVar(&profile, "profile", string(claim.Final), "final, interaction, published or published_feedback")
	f.BoolVar(&index, "index", false, "compute the superconformal index at finite N as well (seconds)")
	f.StringVar(&page, "html", "", "write a page with the quivers drawn to this file")
	f.BoolVar(&private, "private", false, "keep what would tell an agent how to repair the pair")
	f.BoolVar(&list, "list", false, "print the obligations with their formulas and sources")
	return c
}

// readDuality reads a claim from one file or two. The text that could not be read comes back
// with the error, for the certificate.
func (a *app) readDuality(args []string, electric, magnetic string) (*duality.Claim, []byte, error) {
	switch {
	case len(args) == 1 && (electric != "" || magnetic != ""):
		return nil, nil, usage("give a claim, or --electric and --magnetic, not both")
	case len(args) == 1:
		data, err := a.readStructured(args[0])
		if err != nil {
			return nil, data, err
		}
		c, err := duality.Read(data)
		return c, data, err
	case electric == "" || magnetic == "":
		return nil, nil, usage("check duality needs one file, or both --electric and --magnetic\nrun 'assay check duality --help'")
	}
	e, err := a.readStructured(electric)
	if err != nil {
		return nil, e, err
	}
	m, err := a.readStructured(magnetic)
	if err != nil {
		return nil, m, err
	}
	c, err := duality.ReadPair(e, m)
	return c, append(e, m...), err
}

// readStructured reads a JSON file, or a YAML file as JSON. A file that is not there is a
// misuse, one that cannot be read as data is malformed.
func (a *app) readStructured(path string) ([]byte, error) {
	data, err := readAll(a.stdin, path)
	if err != nil {
		return data, &exit{claim.VerdictError.ExitCode(), err}
	}
	if ext := filepath.Ext(path); ext != ".yaml" && ext != ".yml" {
		return data, nil
	}
	var value any
	if err := yaml.Unmarshal(data, &value); err != nil {
		return data, fmt.Errorf("claim: not one YAML document: %w", err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return data, fmt.Errorf("claim: the YAML document has no JSON form: %w", err)
	}
	return text, nil
}

func (a *app) printDuality(c *duality.Claim, cert claim.Certificate, private bool) error {
	kind := duality.KindIn(cert.Profile)
	published := cert.Profile == duality.Published || cert.Profile == duality.PublishedFeedback
	fmt.Fprintf(a.stdout, "%s: %s\n", strings.ToUpper(string(cert.Verdict)), wrapped(printable(strings.TrimPrefix(cert.Reason, "failed: ")), 2))
	if c != nil {
		for _, line := range duality.Describe(c) {
			fmt.Fprintf(a.stdout, "  %s\n", wrapped(printable(line), 4))
		}
	}
	width := 0
	for _, f := range cert.Findings {
		width = max(width, len(f.Obligation))
	}
	var aside []string
	for _, pass := range []bool{true, false} {
		header := "\nrequired"
		if !pass {
			header = "\nbeside them"
		}
		if published {
			header = "\nas published, where any pass without a failure certifies"
		}
		for _, f := range cert.Findings {
			o, _, _ := kind.Obligation(f.Obligation)
			if (o.Required || published) != pass {
				continue
			}
			if duality.Silent(f) {
				aside = append(aside, f.Obligation)
				continue
			}
			if header != "" {
				fmt.Fprintln(a.stdout, header)
				header = ""
			}
			fmt.Fprintf(a.stdout, "  %s %-*s  %s\n", duality.Mark(f.Status), width, f.Obligation, wrapped(printable(f.Message), 4+width+2))
			if private {
				for _, e := range f.Private {
					fmt.Fprintf(a.stdout, "    %-*s  %s: %s\n", width, "", e.Kind, printable(string(e.Data)))
				}
			}
		}
	}
	if len(aside) > 0 {
		fmt.Fprintf(a.stdout, "\nsaying nothing here: %s\n", wrapped(strings.Join(aside, ", "), 2))
	}
	if flags := duality.Flags(cert); len(flags) > 0 {
		words := make([]string, len(flags))
		for i, f := range flags {
			words[i] = string(f)
		}
		fmt.Fprintf(a.stdout, "\nflags: %s\n", strings.Join(words, ", "))
	}
	fmt.Fprintf(a.stdout, "\nprofile %s, claim %s\n", cert.Profile, cert.Digest)
	return nil
}

// wrapped breaks a text at spaces so that it fits beside an indentation.
func wrapped(text string, indent int) string {
	const page = 110
	var out strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > page:
			out.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}
