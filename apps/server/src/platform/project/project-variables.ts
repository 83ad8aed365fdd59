import { resolve } from 'node:path';
import { settingsUnder, type ProjectSetting } from './project-file.ts';

/** The value of an environment variable that config.toml gives. */
export interface ProjectVariable {
  readonly value: string;
  /** The key of config.toml, or the table of several keys. */
  readonly key: string;
  readonly line: number;
}

type Values = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The tables whose keys become variables together, and their variables. */
const TABLES: Readonly<
  Record<string, (values: Values, name: string) => Readonly<Record<string, string>>>
> = {
  'auth.email.smtp': (smtp) => {
    if (smtp.enabled === false || smtp.host === undefined) return {};
    const user = encodeURIComponent(textOf(smtp.user));
    const credentials = user === '' ? '' : `${user}:${encodeURIComponent(textOf(smtp.pass))}@`;
    const port = typeof smtp.port === 'number' ? smtp.port : 587;
    const address = textOf(smtp.admin_email);
    const name = textOf(smtp.sender_name);
    return {
      // Port 465 uses TLS from the first byte (RFC 8314). Other ports upgrade with STARTTLS.
      SMTP_URL: `${port === 465 ? 'smtps' : 'smtp'}://${credentials}${textOf(smtp.host)}:${String(port)}`,
      ...(address === '' ? {} : { MAIL_FROM: name === '' ? address : `${name} <${address}>` }),
    };
  },
  'auth.captcha': (captcha): Record<string, string> =>
    captcha.enabled === true
      ? { CAPTCHA_PROVIDER: textOf(captcha.provider), CAPTCHA_SECRET: textOf(captcha.secret) }
      : {},
  'auth.sms.twilio': (twilio) => toTwilio(twilio, 'twilio'),
  'auth.sms.twilio_verify': (twilio) => toTwilio(twilio, 'twilio_verify'),
  'auth.sms.test_otp': (codes): Record<string, string> => {
    const pairs = Object.entries(codes).map(([phone, code]) => `${phone}=${textOf(code)}`);
    return { SMS_TEST_CODES: pairs.join(',') };
  },
  'auth.external.*': (provider, name): Record<string, string> => {
    if (provider.enabled !== true) return {};
    const prefix = `EXTERNAL_${name.toUpperCase()}`;
    return {
      [`${prefix}_CLIENT_ID`]: textOf(provider.client_id),
      [`${prefix}_SECRET`]: textOf(provider.secret),
      [`${prefix}_URL`]: textOf(provider.url),
      [`${prefix}_SKIP_NONCE_CHECK`]: String(provider.skip_nonce_check === true),
    };
  },
  'edge_runtime.secrets': (secrets) =>
    Object.fromEntries(
      Object.entries(secrets).map(([name, value]) => [
        `FUNCTIONS_SECRET_${name.toUpperCase()}`,
        textOf(value),
      ]),
    ),
};

function toTwilio(twilio: Values, provider: string): Record<string, string> {
  if (twilio.enabled !== true) return {};
  return {
    SMS_PROVIDER: provider,
    SMS_TWILIO_ACCOUNT_SID: textOf(twilio.account_sid),
    SMS_TWILIO_AUTH_TOKEN: textOf(twilio.auth_token),
    SMS_TWILIO_SERVICE_SID: textOf(twilio.message_service_sid),
  };
}

/** The tables of the settings that match a name of `TABLES`, with the part that `*` stands for. */
function findTables(settings: readonly ProjectSetting[], pattern: string): Map<string, string> {
  if (!pattern.endsWith('.*')) return new Map([[pattern, '']]);
  const prefix = pattern.slice(0, -1);
  const names = settings
    .filter(({ key }) => key.startsWith(prefix))
    .map(({ names: [name = ''] }) => name);
  return new Map(names.map((name) => [`${prefix}${name}`, name]));
}

/** Keys whose values depend on the folder of the file, or that are not the variable's value. */
function toSpecial({ key, value }: ProjectSetting, dir: string): Record<string, string> {
  if (key === 'auth.signing_keys_path') return { SIGNING_KEYS_FILE: resolve(dir, textOf(value)) };
  // Users cannot confirm an address without a mail host, so the server's default is `true`.
  if (key === 'auth.email.enable_confirmations' && value === false) {
    return { MAILER_AUTOCONFIRM: 'true' };
  }
  return {};
}

/**
 * The environment variables that config.toml stands for, by name. An empty value counts as not set.
 *
 * @param dir the folder of the file
 */
export function toProjectVariables(
  settings: readonly ProjectSetting[],
  dir: string,
): Map<string, ProjectVariable> {
  const variables = new Map<string, ProjectVariable>();
  const add = (values: Readonly<Record<string, string>>, key: string, line: number): void => {
    for (const [name, value] of Object.entries(values)) {
      if (value.trim() !== '') variables.set(name, { value, key, line });
    }
  };
  for (const setting of settings) {
    const { key, rule, names, value, line } = setting;
    add(rule.toVariables?.(value as never, names) ?? toSpecial(setting, dir), key, line);
  }
  for (const [pattern, toVariables] of Object.entries(TABLES)) {
    for (const [table, name] of findTables(settings, pattern)) {
      const first = settings.find(({ key }) => key.startsWith(`${table}.`));
      if (first === undefined) continue;
      add(toVariables(settingsUnder(settings, table), name), table, first.line);
    }
  }
  return variables;
}
