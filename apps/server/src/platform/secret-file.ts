import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { codeOf } from './error-code.ts';
import { tryParseJson } from './json.ts';

interface SecretFile<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** Makes what the file holds, on first use. */
  readonly create: () => T | Promise<T>;
  /** What somebody should do who finds it damaged. */
  readonly remedy: string;
  /** Told when somebody besides its owner could read the file. */
  readonly warn?: (message: string) => void;
}

/** @throws Error naming the file, what is wrong with it and what to do */
export function parseSecrets<T>(
  text: string,
  file: Pick<SecretFile<T>, 'path' | 'schema' | 'remedy'>,
): T {
  const damaged = (reason: string) =>
    // Without a cause: errors of parsers quote what they could not read.
    new Error(`The file ${file.path} is damaged: ${reason}. ${file.remedy}`);
  if (text.trim() === '') throw damaged('it is empty');
  const value = tryParseJson(text);
  if (value === undefined) throw damaged('it is not JSON');
  const parsed = file.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue === undefined || issue.path.length === 0 ? [] : [issue.path.join('.')];
  throw damaged([...member, issue?.message ?? 'it is not valid'].join(': '));
}

async function read<T>(file: SecretFile<T>): Promise<T | null> {
  try {
    const text = await readFile(file.path, 'utf8');
    if (((await stat(file.path)).mode & 0o077) !== 0) {
      await chmod(file.path, 0o600);
      file.warn?.(
        `${file.path} was open to other users of this machine; now only its owner may read it.`,
      );
    }
    return parseSecrets(text, file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whole and on the disk before it has its name, and never in place of one that is there already. */
async function write(path: string, value: unknown): Promise<void> {
  // The embedded Postgres may run as another user below this folder, so others may pass through it.
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  const temporaryPath = `${path}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporaryPath, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(value, null, 2));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(temporaryPath, path);
  } catch (error) {
    // Another process was first: what it made counts for both.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

/**
 * Reads a JSON file that only its owner may read, making it on first use.
 *
 * @throws Error when it is damaged, naming it and what to do
 */
export async function readOrCreateSecretFile<T>(file: SecretFile<T>): Promise<T> {
  const kept = await read(file);
  if (kept !== null) return kept;
  await write(file.path, await file.create());
  const made = await read(file);
  if (made === null) throw new Error(`The file ${file.path} disappeared while it was created.`);
  return made;
}
