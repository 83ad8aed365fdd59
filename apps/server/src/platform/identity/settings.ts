import { z } from 'zod';
import { flag } from '../setting-fields.ts';

/** 128 bits in base64url. */
const MIN_KEY_LENGTH = 22;

function apiKey(prefix: string) {
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}[\\w-]{${MIN_KEY_LENGTH},}$`),
      `must be ${prefix} and at least ${MIN_KEY_LENGTH} letters, digits, - or _`,
    );
}

export const identityVariables = z.object({
  PUBLISHABLE_KEY: apiKey('sb_publishable_').optional(),
  SECRET_KEY: apiKey('sb_secret_').optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SIGNING_KEYS_FILE: z.string().optional(),
  REQUIRE_API_KEY: flag.default(true),
  ACCESS_TOKENS_END_WITH_SESSION: flag.default(true),
});

/** The keys of the settings; null when the server creates its own. */
export type IdentitySettings = Readonly<ReturnType<typeof toIdentitySettings>>;

export function toIdentitySettings(env: z.output<typeof identityVariables>) {
  return {
    publishableKey: env.PUBLISHABLE_KEY ?? null,
    secretKey: env.SECRET_KEY ?? null,
    jwtSecret: env.JWT_SECRET ?? null,
    signingKeysFile: env.SIGNING_KEYS_FILE ?? null,
    requireApiKey: env.REQUIRE_API_KEY,
    /** False: access tokens stay valid until they expire, as on a hosted project. */
    accessTokensEndWithSession: env.ACCESS_TOKENS_END_WITH_SESSION,
  };
}
