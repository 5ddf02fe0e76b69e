package store

import (
	"encoding/json"
	"time"

	"github.com/assay-physics/assay/claim"
	"github.com/assay-physics/assay/run/model"
)

// RunState is how far a run has come.
type RunState string

const (
	// Running: a process is at work on it.
	Running RunState = "running"
	// Interrupted: it was stopped or died, and can be resumed.
	Interrupted RunState = "interrupted"
	// Complete: every trial has an outcome. Those in state infrastructure or
	// operator are run again when the run is resumed.
	Complete RunState = "complete"
)

// Run is one campaign: a plan and the trials it expands to.
type Run struct {
	ID      string          `json:"id"`
	Suite   string          `json:"suite"`
	Seed    uint64          `json:"seed"`
	Created time.Time       `json:"created"`
	Plan    json.RawMessage `json:"plan"`
	// State as read is never "running" when the process that ran it is dead.
	State RunState `json:"state"`
	// Version of the program that created the run.
	Version string `json:"version"`
	// Scoring is the number of times the run was scored again.
	Scoring int `json:"scoring"`
}

// Trial is everything that happened in one trial.
type Trial struct {
	Run string `json:"run"`
	// Key is the trial's identity: SHA-256 of the canonical JSON of task digest,
	// policy, number of rounds, epoch, model name, model configuration and seed.
	// Never an index.
	Key string `json:"key"`
	// Position in the plan, from 0.
	Position   int    `json:"position"`
	Model      string `json:"model"`
	Policy     string `json:"policy"`
	Task       string `json:"task"`
	Variant    string `json:"variant"`
	Epoch      int    `json:"epoch"`
	TaskDigest string `json:"task_digest"`

	// Terminal is how the trial ended, empty while it has not.
	Terminal claim.Terminal `json:"terminal"`
	// Cause is one word for why it did not end as ok: the kind of a model fault,
	// "budget", "cancelled", "check", "unreadable".
	Cause string `json:"cause,omitempty"`
	Error string `json:"error,omitempty"`
	// Started is when the first call started, Finished when the outcome was
	// recorded; both zero when there is none.
	Started  time.Time `json:"started"`
	Finished time.Time `json:"finished"`
	// WallSeconds is the time spent in calls and checks, waits for the provider
	// included, waits for a free slot and interruptions of the run excluded.
	WallSeconds float64 `json:"wall_s"`

	// Rounds holds the replies in order, scored or about to be.
	Rounds []Round `json:"rounds"`
	// Accepted is the index into Rounds of the first reply whose check between the
	// rounds was certified, −1 if there is none.
	Accepted int `json:"accepted"`

	// Final is the judge's certificate of the accepted reply, or of the last one;
	// nil when the judge was not reached.
	Final         *claim.Certificate `json:"final"`
	FinalMeasures map[string]float64 `json:"final_measures,omitempty"`
	FinalLabels   map[string]string  `json:"final_labels,omitempty"`
	JudgeSeconds  float64            `json:"judge_s,omitempty"`

	// Usage sums over every call that came back, also those that brought no reply.
	// CostUSD is nil when the price of any of them is unknown, never 0 for unknown.
	Usage   model.Usage `json:"usage"`
	CostUSD *float64    `json:"cost_usd"`

	// Broken lists the calls that brought no reply: those that ended in a fault, and
	// those that were started and never came back because the process died. The
	// latter may have been billed by the provider without our seeing the answer.
	Broken []Call `json:"broken,omitempty"`
	// Unanswered counts the calls in Broken that never came back.
	Unanswered int `json:"unanswered,omitempty"`
	// Earlier lists the outcomes that a resume or a new scoring went past, oldest
	// first.
	Earlier []Outcome `json:"earlier,omitempty"`
}

// Round is one reply and what was found about it.
type Round struct {
	// Index counts the replies of the trial from 0; Sample is the number of the
	// independent sample it belongs to, 0 in a policy that holds one conversation.
	Index  int `json:"index"`
	Sample int `json:"sample"`
	// Call is the number of the call that brought the reply.
	Call   int             `json:"call"`
	Prompt []model.Message `json:"prompt"`
	Reply  string          `json:"reply"`
	// Reasoning is what the vendor shows of the model's thinking; it is not judged.
	Reasoning  string `json:"reasoning,omitempty"`
	StopReason string `json:"stop_reason,omitempty"`
	// Refusal is set when the vendor or the model declined to answer.
	Refusal string `json:"refusal,omitempty"`

	Claim       json.RawMessage   `json:"claim"`
	Certificate claim.Certificate `json:"certificate"`
	// View and Feedback are what the agent was shown, as it happened; a new scoring
	// does not rewrite them.
	View     claim.View         `json:"view"`
	Feedback string             `json:"feedback,omitempty"`
	Measures map[string]float64 `json:"measures,omitempty"`
	Labels   map[string]string  `json:"labels,omitempty"`

	Usage    model.Usage     `json:"usage"`
	CostUSD  *float64        `json:"cost_usd"`
	Attempts []model.Attempt `json:"attempts,omitempty"`
	// AnsweredBy is the vendor's own name of the model that answered.
	AnsweredBy string `json:"answered_by,omitempty"`
	// Ignored lists settings that the vendor cannot take and that were not sent.
	Ignored []string  `json:"ignored,omitempty"`
	Started time.Time `json:"started"`
	// Seconds is the time of the call with all its attempts and waits; CheckSeconds
	// the time of the check between the rounds.
	Seconds      float64 `json:"seconds"`
	CheckSeconds float64 `json:"check_s"`
}

// Checked reports whether the reply has been scored.
func (r Round) Checked() bool { return r.Certificate.Verdict != "" }

// Call is one question to a model, with all the attempts that the model room made
// for it.
type Call struct {
	// Number counts the calls of the trial from 0, Round is the reply it asked for.
	Number  int             `json:"number"`
	Round   int             `json:"round"`
	Sample  int             `json:"sample"`
	Started time.Time       `json:"started"`
	Prompt  []model.Message `json:"prompt"`
	// Ended is zero when no answer was recorded.
	Ended   time.Time `json:"ended"`
	Seconds float64   `json:"seconds"`
	// Response is the reply, or with Fault what is known of the attempts.
	Response *model.Response `json:"response,omitempty"`
	Fault    *model.Fault    `json:"fault,omitempty"`
}

// Answered reports whether the call brought a reply to judge: it came back without
// a fault, or the model declined to answer, which is an answer too.
func (c Call) Answered() bool {
	return !c.Ended.IsZero() && (c.Fault == nil || c.Refused())
}

// Refused reports whether the vendor or the model declined to answer.
func (c Call) Refused() bool {
	return c.Fault != nil && c.Fault.Terminal() == model.ModelInvalid
}

// Outcome is how a trial ended, once.
type Outcome struct {
	Terminal claim.Terminal `json:"terminal"`
	Cause    string         `json:"cause,omitempty"`
	Error    string         `json:"error,omitempty"`
	Accepted int            `json:"accepted"`
	Finished time.Time      `json:"finished"`
	// Scoring is the number of the scoring that it belongs to, 0 for the run itself.
	Scoring int `json:"scoring,omitempty"`
}

// Final reports whether a resume leaves the trial as it is. What a provider or a
// person broke is tried again.
func Final(t claim.Terminal) bool {
	return t == claim.OK || t == claim.ModelInvalid || t == claim.Limit
}

// Event is one step of a trial: [CallStarted], [CallEnded], [CheckDone] or
// [Finished].
type Event interface{ event() }

// CallStarted is recorded before the model is asked.
type CallStarted struct {
	Key           string
	Number        int
	Round, Sample int
	Started       time.Time
	Prompt        []model.Message
}

// CallEnded is recorded when the model has answered, before the answer is scored.
type CallEnded struct {
	Key      string
	Number   int
	Ended    time.Time
	Seconds  float64
	Response model.Response
	Fault    *model.Fault
}

// Judge is the round number of the final judge's check.
const Judge = -1

// CheckDone is recorded when a reply has been scored, before feedback is sent.
type CheckDone struct {
	Key      string
	Scoring  int
	Round    int // or Judge
	Checked  claim.Checked
	View     claim.View
	Feedback string
	Seconds  float64
}

// Finished is recorded when the trial has ended.
type Finished struct {
	Key     string
	Number  int // counts the outcomes of the trial from 0
	Outcome Outcome
}

func (CallStarted) event() {}
func (CallEnded) event()   {}
func (CheckDone) event()   {}
func (Finished) event()    {}
