package duality

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/draw"
	"github.com/assay-physics/assay/physics/quiver/sqcd"
)

//go:embed assets/page.html.tmpl
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

type pageData struct {
	Title, Profile, Verdict, VerdictWord, Reason, Digest string
	Flags                                                []Flag
	Dark                                                 template.CSS
	Sides                                                []pageSide
	Groups                                               []pageGroup
	Aside                                                []pageRow
}

type pageSide struct {
	Title, Caption string
	Picture        template.HTML
	Fields         []pageField
	W              []string
}

type pageField struct{ Name, Gauge, Left, Right, B, R string }

type pageGroup struct {
	Title string
	Rows  []pageRow
}

type pageRow struct {
	Name, Message, Mark string
	Status              claim.Status
	Table               []difference
}

// Page is the certificate as a self-contained HTML page with the two theories drawn. c is
// nil where the claim could not be read. Everything that a claim says is escaped.
func Page(c *Claim, cert claim.Certificate) ([]byte, error) {
	d := pageData{
		Title: "a claim that cannot be read", Profile: string(cert.Profile), Verdict: string(cert.Verdict),
		VerdictWord: strings.ToUpper(string(cert.Verdict)), Reason: cert.Reason, Digest: cert.Digest, Flags: Flags(cert),
		Dark: template.CSS(draw.Dark()), //nolint:gosec // rules of the house, without anything of the claim in them
	}
	switch {
	case c == nil:
	case c.Flavoured != nil:
		d.Title = c.Name
		d.Sides = []pageSide{flavouredSide("electric", c.Flavoured.Electric), flavouredSide("magnetic", c.Flavoured.Magnetic)}
	default:
		d.Title = c.Name
		d.Sides = []pageSide{quiverSide("electric", c.Electric), quiverSide("magnetic", c.Magnetic)}
	}
	groups, aside, err := pageRows(cert)
	if err != nil {
		return nil, err
	}
	d.Groups, d.Aside = groups, aside
	var out bytes.Buffer
	if err := pageTemplate.Execute(&out, d); err != nil {
		return nil, fmt.Errorf("duality: page: %w", err)
	}
	return out.Bytes(), nil
}

func pageRows(cert claim.Certificate) (groups []pageGroup, aside []pageRow, err error) {
	kind := KindIn(cert.Profile)
	required, beside := pageGroup{Title: "Required"}, pageGroup{Title: "Beside them"}
	if isPublished(cert.Profile) {
		required.Title, beside.Title = "Scope", "As published: any pass without a failure certifies"
	}
	for _, f := range cert.Findings {
		row := pageRow{Name: f.Obligation, Message: f.Message, Mark: Mark(f.Status), Status: f.Status}
		for _, e := range f.Evidence {
			if e.Kind != "thooft" && e.Kind != "central_charges" && e.Kind != "hh0" {
				continue
			}
			if err := json.Unmarshal(e.Data, &row.Table); err != nil {
				return nil, nil, fmt.Errorf("duality: page: evidence of %s: %w", f.Obligation, err)
			}
		}
		if len(row.Table) < 3 && f.Status == claim.Certified {
			row.Table = nil // the message says the same
		}
		o, _, _ := kind.Obligation(f.Obligation)
		switch {
		case Silent(f):
			aside = append(aside, row)
		case o.Required:
			required.Rows = append(required.Rows, row)
		default:
			beside.Rows = append(beside.Rows, row)
		}
	}
	for _, g := range []pageGroup{required, beside} {
		if len(g.Rows) > 0 {
			groups = append(groups, g)
		}
	}
	return groups, aside, nil
}

// Mark is the sign with which a finding begins.
func Mark(s claim.Status) string {
	switch s {
	case claim.Certified:
		return "✓"
	case claim.Failed:
		return "✗"
	case claim.Unknown:
		return "?"
	default:
		return "·"
	}
}

// Silent reports whether a finding says nothing about the claim at hand, so that a table may
// leave it for its end.
func Silent(f claim.Finding) bool {
	if len(Flags(claim.Certificate{Findings: []claim.Finding{f}})) > 0 {
		return false
	}
	return f.Status == claim.NotApplicable || f.Status == claim.NotImplemented || strings.HasPrefix(f.Obligation, string(CategoryMetadata)+".")
}

func quiverSide(side string, t *quiver.Theory) pageSide {
	s := pageSide{Title: side, Caption: describeQuiver(t)}
	s.Picture = template.HTML(draw.Quiver(t, draw.Options{ID: side})) //nolint:gosec // the drawing escapes what it writes
	for i, term := range t.W {
		s.W = append(s.W, signedTerm(t.Text(term), i == 0))
	}
	return s
}

// signedTerm puts an operator in front of all terms but the first.
func signedTerm(text string, first bool) string {
	switch {
	case strings.HasPrefix(text, "-"):
		return "− " + strings.TrimSpace(text[1:])
	case strings.HasPrefix(text, "−"):
		return "− " + strings.TrimSpace(strings.TrimPrefix(text, "−"))
	case first:
		return text
	}
	return "+ " + text
}

func flavouredSide(side string, t *sqcd.Theory) pageSide {
	s := pageSide{Title: side, Caption: fmt.Sprintf("SU(%d) with %d flavours", t.Rank, t.Flavours)}
	short := func(r sqcd.Rep) string {
		return [...]string{"1", "□", "□̄", "adj"}[r]
	}
	for _, f := range t.Fields {
		s.Fields = append(s.Fields, pageField{f.Name, short(f.Gauge), short(f.Left), short(f.Right), f.B.RatString(), f.R.RatString()})
	}
	for i, m := range t.W {
		s.W = append(s.W, signedTerm(m.String(), i == 0))
	}
	return s
}
