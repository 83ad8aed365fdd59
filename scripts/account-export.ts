/** `npm run account:export -- <email> [file]`: everything kept about one person, as JSON. */
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
    // Only its owner may read it, and no file is overwritten.
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    console.error(`All data of ${email} is in ${file}.`);
  }
});
