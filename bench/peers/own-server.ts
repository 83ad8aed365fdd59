import { join } from 'node:path';
import { generateApiKeys } from '@beaconpay/server/platform/identity/api-keys';
import { generateSigningJwk } from '@beaconpay/server/platform/identity/signing-keys';
import type { ConnectionSettings } from '@beaconpay/server/platform/database/connection';
import { coreCount } from '../shared/machine.ts';
import { startServerProcess } from '../shared/server-process.ts';
import type { PeerServer } from './peer-server.ts';
import { writeProject } from './project.ts';

/**
 * Starts `apps/server` with the same project, with the settings of production.
 *
 * @param connection null for the embedded Postgres
 */
export async function startOwnServer(
  dir: string,
  connection: ConnectionSettings | null,
): Promise<PeerServer> {
  // All sign-ups come from one address.
  await writeProject(dir, 'auth.rate_limit.sign_in_sign_ups = 0\n');
  const apiKeys = generateApiKeys();
  const server = await startServerProcess({
    connection,
    apiKeys,
    signingJwk: await generateSigningJwk(),
    dataDir: join(dir, 'data'),
    workers: coreCount(),
    environment: { SUPABASE_WORKDIR: dir },
  });
  return {
    port: server.port,
    publishableKey: apiKeys.publishableKey,
    serviceKey: apiKeys.secretKey,
    serviceToken: apiKeys.secretKey,
    stop: () => server.stop(),
  };
}
