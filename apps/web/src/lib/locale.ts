import { m } from '../paraglide/messages.js';

/**
 * The BCP 47 tag of the page's language, calendar and digits, whatever the browser's locale is. The lint rule
 * `locale/fixed` requires it wherever JavaScript would use the browser's.
 */
export const LOCALE: string = m.language_locale();

/** The BCP 47 tag of the page's language alone, as accounts and functions know it. */
export const LANGUAGE: string = m.language_tag();

/** The writing direction of the page. */
export const DIRECTION = m.language_direction() as string as 'ltr' | 'rtl';

/** Where the pages of this language begin: "/" or "/de". */
export const BASE_PATH: string = m.language_base_path();

/** The path of a page without the part that names the language: "/de/cards" is "/cards". */
export function pathInLanguage(pathname: string): string {
  if (BASE_PATH === '/') return pathname;
  return pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length) || '/' : pathname;
}
