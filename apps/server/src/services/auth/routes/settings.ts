import type { Context } from 'hono';
import type { ServiceEnv } from '../../../platform/http/request-variables.ts';
import type { AuthContext } from '../auth-context.ts';

/** The providers Supabase Auth knows by name; clients look them up here. */
const EXTERNAL_PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
] as const;

/** GET /settings: what a client may offer. */
export function createSettingsRoute(auth: AuthContext) {
  const { config } = auth;
  const settings = {
    external: {
      ...Object.fromEntries(EXTERNAL_PROVIDERS.map((provider) => [provider, false])),
      ...Object.fromEntries(config.providers.map(({ name }) => [name, true])),
      anonymous_users: config.anonymousUsers,
      email: true,
      phone: config.sms.isOn,
    },
    disable_signup: config.disableSignup,
    mailer_autoconfirm: config.mailerAutoconfirm,
    phone_autoconfirm: config.smsAutoconfirm,
    sms_provider: config.sms.provider,
    saml_enabled: auth.samlService !== null,
    mfa_enabled: true,
    passkeys_enabled: config.passkeyParty !== null,
  };
  return (c: Context<ServiceEnv>): Response => c.json(settings);
}
