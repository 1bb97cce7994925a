// What proves a tap and a pairing: HMAC-SHA-256 by the browser, over the fields that Contract.md names.
const hmac = { name: "HMAC", hash: "SHA-256" };

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(text) {
  const octets = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(octets, (letter) => letter.charCodeAt(0));
}

// A key that can sign, and that nobody reads out again.
function importKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, hmac, false, ["sign"]);
}

async function sign(key, text) {
  return new Uint8Array(await crypto.subtle.sign(hmac, key, new TextEncoder().encode(text)));
}

function form(fields) {
  return Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

// Whether the browser lends its cryptography: it does so over https only.
export const canProve = typeof crypto === "object" && Boolean(crypto.subtle);

// The parts of a pairing code, or null if it is damaged or of another version.
export function readCode(fragment) {
  const parts = fragment.replace(/^#/, "").split("~");
  if (parts.length !== 6 || parts[0] !== "v1") return null;
  const [, desk, hosts, port, phone, key] = parts;
  const isName = (text) => /^[A-Za-z0-9-]{1,24}$/.test(text);
  const isSound =
    isName(desk) && isName(phone) && /^[A-Za-z0-9_-]{43}$/.test(key) && /^[0-9]{1,5}$/.test(port) &&
    hosts.split(",").every((host) => /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])$/.test(host));
  return isSound ? { desk, hosts: hosts.split(","), port, phone, key } : null;
}

// A key of this phone's own, and the query that hands it to the computer under the key of the code.
export async function pairing(code) {
  const codeKey = await importKey(bytesOf(code.key));
  const own = crypto.getRandomValues(new Uint8Array(32));
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  const pad = await sign(codeKey, `pair1-key|${code.phone}|${code.desk}|${nonce}`);
  const box = hex(own.map((byte, index) => byte ^ pad[index]));
  const proof = await sign(codeKey, `pair1|${code.phone}|${code.desk}|${nonce}|${box}`);
  const key = await importKey(own);
  own.fill(0);
  return { key, query: form({ p: code.phone, o: nonce, b: box, m: hex(proof) }) };
}

// The query of a tap.
export async function tap(desk, number, route) {
  const time = Math.floor(Date.now() / 1000);
  const proof = await sign(desk.key, `tap1|${desk.phone}|${desk.desk}|${number}|${time}|${route}`);
  return form({ p: desk.phone, n: number, t: time, r: route, m: hex(proof) });
}
