// Which rules of the browser close and open parts of sites.

import { byRank, closesIn, covers, hostOf, innerTypes, segmentsOf } from "./rules.js";

/** A host and each domain above it, the nearest first. */
function domainsOf(host) {
  const labels = host.split(".");
  return labels.map((_, start) => labels.slice(start).join("."));
}

/** What is in both parts, or null. */
function common(one, other) {
  const [longer, shorter] = one.segments.length >= other.segments.length ? [one, other] : [other, one];
  const segments = [...longer.segments];
  for (const [index, segment] of shorter.segments.entries()) {
    if (segments[index] === "*") segments[index] = segment;
    else if (segment !== "*" && segment !== segments[index]) return null;
  }
  return { isException: false, segments };
}

/** The most rules with a pattern that browsers take are a thousand; most hosts have no part at all. */
const MOST_NODES = 400;

/**
 * The rules for parts of sites, which outweigh those for whole sites.
 *
 * For each domain that has parts, or is below one that has, each part that some section names is open or closed by all
 * sections together; the nearer ones outweigh the others.
 *
 * @param order an order, once indexed
 * @param page the shield page's whole address
 * @param known the kinds of requests that the browser knows
 * @param first the number of the first rule
 */
export function partRules(order, page, known, first) {
  const hosts = new Set(order.sections.flatMap((section) => [...section.parts.keys()]));
  if (hosts.size === 0) return [];
  const domains = new Set(hosts);
  for (const section of order.sections) {
    for (const names of [section.sites, section.exceptions]) {
      for (const name of names) if (domainsOf(name).some((domain) => hosts.has(domain))) domains.add(name);
    }
  }
  const rules = [];
  const inner = innerTypes(known);
  const frames = inner.filter((type) => type === "sub_frame" || type === "object");
  const rest = inner.filter((type) => !frames.includes(type));
  let room = MOST_NODES;
  for (const domain of domains) {
    const below = [...domains].filter((other) => other.endsWith(`.${domain}`));
    const condition = { requestDomains: [domain], isUrlFilterCaseSensitive: true };
    if (below.length) condition.excludedRequestDomains = below;
    const isClosed = (segments) => order.sections.some((section) => closesIn(section, domain, segments));
    const base = isClosed([]);
    let differs = false;
    const nodes = nodesOf(order, domain);
    // The first to decide has the highest number.
    for (const [index, node] of nodes.reverse().entries()) {
      const closed = isClosed(node.segments);
      // What is as it would be anyway needs no rule.
      if (closed === base && !differs) continue;
      differs = true;
      if ((room -= 1) < 0) break;
      const priority = 3 + index;
      const match = { ...condition, regexFilter: patternOf(node.segments) };
      if (closed) {
        rules.push({ priority, action: { type: "redirect", redirect: { regexSubstitution: `${page}#\\0` } }, condition: { ...match, resourceTypes: ["main_frame"] } });
        rules.push({ priority, action: { type: "block" }, condition: { ...match, resourceTypes: frames } });
      } else {
        rules.push({ priority, action: { type: "allow" }, condition: { ...match, resourceTypes: ["main_frame", ...frames] } });
      }
    }
    // An open part needs what it loads from its own site.
    if (base && differs) {
      rules.push({ priority: 2, action: { type: "allow" }, condition: { ...condition, initiatorDomains: [domain], resourceTypes: rest } });
    }
  }
  return rules.map((rule, index) => ({ id: first + index, ...rule }));
}

/** Every part that some section names for a domain, and what two of them have in common, the first to decide first. */
function nodesOf(order, domain) {
  const nodes = new Map();
  const add = (part) => nodes.set(part.segments.join("/"), { segments: part.segments, isException: false });
  for (const section of order.sections) {
    for (const above of domainsOf(domain)) section.parts.get(above)?.forEach(add);
  }
  const own = [...nodes.values()];
  const withStars = own.filter((node) => node.segments.includes("*"));
  for (const one of withStars) {
    for (const other of own) {
      const both = common(one, other);
      if (both && nodes.size < MOST_NODES) add(both);
    }
  }
  return [...nodes.values()].sort(byRank);
}

/** A pattern for whole addresses in a part, as browsers write them when they ask. */
export function patternOf(segments) {
  const path = segments.map((segment) => (segment === "*" ? "[^/?#]+" : patternOfSegment(segment))).join("/+");
  return `^https?://[^/]+/+${path}(?:[/?#].*)?$`;
}

function patternOfSegment(segment) {
  return segment.replace(/%([0-9A-F]{2})|[^A-Za-z0-9]/g, (found, hex) => {
    if (!hex) return found === "_" || found === "~" || found === "@" || found === "'" ? found : `\\${found}`;
    const either = [...hex].map((digit) => (/[A-F]/.test(digit) ? `[${digit}${digit.toLowerCase()}]` : digit)).join("");
    const code = parseInt(hex, 16);
    // Browsers leave some of these as they were typed.
    const isTyped = code > 0x20 && code < 0x7f && !"/?#%".includes(String.fromCharCode(code));
    return isTyped ? `(?:%${either}|\\x${hex})` : `%${either}`;
  });
}

/** The entry with a path that closes an address, by the name that it has everywhere; null where whole sites do. */
export function partClosing(order, address) {
  const host = hostOf(address ?? "");
  if (!host) return null;
  const segments = segmentsOf(address);
  for (const section of order.sections) {
    if (!closesIn(section, host, segments)) continue;
    for (const domain of domainsOf(host)) {
      const part = section.parts.get(domain)?.find((one) => covers(one, segments));
      if (part) return part.name;
      if (section.sites.has(domain)) return null;
    }
    return null;
  }
  return null;
}
