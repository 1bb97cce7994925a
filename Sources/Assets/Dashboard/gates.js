// Steps before something loosens, as a list that is added to, ordered and shortened, by mouse, keys and ear.
import { button, field, fill, h, reveal, say, select } from "./dom.js";
import { seconds, stepWords } from "./rules.js";
import { known, sentence } from "./service.js";
import { t } from "./strings.js";

const words = t.gates;
const fresh = { wait: "30s", tap: "", type: "", learn: 5, move: 10, scan: "" };
const most = 10;

/** The editor of one gate: its element, its steps, and where a refusal of one of them is shown. */
export function gateEditor(title, hint, steps = [], kinds = Object.keys(fresh)) {
  let list = structuredClone(steps);
  let lacking;
  const rows = h("ol", { class: "gatesteps" });
  const told = h("p", { class: "sr", role: "status" });
  const choice = select([], "", { "aria-label": words.kind });
  const touched = () => element.dispatchEvent(new Event("change", { bubbles: true }));
  const add = button(words.add, () => {
    list.push({ [choice.value]: fresh[choice.value] });
    draw();
    touched();
    rows.lastChild.querySelector("input, select").focus();
  });
  const adding = h("div", { class: "row tight" }, choice, add);
  const element = h("fieldset", { class: "gate" }, h("legend", {}, title), h("p", { class: "hint" }, hint), rows, adding, told);
  const kindOf = (step) => Object.keys(step)[0];

  function control(step, kind) {
    const set = (value) => { step[kind] = value; lacking = undefined; };
    if (kind === "type") return h("input", { value: step.type, required: true, maxlength: 200, pattern: "\\S(.*\\S)?", autocomplete: "off", input: (event) => set(event.target.value) });
    if (kind === "tap" || kind === "scan") {
      const keys = (known.settings?.keys ?? []).map(({ id, name }) => [id, name ?? id]);
      if (step[kind] && !keys.some(([id]) => id === step[kind])) keys.push([step[kind], step[kind]]);
      return select([["", keys.length ? words.chooseKey : words.noKeys], ...keys], step[kind], { required: true, change: (event) => set(event.target.value) });
    }
    const isWait = kind === "wait";
    return h("input", { type: "number", min: isWait ? 0 : 1, max: { wait: 3600, learn: 100, move: 1000 }[kind], required: true, inputmode: "numeric",
      value: isWait ? seconds(step.wait) : step[kind], input: (event) => set(isWait ? `${event.target.value}s` : Number(event.target.value)) });
  }

  function move(index, by) {
    const [step] = list.splice(index, 1);
    if (by) list.splice(index + by, 0, step);
    draw();
    touched();
    say(told, by ? words.moved(stepWords(step), index + by + 1, list.length) : words.removed(stepWords(step)));
    // What was pressed goes along with its step; at the end of the way its neighbour has the focus.
    const row = rows.children[Math.min(by ? index + by : index, list.length - 1)];
    const [up, down, gone] = row?.querySelectorAll("button") ?? [];
    const wanted = by < 0 ? up : by > 0 ? down : gone;
    (wanted && !wanted.disabled ? wanted : by < 0 ? down : by > 0 ? up : add).focus();
  }

  function draw() {
    fill(rows, list.map((step, index) => {
      const kind = kindOf(step);
      const name = stepWords(step);
      const isLacking = lacking?.(step);
      const input = control(step, kind);
      if (isLacking) input.setAttribute("aria-invalid", "true");
      return h("li", {}, field(words.kinds[kind], input, isLacking ? lacking.text : undefined), h("div", { class: "row tight" },
        button("\u2191", () => move(index, -1), { class: "quiet", "aria-label": words.up(name), disabled: index === 0 }),
        button("\u2193", () => move(index, 1), { class: "quiet", "aria-label": words.down(name), disabled: index === list.length - 1 }),
        button("\u00d7", () => move(index, 0), { class: "quiet close", "aria-label": words.remove(name) })));
    }));
    const left = kinds.filter((kind) => !["wait", "learn", "move"].includes(kind) || !list.some((step) => kind in step));
    const chosen = choice.value;
    fill(choice, left.map((kind) => h("option", { value: kind, selected: kind === chosen }, words.kinds[kind])));
    adding.hidden = list.length >= most;
  }

  draw();
  return {
    element, value: () => list,
    /** Shows at its step why nobody could pass it; `false` where none of these is meant. */
    refuse(refusal) {
      const kind = { cards: ["learn"], movement: ["move"], reader: ["tap", "scan"] }[refusal.lacks];
      lacking = (step) => (kind ? kind.includes(kindOf(step)) : [step.tap, step.scan].includes(refusal.lacks));
      lacking.text = sentence(refusal);
      draw();
      const wrong = rows.querySelector("[aria-invalid]");
      if (wrong) reveal(wrong);
      if (list.some(lacking)) say(told, lacking.text);
      return list.some(lacking);
    },
  };
}
