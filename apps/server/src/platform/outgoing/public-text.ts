import { request as requestPlainly, type IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isLocalHost } from '../hosts.ts';
import { hostOf, lookUpPublicly, requirePublicAddress } from './public-host.ts';

export interface PublicTextOptions {
  /** For the whole request, from the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly accept: string;
  /** Allows private networks, and this machine without TLS. */
  readonly allowsPrivateHosts: boolean;
}

function checkUrl(url: URL, allowsPrivateHosts: boolean): void {
  const isPlain = url.protocol === 'http:' && allowsPrivateHosts && isLocalHost(hostOf(url));
  if (url.protocol !== 'https:' && !isPlain)
    throw new Error('The URL does not begin with https://');
  if (!allowsPrivateHosts) requirePublicAddress(url);
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`The response is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/**
 * Fetches a text from a URL that a user gave. Follows no redirects and connects to no private network
 * (protection against server-side request forgery).
 *
 * @throws Error with the reason
 */
export async function fetchPublicText(url: string, options: PublicTextOptions): Promise<string> {
  const { timeoutMs, maxBytes, accept, allowsPrivateHosts } = options;
  const target = new URL(url);
  checkUrl(target, allowsPrivateHosts);
  const signal = AbortSignal.timeout(timeoutMs);
  const request = target.protocol === 'https:' ? requestSecurely : requestPlainly;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(target, {
      signal,
      agent: false,
      headers: { Accept: accept, 'User-Agent': 'BeaconPay' },
      ...(allowsPrivateHosts ? {} : { lookup: lookUpPublicly }),
    })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  try {
    if (response.statusCode !== 200)
      throw new Error(`The response status is ${response.statusCode}.`);
    return await readText(response, maxBytes);
  } finally {
    response.destroy();
  }
}
