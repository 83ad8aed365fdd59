/** The captcha widget of the forms that log in, sign up or send an email. */
export interface CaptchaSettings {
  provider: 'turnstile' | 'hcaptcha';
  /** The public key of the site at the provider. */
  siteKey: string;
}

export interface Configuration {
  /** Origin of the backend, without a path. */
  supabaseUrl: string;
  /** The public API key (role anon). */
  publishableKey: string;
  /** The external log-in providers, the same as in the backend's `/settings`. */
  providers: string[];
  /** Whether the backend supports passkeys. */
  passkeys: boolean;
}

/** The JSON that the server writes into a page. */
interface ServedConfiguration extends Configuration {
  /** The enabled kinds of second factors besides authenticator apps: `webauthn`, `phone`. */
  factors: string[];
  /** Null: the backend requires no captcha. */
  captcha: CaptchaSettings | null;
}

const CONFIGURATION_ELEMENT_ID = 'beaconpay-config';

/**
 * Reads the configuration in the page. A static build uses VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY and
 * VITE_SUPABASE_PROVIDERS instead. The default URL is the origin of the page.
 */
export function readConfiguration(): Configuration {
  const served = readServedConfiguration();
  return {
    supabaseUrl: firstFilled(
      served.supabaseUrl,
      builtIn('VITE_SUPABASE_URL'),
      window.location.origin,
    ),
    publishableKey: firstFilled(served.publishableKey, builtIn('VITE_SUPABASE_PUBLISHABLE_KEY')),
    passkeys: served.passkeys ?? false,
    providers: served.providers ?? namesIn(builtIn('VITE_SUPABASE_PROVIDERS') ?? ''),
  };
}

/** The storage key of the session, one per project host. */
export function sessionStorageKey({ supabaseUrl }: Pick<Configuration, 'supabaseUrl'>): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0] ?? ''}-auth-token`;
}

export function readServedConfiguration(): Partial<ServedConfiguration> {
  const text = document.getElementById(CONFIGURATION_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as Partial<ServedConfiguration>) : {};
}

type BuiltIn = 'VITE_SUPABASE_URL' | 'VITE_SUPABASE_PUBLISHABLE_KEY' | 'VITE_SUPABASE_PROVIDERS';

function builtIn(name: BuiltIn): string | undefined {
  return import.meta.env[name] as string | undefined;
}

function firstFilled(...candidates: (string | undefined)[]): string {
  return candidates.find((candidate) => candidate !== undefined && candidate !== '') ?? '';
}

export function namesIn(list: string): string[] {
  return list.split(/[\s,]+/).filter((name) => name !== '');
}

/** The captcha of the page's configuration, or of a static build. Null if none is required. */
export function readCaptchaSettings(): CaptchaSettings | null {
  const { captcha } = readServedConfiguration();
  return captcha === undefined ? builtInCaptcha() : captcha;
}

function builtInCaptcha(): CaptchaSettings | null {
  const provider = import.meta.env.VITE_CAPTCHA_PROVIDER as string | undefined;
  const siteKey = import.meta.env.VITE_CAPTCHA_SITE_KEY as string | undefined;
  if (provider !== 'turnstile' && provider !== 'hcaptcha') return null;
  return siteKey === undefined || siteKey === '' ? null : { provider, siteKey };
}

/** The enabled kinds of second factors besides authenticator apps: `webauthn`, `phone`. */
export function readOfferedFactors(): string[] {
  const builtIn = import.meta.env.VITE_SUPABASE_FACTORS as string | undefined;
  return readServedConfiguration().factors ?? namesIn(builtIn ?? '');
}
