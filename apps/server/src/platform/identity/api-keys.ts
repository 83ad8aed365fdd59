import { randomBytes, timingSafeEqual } from 'node:crypto';

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

/** Takes the same time wherever two texts of one length differ; how long a key is helps nobody. */
function equalInConstantTime(left: string, right: string): boolean {
  const [given, known] = [Buffer.from(left), Buffer.from(right)];
  return given.length === known.length && timingSafeEqual(given, known);
}

/** The role an opaque API key stands for, or null when it is not one of ours. */
export function roleOfApiKey(key: string, keys: ApiKeys): 'anon' | 'service_role' | null {
  // Every visitor is given this one: how long a comparison takes tells nothing new.
  if (key === keys.publishableKey) return 'anon';
  const isSecret = key.startsWith('sb_secret_') && equalInConstantTime(key, keys.secretKey);
  return isSecret ? 'service_role' : null;
}
