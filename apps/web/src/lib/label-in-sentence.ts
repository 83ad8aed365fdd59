import { m } from '../paraglide/messages.js';
import { LOCALE } from './locale.ts';

/** German keeps the capital letters of nouns within a sentence. */
const KEEPS_CAPITALS = (m.language_labels_in_sentences() as string) === 'as written';

/** A label as a word of a sentence: "Account number" in "Copy account number". */
export function labelInSentence(label: string): string {
  return KEEPS_CAPITALS ? label : label.toLocaleLowerCase(LOCALE);
}
