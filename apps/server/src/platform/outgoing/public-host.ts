import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address is public (globally reachable). */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';
}

/** Resolves a name and rejects it if any address is private. The connection uses the checked addresses. */
export const lookUpPublicly: LookupFunction = (hostname, options, callback) => {
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

/** The host of a URL, without the brackets around an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/**
 * Checks a host that is an IP address, because such a host is not resolved.
 *
 * @throws Error when the address is private
 */
export function requirePublicAddress(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new Error(`${host} is not a public host.`);
}
