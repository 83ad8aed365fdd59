/** `npm run account:export -- <e-mail> [file]`: everything kept about one person, as JSON. */
import { writeFile } from 'node:fs/promises';
import { loadConfig } from '@beaconpay/server/config';
import { exportAccount } from './accounts.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';
import { withPreparedDatabase } from './with-database.ts';

const [email, file] = process.argv.slice(2);
if (email === undefined) {
  console.error('Usage: npm run --silent account:export -- <e-mail> [file]');
  process.exit(2);
}
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  const data = await withPreparedDatabase(config, (connection) => exportAccount(connection, email));
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  // Nobody else on this machine may read it, and nothing is written over.
  await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  console.error(`Everything that is kept about ${email} is in ${file}.`);
});
