import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { z } from 'zod';
import { parseSecrets, readOrCreateSecretFile } from '../secret-file.ts';
import { generateApiKeys, type ApiKeys } from './api-keys.ts';
import { generateSigningJwk } from './signing-keys.ts';

type Warn = (message: string) => void;

const apiKeysSchema = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
});
const signingJwksSchema: z.ZodType<JWK[]> = z
  .array(z.looseObject({ kty: z.string(), d: z.string('must be a private key') }))
  .min(1, 'must hold a key');

/** The API keys of a data folder. */
export function readApiKeys(dataDir: string, warn?: Warn): Promise<ApiKeys> {
  return readOrCreateSecretFile({
    path: join(dataDir, 'api-keys.json'),
    schema: apiKeysSchema,
    create: generateApiKeys,
    remedy: 'Restore it from a backup, or remove it: new keys are made, and clients need them.',
    ...(warn ? { warn } : {}),
  });
}

/** The signing keys of a data folder. */
export function readSigningJwks(dataDir: string, warn?: Warn): Promise<JWK[]> {
  return readOrCreateSecretFile({
    path: join(dataDir, 'signing-keys.json'),
    schema: signingJwksSchema,
    create: async () => [await generateSigningJwk()],
    remedy:
      'Restore it from a backup, or remove it: a new key is made, and everybody signs in anew.',
    ...(warn ? { warn } : {}),
  });
}

/** The signing keys that an operator keeps. */
export async function readGivenSigningJwks(path: string): Promise<JWK[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`SIGNING_KEYS_FILE: ${path} cannot be read.`, { cause });
  });
  const remedy = 'SIGNING_KEYS_FILE must name a JSON array of private JWKs.';
  return parseSecrets(text, { path, schema: signingJwksSchema, remedy });
}
