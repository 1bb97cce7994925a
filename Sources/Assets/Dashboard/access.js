// The right to change something, across starts of the service: each start has a token of its own, so that a cookie that
// another program caught is worth nothing after it. A browser that was let in keeps a key that it never sends, and
// proves with it that it may have the new token. Scripts cannot read the key out of the browser's store.

let key;

const bytes = (text) => new TextEncoder().encode(text);

/** Works on the store, and gives what it answers. */
async function store(mode, work) {
  const base = await new Promise((done, fail) => {
    const asked = indexedDB.open("access", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("keys");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  try {
    return await new Promise((done, fail) => {
      const asked = work(base.transaction("keys", mode).objectStore("keys"));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
  } finally {
    base.close();
  }
}

async function ask(body) {
  const response = await fetch("/api/v1/access", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return response.ok ? response.json() : null;
}

/** Asks for the key, once for each page; a browser that keeps nothing still has it as long as the page is open. */
export async function keepKey() {
  if (key) return;
  try {
    const text = (await ask({}))?.key;
    if (!text) return;
    key = await crypto.subtle.importKey("raw", bytes(text), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    await store("readwrite", (keys) => keys.put(key, "key"));
  } catch {
    // Then the next start of the service asks for a new link.
  }
}

/** Proves to the service of this challenge that this browser was let in: whether it has the new token now. */
export async function regain(challenge) {
  try {
    key ??= await store("readonly", (keys) => keys.get("key"));
    if (!key) return false;
    const proof = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(`access1|${challenge}`)));
    return Boolean(await ask({ proof: Array.from(proof, (octet) => octet.toString(16).padStart(2, "0")).join("") }));
  } catch {
    return false;
  }
}
