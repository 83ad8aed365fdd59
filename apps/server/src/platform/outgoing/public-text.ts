import { lookup, type LookupAddress } from 'node:dns';
import { request as requestPlainly, type IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalHost } from '../database/local-host.ts';

export interface PublicTextOptions {
  /** Of everything, from looking the name up to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly accept: string;
  /** Lets it be on a private network too, and on this machine without TLS. */
  readonly allowsPrivateHosts: boolean;
}

/** Whether everybody on the internet would reach the same machine by it. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';
}

/** Looks a name up and refuses it if any of its addresses is private: what was checked is what is connected to. */
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
  // No name, so nothing is looked up later.
  if (isIP(host) !== 0 && !allowsPrivateHosts && !isPublicAddress(host)) {
    throw new Error(`${host} is not a public host.`);
  }
}

async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/**
 * What an address that somebody named answers, without being led anywhere else
 * and without a way into the network that this server is in.
 *
 * @throws Error saying why there is no text
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
    if (response.statusCode !== 200) throw new Error(`The answer is ${response.statusCode}.`);
    return await readText(response, maxBytes);
  } finally {
    response.destroy();
  }
}
