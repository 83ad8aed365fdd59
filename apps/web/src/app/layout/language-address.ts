import { keepFormDrafts } from '../../boot/form-draft.ts';
import { requestAccountLanguage } from '../../lib/account-language.ts';
import type { LANGUAGES } from '../../lib/languages.ts';
import { pathInLanguage } from '../../lib/locale.ts';
import { storeLanguage } from '../../lib/stored-language.ts';

export type Language = (typeof LANGUAGES)[number];

/** The address of a page in a language. */
export function addressInLanguage({ basePath }: Language, pathname: string): string {
  return basePath === '/' ? pathname : `${basePath}${pathname === '/' ? '' : pathname}`;
}

/** Called before the page is loaded in another language: forms keep what was typed. */
export function chooseLanguage({ tag }: Language): void {
  storeLanguage(tag);
  requestAccountLanguage(tag);
  keepFormDrafts('language');
}

/** Loads this page in another language. */
export function goToLanguage(language: Language): void {
  chooseLanguage(language);
  const { pathname, search, hash } = window.location;
  window.location.assign(addressInLanguage(language, pathInLanguage(pathname)) + search + hash);
}
