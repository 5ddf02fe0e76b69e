package sandbox

import "log/slog"

// Options say how to open a [Pool]. Zero values are sensible.
type Options struct {
	Python  string       // the interpreter; empty: what [FindPython] finds
	Workers int          // jobs at a time; 0: one a processor
	Unsafe  bool         // run foreign code also where the machine cannot contain it
	Preload []string     // modules to import once, in the warm interpreter; nil: the usual numerical ones; all must be importable
	Logger  *slog.Logger // nil: silence
}
