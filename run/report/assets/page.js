"use strict";
(() => {
// Everything a model wrote reaches the page as a text node, never as markup.
const el = (name, props, ...kids) => {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(props || {})) {
    if (k === "class") e.className = v; else e.setAttribute(k, v);
  }
  e.append(...kids.filter((k) => k !== null && k !== undefined && k !== ""));
  return e;
};
// Characters that would act instead of being read: controls, marks that reorder text,
// invisible ones. Shown as their code.
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/;
const text = (s) => {
  const f = document.createDocumentFragment();
  let run = "";
  for (const ch of s) {
    if (!acting.test(ch)) { run += ch; continue; }
    if (run) { f.append(run); run = ""; }
    f.append(el("span", {class: "ctl"}, "⟨U+" + ch.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "⟩"));
  }
  if (run) f.append(run);
  return f;
};
const data = (id) => JSON.parse(document.getElementById(id).textContent);
const blob = (n) => data("b" + n);
const kind = data("kind");

const fold = (title, open, make) => {
  const d = el("details", {}, el("summary", {}, title));
  d.addEventListener("toggle", () => { if (d.open && d.childElementCount === 1) d.append(make()); });
  if (open) { d.append(make()); d.open = true; }
  return d;
};
const pre = (s, cls) => el("pre", {class: cls || "", tabindex: "0"}, text(s));
const list = (pairs) => {
  const dl = el("dl", {class: "say"});
  for (const [k, v] of pairs || []) dl.append(el("dt", {}, text(k)), el("dd", {}, text(v)));
  return dl;
};
const badge = (s) => el("span", {class: "badge s-" + s.replace(/[^a-z_]/g, "")}, s.replace("_", " "));

const scalar = (v) => v === null || typeof v !== "object";
const show = (v) => scalar(v) ? String(v) : JSON.stringify(v);
// Rows of equal records read better as a table; all else stays JSON.
const evidence = (d) => {
  const rows = Array.isArray(d) ? d : null;
  if (rows && rows.length && rows.length <= 200 && rows.every((r) => r && !scalar(r) && !Array.isArray(r) && Object.values(r).every(scalar))) {
    const keys = [...new Set(rows.flatMap((r) => Object.keys(r)))];
    return el("div", {class: "scroll"}, el("table", {}, el("thead", {}, el("tr", {}, ...keys.map((k) => el("th", {scope: "col"}, text(k))))),
      el("tbody", {}, ...rows.map((r) => el("tr", {}, ...keys.map((k) => el("td", {}, k in r ? text(show(r[k])) : "")))))));
  }
  return pre(typeof d === "string" ? d : JSON.stringify(d, null, 1));
};

const finding = (f) => {
  const o = kind[f.obligation] || {};
  const cell = el("td", {class: "message"}, text(f.message || ""));
  if (f.magnitude) {
    const m = f.magnitude;
    cell.append(el("small", {}, m.failed + " of " + m.total + " probes differ" + (m.errors && m.errors.length ? "; relative errors " + m.errors.join(", ") : "")));
  }
  for (const [what, list] of [["evidence", f.evidence], ["private evidence", f.private]]) {
    for (const e of list || []) cell.append(fold(what + ": " + e.kind, false, () => evidence(e.data)));
  }
  const name = el("td", {}, el("code", {}, text(f.obligation)));
  if (o.meaning) name.append(el("small", {}, text(o.meaning)));
  return el("tr", {}, el("td", {}, badge(f.status)), name, cell);
};
const certificate = (n) => {
  const c = blob(n);
  const body = el("tbody", {}, ...(c.findings || []).map(finding));
  const out = el("div", {}, el("p", {}, badge(c.verdict || "none"), " ", text(c.reason || ""), el("small", {}, " profile " + c.profile)));
  if ((c.findings || []).length) {
    out.append(el("div", {class: "scroll", tabindex: "0"}, el("table", {}, el("thead", {}, el("tr", {}, ...["status", "obligation", "finding"].map((t) => el("th", {scope: "col"}, t)))), body)));
  }
  if ((c.measurements || []).length) {
    out.append(fold("measurements (" + c.measurements.length + ")", false, () => evidence(c.measurements)));
  }
  return out;
};

const round = (r) => {
  const d = el("section", {class: "round"}, el("h3", {}, r.title + " ", badge(r.verdict || "unknown")));
  d.append(fold("prompt (" + r.prompt.length + " messages)", false, () => {
    const f = el("div", {});
    for (const [role, n] of r.prompt) f.append(el("h4", {}, role), pre(blob(n)));
    return f;
  }));
  if (r.reasoning >= 0) d.append(fold("reasoning, as far as the vendor shows it", false, () => pre(blob(r.reasoning))));
  d.append(fold("reply", r.code < 0, () => pre(blob(r.reply))));
  if ((r.claim || []).length) d.append(el("h4", {}, "claim, as read"), list(r.claim));
  if (r.code >= 0) d.append(el("h4", {}, "code"), pre(blob(r.code), "code"));
  if (r.certificate >= 0) d.append(el("h4", {}, "findings"), certificate(r.certificate));
  if (r.feedback >= 0) d.append(el("h4", {}, "feedback sent (" + r.level + ")"), pre(blob(r.feedback)));
  d.append(fold("usage, measures, attempts", false, () => list(r.facts)));
  return d;
};
const fill = (t) => {
  if (t.childElementCount > 1) return;
  const d = data("t-" + t.id.slice(6));
  const body = el("div", {class: "body"}, list(d.facts));
  for (const r of d.rounds) body.append(round(r));
  if (d.final >= 0) body.append(el("h3", {}, "Final judge"), certificate(d.final), fold("measures", false, () => list(d.measures)));
  t.append(body);
};

const trials = [...document.querySelectorAll("details.trial")];
for (const t of trials) t.addEventListener("toggle", () => { if (t.open) fill(t); });

// #trial-KEY opens that trial; a unique beginning of the key is enough.
const follow = () => {
  const h = decodeURIComponent(location.hash.slice(1));
  if (!/^trial-[0-9A-Za-z_.-]+$/.test(h)) return;
  let t = document.getElementById(h);
  if (!t) { const m = trials.filter((x) => x.id.startsWith(h)); if (m.length === 1) t = m[0]; }
  if (!t) return;
  t.hidden = false; fill(t); t.open = true; t.scrollIntoView();
  t.querySelector("summary").focus({preventScroll: true});
};
addEventListener("hashchange", follow);

const form = document.getElementById("filter");
const filter = () => {
  let n = 0;
  for (const t of trials) {
    t.hidden = [...form.elements].some((s) => s.name && s.value && t.dataset[s.name] !== s.value);
    if (!t.hidden) n++;
  }
  document.getElementById("shown").textContent = n + " of " + trials.length + " trials";
};
form.hidden = false;
form.addEventListener("change", filter);
form.addEventListener("submit", (e) => e.preventDefault());
document.getElementById("unfold").addEventListener("click", () => { for (const t of trials) if (!t.hidden) { fill(t); t.open = true; } });
document.getElementById("fold").addEventListener("click", () => { for (const t of trials) t.open = false; });
filter();

const button = document.getElementById("theme"), root = document.documentElement;
const themes = ["system", "light", "dark"];
const paint = (name) => {
  if (name === "system") root.removeAttribute("data-theme"); else root.setAttribute("data-theme", name);
  button.textContent = "Theme: " + name;
};
let theme = "system";
try { if (themes.includes(localStorage.getItem("assay-theme"))) theme = localStorage.getItem("assay-theme"); } catch { /* no storage for files here: the choice lasts as long as the page */ }
button.hidden = false;
paint(theme);
button.addEventListener("click", () => {
  theme = themes[(themes.indexOf(theme) + 1) % themes.length];
  paint(theme);
  try { localStorage.setItem("assay-theme", theme); } catch { /* as above */ }
});
follow();
})();
