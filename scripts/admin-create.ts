/** `npm run admin:create -- <email> [password]`: creates an administrator, whether the server runs or not. */
import { loadConfig } from '@beaconpay/server/config';
import { createAdministrator, generatePassword } from './administrators.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';
import { withPreparedDatabase } from './with-database.ts';

const {
  words: [email = '', givenPassword],
} = readCommandLine({ usage: 'admin:create -- <email> [password]', least: 1, most: 2 });
const password = givenPassword ?? generatePassword();

await runCommand(async () => {
  await withPreparedDatabase(loadConfig(loadEnvironment()), (connection) =>
    createAdministrator(connection, { email, password }),
  );
  console.log(`Administrator ${email} created.`);
  if (givenPassword === undefined) console.log(`Password (shown only once): ${password}`);
});
