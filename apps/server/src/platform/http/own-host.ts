import { hostInUrl } from '../host-in-url.ts';

/** The host of the server's URL on this machine, when it listens on `host`. */
export function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return hostInUrl(host);
}
