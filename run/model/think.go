package model

import "strings"

// splitThinking takes a leading <think>…</think> block out of a reply, as local
// servers of open models leave it in the text. A block that is never closed is
// all thinking: the reply ran out of tokens before it began. Some templates write
// the opening tag into the prompt, so that a reply starts inside the block: a
// lone closing tag ends it.
func splitThinking(text string) (reasoning, content string) {
	for _, tag := range []string{"think", "thinking"} {
		open, shut := "<"+tag+">", "</"+tag+">"
		body := strings.TrimLeft(text, " \t\r\n")
		inside, opened := strings.CutPrefix(body, open)
		before, after, closed := strings.Cut(inside, shut)
		switch {
		case opened && closed, !opened && closed && !strings.Contains(before, open):
			return strings.TrimSpace(before), strings.TrimLeft(after, " \t\r\n")
		case opened:
			return strings.TrimSpace(inside), ""
		}
	}
	return "", text
}

// joinThinking puts together thinking from several places of a reply.
func joinThinking(parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, "\n\n")
}
