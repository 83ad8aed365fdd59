/** `npm run keys:rotate [-- --compromised]`: a new key signs access tokens, on all servers of the database. */
import { loadConfig } from '@beaconpay/server/config';
import { prepareDatabase } from '@beaconpay/server/main';
import { createLogger } from '@beaconpay/server/platform/logger';
import { rotateKeys } from '@beaconpay/server/rotate-keys';
import { loadEnvironment } from './load-environment.ts';
import { withDatabase } from './with-database.ts';

const options = process.argv.slice(2);
const isCompromised = options.includes('--compromised');
if (options.length > (isCompromised ? 1 : 0)) {
  console.error('Usage: npm run keys:rotate [-- --compromised]');
  process.exit(2);
}
try {
  const config = loadConfig(loadEnvironment());
  const { keyId, signsFrom } = await withDatabase(config, async (connection) => {
    await prepareDatabase(connection, createLogger('warn'));
    return rotateKeys(config, connection, isCompromised);
  });
  console.log(
    isCompromised
      ? `The key ${keyId} signs. All others count for nothing: apps get new tokens by themselves.`
      : `The key ${keyId} signs from ${signsFrom.toISOString()}, once everybody who caches keys ` +
          'knows it. The keys before it are dropped when their last token has expired.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
