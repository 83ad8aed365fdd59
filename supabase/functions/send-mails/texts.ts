import ar from './texts/ar.json' with { type: 'json' };
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import hi from './texts/hi.json' with { type: 'json' };

export type Texts = typeof en;
export type MailKind = keyof Texts['kinds'];
export type Words = Texts['kinds'][MailKind];
export type Label = keyof Texts['labels'];

const LANGUAGES: Readonly<Record<string, Texts>> = { ar, de, en, es, fr, hi };

/** The texts of the language that a BCP 47 tag names. English for other values. */
export function textsFor(tag: string): Texts {
  const [language = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(LANGUAGES, language) ? (LANGUAGES[language] ?? en) : en;
}
