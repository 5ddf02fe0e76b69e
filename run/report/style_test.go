package report

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/assay-physics/assay/run/stats"
)

// luminance and contrast are those of WCAG 2.2.
func luminance(rgb uint32) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		c := float64(rgb>>(16-8*i)&0xFF) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(a, b uint32) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func TestContrastFormula(t *testing.T) {
	// Black on white, and the grey that is just enough, by the standard's own figures.
	if got := contrast(0, 0xFFFFFF); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white %v, want 21", got)
	}
	if got := contrast(0x767676, 0xFFFFFF); got < 4.5 || got > 4.6 {
		t.Errorf("#767676 on white %v, want 4.54", got)
	}
}

func TestFigureContrast(t *testing.T) {
	check := func(what string, fore, back ink, want float64) {
		t.Helper()
		for theme, c := range map[string]float64{"light": contrast(fore.light, back.light), "dark": contrast(fore.dark, back.dark)} {
			if c < want {
				t.Errorf("%s, %s: contrast %.2f, want %.1f", what, theme, c, want)
			}
		}
	}
	check("text", inkText, inkPaper, 7)
	check("faint text", inkFaint, inkPaper, 4.5)
	for i, k := range curveInks() {
		check("curve "+strconv.Itoa(i), k, inkPaper, 3)
	}
	for _, o := range stats.Outcomes() {
		check(string(o), outcomeInk(o), inkPaper, 3)
	}
	for i, k := range tones() {
		check("tone "+strconv.Itoa(i), textOn(i), k, 4.5)
	}
}

// One SVG serves both themes only if no two inks share a light colour.
func TestLightColorsAreDistinct(t *testing.T) {
	seen := map[uint32]ink{}
	for _, k := range allInks() {
		if other, ok := seen[k.light]; ok && other != k {
			t.Errorf("#%06X stands for two inks", k.light)
		}
		seen[k.light] = k
	}
}

func TestTonesOrderInGrey(t *testing.T) {
	ts := tones()
	for i := 1; i < len(ts); i++ {
		if luminance(ts[i].light) >= luminance(ts[i-1].light) || luminance(ts[i].dark) <= luminance(ts[i-1].dark) {
			t.Errorf("tone %d is not further from the paper than tone %d", i, i-1)
		}
	}
}

func TestPageContrast(t *testing.T) {
	variable := regexp.MustCompile(`--([a-z]+):#([0-9a-f]{3,6})\b`)
	for theme, css := range map[string]string{"light": pageCSS, "dark": darkVariables} {
		v := map[string]uint32{}
		for _, m := range variable.FindAllStringSubmatch(css, -1) {
			hex := m[2]
			if len(hex) == 3 {
				hex = strings.Repeat(hex[:1], 2) + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:], 2)
			}
			n, err := strconv.ParseUint(hex, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			v[m[1]] = uint32(n)
		}
		for _, back := range []string{"paper", "soft"} {
			for _, fore := range []string{"text", "faint", "link", "bad", "certified", "right", "mislabelled", "wrong", "unreadable", "excluded"} {
				if c := contrast(v[fore], v[back]); c < 4.5 {
					t.Errorf("%s: --%s on --%s: contrast %.2f, want 4.5", theme, fore, back, c)
				}
			}
		}
		if c := contrast(v["text"], v["warn"]); c < 7 {
			t.Errorf("%s: text on warnings: contrast %.2f", theme, c)
		}
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n": "plain\ttext\n",
		"a\x00b":        "a⟨U+0000⟩b",
		"\x1b[31m":      "⟨U+001B⟩[31m",
		"x\u202ey":      "x⟨U+202E⟩y",
		"é\xff":         "é⟨FF⟩",
		"\uFFFD":        "\uFFFD",
		"a\r\nb":        "a⟨U+000D⟩\nb",
	} {
		if got := visible(in); got != want {
			t.Errorf("visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\x00\x1b\u202e\xff\uFFFD")
	f.Fuzz(func(t *testing.T, s string) { checkVisible(t, s) })
}

func TestVisibleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkVisible(t, rapid.String().Draw(t, "s")+string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
	})
}

// checkVisible: nothing that acts survives, and what was made visible stays as it is.
func checkVisible(t interface{ Errorf(string, ...any) }, s string) {
	v := visible(s)
	if !utf8.ValidString(v) || strings.ContainsFunc(v, hidden) {
		t.Errorf("visible(%q) = %q", s, v)
	}
	if visible(v) != v {
		t.Errorf("visible is not idempotent on %q", s)
	}
	if strings.ContainsAny(mdText(s), "<>\n") || strings.ContainsAny(oneLine(s), "\n\t") {
		t.Errorf("markup or a line break survives in %q", s)
	}
}

func TestShorten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "s"), rapid.IntRange(3, 40).Draw(t, "n")
		got := shorten(s, n)
		if utf8.RuneCountInString(got) > n {
			t.Fatalf("shorten(%q, %d) = %q", s, n, got)
		}
	})
	if got := shorten("openrouter/acme/guesser", 9); got != "open…sser" {
		t.Errorf("got %q", got)
	}
}

func TestNumbersAsText(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{compact(0), "0"}, {compact(999), "999"}, {compact(1000), "1.00k"}, {compact(12_345), "12.3k"}, {compact(999_499), "999k"}, {compact(999_500), "1.00M"}, {compact(2_500_000_000), "2.50G"},
		{dollars(0), "$0"}, {dollars(0.0021), "$0.0021"}, {dollars(0.00996), "$0.01"}, {dollars(12.345), "$12.35"},
		{duration(9.94), "9.9 s"}, {duration(99.96), "1.7 min"}, {duration(7200), "2.0 h"},
		{signed(0.004), "0.00"}, {signed(-0.004), "0.00"}, {signed(0.166), "+0.17"}, {signed(-0.5), "−0.50"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
