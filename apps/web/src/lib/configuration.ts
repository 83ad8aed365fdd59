/** The widget that people solve before they sign in, sign up or have a mail sent. */
export interface CaptchaSettings {
  provider: 'turnstile' | 'hcaptcha';
  /** Public: names the site to the provider. */
  siteKey: string;
}

export interface Configuration {
  /** Origin of the backend, without a path. */
  supabaseUrl: string;
  /** The public API key (role anon). */
  publishableKey: string;
  /** Names of the services that people may sign in with; the backend's `/settings` says the same. */
  providers: string[];
  /** Whether the backend keeps passkeys. */
  passkeys: boolean;
}

/** What the server writes into a page. What few parts ask for is read by modules of their own. */
interface ServedConfiguration extends Configuration {
  /** Kinds of second factors besides authenticator apps that may be set up: `webauthn`, `phone`. */
  factors: string[];
  /** Null: the backend asks for no captcha. */
  captcha: CaptchaSettings | null;
}

const CONFIGURATION_ELEMENT_ID = 'beaconpay-config';

/**
 * Reads what the server wrote into the page; a static build falls back to its
 * VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY and VITE_SUPABASE_PROVIDERS, and then to the
 * page's own origin.
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

/** The storage key the backend client keeps the session under: one for each project host. */
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

/** The captcha that the server names in the page; a static build brings its own. Null: none is asked for. */
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

/** Kinds of second factors that the backend offers besides authenticator apps: `webauthn`, `phone`. */
export function readOfferedFactors(): string[] {
  const builtIn = import.meta.env.VITE_SUPABASE_FACTORS as string | undefined;
  return readServedConfiguration().factors ?? namesIn(builtIn ?? '');
}
