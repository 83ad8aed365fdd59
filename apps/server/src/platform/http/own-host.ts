import { hostInUrl } from '../host-in-url.ts';

/** How a URL of this machine names the server that listens on `host`. */
export function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return hostInUrl(host);
}
