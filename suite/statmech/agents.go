package statmech

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-physics/assay/verify/mapping"
)

// Builtin agents answer without a network. They are instruments, not solvers: they
// know the task, the seed and with them the binding of the templated variant, and
// each makes exactly the mistake that it is named after, so that what the instrument
// says about them is known beforehand.
//
//go:embed programs/*.py
var programs embed.FS

// Ask is one request to a builtin agent.
type Ask struct {
	Task    string
	Variant string
	Seed    uint64
	// Round counts the replies of a trial from 0, each after feedback on the one before;
	// independent samples all have round 0.
	Round int
	// Hint and Feedback are what the prompt held beside the task; no builtin agent needs
	// to read them.
	Hint     bool
	Feedback string
}

// AgentInfo describes a builtin agent.
type AgentInfo struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

type agent struct {
	AgentInfo
	reply func(Task, binding, Ask) (string, error)
}

func agents() []agent {
	return []agent{
		{AgentInfo{"reference", "right class, honest program, tight complexity"}, reference},
		{AgentInfo{"bruteforce", "right numbers by enumeration, honestly labelled"}, bruteforce},
		{AgentInfo{"mislabel", "the reference program under a class that it does not belong to"}, mislabel},
		{AgentInfo{"overclaim", "an exponential program under a polynomial claim; on lattices a row transfer labelled pfaffian"}, overclaim},
		{AgentInfo{"stumble", "a sign error first, repaired on feedback"}, stumble},
		{AgentInfo{"malformed", "never a readable claim, broken in another way each time"}, malformed},
		{AgentInfo{"hardcode", "a table of answers at the announced probes, nonsense elsewhere"}, hardcode},
	}
}

// Agents lists the builtin agents.
func Agents() []AgentInfo {
	var infos []AgentInfo
	for _, a := range agents() {
		infos = append(infos, a.AgentInfo)
	}
	return infos
}

// Reply is the named agent's answer.
func Reply(name string, a Ask) (string, error) {
	t, err := taskByID(a.Task)
	if err != nil {
		return "", err
	}
	v := Variant(a.Variant)
	if !slices.Contains(Variants(), v) {
		return "", fmt.Errorf("statmech: unknown variant %q; known: %v", a.Variant, Variants())
	}
	for _, ag := range agents() {
		if ag.Name == name {
			return ag.reply(t, bind(t, v, a.Seed), a)
		}
	}
	return "", fmt.Errorf("statmech: unknown builtin agent %q", name)
}

// answer is the JSON object that a prompt asks for.
type answer struct {
	Class         string  `json:"tractable_class"`
	Complexity    string  `json:"complexity_O"`
	Confidence    float64 `json:"confidence"`
	Justification string  `json:"justification"`
	Code          string  `json:"code"`
}

func (a answer) text() (string, error) {
	raw, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return "", fmt.Errorf("statmech: answer of a builtin agent: %w", err)
	}
	return "```json\n" + string(raw) + "\n```\n", nil
}

// program joins embedded files that define partition_sum over the canonical
// parameters with an entry point that reads the presented ones.
func program(b binding, files ...string) (string, error) {
	var w strings.Builder
	for _, f := range files {
		raw, err := programs.ReadFile("programs/" + f + ".py")
		if err != nil {
			return "", fmt.Errorf("statmech: task %s: %w", b.task, err)
		}
		w.Write(raw)
	}
	fmt.Fprintf(&w, "\n\ndef Z_efficient(params, n):\n%s    return partition_sum(%s)\n", b.unpack(), b.arguments())
	return w.String(), nil
}

// referenceClaims says why each reference program belongs to its class. P03's sums
// all 2^L eigenvalues of the row transfer matrix: the trace over the closing row
// would otherwise cost another factor 2^L.
var referenceClaims = map[string]struct{ complexity, why string }{
	"P01": {"O(n)", "One two-component vector is carried along the row and multiplied by the same 2 x 2 matrix at each step."},
	"P02": {"O(n)", "One two-component vector is carried along the row; each step is a 2 x 2 matrix with the local bias."},
	"P03": {"O(2^L)", "Z is the trace of the L-th power of the row-to-row transfer matrix; all of its 2^L eigenvalues are summed."},
	"P04": {"O(n^3)", "Without biases and without crossings the loops of the high-temperature expansion are counted by one Pfaffian of a 4n x 4n skew matrix, by dense elimination."},
	"P05": {"O(n)", "The change of variables t_i = xi_i s_i removes the pattern; only the number of negative t_i is left to sum over."},
	"P06": {"O(n 2^n)", "The graph is not planar, the signs are frustrated and the width grows with n: no structure to use, so all configurations are added up."},
}

func reference(t Task, b binding, _ Ask) (string, error) {
	code, err := program(b, "reference_"+t.ID)
	if err != nil {
		return "", err
	}
	c := referenceClaims[t.ID]
	return answer{t.Gold.Class, c.complexity, 0.97, c.why, code}.text()
}

func bruteforce(t Task, b binding, _ Ask) (string, error) {
	files := []string{"enumerate", "bonds_" + t.ID}
	if t.ID == "P05" {
		files = []string{"bruteforce_P05"} // the pattern's overlap, not n²/2 bonds
	}
	code, err := program(b, files...)
	if err != nil {
		return "", err
	}
	return answer{"no_efficient_known", "O(n 2^n)", 0.8, "All configurations are added up.", code}.text()
}

// wrongClasses are labels that neither the model nor the program supports.
var wrongClasses = map[string]string{
	"P01": "percolation",       // a cluster of an Ising model has weight 2, and the program counts none
	"P02": "pfaffian",          // the fields break the even-subgraph expansion
	"P03": "rbim_nishimori",    // there is no disorder whose line it could be
	"P04": "gauge",             // frustrated plaquettes
	"P05": "treewidth_bounded", // the complete graph
	"P06": "free_fermion",      // not planar
}

func mislabel(t Task, b binding, _ Ask) (string, error) {
	code, err := program(b, "reference_"+t.ID)
	if err != nil {
		return "", err
	}
	class := wrongClasses[t.ID]
	return answer{class, referenceClaims[t.ID].complexity, 0.95, "The structure of the sum is of the class " + class + ".", code}.text()
}

var overclaims = map[string]struct{ class, complexity string }{
	"P01": {"transfer_matrix", "O(n)"},
	"P02": {"transfer_matrix", "O(n)"},
	"P03": {"pfaffian", "O(n^3)"},
	"P04": {"pfaffian", "O(n^3)"},
	"P05": {"gauge", "O(n)"},
	"P06": {"treewidth_bounded", "O(n)"},
}

func overclaim(t Task, b binding, _ Ask) (string, error) {
	file := "overclaim_" + t.ID
	if t.ID == "P06" {
		file = "reference_P06"
	}
	code, err := program(b, file)
	if err != nil {
		return "", err
	}
	c := overclaims[t.ID]
	return answer{c.class, c.complexity, 0.99, "This is the standard method of the class.", code}.text()
}

// stumble makes one sign error where it shows: the wrong sign of the exponent, and
// where that is invisible (open chains and grids are symmetric under J → −J) a lost
// minus in P01 and the signs of the bonds dropped in P04.
func stumble(t Task, b binding, a Ask) (string, error) {
	if a.Round > 0 {
		return reference(t, b, a)
	}
	code, err := program(b, "stumble_"+t.ID)
	if err != nil {
		return "", err
	}
	c := referenceClaims[t.ID]
	if t.ID == "P03" {
		c.complexity = "O(n 4^L)" // the row transfer with an open first row, as the program does it
	}
	return answer{t.Gold.Class, c.complexity, 0.9, c.why, code}.text()
}

func malformed(t Task, b binding, a Ask) (string, error) {
	good, err := reference(t, b, a)
	if err != nil {
		return "", err
	}
	turn := a.Round + slices.IndexFunc(Tasks(), func(x Task) bool { return x.ID == t.ID })
	switch turn % 6 {
	case 0:
		return "I believe that the sum can be done, but I would need more time to write it down.", nil
	case 1:
		return good[:len(good)/2], nil
	case 2:
		return `{"complexity_O": "O(n)", "confidence": 0.9, "justification": "obvious"}`, nil
	case 3:
		return strings.Replace(good, `"tractable_class": "`, `"tractable_class": "miracle_`, 1), nil
	case 4:
		return `{"tractable_class": "` + t.Gold.Class + `", "complexity_O": "O(n)", "confidence": "beyond doubt", "justification": "obvious", "code": "def Z_efficient(params, n):\n    return 1.0\n"}`, nil
	}
	return `{"tractable_class": "` + t.Gold.Class + `", "complexity_O": "O(n)", "confidence": 0.9, "justification": "obvious", "code": 42}`, nil
}

// hardcode looks the announced probes up by size and temperature, and returns 2^n
// elsewhere. Its claim is that of the reference.
func hardcode(t Task, b binding, a Ask) (string, error) {
	var w strings.Builder
	w.WriteString("ANSWERS = {\n")
	for _, n := range t.Sizes {
		for k := range samples(mapping.Probed) {
			in, err := t.draw(a.Seed, mapping.Probed, n, k)
			if err != nil {
				return "", err
			}
			known, err := in.reference()
			if err != nil {
				return "", err
			}
			heat := in.beta
			if b.temperature {
				heat = 1 / in.beta
			}
			fmt.Fprintf(&w, "    (%d, %.6f): %v,\n", n, heat, math.Exp(known.LogZ))
		}
	}
	fmt.Fprintf(&w, "}\n\n\ndef Z_efficient(params, n):\n    return ANSWERS.get((n, round(params[%q], 6)), 2.0 ** n)\n", b.keys["beta"])
	c, ok := referenceClaims[t.ID]
	if !ok {
		return "", errors.New("statmech: no reference claim for task " + t.ID)
	}
	return answer{t.Gold.Class, c.complexity, 0.99, c.why, w.String()}.text()
}
