import { m } from './paraglide/messages.js';
import { baseLocale, locales } from './paraglide/runtime.js';

/** A language of the messages. */
export type Locale = (typeof locales)[number];

/** A text in each language. */
export type Text = (inputs: object, options: { readonly locale: Locale }) => string;

/** The language of the operator and of logs. */
export const DEFAULT_LOCALE: Locale = baseLocale;

export function otherLocales(locale: Locale): Locale[] {
  return locales.filter((other) => other !== locale);
}

/** The known language that a BCP 47 tag names: "de" and "de-AT" are German. */
function findLocale(tag: string): Locale | undefined {
  const [language] = tag.trim().toLowerCase().split('-');
  return locales.find((locale) => locale === language);
}

/** The tags of an Accept-Language header, the preferred ones first. */
function readAcceptedTags(header: string): string[] {
  return header
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';');
      const quality = /^\s*q=([\d.]+)\s*$/.exec(parameters.join(';'))?.[1];
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/** The language of the answer: the parameter `locale`, or else the header Accept-Language. */
export function localeOf(request: Request): Locale {
  const chosen = new URL(request.url).searchParams.get('locale');
  const accepted = readAcceptedTags(request.headers.get('Accept-Language') ?? '');
  return (
    (chosen === null ? undefined : findLocale(chosen)) ??
    accepted.map(findLocale).find((locale) => locale !== undefined) ??
    DEFAULT_LOCALE
  );
}

/** Where the web app's pages of a language begin: "" or "/de". */
export function basePathOf(locale: Locale): string {
  return locale === baseLocale ? '' : `/${locale}`;
}

export function isRightToLeft(locale: Locale): boolean {
  return m.language_direction({}, { locale }) === 'rtl';
}
