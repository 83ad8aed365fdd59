import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql } from '../connection.ts';
import {
  listSequences,
  listTables,
  type SnapshotSequence,
  type SnapshotTable,
} from './list-tables.ts';

export interface SnapshotContents {
  readonly tables: readonly SnapshotTable[];
  readonly sequences: readonly SnapshotSequence[];
}

/** The file of a table's rows. Names are encoded, because they can contain slashes. */
export function tableFile(table: Pick<SnapshotTable, 'schema' | 'name'>): string {
  return `${encodeURIComponent(table.schema)}.${encodeURIComponent(table.name)}.copy.gz`;
}

/**
 * Writes the rows of every table in one read-only transaction, so that the snapshot is consistent while
 * other transactions write.
 *
 * @param dir is created; one file per table, in the text format of `COPY`, compressed
 * @throws Error when row level security would hide rows from this role
 */
export async function writeSnapshot(sql: Sql, dir: string): Promise<SnapshotContents> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return sql.begin('isolation level repeatable read read only', async (transaction) => {
    await transaction`set local row_security = off`;
    await transaction`set local statement_timeout = 0`;
    const tables = await listTables(transaction);
    for (const table of tables) {
      const columns = transaction(table.columns);
      const rows = transaction.copyOut(
        transaction`copy ${transaction(table.schema)}.${transaction(table.name)} (${columns}) to stdout`,
      );
      const file = createWriteStream(join(dir, tableFile(table)), {
        mode: 0o600,
        flush: true,
      });
      await pipeline(rows, createGzip(), file);
    }
    return { tables, sequences: await listSequences(transaction) };
  });
}
