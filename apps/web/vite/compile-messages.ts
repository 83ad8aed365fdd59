import { compile, type CompilerOptions } from '@inlang/paraglide-js';
import { join } from 'node:path';

const WEB_DIR = join(import.meta.dirname, '..');

/** Has a file `<locale>.json` for each language. */
export const MESSAGES_DIR = join(WEB_DIR, 'src/messages');

/** Where the messages are and where their functions are written. */
export const MESSAGE_OPTIONS = {
  project: join(WEB_DIR, 'project.inlang'),
  outdir: join(WEB_DIR, 'src/paraglide'),
  strategy: ['globalVariable', 'baseLocale'],
  emitReadme: false,
} satisfies CompilerOptions;

/** Writes the functions of `src/messages/<locale>.json` to `src/paraglide`. */
export const compileMessages = (): Promise<unknown> => compile(MESSAGE_OPTIONS);
