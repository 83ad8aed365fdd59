/** `npm run admin:create -- <e-mail> [password]`: makes one more administrator, whether the server runs or not. */
import { loadConfig } from '@beaconpay/server/config';
import { createAdministrator, generatePassword } from './administrators.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';
import { withPreparedDatabase } from './with-database.ts';

const {
  words: [email = '', givenPassword],
} = readCommandLine({ usage: 'admin:create -- <e-mail> [password]', least: 1, most: 2 });
const password = givenPassword ?? generatePassword();

await runCommand(async () => {
  await withPreparedDatabase(loadConfig(loadEnvironment()), (connection) =>
    createAdministrator(connection, { email, password }),
  );
  console.log(`Administrator ${email} was made.`);
  if (givenPassword === undefined) console.log(`Password, shown only this once: ${password}`);
});
