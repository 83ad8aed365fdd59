/**
 * `npm run db:types`: writes packages/database/src/generated.ts from a fresh database with all
 * migrations applied. With `-- --check` it writes nothing and fails when the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { generateDatabaseTypes } from '@beaconpay/database/generator';
import { prepareDatabase } from '@beaconpay/server/database';
import { withConnection } from '@beaconpay/server/platform/database/connection';
import { createLogger } from '@beaconpay/server/platform/logger';
import { withFreshPostgres } from './fresh-postgres.ts';

const GENERATED_FILE = new URL('../packages/database/src/generated.ts', import.meta.url);

const types = await withFreshPostgres(async (connection) => {
  await prepareDatabase(connection, createLogger('error'));
  return withConnection(connection, 'db-types', (sql) =>
    generateDatabaseTypes((statement) => sql.unsafe(statement)),
  );
});
if (!process.argv.includes('--check')) {
  await writeFile(GENERATED_FILE, types);
  console.log('packages/database/src/generated.ts is written.');
} else if ((await readFile(GENERATED_FILE, 'utf8').catch(() => '')) === types) {
  console.log('packages/database/src/generated.ts is up to date.');
} else {
  console.error('packages/database/src/generated.ts is out of date: run `npm run db:types`.');
  process.exitCode = 1;
}
