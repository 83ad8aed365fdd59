import { failures } from '../errors.ts';
import type { IncomingRequest } from './request.ts';

/** Where the service is mounted; what stands before it is not the request's path. */
export const BASE_PATH = '/rest/v1';

async function readBody(request: Request, limitBytes: number): Promise<Buffer | null> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return null;
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) {
    throw failures.bodyTooLarge(limitBytes);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limitBytes) throw failures.bodyTooLarge(limitBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function apiKeyOf(query: string): string | undefined {
  const match = /(?:^|&)apikey=([^&]*)/.exec(query);
  return match?.[1] === undefined ? undefined : decodeURIComponent(match[1]);
}

/**
 * Reads a request whole, within the limit.
 *
 * @throws RestError 413 when the body is longer
 */
export async function readIncoming(
  request: Request,
  bodyLimitBytes: number,
): Promise<IncomingRequest & { readonly apiKeyParameter: string | undefined }> {
  const { url, method } = request;
  const pathStart = url.indexOf('/', url.indexOf('://') + 3);
  const queryStart = url.indexOf('?', pathStart);
  const fullPath = url.slice(pathStart, queryStart < 0 ? undefined : queryStart);
  const path = fullPath.startsWith(BASE_PATH) ? fullPath.slice(BASE_PATH.length) : fullPath;
  const query = queryStart < 0 ? '' : url.slice(queryStart + 1).replace(/#.*$/s, '');
  return {
    method,
    path: path === '' ? '/' : path,
    query,
    headers: Object.fromEntries(request.headers),
    body: await readBody(request, bodyLimitBytes),
    apiKeyParameter: apiKeyOf(query),
  };
}
