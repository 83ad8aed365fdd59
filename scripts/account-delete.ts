/** `npm run account:delete -- <email>`: deletes the account of a user on request. */
import { withAccountServer } from './account-server.ts';
import { deleteAccount } from './accounts.ts';
import { readCommandLine } from '@beaconpay/server/cli/command-line';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from '@beaconpay/server/cli/run-command';

const {
  words: [email = ''],
} = readCommandLine({ usage: 'account:delete -- <email>', least: 1, most: 1 });
await runCommand(async () => {
  await withAccountServer(loadEnvironment(), (server) => deleteAccount(server, email));
  console.log(`Account ${email} deleted. Its amounts and reviews are kept without a name.`);
});
