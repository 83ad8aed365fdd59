import type { Route } from './route.ts';

/** The names of Supabase Auth's providers, as clients expect them. */
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

/** GET /settings: the features that a client can offer. */
export const settingsRoute: Route = ({ config, samlService }, c) =>
  c.json({
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
    saml_enabled: samlService !== null,
    mfa_enabled: true,
    passkeys_enabled: config.passkeyParty !== null,
  });
