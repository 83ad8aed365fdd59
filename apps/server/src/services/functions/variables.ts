import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { ApiKeys } from '../../platform/identity/api-keys.ts';
import type { Logger } from '../../platform/logger.ts';
import { readIfThere } from '../../platform/files.ts';
import type { FunctionsSettings } from './settings.ts';

export interface ProjectVariables {
  readonly apiKeys: ApiKeys;
  readonly databaseUrl: string;
  /** The keys at the time when a function's process starts. */
  readonly signingKeys: { readonly jwks: object };
  readonly logger: Pick<Logger, 'warn'>;
}

/** Variables of Deno change how it runs. Variables of Supabase come from the server. */
const RESERVED_PREFIX = /^(?:DENO_|SUPABASE_|SB_|BEACONPAY_)/;

/**
 * The environment of a function: the variables of hosted Supabase, and the operator's own. Those come from
 * the .env file of the functions folder, and the environment of the server overrides them.
 */
export async function functionVariables(
  { dir, secrets, isLocalOnly }: Pick<FunctionsSettings, 'dir' | 'secrets' | 'isLocalOnly'>,
  { apiKeys, databaseUrl, signingKeys, logger }: ProjectVariables,
  backendUrl: string,
): Promise<Record<string, string>> {
  const project = parseEnv((await readIfThere(join(dir, '.env'))) ?? '');
  const own = Object.entries({ ...project, ...secrets }).filter(
    (entry): entry is [string, string] => {
      const [prefix] = RESERVED_PREFIX.exec(entry[0]) ?? [];
      if (prefix === undefined) return true;
      // As `supabase functions serve` does.
      logger.warn({ name: entry[0] }, `functions: env name cannot start with ${prefix}, skipping`);
      return false;
    },
  );
  return {
    ...Object.fromEntries(own),
    SUPABASE_URL: backendUrl,
    SUPABASE_ANON_KEY: apiKeys.publishableKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: apiKeys.publishableKey }),
    SUPABASE_SERVICE_ROLE_KEY: apiKeys.secretKey,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: apiKeys.secretKey }),
    SUPABASE_DB_URL: databaseUrl,
    SUPABASE_JWKS: JSON.stringify(signingKeys.jwks),
    SB_EXECUTION_ID: randomUUID(),
    SB_REGION: 'local',
    ...(isLocalOnly ? { BEACONPAY_LOCAL_ONLY: 'true' } : {}),
  };
}
