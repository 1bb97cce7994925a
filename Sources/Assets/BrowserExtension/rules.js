// What an order means for the browser: pure functions, so that they can be tried without one.

/** The kinds of requests that are closed; said in full, because a rule without them leaves out the page itself. */
export const RESOURCE_TYPES = [
  "main_frame", "sub_frame", "stylesheet", "script", "image", "font", "object", "xmlhttprequest", "ping", "media", "websocket",
  "webtransport", "other",
];

/** Browsers hold some 30,000 dynamic rules, but thousands of domains fit into one. */
const DOMAINS_PER_RULE = 1000;

/**
 * The rules for an order.
 *
 * @param order `{sections: [{allow, sites, exceptions, paths}]}`
 * @param page the shield page's whole address
 * @param known the kinds of requests that the browser knows: rules with others are refused
 */
export function rulesFor(order, page, known) {
  const rules = [];
  const inner = innerTypes(known);
  const add = (action, condition) => rules.push({ id: rules.length + 1, priority: 1, action, condition });
  // The address that was asked for goes along behind the page's own, for the page to show and for the way back.
  const shield = { type: "redirect", redirect: { regexSubstitution: `${page}#\\0` } };
  // Nothing is ever allowed by a rule, only left out of one, so that what any section closes is closed.
  const close = (condition) => {
    add(shield, { ...condition, regexFilter: "^https?://.*$", resourceTypes: ["main_frame"] });
    add({ type: "block" }, { ...condition, resourceTypes: inner });
  };
  for (const section of order.sections) {
    if (section.allow) {
      close({ excludedRequestDomains: [...section.sites, ...ALWAYS_OPEN] });
      if (section.exceptions.length) close({ requestDomains: section.exceptions });
      continue;
    }
    for (let start = 0; start < section.sites.length; start += DOMAINS_PER_RULE) {
      const condition = { requestDomains: section.sites.slice(start, start + DOMAINS_PER_RULE) };
      if (section.exceptions.length) condition.excludedRequestDomains = section.exceptions;
      close(condition);
    }
  }
  return rules;
}

/** The kinds of requests inside a page, of those that the browser knows. */
export function innerTypes(known) {
  return RESOURCE_TYPES.filter((type) => type !== "main_frame" && known.includes(type));
}

/** What opens whatever an order says. */
export const ALWAYS_OPEN = ["localhost", "127.0.0.1", "[::1]"];

/** An order whose names can be looked up, however many they are. */
export function indexed(order) {
  const sections = order.sections.map(({ allowance, allow, sites, exceptions, paths }) => {
    return { allowance, allow, sites: new Set(sites), exceptions: new Set(exceptions), parts: partsByHost(paths ?? []) };
  });
  return { ...order, sections };
}

/**
 * Whether an order, once indexed, closes an address, by the longest entry that is its host or a domain above it, and of
 * those by the longest path. What is not an address of the web is open.
 */
export function closes(order, address) {
  const host = hostOf(address ?? "");
  if (!host || ALWAYS_OPEN.includes(host) || host.endsWith(".localhost")) return false;
  const segments = segmentsOf(address);
  return order.sections.some((section) => closesIn(section, host, segments));
}

/** Whether an entry of an order, once indexed, is about a part of an address's site. */
export function namesPartsOf(order, address) {
  const labels = (hostOf(address ?? "") ?? "").split(".");
  return labels.some((_, start) => order.sections.some((section) => section.parts.has(labels.slice(start).join("."))));
}

/** Which allowance closes an address, and whether it alone does: `{name, alone}`, or null. */
export function allowanceOf(order, address) {
  const host = hostOf(address ?? "");
  if (!host) return null;
  const segments = segmentsOf(address);
  const closing = order.sections.filter((section) => closesIn(section, host, segments));
  const own = closing.find((section) => section.allowance);
  return own ? { name: own.allowance, alone: closing.every((section) => section.allowance) } : null;
}

/** Whether a section closes a host at these segments of a path. */
export function closesIn(section, host, segments) {
  const labels = host.split(".");
  for (let start = 0; start < labels.length; start += 1) {
    const domain = labels.slice(start).join(".");
    const part = section.parts.get(domain)?.find((one) => covers(one, segments));
    if (part) return !part.isException;
    if (section.exceptions.has(domain)) return Boolean(section.allow);
    if (section.sites.has(domain)) return !section.allow;
  }
  return Boolean(section.allow);
}

/** The host of an address of the web, or null. */
export function hostOf(address) {
  try {
    const url = new URL(address);
    return url.protocol === "http:" || url.protocol === "https:" ? url.hostname : null;
  } catch {
    return null;
  }
}

/** An entry as an order has it: `!youtube.com/watch`, its segments decoded and encoded again in one spelling. */
export function partOf(entry) {
  const isException = entry.startsWith("!");
  const name = isException ? entry.slice(1) : entry;
  const slash = name.indexOf("/");
  return { name, isException, host: name.slice(0, slash), segments: name.slice(slash + 1).split("/") };
}

const PLAIN = /^[A-Za-z0-9\-._~!$&'()+,;=:@]$/;

/** A segment in the spelling of an order: what is encoded without need is decoded, what has to be encoded is. */
function spelled(segment) {
  const codes = [];
  for (let index = 0; index < segment.length; index += 1) {
    const hex = segment.slice(index + 1, index + 3);
    if (segment[index] === "%" && /^[0-9A-Fa-f]{2}$/.test(hex)) {
      codes.push(parseInt(hex, 16));
      index += 2;
    } else {
      codes.push(...new TextEncoder().encode(segment[index]));
    }
  }
  return codes.map((code) => {
    const letter = String.fromCharCode(code);
    return PLAIN.test(letter) ? letter : `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** The segments of an address's path; empty ones are left out, as most servers do. */
export function segmentsOf(address) {
  return new URL(address).pathname.split("/").filter(Boolean).map(spelled);
}

/** Whether an address with these segments is in a part. */
export function covers(part, segments) {
  return part.segments.length <= segments.length
    && part.segments.every((segment, index) => segment === "*" || segment === segments[index]);
}

/** Of two parts of one domain the one that decides comes first. */
export function byRank(one, other) {
  if (one.segments.length !== other.segments.length) return other.segments.length - one.segments.length;
  for (let index = 0; index < one.segments.length; index += 1) {
    const isAny = one.segments[index] === "*";
    if (isAny !== (other.segments[index] === "*")) return isAny ? 1 : -1;
  }
  return Number(one.isException) - Number(other.isException);
}

/** The entries of a section by their domains, in the order in which they decide. */
export function partsByHost(entries) {
  const byHost = new Map();
  for (const part of entries.map(partOf)) byHost.set(part.host, [...(byHost.get(part.host) ?? []), part]);
  for (const parts of byHost.values()) parts.sort(byRank);
  return byHost;
}
