/**
 * Inlined into each page and run before the first paint. It opens the home page in the stored language, applies the
 * stored theme, decides whether the
 * prerendered HTML fits this visitor, and records clicks until the app is interactive.
 */
import { homeInStoredLanguage } from './home-language.ts';
import { recordClicks } from './replay-clicks.ts';
import { hasSessionToRecover } from './stored-session.ts';
import { readStoredTheme, showTheme } from './stored-theme.ts';

const html = document.documentElement;
const path = window.location.pathname.replace(/\/+$/, '') || '/';

const { pathname, search, hash } = window.location;
const home = homeInStoredLanguage(pathname);
if (home !== null) window.location.replace(home + search + hash);

showTheme(readStoredTheme());
recordClicks();

// The HTML is prerendered for one path and for visitors. Otherwise the app starts with an empty page. Only
// this attribute decides, so that the script and the app cannot disagree.
if (html.dataset.page !== path || hasSessionToRecover()) html.dataset.fresh = '';

// A user with a session needs the chunks of the signed-in page at once, not only when the app imports them.
const signedInParts = document.currentScript?.dataset.signedInParts;
if ('fresh' in html.dataset && signedInParts !== undefined && hasSessionToRecover()) {
  for (const href of signedInParts.split(' ')) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
  }
}

// A page that waits for its scripts would stay empty without a message.
window.addEventListener(
  'error',
  ({ target }) => {
    // Scripts of other hosts are not counted. The app reports them itself when they do not load.
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
    delete html.dataset.fresh;
    document.querySelector('[data-load-failure]')?.removeAttribute('hidden');
  },
  true,
);
