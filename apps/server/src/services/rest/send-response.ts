import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { takePreparedHeaders } from '../../platform/http/prepared-headers.ts';
import type { ServiceEnv } from '../../platform/http/request-variables.ts';
import type { RestResponse } from './response/rest-response.ts';

/** A reason phrase that a status line can contain. */
const REASON_PHRASE = /^[\t\x20-\x7e\x80-\xff]+$/;

function headersOf({ status, headers, body }: RestResponse, method: string) {
  const isEmpty = body === null && status !== 204 && method !== 'HEAD';
  return isEmpty ? { ...headers, 'Content-Length': '0' } : headers;
}

/**
 * Sends a response.
 *
 * @param outgoing the response of Node; undefined for requests within this process
 * @param stallMs Node destroys the connection when the client reads nothing for this long
 */
export function sendResponse(
  c: Context<ServiceEnv>,
  response: RestResponse,
  outgoing: ServerResponse | undefined,
  stallMs: number,
): Response {
  const { status, statusText } = response;
  outgoing?.setTimeout(stallMs);
  if (statusText && outgoing !== undefined && REASON_PHRASE.test(statusText)) {
    outgoing.statusMessage = statusText;
  }
  const headers = headersOf(response, c.req.method);
  const body = response.body as Uint8Array<ArrayBuffer> | string | null;
  const prepared = takePreparedHeaders(c);
  if (prepared === null) return c.newResponse(body, status as StatusCode, headers);
  const merged: Record<string, string | string[]> = prepared;
  for (const [name, value] of Object.entries(headers)) merged[name.toLowerCase()] = value;
  return new Response(body, { status, headers: merged as Record<string, string> });
}
