import { lookup, type LookupAddress } from 'node:dns';
import { request as requestPlainly, type IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '../hosts.ts';

export interface PublicTextOptions {
  /** For the whole request, from the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly accept: string;
  /** Allows private networks, and this machine without TLS. */
  readonly allowsPrivateHosts: boolean;
}

/** Whether an address is public (globally reachable). */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';
}

/** Resolves a name and rejects it if any address is private. The connection uses the checked addresses. */
const lookUpPublicly: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses?: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error !== null || addresses === undefined || first === undefined) {
      callback(error ?? new Error(`${hostname} has no address.`), '');
    } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
      callback(new Error(`${hostname} is not a public host.`), '');
    } else if (options.all === true) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });
};

function checkUrl({ protocol, hostname }: URL, allowsPrivateHosts: boolean): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlain = protocol === 'http:' && allowsPrivateHosts && isLocalHost(host);
  if (protocol !== 'https:' && !isPlain) throw new Error('The URL does not begin with https://');
  // An IP address is not resolved later.
  if (isIP(host) !== 0 && !allowsPrivateHosts && !isPublicAddress(host)) {
    throw new Error(`${host} is not a public host.`);
  }
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
