// Decks: the one that ships, files of one's own, and a deck read calmly in its order.
import { button, dialog, field, fill, h, say, select, toast } from "./dom.js";
import { markup } from "./markup.js";
import { learnParts } from "./parts.js";
import { ask, command, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.learn;
/** As much of a file as one request may carry, with room for its letters. */
const portion = 480_000;
/** What the deck that ships is called. */
const ours = "Well-being and focus";
/** A card counts as seen once it was in view for as long as it takes to read it. */
const least = 2000;

function text(octets) {
  let letters = "";
  for (let at = 0; at < octets.length; at += 8192) letters += String.fromCharCode(...octets.subarray(at, at + 8192));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Hands a file in, part by part. */
async function hand(file, hear) {
  let done;
  for (let at = 0; at < Math.max(1, file.size); at += portion) {
    const octets = new Uint8Array(await file.slice(at, at + portion).arrayBuffer());
    hear(Math.round((100 * at) / Math.max(1, file.size)));
    done = await command({ command: "deck-import", name: file.name, part: text(octets), at, size: Math.max(1, file.size) });
  }
  return done;
}

/** The ways to cards: the deck that ships unless it is among `decks`, a file, and one's own words. `done` is called with the deck that came. */
export function ways(done, decks = []) {
  const told = h("p", { class: "hint", role: "status" });
  const came = async (answer) => {
    say(told, "");
    // With a collection also what came along, and what stayed behind.
    toast([words.imported(answer.cards, answer.deck), answer.remark].filter(Boolean).join(" "));
    learnParts();
    done(answer.deck);
  };
  const ask = async (work) => {
    try {
      await came(await work());
    } catch (refusal) {
      say(told, "");
      refused(refusal);
    }
  };
  const file = h("input", { type: "file", class: "sr", id: "deck-file", tabindex: "-1", "aria-hidden": "true", accept: ".json,.csv,.tsv,.txt,.apkg,.colpkg", change: () => {
    const [chosen] = file.files;
    if (chosen) ask(() => hand(chosen, (part) => say(told, words.handing(part))));
    file.value = "";
  } });
  return [h("div", { class: "actions center" }, !decks.some((one) => one.deck === ours) && button(words.shipped, () => ask(() => command({ command: "deck-shipped" })), { class: "primary", id: "deck-shipped" }),
    button(words.choose, () => file.click(), { id: "deck-choose" }), button(words.write, () => cardForm(words.own, undefined, done), { id: "card-write" }), file), told];
}

/** A card is written, or the one that is given changed; `done` hears which deck it is in. */
export function cardForm(deck, card, done) {
  dialog(card ? words.editCard : words.write, t.close, (close) => {
    const name = h("input", { value: deck, required: true, maxlength: 100, autocomplete: "off" });
    const [title, content] = [card?.title, card?.content].map((side) => h("textarea", { rows: 3, maxlength: 20_000, value: (side ?? "").replaceAll("<br>", "\n") }));
    title.required = true;
    const category = h("input", { value: card?.category ?? "", maxlength: 100, autocomplete: "off" });
    const send = async (request) => {
      try {
        await command(request);
        close();
        learnParts();
        done(request.deck);
      } catch (refusal) {
        refused(refusal);
      }
    };
    return h("form", { submit: (event) => {
      event.preventDefault();
      send({ command: "card-put", deck: card ? deck : name.value.trim(), card: card?.id, title: title.value, content: content.value, category: category.value.trim() });
    } }, !card && field(words.deck, name), field(words.question, title), field(words.answer, content, words.shaped), field(words.category, category),
    h("div", { class: "actions" }, button(t.save, null, { type: "submit", class: "primary" }), button(t.cancel, close),
      card && button(words.removeCard, () => removeCard(deck, card, () => send({ command: "card-remove", deck, card: card.id })), { class: "quiet", id: "card-remove" })));
  });
}

/** What is written on a card is gone with it, so that it is asked once more. */
function removeCard(deck, card, remove) {
  dialog(words.removeCard, t.close, (close) => [markup(card.title, card.media), h("p", {}, words.removeCardSure), h("div", { class: "actions" }, button(t.remove, () => {
    close();
    remove();
  }, { class: "danger", id: "card-remove-sure" }), button(t.cancel, close))]);
}

/** A deck card by card, both sides at once: buttons, arrow keys and swipes go on, and what is shown can be narrowed. */
export function reader(deck, leave) {
  let [from, total, categories] = [0, 0, []];
  let [category, only] = ["", ""];
  let card;
  let late;
  let turn = 0;
  const [where, face] = [h("p", { class: "hint", role: "status" }), h("article", { class: "flash read" })];
  const chips = h("div", { class: "chiprow", role: "group", "aria-label": words.category });
  const filter = select(Object.entries(words.filters), "", { "aria-label": words.filter, change: () => { only = filter.value; from = 0; load(); } });
  const [before, after] = [button(words.previous, () => go(-1), { id: "previous" }), button(words.next, () => go(1), { class: "primary", id: "next" })];

  async function load() {
    const mine = ++turn;
    try {
      const answer = await ask("deck-cards", { deck, category, only, from, count: 1 });
      if (mine !== turn) return;
      ({ total, categories } = answer);
      [card] = answer.cards;
      draw();
    } catch (refusal) {
      refused(refusal);
    }
  }

  function draw() {
    clearTimeout(late);
    say(where, total ? words.place(from + 1, total) : words.noneHere);
    before.disabled = from === 0;
    after.disabled = from + 1 >= total;
    const shape = categories.join();
    if (chips.dataset.shape !== shape) {
      chips.dataset.shape = shape;
      fill(chips, categories.length > 1 && ["", ...categories].map((name) => button(name || words.everything, () => { category = name; from = 0; load(); }, { class: "chip said", "data-category": name })));
    }
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.category === category));
    if (!card) return fill(face);
    const link = /^https?:/.test(card.link) && card.link;
    fill(face, h("p", { class: "hint" }, h("span", { class: "badge said" }, card.category)), markup(card.title, card.media), h("div", { class: "answer" }, markup(card.content, card.media), link && h("p", {}, words.source, " ", h("a", { href: link, target: "_blank", rel: "noreferrer" }, link))),
      button(card.bookmarked ? "\u2605" : "\u2606", mark, { class: "quiet star", "aria-label": words.bookmark, "aria-pressed": String(card.bookmarked) }),
      h("div", { class: "actions" }, button(words.share, () => share(card, face), { class: "quiet", id: "share" }), button(t.edit, () => cardForm(deck, card, load), { class: "quiet", id: "card-edit" })));
    if (!card.viewed) late = setTimeout(seen, least, card);
  }

  const tell = (fact) => command({ command: "learned", facts: [fact] });
  const seen = (one) => tell({ fact: "card-viewed", deck, card: one.id }).catch(() => {});

  async function mark(event) {
    const star = event.currentTarget;
    try {
      await tell({ fact: "card-bookmarked", deck, card: card.id, on: !card.bookmarked });
      card.bookmarked = !card.bookmarked;
      say(star, card.bookmarked ? "\u2605" : "\u2606");
      star.setAttribute("aria-pressed", String(card.bookmarked));
    } catch (refusal) {
      refused(refusal);
    }
  }

  function go(by) {
    if (from + by < 0 || from + by >= total) return;
    from += by;
    face.dataset.from = by < 0 ? "left" : "right";
    load();
  }

  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || event.target.closest?.("input, textarea, select, audio")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (by) go(by);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  }

  // A swipe is a move to the side that is longer than it is high.
  let began;
  face.addEventListener("pointerdown", (event) => { began = event.pointerType === "mouse" ? undefined : [event.clientX, event.clientY]; });
  face.addEventListener("pointerup", (event) => {
    if (!began) return;
    const [x, y] = [event.clientX - began[0], event.clientY - began[1]];
    began = undefined;
    if (Math.abs(x) > 48 && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  });
  document.addEventListener("keydown", press);
  load();
  return {
    element: [h("header", { class: "studyhead" }, h("h1", { class: "eyebrow said", id: "study-title" }, deck), where), chips, h("div", { class: "row tight center" }, filter), face,
      h("div", { class: "actions center" }, before, after), h("div", { class: "actions center" }, button(words.leave, leave, { class: "quiet", id: "leave-reading" })), h("p", { class: "hint center keys" }, words.keysRead)],
    end: () => {
      turn += 1;
      clearTimeout(late);
      document.removeEventListener("keydown", press);
    },
  };
}

/** The card as text for somebody else, with what it belongs to; nothing of what is known of it. */
export async function share(card, place) {
  const sides = [...place.querySelectorAll(".side")].map((side) => side.innerText);
  await navigator.clipboard.writeText([...sides, card.category, card.link].filter(Boolean).join("\n\n"));
  toast(t.now.fixCopied);
}
