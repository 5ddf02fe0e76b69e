package duality
import ("testing";"fmt";"time";"context";"github.com/assay-physics/assay/claim";"github.com/assay-physics/assay/physics/quiver";"github.com/assay-physics/assay/physics/quiver/catalogue";"github.com/assay-physics/assay/physics/quiver/families";"github.com/assay-physics/assay/physics/quiver/seiberg")
func TestSPP(t *testing.T){
 p,_:=catalogue.Find("SPP")
 d,_:=families.Laba(2,4,3)
 z,_:=catalogue.Find("C3/(Z2xZ2)")
 for _,e:=range []*quiver.Theory{p.Theory(2),p.Theory(3),d,z.Theory(2)}{
  for v:=range e.Nodes{
  x,err:=seiberg.Dualize(e,v,seiberg.Options{}); if err!=nil{continue}
  t0:=time.Now()
  cert,err:=Verifier{}.CheckPair(context.Background(),e,x.Theory,claim.Final)
  fmt.Println(e.Name,v,time.Since(t0),cert.Verdict,cert.Reason,err,Flags(cert), len(x.Theory.Singlets))
  bare:=x.Bare
  cert,err=Verifier{}.CheckPair(context.Background(),e,bare,claim.Final)
  fmt.Println("   bare",cert.Verdict,cert.Reason,err,Flags(cert))
  for v2:=range e.Nodes{
  y,err:=seiberg.Dualize(x.Theory,v2,seiberg.Options{}); if err!=nil{continue}
  cert,err=Verifier{}.CheckPair(context.Background(),e,y.Theory,claim.Final)
  if cert.Verdict!="certified" {fmt.Println("   then",v2,cert.Verdict,cert.Reason,err,Flags(cert))}
  for i:=range y.Theory.W { m:=y.Theory.Clone(); drop(i)(m)
   cert,err=Verifier{}.CheckPair(context.Background(),e,m,claim.Interaction)
   if cert.Verdict!="failed" {fmt.Println("   drop",v2,i,y.Theory.Text(y.Theory.W[i]),cert.Verdict,cert.Reason,err,Flags(cert))}
  }
  }
  }
 }
}
