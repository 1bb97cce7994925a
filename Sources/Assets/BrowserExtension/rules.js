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
 * @param order `{sections: [{allow, sites, exceptions}]}`
 * @param page the shield page's whole address
 * @param known the kinds of requests that the browser knows: rules with others are refused
 */
export function rulesFor(order, page, known) {
  const rules = [];
  const inner = RESOURCE_TYPES.filter((type) => type !== "main_frame" && known.includes(type));
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

/** What opens whatever an order says. */
export const ALWAYS_OPEN = ["localhost", "127.0.0.1", "[::1]"];

/** An order whose names can be looked up, however many they are. */
export function indexed(order) {
  const sections = order.sections.map(({ allowance, allow, sites, exceptions }) => {
    return { allowance, allow, sites: new Set(sites), exceptions: new Set(exceptions) };
  });
  return { ...order, sections };
}

/** Whether an order, once indexed, closes a host, by the longest entry that is the host or a domain above it. */
export function closes(order, host) {
  if (ALWAYS_OPEN.includes(host) || host.endsWith(".localhost")) return false;
  return order.sections.some((section) => closesIn(section, host));
}

/** Which allowance closes a host, and whether it alone does: `{name, alone}`, or null. */
export function allowanceOf(order, host) {
  const closing = order.sections.filter((section) => closesIn(section, host));
  const own = closing.find((section) => section.allowance);
  return own ? { name: own.allowance, alone: closing.every((section) => section.allowance) } : null;
}

function closesIn(section, host) {
  const labels = host.split(".");
  for (let start = 0; start < labels.length; start += 1) {
    const domain = labels.slice(start).join(".");
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
