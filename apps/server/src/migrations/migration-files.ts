import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFolder {
  /** Part of a migration's identity, so that two folders can use the same file names. */
  readonly name: string;
  readonly path: string;
  /** The role that runs the files and owns their objects. Null: the role of the connection. */
  readonly role: string | null;
  /** Leaves files out. A restore leaves out the files that are newer than its backup. */
  readonly includes?: (fileName: string) => boolean;
}

export interface Migration {
  readonly folder: MigrationFolder;
  readonly fileName: string;
  readonly statements: string;
  readonly checksum: string;
}

/** A migration as an error message or a log names it. */
export const identityOf = (folder: string, fileName: string): string => `${folder}/${fileName}`;

export async function readMigration(folder: MigrationFolder, fileName: string): Promise<Migration> {
  const statements = await readFile(join(folder.path, fileName), 'utf8');
  const checksum = createHash('sha256').update(statements).digest('hex');
  return { folder, fileName, statements, checksum };
}

/** A project without migrations has no folder. */
async function listFiles(path: string): Promise<string[]> {
  return existsSync(path) ? readdir(path) : [];
}

async function readFolder(folder: MigrationFolder): Promise<Migration[]> {
  const includes = folder.includes ?? (() => true);
  const fileNames = (await listFiles(folder.path))
    .filter((name) => name.endsWith('.sql') && includes(name))
    .sort();
  return Promise.all(fileNames.map((fileName) => readMigration(folder, fileName)));
}

/** The migrations of the folders, in the order in which they are applied. */
export async function readMigrations(folders: readonly MigrationFolder[]): Promise<Migration[]> {
  return (await Promise.all(folders.map(readFolder))).flat();
}
