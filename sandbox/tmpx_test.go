package sandbox
import ("testing";"context";"os";"path/filepath")
func TestX(t *testing.T){ ip,err:=FindPython(context.Background(),nil); t.Log(ip.Path,ip.Packages,err)
 // without ensurepip: any other pip
 base,err:=basePython(context.Background()); if err!=nil{t.Fatal(err)}
 dir:=t.TempDir(); list:=filepath.Join(dir,"r.txt"); os.WriteFile(list,requirements,0o644)
 env:=filepath.Join(dir,"env")
 t.Log(base.Executable)
 err=run(context.Background(),os.Stderr,base.Executable,"-I","-m","venv","--without-pip",env); t.Log(err)
 err=run(context.Background(),os.Stderr,"pip3","--python",filepath.Join(env,"bin","python3"),"--disable-pip-version-check","--no-input","-q","install","--require-hashes","--no-deps","--only-binary",":all:","-r",list); t.Log(err)
 ip,err=examinePython(context.Background(),filepath.Join(env,"bin","python3")); t.Log(ip.Packages,err)
}
