// Package model asks language models questions and reports exactly what happened.
//
// It is the only room that talks to vendors. A caller opens a model by its
// name ("openai/gpt-5", "anthropic/claude-opus-5-5", "google/gemini-2.5-pro",
// "openrouter/org/name", "ollama/name", "openai-api/NAME/name", "replay/FILE")
// and calls Generate. What comes back is a reply with its usage, its cost and
// the list of every attempt that was made for it, or a [Fault] that says which
// of fifteen things went wrong.
//
// The types to know:
//
//   - [Request] and [Response]: a conversation in, one reply out. Both are plain
//     data with JSON tags, so that they can be stored and compared.
//   - [Backend]: one attempt at one vendor. The vendors' own Go SDKs do this,
//     with their internal retries off, because an attempt nobody sees is a cost
//     nobody can explain.
//   - [Model]: a Backend with everything around it that makes a campaign survive:
//     retries with backoff that honour Retry-After, one scheduler per endpoint
//     shared by all who use it, time limits, prompt cancellation, prices.
//   - [Fault]: a failed attempt. Its kind decides whether a retry makes sense
//     and in which terminal state a trial ends, so that a provider's fault is
//     never counted as a model's mistake.
//
// [Open] builds a Model from a list of [Provider] values; [Standard] is the
// list of the vendors. [Recorder] writes exchanges to a file, and the
// [Replay] provider answers from such a file without any network.
//
// Every wait has a name and a deadline and is announced to a [Watcher];
// [Board] is a ready-made Watcher for progress displays.
//
// # Sources
//
// The wire formats are those of OpenAI chat completions, Anthropic messages and
// Gemini generateContent, as the SDKs named in go.mod speak them. Retry-After is
// RFC 9110 section 10.2.3. The connection control is additive increase,
// multiplicative decrease (Chiu and Jain 1989) with the figures that Inspect AI
// uses. The names of models, flags and stop reasons are Inspect AI's too.
package model
