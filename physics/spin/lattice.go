package spin

import "github.com/assay-physics/assay/physics/modelfile"

// Lattice names a generator: which sites are joined, in which order.
type Lattice = modelfile.Lattice

// maxTerms bounds the models that are written out term by term.
const maxTerms = modelfile.MaxTerms
