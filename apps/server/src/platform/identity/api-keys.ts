import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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

function equalInConstantTime(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The role an opaque API key stands for, or null when it is not one of ours. */
export function roleOfApiKey(key: string, keys: ApiKeys): 'anon' | 'service_role' | null {
  if (key.startsWith('sb_publishable_')) {
    return equalInConstantTime(key, keys.publishableKey) ? 'anon' : null;
  }
  if (key.startsWith('sb_secret_')) {
    return equalInConstantTime(key, keys.secretKey) ? 'service_role' : null;
  }
  return null;
}
