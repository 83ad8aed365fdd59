import { BlockList, isIP } from 'node:net';

/** The host as in a URL: with brackets around an IPv6 address (RFC 3986, section 3.2.2). */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** The host of the server's URL on this machine, when it listens on `host`. */
export function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return hostInUrl(host);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host is this machine. A path is the folder of a Unix socket. */
export function isLocalHost(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost') return true;
  const address = host.replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
