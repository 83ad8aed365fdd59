import { readFile } from 'node:fs/promises';
import { codeOf } from './error-code.ts';

/** The text of a file, or null when the file does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
}
