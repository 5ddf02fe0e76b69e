package draw_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-physics/assay/physics/quiver"
	"github.com/assay-physics/assay/physics/quiver/catalogue"
	"github.com/assay-physics/assay/physics/quiver/draw"
	"github.com/assay-physics/assay/physics/quiver/families"
	"github.com/assay-physics/assay/physics/quiver/seiberg"
)

// picture is an SVG as a reader sees it.
type picture struct {
	texts         []string
	circles, path int
}

// read parses an SVG, and checks that all of it lies in its frame and that every colour is an
// ink with a dark form.
func read(t *testing.T, name string, svg []byte) picture {
	t.Helper()
	var p picture
	d := xml.NewDecoder(bytes.NewReader(svg))
	var frame [4]float64
	inText := false
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
				if (a.Name.Local == "fill" || a.Name.Local == "stroke") && a.Value != "none" && !strings.Contains(draw.Dark(), `"`+a.Value+`"`) {
					t.Errorf("%s: colour %s has no dark form", name, a.Value)
				}
			}
			num := func(key string) float64 {
				x, err := strconv.ParseFloat(attr[key], 64)
				if err != nil || math.IsNaN(x) {
					t.Errorf("%s: %s %s=%q", name, e.Name.Local, key, attr[key])
				}
				return x
			}
			inside := func(x, y float64) {
				if x < frame[0] || x > frame[0]+frame[2] || y < frame[1] || y > frame[1]+frame[3] {
					t.Errorf("%s: %s at (%g, %g) outside of %v", name, e.Name.Local, x, y, frame)
				}
			}
			switch e.Name.Local {
			case "svg":
				if _, err := fmt.Sscan(attr["viewBox"], &frame[0], &frame[1], &frame[2], &frame[3]); err != nil {
					t.Fatal(err)
				}
			case "circle":
				p.circles++
				inside(num("cx"), num("cy"))
			case "text":
				inText = true
				inside(num("x"), num("y"))
			case "path":
				p.path++
				if strings.Contains(attr["d"], "NaN") || strings.Contains(attr["d"], "Inf") {
					t.Errorf("%s: path %s", name, attr["d"])
				}
			}
		case xml.CharData:
			if inText {
				p.texts = append(p.texts, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func all(t *testing.T) []*quiver.Theory {
	t.Helper()
	var list []*quiver.Theory
	for _, p := range catalogue.Phases() {
		list = append(list, p.Theory(3))
	}
	for _, build := range []func() (*quiver.Theory, error){
		func() (*quiver.Theory, error) { return families.DelPezzo3(2) },
		func() (*quiver.Theory, error) { return families.Laba(0, 1, 2) },
		func() (*quiver.Theory, error) { return families.Laba(1, 4, 12) },
		func() (*quiver.Theory, error) { return families.Ypq(10, 3, 2) },
	} {
		th, err := build()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, th)
	}
	return list
}

func TestQuiver(t *testing.T) {
	for _, th := range all(t) {
		svg := draw.Quiver(th, draw.Options{Title: "<" + th.Name + " & more>"})
		if !bytes.Equal(svg, draw.Quiver(th, draw.Options{Title: "<" + th.Name + " & more>"})) {
			t.Errorf("%s: two drawings differ", th.Name)
		}
		p := read(t, th.Name, svg)
		if p.circles != len(th.Nodes) {
			t.Errorf("%s: %d circles for %d nodes", th.Name, p.circles, len(th.Nodes))
		}
		// A line for each bundle, and one to three heads.
		parallel := map[[2]int]int{}
		for _, a := range th.Arrows {
			parallel[[2]int{a.Source, a.Target}]++
		}
		want := 0
		for _, n := range parallel {
			want += 1 + min(n, 3)
		}
		if p.path != want {
			t.Errorf("%s: %d paths, not %d", th.Name, p.path, want)
		}
	}
}

// Long charges move to a legend, and singlets are listed.
func TestLegend(t *testing.T) {
	ph, err := catalogue.Find("conifold")
	if err != nil {
		t.Fatal(err)
	}
	th := ph.Theory(2).Clone()
	th.Singlets = append(th.Singlets, quiver.Singlet{Label: "S0[0]", R: th.Arrows[0].R})
	p := read(t, "conifold", draw.Quiver(th, draw.Options{R: []string{"(√13 − 1)/3", "(√13 − 1)/3", "1/2", "2/3", "1"}}))
	text := strings.Join(p.texts, "|")
	for _, want := range []string{"2 × a", "b, c", "a = (√13 − 1)/3", "d = 1", "singlets S0[0] (d)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture says %s, without %q", text, want)
		}
	}
}

func TestTree(t *testing.T) {
	for _, p := range catalogue.Phases() {
		e, err := seiberg.Explore(context.Background(), p.Theory(2), seiberg.ExploreOptions{Depth: 1})
		if err != nil {
			t.Fatal(err)
		}
		svg := draw.Tree(e, "t1", p.Name)
		got := read(t, p.Name, svg)
		nodes := 0
		for i, f := range e.Theories {
			nodes += len(f.Theory.Nodes)
			if want := fmt.Sprintf("#%d · %d fields", i, len(f.Theory.Arrows)+len(f.Theory.Singlets)); !strings.Contains(strings.Join(got.texts, "|"), want) {
				t.Errorf("%s: no text %q", p.Name, want)
			}
		}
		if got.circles != nodes {
			t.Errorf("%s: %d circles for %d nodes", p.Name, got.circles, nodes)
		}
	}
}

func ExampleQuiver() {
	p, err := catalogue.Find("dP0")
	if err != nil {
		fmt.Println(err)
		return
	}
	svg := draw.Quiver(p.Theory(3), draw.Options{Title: "dP0"})
	i := bytes.Index(svg, []byte("<desc"))
	j := bytes.Index(svg, []byte("</desc>"))
	fmt.Println(string(svg[i:j]))
	// Output:
	// <desc id="quiver-desc">node 0 is SU(3); node 1 is SU(3); node 2 is SU(3); 3 arrows from 0 to 1; 3 arrows from 1 to 2; 3 arrows from 2 to 0
}
