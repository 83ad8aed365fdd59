import { storageErrors } from './errors.ts';

const MAX_KEY_BYTES = 1024;
const MAX_BUCKET_NAME_LENGTH = 100;
const ALLOWED = String.raw`\w!\-.*'() &$@=;:+,?`;
const KEY = new RegExp(`^[${ALLOWED}/]+$`);
const BUCKET = new RegExp(`^[${ALLOWED}]+$`);

/** @throws StorageError InvalidKey */
export function checkKey(key: string): string {
  const isSane =
    KEY.test(key) &&
    Buffer.byteLength(key) <= MAX_KEY_BYTES &&
    key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  if (!isSane) throw storageErrors.invalidKey(key);
  return key;
}

/** @throws StorageError InvalidBucketName */
export function checkBucketName(name: string): string {
  const isSane =
    BUCKET.test(name) &&
    name.length <= MAX_BUCKET_NAME_LENGTH &&
    name.trim() === name &&
    name !== '.' &&
    name !== '..';
  if (!isSane) throw storageErrors.invalidBucketName();
  return name;
}

/** Decodes a path segment. @throws StorageError InvalidKey when it is not valid percent-encoding */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw storageErrors.invalidKey(text);
  }
}
