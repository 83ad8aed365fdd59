import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LANGUAGES } from '../src/lib/languages.ts';
import { WEB_MESSAGES, type MessageSet } from './compile-messages.ts';

const PROJECT_DIR = join(import.meta.dirname, '../../..');

/** A text, or variants by plural category and by the kind of a record. */
type Message = string | readonly [{ readonly match: Readonly<Record<string, string>> }];
type Messages = Readonly<Record<string, Message>>;

const BUTTON_MAX_LENGTH_RATIO = 1.4;
/** A text of this length fits each button, however short the English one is. */
const BUTTON_FREE_LENGTH = 26;

/** Names of products have fewer words. */
const SENTENCE = /(?:\p{L}{2,}\P{L}+){2}\p{L}{2}/u;

/** Invisible characters that reorder text could show another amount or reference than the real one. */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u;

/** What is wrong with the messages of a part of the project, one line each. Empty if nothing is. */
export async function findMessageProblems(set: MessageSet = WEB_MESSAGES): Promise<string[]> {
  const english = await readMessages(set, 'en');
  const { used, onButtons } = await findUses(set);
  const problems = Object.keys(english)
    .filter((key) => !used.has(key))
    .map((key) => `en: nothing uses "${key}".`);
  for (const { tag } of LANGUAGES) {
    problems.push(...problemsOf(tag, await readMessages(set, tag), english, onButtons));
  }
  const files = (await readdir(set.messagesDir)).map((name) => name.replace('.json', ''));
  const listed = new Set<string>(LANGUAGES.map(({ tag }) => tag));
  problems.push(
    ...files
      .filter((tag) => !listed.has(tag))
      .map((tag) => `${tag}: apps/web/src/lib/languages.ts has no entry.`),
  );
  if ((await readCompiledTags(set)).join() !== LANGUAGES.map(({ tag }) => tag).join()) {
    problems.push('settings.json: the languages are not those of apps/web/src/lib/languages.ts.');
  }
  return problems.map((problem) => `${relative(PROJECT_DIR, set.messagesDir)}/${problem}`);
}

async function readCompiledTags({ projectDir }: MessageSet): Promise<readonly string[]> {
  const settings = JSON.parse(await readFile(join(projectDir, 'settings.json'), 'utf8')) as {
    readonly locales: readonly string[];
  };
  return settings.locales;
}

/**
 * What is wrong with the messages of a language.
 *
 * @param onButtons the keys whose texts buttons show
 */
export function problemsOf(
  tag: string,
  messages: Messages,
  english: Messages,
  onButtons: ReadonlySet<string>,
): string[] {
  const problems = Object.keys(messages)
    .filter((key) => !(key in english))
    .map((key) => `${tag}: "${key}" does not exist in English.`);
  for (const [key, original] of Object.entries(english)) {
    const message = messages[key];
    if (message === undefined) {
      problems.push(`${tag}: "${key}" is missing.`);
      continue;
    }
    const found = problemsOfMessage(message, original);
    if (tag !== 'en' && message === original && SENTENCE.test(textsOf(message).join())) {
      found.push('is the same as in English.');
    }
    if (onButtons.has(key) && isTooLongForButton(message, original)) {
      found.push(
        `is too long for a button: "${textsOf(message).join()}" for "${textsOf(original).join()}".`,
      );
    }
    problems.push(...found.map((text) => `${tag}: "${key}" ${text}`));
  }
  return problems;
}

function problemsOfMessage(message: Message, original: Message): string[] {
  const problems: string[] = [];
  const texts = textsOf(message);
  if (texts.some((text) => text.trim() === '')) problems.push('is empty.');
  if (texts.some((text) => DIRECTION_CONTROLS.test(text))) {
    problems.push('has an invisible direction control.');
  }
  const known = inputsOf(textsOf(original));
  for (const input of inputsOf(texts)) {
    if (!known.has(input)) problems.push(`has the input {${input}}, which English lacks.`);
  }
  if (typeof message === 'string' && typeof original === 'string') {
    const missing = [...known].filter((input) => !message.includes(`{${input}}`));
    if (missing.length > 0) problems.push(`lacks {${missing.join('}, {')}}.`);
  }
  return problems;
}

function isTooLongForButton(text: Message, original: Message): boolean {
  // The length of a text with inputs is not known.
  if (typeof text !== 'string' || typeof original !== 'string' || text.includes('{')) return false;
  const limit = Math.max(BUTTON_FREE_LENGTH, original.length * BUTTON_MAX_LENGTH_RATIO);
  return Array.from(text).length > limit;
}

const textsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);

const inputsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)));

async function readMessages({ messagesDir }: MessageSet, tag: string): Promise<Messages> {
  const { $schema: _, ...messages } = JSON.parse(
    // A language without a file lacks all messages.
    await readFile(join(messagesDir, `${tag}.json`), 'utf8').catch(() => '{}'),
  ) as Messages;
  return messages;
}

/** The keys that sources use, and those between the tags of buttons. */
async function findUses(set: MessageSet): Promise<{ used: Set<string>; onButtons: Set<string> }> {
  const paths = (await Promise.all(set.sources.map(findSources))).flat();
  const texts = await Promise.all(
    paths.filter((path) => !path.startsWith(set.compiledDir)).map((path) => readFile(path, 'utf8')),
  );
  const buttons = texts.flatMap((text) =>
    [...text.matchAll(/<(Button|TabsTrigger)\b[^]*?<\/\1>/g)].map(([button]) => button),
  );
  return { used: keysIn(texts), onButtons: keysIn(buttons) };
}

/** The file itself, or the TypeScript files of a folder. */
async function findSources(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  return (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const keysIn = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\bm\.(\w+)|import: '(\w+)'/g)].map(
        ([, key = '', imported = '']) => key || imported,
      ),
    ),
  );
