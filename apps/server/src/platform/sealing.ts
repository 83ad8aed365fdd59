import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts codes, links and secrets in the database (AES-256-GCM), so that the table alone reveals none. */
export interface Sealer {
  /** @param id of the row; the result can be opened for this row only */
  seal(id: string, content: object): Buffer;
  /** @throws Error when it was sealed for another row, with another key, or changed */
  open(id: string, sealed: Uint8Array): unknown;
}

/**
 * @param secretKey of the server; the same in every process on one database
 * @param purpose a sealed value can be opened for the same purpose only
 */
export function createSealer(
  secretKey: string,
  purpose: 'messages' | 'factors' | 'providers' | 'signing-keys',
): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `beaconpay auth ${purpose}`, 32));
  return {
    seal(id, content) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(id));
      const encrypted = [cipher.update(JSON.stringify(content), 'utf8'), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
    },
    open(id, sealed) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(id))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES);
      const text = Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
      return JSON.parse(text) as unknown;
    },
  };
}
