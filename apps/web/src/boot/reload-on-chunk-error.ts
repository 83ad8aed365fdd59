import type { DataRouter } from 'react-router';
import { keepFormDrafts } from './form-draft.ts';
import { watchWrites } from '../lib/pending-writes.ts';

const RELOADED_KEY = 'beaconpay-reloaded';

/**
 * After a deploy the parts of the version that this page came with are gone. The first part that
 * is missed loads the page anew, once for each address and version, with the forms as they are.
 * @param currentRouter the router, once there is one
 */
export function reloadOnChunkError(currentRouter: () => DataRouter | null): void {
  const hasOpenWrites = watchWrites();

  async function reloadOnce(): Promise<void> {
    // Without a network no part arrives: it says nothing about a deploy, and loads again by itself.
    if (!navigator.onLine) return;
    // Something may be sent, or another page be on its way, while this is found out.
    if (!(await isServed(addressOf(currentRouter()))) || hasOpenWrites()) return;
    const address = addressOf(currentRouter());
    if (!rememberReload(address)) return;
    keepFormDrafts('reload');
    if (address === window.location.href) window.location.reload();
    else window.location.assign(address);
  }

  window.addEventListener('vite:preloadError', () => void reloadOnce());
}

/** Loads the page anew with what is typed in its forms. */
export function reloadKeepingForms(): void {
  keepFormDrafts('reload');
  window.location.reload();
}

/** Where the visitor is going, or is. */
function addressOf(router: DataRouter | null): string {
  const pending = router?.state.navigation.location;
  if (router === null || pending === undefined) return window.location.href;
  return new URL(router.createHref(pending), window.location.href).href;
}

/** Without a network a reload would leave the visitor with nothing at all. */
function isServed(address: string): Promise<boolean> {
  return fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** False if this version of the page was reloaded before, or if nothing can be remembered. */
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
