// Asks again for pages whose connection was refused though this browser sees the parts of their site: the shield of
// this computer learns a moment later than the extension that such sites are left to it.

import { hostOf } from "./rules.js";

/** How navigations end that another one took the place of, or somebody stopped: net::ERR_ABORTED, NS_BINDING_ABORTED. */
const STOPPED = /ABORTED|2152398850/;
/** The first pause; each is twice as long as the one before, about sixteen seconds together. */
const PAUSE = 250;
const MOST_TRIES = 6;
/** What was refused so long after the time before is another matter. */
const FORGOTTEN = 60_000;

/**
 * Has pages come back by themselves.
 *
 * @param api the browser's
 * @param isLeft whether an address is open and on a site of which this browser closes parts
 * @param pause the first pause, in milliseconds
 * @returns what to call when an order was taken: pages that were refused before it are asked for again
 */
export function pageReturner(api, isLeft, pause = PAUSE) {
  /** The page that was refused last in a tab. */
  const pages = new Map();

  function askAgain(tab, page) {
    if (page.tries === MOST_TRIES || !isLeft(page.address)) return;
    clearTimeout(page.timer);
    page.timer = setTimeout(async () => {
      const now = await api.tabs.get(tab).catch(() => null);
      // Somebody may be elsewhere by now, or be asking themselves.
      if (!page.isRefused || pages.get(tab) !== page || now?.url !== page.address || !isLeft(page.address)) return;
      await api.tabs.reload(tab).catch(() => {});
    }, pause * 2 ** page.tries);
    page.tries += 1;
  }

  api.webNavigation.onBeforeNavigate.addListener(({ tabId, frameId, url }) => {
    const page = pages.get(tabId);
    if (frameId !== 0 || !page || !hostOf(url)) return;
    page.isRefused = false;
    clearTimeout(page.timer);
  });
  api.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
    if (frameId !== 0 || STOPPED.test(error) || !hostOf(url)) return;
    const known = pages.get(tabId);
    const isSame = known?.address === url && Date.now() - known.at < FORGOTTEN;
    const page = isSame ? known : { address: url, tries: 0 };
    Object.assign(page, { isRefused: true, at: Date.now() });
    pages.set(tabId, page);
    askAgain(tabId, page);
  });
  api.tabs.onRemoved.addListener((tab) => pages.delete(tab));

  return () => {
    for (const [tab, page] of pages) {
      if (!page.isRefused) continue;
      page.tries = 0;
      askAgain(tab, page);
    }
  };
}
