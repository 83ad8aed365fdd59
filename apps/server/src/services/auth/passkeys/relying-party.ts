import { isIP } from 'node:net';

/** As whom the site asks devices for keys. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** What an answer to a question of the site has to show. */
export function expectedOf({ id, origin }: RelyingParty, challenge: string) {
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id };
}

/** Null where browsers would refuse: keys belong to a name, and to a page that nobody could change on the way. */
export function relyingPartyOf(siteUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(siteUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSafe = protocol === 'https:' || hostname === 'localhost';
  return isAddress || !isSafe ? null : { id: hostname, origin };
}
