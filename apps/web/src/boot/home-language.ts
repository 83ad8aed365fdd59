import { readStoredTag } from '../lib/stored-tag.ts';

/**
 * The home page in the language that this visitor chose on this device. Null for other paths, which name their
 * language, and without a choice: search engines and first visits stay where they are. The links to the other
 * languages are in the page.
 */
export function homeInStoredLanguage(pathname: string): string | null {
  const stored = pathname === '/' ? readStoredTag() : null;
  if (stored === null) return null;
  const links = document.querySelectorAll<HTMLLinkElement>('link[hreflang]');
  const link = [...links].find(({ hreflang }) => hreflang === stored);
  const home = link === undefined ? '/' : new URL(link.href).pathname;
  return home === '/' ? null : home;
}
