import type { AuthSettings } from './settings.ts';

/** `**` matches any text, `*` any text without `.` and `/`, `?` one character other than `.` and `/`. */
function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|[.+^${}()|[\]\\/]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

function isWebAddress(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/**
 * The URL that a link redirects to. The requested URL must have the site's origin or match the allow list.
 * Otherwise it is the site URL. The URL is compared and returned in parsed form, so that a browser cannot read
 * it differently.
 */
export function chooseRedirect(config: AuthSettings, requested: string | undefined): string {
  if (requested === undefined || !URL.canParse(requested)) return config.siteUrl;
  const url = new URL(requested);
  // The redirect puts the session into the fragment.
  url.hash = '';
  if (isWebAddress(url) && (url.username !== '' || url.password !== '')) return config.siteUrl;
  if (isWebAddress(url) && url.origin === new URL(config.siteUrl).origin) return url.href;
  const spellings = [url.href, url.href.replace(/\/$/, '')];
  const isAllowed = config.redirectAllowList
    .map(compilePattern)
    .some((pattern) => spellings.some((spelling) => pattern.test(spelling)));
  return isAllowed ? url.href : config.siteUrl;
}

/** Adds parameters to the query, the fragment or both. */
export function withParameters(
  address: string,
  parameters: Readonly<Record<string, string | number>>,
  places: { readonly query: boolean; readonly fragment: boolean },
): string {
  const url = new URL(address);
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) encoded.set(name, String(value));
  if (places.query) encoded.forEach((value, name) => url.searchParams.set(name, value));
  if (places.fragment) url.hash = encoded.toString();
  return url.href;
}

/** Adds the code that the app exchanges for a session. */
export function withCode(address: string, code: string): string {
  return withParameters(address, { code }, { query: true, fragment: false });
}

/** Adds a session to the fragment, which browsers do not send to servers. */
export function withSession(address: string, members: Record<string, string | number>): string {
  return withParameters(address, members, { query: false, fragment: true });
}
