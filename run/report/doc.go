// Package report writes what a run found: report.html, one self-contained page with
// every trial in it; report.md and tables.tex with the same tables; results.jsonl
// with the records; and the figures as SVG and PNG.
//
// The types to know:
//
//   - [Input]: the run, its trials, and what the suite says about its columns,
//     obligations and tasks. [Write] makes all files of it.
//   - [Figure]: one plot in the house style ([Figures] makes them), drawn once and
//     rendered as vectors or pixels.
//   - [Table] writes the table for a terminal, as wide as it is.
//
// The numbers come from run/stats; nothing is computed here. A table is built once,
// as text, and set in each format.
//
// # What a model wrote is hostile
//
// Replies, claims, names and error messages may hold markup, scripts, escape
// sequences of terminals and marks that reorder text. In the page they exist only as
// JSON with <, > and & escaped, and become text nodes; a content policy allows the
// page's own style and script by their digests and no request at all. Everywhere
// else, characters that act instead of being read are written as their code,
// ⟨U+202E⟩.
//
// Private evidence of findings (reference values, probe parameters, gold labels) is
// removed before anything is written, unless [Input].Private asks for it.
//
// # Sources
//
// Hues: Okabe and Ito, Color Universal Design (2008). Contrast: WCAG 2.2, success
// criteria 1.4.3 and 1.4.11; a test computes it for both themes.
package report
