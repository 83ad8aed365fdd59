/**
 * Written into every page and run before its first paint: the visitor's theme, and whether what
 * was rendered ahead of time is for this visitor. It also keeps a press until the app can answer.
 */
import { recordClicks } from './replay-clicks.ts';
import { hasSessionToRecover } from './stored-session.ts';
import { readStoredTheme, showTheme } from './stored-theme.ts';

const html = document.documentElement;
const path = window.location.pathname.replace(/\/+$/, '') || '/';

showTheme(readStoredTheme());
recordClicks();

// A page is rendered for one path and for visitors. The app starts afresh for everybody else, and
// does so by this mark alone, so that the two can never decide differently.
if (html.dataset.page !== path || hasSessionToRecover()) html.dataset.fresh = '';

// Who has a session needs the parts behind it at once, not only when the app asks for them.
const signedInParts = document.currentScript?.dataset.signedInParts;
if ('fresh' in html.dataset && signedInParts !== undefined && hasSessionToRecover()) {
  for (const href of signedInParts.split(' ')) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
}

// Without its scripts a page that waits for them would stay empty, and say nothing.
window.addEventListener(
  'error',
  ({ target }) => {
    // Other hosts' scripts are none, and the app says by itself when one does not come.
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    delete html.dataset.fresh;
    document.querySelector('[data-load-failure]')?.removeAttribute('hidden');
  },
  true,
);
