// Phones: those that may tap cards for this computer, and the code that pairs one.
import { button, dialog, field, fill, h, say, toast } from "./dom.js";
import { ask, command, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.phones;

export function phones(place) {
  const list = h("div", { class: "cards" });
  const none = h("p", { class: "hint" }, words.none);
  let isGone = false;

  async function draw() {
    let known;
    try {
      known = (await ask("phones")).phones;
    } catch {
      // The line says so already; phones come with the next visit.
      return;
    }
    if (isGone) return;
    none.hidden = known.length > 0;
    fill(list, known.map((phone) => h("article", { class: "card" },
      h("h3", {}, phone.phone), h("p", { class: "hint" }, phone.revoked ? words.revoked : words.ways[phone.way]),
      !phone.revoked && phone.way === "page" && h("p", { class: "hint" }, phone.taps ? words.taps(phone.taps) : words.noTaps),
      !phone.revoked && h("div", { class: "actions" }, button(words.revoke, () => revoke(phone.phone, draw), { class: "quiet", "aria-label": words.revokeOf(phone.phone) })))));
  }

  fill(place, h("h2", {}, words.title), h("p", { class: "lead" }, words.intro), none, list,
    h("div", { class: "actions" }, button(words.pair, () => pair(draw), { id: "pair" })));
  draw();
  return () => {
    isGone = true;
  };
}

function revoke(name, done) {
  dialog(words.revokeOf(name), t.close, (close) => [h("p", {}, words.revokeSure(name)), h("div", { class: "actions" },
    button(words.revoke, async () => {
      try {
        toast((await command({ command: "phone-revoke", name })).message);
        close();
        done();
      } catch (refusal) {
        refused(refusal);
      }
    }, { class: "danger" }), button(t.cancel, close))]);
}

/** Shows a code until a phone has used it, or nobody can any longer. */
export function pair(done) {
  let timer;
  const box = dialog(words.pair, t.close, (close) => {
    const body = h("div", { class: "pairing" });
    const name = h("input", { value: "phone", required: true, maxlength: 24, pattern: "[A-Za-z0-9\\-]+", autocomplete: "off" });

    const begin = () => fill(body, h("form", { submit: (event) => {
      event.preventDefault();
      invite();
    } }, h("p", {}, words.steps), field(words.name, name, words.nameHint),
    h("div", { class: "actions" }, button(words.show, null, { type: "submit", class: "primary" }), button(t.cancel, close))));

    async function invite() {
      try {
        show(await command({ command: "phone-pair", name: name.value.trim(), picture: true }));
      } catch (refusal) {
        refused(refusal);
      }
    }

    function show(code) {
      const ends = Date.parse(code.expires_at);
      const left = h("p", { class: "hint", role: "timer" });
      body.dataset.state = "code";
      fill(body, picture(code), left, h("p", {}, words.scan),
        h("details", {}, h("summary", {}, words.byLink), h("p", { class: "hint" }, words.byLinkHint), h("code", { class: "link" }, code.link)));
      const look = async () => {
        const seconds = Math.max(0, Math.round((ends - Date.now()) / 1000));
        say(left, words.left(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`));
        let now;
        try {
          now = await ask("phones");
        } catch {
          // The service is away for a moment.
          now = { phones: [], code: seconds > 0 ? code : null };
        }
        if (!box.open) return;
        if (now.phones.some((phone) => phone.phone === code.phone && !phone.revoked)) return paired(code.phone);
        if (now.code?.phone !== code.phone) return over();
        timer = setTimeout(look, 1000);
      };
      look();
    }

    function paired(phone) {
      body.dataset.state = "paired";
      fill(body, h("p", { role: "status" }, words.paired(phone)), h("p", { class: "hint" }, words.used), h("div", { class: "actions" }, button(t.done, close, { class: "primary" })));
      done();
    }

    function over() {
      body.dataset.state = "over";
      fill(body, h("p", { role: "status" }, words.over), h("div", { class: "actions" }, button(words.again, invite, { class: "primary" }), button(t.cancel, close)));
    }

    begin();
    return body;
  });
  box.addEventListener("close", () => clearTimeout(timer));
}

/** The code as a picture: dark on light in every theme, as cameras want it. */
function picture(code) {
  if (!code.picture) return h("p", {}, words.noPicture);
  const { size, path } = code.picture;
  return h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": words.codeOf(code.phone), "shape-rendering": "crispEdges" },
    h("rect", { width: size, height: size, fill: "white" }), h("path", { d: path, fill: "black" }));
}
