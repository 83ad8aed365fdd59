import type { Config } from '../config/config.ts';
import { withConnection, type ConnectionSettings } from '../platform/database/connection.ts';
import { loadKeys } from '../platform/identity/key-files.ts';
import {
  rotateStoredKeys,
  importKeys,
  type Rotation,
} from '../platform/identity/stored-signing-keys.ts';
import { createSealer } from '../platform/sealing.ts';

/**
 * Creates a new signing key for all servers on a database, whether they run or not.
 *
 * @param isCompromised revokes all older keys at once, because they may be known to an attacker
 * @throws Error when the older keys would stay valid, because they are in a file of the operator
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
  return withConnection(connection, 'backend-keys', async (sql) => {
    // Imports the keys of the file if no server has done so yet.
    await importKeys(sql, sealer, { jwks: signingJwks, isGiven });
    return rotateStoredKeys(sql, sealer, isCompromised);
  });
}
