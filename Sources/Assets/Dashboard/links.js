// Links: a bench for association files. The service does the reading, by the rules that it has for its own.
import { button, field, fill, h } from "./dom.js";
import { command, refused } from "./service.js";
import { t } from "./strings.js";

const words = t.links;

export function links(place) {
  const file = h("textarea", { rows: 12, spellcheck: "false", class: "code" });
  const url = h("input", { type: "text", value: "https://focuskey.app/focus/work", spellcheck: "false", autocomplete: "off", required: true });
  const app = h("input", { autocomplete: "off", spellcheck: "false" });
  const result = h("div", { id: "result", "aria-live": "polite" });
  const ours = async () => {
    const response = await fetch("/.well-known/apple-app-site-association");
    file.value = await response.text();
  };
  fill(place, h("header", { class: "head" }, h("h1", {}, t.views.links), h("p", { class: "lead" }, words.intro)),
    h("form", {
      class: "panel", submit: async (event) => {
        event.preventDefault();
        try {
          fill(result, answer(await command({ command: "explain-link", aasa: file.value, url: url.value.trim(), app: app.value.trim() || undefined })));
        } catch (refusal) {
          refused(refusal);
        }
      },
    }, field(words.file, file, words.fileHint), button(words.ours, ours),
    h("div", { class: "grid" }, field(words.url, url), field(`${words.app} (${t.optional})`, app)),
    h("div", { class: "actions" }, button(words.try, null, { type: "submit", class: "primary" }))), result);
  ours().catch(() => {});
}

function answer({ explanation, forecast, findings }) {
  return [
    h("section", { class: "panel" }, h("h2", {}, words.opens),
      explanation ? h("p", { class: `verdict ${explanation.result}` }, words.result[explanation.result], explanation.app && h("span", {}, ": ", h("code", {}, explanation.app))) : h("p", {}, words.noLink),
      explanation?.obstacle && h("p", {}, explanation.obstacle),
      forecast && h("dl", { class: "facts" }, Object.entries(words.devices).map(([name, text]) => h("div", {}, h("dt", {}, text), h("dd", {}, words.outcome[forecast[name]])))),
      forecast?.findings.length > 0 && h("ul", {}, forecast.findings.map((one) => h("li", {}, `${words.levels[one.level]}: ${one.message}`)))),
    explanation?.steps.length > 0 && h("section", { class: "panel" }, h("h2", {}, words.rules),
      h("ol", { class: "plain" }, explanation.steps.map((step) => h("li", { class: step.took ? "took" : "" }, h("code", {}, step.app), ` ${rule(step.rule)}: `,
        step.took ? (step.excludes ? words.excludes : words.took) : step.because.map((one) => words.because(one.part, one.pattern)).join("; ")))),
      explanation.change?.length > 0 && [h("p", {}, words.nearest), h("ul", {}, explanation.change.map((one) => h("li", {}, one)))]),
    h("section", { class: "panel" }, h("h2", {}, words.findings), findings.length
      ? h("ul", { class: "findings" }, findings.map((one) => h("li", { "data-level": one.level }, h("strong", {}, words.levels[one.level]), ` ${one.message} `,
        h("small", {}, [one.line && words.line(one.line), one.kind].filter(Boolean).join(", ")), one.fix && h("span", { class: "hint block" }, one.fix))))
      : h("p", {}, words.sound)),
  ];
}

const rule = (one) => (one ? { components: words.component, paths: words.path }[one.kind](one.index) : words.entry);
