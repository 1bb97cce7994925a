// The computers that this phone is paired with, in the browser's own store. A key is kept as an object that can sign
// and that no script can read.
const store = "desks";

export class NoStore extends Error {}

function request(wish) {
  return new Promise((resolve, reject) => {
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error);
  });
}

async function database() {
  let opening;
  try {
    // A private window of an older browser has no store at all, or one that cannot be opened.
    opening = indexedDB.open("focuskey", 1);
  } catch (error) {
    throw new NoStore(String(error));
  }
  opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath: "desk" });
  try {
    return await request(opening);
  } catch (error) {
    throw new NoStore(String(error));
  }
}

// Runs work on the table; what it gives is there when it is on the disk.
async function work(mode, body) {
  const opened = await database();
  try {
    const change = opened.transaction(store, mode);
    const done = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onerror = change.onabort = () => reject(new NoStore(String(change.error)));
    });
    const result = await body(change.objectStore(store));
    await done;
    return result;
  } finally {
    opened.close();
  }
}

// The computers, the one that was paired last in front.
export async function desks() {
  const all = await work("readonly", (table) => request(table.getAll()));
  return all.sort((one, other) => other.paired - one.paired);
}

// Keeps a computer, in the place of an earlier pairing with it.
export function keep(desk) {
  return work("readwrite", (table) => request(table.put(desk)));
}

// Takes the next number of a tap. Two windows never get the same one.
export function nextNumber(name) {
  return work("readwrite", async (table) => {
    const desk = await request(table.get(name));
    desk.number += 1;
    await request(table.put(desk));
    return desk.number;
  });
}

// Remembers under which of its names a computer is asked first.
export function prefer(name, host) {
  return work("readwrite", async (table) => {
    const desk = await request(table.get(name));
    desk.hosts = [host, ...desk.hosts.filter((other) => other !== host)];
    await request(table.put(desk));
    return desk;
  });
}
