import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Sql, Transaction } from '../connection.ts';
import { listTables, type SnapshotTable } from './list-tables.ts';
import { tableFile, type SnapshotContents } from './write-snapshot.ts';

const identityOf = ({ schema, name }: Pick<SnapshotTable, 'schema' | 'name'>) =>
  `${schema}.${name}`;

/** @throws Error that names the tables of the snapshot which the database lacks */
function requireTables(kept: readonly SnapshotTable[], present: readonly SnapshotTable[]): void {
  const existing = new Set(present.map(identityOf));
  const missing = kept.map(identityOf).filter((identity) => !existing.has(identity));
  if (missing.length > 0) {
    throw new Error(`The database lacks tables of the backup: ${missing.join(', ')}.`);
  }
}

async function copyRows(
  transaction: Transaction,
  dir: string,
  table: SnapshotTable,
): Promise<void> {
  const columns = transaction(table.columns);
  const sink = transaction.copyIn(
    transaction`copy ${transaction(table.schema)}.${transaction(table.name)} (${columns}) from stdin`,
  );
  const path = join(dir, tableFile(table));
  await pipeline(createReadStream(path), createGunzip(), sink).catch((cause: unknown) => {
    throw new Error(`The rows in ${path} cannot be read: ${String(cause)}`, { cause });
  });
}

/**
 * Replaces the rows of a migrated database by those of a snapshot, in one transaction. Triggers and
 * foreign keys are disabled: the rows have passed them before, and triggers would add entries about the
 * restore to the audit log.
 *
 * @param sql logged in as a superuser
 * @throws Error when the database lacks a table of the snapshot
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
    requireTables(tables, present);
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
