/** A language of the app. */
interface Language {
  /** BCP 47: the name of its message file and the value of `lang`. */
  readonly tag: string;
  /** Its name in itself. */
  readonly name: string;
  /** Where its pages begin. */
  readonly basePath: string;
}

/** All languages, in the order of the language menu. */
export const LANGUAGES: readonly Language[] = [
  { tag: 'en', name: 'English', basePath: '/' },
  { tag: 'de', name: 'Deutsch', basePath: '/de' },
  { tag: 'fr', name: 'Français', basePath: '/fr' },
  { tag: 'es', name: 'Español', basePath: '/es' },
  { tag: 'hi', name: 'हिन्दी', basePath: '/hi' },
  { tag: 'ar', name: 'العربية', basePath: '/ar' },
];
