export interface Configuration {
  /** Origin of the backend, without a path. */
  supabaseUrl: string;
  /** The public API key (role anon). */
  publishableKey: string;
}

const CONFIGURATION_ELEMENT_ID = 'beaconpay-config';

/**
 * Reads what the server wrote into the page; a static build falls back to its
 * VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY, and then to the page's own origin.
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
  };
}

/** The storage key the backend client keeps the session under: one for each project host. */
export function sessionStorageKey({ supabaseUrl }: Configuration): string {
  return `sb-${new URL(supabaseUrl).hostname.split('.')[0] ?? ''}-auth-token`;
}

function readServedConfiguration(): Partial<Configuration> {
  const text = document.getElementById(CONFIGURATION_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as Partial<Configuration>) : {};
}

function builtIn(name: 'VITE_SUPABASE_URL' | 'VITE_SUPABASE_PUBLISHABLE_KEY'): string | undefined {
  return import.meta.env[name] as string | undefined;
}

function firstFilled(...candidates: (string | undefined)[]): string {
  return candidates.find((candidate) => candidate !== undefined && candidate !== '') ?? '';
}
