// Sites as people write and paste them.

/** The site that a line means: `https://www.nytimes.com/` is nytimes.com. An exception is kept as exact as it is. */
export function readSite(line) {
  const [, mark, written] = /^\s*(!?)\s*(.*?)\s*$/.exec(line);
  const bare = written.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").replace(/^[^/]*@/, "");
  const [, host, rest] = /^([^/?#]*)(.*)$/.exec(bare);
  const name = host.replace(/:\d+$/, "").replace(/\.$/, "").toLowerCase();
  const site = mark ? name : name.replace(/^www\.(?=.*\.)/, "");
  const path = rest.replace(/[?#].*$/, "").replace(/\/+$/, "");
  return mark + site + (path ? rest.replace(/\/+$/, "") : "");
}

/** The entries of a text area, one for each line or comma. */
export const entriesOf = (text) => text.split(/[\n,]/).map((line) => line.trim()).filter(Boolean);
