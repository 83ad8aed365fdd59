/** `npm run admin:create -- <email> [password]`: creates an administrator, with or without a running server. */
import { loadConfig } from '@beaconpay/server/config';
import { createAdministrator, generatePassword } from './administrators.ts';
import { readCommandLine } from '@beaconpay/server/cli/command-line';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from '@beaconpay/server/cli/run-command';
import { withPreparedDatabase } from '@beaconpay/server/operations/with-database';

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
