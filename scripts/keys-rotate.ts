/** `npm run keys:rotate [-- --compromised]`: a new key signs access tokens, on all servers of the database. */
import { loadConfig } from '@beaconpay/server/config';
import { rotateKeys } from '@beaconpay/server/rotate-keys';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './load-environment.ts';
import { runCommand } from './run-command.ts';
import { withPreparedDatabase } from './with-database.ts';

const { flags } = readCommandLine({
  usage: 'keys:rotate [-- --compromised]',
  flags: ['compromised'],
});
const isCompromised = flags.has('compromised');
await runCommand(async () => {
  const config = loadConfig(loadEnvironment());
  const { keyId, signsFrom } = await withPreparedDatabase(config, (connection) =>
    rotateKeys(config, connection, isCompromised),
  );
  console.log(
    isCompromised
      ? `The key ${keyId} signs. All others count for nothing: apps get new tokens by themselves.`
      : `The key ${keyId} signs from ${signsFrom.toISOString()}, once everybody who caches keys ` +
          'knows it. The keys before it are dropped when their last token has expired.',
  );
});
