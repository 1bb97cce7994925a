// Every word of the page that is shown in place of a blocked site, in English. Beside this file are the same words in
// other languages, made from the catalogue when the extension is put in its place.
export const words = {
  blocked: (host) => (host ? `${host} is blocked while you focus.` : "This site is blocked while you focus."),
  usedUp: (host) => (host ? `${host} is blocked: today's minutes are used up.` : "This site is blocked: today's minutes are used up."),
  usedUpToo: "Today's minutes are used up too, so it stays blocked after the session.",
  gone: "Used up for today",
  ways: "See what opens it",
  focusing: "You are focusing",
  left: (hours, minutes) => (hours ? `${hours} h ${minutes} min left` : `${minutes} min left`),
  keep: "I won't break my promise",
  back: "Back to work",
  close: "Close this tab",
  kept: "Good. Your note to yourself is saved.",
  notKept: "FocusKey is not responding. Nothing was saved.",
  ask: "Ask for a break",
  visit: "Open only this for a few minutes",
};
