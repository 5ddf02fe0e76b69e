import math


def log_sum(n, pairs, fields):
    """ln of the sum over n signs: carry the weights of the two values of a site along each path that the pairs form."""
    near = [[] for _ in range(n)]
    for i, j, K in pairs:
        near[i].append((j, K))
        near[j].append((i, K))
    seen = [False] * n
    log_scale = 0.0
    for here in range(n):
        if seen[here] or len(near[here]) > 1:
            continue  # not the end of a path that is still to be done
        seen[here] = True
        up, down = math.exp(fields[here]), math.exp(-fields[here])
        following = near[here]
        while following:
            here, K = following[0]
            seen[here] = True
            like, unlike, field = math.exp(K), math.exp(-K), math.exp(fields[here])
            up, down = (like * up + unlike * down) * field, (unlike * up + like * down) / field
            top = max(up, down)
            log_scale += math.log(top)
            up, down = up / top, down / top
            following = [(j, K) for j, K in near[here] if not seen[j]]
        log_scale += math.log(up + down)
    return log_scale
