package spin

import "github.com/assay-physics/assay/physics/partition"

// LogZ is the natural logarithm of a partition function.
type LogZ = partition.LogZ
