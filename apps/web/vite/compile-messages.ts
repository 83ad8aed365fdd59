import { compile } from '@inlang/paraglide-js';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../src/lib/languages.ts';

const WEB_DIR = join(import.meta.dirname, '..');
const PROJECT = join(WEB_DIR, 'project.inlang');

/** Has a file `<locale>.json` for each language. */
export const MESSAGES_DIR = join(WEB_DIR, 'src/messages');

/** Has a function for each message. */
export const COMPILED_DIR = join(WEB_DIR, 'src/paraglide');

const STAMP = join(COMPILED_DIR, '.compiled');

export const ISOLATE_IMPORT = "import { isolate } from '@beaconpay/domain';\n";

/** Messages of the first load. Their inputs are other messages, so that the first load needs no isolation. */
const OWN_INPUTS = /^(home_|app_title_footer)/;

const SETTINGS = join(PROJECT, 'settings.json');

/**
 * Writes the functions of the messages to `src/paraglide`, unless they are up to date: another process may be
 * reading them.
 */
export async function compileMessages(): Promise<void> {
  const inputs = await hashInputs();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === inputs) return;
  await listLanguages();
  await compile({
    project: PROJECT,
    outdir: COMPILED_DIR,
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
  });
  await isolateInputs();
  await writeFile(STAMP, inputs);
}

/** Paraglide reads the languages from a file of its own. */
async function listLanguages(): Promise<void> {
  const text = await readFile(SETTINGS, 'utf8');
  const locales = LANGUAGES.map(({ tag }) => `"${tag}"`).join(', ');
  const listed = text.replace(/("locales": \[)[^\]]*/, `$1${locales}`);
  if (listed !== text) await writeFile(SETTINGS, listed);
}

/**
 * Isolates the inputs of all messages. Otherwise a name in Arabic would move the numbers beside it in an English
 * sentence.
 */
async function isolateInputs(): Promise<void> {
  const dir = join(COMPILED_DIR, 'messages');
  const rightToLeft = await findRightToLeft();
  for (const name of await readdir(dir)) {
    const code = await readFile(join(dir, name), 'utf8');
    if (!code.includes('${i?.') || OWN_INPUTS.test(name)) continue;
    const isolated = code.replaceAll(/^const (\w+) = [^]*?;\n\n/gm, (message, key: string) => {
      const direction = rightToLeft.some((tag) => key.startsWith(`${tag}_`)) ? ", 'rtl'" : '';
      return message.replaceAll(/\$\{(i\?\.\w+)\}/g, `\${isolate($1${direction})}`);
    });
    await writeFile(join(dir, name), `${ISOLATE_IMPORT}${isolated}`);
  }
}

/** The tags of the languages that run from right to left. */
async function findRightToLeft(): Promise<string[]> {
  const files = await Promise.all(
    LANGUAGES.map(async ({ tag }) => ({
      tag,
      text: await readFile(join(MESSAGES_DIR, `${tag}.json`), 'utf8'),
    })),
  );
  return files
    .filter(({ text }) => text.includes('"language_direction": "rtl"'))
    .map(({ tag }) => tag);
}

async function hashInputs(): Promise<string> {
  const messages = (await readdir(MESSAGES_DIR)).map((name) => join(MESSAGES_DIR, name)).sort();
  const hash = createHash('sha256');
  const languages = join(WEB_DIR, 'src/lib/languages.ts');
  for (const file of [SETTINGS, languages, ...messages, import.meta.filename]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Compiles the messages at start and, in development, after each change. */
export function compiledMessages(): Plugin {
  return {
    name: 'beaconpay-compiled-messages',
    buildStart: compileMessages,
    async hotUpdate({ file }) {
      if (file.startsWith(MESSAGES_DIR)) await compileMessages();
    },
  };
}
