import { hostInUrl } from '../host-in-url.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** The URL of a database, for other clients such as psql. */
export function toDatabaseUrl(settings: ConnectionSettings): string {
  const { host, port, database, username, password, sslMode } = settings;
  const isFolder = host.startsWith('/');
  const name = isFolder ? 'localhost' : hostInUrl(host);
  const user = [username, password].filter((part) => part !== '').map(encodeURIComponent);
  const parameters = new URLSearchParams({ sslmode: sslMode, ...(isFolder ? { host } : {}) });
  return `postgres://${user.join(':')}@${name}:${String(port)}/${encodeURIComponent(database)}?${parameters.toString()}`;
}
