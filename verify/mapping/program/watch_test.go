package program
import ("testing";"time";"os";"fmt")
func init(){}
func watch(t *testing.T, src string, f func()) {
	done:=make(chan bool)
	go func(){ select{case <-done: case <-time.After(8*time.Second): os.WriteFile("/tmp/hang_"+fmt.Sprint(os.Getpid())+".py",[]byte(src),0o644)}}()
	f(); close(done)
}
