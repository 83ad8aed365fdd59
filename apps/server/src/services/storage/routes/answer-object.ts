import type { Readable } from 'node:stream';
import { responseBodyOf } from '../../../platform/http/response-body.ts';
import {
  MAX_WHOLE_BYTES,
  MissingBytesError,
  type ByteRange,
  type ObjectBackend,
} from '../backends/backend.ts';
import { StorageError, storageErrors } from '../errors.ts';
import { factsOf, isUnchanged, rangeOf } from '../objects/download.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { objectHeaders, setType, type Audience } from './object-headers.ts';
import { plainResponse } from './plain-response.ts';
import { incomingOf, outgoingOf, type StorageRequest } from './request.ts';

export function conditionsOf(c: StorageRequest) {
  const { headers } = incomingOf(c);
  return {
    range: headers.range,
    ifRange: headers['if-range']?.toString(),
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  };
}

const toReadError = (error: unknown): never => {
  throw error instanceof MissingBytesError ? storageErrors.noSuchKey() : error;
};

/** @throws StorageError NoSuchKey when the object was replaced or removed after its row was read */
export function readBytes(backend: ObjectBackend, version: string): Promise<Readable> {
  return backend.read(version, null).catch(toReadError);
}

/** The bytes as a body: a stream if they are many. */
async function readBody(
  c: StorageRequest,
  backend: ObjectBackend,
  version: string,
  range: ByteRange,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  if (range.end - range.start < MAX_WHOLE_BYTES) {
    const bytes = await backend.readWhole(version, range).catch(toReadError);
    return bytes as Uint8Array<ArrayBuffer>;
  }
  return responseBodyOf(await backend.read(version, range).catch(toReadError), outgoingOf(c));
}

/** Responds with an object's bytes, or with the requested range. */
export async function answerObject(
  c: StorageRequest,
  backend: ObjectBackend,
  object: ObjectRow,
  audience: Audience,
): Promise<Response> {
  const facts = factsOf(object);
  const conditions = conditionsOf(c);
  const headers = objectHeaders(c, object.name, facts, audience);
  if (isUnchanged(facts, conditions)) return plainResponse(c, 304, headers, null);
  setType(headers, object.name, facts.type);
  headers['Accept-Ranges'] = 'bytes';
  let range;
  try {
    range = rangeOf(facts, conditions);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const contentRange = { 'Content-Range': `bytes */${String(facts.size)}` };
    return Response.json(error.body, { status: error.statusCode, headers: contentRange });
  }
  const { start, end } = range ?? { start: 0, end: facts.size - 1 };
  headers['Content-Length'] = String(end - start + 1);
  if (range !== null) {
    headers['Content-Range'] = `bytes ${String(start)}-${String(end)}/${String(facts.size)}`;
  }
  const status = range === null ? 200 : 206;
  if (c.req.method === 'HEAD' || facts.size === 0) return plainResponse(c, status, headers, null);
  return plainResponse(
    c,
    status,
    headers,
    await readBody(c, backend, facts.version, { start, end }),
  );
}
