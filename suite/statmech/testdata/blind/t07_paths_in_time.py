import numpy as np


def Z_efficient(params, n):
    """Round by round: `paths` holds the weights after a round, one step of the chain per round."""
    p, q = params["p"], params["q"]
    e = np.array(params["start"], dtype=np.int8)
    member = np.zeros((len(params["sets"]), len(e)), dtype=np.int8)
    for k, s in enumerate(params["sets"]):
        member[k, s] = 1
    links = [k for k, s in enumerate(params["sets"]) if max(s) >= 8 * n]
    stars = [k for k in range(len(member)) if k not in links]
    # rounds: the links that begin at finished positions come next
    front = set(i for k in stars for i in params["sets"][k])
    blocks, left = [stars], list(links)
    while left:
        now = [k for k in left if front & set(params["sets"][k])]
        blocks.append(now)
        left = [k for k in left if k not in now]
        front = {i for k in now for i in params["sets"][k] if i < 8 * n} - front
    todo = member.sum(axis=0)
    paths = [(e.copy()[None, :], np.ones(1))]
    for block in blocks:
        marks, weight = paths.pop()
        for k in block:
            marks = np.concatenate([marks, marks ^ member[k]])
            weight = np.concatenate([weight, weight])
        todo = todo - member[block].sum(axis=0)
        done = np.flatnonzero(todo == 0)
        todo[done] = -1
        rate = np.where(done < 8 * n, p, q)
        weight = weight * np.where(marks[:, done] == 1, rate, 1 - rate).prod(axis=1)
        paths.append((marks, weight))
    return float(paths[-1][1].sum())


def special(params, n):
    p, q = params["p"], params["q"]
    return {"K": float(np.arctanh(1 - 2 * p)), "L": float(np.arctanh(1 - 2 * q))}


def exponents(params, n):
    c = special(params, n)
    held = [[] for _ in params["start"]]
    for k, s in enumerate(params["sets"]):
        for i in s:
            held[i].append(k)
    return [[ks, (c["K"] if i < 8 * n else c["L"]) * (1 - 2 * params["start"][i])] for i, ks in enumerate(held)]
