import { isIP } from 'node:net';
import { z } from 'zod';
import { list } from '../../../platform/setting-fields.ts';

/** The site as a WebAuthn relying party. */
export interface RelyingParty {
  /** The domain of the credentials (RP ID). */
  readonly id: string;
  /** The name that devices show. */
  readonly name: string;
  /** The origins of pages and of phone apps that may use credentials. */
  readonly origins: readonly string[];
}

const DOMAIN = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;
/** The origin of an Android app is the hash of its signing key. */
const ANDROID_APP = /^android:apk-key-hash:[\w-]{43}$/;

/** The names of Supabase Auth's settings. */
export const relyingPartyVariables = {
  WEBAUTHN_RP_ID: z
    .string()
    .regex(DOMAIN, 'must be a domain such as example.com, without https:// or a port')
    .optional(),
  WEBAUTHN_RP_DISPLAY_NAME: z.string().optional(),
  WEBAUTHN_RP_ORIGINS: list.optional(),
};

type Variables = z.output<z.ZodObject<typeof relyingPartyVariables>>;

/** What a response must contain. */
export function expectedOf({ id, origins }: RelyingParty, challenge: string) {
  return { expectedChallenge: challenge, expectedOrigin: [...origins], expectedRPID: id };
}

/** WebAuthn requires a domain name, and a page that was loaded over TLS. */
function isSafe({ hostname, protocol }: URL): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || hostname === 'localhost');
}

/** Why browsers would reject a configured origin; null when they would accept it. */
function findObstacle(origin: string, id: string): string | null {
  if (ANDROID_APP.test(origin)) return null;
  const url = URL.canParse(origin) ? new URL(origin) : null;
  if (url === null || url.origin !== origin || !isSafe(url)) {
    return `${origin} must be https://host, http://localhost:port or android:apk-key-hash:…`;
  }
  const isBelow = url.hostname === id || url.hostname.endsWith(`.${id}`);
  return isBelow ? null : `${origin} must be of ${id} or a host below it`;
}

/**
 * By default the site itself.
 *
 * @returns null when browsers would reject it
 * @throws Error that names the setting with a rejected origin
 */
export function toRelyingParty(env: Variables, siteUrl: string): RelyingParty | null {
  const site = new URL(siteUrl);
  const { WEBAUTHN_RP_ID: givenId, WEBAUTHN_RP_ORIGINS: givenOrigins } = env;
  if (givenId === undefined && givenOrigins === undefined && !isSafe(site)) return null;
  const id = givenId ?? site.hostname;
  const origins = givenOrigins ?? [site.origin];
  const obstacle = origins.map((origin) => findObstacle(origin, id)).find((one) => one !== null);
  if (obstacle !== undefined) {
    const setting = givenOrigins === undefined ? 'WEBAUTHN_RP_ID' : 'WEBAUTHN_RP_ORIGINS';
    throw new Error(`The configuration is not valid:\n  ${setting}: ${obstacle}`);
  }
  return { id, name: env.WEBAUTHN_RP_DISPLAY_NAME ?? id, origins };
}
