import type { Clock } from '../../platform/runtime/clock.ts';
import type { Sql } from '../../platform/database/connection.ts';
import type { TokenSigner } from '../../platform/identity/access-token.ts';
import type { CallerResolver } from '../../platform/identity/caller.ts';
import type { SigningKeys } from '../../platform/identity/signing-keys.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Jobs } from '../../platform/shared/jobs.ts';
import type { RateLimits } from '../../platform/runtime/rate-limiter.ts';
import type { SmsGateway } from '../../platform/sms/sms-gateway.ts';
import type { MailFrame } from './messages/mail-templates.ts';
import type { Outbox } from './messages/outbox.ts';
import type { Sealer } from '../../platform/sealing.ts';
import type { Captcha } from './captcha/captcha.ts';
import type { PasswordPolicy } from './passwords/password-policy.ts';
import type { PasswordHasher } from './passwords/password-hashing.ts';
import type { Providers } from './providers/providers.ts';
import type { AuthRateLimits } from './rate-limits.ts';
import type { AuthSettings } from './settings.ts';
import type { ServiceProvider } from './sso/service-provider.ts';

/** What the service is made of. */
export interface AuthServiceDeps {
  /** A pool logged in as supabase_auth_admin. */
  readonly sql: Sql;
  readonly config: AuthSettings;
  readonly bodyLimitBytes: number;
  readonly signer: TokenSigner;
  readonly signingKeys: Pick<SigningKeys, 'jwks'>;
  readonly callers: CallerResolver;
  readonly mailer: Mailer;
  /** Whose mails they are, and what the operator says instead of ours. */
  readonly mails: Pick<MailFrame, 'name' | 'templates'>;
  /** Null: no phone is reached. */
  readonly sms: SmsGateway | null;
  readonly rateLimits: RateLimits;
  readonly jobs: Jobs;
  /** The server's; messages that wait and secrets of factors are encrypted with keys derived from it. */
  readonly secretKey: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many processes the server has; they share the cores. */
  readonly processes: number;
}

/** What every command is given. */
export interface AuthContext extends Pick<
  AuthServiceDeps,
  'sql' | 'config' | 'signer' | 'signingKeys' | 'callers' | 'sms' | 'clock' | 'logger'
> {
  readonly passwords: PasswordHasher;
  readonly passwordPolicy: PasswordPolicy;
  /** Null: none is asked for. */
  readonly captcha: Captcha | null;
  readonly limits: AuthRateLimits;
  readonly outbox: Outbox;
  readonly providers: Providers;
  /** As whom organisations' identity providers know us; null: nobody signs in through one. */
  readonly samlService: ServiceProvider | null;
  /** For what goes along with somebody to a provider and back. */
  readonly providerSealer: Sealer;
  /** For the secrets of second factors. */
  readonly factorSealer: Sealer;
}
