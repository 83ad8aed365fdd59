/** `npm run admin:create -- <e-mail> [password]`: makes one more administrator, whether the server runs or not. */
import { loadConfig } from '@beaconpay/server/config';
import { createAdministrator, generatePassword } from './administrators.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';
import { withPreparedDatabase } from './with-database.ts';

const [email, givenPassword] = process.argv.slice(2);
if (email === undefined) {
  console.error('Usage: npm run admin:create -- <e-mail> [password]');
  process.exit(2);
}
const password = givenPassword ?? generatePassword();
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  await withPreparedDatabase(config, (connection) =>
    createAdministrator(connection, { email, password }),
  );
  console.log(`Administrator ${email} was made.`);
  if (givenPassword === undefined) console.log(`Password, shown only this once: ${password}`);
});
