import { compile } from '@inlang/paraglide-js';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const WEB_DIR = join(import.meta.dirname, '..');
const PROJECT = join(WEB_DIR, 'project.inlang');

/** Has a file `<locale>.json` for each language. */
export const MESSAGES_DIR = join(WEB_DIR, 'src/messages');

/** Has a function for each message. */
export const COMPILED_DIR = join(WEB_DIR, 'src/paraglide');

const STAMP = join(COMPILED_DIR, '.compiled');

/**
 * Writes the functions of the messages to `src/paraglide`, unless they are up to date: another process may be
 * reading them.
 */
export async function compileMessages(): Promise<void> {
  const inputs = await hashInputs();
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === inputs) return;
  await compile({
    project: PROJECT,
    outdir: COMPILED_DIR,
    strategy: ['globalVariable', 'baseLocale'],
    emitReadme: false,
  });
  await writeFile(STAMP, inputs);
}

async function hashInputs(): Promise<string> {
  const messages = (await readdir(MESSAGES_DIR)).map((name) => join(MESSAGES_DIR, name)).sort();
  const hash = createHash('sha256');
  for (const file of [join(PROJECT, 'settings.json'), ...messages, import.meta.filename]) {
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
