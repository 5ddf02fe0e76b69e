package program

// Question says what the audit should look for.
type Question struct {
	Entry      string   // the function that will be called, with (params, n)
	Probed     []int    // the sizes that the program knows it will be tried at
	ParamKeys  []string // the keys of params
	SqrtIsSide bool     // sites are those of a √n × √n lattice, and so are the lists in params
}

// Report is what the syntax tree of a program shows. It has the same bytes for
// the same program and question.
type Report struct {
	Imports    []Import   `json:"imports"`
	BackDoors  []Note     `json:"back_doors"`
	Entry      Entry      `json:"entry"`
	Work       []Work     `json:"work"`
	Growth     Growth     `json:"growth"`
	Evidence   []Evidence `json:"evidence"`
	Suspicions []Note     `json:"suspicions"`
}

// Import is one imported module.
type Import struct {
	Module  string `json:"module"`
	Line    int    `json:"line"`
	Allowed bool   `json:"allowed"`
}

// Note is one observation in one place.
type Note struct {
	Kind    string `json:"kind"`
	Span    Span   `json:"span"`
	Message string `json:"message"`
}

// Entry describes the function that will be called.
type Entry struct {
	Name       string   `json:"name"`
	Defined    bool     `json:"defined"`
	Usable     bool     `json:"usable"` // takes exactly the two positional arguments (params, n)
	Parameters []string `json:"parameters,omitempty"`
	Span       Span     `json:"span"`
	Notes      []Note   `json:"notes,omitempty"`
}

// Work is one construct that makes or visits exponentially many things, on a
// path that a call of the entry, or the import of the module, can reach.
type Work struct {
	Kind string `json:"kind"`
	// Exponent is f where the construct has about 2^f steps: const, log, L
	// (for √n), n, n-1, n/2, c*L, c*n, (L-1)^2~n or unknown.
	Exponent string `json:"exponent"`
	// Growth is the family of the construct's own size; const for a fixed, large
	// number of states at import.
	Growth   Family `json:"growth"`
	Resource string `json:"resource"` // time, memory or both
	Span     Span   `json:"span"`
	Function string `json:"function,omitempty"` // where it stands, empty for the module level
	Import   bool   `json:"at_import,omitempty"`
	// Guard is the condition on the size that dominates the construct, nil
	// where it runs at every size.
	Guard *Guard `json:"guard,omitempty"`
	// Sure says that the exponent is attained, not merely an upper bound, and
	// that no condition on data stands before the construct.
	Sure    bool   `json:"sure"`
	Message string `json:"message"`
}

// Kinds of work.
const (
	WorkProduct      = "product"
	WorkCombinations = "combinations"
	WorkRange        = "range-2^f"
	WorkShape        = "shape-2^f"
	WorkArange       = "arange-2^f"
	WorkKron         = "kron-fold"
	WorkRecursion    = "recursion-two-way-unmemoised"
	WorkPrefixMemo   = "recursion-memo-by-prefix"
	WorkOdometer     = "odometer-while"
	WorkDoubling     = "doubling-list"
	WorkMesh         = "meshgrid/indices"
	WorkCounter      = "bit-counter"
	WorkBigInt       = "exponential-integer"
	WorkStates       = "enumerate-states"
)

// Guard is a condition that lets only small sizes through.
type Guard struct {
	Text  string `json:"text"`
	Bound int    `json:"bound"` // the largest n that passes
}

// Growth is the static estimate of the running time of one call.
type Growth struct {
	// Family is the family of the running time where it is sure, else unknown.
	Family Family `json:"family"`
	// AtLeast and AtMost bound it also where Family is unknown.
	AtLeast Family `json:"at_least"`
	AtMost  Family `json:"at_most"`
	// Degree is the estimated degree in n of the polynomial (or of the
	// polynomial factor), counting operations, not digits. Degree and Rate are
	// those of the upper bound; of the lower one where that is exponential in n.
	Degree float64 `json:"degree"`
	// Rate is c in 2^(c·√n) or 2^(c·n); 0 for the other families.
	Rate float64 `json:"rate,omitempty"`
	Sure bool    `json:"sure"`
	// Guarded says that some exponential work runs below a bound on n only, so
	// that the family above describes larger sizes alone.
	Guarded  bool   `json:"guarded,omitempty"`
	Evidence []Note `json:"evidence"`
	Unknowns []Note `json:"unknowns,omitempty"` // why the estimate is not sure
}

// Evidence is a sign of how the program computes.
type Evidence struct {
	Class    string `json:"class"`
	Strength string `json:"strength"` // strong, some
	Span     Span   `json:"span"`
	Message  string `json:"message"`
}

// Classes of evidence.
const (
	ClassPfaffian    = "pfaffian"
	ClassFreeFermion = "free_fermion"
	ClassTransfer    = "transfer_matrix"
	ClassTreewidth   = "treewidth_bounded"
	ClassGauge       = "gauge"
	ClassPercolation = "percolation"
	ClassEnumeration = "enumeration"
)

// Kinds of suspicion. Each asks for a look by a person or for a measurement;
// none convicts.
const (
	SuspectTable     = "table"            // hard-coded values, or states counted through at import
	SuspectProbed    = "probed-size"      // a size that is known to be probed is treated apart
	SuspectThreshold = "size-threshold"   // sizes up to some bound are treated apart
	SuspectConstants = "float-table"      // many float literals, as of a quadrature or of a fit
	SuspectImport    = "import-compute"   // heavy work while the module is imported
	SuspectCache     = "cache"            // state that outlives a call
	SuspectRandom    = "random"           // random numbers
	SuspectUnread    = "unread-parameter" // input that the program never looks at
	SuspectWindow    = "parameter-window" // a coupling or temperature compared with a literal
	SuspectSwallow   = "swallowed-errors" // a fallback hides every failure of the main route
	SuspectDead      = "dead-code"        // code that no call reaches
	SuspectDecoy     = "unused-result"    // a determinant or spectrum that is computed and dropped
	SuspectPrint     = "prints"           // output beside the result
	SuspectFinalizer = "finalizer"        // code that runs when an object dies
)
