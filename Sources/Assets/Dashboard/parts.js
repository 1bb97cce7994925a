// The parts of FocusKey that a person turns on: each has a place once it is on, and a card on the page of all of them.
import { ask, known, tell } from "./service.js";

const memory = "parts";
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(memory) ?? "{}");
} catch {
  // What was remembered cannot be read.
}

function keep(changes) {
  kept = { ...kept, ...changes };
  localStorage.setItem(memory, JSON.stringify(kept));
  tell("parts");
}

/** Asks once what only an answer can say: whether there are cards, phones and other computers. */
export async function learnParts() {
  try {
    const [{ decks }, { phones }, devices] = await Promise.all([ask("decks"), ask("phones"), ask("devices")]);
    keep({ decks: decks.length, phones: phones.filter((one) => !one.revoked).length, devices: devices.state === "off" ? 0 : devices.devices.length });
  } catch {
    // What was known last is shown.
  }
}

/** A part whose place is put away; what belongs to it stays. */
export const putAway = (part, isAway) => keep({ [`no-${part}`]: isAway || undefined });

const parts = {
  learn: () => kept.decks > 0 && !kept["no-learn"],
  // Until the settings are there, what they said last counts: nothing jumps when they come.
  nights: () => (known.settings ? Boolean(known.settings.bedtime) : kept.nights),
  limits: () => (known.settings ? known.settings.allowances?.length > 0 : kept.limits),
  move: () => (known.settings ? known.settings.coach?.nudges === true || known.status?.challenge?.repetitions > 0 : kept.move),
  signals: () => Object.values(known.settings?.signals ?? {}).includes(true),
  phone: () => kept.phones > 0, computers: () => kept.devices > 0, home: () => Boolean(known.status?.mqtt),
};

/** Whether a part is on; what is not a part always is. */
export function isOn(part) {
  const is = parts[part]?.() ?? true;
  if (known.settings && ["nights", "limits", "move"].includes(part) && kept[part] !== is) {
    kept = { ...kept, [part]: is };
    localStorage.setItem(memory, JSON.stringify(kept));
  }
  return is;
}

/** Whether nobody has begun with anything yet: then the first steps are the first view. */
export const isFresh = () => !localStorage.getItem("put-aside") && !localStorage.getItem("chosen") && !known.settings.keys?.length && !known.settings.promise && known.status.state === "idle";
