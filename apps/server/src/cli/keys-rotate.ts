/** `npm run keys:rotate [-- --compromised]`: a new key signs access tokens, on all servers of the database. */
import { loadConfig } from '../config/config.ts';
import { rotateKeys } from '../operations/key-rotation.ts';
import { readCommandLine } from './command-line.ts';
import { loadEnvironment } from './environment.ts';
import { runCommand } from './run-command.ts';
import { withPreparedDatabase } from '../operations/with-database.ts';

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
      ? `Key ${keyId} signs now. Tokens of all other keys are no longer valid: apps renew theirs by themselves.`
      : `Key ${keyId} signs from ${signsFrom.toISOString()}, when caches of the public keys have ` +
          'it. Older keys are removed when their last token has expired.',
  );
});
