import { Readable } from 'node:stream';
import { MissingBytesError, type ByteRange, type ObjectBackend } from '../backends/backend.ts';
import { StorageError, failures } from '../errors.ts';
import { factsOf, isUnchanged, rangeOf, type ObjectFacts } from '../objects/download.ts';
import type { ObjectRow } from '../objects/object-row.ts';
import type { StorageRequest } from './request.ts';

/** Types that browsers run, whoever sent them. */
const ACTIVE_TYPE = /html|xml|svg|javascript|ecmascript/i;
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** For how many an answer may be kept. */
export type Audience = 'everybody' | 'the caller';

function cacheControlFor(audience: Audience, cacheControl: string): string {
  const isOpen = audience === 'everybody' || /\b(?:private|no-store|no-cache)\b/.test(cacheControl);
  return isOpen ? cacheControl : `private, ${cacheControl}`;
}

/** What a browser calls the file that it saves (RFC 6266). */
function contentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** What every answer about an object's bytes says. */
export function objectHeaders(
  context: StorageRequest,
  name: string,
  facts: Pick<ObjectFacts, 'etag' | 'lastModified' | 'cacheControl'>,
  audience: Audience,
): Headers {
  const headers = new Headers({
    ETag: facts.etag,
    'Last-Modified': facts.lastModified.toUTCString(),
    'Cache-Control': cacheControlFor(audience, facts.cacheControl),
    'X-Content-Type-Options': 'nosniff',
  });
  const download = context.req.query('download');
  if (download !== undefined) {
    const fileName = download === '' ? (name.split('/').at(-1) ?? name) : download;
    headers.set('Content-Disposition', contentDisposition(fileName));
  }
  return headers;
}

export function setType(headers: Headers, type: string): void {
  headers.set('Content-Type', type);
  if (ACTIVE_TYPE.test(type)) headers.set('Content-Security-Policy', SANDBOX);
}

export function conditionsOf({ req }: StorageRequest) {
  return {
    range: req.header('range'),
    ifRange: req.header('if-range'),
    ifNoneMatch: req.header('if-none-match'),
    ifModifiedSince: req.header('if-modified-since'),
  };
}

/** A row names its bytes for as long as it is there; it was replaced or removed just now. */
export async function readBytes(
  backend: ObjectBackend,
  version: string,
  range: ByteRange | null,
): Promise<Readable> {
  try {
    return await backend.read(version, range);
  } catch (error) {
    throw error instanceof MissingBytesError ? failures.noSuchKey() : error;
  }
}

/** Answers with an object's bytes, or with as many of them as are asked for. */
export async function answerObject(
  context: StorageRequest,
  backend: ObjectBackend,
  object: ObjectRow,
  audience: Audience,
): Promise<Response> {
  const facts = factsOf(object);
  const conditions = conditionsOf(context);
  const headers = objectHeaders(context, object.name, facts, audience);
  if (isUnchanged(facts, conditions)) return new Response(null, { status: 304, headers });
  setType(headers, facts.type);
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
  if (context.req.method === 'HEAD' || facts.size === 0)
    return new Response(null, { status, headers });
  const bytes = await readBytes(backend, facts.version, range);
  return new Response(Readable.toWeb(bytes) as ReadableStream, { status, headers });
}
