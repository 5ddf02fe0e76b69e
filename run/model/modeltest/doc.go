// Package modeltest has servers that speak the vendors' wire formats on
// localhost and misbehave as told. The vendors' real SDKs talk to them, so that
// what is tested is the whole way from a request to a reply or a fault.
//
//	server := modeltest.OpenAI(modeltest.Steps(
//		modeltest.Fail(modeltest.TooManyRequests),
//		modeltest.Say("forty-two"),
//	))
//	defer server.Close()
//	m, err := model.Open(ctx, model.Standard(), server.ModelName(), model.Options{Lookup: server.Lookup("key")})
//
// The types to know are [Server], [Script] (what to answer to which call), and
// [Step] (one answer: a [Reply] or a [Fault]).
package modeltest
