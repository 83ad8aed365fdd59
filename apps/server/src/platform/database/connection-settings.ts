import { createHmac } from 'node:crypto';

/** What libpq means by each, in this order of strictness. */
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
  /** Empty where the server lets the role in without one (peer, trust, a client's certificate). */
  readonly password: string;
  readonly sslMode: SslMode;
  /** PEM. Those that Node trusts when missing. */
  readonly rootCertificate?: string;
  /** PEM, for a server that knows its clients by certificate. */
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly connectTimeoutMs?: number;
  /** What the passwords of the services' roles are derived from where the owner has none. */
  readonly roleSecret?: string;
}

/**
 * The password of a service's own database role. It is derived from the
 * owner's, so that several machines on one database agree without sharing state.
 */
export function deriveRolePassword(settings: ConnectionSettings, role: string): string {
  const secret = settings.roleSecret ?? settings.password;
  // Derived from nothing it would be known to everybody.
  if (secret === '') throw new Error('There is no secret to derive the roles’ passwords from.');
  return createHmac('sha256', `beaconpay:${secret}`).update(role).digest('base64url');
}

/** The same database, seen as another role. */
export function connectionAs(settings: ConnectionSettings, role: string): ConnectionSettings {
  return { ...settings, username: role, password: deriveRolePassword(settings, role) };
}
