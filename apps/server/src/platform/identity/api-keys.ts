import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../equal-in-constant-time.ts';

export interface ApiKeys {
  /** Speaks for anyone: role anon. */
  readonly publishableKey: string;
  /** Speaks for the operator: role service_role. */
  readonly secretKey: string;
}

export function generateApiKeys(): ApiKeys {
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  };
}

/** The role an opaque API key stands for, or null when it is not one of ours. */
export function roleOfApiKey(key: string, keys: ApiKeys): 'anon' | 'service_role' | null {
  // Every visitor is given this one: how long a comparison takes tells nothing new.
  if (key === keys.publishableKey) return 'anon';
  const isSecret = key.startsWith('sb_secret_') && equalInConstantTime(key, keys.secretKey);
  return isSecret ? 'service_role' : null;
}
