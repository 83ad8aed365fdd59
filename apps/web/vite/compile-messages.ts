import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../src/lib/languages.ts';

const WEB_DIR = join(import.meta.dirname, '..');

/** The messages of a part of the project: the web app, the server or the functions. */
export interface MessageSet {
  /** The folder with the settings of inlang. */
  readonly projectDir: string;
  /** Has a file `<locale>.json` for each language. */
  readonly messagesDir: string;
  /** Has the functions of the messages. */
  readonly compiledDir: string;
  /** `locale-modules` has few files, which load fast. `message-modules` leaves unused messages out of a build. */
  readonly outputStructure: 'locale-modules' | 'message-modules';
  /** The folders and files that use the messages. */
  readonly sources: readonly string[];
}

export const WEB_MESSAGES: MessageSet = {
  projectDir: join(WEB_DIR, 'project.inlang'),
  messagesDir: join(WEB_DIR, 'src/messages'),
  compiledDir: join(WEB_DIR, 'src/paraglide'),
  outputStructure: 'message-modules',
  sources: [join(WEB_DIR, 'src'), join(WEB_DIR, 'index.html')],
};

export const { messagesDir: MESSAGES_DIR, compiledDir: COMPILED_DIR } = WEB_MESSAGES;

export const ISOLATE_IMPORT = "import { isolate } from '@beaconpay/domain';\n";

/** Messages of the first load. Their inputs are other messages, so that the first load needs no isolation. */
const OWN_INPUTS = /^(home_|app_title_footer)/;

/**
 * Writes the functions of the messages, unless they are up to date: another process may be reading them.
 */
export async function compileMessages(set: MessageSet = WEB_MESSAGES): Promise<void> {
  const stamp = join(set.compiledDir, '.compiled');
  const inputs = await hashInputs(set);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return;
  await listLanguages(set);
  // Loaded only when needed: an installation without development packages has up-to-date messages.
  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project: set.projectDir,
    outdir: set.compiledDir,
    outputStructure: set.outputStructure,
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
  });
  if (set === WEB_MESSAGES) await isolateInputs();
  await writeFile(stamp, inputs);
}

const settingsOf = ({ projectDir }: MessageSet) => join(projectDir, 'settings.json');

/** Paraglide reads the languages from a file of its own. */
async function listLanguages(set: MessageSet): Promise<void> {
  const file = settingsOf(set);
  const text = await readFile(file, 'utf8');
  const locales = LANGUAGES.map(({ tag }) => `"${tag}"`).join(', ');
  const listed = text.replace(/("locales": \[)[^\]]*/, `$1${locales}`);
  if (listed !== text) await writeFile(file, listed);
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

async function hashInputs(set: MessageSet): Promise<string> {
  const { messagesDir } = set;
  const messages = (await readdir(messagesDir)).map((name) => join(messagesDir, name)).sort();
  const hash = createHash('sha256');
  const languages = join(WEB_DIR, 'src/lib/languages.ts');
  for (const file of [settingsOf(set), languages, ...messages, import.meta.filename]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Compiles the messages at start and, in development, after each change. */
export function compiledMessages(): Plugin {
  return {
    name: 'beaconpay-compiled-messages',
    buildStart: () => compileMessages(),
    async hotUpdate({ file }) {
      if (file.startsWith(MESSAGES_DIR)) await compileMessages();
    },
  };
}
