// The pages in the language of the browser. English is in them; what they say in another language is in a file of its
// own, and what that lacks stays English.
const spoken = new Map([["de", "de"], ["es", "es"], ["fr", "fr"], ["ja", "ja"], ["pt", "pt-BR"], ["zh", "zh-Hans"]]);
let texts = new Map();
let open = [];

// The language that the browser likes best of those that are spoken here; null for English. Who writes traditional
// characters is not given simplified ones.
function chosen() {
  for (const tag of navigator.languages || [navigator.language]) {
    const [language, ...rest] = tag.toLowerCase().split("-");
    if (language === "en") return null;
    const isTraditional = rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part));
    if (spoken.has(language) && !(language === "zh" && isTraditional)) return spoken.get(language);
  }
  return null;
}

// A text with holes in braces, such as "Try {1}", and what it is in the language.
function template([english, said]) {
  const names = [];
  const parts = english.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part);
    return "(.+?)";
  });
  return { pattern: new RegExp(`^${parts.join("")}$`), names, said };
}

// An English text in the language.
export function say(text) {
  if (texts.has(text)) return texts.get(text);
  for (const { pattern, names, said } of open) {
    const found = pattern.exec(text);
    if (!found) continue;
    return said.replace(/\{(\w+)\}/g, (hole, name) => {
      const word = found[names.indexOf(name) + 1];
      return name.startsWith("text") ? say(word) : word;
    });
  }
  return text;
}

// Words with something to type among them, which is between grave accents, as nodes.
export function nodes(words) {
  return words.split("`").map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}

// Says what an element begins with, up to a picture or another element.
function translate(element) {
  const run = [];
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE && node.nodeName !== "CODE") break;
    run.push(node);
  }
  const english = run.map((node) => (node.nodeName === "CODE" ? `\`${node.textContent}\`` : node.textContent)).join("").trim();
  const said = say(english);
  if (said === english) return;
  run.forEach((node) => node.remove());
  element.prepend(...nodes(said));
}

// Learns the language and says the page in it, as it is without a script.
export async function speak() {
  const language = chosen();
  if (!language) return;
  let file;
  try {
    file = await import(`./words/${language}.js`);
  } catch (error) {
    // A site that was built before there were languages, or a network that is gone: the page is English.
    return;
  }
  const all = Object.entries(file.default);
  texts = new Map(all);
  open = all.filter(([english]) => english.includes("{")).map(template);
  document.documentElement.lang = language;
  document.title = document.title.split(" · ").map(say).join(" · ");
  document.querySelectorAll("main h1, main p, main li, main a").forEach(translate);
}
