import { readFileSync } from 'node:fs';
import { isLocalHost, hostInUrl } from '../hosts.ts';
import { SSL_MODES, type ConnectionSettings, type SslMode } from './connection-settings.ts';

const PARAMETERS = [
  'host',
  'port',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'connect_timeout',
  'channel_binding',
];

function parseUrl(text: string): URL {
  try {
    // libpq allows a user without a host (a Unix socket), but the class URL does not.
    return new URL(text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost'));
  } catch {
    // The error of the class URL contains the whole URL with its password.
    throw new Error('DATABASE_URL is not a URL of the form postgres://user:password@host/db.');
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`DATABASE_URL: ${text} is not a port.`);
  }
  return port;
}

/** Removes the brackets of an IPv6 address. */
function readHost(url: URL): string {
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  if (host.includes(',')) throw new Error('DATABASE_URL has several hosts. Use one of them.');
  return host.replace(/^\[(.*)\]$/, '$1') || 'localhost';
}

/** As in libpq, but the default for other machines is `require` instead of `prefer`. */
function readSslMode(url: URL, host: string): SslMode {
  const given = url.searchParams.get('sslmode');
  const hasRoot = url.searchParams.has('sslrootcert');
  if (given === null) {
    if (hasRoot) return 'verify-full';
    return isLocalHost(host) ? 'prefer' : 'require';
  }
  const mode = SSL_MODES.find((name) => name === given);
  if (mode === undefined) {
    throw new Error(
      `DATABASE_URL: sslmode=${given} is not known; it may be ${SSL_MODES.join(', ')}.`,
    );
  }
  if (!hasRoot || mode.startsWith('verify')) return mode;
  if (mode === 'require') return 'verify-ca';
  throw new Error(`DATABASE_URL: sslrootcert has no effect with sslmode=${mode}.`);
}

function readPem(url: URL, parameter: string): string | null {
  const path = url.searchParams.get(parameter);
  if (path === null || (parameter === 'sslrootcert' && path === 'system')) return null;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`DATABASE_URL: the ${parameter} ${path} cannot be read.`, { cause });
  }
  if (!text.includes('-----BEGIN ')) {
    throw new Error(`DATABASE_URL: the ${parameter} ${path} is not a PEM file.`);
  }
  return text;
}

function readConnectTimeout(url: URL): number | null {
  const text = url.searchParams.get('connect_timeout');
  if (text === null) return null;
  if (!/^\d{1,4}$/.test(text)) {
    throw new Error(`DATABASE_URL: connect_timeout=${text} is not a number of seconds.`);
  }
  // In libpq, 0 means no timeout. Here it means the default.
  return text === '0' ? null : Number(text) * 1000;
}

function refuseUnknown(url: URL): void {
  for (const [name, value] of url.searchParams) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(
        `DATABASE_URL: the parameter ${name} is not known; known are ${PARAMETERS.join(', ')}.`,
      );
    }
    if (url.searchParams.getAll(name).length > 1) {
      throw new Error(`DATABASE_URL: the parameter ${name} is given twice.`);
    }
    if (name === 'channel_binding' && value !== 'prefer' && value !== 'disable') {
      throw new Error(`DATABASE_URL: channel_binding=${value} is not supported.`);
    }
  }
}

/**
 * The settings of a database URL, with the certificates read from their files.
 *
 * @throws Error that names the invalid part, and never the password
 */
export function parseDatabaseUrl(text: string): ConnectionSettings {
  const url = parseUrl(text);
  refuseUnknown(url);
  const host = readHost(url);
  const rootCertificate = readPem(url, 'sslrootcert');
  const clientCertificate = readPem(url, 'sslcert');
  const clientKey = readPem(url, 'sslkey');
  const connectTimeoutMs = readConnectTimeout(url);
  if ((clientCertificate === null) !== (clientKey === null)) {
    throw new Error('DATABASE_URL: set both sslcert and sslkey, or neither.');
  }
  return {
    host,
    port: readPort(url.searchParams.get('port') ?? (url.port || '5432')),
    database: decodeURIComponent(url.pathname.slice(1)) || 'postgres',
    username: decodeURIComponent(url.username) || 'postgres',
    password: decodeURIComponent(url.password),
    sslMode: readSslMode(url, host),
    ...(rootCertificate === null ? {} : { rootCertificate }),
    ...(clientCertificate === null || clientKey === null ? {} : { clientCertificate, clientKey }),
    ...(connectTimeoutMs === null ? {} : { connectTimeoutMs }),
  };
}

/** The URL of a database, for other clients such as psql. */
export function toDatabaseUrl(settings: ConnectionSettings): string {
  const { host, port, database, username, password, sslMode } = settings;
  const isFolder = host.startsWith('/');
  const name = isFolder ? 'localhost' : hostInUrl(host);
  const user = [username, password].filter((part) => part !== '').map(encodeURIComponent);
  const parameters = new URLSearchParams({ sslmode: sslMode, ...(isFolder ? { host } : {}) });
  return `postgres://${user.join(':')}@${name}:${String(port)}/${encodeURIComponent(database)}?${parameters.toString()}`;
}
