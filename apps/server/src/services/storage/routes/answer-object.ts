import type { Readable } from 'node:stream';
import { responseBodyOf } from '../../../platform/http/response-body.ts';
import { MissingBytesError, type ByteRange, type ObjectBackend } from '../backends/backend.ts';
import { StorageError, storageErrors } from '../errors.ts';
import { factsOf, isUnchanged, rangeOf } from '../objects/download.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import { objectHeaders, setType, type Audience } from './object-headers.ts';
import { outgoingOf, type StorageRequest } from './request.ts';

export function conditionsOf({ req }: StorageRequest) {
  return {
    range: req.header('range'),
    ifRange: req.header('if-range'),
    ifNoneMatch: req.header('if-none-match'),
    ifModifiedSince: req.header('if-modified-since'),
  };
}

/** @throws StorageError NoSuchKey when the object was replaced or removed after its row was read */
export async function readBytes(
  backend: ObjectBackend,
  version: string,
  range: ByteRange | null,
): Promise<Readable> {
  try {
    return await backend.read(version, range);
  } catch (error) {
    throw error instanceof MissingBytesError ? storageErrors.noSuchKey() : error;
  }
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
  if (isUnchanged(facts, conditions)) return new Response(null, { status: 304, headers });
  setType(headers, object.name, facts.type);
  headers.set('Accept-Ranges', 'bytes');
  let range;
  try {
    range = rangeOf(facts, conditions);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return Response.json(error.body, {
      status: error.statusCode,
      headers: { 'Content-Range': `bytes */${String(facts.size)}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: facts.size - 1 };
  headers.set('Content-Length', String(end - start + 1));
  if (range !== null) {
    headers.set('Content-Range', `bytes ${String(start)}-${String(end)}/${String(facts.size)}`);
  }
  const status = range === null ? 200 : 206;
  if (c.req.method === 'HEAD' || facts.size === 0) return new Response(null, { status, headers });
  const bytes = await readBytes(backend, facts.version, range);
  return new Response(responseBodyOf(bytes, outgoingOf(c)), { status, headers });
}
