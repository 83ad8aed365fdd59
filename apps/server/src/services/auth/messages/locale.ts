import { baseLocale, locales } from '../../../paraglide/runtime.js';
import type { UserRow } from '../accounts/user-row.ts';

/** A language of the messages. */
export type Locale = (typeof locales)[number];

/** The language of recipients without a known one. */
export const DEFAULT_LOCALE: Locale = baseLocale;

export const LOCALES: readonly Locale[] = locales;

/** The language that a BCP 47 tag names: "de" and "de-AT" are German. The default for other values. */
export function toLocale(tag: unknown): Locale {
  const [language] = typeof tag === 'string' ? tag.toLowerCase().split('-') : [];
  return locales.find((locale) => locale === language) ?? DEFAULT_LOCALE;
}

/** The language of a user's messages. Clients store it in the user metadata. */
export function localeOf({
  raw_user_meta_data: data,
}: Pick<UserRow, 'raw_user_meta_data'>): Locale {
  return toLocale(data?.locale);
}
