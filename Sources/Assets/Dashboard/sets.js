// A set of an exercise before the camera: what it sees as a stick figure, and the count, over the whole page.
import { button, dialog, fill, h, say } from "./dom.js";
import { Refusal, sentence, talk } from "./service.js";
import { t } from "./strings.js";

const words = t.sets;

// The joints in the order in which they come, and which of them are joined: the trunk, the arms, the legs.
const bones = [[1, 2], [1, 7], [2, 8], [7, 8], [1, 3], [3, 5], [2, 4], [4, 6], [7, 9], [9, 11], [8, 10], [10, 12]];

/** Counts a set of `goal` repetitions; `exercise` is left out for one at random. */
export function beginSet(exercise, goal) {
  const ending = new AbortController();
  const [name, remark, worth] = [h("p", { class: "exercise" }, words.starting), h("p", { class: "remark", role: "status" }), h("p", { class: "hint", id: "set-points" })];
  const score = h("p", { class: "count", role: "status", "aria-live": "polite" }, "0");
  const [figure, draw] = stickFigure();
  const actions = h("div", { class: "actions center" });
  const box = dialog(words.title, t.close, (close) => {
    fill(actions, button(words.stop, close, { id: "stop-set" }));
    return h("div", { class: "moving" }, name, figure, score, worth, remark, actions);
  });
  box.classList.add("whole");
  box.addEventListener("close", () => ending.abort());

  function hear(line) {
    if ("pose" in line) return draw(line.pose);
    if (line.remark) return say(remark, line.remark);
    if (line.points) say(worth, t.history.points(line.points));
    if (line.reps === undefined) say(name, line.words);
    else if (line.ok === undefined) {
      say(score, words.count(line.reps, goal));
      say(remark, "");
    } else end(line);
  }

  function end({ reps, booked, events }) {
    const earned = events.filter((one) => one.event === "allowance-lifted").map((one) => words.earned(one.minutes, t.categories[one.allowance] ?? one.allowance));
    say(name, words.done(reps));
    say(remark, booked ? earned.join(" ") : words.tooFew);
    figure.remove();
    over(words.close);
  }

  function over(text) {
    const done = button(text, () => box.close(), { class: "primary", id: "end-set" });
    fill(actions, done);
    if (box.open) done.focus();
  }

  talk({ command: "move", exercise, reps: goal }, hear, ending.signal).catch((refusal) => {
    if (ending.signal.aborted) return;
    figure.remove();
    say(name, words.failed);
    say(remark, sentence(refusal instanceof Refusal ? refusal : new Refusal()));
    over(t.close);
  });
}

/** The figure, and what draws a pose in it. The picture is as large as what was seen of the person so far. */
function stickFigure() {
  const lines = bones.map(() => svg("line", {}));
  const head = svg("circle", { r: 0 });
  const figure = svg("svg", { class: "figure", viewBox: "0 0 100 100", role: "img", "aria-label": words.unseen }, ...lines, head);
  let edge;
  const draw = (pose) => {
    figure.classList.toggle("unseen", !pose);
    figure.setAttribute("aria-label", pose ? words.seen : words.unseen);
    if (!pose) return;
    const [xs, ys] = [pose.map(([x]) => x), pose.map(([, y]) => y)];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    edge = edge ? [Math.min(edge[0], box[0]), Math.min(edge[1], box[1]), Math.max(edge[2], box[2]), Math.max(edge[3], box[3])] : box;
    const size = Math.max(edge[2] - edge[0], edge[3] - edge[1], 1e-6) * 1.2;
    // As in a mirror: what is left of the person is left of the picture.
    const place = ([x, y]) => [50 - ((x - (edge[0] + edge[2]) / 2) / size) * 100, 50 + ((y - (edge[1] + edge[3]) / 2) / size) * 100];
    bones.forEach(([from, to], index) => {
      const [[x1, y1], [x2, y2]] = [place(pose[from]), place(pose[to])];
      for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) lines[index].setAttribute(key, value.toFixed(2));
    });
    const [left, right] = [place(pose[1]), place(pose[2])];
    const [x, y] = place(pose[0]);
    for (const [key, value] of Object.entries({ cx: x, cy: y, r: Math.max(2.5, Math.hypot(left[0] - right[0], left[1] - right[1]) * 0.35) })) head.setAttribute(key, value.toFixed(2));
  };
  return [figure, draw];
}

function svg(name, attributes, ...parts) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...parts);
  return element;
}
