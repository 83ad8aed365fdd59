/** `npm run db:migrate`: applies the migrations of the server and of the project, without a start of the server. */
import { loadConfig } from '../config/config.ts';
import { prepareDatabase } from '../open-database.ts';
import { withDatabase } from '../operations/with-database.ts';
import { createLogger } from '../platform/logger.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';

readCommandLine({ usage: 'db:migrate' });
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  await withDatabase(config, (connection) =>
    prepareDatabase(connection, config.supabaseDir, createLogger('info')),
  );
  console.log('All migrations are applied.');
});
