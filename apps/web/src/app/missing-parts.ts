import type { DataRouter } from 'react-router';
import { keepFormDraft } from '../lib/form-draft.ts';
import type { QueryHolder } from '../lib/query-holder.ts';
import { isUnreachable } from '../lib/unreachable-error.ts';

const RELOADED_KEY = 'beaconpay-reloaded';

interface RunningApp {
  router: DataRouter | null;
  queries: QueryHolder;
}

/**
 * After a deploy the parts of the version that this page came with are gone. The first part that
 * is missed loads the page anew, once for each address and version, with the forms as they are.
 */
export function reloadForMissingParts(app: RunningApp): void {
  window.addEventListener('vite:preloadError', () => {
    void reloadOnce(app);
  });
}

/** Loads the page anew with what is typed in its forms. */
export function reloadWithForms(): void {
  keepFormDraft(document);
  window.location.reload();
}

async function reloadOnce(app: RunningApp): Promise<void> {
  // Something may be sent, or another page be on its way, while this is found out.
  if (!(await isServed(addressOf(app))) || hasOpenEnds(app)) return;
  const address = addressOf(app);
  if (!rememberReload(address) || !keepFormDraft(document)) return;
  if (address === window.location.href) window.location.reload();
  else window.location.assign(address);
}

/** Where the visitor is going, or is. */
function addressOf({ router }: RunningApp): string {
  const pending = router?.state.navigation.location;
  if (router === null || pending === undefined) return window.location.href;
  return new URL(router.createHref(pending), window.location.href).href;
}

/** A write on its way, or one whose answer was lost: only this page can send it again safely. */
function hasOpenEnds({ queries }: RunningApp): boolean {
  const mutations = queries.client?.getMutationCache().getAll() ?? [];
  return mutations.some(
    ({ state: { status, error } }) => status === 'pending' || isUnreachable(error),
  );
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
