import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { COMPILED_DIR, ISOLATE_IMPORT, MESSAGES_DIR } from './compile-messages.ts';
import { PSEUDO_LOCALE, pseudoCode, pseudoText } from './pseudo-locale.ts';

type Message = string | readonly unknown[];
type Messages = Readonly<Record<string, Message>>;

/**
 * Builds the app in one language: a call of a message without inputs becomes its text, and a message with
 * inputs keeps only the function of this language. Neither needs Paraglide's runtime, which would add more
 * to the first load than the budget leaves.
 */
export function inlineMessages(locale: string): Plugin {
  let texts: Messages = {};
  return {
    name: 'beaconpay-inline-messages',
    // Development in English compiles the messages instead, so that a change of a text is shown at once.
    apply: (_config, { command }) => command === 'build' || locale !== 'en',
    enforce: 'pre',
    async buildStart() {
      texts = await readMessages(locale);
      const missing = await findMissingMessages(locale);
      if (missing.length > 0) {
        this.warn(`messages: ${locale} lacks texts, shown in English: ${missing.join(', ')}`);
      }
    },
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.[jt]sx?$/ },
      handler(code, id) {
        const messageFile = id.startsWith(COMPILED_DIR)
          ? /\/messages\/(\w+)\.js$/.exec(id)?.[1]
          : undefined;
        if (messageFile === '_index') return null;
        if (messageFile !== undefined) return { code: onlyLocale(code, locale), map: null };
        if (!code.includes('paraglide/messages.js')) return null;
        return { code: withTexts(code, texts), map: null };
      },
    },
  };
}

/** Fills in the texts of index.html, written as `%m.key%`. */
export function htmlMessages(locale: string): Plugin {
  return {
    name: 'beaconpay-html-messages',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const texts = await readMessages(locale);
        return html.replaceAll(/%m\.(\w+)%/g, (_mark, key: string) => {
          const text = texts[key];
          if (typeof text !== 'string') throw new Error(`There is no message "${key}".`);
          return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
        });
      },
    },
  };
}

/** The messages of a language. A missing one is English. */
async function readMessages(locale: string): Promise<Messages> {
  const english = await readFileOf('en');
  if (locale !== PSEUDO_LOCALE) return { ...english, ...(await readFileOf(locale)) };
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [
      key,
      typeof text === 'string' && !key.startsWith('language_') ? pseudoText(text) : text,
    ]),
  );
}

async function findMissingMessages(locale: string): Promise<string[]> {
  if (locale === PSEUDO_LOCALE) return [];
  return missingKeys(await readFileOf('en'), await readFileOf(locale));
}

/** The keys that only English has. */
export function missingKeys(english: Messages, messages: Messages): string[] {
  return Object.keys(english).filter((key) => !(key in messages));
}

async function readFileOf(locale: string): Promise<Messages> {
  return JSON.parse(await readFile(join(MESSAGES_DIR, `${locale}.json`), 'utf8')) as Messages;
}

/** Replaces each `m.key()` by its text. */
function withTexts(code: string, texts: Messages): string {
  return code.replaceAll(/\bm\.(\w+)\(\)/g, (call, key: string) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no message "${key}".`);
    return typeof text === 'string' ? JSON.stringify(text) : call;
  });
}

/** The module of a message with the function of one language as its only export. */
export function onlyLocale(code: string, locale: string): string {
  if (locale === PSEUDO_LOCALE) return pseudoCode(onlyLocale(code, 'en'));
  const [, name, body] =
    new RegExp(`^const (${locale}_\\w+) = ([^]*?;)\\n\\n/\\*\\*`, 'm').exec(code) ?? [];
  if (name === undefined || body === undefined)
    throw new Error(`No ${locale} message in:\n${code}`);
  const alias = /^(\w+);$/.exec(body)?.[1];
  if (alias !== undefined) return onlyLocale(code, alias.slice(0, alias.indexOf('_')));
  const registry = body.includes('registry.')
    ? "import * as registry from '../registry.js';\n"
    : '';
  const isolate = body.includes('isolate(') ? ISOLATE_IMPORT : '';
  return `${isolate}${registry}export const ${name.slice(locale.length + 1)} = ${body}`;
}
