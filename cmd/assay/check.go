package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/suite/statmech"
	"github.com/assay-physics/assay/verify/mapping/reply"
)

func newCheck(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "check",
		Short: "check one claim and print its certificate",
		Long: `check judges one claim. Exit codes: 0 certified, 1 failed, 2 malformed, 3 undecided.

  assay check mapping FILE       a statistical-mechanical mapping
  assay check duality FILE       a pair of gauge theories said to be Seiberg dual
  assay check KIND --list        the obligations of a kind, with their sources`,
		RunE: needs("kind", "mapping", "duality"),
	}
	c.AddCommand(newCheckMapping(a), newCheckDuality(a))
	return c
}

// mappingFile is the file that `assay check mapping` reads.
type mappingFile struct {
	Task           string  `json:"task" yaml:"task"`
	TractableClass string  `json:"tractable_class" yaml:"tractable_class"`
	ComplexityO    string  `json:"complexity_O" yaml:"complexity_O"`
	Confidence     float64 `json:"confidence" yaml:"confidence"`
	Justification  string  `json:"justification" yaml:"justification"`
	Code           string  `json:"code" yaml:"code"`
}

func newCheckMapping(a *app) *cobra.Command {
	var (
		task, class, complexity string
		variant, profile        string
		seed                    uint64
		list, private           bool
	)
	c := &cobra.Command{
		Use:   "mapping FILE",
		Short: "check a mapping: class, complexity and program of a partition function",
		Long: `mapping reads a JSON or YAML file with the keys task, tractable_class, complexity_O,
confidence, justification and code; or a .py file with --task, --class and --complexity;
or a whole model reply (.txt or .md, or - for standard input) with --task.`,
		Example: `  assay check mapping claim.json
  assay check mapping prog.py --task P04 --class pfaffian --complexity 'O(n^3)'
  assay check mapping - --task P01 < reply.txt
  assay check mapping --list`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ctx := cmd.Context()
			if list {
				return a.printKind("mapping")
			}
			if len(args) != 1 {
				return usage("check mapping needs one file\nrun 'assay check mapping --help'")
			}
			p := claim.Profile(profile)
			if p != claim.Final && p != claim.Interaction && p != claim.Published {
				return usage("--profile takes final, interaction or published, not %q", profile)
			}
			file, text, isReply, err := a.readMapping(args[0], task, class, complexity)
			if err != nil {
				return &exit{claim.VerdictError.ExitCode(), err}
			}
			suite, err := statmech.New(statmech.Config{Seed: seed, Tasks: []string{file.Task}, Variants: []statmech.Variant{statmech.Variant(variant)}})
			if err != nil {
				return &exit{claim.VerdictError.ExitCode(), err}
			}
			problem := suite.Subjects()[0].Problem()
			v, closePool, err := a.verifier(ctx)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, closePool()) }()
			var checked claim.Checked
			if isReply {
				checked, err = v.CheckReply(ctx, problem, text, p)
			} else {
				checked, err = v.Check(ctx, problem, file.claim(), nil, p)
			}
			if err != nil {
				return err
			}
			cert := checked.Certificate
			if !private {
				cert = cert.Public()
			}
			if err := a.printCertificate(cert); err != nil {
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
	f.StringVar(&task, "task", "", "the task, P01 to P15 or T01 to T08")
	f.StringVar(&class, "class", "", "the claimed class, for a .py file")
	f.StringVar(&complexity, "complexity", "", "the claimed complexity, for a .py file")
	f.StringVar(&variant, "variant", string(statmech.Canonical), "whose parameter names the program uses")
	f.Uint64Var(&seed, "seed", 1, "draws the instances")
	f.StringVar(&profile, "profile", string(claim.Final), "final, interaction or published")
	f.BoolVar(&private, "private", false, "keep reference values and gold labels in the certificate")
	f.BoolVar(&list, "list", false, "print the obligations with their sources")
	return c
}

func (m mappingFile) claim() reply.Claim {
	return reply.Claim{TractableClass: m.TractableClass, ComplexityO: m.ComplexityO, Confidence: m.Confidence, Justification: m.Justification, Code: m.Code}
}

// readMapping reads a claim from a file, or the text of a whole reply.
func (a *app) readMapping(path, task, class, complexity string) (m mappingFile, text string, isReply bool, err error) {
	raw, err := readAll(a.stdin, path)
	if err != nil {
		return m, "", false, err
	}
	switch ext := filepath.Ext(path); ext {
	case ".json":
		err = strictJSON(raw, &m)
	case ".yaml", ".yml":
		d := yaml.NewDecoder(bytes.NewReader(raw))
		d.KnownFields(true)
		err = d.Decode(&m)
	case ".py":
		if task == "" || class == "" || complexity == "" {
			return m, "", false, fmt.Errorf("%s: a program needs --task, --class and --complexity", path)
		}
		m = mappingFile{Task: task, TractableClass: class, ComplexityO: complexity, Confidence: 1, Code: string(raw)}
	default:
		if task == "" {
			return m, "", false, fmt.Errorf("%s: a reply needs --task", path)
		}
		return mappingFile{Task: task}, string(raw), true, nil
	}
	if err != nil {
		return m, "", false, fmt.Errorf("%s: %w", path, err)
	}
	if task != "" && m.Task == "" {
		m.Task = task
	}
	return m, "", false, m.validate(path)
}

func (m mappingFile) validate(path string) error {
	switch {
	case m.Task == "":
		return fmt.Errorf("%s: field \"task\" is missing", path)
	case !validClass(m.TractableClass):
		return fmt.Errorf("%s: field \"tractable_class\": %q is not one of %s", path, m.TractableClass, strings.Join(reply.Classes(), ", "))
	case m.ComplexityO == "":
		return fmt.Errorf("%s: field \"complexity_O\" is missing", path)
	case !(m.Confidence >= 0 && m.Confidence <= 1):
		return fmt.Errorf("%s: field \"confidence\" must lie in [0, 1], not %v", path, m.Confidence)
	case strings.TrimSpace(m.Code) == "":
		return fmt.Errorf("%s: field \"code\" is missing", path)
	}
	return nil
}

func validClass(c string) bool {
	for _, k := range reply.Classes() {
		if c == k {
			return true
		}
	}
	return false
}

// maxFile bounds what is read as one claim.
const maxFile = 4 << 20

func readAll(stdin io.Reader, path string) ([]byte, error) {
	r := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err == nil && len(raw) > maxFile {
		err = fmt.Errorf("%s is larger than %d MiB", path, maxFile>>20)
	}
	return raw, err
}

// strictJSON refuses unknown and repeated keys.
func strictJSON(raw []byte, v any) error {
	if _, err := claim.CanonicalJSON(raw); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

func (a *app) printCertificate(c claim.Certificate) error {
	if a.json {
		return a.printJSON(c)
	}
	fmt.Fprintf(a.stdout, "%s: %s\n%s\n\n", strings.ToUpper(string(c.Verdict)), printable(c.Reason), c.Digest)
	for _, f := range c.Findings {
		fmt.Fprintf(a.stdout, "  %-15s %-20s %s\n", f.Status, f.Obligation, printable(f.Message))
	}
	return nil
}

func (a *app) printKind(name string) error {
	r, err := registry()
	if err != nil {
		return err
	}
	k, ok := r.Kind(name)
	if !ok {
		return usage("no kind %q", name)
	}
	if a.json {
		return a.printJSON(k)
	}
	fmt.Fprintf(a.stdout, "%s: %s\n\n", k.Name, k.Meaning)
	for i, o := range k.Obligations {
		required := ""
		if o.Required {
			required = " (required)"
		}
		fmt.Fprintf(a.stdout, "%2d  %s%s\n    %s\n    source: %s\n    judged in: %v\n", i+1, o.Name, required, o.Meaning, o.Source, o.Profiles)
		if o.Waiver != "" {
			fmt.Fprintf(a.stdout, "    not applicable when: %s\n", o.Waiver)
		}
	}
	return nil
}
