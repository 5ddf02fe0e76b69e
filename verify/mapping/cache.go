package mapping

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Cache keeps what running a program showed, so that the same code at the same
// problem is run once. Both methods may be called concurrently.
type Cache interface {
	Get(key string) ([]byte, bool, error)
	Put(key string, value []byte) error
}

// MemoryCache is a Cache for one process.
type MemoryCache struct{ m sync.Map }

// Get returns the value stored under key.
func (c *MemoryCache) Get(key string) ([]byte, bool, error) {
	v, ok := c.m.Load(key)
	if !ok {
		return nil, false, nil
	}
	return v.([]byte), true, nil
}

// Put stores value under key.
func (c *MemoryCache) Put(key string, value []byte) error {
	c.m.Store(key, value)
	return nil
}

// DirCache is a Cache in a folder, one file a key, written atomically: a reader sees
// a whole value or none, whatever was killed in between.
type DirCache struct{ Dir string }

// Get returns the value stored under key.
func (c DirCache) Get(key string) ([]byte, bool, error) {
	v, err := os.ReadFile(filepath.Join(c.Dir, key+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return v, err == nil, err
}

// Put stores value under key.
func (c DirCache) Put(key string, value []byte) error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(c.Dir, "."+key+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(value)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(c.Dir, key+".json"))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// flights makes concurrent requests for one key share one computation.
type flights struct {
	mu sync.Mutex
	m  map[string]*sync.Mutex
}

func (f *flights) lock(key string) (unlock func()) {
	f.mu.Lock()
	if f.m == nil {
		f.m = map[string]*sync.Mutex{}
	}
	mu, ok := f.m[key]
	if !ok {
		mu = &sync.Mutex{}
		f.m[key] = mu
	}
	f.mu.Unlock()
	mu.Lock()
	return mu.Unlock
}

// entry is what a cache holds under a key: the value with its own digest, so that a
// damaged entry is noticed.
type entry struct {
	Sum   string          `json:"sum"`
	Value json.RawMessage `json:"value"`
}

func digestOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// cached returns the value under the parts of a key, computing and storing it once.
// A damaged entry is computed anew, and a cache that cannot be used is reported and
// gone without: it must never decide a verdict. keep says whether a value may serve
// again.
func cached[T any](v *Verifier, parts []string, keep func(T) bool, compute func() (T, error)) (T, error) {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s;", len(p), p)
	}
	key := hex.EncodeToString(h.Sum(nil))
	defer v.flights.lock(key)()

	raw, ok, err := v.cache.Get(key)
	if err != nil {
		v.warn(fmt.Errorf("mapping: audit cache: %w", err))
	}
	if ok && err == nil {
		var e entry
		var value T
		if json.Unmarshal(raw, &e) == nil && e.Sum == digestOf(e.Value) && json.Unmarshal(e.Value, &value) == nil {
			return value, nil
		}
	}
	value, err := compute()
	if err != nil || keep != nil && !keep(value) {
		return value, err
	}
	if raw, err = json.Marshal(value); err == nil {
		raw, err = json.Marshal(entry{Sum: digestOf(raw), Value: raw})
	}
	if err == nil {
		err = v.cache.Put(key, raw)
	}
	if err != nil {
		v.warn(fmt.Errorf("mapping: audit cache: %w", err))
	}
	return value, nil
}
