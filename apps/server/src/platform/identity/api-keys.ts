import { randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../equal-in-constant-time.ts';

export interface ApiKeys {
  /** The role anon. */
  readonly publishableKey: string;
  /** The role service_role. */
  readonly secretKey: string;
}

export function generateApiKeys(): ApiKeys {
  return {
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  };
}

/** The role of an opaque API key, or null for an unknown key. */
export function roleOfApiKey(key: string, keys: ApiKeys): 'anon' | 'service_role' | null {
  // The publishable key is public, so its comparison need not take constant time.
  if (key === keys.publishableKey) return 'anon';
  const isSecret = key.startsWith('sb_secret_') && equalInConstantTime(key, keys.secretKey);
  return isSecret ? 'service_role' : null;
}
