// The line to the service: what it says of itself, what it is asked, and what is done about a line that breaks.
import { keepKey, regain } from "./access.js";
import { language, t } from "./strings.js";
import { toast } from "./dom.js";

/** What is known. `status` and `settings` are the service's own; `heard` is when the status came, on the page's clock. */
export const known = { status: null, heard: 0, settings: null, proven: [], codes: 0, exit: { left: 0, wait_seconds: 0, sentence: "" }, mayChange: false, line: "opening" };

const listeners = new Set();

/** Calls back with the kind of news: status, settings, line, or event with the event. Gives a function that ends it. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells those who listen. */
export function tell(kind, news) {
  for (const listener of [...listeners]) listener(kind, news);
}

/** A refusal of the service, with the sentence that it gave. */
export class Refusal extends Error {
  constructor(error) {
    super(error?.message ?? t.line.noAnswer);
    this.kind = error?.kind ?? "no-answer";
    this.advice = error?.advice ?? "";
    this.at = error?.at ?? "";
    this.next = error?.next_at;
    this.lacks = error?.lacks;
  }
}

/** The steps of gates in a status, and the ways to open what is used up. */
const stepsOf = (body) => [body.question, body.breaks, body.visits, ...(body.allowances ?? []).flatMap((one) => [...(one.asked ?? []), { steps: one.opens_by }])].flatMap((gate) => gate?.steps ?? []);

/** Where an answer says something to people: pairs of an object or list and a place in it. */
const sentences = (body) => [
  ...stepsOf(body).flatMap((one) => [[one, "text"], [one, "why"]]),
  [body, "message"], [body.error, "message"], [body.error, "advice"], [body.blocking, "text"], [body.paths, "text"], [body.challenge, "reason"], [body.nudges, "reason"], [body.hour, "reason"],
  [body, "remark"], [body.reps === undefined && body, "words"], [body.devices && body, "why"], ...Object.keys(body.warnings ?? []).map((place) => [body.warnings, place]), ...(body.begin_now ?? []).map((one) => [one, "text"]),
  ...(body.shield ?? []).map((one) => [one, "why"]), ...(body.signals ?? []).filter((one) => one.state === "unavailable").map((one) => [one, "why"]),
].filter(([place, name]) => place?.[name]);

/** The sentences of the service in the language of the page: programs are told the same in every language. */
const said = new Map();

async function speak(body) {
  const found = language === "en" ? [] : sentences(body);
  const open = [...new Set(found.map(([place, name]) => place[name]))].filter((text) => !said.has(text));
  if (open.length) {
    try {
      const response = await fetch(`/dashboard/said?text=${encodeURIComponent(open.join("\n"))}`);
      (await response.text()).split("\n").forEach((text, number) => said.set(open[number], text));
    } catch {
      // They are said in English then.
    }
  }
  for (const [place, name] of found) place[name] = said.get(place[name]) ?? place[name];
  return body;
}

async function answer(response) {
  let body;
  try {
    body = await response.json();
  } catch {
    throw new Refusal();
  }
  await speak(body);
  if (body.ok === false) throw new Refusal(body.error);
  return body;
}

/** Asks for something: `ask("sessions", { limit: 100 })`. */
export async function ask(name, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given).toString();
  let response;
  try {
    response = await fetch(`/api/v1/${name}${text && `?${text}`}`);
  } catch {
    throw new Refusal();
  }
  return answer(response);
}

/** Sends a command. Where the browser lost its right meanwhile, it proves itself and sends it again. */
async function send(request, signal) {
  const post = () => fetch("/api/v1/commands", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal,
  });
  const response = await post();
  return response.status === 403 && known.mayChange && await regain(challenge) ? post() : response;
}

/** Gives a command, and gives what came of it. */
export async function command(request, signal) {
  let response;
  try {
    response = await send(request, signal);
  } catch {
    throw new Refusal();
  }
  return answer(response);
}

/** Keeps a request open whose answer goes on until `signal` says otherwise, such as the lending of the readers. */
export async function hold(request, signal) {
  try {
    const response = await send(request, signal);
    const reader = response.body?.getReader();
    while (reader && !(await reader.read()).done);
  } catch {
    // Ended, by us or by the service.
  }
}

/** Asks for something that takes a while, and hands each line of the answer to `hear`; `signal` ends it. */
export async function talk(request, hear, signal) {
  const response = await send(request, signal);
  const take = async (line) => {
    const body = await speak(JSON.parse(line));
    if (body.ok === false) throw new Refusal(body.error);
    hear(body);
  };
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + part.value).split("\n");
    text = lines.pop();
    for (const line of lines) if (line) await take(line);
  }
  if (text) await take(text);
}

/** Gives a command: whether it was done. What came of it the view shows; only a refusal is said. */
export async function act(request) {
  try {
    await command(request);
    return true;
  } catch (refusal) {
    refused(refusal);
    return false;
  }
}

/** What a refusal says, as one sentence. */
export function sentence(refusal) {
  const text = refusal.message.charAt(0).toUpperCase() + refusal.message.slice(1);
  return (refusal.advice ? t.line.refused(text, refusal.advice) : text) + (refusal.next ? ` (${refusal.next.slice(11, 16)})` : "");
}

export const refused = (refusal) => toast(sentence(refusal), "no");

export async function fetchSettings() {
  try {
    const body = await ask("settings");
    known.settings = body.settings;
    known.proven = body.proven_keys;
    known.codes = body.recovery_codes;
    known.exit = body.emergency_exit;
    known.categories = body.categories;
    tell("settings");
    // The page does not wait for the names of apps.
    if (!known.appNames && profiles().some(({ blocks }) => blocks?.apps?.length)) installedApps().then(() => known.appNames && tell("apps"));
  } catch {
    // The line says so already. Without any settings there is no page, so that they are asked for until they come.
    if (!known.settings) setTimeout(fetchSettings, 1000);
  }
}

/** Changes the settings: `change` gets a copy of a list or value and gives what is to stand there. */
export async function configure(part, change) {
  const fresh = await ask("settings");
  const value = change(structuredClone(fresh.settings[part]) ?? undefined);
  const done = await command({ command: "configure", settings: { [part]: value } });
  await fetchSettings();
  return done;
}

/** Changes a list or value of the settings and says so; `refuse` may show a refusal at the field that it is about. */
export async function store(part, change, close = () => {}, refuse = () => false) {
  let list;
  try {
    const done = await configure(part, (old = []) => (list = change(old)));
    close();
    // A schedule that would be under way by now: its person may have meant today.
    const begun = done.begin_now?.[0];
    toast([done.message, ...(done.warnings ?? []), begun?.text].filter(Boolean).map(opening).join(" "), "plain", begun && {
      id: "begin-now", label: t.beginNow, take: () => act({ command: "start", profile: begun.profile, minutes: begun.minutes }),
    });
    return true;
  } catch (refusal) {
    if (!refuse(refusal, list)) refused(refusal);
    return false;
  }
}

const opening = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

export const profiles = () => known.settings?.profiles ?? [];
export const profile = (id) => profiles().find((profile) => profile.id === id);

/** The apps of this computer; asked for once. */
let installed;
export const installedApps = () => (installed ??= ask("apps").then(({ apps }) => {
  known.appNames = new Map(apps.map(({ id, name }) => [id, name]));
  return apps;
}).catch(() => { installed = undefined; return []; }));

/** The name of an app. Of one that is not on this computer only its id is known, and the last word of that reads best. */
export function appName(id) {
  const word = id.split(".").pop();
  return known.appNames?.get(id) ?? word.charAt(0).toUpperCase() + word.slice(1);
}

export const nameOf = (id) => profile(id)?.name ?? profile(id)?.id ?? id ?? "";
/** Each profile has one of six accents, by its place in the list. */
export const accentOf = (id) => Math.max(0, profiles().findIndex((profile) => profile.id === id)) % 6;
export const inUse = (id) => (known.status?.layers ?? []).includes(id);

function heard(status) {
  known.status = status;
  known.heard = performance.now();
  tell("status");
}

/** Looks what became of the waits that run now, once the longest of them is over: the end of a wait is not an event. */
export function lookAfter(steps = []) {
  const waits = steps.filter(({ step, state }) => step === "wait" && state === "open").map((one) => one.left_seconds);
  if (waits.length) setTimeout(() => ask("status").then(heard).catch(() => {}), Math.max(...waits) * 1000 + 100);
}

/** Seconds since the status came. */
export const since = () => (performance.now() - known.heard) / 1000;

// MARK: The stream

let source;
let run;
let version;
let challenge;
let lastHeard = 0;
let turns = 0;
// The run of the service to which this browser proved itself last: where that did not help, it is not done again.
let proven;

function open() {
  source?.close();
  source = new EventSource("/api/v1/events");
  lastHeard = performance.now();
  const on = (kind, body) => source.addEventListener(kind, (message) => {
    lastHeard = performance.now();
    body(JSON.parse(message.data));
  });
  on("hello", async (hello) => {
    challenge = hello.challenge;
    if (hello.may_change) {
      keepKey();
    } else if (proven !== hello.run) {
      proven = hello.run;
      const here = source;
      if (await regain(challenge) && here === source) return open();
      if (here !== source) return;
    }
    if (version && hello.version !== version) {
      // The page of the old service may not understand the new one.
      sessionStorage.setItem("updated", "1");
      return location.reload();
    }
    if (run && hello.run !== run) toast(t.line.restarted);
    version = hello.version;
    run = hello.run;
    known.mayChange = hello.may_change;
    line("open");
    fetchSettings();
  });
  on("status", async (status) => {
    const turn = ++turns;
    await speak(status);
    // A later one may have been said in the meantime.
    if (turn === turns) heard(status);
  });
  on("settings", fetchSettings);
  on("tasks", () => tell("tasks"));
  on("beat", () => {});
  on("message", (event) => {
    // A tap may prove a key, and an emergency exit leaves one less, neither of which changes a setting.
    if ((event.key && !known.proven.includes(event.key)) || event.why === "emergency") fetchSettings();
    tell("event", event);
  });
  source.addEventListener("error", () => {
    line("broken");
    // A browser gives up for good when the answer was not a stream; we do not.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => document.hidden || open(), 2000);
  });
}

function line(state) {
  if (known.line === state) return;
  known.line = state;
  tell("line");
}

/** Opens the line. A tab that nobody sees holds none: browsers grant only a few to one host, and nobody would look. */
export function connect() {
  if (sessionStorage.getItem("updated")) {
    sessionStorage.removeItem("updated");
    toast(t.line.updated);
  }
  open();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source.close();
    else open();
  });
  setInterval(() => {
    // The service says something every twenty seconds; a minute of silence is a line that broke without a word.
    if (!document.hidden && performance.now() - lastHeard > 60_000) open();
  }, 15_000);
}
