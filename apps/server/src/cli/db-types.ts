/**
 * `npm run db:types`: writes the TypeScript types of the public schema into a file, from a fresh database with
 * all migrations applied. With `-- --check` it writes nothing and fails when the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { loadConfig } from '../config/config.ts';
import { prepareDatabase } from '../open-database.ts';
import { generateDatabaseTypes } from '../operations/database-types/generate-types.ts';
import { withFreshPostgres } from '../operations/fresh-postgres.ts';
import { withConnection } from '../platform/database/connection.ts';
import { createLogger } from '../platform/logger.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

const {
  words: [file = ''],
  flags,
} = readCommandLine({ usage: 'db:types [-- --check]', least: 1, most: 1, flags: ['check'] });

await runCommand(async () => {
  const { supabaseDir } = loadConfig(loadEnvironment());
  const types = await withFreshPostgres(async (connection) => {
    await prepareDatabase(connection, supabaseDir, createLogger('error'));
    return withConnection(connection, 'db-types', (sql) =>
      generateDatabaseTypes((statement) => sql.unsafe(statement)),
    );
  });
  if (!flags.has('check')) {
    await writeFile(file, types);
    console.log(`${file} is written.`);
  } else if ((await readFile(file, 'utf8').catch(() => '')) === types) {
    console.log(`${file} is up to date.`);
  } else {
    throw new Error(`${file} is out of date: run \`npm run db:types\`.`);
  }
});
