import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { failures } from './errors.ts';

/** What a signed address grants; one never passes for another. */
type Grant = 'download' | 'render' | 'upload';

interface SignedClaims {
  /** `bucket/path` of the one object. */
  readonly url: string;
  /** In what size an image is shown, as the query would say it. */
  readonly transformations?: string;
  /** Whom an uploaded object will belong to. */
  readonly owner?: string;
  readonly upsert?: boolean;
}

export interface UrlSigner {
  sign(grant: Grant, claims: SignedClaims, expiresInS: number): Promise<string>;
  /** @throws StorageError when it was not signed here, has expired, or grants something else */
  verify(grant: Grant, url: string, token: string): Promise<SignedClaims>;
}

/**
 * Signs addresses with a key of their own, so that no such token is ever taken
 * for a person's.
 *
 * @param secret changes never while addresses are to stay good
 */
export function createUrlSigner(secret: string, clock: Clock): UrlSigner {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'beaconpay storage addresses', 32));

  return {
    sign(grant, claims, expiresInS) {
      const nowS = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(grant)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + expiresInS)
        .sign(key);
    },
    async verify(grant, url, token) {
      const fail = grant === 'upload' ? failures.invalidUploadToken : failures.invalidToken;
      try {
        const { payload } = await jwtVerify<SignedClaims>(token, key, {
          audience: grant,
          algorithms: ['HS256'],
          currentDate: clock.now(),
        });
        if (payload.url === url) return payload;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
        throw fail(error.message, error);
      }
      throw fail('The address was signed for another object');
    },
  };
}
