import { classifyDatabaseError } from '../../platform/database/error-class.ts';
import { codeOf } from '../../platform/error-code.ts';
import { isClientGone } from '../../platform/http/client-gone.ts';
import { ApiKeyError } from '../../platform/identity/caller.ts';
import { TokenError } from '../../platform/identity/access-token.ts';
import { NoSpaceError } from './backends/disk-reserve.ts';

/** An error with the response that hosted Supabase sends for it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** The status in the body. The HTTP status is 400 for nearly every error. */
  readonly statusCode: number;
  readonly code: string;
  readonly error: string;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    { error = code, cause }: { readonly error?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.statusCode = statusCode;
    this.code = code;
    this.error = error;
  }

  /** The HTTP status. */
  get status(): number {
    return this.statusCode >= 500 ? this.statusCode : 400;
  }

  get body(): Readonly<Record<string, string>> {
    const { statusCode, error, message, code } = this;
    return { statusCode: String(statusCode), error, message, code };
  }
}

const duplicate = (code: string) => (cause?: unknown) =>
  new StorageError(409, code, 'The resource already exists', { error: 'Duplicate', cause });

export const storageErrors = {
  invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', message),
  missingHeader: (name: string) =>
    new StorageError(400, 'InvalidRequest', `headers must have required property '${name}'`, {
      error: 'Error',
    }),
  malformedToken: (cause?: unknown) => storageErrors.accessDenied('Invalid Compact JWS', cause),
  noSuchBucket: () =>
    new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' }),
  noSuchKey: () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' }),
  noSuchUpload: (cause?: unknown) =>
    new StorageError(404, 'NoSuchUpload', 'Upload not found', { cause }),
  bucketExists: duplicate('BucketAlreadyExists'),
  keyExists: duplicate('KeyAlreadyExists'),
  bucketNotEmpty: () =>
    new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
  accessDenied: (message: string, cause?: unknown) =>
    new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized', cause }),
  sessionEnded: () => storageErrors.accessDenied('JWT session has ended'),
  invalidBucketName: () =>
    new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' }),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
  invalidMimeType: (type: string) =>
    new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, {
      error: 'invalid_mime_type',
    }),
  tooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
      error: 'Payload too large',
    }),
  bodyTooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The request body exceeded the maximum allowed size', {
      error: 'Payload too large',
    }),
  invalidSizeLimit: () =>
    storageErrors.invalidRequest('Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B'),
  cutOff: () => storageErrors.invalidRequest('The request was cut off'),
  noContent: () => storageErrors.invalidRequest('No content provided'),
  invalidRange: () =>
    new StorageError(416, 'InvalidRange', 'invalid range provided', { error: 'invalid_range' }),
  invalidToken: (message: string, cause?: unknown) =>
    new StorageError(400, 'InvalidJWT', message, { cause }),
  invalidUploadToken: (message: string, cause?: unknown) =>
    new StorageError(400, 'InvalidUploadSignature', message, { cause }),
  invalidImage: (cause?: unknown) =>
    new StorageError(
      400,
      'InvalidRequest',
      'The source image is invalid or unsupported for rendering',
      { cause },
    ),
  tooManyPixels: () =>
    storageErrors.invalidRequest('The source image resolution is too large to process'),
  tooLargeImage: () =>
    storageErrors.invalidRequest('The source image file is too large to process'),
  locked: () => new StorageError(423, 'ResourceLocked', 'The resource is locked'),
  tooManyUploads: () =>
    new StorageError(429, 'SlowDown', 'Too many uploads, please try again later'),
  busy: () => new StorageError(503, 'SlowDown', 'Please reduce your request rate'),
  databaseUnavailable: (cause: unknown) =>
    new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out', { cause }),
  noSpace: (cause: unknown) =>
    new StorageError(507, 'InsufficientStorage', 'There is no space left for files', { cause }),
  unexpected: (cause: unknown) =>
    new StorageError(500, 'InternalError', 'Internal server error', { cause }),
};

/** The storage error for any error that a handler threw. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof TokenError && error.problem === 'malformed') {
    return storageErrors.malformedToken(error);
  }
  if (error instanceof ApiKeyError || error instanceof TokenError) {
    return storageErrors.accessDenied(error.message, error);
  }
  if (isClientGone(error)) return storageErrors.cutOff();
  return error instanceof NoSpaceError ? storageErrors.noSpace(error) : fromDatabase(error);
}

function fromDatabase(error: unknown): StorageError {
  switch (classifyDatabaseError(error)) {
    case 'unavailable':
    case 'timeout':
      return storageErrors.databaseUnavailable(error);
    case 'full':
      return storageErrors.noSpace(error);
    case 'denied':
      return storageErrors.accessDenied('new row violates row-level security policy', error);
    case 'duplicate':
      return storageErrors.keyExists(error);
    case 'reference':
      return storageErrors.noSuchBucket();
  }
  const code = codeOf(error);
  if (code === 'PT410') return storageErrors.noSuchUpload(error);
  // Postgres rejects a text with a null character.
  if (code === '22021') return storageErrors.invalidRequest('A text holds a null character');
  // A rule of the project raised it, such as a limit on the number of files.
  if (code === 'P0001' && error instanceof Error)
    return storageErrors.invalidRequest(error.message);
  return storageErrors.unexpected(error);
}
