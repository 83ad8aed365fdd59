/**
 * `npm run db:types`: writes packages/database/src/generated.ts from a fresh database with all
 * migrations applied. With `-- --check` it writes nothing and fails when the file is out of date.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDatabaseTypes } from '@beaconpay/database/generator';
import { prepareDatabase } from '@beaconpay/server/database';
import { withConnection } from '@beaconpay/server/platform/database/connection';
import { startEmbeddedPostgres } from '@beaconpay/server/platform/database/embedded/embedded-postgres';
import { createLogger } from '@beaconpay/server/platform/logger';

const GENERATED_FILE = new URL('../packages/database/src/generated.ts', import.meta.url);

async function typesOfFreshDatabase(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'beaconpay-types-'));
  // Postgres may run as another user, who has to pass through here to its own folder.
  await chmod(dir, 0o711);
  const postgres = await startEmbeddedPostgres({
    clusterDir: join(dir, 'cluster'),
    password: 'short-lived',
    ephemeral: true,
  });
  try {
    await prepareDatabase(postgres.connection, createLogger('error'));
    return await withConnection(postgres.connection, 'db-types', (sql) =>
      generateDatabaseTypes((statement) => sql.unsafe(statement)),
    );
  } finally {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

const types = await typesOfFreshDatabase();
if (!process.argv.includes('--check')) {
  await writeFile(GENERATED_FILE, types);
  console.log('packages/database/src/generated.ts is written.');
} else if ((await readFile(GENERATED_FILE, 'utf8').catch(() => '')) === types) {
  console.log('packages/database/src/generated.ts is up to date.');
} else {
  console.error('packages/database/src/generated.ts is out of date: run `npm run db:types`.');
  process.exitCode = 1;
}
