import { m } from '../paraglide/messages.js';

/**
 * The BCP 47 tag of the page's language, calendar and digits, whatever the browser's locale is. The lint rule
 * `locale/fixed` requires it wherever JavaScript would use the browser's.
 */
export const LOCALE: string = m.language_locale();

/** The writing direction of the page. */
export const DIRECTION = m.language_direction() as string as 'ltr' | 'rtl';
