import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type postgres from 'postgres';
import type { Sql } from '../connection.ts';
import { listTables, type SnapshotTable } from './catalog.ts';
import { tableFile, type SnapshotContents } from './write-snapshot.ts';

const identityOf = ({ schema, name }: Pick<SnapshotTable, 'schema' | 'name'>) =>
  `${schema}.${name}`;

/** @throws Error naming the tables that one side has and the other has not */
function checkSameTables(kept: readonly SnapshotTable[], present: readonly SnapshotTable[]): void {
  const here = new Set(present.map(identityOf));
  const missing = kept.map(identityOf).filter((identity) => !here.has(identity));
  if (missing.length > 0) {
    throw new Error(`The database lacks tables of the backup: ${missing.join(', ')}.`);
  }
}

async function copyRows(
  transaction: postgres.TransactionSql,
  dir: string,
  table: SnapshotTable,
): Promise<void> {
  const columns = transaction(table.columns as string[]);
  const sink = await transaction`
    copy ${transaction(table.schema)}.${transaction(table.name)} (${columns}) from stdin`.writable();
  const path = join(dir, tableFile(table));
  await pipeline(createReadStream(path), createGunzip(), sink).catch((cause: unknown) => {
    throw new Error(`The rows in ${path} cannot be read: ${String(cause)}`, { cause });
  });
}

/**
 * Puts a snapshot's rows in place of whatever a migrated database holds, all or
 * nothing. Triggers and foreign keys rest meanwhile: the rows passed them once,
 * and an audit log must come back as it was, not with entries about the restore.
 *
 * @param sql logged in as a superuser
 * @throws Error when the database's tables are not those of the snapshot
 */
export async function readSnapshot(
  sql: Sql,
  dir: string,
  { tables, sequences }: SnapshotContents,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`set local statement_timeout = 0`;
    const present = await listTables(transaction);
    checkSameTables(tables, present);
    for (const { schema, name } of present) {
      await transaction`truncate ${transaction(schema)}.${transaction(name)} cascade`;
    }
    for (const table of tables) await copyRows(transaction, dir, table);
    for (const { schema, name, lastValue, isCalled } of sequences) {
      await transaction`
        select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass,
          ${lastValue}::bigint, ${isCalled})`;
    }
  });
}
