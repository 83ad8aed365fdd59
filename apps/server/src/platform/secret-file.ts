import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { codeOf } from './error-code.ts';
import { tryParseJson } from './json.ts';

interface SecretFile<T> {
  readonly path: string;
  readonly schema: z.ZodType<T>;
  /** Creates the content on first use. */
  readonly create: () => T | Promise<T>;
  /** What an operator should do when the file is damaged. */
  readonly remedy: string;
  /** Called when users other than the owner could read the file. */
  readonly warn?: (message: string) => void;
}

/** @throws Error naming the file, what is wrong with it and what to do */
export function parseSecrets<T>(
  text: string,
  file: Pick<SecretFile<T>, 'path' | 'schema' | 'remedy'>,
): T {
  const damaged = (reason: string) =>
    // The error has no cause, because the errors of parsers quote the secret text.
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
        `${file.path} was readable for other users of this machine. Its mode is now 600.`,
      );
    }
    return parseSecrets(text, file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes and syncs the file before it gets its name, and never replaces an existing file. */
async function write(path: string, value: unknown): Promise<void> {
  // The embedded Postgres can run as another user, who needs to pass through this folder.
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
    // Another process created the file first. Both use that one.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

/**
 * Reads a JSON file that only its owner may read. Creates the file on first use.
 *
 * @throws Error when the file is damaged; the message names the file and the remedy
 */
export async function readOrCreateSecretFile<T>(file: SecretFile<T>): Promise<T> {
  const existing = await read(file);
  if (existing !== null) return existing;
  await write(file.path, await file.create());
  const created = await read(file);
  if (created === null) throw new Error(`The file ${file.path} disappeared while it was created.`);
  return created;
}
