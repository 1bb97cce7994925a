// Learn: one card at a time, then the decks and how well they are known.
import { reader, share, ways } from "./decks.js";
import { button, dialog, fill, h, say, toast } from "./dom.js";
import { length } from "./format.js";
import { markup } from "./markup.js";
import { ask, command, listen, refused, sentence } from "./service.js";
import { t } from "./strings.js";

const words = t.learn;
const grades = ["again", "hard", "good", "easy"];
/** A card counts once it was in view for as long as it takes to read it. */
const least = 2000;

export function learn(place) {
  let decks;
  let deck = decodeURIComponent(location.hash.split("/")[1] ?? "") || undefined;
  let card;
  let count = { due: 0, new: 0 };
  let since = 0;
  let isTurned = false;
  let learned = 0;
  let graded;
  let late;
  let isBusy = false;
  let isLeft = false;
  let reading;

  const stage = h("section", { class: "study", "aria-labelledby": "study-title" });
  const rest = h("div", { class: "lower" });

  async function load() {
    try {
      decks = await ask("decks");
      if (deck && !decks.decks.some((one) => one.deck === deck)) deck = undefined;
      await draw();
    } catch (refusal) {
      refused(refusal);
    }
  }

  /** Another deck is there: it is the one to go on with. */
  function came(name) {
    deck = name;
    load();
  }

  /** Reads a deck in its order, and comes back to what is due. */
  function read(name) {
    reading?.end();
    reading = reader(name, () => {
      reading.end();
      reading = undefined;
      load();
    });
    card = undefined;
    fill(stage, reading.element);
    document.getElementById("next").focus({ preventScroll: true });
  }

  async function draw() {
    if (isLeft || reading) return;
    place.dataset.state = decks.decks.length ? "decks" : "empty";
    if (!decks.decks.length) {
      fill(rest);
      return fill(stage, h("div", { class: "empty" }, h("div", { class: "ghostcards", "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("h1", { id: "study-title" }, words.emptyTitle), h("p", { class: "lead" }, words.emptyHint), ways(came)));
    }
    // The card first: what is below it comes when its height is known.
    await next();
    drawDecks();
  }

  // MARK: One card

  async function next() {
    const answer = await ask("cards", { deck, count: 1 });
    count = answer;
    card = answer.cards[0];
    isTurned = false;
    // New cards wait until they are asked for; what is due comes by itself.
    fill(stage, card ? front() : rested());
    since = performance.now();
  }

  const head = () => h("header", { class: "studyhead" }, h("h1", { class: "eyebrow", id: "study-title" }, deck ?? words.title),
    h("p", { class: "hint" }, [count.due && words.due(count.due), count.new && words.new(count.new), learned && words.learned(learned)].filter(Boolean).join(" \u00b7 ")),
    graded && button(words.undo, undo, { class: "quiet", id: "undo-grade" }));

  function front() {
    return [head(),
      h("article", { class: "flash", "data-why": card.why }, h("p", { class: "hint" }, [deck ? "" : card.deck, card.category, card.why === "new" ? words.isNew : words.seenTimes(card.reviews)].filter(Boolean).join(" \u00b7 ")),
        markup(card.title, card.media), h("div", { class: "answer" }),
        button(card.bookmarked ? "\u2605" : "\u2606", mark, { class: "quiet star", id: "bookmark", "aria-label": words.bookmark, "aria-pressed": String(card.bookmarked) })),
      h("div", { class: "actions center grades" }, button(words.turn, turn, { class: "primary big", id: "turn" })), h("p", { class: "hint center keys" }, words.keysFront)];
  }

  function turn() {
    if (isTurned || !card) return;
    isTurned = true;
    const link = /^https?:/.test(card.link) && card.link;
    fill(stage.querySelector(".answer"), markup(card.content, card.media), h("p", { class: "row tight" }, link && h("a", { href: link, target: "_blank", rel: "noreferrer" }, link),
      button(words.share, () => share(card, stage), { class: "quiet", id: "share" }), button(words.leaveOut, suspend, { class: "quiet", id: "suspend" })), card.curve.length > 0 && curve());
    fill(stage.querySelector(".grades"), grades.map((grade, index) => button([h("span", {}, words.grades[grade]), h("small", {}, wait(card.waits_seconds[index]))], () => answer(index + 1), { id: `grade-${index + 1}`, class: grade, "aria-keyshortcuts": String(index + 1) })));
    say(stage.querySelector(".keys"), words.keysBack);
    document.getElementById("grade-3").focus({ preventScroll: true });
  }

  /** 10 min, 3 days, 2 months. */
  const wait = (seconds) => (seconds < 86400 ? length(Math.max(60, seconds)) : seconds < 60 * 86400 ? words.days(Math.round(seconds / 86400)) : words.months(Math.round(seconds / 2629800)));

  async function answer(grade) {
    if (!isTurned || isBusy) return;
    isBusy = true;
    const took = Math.round(performance.now() - since);
    try {
      if (took < least) await new Promise((done) => { late = setTimeout(done, least - took); });
      await command({ command: "learned", facts: [{ fact: "card-reviewed", deck: card.deck, card: card.id, grade, took: Math.max(took, least) }] });
      learned += 1;
      graded = { deck: card.deck, card: card.id };
      await next();
      (document.getElementById("turn") ?? document.getElementById("again"))?.focus({ preventScroll: true });
      refresh();
    } catch (refusal) {
      refused(refusal);
    } finally {
      isBusy = false;
    }
  }

  /** Sends what happened to a card, and shows what comes next. */
  async function tell(fact) {
    try {
      await command({ command: "learned", facts: [fact] });
      await next();
      refresh();
    } catch (refusal) {
      refused(refusal);
    }
  }

  function undo() {
    const fact = { fact: "card-review-undone", ...graded };
    graded = undefined;
    learned = Math.max(0, learned - 1);
    return tell(fact);
  }

  const suspend = () => tell({ fact: "card-suspended", deck: card.deck, card: card.id, on: true });

  async function mark() {
    const on = !card.bookmarked;
    try {
      await command({ command: "learned", facts: [{ fact: "card-bookmarked", deck: card.deck, card: card.id, on }] });
      card.bookmarked = on;
      const star = document.getElementById("bookmark");
      say(star, on ? "\u2605" : "\u2606");
      star.setAttribute("aria-pressed", String(on));
    } catch (refusal) {
      toast(sentence(refusal), "no");
    }
  }

  const rested = () => [head(), h("div", { class: "empty small" }, h("p", { class: "much" }, h("b", {}, words.allDone)), h("p", { class: "lead" }, learned ? words.learned(learned) : words.comeBack), h("a", { class: "button primary", href: "#now", id: "again" }, t.guide.go))];

  /** How likely the card is still known, day by day since the last review. */
  function curve() {
    const points = card.curve.map((part, day) => `${(day * 240) / (card.curve.length - 1)},${72 - part * 64}`).join(" ");
    const known_ = Math.round((card.recall ?? 1) * 100);
    return h("figure", { class: "curve", role: "img", "aria-label": words.curve(known_) },
      h("svg", { viewBox: "0 0 240 76", preserveAspectRatio: "none", "aria-hidden": "true" }, h("path", { class: "rule", d: "M0 14.400H240M0 72H240" }), h("path", { class: "line", d: `M${points}` })),
      h("p", { class: "hint" }, h("span", {}, words.curve(known_)), h("span", {}, words.curveDays(card.curve.length - 1))));
  }

  // MARK: Decks

  async function refresh() {
    try {
      decks = await ask("decks");
      drawDecks();
    } catch {
      // The next card says what is wrong.
    }
  }

  function drawDecks() {
    const focused = rest.contains(document.activeElement) && document.activeElement.dataset.deck;
    const row = (name, cards, one) => h("li", {}, h("button", { type: "button", "data-deck": name ?? "", "aria-pressed": String(deck === name), click: () => choose(name) },
      h("span", {}, name ?? words.all, h("small", {}, words.cards(cards))), h("span", { class: "meter", "aria-hidden": "true" }, h("i", { class: "mature", vars: { "--part": String(one.mature / cards) } }), h("i", { vars: { "--part": String((one.viewed - one.mature) / cards) } })),
      h("small", {}, words.progress(one.viewed, cards)), h("b", {}, one.due ? words.due(one.due) : "")));
    const sum = (part) => decks.decks.reduce((total, one) => total + one[part], 0);
    fill(rest, h("section", { class: "panel" }, h("header", { class: "split" }, h("h2", {}, words.decks), h("p", { class: "hint" }, words.reviews(decks.reviews))),
      h("ul", { class: "decks" }, decks.decks.length > 1 && row(undefined, sum("cards"), { viewed: sum("viewed"), mature: sum("mature"), due: decks.due }), decks.decks.map((one) => row(one.deck, one.cards, one))),
      h("div", { class: "actions" }, button(words.read, () => read(deck ?? decks.decks[0].deck), { id: "read" }), deck && button(t.remove, () => remove(deck), { class: "quiet", "aria-label": words.removeOf(deck) })),
      h("details", { class: "more" }, h("summary", {}, words.more), ways(came, decks.decks)),
      h("p", { class: "hint key" }, h("span", {}, h("i", { class: "swatch mature", "aria-hidden": "true" }), words.mature), h("span", {}, h("i", { class: "swatch seen", "aria-hidden": "true" }), words.seen))));
    if (focused !== false) rest.querySelector(`[data-deck="${CSS.escape(focused)}"]`)?.focus();
  }

  function remove(name) {
    dialog(words.removeOf(name), t.close, (close) => [h("p", {}, words.removeSure), h("div", { class: "actions" }, button(t.remove, async () => {
      try {
        await command({ command: "deck-remove", deck: name });
        close();
        deck = undefined;
        load();
      } catch (refusal) {
        refused(refusal);
      }
    }, { class: "danger" }), button(t.cancel, close))]);
  }

  async function choose(name) {
    deck = name;
    drawDecks();
    if (reading) return read(name ?? decks.decks[0].deck);
    try {
      await next();
    } catch (refusal) {
      refused(refusal);
    }
  }

  // Keys are the cards' own as long as nothing else wants them.
  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !card || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, textarea, select, a, nav, audio, .decks")) return;
    const isButton = event.target.closest?.("button");
    if (event.key === " " || event.key === "Enter") {
      if (isButton || isTurned) return;
      event.preventDefault();
      turn();
    } else if (/^[1-4]$/.test(event.key)) {
      event.preventDefault();
      if (isTurned) answer(Number(event.key));
      else turn();
    } else if (event.key === "b") mark();
  }

  fill(place, stage, rest);
  document.addEventListener("keydown", press);
  load();
  const end = listen((kind, event) => {
    // What is learned elsewhere, in a terminal or on the shield's page, shows here.
    if (kind === "event" && event.event === "card-reviewed" && !isBusy) refresh();
  });
  return () => {
    end();
    reading?.end();
    isLeft = true;
    clearTimeout(late);
    document.removeEventListener("keydown", press);
    delete place.dataset.state;
  };
}
