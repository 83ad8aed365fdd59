import { LANGUAGES } from './languages.ts';
import { readStoredTag } from './stored-tag.ts';

export { storeLanguage } from './stored-tag.ts';

/**
 * The BCP 47 tag of the language that this visitor chose on this device. Null without one, and for a language
 * that the app no longer has.
 */
export function readStoredLanguage(): string | null {
  const stored = readStoredTag();
  return LANGUAGES.some(({ tag }) => tag === stored) ? stored : null;
}
