/** `npm run account:delete -- <e-mail>`: carries out a person's request to delete their account. */
import { withAccountServer } from './account-server.ts';
import { deleteAccount } from './accounts.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';

const {
  words: [email = ''],
} = readCommandLine({ usage: 'account:delete -- <e-mail>', least: 1, most: 1 });
await runCommand(async () => {
  await withAccountServer(loadEnvironment(), (server) => deleteAccount(server, email));
  console.log(`The account of ${email} was deleted; amounts and decisions are kept.`);
});
