/** `npm run psql [-- <arguments of psql>]`: psql on the database, with or without a running server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadConfig } from '@beaconpay/server/config';
import { toDatabaseUrl } from '@beaconpay/server/platform/database/database-url';
import { findProgram } from './find-program.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from '@beaconpay/server/cli/run-command';
import { withDatabase } from '@beaconpay/server/operations/with-database';

/** Other users of the machine see arguments, so the password is passed in the environment. */
async function openPsql(program: string, databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  const psql = spawn(program, [url.href, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PGPASSWORD },
  });
  // Ctrl-C cancels a statement in psql. It must not end this process, which waits for psql.
  process.on('SIGINT', () => undefined);
  const [code] = (await once(psql, 'exit')) as [number | null];
  return code ?? 1;
}

await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  const program = await findProgram(['psql'], []);
  await withDatabase(config, async (connection, isKeptByServer) => {
    const url = config.database.url ?? toDatabaseUrl(connection);
    if (program !== null) {
      process.exitCode = await openPsql(program, url);
    } else if (isKeptByServer || config.database.url !== null) {
      console.log(`psql is not installed. Connect another client to:\n${url}`);
    } else {
      throw new Error(
        'psql is not installed. Start the server and run this command again: it then prints the ' +
          'connection string for another client.',
      );
    }
  });
});
