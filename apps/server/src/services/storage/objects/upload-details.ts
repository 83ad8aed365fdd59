import { isJsonObject, tryParseJson, type JsonObject } from '../../../platform/json.ts';
import { storageErrors } from '../errors.ts';

const MAX_CACHE_CONTROL_LENGTH = 256;
const MAX_METADATA_LENGTH = 64 * 1024;
const DEFAULT_CACHE_CONTROL = 'no-cache';

/**
 * The Cache-Control header of an object, from a number of seconds or a complete header value.
 *
 * @throws StorageError for a value that is not valid in a header
 */
export function toCacheControl(text: string | undefined): string {
  const given = text?.trim() ?? '';
  if (given === '') return DEFAULT_CACHE_CONTROL;
  if (/^\d+$/.test(given)) return `max-age=${given}`;
  if (given.length > MAX_CACHE_CONTROL_LENGTH || !/^[\x20-\x7e]+$/.test(given)) {
    throw storageErrors.invalidRequest('The cache control is not valid');
  }
  return given;
}

/** Decodes the header `x-metadata`: JSON in base64. */
export function decodeMetadata(header: string | undefined): string | undefined {
  return header === undefined ? undefined : Buffer.from(header, 'base64').toString();
}

/** @throws StorageError when the JSON is not an object */
export function toUserMetadata(json: string | undefined): JsonObject | null {
  if (json === undefined || json === '') return null;
  if (json.length > MAX_METADATA_LENGTH) throw storageErrors.bodyTooLarge();
  const metadata = tryParseJson(json);
  if (!isJsonObject(metadata)) throw storageErrors.invalidRequest('The metadata is no JSON object');
  return metadata;
}
