import type { Config } from './config.ts';
import { withConnection, type ConnectionSettings } from './platform/database/connection.ts';
import { loadKeys } from './platform/identity/key-files.ts';
import {
  rotateKeptKeys,
  takeKeysOver,
  type Rotation,
} from './platform/identity/kept-signing-keys.ts';
import { createSealer } from './platform/sealing.ts';

/**
 * Gives all servers on a database a new signing key, whether they run or not.
 *
 * @param isCompromised the keys so far are somebody else's too, and count for nothing from now on
 * @throws Error when they would go on counting, because an operator's file holds them
 */
export async function rotateKeys(
  config: Config,
  connection: ConnectionSettings,
  isCompromised: boolean,
): Promise<Rotation> {
  const isGiven = config.keys.signingKeysFile !== null;
  if (isCompromised && isGiven) {
    throw new Error(
      'Keys are valid as long as they are in SIGNING_KEYS_FILE. Replace the file on every ' +
        'machine, then restart the server.',
    );
  }
  const { apiKeys, signingJwks } = await loadKeys(config.keys, config.dataDir);
  const sealer = createSealer(apiKeys.secretKey, 'signing-keys');
  return withConnection(connection, 'beaconpay-keys', async (sql) => {
    // Where no server has started since they were kept in files only.
    await takeKeysOver(sql, sealer, { jwks: signingJwks, isGiven });
    return rotateKeptKeys(sql, sealer, isCompromised);
  });
}
