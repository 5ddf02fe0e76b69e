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

// cached returns the value under the parts of a key, computing and storing it once.
// A damaged entry is computed anew: a cache must never decide a verdict.
func cached[T any](c Cache, fl *flights, parts []string, compute func() (T, error)) (T, error) {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s;", len(p), p)
	}
	key := hex.EncodeToString(h.Sum(nil))
	defer fl.lock(key)()

	var v T
	raw, ok, err := c.Get(key)
	if err != nil {
		return v, fmt.Errorf("mapping: audit cache: %w", err)
	}
	if ok && json.Unmarshal(raw, &v) == nil {
		return v, nil
	}
	v, err = compute()
	if err != nil {
		return v, err
	}
	raw, err = json.Marshal(v)
	if err != nil {
		return v, fmt.Errorf("mapping: audit cache: %w", err)
	}
	if err := c.Put(key, raw); err != nil {
		return v, fmt.Errorf("mapping: audit cache: %w", err)
	}
	return v, nil
}
