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
import type { MailTemplateSettings } from './messages/mail-templates.ts';
import type { Outbox } from './messages/outbox.ts';
import type { Sealer } from '../../platform/sealing.ts';
import type { Captcha } from './captcha/captcha.ts';
import type { PasswordPolicy } from './passwords/password-policy.ts';
import type { PasswordHasher } from './passwords/password-hashing.ts';
import type { Providers } from './providers/providers.ts';
import type { AuthRateLimits } from './rate-limits.ts';
import type { AuthSettings } from './settings.ts';
import type { ServiceProvider } from './sso/service-provider.ts';

/** The dependencies of the auth service. */
export interface AuthServiceDeps {
  /** A pool logged in as supabase_auth_admin. */
  readonly sql: Sql;
  readonly config: AuthSettings;
  readonly bodyLimitBytes: number;
  readonly signer: TokenSigner;
  readonly signingKeys: Pick<SigningKeys, 'jwks'>;
  readonly callers: CallerResolver;
  readonly mailer: Mailer;
  /** The sender's name and the operator's own templates. */
  readonly mails: Pick<MailTemplateSettings, 'name' | 'templates'>;
  /** Null when no SMS provider is configured. */
  readonly sms: SmsGateway | null;
  readonly rateLimits: RateLimits;
  readonly jobs: Jobs;
  /** The server's secret key. The keys that encrypt queued messages and secrets of factors are derived from it. */
  readonly secretKey: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The number of server processes. They share the CPU cores. */
  readonly processes: number;
}

/** The dependencies of every command. */
export interface AuthContext extends Pick<
  AuthServiceDeps,
  'sql' | 'config' | 'signer' | 'signingKeys' | 'callers' | 'sms' | 'clock' | 'logger'
> {
  readonly passwords: PasswordHasher;
  readonly passwordPolicy: PasswordPolicy;
  /** Null when captchas are disabled. */
  readonly captcha: Captcha | null;
  readonly limits: AuthRateLimits;
  readonly outbox: Outbox;
  readonly providers: Providers;
  /** The SAML service provider. Null when SAML is disabled. */
  readonly samlService: ServiceProvider | null;
  /** Encrypts the state of a sign-in at a provider. */
  readonly providerSealer: Sealer;
  /** Encrypts the secrets of second factors. */
  readonly factorSealer: Sealer;
}
