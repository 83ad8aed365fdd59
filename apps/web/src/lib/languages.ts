/** A language of the app. */
interface Language {
  /** BCP 47: the name of its message file and the value of `lang`. */
  readonly tag: string;
  /** The name of the language in the language itself, such as Deutsch. */
  readonly name: string;
  /** The path at which the pages of the language begin. */
  readonly basePath: string;
}

const NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  hi: 'हिन्दी',
  ar: 'العربية',
};

/** All languages, in the order of the language menu. The first one has no part of its own in the address. */
export const LANGUAGES: readonly Language[] = Object.entries(NAMES).map(([tag, name], index) => ({
  tag,
  name,
  basePath: index === 0 ? '/' : `/${tag}`,
}));
