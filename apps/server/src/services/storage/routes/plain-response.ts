import type { StatusCode } from 'hono/utils/http-status';
import { takePreparedHeaders } from '../../../platform/http/prepared-headers.ts';
import type { StorageRequest } from './request.ts';

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream | null;

/** A response with a plain object of headers, which the server sends much faster than `Headers`. */
export function plainResponse(
  c: StorageRequest,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Body,
): Response {
  const prepared = takePreparedHeaders(c);
  if (prepared === null) return c.newResponse(body, status as StatusCode, headers);
  for (const [name, value] of Object.entries(headers)) prepared[name.toLowerCase()] = value;
  return new Response(body, { status, headers: prepared });
}

/** The same for JSON. */
export function jsonResponse(c: StorageRequest, value: unknown): Response {
  return plainResponse(c, 200, { 'Content-Type': 'application/json' }, JSON.stringify(value));
}
