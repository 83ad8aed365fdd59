import { readFile } from 'node:fs/promises';
import { codeOf } from './error-code.ts';

/** A file's text; null where there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}
