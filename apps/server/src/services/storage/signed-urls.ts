import { hkdfSync } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Caller } from '../../platform/identity/caller.ts';
import { storageErrors, type StorageError } from './errors.ts';

/** What a signed URL for reading grants. A token for one is not valid for the other. */
type ReadGrant = 'download' | 'render';
const UPLOAD = 'upload';
const OTHER_OBJECT = 'The URL was signed for another object';

interface ReadClaims {
  /** `bucket/path` of the one object. */
  readonly url: string;
  /** The transformation of an image, as a query. */
  readonly transformations?: string;
}

/** Uploads one object as the caller who signed it. */
export interface UploadGrant {
  readonly url: string;
  readonly upsert: boolean;
  readonly caller: Pick<Caller, 'role' | 'claims'>;
}

export interface UrlSigner {
  signRead(grant: ReadGrant, claims: ReadClaims, expiresInS: number): Promise<string>;
  /** @throws StorageError when the token was not signed here, has expired, or grants something else */
  verifyRead(grant: ReadGrant, url: string, token: string): Promise<ReadClaims>;
  signUpload(grant: UploadGrant, expiresInS: number): Promise<string>;
  /** @throws StorageError, like `verifyRead`; see also `checkGrantedUrl` */
  openUpload(token: string): Promise<UploadGrant>;
}

/** @throws StorageError for another object than the token was signed for */
export function checkGrantedUrl(grant: Pick<UploadGrant, 'url'>, url: string): void {
  if (grant.url !== url) throw storageErrors.invalidUploadToken(OTHER_OBJECT);
}

const failWith =
  (fail: (message: string, cause?: unknown) => StorageError) =>
  (error: unknown): never => {
    throw error instanceof errors.JOSEError ? fail(error.message, error) : error;
  };

/**
 * Signs URLs with separate keys, so that their tokens are not valid as access tokens. A token for an upload
 * is encrypted, because it contains the caller's claims and other people can receive the URL.
 *
 * @param secret a new secret invalidates all signed URLs
 */
export function createUrlSigner(secret: string, clock: Clock): UrlSigner {
  const keyFor = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, '', `beaconpay storage ${purpose}`, 32));
  const readKey = keyFor('addresses');
  const uploadKey = keyFor('uploads');
  const nowS = (): number => Math.floor(clock.now().getTime() / 1000);

  return {
    signRead(grant, claims, expiresInS) {
      const issuedAt = nowS();
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(grant)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresInS)
        .sign(readKey);
    },
    async verifyRead(grant, url, token) {
      const options = { audience: grant, algorithms: ['HS256'], currentDate: clock.now() };
      const { payload } = await jwtVerify<ReadClaims>(token, readKey, options).catch(
        failWith(storageErrors.invalidToken),
      );
      if (payload.url !== url) throw storageErrors.invalidToken(OTHER_OBJECT);
      return payload;
    },
    signUpload(grant, expiresInS) {
      const issuedAt = nowS();
      return new EncryptJWT({ ...grant })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'JWT' })
        .setAudience(UPLOAD)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + expiresInS)
        .encrypt(uploadKey);
    },
    async openUpload(token) {
      const options = { audience: UPLOAD, currentDate: clock.now() };
      const { payload } = await jwtDecrypt<UploadGrant>(token, uploadKey, options).catch(
        failWith(storageErrors.invalidUploadToken),
      );
      return payload;
    },
  };
}
