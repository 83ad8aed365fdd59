import { isLocalHost } from '../../../platform/hosts.ts';
import { flag, list, webAddress } from '../../../platform/setting-fields.ts';

const VARIABLE = /^EXTERNAL_([A-Z][A-Z0-9_]*?)_(CLIENT_ID|SECRET|URL|SCOPES|SKIP_NONCE_CHECK)$/;
/** Names in `/settings` that are not providers. */
const RESERVED = new Set(['email', 'phone', 'anonymous_users', 'saml', 'sso', 'web3']);

/** The URLs of providers that need no `_URL`. */
const KNOWN_URLS: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  github: 'https://github.com',
  google: 'https://accounts.google.com',
};
const DEFAULT_SCOPES = ['openid', 'email', 'profile'];
const KNOWN_SCOPES: Readonly<Record<string, readonly string[]>> = {
  apple: ['openid', 'email', 'name'],
  github: ['read:user', 'user:email'],
};

/** A sign-in provider. */
export interface ProviderSettings {
  readonly name: string;
  /** The first one is used for requests. Id tokens for any of them are accepted. */
  readonly clientIds: readonly [string, ...string[]];
  /** Null for a client without a secret. */
  readonly secret: string | null;
  /** The issuer. For GitHub, its site. */
  readonly url: string;
  readonly scopes: readonly string[];
  /** Whether id tokens with an unknown nonce are accepted, as some native sign-ins create them. */
  readonly skipsNonceCheck: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

function groupByName(environment: Environment): Map<string, Partial<Record<string, string>>> {
  const groups = new Map<string, Partial<Record<string, string>>>();
  for (const [variable, value] of Object.entries(environment)) {
    const [, name, part] = VARIABLE.exec(variable) ?? [];
    if (name === undefined || part === undefined || value === undefined) continue;
    const group = groups.get(name) ?? {};
    group[part] = value;
    groups.set(name, group);
  }
  return groups;
}

/** Why a URL cannot belong to a provider, or null. Without TLS it must be on this machine. */
function invalidUrlReason(url: string): string | null {
  if (!webAddress.safeParse(url).success) return 'must be an http(s) URL';
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || isLocalHost(hostname) ? null : 'must begin with https://';
}

/**
 * Reads `EXTERNAL_<NAME>_CLIENT_ID`, `_SECRET`, `_URL`, `_SCOPES` and `_SKIP_NONCE_CHECK`.
 *
 * @throws Error that names every invalid variable and the reason
 */
export function readProviderSettings(environment: Environment): ProviderSettings[] {
  const errors: string[] = [];
  const providers: ProviderSettings[] = [];
  for (const [upperName, group] of groupByName(environment)) {
    const name = upperName.toLowerCase();
    const report = (part: string, error: string) =>
      errors.push(`  EXTERNAL_${upperName}_${part}: ${error}`);
    const [clientId, ...otherClientIds] = list.parse(group.CLIENT_ID ?? '');
    if (clientId === undefined) {
      // A variable that only has a similar name belongs to another program.
      if (group.SECRET !== undefined) report('CLIENT_ID', 'is missing');
      continue;
    }
    if (RESERVED.has(name)) report('CLIENT_ID', `${name} is not the name of a provider`);
    const url = (group.URL ?? KNOWN_URLS[name] ?? '').replace(/\/+$/, '');
    const urlError = url === '' ? 'is missing' : invalidUrlReason(url);
    if (urlError !== null) report('URL', urlError);
    const skipsNonceCheck = flag.safeParse(group.SKIP_NONCE_CHECK ?? 'false');
    if (!skipsNonceCheck.success) report('SKIP_NONCE_CHECK', 'must be true or false');
    providers.push({
      name,
      clientIds: [clientId, ...otherClientIds],
      secret: group.SECRET ?? null,
      url,
      scopes: group.SCOPES?.split(/[\s,]+/) ?? KNOWN_SCOPES[name] ?? DEFAULT_SCOPES,
      skipsNonceCheck: skipsNonceCheck.success && skipsNonceCheck.data,
    });
  }
  if (errors.length > 0) {
    throw new Error(`The configuration is not valid:\n${errors.join('\n')}`);
  }
  return providers.sort((one, other) => one.name.localeCompare(other.name));
}
