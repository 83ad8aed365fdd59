import { glob } from 'node:fs/promises';
import type { Logger } from '../platform/logger.ts';
import { readMigration, type Migration } from './migration-files.ts';

/**
 * The seed files that the patterns match, in the order of the patterns and, within one, by name. A file
 * that several patterns match counts once.
 *
 * @param dir the folder that the patterns are relative to
 */
export async function readSeedFiles(
  dir: string,
  patterns: readonly string[],
  logger: Logger,
): Promise<Migration[]> {
  const names = new Set<string>();
  for (const pattern of patterns) {
    const matched: string[] = [];
    for await (const name of glob(pattern, { cwd: dir })) matched.push(name);
    matched.sort();
    if (matched.length === 0) logger.warn({ dir, pattern }, 'migrations: no seed file matches');
    for (const name of matched) names.add(name);
  }
  const folder = { name: 'seed', path: dir, role: 'postgres' };
  return Promise.all([...names].map((name) => readMigration(folder, name)));
}
