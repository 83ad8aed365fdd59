import type { ServerResponse } from 'node:http';
import { errors } from '../errors.ts';
import { decode } from './query-string.ts';
import type { IncomingRequest } from './parse-request.ts';

/** Where the service is mounted. */
export const BASE_PATH = '/rest/v1';

/** What the Node adapter passes with a request that came through a socket. */
export interface NodeBindings {
  readonly incoming?: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
  readonly outgoing?: ServerResponse;
}

function readAllHeaders(
  request: Request,
  bindings: NodeBindings | undefined,
): Record<string, string> {
  const parsed = bindings?.incoming?.headers;
  if (parsed === undefined) return Object.fromEntries(request.headers);
  const headers: Record<string, string> = {};
  for (const name in parsed) {
    const value = parsed[name];
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

/** The headers that SQL can read. The address in them is the one that the server trusts, never the client's text. */
function readHeaders(
  request: Request,
  bindings: NodeBindings | undefined,
  clientAddress: string,
): Record<string, string> {
  const headers = readAllHeaders(request, bindings);
  delete headers['cf-connecting-ip'];
  headers['x-forwarded-for'] = clientAddress;
  return headers;
}

async function readBody(
  request: Request,
  length: string | undefined,
  limitBytes: number,
): Promise<Buffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  if (length !== undefined) {
    if (Number(length) > limitBytes) throw errors.bodyTooLarge(limitBytes);
    return Buffer.from(await request.arrayBuffer());
  }
  if (request.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limitBytes) throw errors.bodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function apiKeyOf(query: string): string | undefined {
  const match = query.includes('apikey=') ? /(?:^|&)apikey=([^&]*)/.exec(query) : null;
  return match?.[1] === undefined ? undefined : decode(match[1]);
}

/**
 * Reads a request with its body.
 *
 * @throws RestError 413 when the body exceeds the limit
 */
export async function readIncoming(
  request: Request,
  bindings: NodeBindings | undefined,
  { bodyLimitBytes, clientAddress }: { bodyLimitBytes: number; clientAddress: string },
): Promise<IncomingRequest & { readonly apiKeyParameter: string | undefined }> {
  const { url, method } = request;
  const pathStart = url.indexOf('/', url.indexOf('://') + 3);
  const queryStart = url.indexOf('?', pathStart);
  const fullPath = url.slice(pathStart, queryStart < 0 ? undefined : queryStart);
  const path = fullPath.startsWith(BASE_PATH) ? fullPath.slice(BASE_PATH.length) : fullPath;
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1).replace(/#.*$/s, '');
  const headers = readHeaders(request, bindings, clientAddress);
  return {
    method,
    path: path === '' ? '/' : path,
    query,
    headers,
    body: await readBody(request, headers['content-length'], bodyLimitBytes),
    apiKeyParameter: apiKeyOf(query),
  };
}
