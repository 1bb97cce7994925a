// Keys: cards that are registered here, registered by a tap, and what is on them.
import { button, dialog, field, fill, h, say, select, tick, toast } from "./dom.js";
import { devices } from "./devices.js";
import { listed, sentences } from "./format.js";
import { cardAndReader, glyph, icon } from "./icons.js";
import { phones } from "./phones.js";
import { accentOf, act, command, configure, hold, known, listen, nameOf, profile, profiles, refused, sentence } from "./service.js";
import { t } from "./strings.js";

const words = t.keys;

export function keys(place) {
  const list = h("div", { class: "cards" });
  const none = h("p", { class: "or first" });
  const section = h("section", { class: "phones" });
  const others = h("section", { class: "phones devices" });

  function draw() {
    const all = known.settings?.keys ?? [];
    fill(none, all.length ? null : [cardAndReader(), h("span", {}, words.none)]);
    none.hidden = all.length > 0;
    fill(list, all.map((key) => {
      const name = key.name ?? key.id;
      const stops = key.may?.includes("stop");
      const id = /\/focus\/([^/?]+)|[?&]profile=([^&]+)/.exec(key.link ?? "")?.slice(1).find(Boolean);
      const isProven = known.proven.includes(key.id);
      // A key looks like what it is: a card in the colours of the profile that it starts.
      return h("article", { class: "card keycard" },
        h("div", { class: "plastic", "data-accent": id ? accentOf(id) : undefined }, h("span", { class: "split" }, id ? glyph(profile(id)) : icon("key"), isProven && icon("check")),
          h("h2", {}, name), h("p", {}, deed(key.link)), key.uid && h("code", {}, key.uid)),
        h("p", { class: "hint" }, sentences([`${words.may} ${listed((key.may ?? []).map((role) => words.roles[role]))}`])),
        stops && h("p", { class: "hint" }, known.proven.includes(key.id) ? words.proven : words.unproven),
        h("div", { class: "actions" }, stops && !known.proven.includes(key.id) && button(words.prove, () => prove(key), { "aria-label": words.proveOf(name) }),
          button(t.edit, () => edit(key), { "aria-label": words.edit(name) }), button(t.remove, () => remove(key), { class: "quiet", "aria-label": words.remove(name) })));
    }));
  }

  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.keys), h("p", { class: "lead" }, words.intro)), list, none,
    h("div", { class: "actions" }, button(words.register, register, { class: "primary", id: "register" }), button(words.write, write)),
    section, others);
  draw();
  const leave = [phones(section), devices(others)];
  const end = listen((kind) => {
    if (kind === "settings") draw();
  });
  return () => {
    end();
    for (const one of leave) one();
  };
}

/** What a link does, in words; a link that is none of ours stands for itself. */
function deed(link) {
  const [, route, id] = /^https?:\/\/[^/]+\/(focus|start|stop|break|resume)(?:\/([^/?]+)|\?profile=([^&]+))?$/.exec(link ?? "")?.filter((part) => part !== undefined) ?? [];
  const choice = words.whatChoices[route];
  return typeof choice === "function" ? (id ? choice(nameOf(id)) : link) : choice ?? link ?? "";
}

async function store(change, close) {
  try {
    toast((await configure("keys", (list = []) => change(list))).message);
    close();
    return true;
  } catch (refusal) {
    refused(refusal);
    return false;
  }
}

function remove(key) {
  const name = key.name ?? key.id;
  dialog(words.remove(name), t.close, (close) => [h("p", {}, words.removeSure(name)), h("div", { class: "actions" },
    button(t.remove, () => store((list) => list.filter((one) => one.id !== key.id), close), { class: "danger" }), button(t.cancel, close))]);
}

/** Waits for a card. While the window is open the readers are lent to it: what a card says is not done. */
export function register() {
  const lease = new AbortController();
  const simulated = known.status?.readers.every((reader) => reader.backend === "simulated");
  let end = () => {};
  const box = dialog(words.register, t.close, (close) => {
    const body = h("div");
    const wait = () => fill(body, h("p", { class: "waiting" }, h("span", { class: "pulse", "aria-hidden": "true" }), words.waiting), h("p", { class: "hint" }, words.waitingHint),
      simulated && h("div", {}, h("p", { class: "hint" }, words.pretendHint),
        button(words.pretend, () => act({ command: "tap", uid: pretendUID() }), { id: "pretend" })));
    wait();
    end = listen((kind, event) => {
      if (kind !== "event" || !event.uid) return;
      const old = (known.settings?.keys ?? []).find((key) => key.uid?.toUpperCase() === event.uid.toUpperCase());
      if (old) {
        fill(body, h("p", {}, words.known(old.name ?? old.id)));
        return setTimeout(wait, 3000);
      }
      end();
      lease.abort();
      fill(body, form({ id: "", name: "", uid: event.uid, may: ["start", "stop", "break"] }, true, close));
      body.querySelector("input")?.focus();
    });
    return body;
  });
  hold({ command: "reader-lease" }, lease.signal);
  box.addEventListener("close", () => {
    end();
    lease.abort();
  });
}

/** Waits for the tap that proves a stop key. Nothing is lent here: only a tap that counts is a proof. */
export function prove(key) {
  const name = key.name ?? key.id;
  const simulated = known.status?.readers.every((reader) => reader.backend === "simulated");
  let end = () => {};
  const box = dialog(words.proveOf(name), t.close, (close) => {
    const body = h("div", { role: "status" }, h("p", { class: "waiting" }, h("span", { class: "pulse", "aria-hidden": "true" }), words.waiting),
      h("p", { class: "hint" }, words.proveHint), simulated && button(words.pretend, () => act({ command: "tap", key: key.id }), { id: "pretend" }));
    end = listen((kind) => {
      if (kind !== "settings" || !known.proven.includes(key.id)) return;
      end();
      fill(body, h("p", {}, words.provenNow(name)), h("div", { class: "actions" }, button(t.done, close, { class: "primary" })));
    });
    return body;
  });
  box.addEventListener("close", () => end());
}

// The number of a card that nobody has: what NXP makes begins with 04.
function pretendUID() {
  const octets = crypto.getRandomValues(new Uint8Array(6));
  return `04${[...octets].map((octet) => octet.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

function edit(key) {
  dialog(words.edit(key.name ?? key.id), t.close, (close) => form(key, false, close));
}

function form(key, isNew, close, after) {
  const name = h("input", { value: (key.name ?? key.id) || (isNew ? words.myCard : ""), required: true, maxlength: 100, autocomplete: "off" });
  const id = h("input", { value: key.id, required: true, maxlength: 40, pattern: "[A-Za-z0-9_\\-]+", disabled: !isNew, autocomplete: "off" });
  const call = () => {
    const wanted = name.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 36) || "card";
    const taken = (known.settings?.keys ?? []).map((one) => one.id);
    let number = 1;
    while (taken.includes(number > 1 ? `${wanted}-${number}` : wanted)) number += 1;
    id.value = number > 1 ? `${wanted}-${number}` : wanted;
  };
  if (isNew) {
    name.addEventListener("input", call);
    call();
  }
  const roles = Object.entries(words.roles).map(([role, text]) => tick(text, { value: role, checked: key.may?.includes(role) ?? false }));
  const link = deeds(key.link);
  const proof = select(Object.entries(t.profiles.proofs).filter(([value]) => value !== "presence"), key.proof ?? "uid");
  return h("form", {
    submit: async (event) => {
      event.preventDefault();
      const made = {
        id: id.value.trim(), name: name.value.trim(), uid: key.uid, link: link.value || undefined,
        may: roles.map((role) => role.firstChild).filter((box) => box.checked).map((box) => box.value),
        proof: proof.value === "uid" ? undefined : proof.value,
      };
      if (await store((list) => (isNew ? [...list, made] : list.map((one) => (one.id === made.id ? made : one))), close)) {
        if (isNew) toast(words.registered(made.name));
        after?.(made);
      }
    },
  },
  key.uid && h("p", {}, words.got(key.uid)), field(words.name, name, isNew ? words.nameHint : undefined),
  !after && field(words.what, link), h("fieldset", { class: "ticks" }, h("legend", {}, words.may), roles),
  h("details", { class: "more" }, h("summary", {}, t.profiles.more), h("div", { class: "grid" }, field(words.id, id), field(words.proof, proof))),
  h("div", { class: "actions" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close)));
}

/** What a card can be for, as a choice of links. */
function deeds(chosen) {
  const host = "https://focuskey.app";
  const choices = [
    ...profiles().map((one) => [`${host}/focus/${one.id}`, words.whatChoices.focus(nameOf(one.id))]),
    ...profiles().map((one) => [`${host}/start?profile=${one.id}`, words.whatChoices.start(nameOf(one.id))]),
    [`${host}/stop`, words.whatChoices.stop], [`${host}/break`, words.whatChoices.break], [`${host}/resume`, words.whatChoices.resume],
  ];
  if (chosen && !choices.some(([link]) => link === chosen)) choices.unshift([chosen, chosen]);
  return select(choices, chosen ?? choices[0][0]);
}

function write() {
  const link = deeds();
  const order = h("code", { class: "order" });
  const state = h("p", { role: "status" });
  const after = h("div");
  const show = () => say(order, `keytool write "${link.value}"`);
  link.addEventListener("change", show);
  show();
  let lease;
  const begin = button(words.writeNow, async () => {
    // What the card said until now is not done while it is written again.
    lease = new AbortController();
    const { signal } = lease;
    hold({ command: "reader-lease" }, signal);
    begin.disabled = true;
    say(state, words.waiting);
    state.classList.remove("bad");
    fill(after);
    try {
      const done = await command({ command: "write-card", link: link.value }, signal);
      say(state, done.message);
      const uid = done.card?.uid;
      const isKnown = (known.settings?.keys ?? []).some((key) => key.uid?.toUpperCase() === uid?.toUpperCase());
      // What was written is a key from here on, if the person gives it a name.
      if (uid && !isKnown) fill(after, form({ id: "", name: "", uid, link: link.value, may: ["start", "stop", "break"] }, true, () => box.close(),
        // The last step of one flow: a key that may end sessions is tapped once.
        (made) => made.may.includes("stop") && prove(made)));
      // The one green button is the next step's.
      if (uid && !isKnown) begin.classList.remove("primary");
    } catch (refusal) {
      // It is said where the person looks.
      say(state, signal.aborted ? "" : sentence(refusal));
      state.classList.add("bad");
    }
    begin.disabled = false;
    lease.abort();
  }, { class: "primary", id: "write" });
  const box = dialog(words.write, t.close, () => [field(words.what, link), h("div", { class: "actions" }, begin), state, after,
    h("p", { class: "hint" }, words.writeHint), h("p", {}, order),
    button(words.copy, async () => {
      await navigator.clipboard.writeText(order.textContent);
      toast(words.copied);
    })]);
  // Anyone who closes the window wants no card written that comes later.
  box.addEventListener("close", () => lease?.abort());
}
