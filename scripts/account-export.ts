/** `npm run account:export -- <email> [file]`: all data of one user as JSON. */
import { writeFile } from 'node:fs/promises';
import { loadConfig } from '@beaconpay/server/config';
import { exportAccount } from './accounts.ts';
import { readCommandLine } from '@beaconpay/server/cli/command-line';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from '@beaconpay/server/cli/run-command';
import { withPreparedDatabase } from '@beaconpay/server/operations/with-database';

const {
  words: [email = '', file],
} = readCommandLine({ usage: '--silent account:export -- <email> [file]', least: 1, most: 2 });
await runCommand(async () => {
  const data = await withPreparedDatabase(loadConfig(loadEnvironment()), (connection) =>
    exportAccount(connection, email),
  );
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (file === undefined) {
    process.stdout.write(text);
  } else {
    // Only the owner of the file can read it, and existing files are not overwritten.
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    console.error(`All data of ${email} is in ${file}.`);
  }
});
