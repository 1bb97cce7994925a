// Line icons on a square of 24, drawn by hand: places, profiles, categories, a card on its reader.
import { h } from "./dom.js";

const lines = {
  now: "M12 4a8 8 0 1 0 8 8M12 8v4l2.500 2",
  history: "M4.500 20V12M9.500 20V5M14.500 20v-6M19.500 20V9",
  plan: "M4.500 6.500l1.500 1.500 2.500-3M4.500 13l1.500 1.500 2.500-3M12 7h8M12 13.500h8M4.500 19.500h4M12 19.500h8",
  learn: "M8.500 5.500L18 4a1.500 1.500 0 0 1 1.700 1.300l1.300 9.200a1.500 1.500 0 0 1-1.300 1.700l-2.200.3M5 7.500h9A1.500 1.500 0 0 1 15.500 9v9.500A1.500 1.500 0 0 1 14 20H5a1.500 1.500 0 0 1-1.500-1.500V9A1.500 1.500 0 0 1 5 7.500M7 12h5M7 15.500h3",
  nights: "M3 12.500s3.300-6 9-6 9 6 9 6-3.300 5.500-9 5.500-9-5.500-9-5.500M12 9.500a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 1 0 0-5.600M5 5.500l1.500 2M12 3.500v2M19 5.500l-1.500 2",
  cards: "M8.500 5.500L18 4a1.500 1.500 0 0 1 1.700 1.300l1.300 9.200a1.500 1.500 0 0 1-1.300 1.700l-2.200.3M5 7.500h9A1.500 1.500 0 0 1 15.500 9v9.500A1.500 1.500 0 0 1 14 20H5a1.500 1.500 0 0 1-1.500-1.500V9A1.500 1.500 0 0 1 5 7.500",
  sessions: "M12 4a8 8 0 1 0 8 8M12 8v4l2.500 2", hours: "M7 4h10M7 20h10M8 4c0 5 8 6 8 16M16 4c0 5-8 6-8 16", streak: "M12 3.500c.5 3.500 5 5.500 5 10a5 5 0 0 1-10 0c0-2 1-3.300 2-4.500.3 1.500 1 2.200 1.700 2.500-.2-3 .3-5.500 1.300-8",
  "quick-returns": "M9 6L4 11l5 5M4 11h10a5.500 5.500 0 0 1 0 8.500h-2", "free-days": "M5 12.500l4.500 4.500L19 7.500", "free-streak": "M3 12.500l4 4 7-8.500M11 15l1.500 1.500 8-9.500",
  setup: "M4 7h9M18 7h2M4 17h2M11 17h9M13 7a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0M6 17a2.500 2.500 0 1 0 5 0 2.500 2.500 0 1 0-5 0",
  work: "M7 8h10a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3M9 8V6.500A1.500 1.500 0 0 1 10.500 5h3A1.500 1.500 0 0 1 15 6.500V8M4 13h16",
  study: "M4 6.200c3-1.300 5.600-1 8 .6 2.400-1.600 5-1.900 8-.6v12c-3-1.300-5.600-1-8 .6-2.400-1.600-5-1.900-8-.6zM12 6.800v12",
  sleep: "M19.500 14.200A8 8 0 1 1 9.800 4.500a6.300 6.300 0 0 0 9.700 9.700",
  write: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  code: "M8.500 8L4.500 12l4 4M15.500 8l4 4-4 4M13 6l-2 12",
  deep: "M12 3.500l2.300 6.200 6.200 2.300-6.200 2.300L12 20.500l-2.300-6.200L3.500 12l6.200-2.300z",
  key: "M6 6h12a2.500 2.500 0 0 1 2.500 2.500v7A2.500 2.500 0 0 1 18 18H6a2.500 2.500 0 0 1-2.500-2.500v-7A2.500 2.500 0 0 1 6 6M7.500 14.500h4M15 9.500c1.200 1.500 1.200 3.500 0 5",
  other: "M12 4.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 1 0 0-15M12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 1 0 0-5",
  more: "M9 6l6 6-6 6",
  check: "M5 12.500l4.500 4.500L19 7.500",
};

/** An icon by its name, for eyes only. */
export const icon = (name) => h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: lines[name] ?? lines.other }));

const hints = [
  ["sleep", /sleep|night|bed|rest|schlaf|nacht/i], ["study", /study|learn|read|school|exam|book|lern|stud/i], ["code", /code|dev|program/i],
  ["write", /writ|thesis|draft|essay|blog|schreib/i], ["deep", /deep|flow|zen|focus/i], ["work", /work|job|office|arbeit/i],
];

/** The glyph of a profile, by what its name speaks of. */
export const glyph = (profile) => icon(hints.find(([, words]) => words.test(`${profile?.id} ${profile?.name ?? ""}`))?.[0] ?? "other");

/** A card above a reader, with the waves between them. */
export const cardAndReader = () => h("svg", { class: "cardreader", viewBox: "0 0 72 48", "aria-hidden": "true" },
  h("path", { d: "M12 31h48a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4v-6a4 4 0 0 1 4-4M28 38h16" }),
  h("g", { class: "hover" }, h("path", { d: "M20.300 5.500l29-3.600a4 4 0 0 1 4.500 3.500l1.600 13a4 4 0 0 1-3.500 4.500l-29 3.600a4 4 0 0 1-4.500-3.500l-1.600-13a4 4 0 0 1 3.500-4.500M24 19.500l10-1.200" }),
    h("path", { class: "waves", d: "M42.500 8c2 2.600 2.400 5.500 1.200 8.600M46.800 6.500c2.800 3.800 3.400 8 1.600 12.400" })));
