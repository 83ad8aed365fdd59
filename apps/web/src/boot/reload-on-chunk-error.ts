import type { DataRouter } from 'react-router';
import { keepFormDrafts } from './form-draft.ts';
import { watchWrites } from '../lib/pending-writes.ts';

const RELOADED_KEY = 'beaconpay-reloaded';

/**
 * After a deployment the chunks of the loaded version no longer exist. The first missing chunk reloads the
 * page, once per URL and version, and keeps the values of its forms.
 *
 * @param currentRouter returns null before the router exists
 */
export function reloadOnChunkError(currentRouter: () => DataRouter | null): void {
  const hasOpenWrites = watchWrites();

  async function reloadOnce(): Promise<void> {
    // A chunk that does not load offline does not mean a deployment. It loads again when the network is back.
    if (!navigator.onLine) return;
    // A write may start, or the user may navigate, during this request.
    if (!(await isServed(addressOf(currentRouter()))) || hasOpenWrites()) return;
    const address = addressOf(currentRouter());
    if (!rememberReload(address)) return;
    keepFormDrafts('reload');
    if (address === window.location.href) window.location.reload();
    else window.location.assign(address);
  }

  window.addEventListener('vite:preloadError', () => void reloadOnce());
}

/** Reloads the page and keeps the values of its forms. */
export function reloadKeepingForms(): void {
  keepFormDrafts('reload');
  window.location.reload();
}

/** The URL of the pending navigation, or of the page. */
function addressOf(router: DataRouter | null): string {
  const pending = router?.state.navigation.location;
  if (router === null || pending === undefined) return window.location.href;
  return new URL(router.createHref(pending), window.location.href).href;
}

/** Without a network a reload would show nothing. */
function isServed(address: string): Promise<boolean> {
  return fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** False if this version was reloaded before at this URL, or if storage is not available. */
function rememberReload(address: string): boolean {
  const version = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
  const entry = `${version} ${address}`;
  try {
    const reloaded = JSON.parse(sessionStorage.getItem(RELOADED_KEY) ?? '[]') as string[];
    if (reloaded.includes(entry)) return false;
    sessionStorage.setItem(RELOADED_KEY, JSON.stringify([...reloaded, entry]));
    return true;
  } catch {
    return false;
  }
}
