import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

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

/**
 * Writes the functions of the messages, unless they are up to date: another process may be reading them.
 */
export async function compileMessages(set: MessageSet = WEB_MESSAGES): Promise<void> {
  const stamp = join(set.compiledDir, '.compiled');
  const inputs = await hashInputs(set);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === inputs) return;
  // Loaded only when needed: an installation without development packages has up-to-date messages.
  const { compile } = await import('@inlang/paraglide-js');
  await compile({
    project: set.projectDir,
    outdir: set.compiledDir,
    outputStructure: set.outputStructure,
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
  });
  await writeFile(stamp, inputs);
}

async function hashInputs({ projectDir, messagesDir }: MessageSet): Promise<string> {
  const messages = (await readdir(messagesDir)).map((name) => join(messagesDir, name)).sort();
  const hash = createHash('sha256');
  for (const file of [join(projectDir, 'settings.json'), ...messages, import.meta.filename]) {
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
