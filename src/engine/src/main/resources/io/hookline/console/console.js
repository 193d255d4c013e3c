// The page of the console. What is shown is state; draw() makes the page equal to it. All text goes through h(), which never reads it as
// HTML, and every request sends the token in a header.
import { h, render } from "./preact.js";

const REFRESH = 10000; // states such as "next call in 8 s" change without an event
const AT_MOST_EACH = 500; // between two reads because of events
const SILENCE = 40000; // the server writes a comment each 15 s
const GROUP = 10; // more children of a kind are one node
const PAGE = 100;
const FILTERS = ["", "failing", "waiting", "busy", "paused"];

const state = {
  token: "",
  route: { pane: "controllers", query: new URLSearchParams() },
  data: null, // the answer for this route
  problem: "", // why there is none
  lost: null, // since when the watcher does not answer
  live: false,
  open: new Set(), // entries of the timeline that are open
  groups: new Set(), // nodes of the tree that are open
  node: "", // the node of the tree that has the focus
  child: "", // the child whose entries are shown
  trial: null, // of an edited parent: {busy} or {problem} or {answer}
};

// Requests

class Denied extends Error {}

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(path, {
      ...options,
      headers: { ...options.headers, Authorization: "Bearer " + state.token },
      cache: "no-store",
    });
  } catch (e) {
    if (e instanceof TypeError && /header|ByteString|ISO-8859/i.test(e.message)) throw new Denied(); // no token looks like that
    throw e;
  }
  if (response.status === 401) throw new Denied();
  return response;
}

function ask(problem = "") {
  state.token = "";
  sessionStorage.removeItem("token");
  state.data = null;
  state.problem = problem;
  state.trial = null;
  draw();
}

const path = (id) => "api/parents/" + id.split("/").map(encodeURIComponent).join("/");

function address({ pane, query }) {
  if (pane === "parent") return path(query.get("id") || "");
  if (pane === "parents") return "api/parents?" + new URLSearchParams({ ...Object.fromEntries(query), limit: PAGE });
  return "api/controllers";
}

let reading = 0;

async function load() {
  if (!state.token) return draw();
  const mine = ++reading;
  try {
    const response = await request(address(state.route));
    const answer = await response.json();
    if (mine !== reading) return;
    const failed = response.status >= 400;
    state.problem = answer.standby || (failed ? answer.error || "the watcher answered " + response.status : "");
    state.data = state.problem ? null : answer;
    state.lost = null;
  } catch (e) {
    if (mine !== reading) return;
    if (e instanceof Denied) return ask("This token is not accepted.");
    state.lost = state.lost || new Date();
  }
  draw();
}

let timer = 0;
let busy = false;
let again = false;
let next = 0; // not before this time

// Among many parents a read takes long: then it is repeated less often.
function soon() {
  again = busy;
  if (busy || timer) return;
  timer = setTimeout(async () => {
    const begin = Date.now();
    timer = 0;
    busy = true;
    try {
      await load();
    } finally {
      next = Date.now() + Math.max(AT_MOST_EACH, 10 * (Date.now() - begin));
      busy = false;
      if (again) soon();
    }
  }, Math.max(0, next - Date.now()));
}

function changed({ parents, more }) {
  const { pane, query } = state.route;
  if (pane !== "parent" || more || parents.includes(query.get("id"))) soon();
}

// Reads the stream of changes for as long as the page is visible: a browser has few connections to one server.
async function follow() {
  let wait = 500;
  for (;;) {
    while (document.hidden || !state.token) await pause(250);
    const ended = new AbortController();
    let silence = setTimeout(() => ended.abort(), SILENCE);
    const hide = () => document.hidden && ended.abort();
    document.addEventListener("visibilitychange", hide);
    try {
      const response = await request("api/changes", { signal: ended.signal });
      if (response.ok) {
        state.live = true;
        wait = 500;
        await load();
        let rest = "";
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          clearTimeout(silence);
          silence = setTimeout(() => ended.abort(), SILENCE);
          const parts = (rest + value).split("\n\n");
          rest = parts.pop();
          parts.filter((part) => part.startsWith("data: ")).forEach((part) => changed(JSON.parse(part.slice(6))));
        }
      }
    } catch (e) {
      if (e instanceof Denied) ask("This token is not accepted.");
    } finally {
      clearTimeout(silence);
      document.removeEventListener("visibilitychange", hide);
      state.live = false;
    }
    await pause(wait);
    wait = Math.min(5000, wait * 2);
    await load();
  }
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

// Where we are

function link(pane, query = {}) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "" && value !== 0)).toString();
  return "#/" + pane + (search ? "?" + search : "");
}

const go = (pane, query) => (location.hash = link(pane, query));

function navigate() {
  const given = /^#token=(.+)$/.exec(location.hash);
  if (given) {
    state.token = decodeURIComponent(given[1]);
    sessionStorage.setItem("token", state.token);
    history.replaceState(null, "", location.pathname + "#/controllers"); // out of the address bar and the history
  }
  const [, pane, query] = /^#\/(\w*)\??(.*)$/.exec(location.hash) || [];
  const next = { pane: "controllers", query: new URLSearchParams(query || "") };
  if (pane === "parents" || (pane === "parent" && next.query.get("id"))) next.pane = pane;
  const same = next.pane === state.route.pane && next.query.get("id") === state.route.query.get("id");
  state.route = next;
  if (!same) {
    Object.assign(state, { data: null, problem: "", node: "", child: "", trial: null });
    state.open.clear();
    state.groups.clear();
    scrollTo(0, 0);
  }
  load();
}

// Words

const time = (text) => new Date(text).toLocaleTimeString([], { hour12: false });
const count = (number, noun) => number.toLocaleString("en") + " " + noun + (number === 1 ? "" : "s");
const size = (bytes) => (bytes < 1000 ? bytes + " B" : (bytes / 1000).toFixed(1) + " kB");
const MARKS = { failing: "✕", "not ready": "✕", deleting: "−", waiting: "…", busy: "↻", paused: "‖", done: "✓", ready: "✓", exists: "·" };
const TONES = { failing: "bad", "not ready": "bad", deleting: "warn", waiting: "warn", paused: "warn", busy: "busy", done: "good", ready: "good" };

const mark = (word) => h("span", { class: "badge mark " + (TONES[word] || ""), "aria-hidden": "true" }, MARKS[word] || "·");
const badge = (word, text = word) => word !== "exists" && h("span", { class: "badge " + (TONES[word] || "") }, mark(word), text);

function quietText(quiet) {
  const within = Math.round((new Date(quiet.to) - new Date(quiet.from)) / 1000);
  const counts = Object.entries(quiet).filter(([name, value]) => typeof value === "number" && name !== "calls");
  return count(quiet.calls, "call") + " without a change" + (within > 0 ? " within " + within + " s" : "") + ": "
    + counts.map(([name, value]) => value + " " + name).join(", ") + (quiet.lastObject ? "; last " + quiet.lastObject : "");
}

// What differs from the last call; and the causes that this does not show, such as a timer.
function because(entry) {
  const reasons = (entry.changed || []).map((each) => ({
    text: each.how === "own write" ? "own write of " + each.object
      : each.object + " " + each.how + (each.by ? " by " + each.by : "")
        + (each.how === "changed" && each.fields && !each.fields.length ? ", but nothing that the hook sees" : ""),
    fields: each.fields || [],
  }));
  const known = (entry.changed || []).map((each) => each.object + " ");
  const causes = (entry.causes || []).filter(
    (cause) => !reasons.length || !(cause === "parent changed" || known.some((object) => cause.startsWith(object))));
  if (causes.length) {
    const unexplained = !reasons.length && entry.changed && !entry.first;
    reasons.unshift({ text: causes.join(", ") + (unexplained ? "; nothing that the hook sees has changed" : ""), fields: [] });
  }
  if (entry.moreChanged) reasons.push({ text: "and " + entry.moreChanged + " more", fields: [] });
  return reasons;
}

function called(entry) {
  return (entry.calls || []).map((call) => ({
    text: call.hook + ", " + size(call.bytesIn)
      + (call.answer === "same" ? ", the same answer as before" : entry.first ? "" : ", another answer than before"),
    fields: [],
  }));
}

function wrote(entry) {
  const writes = (entry.writes || []).map((write) => ({
    text: write.do + (write.object ? " " + write.object : ""),
    fields: write.fields || [],
  }));
  if (entry.moreWrites) writes.push({ text: "and " + entry.moreWrites + " more", fields: [] });
  return writes;
}

// Panes

function head() {
  const { pane, query } = state.route;
  const id = query.get("id");
  const controller = pane === "parents" ? query.get("controller") : id && id.split("/")[0].replace("-", "/");
  const here = (text, href, last) => h("a", { href, "aria-current": last ? "page" : null }, text);
  return h("header", null,
    h("h1", null, h("a", { href: link("controllers") }, "Hookline")),
    h("nav", { "aria-label": "Panes" },
      here("Controllers", link("controllers"), pane === "controllers"),
      here("Parents", link("parents"), pane === "parents" && !controller),
      controller && here(controller.split("/")[1], link("parents", { controller }), pane === "parents"),
      pane === "parent" && here(id.split("/").slice(2).join("/").replace("-/", ""), link("parent", { id }), true)),
    h("p", { class: "live" + (state.lost ? " lost" : ""), role: "status" },
      state.lost ? "not connected since " + time(state.lost) : state.live ? "live" : "connecting"));
}

function login() {
  const enter = (event) => {
    event.preventDefault();
    state.token = event.target.elements.token.value.trim();
    sessionStorage.setItem("token", state.token);
    state.problem = "";
    load();
  };
  return h("main", { class: "login" },
    h("form", { onSubmit: enter },
      h("h1", null, "Hookline"),
      h("label", { for: "token" }, "Token of the console"),
      h("input", { id: "token", name: "token", type: "password", autocomplete: "off", required: true }),
      h("button", null, "Open"),
      h("p", { class: "hint" }, state.problem
        || "hookline dev prints a URL that has it. Of hookline watch it is a line of the file of --console-token-file.")));
}

function controllers({ controllers: all }) {
  if (!all.length) return h("p", { class: "empty" }, "There is no controller yet: apply a CompositeController or a DecoratorController.");
  return h("table", { class: "rows" },
    h("thead", null, h("tr", null, ["Controller", "Ready", "Parents", "Failing", "Queued", "Hooks"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, all.map((each) => {
      const well = each.running && each.ready.startsWith("True") && !each.paused;
      const word = each.running ? "Ready " + (each.ready || "is not known yet") : "does not run";
      return h("tr", { key: each.name },
        h("td", { "data-label": "" },
          h("a", { href: link("parents", { controller: each.name }) }, each.name.split("/")[1]),
          h("div", { class: "hint" }, each.name.split("/")[0])),
        h("td", { "data-label": "" },
          badge(each.paused ? "paused" : well ? "ready" : "not ready", word + (each.paused ? ", paused" : "")),
          !well && each.message && h("div", { class: "message" }, each.message)),
        h("td", { "data-label": "Parents", class: "number" }, each.parents.toLocaleString("en")),
        h("td", { "data-label": "Failing", class: "number" + (each.failing ? " bad" : "") },
          each.failing ? h("a", { href: link("parents", { controller: each.name, state: "failing" }) }, each.failing) : 0),
        h("td", { "data-label": "Queued", class: "number" }, each.queued),
        h("td", { "data-label": "Hooks" }, each.hook && each.message.includes(each.hook) ? "fail" : each.hook));
    })));
}

let typing = 0;

function parents({ parents: rows, total }) {
  const query = Object.fromEntries(state.route.query);
  const after = Number(query.after || 0);
  const search = (event) => {
    const q = event.target.value.trim();
    clearTimeout(typing);
    typing = setTimeout(() => {
      history.replaceState(null, "", link("parents", { ...query, q, after: 0 })); // one step back for all letters
      navigate();
    }, 150);
  };
  const enter = async (event) => {
    event.preventDefault();
    clearTimeout(typing);
    const q = event.target.elements.q.value.trim();
    history.replaceState(null, "", link("parents", { ...query, q, after: 0 }));
    navigate();
    await load();
    const first = state.data && state.data.parents && state.data.parents[0];
    if (first) go("parent", { id: first.id });
  };
  return [
    h("form", { class: "filters", role: "search", onSubmit: enter },
      h("input", {
        name: "q", type: "search", placeholder: "Search kind, namespace, name", "aria-label": "Search parents; Enter opens the first",
        defaultValue: query.q || "", onInput: search, autocomplete: "off",
      }),
      h("span", { role: "group", "aria-label": "State" }, FILTERS.map((filter) => h("button", {
        type: "button", "aria-pressed": String((query.state || "") === filter),
        onClick: () => go("parents", { ...query, state: filter, after: 0 }),
      }, filter || "all")))),
    h("p", { class: "hint", role: "status" }, total ? (after + 1).toLocaleString("en") + " to " + (after + rows.length).toLocaleString("en") + " of "
      + count(total, "parent") : "No parent matches."),
    h("table", { class: "rows", hidden: !rows.length },
      h("thead", null, h("tr", null, ["State", "Parent", "Controller", "Now", "Syncs"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", null, rows.map((each) => h("tr", { key: each.id },
        h("td", { "data-label": "" }, badge(each.state)),
        h("td", { "data-label": "" }, h("a", { href: link("parent", { id: each.id }) }, each.object)),
        h("td", { "data-label": "", class: "hint" }, each.controller.replace("/", " ")),
        h("td", { "data-label": "" }, each.now),
        h("td", { "data-label": "Syncs", class: "number" }, each.syncs))))),
    total > PAGE && h("p", { class: "pages" },
      h("button", { disabled: !after, onClick: () => go("parents", { ...query, after: Math.max(0, after - PAGE) }) }, "Previous"),
      h("button", { disabled: after + PAGE >= total, onClick: () => go("parents", { ...query, after: after + PAGE }) }, "Next")),
  ];
}

// The tree: the parent, its children, and one node for many children of a kind.
function nodes(parent) {
  const kinds = parent.childKinds || {};
  const root = { key: "root", level: 1, object: parent.object, ...(parent.health || { state: "missing" }) };
  const all = [root];
  const grouped = new Set();
  for (const child of parent.children || []) {
    const kind = kinds[child.kind];
    const key = "kind " + child.kind;
    if (kind.count > GROUP && !grouped.has(key)) {
      grouped.add(key);
      all.push({
        key, level: 2, group: true, open: state.groups.has(key), state: kind.notReady ? "not ready" : "exists",
        object: child.kind + " × " + kind.count, problem: kind.notReady ? kind.notReady + " not ready" : "",
      });
    }
    if (kind.count <= GROUP) all.push({ key: child.object, level: 2, ...child });
    else if (state.groups.has(key)) all.splice(lastOf(all, key) + 1, 0, { key: child.object, level: 3, of: key, ...child });
  }
  return all;
}

function lastOf(all, key) {
  let last = all.findIndex((node) => node.key === key);
  while (last + 1 < all.length && all[last + 1].of === key) last++;
  return last;
}

function toggleGroup(key) {
  if (!state.groups.delete(key)) state.groups.add(key);
}

function choose(node) {
  if (node.group) toggleGroup(node.key);
  else state.child = node.level === 1 || state.child === node.object ? "" : node.object;
  draw();
}

function tree(parent) {
  const all = nodes(parent);
  const at = Math.max(0, all.findIndex((node) => node.key === state.node));
  const focus = (index) => {
    state.node = all[Math.max(0, Math.min(all.length - 1, index))].key;
    draw();
    document.getElementById("node-" + state.node)?.focus();
  };
  const keys = (event) => {
    const node = all[at];
    const actions = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      Home: () => focus(0),
      End: () => focus(all.length - 1),
      ArrowRight: () => (node.group && !node.open ? choose(node) : node.level < 3 && all[at + 1]?.level > node.level && focus(at + 1)),
      ArrowLeft: () => (node.group && node.open ? choose(node) : focus(node.of ? all.findIndex((each) => each.key === node.of) : 0)),
      Enter: () => choose(node),
      " ": () => choose(node),
    };
    if (actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    }
  };
  const hidden = parent.childCount - (parent.children || []).length;
  return h("section", { class: "tree", "aria-labelledby": "tree-title" },
    h("h2", { id: "tree-title" }, "Children"),
    h("ul", { role: "tree", "aria-label": "Parent and children", onKeyDown: keys }, all.map((node, index) => h("li", {
      key: node.key, id: "node-" + node.key, role: "treeitem", class: "level" + node.level,
      "aria-level": node.level, "aria-expanded": node.group ? String(node.open) : node.level === 1 ? "true" : null,
      "aria-selected": String(state.child === node.object), tabIndex: index === at ? 0 : -1,
      onClick: () => { state.node = node.key; choose(node); },
    },
      h("span", { class: "name" }, node.object), " ", badge(node.state, node.problem || node.state),
      node.message && h("div", { class: "hint" }, node.message)))),
    !parent.childCount && h("p", { class: "hint" }, "It has no children."),
    hidden > 0 && h("p", { class: "hint" }, "and " + hidden.toLocaleString("en") + " more"));
}

// The timeline

const short = (reason) => [reason.text, reason.fields.length > 0 && h("span", { class: "field" }, reason.fields[0])];

function detail(label, reasons) {
  return reasons.map((reason, index) => [
    h("dt", null, index ? "" : label),
    h("dd", null, reason.text, reason.fields.map((field) => h("code", null, field))),
  ]);
}

function entry(each) {
  const open = state.open.has(each.seq);
  const toggle = () => {
    if (!state.open.delete(each.seq)) state.open.add(each.seq);
    draw();
  };
  const failed = each.outcome === "failed";
  const reasons = because(each);
  const writes = wrote(each);
  return h("li", { key: each.seq, class: "entry" + (failed ? " failed" : "") },
    h("button", {
      "aria-expanded": String(open), onClick: toggle,
      onKeyDown: (event) => event.key === "Escape" && open && toggle(),
    },
      h("time", { dateTime: each.time, title: new Date(each.time).toString() }, time(each.time)),
      h("span", { class: "what" },
        h("span", { class: "cause" }, reasons.length ? short(reasons[0]) : "synced"),
        h("span", { class: "effect" + (failed ? " bad" : "") },
          each.error ? each.error : each.outcome !== "done" ? each.outcome
            : writes.length ? writes.map((write) => h("div", null, short(write))) : "wrote nothing"),
        each.count > 1 && h("span", { class: "hint" }, each.count + " times until " + time(each.until)))),
    open && h("div", { class: "details" },
      h("dl", null,
        detail("because", reasons), detail("called", called(each)),
        each.error && detail("error", [{ text: each.error, fields: [] }]),
        detail("wrote", writes),
        h("dt", null, each.count > 1 ? "first took" : "took"), h("dd", null, took(each.times)),
        h("dt", null, "trace"), h("dd", null, h("code", null, each.trace)))));
}

function took(times) {
  const stages = ["queue", "claim", "hook", "apply"].filter((stage) => times[stage] !== undefined);
  return [Math.round(times.total) + " ms: " + stages.map((stage) => stage + " " + times[stage]).join(", "),
    h("span", { class: "stages", "aria-hidden": "true" }, stages.map((stage) => h("span", { class: stage, style: { flexGrow: times[stage] } })))];
}

function timeline(parent) {
  const names = (each, list) => (each[list] || []).some((object) => object.object === state.child);
  const shown = (parent.entries || []).filter((each) => !state.child || names(each, "writes") || names(each, "changed"));
  const quiet = (key, counters) => counters && counters.calls > 0 && h("li", { key, class: "quiet" }, quietText(counters));
  return h("section", { class: "timeline", "aria-labelledby": "timeline-title" },
    h("h2", { id: "timeline-title" }, state.child ? "Syncs with " + state.child : "Syncs",
      state.child && h("button", { class: "small", onClick: () => { state.child = ""; draw(); } }, "show all")),
    h("ol", null,
      !state.child && quiet("quiet", parent.quiet),
      shown.flatMap((each) => [entry(each), !state.child && quiet("quiet " + each.seq, each.quietBefore)])),
    !shown.length && h("p", { class: "hint" }, "Nothing is known of it."),
    h("p", { class: "hint" }, "Known since " + time(parent.since) + ", when this watcher started."));
}

async function attempt(event) {
  event.preventDefault();
  const text = event.target.elements.parent.value;
  const mine = (state.trial = { busy: true }); // not shown any more as soon as another parent is
  let wrong = "This is not JSON: ";
  draw();
  try {
    const body = JSON.stringify({ parent: JSON.parse(text) });
    wrong = "The answer of the watcher is not JSON: ";
    const response = await request(path(state.route.query.get("id")) + "/try", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const answer = await response.json();
    Object.assign(mine, response.ok ? { answer } : { problem: answer.error });
  } catch (e) {
    if (e instanceof Denied) return ask("This token is not accepted.");
    mine.problem = e instanceof SyntaxError ? wrong + e.message : "The watcher does not answer.";
  }
  mine.busy = false;
  draw();
}

function trial(data) {
  const { status, ...editable } = data.parent;
  const { busy, problem, answer } = state.trial || {};
  const writes = answer ? answer.writes.map((write) => short({ text: "would " + (write.do === "status" ? "update the status of" : write.do) + " " + write.object, fields: write.fields || [] })) : [];
  return h("details", { class: "trial" }, h("summary", null, "Try it"),
    h("form", { onSubmit: attempt },
      h("p", { class: "hint" }, "Edit the object, and see what would be written if it were so. The hook is called; nothing is written."),
      h("textarea", { name: "parent", spellcheck: false, "aria-label": "The edited object as JSON", defaultValue: JSON.stringify(editable, null, 2) }),
      h("button", { disabled: busy }, busy ? "Trying…" : "Try")),
    h("div", { role: "status" },
      problem && h("p", { class: "bad" }, problem),
      answer && answer.failure && h("p", { class: "bad" }, answer.failure),
      answer && !answer.failure && h("ul", { class: "plain" },
        writes.length ? writes.map((write) => h("li", null, write)) : h("li", null, answer.state + ": nothing would be written")),
      answer && answer.times && h("p", { class: "hint" }, "It took ", took(answer.times))),
    answer && answer.answer && h("details", null, h("summary", null, "The answer of the hook"),
      h("pre", { tabIndex: 0 }, JSON.stringify(answer.answer, null, 2))));
}

function parent(data) {
  return [
    h("section", { class: "now", "aria-label": "Now" },
      h("h2", { class: "title" }, data.object),
      h("p", null, mark(data.state), data.now),
      [...(data.problems || []), ...(data.warnings || [])].map((problem) => h("p", { class: "loop" }, problem)),
      data.loop && h("p", { class: "loop" }, "It never settles: " + data.loop)),
    h("div", { class: "columns" },
      h("div", null, tree(data),
        data.parent && h("details", null, h("summary", null, "The object"), h("pre", { tabIndex: 0 }, JSON.stringify(data.parent, null, 2))),
        data.parent && data.tries && trial(data)),
      timeline(data)),
  ];
}

// Drawing

function body() {
  if (!state.data) return h("p", { class: "empty", role: "status" }, state.problem || (state.lost ? "The watcher does not answer." : "Reading…"));
  const panes = { controllers, parents, parent };
  return panes[state.route.pane](state.data);
}

function draw() {
  const { pane, query } = state.route;
  document.title = (pane === "parent" ? (query.get("id") || "").split("/").slice(-1)[0] + " · " : "") + "Hookline";
  render(state.token ? [head(), h("main", { class: pane, key: pane + (query.get("id") || "") }, body())] : login(), document.getElementById("app"));
}

state.token = sessionStorage.getItem("token") || "";
addEventListener("hashchange", navigate);
setInterval(() => document.hidden || !state.token || soon(), REFRESH);
navigate();
follow();
