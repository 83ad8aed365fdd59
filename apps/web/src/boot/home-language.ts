import { LANGUAGES } from '../lib/languages.ts';
import { readStoredLanguage } from '../lib/stored-language.ts';

/**
 * The home page in the language that this visitor chose on this device. Null for other paths, which name their
 * language, and without a choice: search engines and first visits stay where they are.
 */
export function homeInStoredLanguage(pathname: string): string | null {
  if (pathname !== '/') return null;
  const stored = readStoredLanguage();
  const basePath = LANGUAGES.find(({ tag }) => tag === stored)?.basePath ?? '/';
  return basePath === '/' ? null : basePath;
}
