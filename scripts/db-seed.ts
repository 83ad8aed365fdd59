/** `npm run db:seed`: loads the demo accounts and records, with or without a running server. */
import { readCommandLine } from '@beaconpay/server/cli/command-line';
import { runCommand } from '@beaconpay/server/cli/run-command';
import { loadConfig } from '@beaconpay/server/config';
import { withPreparedDatabase } from '@beaconpay/server/operations/with-database';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, loadDemoData, whyNotForDemoData } from './demo-data.ts';
import { loadEnvironment } from './load-environment.ts';

readCommandLine({ usage: 'db:seed' });
await runCommand(async () => {
  const environment = loadEnvironment();
  const config = loadConfig(environment);
  const reason = whyNotForDemoData(config, environment);
  if (reason !== null) {
    throw new Error(
      `The demo accounts have a public password, so db:seed runs only in development. Here ${reason}.`,
    );
  }
  const isLoaded = await withPreparedDatabase(config, (connection) =>
    loadDemoData(connection, config),
  );
  console.log(
    isLoaded
      ? 'The demo accounts and their records are loaded.\n'
      : 'The demo accounts were loaded before. Nothing was changed.\n',
  );
  for (const { email, description } of DEMO_ACCOUNTS) {
    console.log(`  ${email.padEnd(30)}${description}`);
  }
  console.log(`\n  The password of each: ${DEMO_PASSWORD}`);
});
