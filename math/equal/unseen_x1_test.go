package equal

import "testing"

// TestUnseenX1 compares pairs written blind after the rules on second readings were made: a third of
// them are different and look equal. The last rows are of what was missed, there and in
// trials beside the table: a letter with a prime as the name of a value, letters of stated commutators.
func TestUnseenX1(t *testing.T) { gradeTable(t, "unseen_X1.jsonl", nil) }
