import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';
import { parseSecrets, readOrCreateSecretFile } from '../secret-file.ts';
import { generateApiKeys, type ApiKeys } from './api-keys.ts';
import type { IdentitySettings } from './settings.ts';
import { generateSigningJwk } from './signing-keys.ts';

type Warn = (message: string) => void;

const apiKeysSchema = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
});
const signingJwksSchema: z.ZodType<JWK[]> = z
  .array(z.looseObject({ kty: z.string(), d: z.string('must be a private key') }))
  .min(1, 'must hold a key');

export function apiKeysPath(dataDir: string): string {
  return join(dataDir, 'api-keys.json');
}

/** The API keys of a data folder. */
export function readApiKeys(dataDir: string, warn?: Warn): Promise<ApiKeys> {
  return readOrCreateSecretFile({
    path: apiKeysPath(dataDir),
    schema: apiKeysSchema,
    create: generateApiKeys,
    remedy:
      'Restore it from a backup, or delete it: new keys are created, which every client then needs.',
    ...(warn ? { warn } : {}),
  });
}

/** The signing keys of a data folder. */
function readSigningJwks(dataDir: string, warn?: Warn): Promise<JWK[]> {
  return readOrCreateSecretFile({
    path: join(dataDir, 'signing-keys.json'),
    schema: signingJwksSchema,
    create: async () => [await generateSigningJwk()],
    remedy:
      'Restore it from a backup, or delete it: a new key is created, and everyone has to log in again.',
    ...(warn ? { warn } : {}),
  });
}

/** The API keys of the settings, or else those created at the first start. */
export async function loadApiKeys(
  { publishableKey, secretKey }: Pick<IdentitySettings, 'publishableKey' | 'secretKey'>,
  dataDir: string,
  warn?: Warn,
): Promise<ApiKeys> {
  const kept = await readApiKeys(dataDir, warn);
  return {
    publishableKey: publishableKey ?? kept.publishableKey,
    secretKey: secretKey ?? kept.secretKey,
  };
}

/** Loads the API keys and the signing keys. */
export async function loadKeys(
  settings: Pick<IdentitySettings, 'publishableKey' | 'secretKey' | 'signingKeysFile'>,
  dataDir: string,
  warn?: Warn,
): Promise<{ apiKeys: ApiKeys; signingJwks: JWK[] }> {
  const { signingKeysFile } = settings;
  return {
    apiKeys: await loadApiKeys(settings, dataDir, warn),
    signingJwks:
      signingKeysFile === null
        ? await readSigningJwks(dataDir, warn)
        : await readGivenSigningJwks(signingKeysFile),
  };
}

/** The signing keys in a file of the operator. */
async function readGivenSigningJwks(path: string): Promise<JWK[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`SIGNING_KEYS_FILE: ${path} cannot be read.`, { cause });
  });
  const remedy = 'SIGNING_KEYS_FILE must name a JSON array of private JWKs.';
  return parseSecrets(text, { path, schema: signingJwksSchema, remedy });
}
