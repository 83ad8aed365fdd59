import type { JWK } from 'jose';
import type { Clock } from './platform/runtime/clock.ts';
import type { ConnectionSettings } from './platform/database/connection.ts';
import type { ApiKeys } from './platform/identity/api-keys.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { SmsGateway } from './platform/sms/sms-gateway.ts';

/** State that the supervisor creates once and sends to each worker. */
export interface ServerState {
  readonly connection: ConnectionSettings;
  readonly apiKeys: ApiKeys;
  /** Imported into the database when it has no signing keys. */
  readonly signingJwks: readonly JWK[];
}

/** Replacements for external dependencies, for tests. */
export interface Overrides {
  readonly clock?: Clock;
  readonly mailer?: Mailer;
  readonly sms?: SmsGateway;
}
