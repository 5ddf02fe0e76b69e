// Package engine takes any model file, finds why its partition function is tractable,
// and returns ln Z with an error bound.
//
// The types to know:
//
//   - [System]: a model of any kind, made by [Read].
//   - [Plan]: an evaluator that applies, with its predicted cost and the reason; [Plans]
//     lists all that apply, cheapest first, and [Refusal] says why another one does not.
//   - [Result]: ln Z with what was considered, what was chosen, and the cross-check.
//   - [Analysis]: what the structure analysis found, each fact with its witness.
//
// How the engine decides. Every evaluator states, from the model's couplings and never
// from its name, whether it applies and how many elementary steps it takes. The cheapest
// one runs. Each result carries a bound on its error; when the bound exceeds the
// tolerance the next arithmetic, and then the next evaluator, is tried, and the result
// says so. Where nothing exact is within the budget an estimate is returned, marked as
// such. Costs are counted in steps, never in seconds, so that the choice does not depend
// on the machine's load.
package engine
