import { createHmac } from 'node:crypto';

/** As in libpq, from the least to the most strict. */
export const SSL_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** How to reach a Postgres as one role. `host` may be the folder of a Unix socket. */
export interface ConnectionSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  /** Empty when the role logs in without a password (peer, trust, client certificate). */
  readonly password: string;
  readonly sslMode: SslMode;
  /** PEM. The default is the certificates that Node trusts. */
  readonly rootCertificate?: string;
  /** PEM, for servers that authenticate clients by certificate. */
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly connectTimeoutMs?: number;
  /** The passwords of the service roles are derived from it when the owner has no password. */
  readonly roleSecret?: string;
}

/**
 * The password of a service role. It is derived from the owner's password, so that several machines on
 * one database agree without shared state.
 */
export function deriveRolePassword(settings: ConnectionSettings, role: string): string {
  const secret = settings.roleSecret ?? settings.password;
  // A password derived from an empty secret would be public.
  if (secret === '') throw new Error('There is no secret to derive the roles’ passwords from.');
  return createHmac('sha256', `beaconpay:${secret}`).update(role).digest('base64url');
}

/** The same database, logged in as another role. */
export function connectionAs(settings: ConnectionSettings, role: string): ConnectionSettings {
  return { ...settings, username: role, password: deriveRolePassword(settings, role) };
}
