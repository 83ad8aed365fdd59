/** `npm run account:delete -- <e-mail>`: carries out a person's request to delete their account. */
import { withAccountServer } from './account-server.ts';
import { deleteAccount } from './accounts.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';

const [email] = process.argv.slice(2);
if (email === undefined) {
  console.error('Usage: npm run account:delete -- <e-mail>');
  process.exit(2);
}
await runCommand(async () => {
  await withAccountServer(loadEnvironment(), (server) => deleteAccount(server, email));
  console.log(`The account of ${email} was deleted; amounts and decisions are kept.`);
});
