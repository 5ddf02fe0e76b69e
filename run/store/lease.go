package store

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// A lease is renewed every renewEvery. Whether its holder lives is asked of the
// system where process ids can be compared; a holder elsewhere is taken for dead
// after leaseExpiry without renewal.
const (
	renewEvery  = 5 * time.Second
	leaseExpiry = 30 * time.Second
)

// holder is who has the right to add to a run.
type holder struct {
	token   string
	host    string // for people
	machine string // where process ids mean the same: host, boot and pid namespace
	pid     int
	born    string // start of the process, for ids are used again
	renewed time.Time
}

var sessions atomic.Int64

// thisProcess describes a new session of this process.
func thisProcess(now time.Time) holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	pid := os.Getpid()
	born, _ := processBorn(pid)
	return holder{
		token:   fmt.Sprintf("%s/%d/%d/%d", machine(host), pid, now.UnixNano(), sessions.Add(1)),
		host:    host,
		machine: machine(host),
		pid:     pid,
		born:    born,
		renewed: now,
	}
}

// alive reports whether the holder can still be at work, as far as the process self
// can tell.
func (h holder) alive(self holder) bool {
	if h.machine != self.machine {
		return self.renewed.Sub(h.renewed) < leaseExpiry
	}
	born, running := processBorn(h.pid)
	return running && born == h.born
}
